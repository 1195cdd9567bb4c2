// Every round as a table: rounds as rows, players as columns, a value that was corrected with what stood there before.

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { tileName } from '../tiles.js';
import { doubleName } from '../words.js';
import { star } from './round-scores.js';

/** The table of a game; `correct(round, score)` is called for a value that the host touches, null for who may not,
 * `look(round)` for a round whose number is touched. */
export function scoreTable(state, { correct, look }) {
  const { players, rounds, totals, engines } = state;
  const legend = rounds.some(({ scores }) => scores.some(({ out, before }) => out || before.length));
  return [h('div', { class: 'sheet-scroll', tabindex: 0, role: 'region', 'aria-label': t('game.sheet'),
    dataset: { scroll: 'sheet', focus: 'sheet' } },
    h('table', { class: 'score-sheet' },
      h('thead', {}, h('tr', {},
        h('th', { scope: 'col' }, t('game.sheet.round')),
        players.map(({ name }) => h('th', { scope: 'col' }, h('span', { class: 'sheet-name' }, name))))),
      h('tbody', {}, rounds.map((round) => h('tr', {},
        h('th', { scope: 'row' }, h('button', { class: 'cell round-cell', 'aria-label': roundWords(round, engines),
          dataset: { focus: `round-${round.number}` }, on: { click: () => look(round) } }, round.number,
        engineOf(round, engines) === null ? null
          : h('span', { class: 'sheet-engine' }, tileName(engineOf(round, engines), engineOf(round, engines))))),
        players.map(({ seat, name }) => cell(round, seat, name, correct))))),
      h('tfoot', {}, h('tr', {},
        h('th', { scope: 'row' }, t('game.sheet.total')),
        players.map(({ seat }) => h('td', {}, totals[seat])))))),
  legend ? h('p', { class: 'soft small' }, t('game.sheet.legend')) : null];
}

function engineOf(round, engines) {
  return engines[round.number - 1] ?? null;
}

function roundWords(round, engines) {
  const engine = engineOf(round, engines);
  return [t('game.hands_of', { round: round.number }),
    engine !== null && t('game.sheet.engine', { double: doubleName(engine) })].filter(Boolean).join(', ');
}

function cell(round, seat, name, correct) {
  const score = round.scores.find((one) => one.seat === seat);
  if (!score) return h('td', {}, '–');
  const content = [
    score.before.length ? h('s', { class: 'before' }, h('span', { class: 'unseen' }, t('game.sheet.before')),
      ` ${score.before.join(', ')}`) : null,
    score.before.length ? ' ' : null,
    h('span', { class: 'points' }, score.points),
    score.out ? star() : null,
  ];
  if (!correct) return h('td', {}, content);
  return h('td', { class: 'can-correct' }, h('button', {
    class: 'cell', dataset: { focus: `cell-${round.number}-${seat}` }, on: { click: () => correct(round, score) },
  }, content, h('span', { class: 'unseen' }, t('game.sheet.correct', { name, round: round.number }))));
}
