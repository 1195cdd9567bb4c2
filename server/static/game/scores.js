// The standings: who leads, how it came, every round, and taking it home.

import { h } from '../dom.js';
import { icon } from '../icons.js';
import { number, t } from '../i18n.js';
import { card } from '../parts.js';
import { scoreChart } from './chart.js';
import { undoButton } from './closing.js';
import { correctScore } from './correct.js';
import { showHands } from './round-scores.js';
import { saveSheet, sharePicture } from './share.js';
import { scoreTable } from './score-table.js';
import { winner } from './winner.js';

/** The page of the scores. */
export function scoresPage(session, tools) {
  const { state } = session;
  if (!state.rounds.length && !state.over) {
    return card(t('game.scores.none'),
      h('p', { class: 'soft' }, t('game.scores.none.text')));
  }
  const correct = session.isHost ? (round, score) => correctScore(session, tools.act, round, score) : null;
  return h('div', {},
    state.over ? winner(state) : null,
    ranking(state),
    state.over ? ending(session, tools) : null,
    state.rounds.length > 1 ? card(t('game.chart'), scoreChart(state)) : null,
    card(t('game.sheet'),
      h('p', { class: 'soft' }, t(correct ? 'game.sheet.help' : 'game.sheet.look')),
      scoreTable(state, { correct, look: (round) => showHands(session, round) }),
      // Where a score was corrected, the correction can be taken back.
      session.isHost && state.undo?.what === 'correction' ? undoButton(session, tools.act) : null),
    card(null,
      h('div', { class: 'exports' },
        h('button', { class: 'button plain', dataset: { focus: 'picture' },
          on: { click: () => attempt(() => sharePicture(state), tools) } }, icon('share'), t('game.export.picture')),
        h('button', { class: 'button plain', dataset: { focus: 'csv' },
          on: { click: () => attempt(() => saveSheet(session), tools) } }, t('game.export.csv')))));
}

async function attempt(step, { complain }) {
  complain(null);
  try {
    await step();
  } catch (error) {
    if (error.name !== 'ApiError') throw error;
    complain(error);
  }
}

function ranking(state) {
  const [{ total: best }] = state.ranking;
  return card(t(state.over ? 'game.ranking.final' : 'game.ranking'),
    h('ol', { class: 'ranking' }, state.ranking.map(({ seat, total, place }) =>
      h('li', { class: place === 1 ? 'standing first' : 'standing' },
        h('span', { class: 'standing-place', 'aria-label': t('game.place', { place }) }, place),
        h('span', { class: 'standing-name' }, state.players[seat].name),
        total > best ? behind(total - best) : h('span', { class: 'standing-behind' }),
        h('span', { class: 'standing-total' }, total)))));
}

/** By how many points a player is behind who leads: short, with all words as a tip and for screen readers. */
function behind(n) {
  const words = t('game.behind', { n });
  return h('span', { class: 'standing-behind soft', title: words },
    h('span', { 'aria-hidden': 'true', text: `+${number(n)}` }), h('span', { class: 'unseen', text: words }));
}

function ending(session, { act, again }) {
  const { undo } = session.state;
  return card(null,
    h('button', { class: 'button primary wide', dataset: { focus: 'again' }, on: { click: again } },
      t('game.again.players')),
    session.isHost && undo && undo.what !== 'correction' ? undoButton(session, act) : null);
}
