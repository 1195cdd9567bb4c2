// A move in the photo of the table: the tile is drawn where it would lie.

import { h, s } from '../dom.js';
import { t } from '../i18n.js';
import { photoStage } from '../photo-stage.js';
import { across, inwards } from '../table/outlines.js';
import { drawTable } from '../table/overlay.js';
import { middle } from '../tile-list.js';
import { tileSvg } from '../tiles.js';

const CLOSE = 7;

/** A figure with the photo; `show({tile, place, words})` draws a tile ([inner, outer]) at a place as `placeOf` tells it.
 * Returns {node, show(move), end()}. */
export function moveStage({ photo, work }) {
  let move = null;
  const words = h('p', { class: 'move-caption', 'aria-live': 'polite' });
  const stage = photoStage({
    image: photo, reading: work.seen, onItem: () => {}, onEmpty: () => {}, alt: t('hint.move_photo'), help: '',
    marks: (svg, items, { unit }) => drawTable(svg, work, { unit, move }),
  });
  stage.node.classList.add('table-stage', 'move-figure');
  stage.node.prepend(words);
  return {
    node: stage.node,
    show: ({ tile, place, words: told }) => {
      words.textContent = told;
      const at = place.end ? place.end.at : middle(place.start);
      move = { end: place.end, draw: (unit) => (place.end ? laid(tile, place, unit) : begun(place.start, unit)) };
      stage.draw([]);
      // It may have been shown by this very step: then it has no size yet.
      requestAnimationFrame(() => stage.look(at, Math.min(work.seen.width, CLOSE * work.tileLength())));
    },
    end: stage.end,
  };
}

/** The tile as a drawing on its place, with a frame around it. */
function laid([inner, outer], { end, from }, unit) {
  const place = inwards(end.quad, middle(from));
  const [p0, p1, p2, p3] = inner === outer ? across(place) : place;
  // The drawing is 200 long and 100 high; its first half lies at the corners p0 (below) and p1 (above).
  const matrix = [p2[0] - p1[0], p2[1] - p1[1], p0[0] - p1[0], p0[1] - p1[1]]
    .map((value, k) => value / (k < 2 ? 200 : 100));
  const points = [p0, p1, p2, p3].map((corner) => corner.join(',')).join(' ');
  return s('g', { class: 'move-mark' },
    s('g', { transform: `matrix(${[...matrix, ...p1].join(' ')})` }, [...tileSvg(inner, outer, { silent: true }).childNodes]),
    s('polygon', { class: 'place', points, 'stroke-width': 7 * unit, 'stroke-linejoin': 'round' }),
    s('polygon', { class: 'frame', points, 'stroke-width': 3.5 * unit, 'stroke-linejoin': 'round' }));
}

/** A ring around the engine, at which a new train starts where there is room. */
function begun(quad, unit) {
  const [x, y] = middle(quad);
  const radius = Math.max(...quad.map(([px, py]) => Math.hypot(px - x, py - y))) * 1.35;
  return s('g', { class: 'move-mark' },
    s('circle', { class: 'place', cx: x, cy: y, r: radius, 'stroke-width': 7 * unit }),
    s('circle', { class: 'frame', cx: x, cy: y, r: radius, 'stroke-width': 3.5 * unit }));
}
