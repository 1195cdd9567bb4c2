// Every round as a table: rounds as rows, players as columns, a value that was corrected with what stood there before.

import { h } from '../dom.js';
import { t } from '../i18n.js';

/** The table of a game; `correct(round, score)` is called for a value that the host touches, null for who may not. */
export function scoreTable(state, correct) {
  const { players, rounds, totals, engines } = state;
  const legend = rounds.some(({ scores }) => scores.some(({ out, before }) => out || before.length));
  return [h('div', { class: 'sheet-scroll', tabindex: 0, role: 'region', 'aria-label': t('game.sheet'),
    dataset: { scroll: 'sheet', focus: 'sheet' } },
    h('table', { class: 'score-sheet' },
      h('thead', {}, h('tr', {},
        h('th', { scope: 'col' }, t('game.sheet.round')),
        players.map(({ name }) => h('th', { scope: 'col' }, h('span', { class: 'sheet-name' }, name))))),
      h('tbody', {}, rounds.map((round) => h('tr', {},
        h('th', { scope: 'row' }, round.number,
          engines[round.number - 1] == null ? null : h('span', { class: 'sheet-engine', 'aria-label':
            t('game.sheet.engine', { number: engines[round.number - 1] }), role: 'img' },
            `${engines[round.number - 1]}|${engines[round.number - 1]}`)),
        players.map(({ seat, name }) => cell(round, seat, name, correct))))),
      h('tfoot', {}, h('tr', {},
        h('th', { scope: 'row' }, t('game.sheet.total')),
        players.map(({ seat }) => h('td', {}, totals[seat])))))),
  legend ? h('p', { class: 'soft small' }, t('game.sheet.legend')) : null];
}

function cell(round, seat, name, correct) {
  const score = round.scores.find((one) => one.seat === seat);
  if (!score) return h('td', {}, '–');
  const content = [
    score.before.length ? h('s', { class: 'before' }, h('span', { class: 'unseen' }, t('game.sheet.before')),
      ` ${score.before.join(', ')}`) : null,
    score.before.length ? ' ' : null,
    h('span', { class: 'points' }, score.points),
    score.out ? h('span', { class: 'out', role: 'img', 'aria-label': t('game.sheet.out') }, '★') : null,
  ];
  if (!correct) return h('td', {}, content);
  return h('td', { class: 'can-correct' }, h('button', {
    class: 'cell', dataset: { focus: `cell-${round.number}-${seat}` }, on: { click: () => correct(round, score) },
  }, content, h('span', { class: 'unseen' }, t('game.sheet.correct', { name, round: round.number }))));
}
