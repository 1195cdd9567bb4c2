// The end of a game: who won, with a little joy and no noise.

import { h } from '../dom.js';
import { list, t } from '../i18n.js';
import { tileSvg } from '../tiles.js';

const FALLING = [[0, 5], [3, 6], [12, 12], [1, 4], [8, 8], [2, 9], [6, 6], [5, 11]];

/** The winner's screen. Tiles fall behind it once; not for people who asked for less motion (game.css). */
export function winner(state) {
  const best = state.ranking.filter(({ place }) => place === 1);
  const names = best.map(({ seat }) => state.players[seat].name);
  return h('section', { class: 'card winner' },
    h('div', { class: 'falling', 'aria-hidden': 'true' },
      FALLING.map(([a, b], index) => h('span', { class: `fall fall-${index}` }, tileSvg(a, b)))),
    h('p', { class: 'soft' }, t('game.winner.after', { n: state.rounds.length })),
    h('p', { class: 'winner-name' }, names.length
      ? t('game.winner', { names: list(names), n: names.length }) : t('game.over')),
    h('p', { class: 'winner-points' }, best.length ? t('game.points', { n: best[0].total }) : ''));
}
