// A domino tile as a drawing: pips from 0 to 18 on each half, as most sets lay them out.

import { h, s } from './dom.js';
import { t } from './i18n.js';
import { lowHigh } from './points.js';

// How many pips stand in the left, middle and right column of a half; up to nine also in three rows.
const COLUMNS = [
  [0, 0, 0], [0, 1, 0], null, null, [2, 0, 2], [2, 1, 2], [3, 0, 3], [3, 1, 3], [3, 2, 3], [3, 3, 3],
  [4, 2, 4], [4, 3, 4], [4, 4, 4], [5, 3, 5], [5, 4, 5], [5, 5, 5], [6, 4, 6], [6, 5, 6], [6, 6, 6],
];
const DIAGONAL = { 2: [[24, 76], [76, 24]], 3: [[24, 76], [50, 50], [76, 24]] };

/** Where the pips of a value stand on a half of 100 by 100. */
export function pips(value) {
  if (value in DIAGONAL) return DIAGONAL[value];
  return COLUMNS[value].flatMap((count, column) => {
    const x = 22 + 28 * column;
    return Array.from({ length: count }, (_, row) => {
      if (count === 1) return [x, 50];
      const spread = value <= 9 && count === 2 && column === 1 ? 26 : 30;
      return [x, 50 - spread + (2 * spread * row) / (count - 1)];
    });
  });
}

function radius(value) {
  if (value <= 6) return 10;
  if (value <= 9) return 9;
  return value <= 12 ? 7.8 : value <= 15 ? 6.4 : 5.4;
}

function half(value, x) {
  return s('g', { class: `pips pips-${value}`, transform: `translate(${x} 0)` },
    pips(value).map(([cx, cy]) => s('circle', { cx, cy, r: radius(value) })));
}

/** The name of a tile with its halves in this order. */
export function tileName(a, b) {
  return t('app.tile', { a, b });
}

/** A tile lying on its side, `a` at the left. `silent`: a label elsewhere names it. */
export function tileSvg(a, b, { silent = false, className = '' } = {}) {
  return s('svg', {
    class: `tile ${className}`, viewBox: '-3 -3 206 106', focusable: 'false',
    ...(silent ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': tileName(a, b) }),
  },
  s('rect', { class: 'tile-face', x: 0, y: 0, width: 200, height: 100, rx: 16 }),
  s('path', { class: 'tile-divider', d: 'M100 12v76' }), half(a, 0), half(b, 100));
}

/** One half of a tile, for the end of a train or the engine. */
export function halfSvg(value, { silent = false } = {}) {
  return s('svg', { class: 'tile half-tile', viewBox: '-3 -3 106 106', focusable: 'false',
    ...(silent ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': String(value) }) },
  s('rect', { class: 'tile-face', x: 0, y: 0, width: 100, height: 100, rx: 16 }), half(value, 0));
}

/** Tiles in a row that wraps; `[[a, b], …]`. */
export function tileRow(tiles, label = null) {
  return h('ul', { class: 'tile-row', 'aria-label': label },
    tiles.map(([a, b]) => h('li', {}, tileSvg(a, b))));
}

/** Tiles of a hand in a row that wraps, each with its lower half first. */
export function handRow(tiles, label = null) {
  return tileRow(tiles.map(lowHigh), label);
}
