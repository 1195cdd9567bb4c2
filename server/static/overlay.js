// The marks over a photo: an outline for each tile and a chip with its values. What is unsure differs by colour, by a
// dashed outline and by a question mark. Sizes are those of the screen, however large the photo is.

import { contains, placeChips } from './chips.js';
import { clear, s } from './dom.js';
import { lowHigh } from './tiles.js';

const FINGER = 22;

/** An empty overlay for a photo of so many pixels. */
export function overlaySvg(width, height) {
  return s('svg', { class: 'overlay', viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
}

/** Draw the items; `unit` is how many pixels of the photo a pixel of the screen shows, `chosen` the id of the item that
 * is being looked at. Returns the chips that found a place, as chips.js tells them. */
export function drawMarks(svg, items, { unit, chosen = null }) {
  clear(svg);
  const { width, height } = svg.viewBox.baseVal;
  const order = [...items].sort((one, other) => (one.id === chosen) - (other.id === chosen));
  for (const item of order) svg.append(outline(item, unit, item.id === chosen));
  const chips = placeChips(items, { unit, size: [width, height], textOf: chipText });
  for (const one of chips) svg.append(chip(one, unit));
  return chips;
}

function kind(item) {
  if (item.back) return 'back';
  return item.sure ? 'sure' : 'unsure';
}

function outline(item, unit, chosen) {
  const group = s('g', { class: `mark ${kind(item)}${chosen ? ' chosen' : ''}`, 'data-tile': chipText(item) });
  if (!item.quad) return group;
  const points = item.quad.map((corner) => corner.join(',')).join(' ');
  const width = (chosen ? 4 : 2.5) * unit;
  group.append(
    s('polygon', { class: 'halo', points, 'stroke-width': width + 2.5 * unit }),
    s('polygon', { class: 'line', points, 'stroke-width': width,
      'stroke-dasharray': item.sure && !item.back ? null : `${7 * unit} ${5 * unit}` }));
  return group;
}

/** The text of a chip: the name of the tile, its lower half first as everywhere but on the tile itself. */
export function chipText(item) {
  if (item.back) return '×';
  return `${lowHigh([item.a, item.b]).join('–')}${item.sure ? '' : ' ?'}`;
}

function chip({ item, text, x, y, width, height, font }, unit) {
  return s('g', { class: `chip ${kind(item)}` },
    s('rect', { x: x - width / 2, y: y - height / 2, width, height, rx: height / 2, 'stroke-width': 1.5 * unit,
      'stroke-dasharray': item.sure ? null : `${3 * unit} ${2 * unit}` }),
    s('text', { x, y: y + 0.35 * font, 'font-size': font, 'text-anchor': 'middle', text }));
}

/** The item at a point of the photo, by its tile, by its chip (one of `chips`), or the nearest that a finger may mean;
 * null for empty space. */
export function itemAt(items, [x, y], unit, chips = []) {
  const placed = items.filter(({ at }) => at !== null);
  const far = ({ at }) => Math.hypot(at[0] - x, at[1] - y);
  const inside = placed.filter(({ quad }) => quad && contains(quad, [x, y]));
  if (inside.length === 0) {
    const on = chips.find((one) => Math.abs(one.x - x) <= one.width / 2 && Math.abs(one.y - y) <= one.height / 2);
    if (on) return on.item;
  }
  const near = inside.length > 0 ? inside : placed.filter((item) => far(item) <= FINGER * unit);
  return near.sort((one, other) => far(one) - far(other))[0] ?? null;
}
