// The end of a game: who won, with a little joy and no noise.

import { h } from '../dom.js';
import { list, t } from '../i18n.js';
import { tileSvg } from '../tiles.js';

const TRAIN = [[12, 5], [5, 5], [5, 9], [9, 1], [1, 0]];

/** The winner's screen. Five tiles come down to a train; they just lie there for people who
 * asked for less motion (game.css). */
export function winner(state) {
  const best = state.ranking.filter(({ place }) => place === 1);
  const names = best.map(({ seat }) => state.players[seat].name);
  return h('section', { class: 'card winner' },
    h('p', { class: 'soft' }, t('game.winner.after', { n: state.rounds.length })),
    h('p', { class: 'winner-name' }, names.length
      ? t('game.winner', { names: list(names), n: names.length }) : t('game.over')),
    h('p', { class: 'winner-points' }, best.length ? t('game.points', { n: best[0].total }) : ''),
    h('div', { class: 'winner-train', 'aria-hidden': 'true' },
      TRAIN.map(([a, b], index) => h('span', { class: `wagon wagon-${index}` }, tileSvg(a, b, { silent: true })))));
}
