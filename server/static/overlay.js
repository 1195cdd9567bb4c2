// The marks over a photo: an outline for each tile and a chip with its values. What is unsure differs by colour, by a
// dashed outline and by a question mark. Sizes are those of the screen, however large the photo is.

import { contains, labelled, placeChips } from './chips.js';
import { clear, s } from './dom.js';
import { lowHigh } from './points.js';

export { contains };

const FINGER = 22;
const FONT = [9.5, 14];

/** An empty overlay for a photo of so many pixels. */
export function overlaySvg(width, height) {
  return s('svg', { class: 'overlay', viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
}

/** Draw the items; `unit` is how many pixels of the photo a pixel of the screen shows, `chosen` the id of the item that
 * is being looked at. Returns the labels that found a place, as chips.js tells them. */
export function drawMarks(svg, items, { unit, chosen = null }) {
  clear(svg);
  const { width, height } = svg.viewBox.baseVal;
  const order = [...items].sort((one, other) => (one.id === chosen) - (other.id === chosen));
  for (const item of order) svg.append(outline(item, unit, item.id === chosen));
  // A back has no pips to be hidden, and around a tile that a person added nobody knows the room.
  const plain = items.filter(({ at, quad, back }) => at && (back || !quad));
  const taken = plain.map((item) => onTile(item, unit));
  const chips = placeChips(items.filter(({ quad, back }) => quad && !back),
    { unit, size: [width, height], taken, textOf: chipText });
  svg.append(...plain.map((item) => chip(item, unit)), ...chips.map((one) => label(one, unit)));
  return [...taken, ...chips];
}

function kind(item) {
  if (item.back) return 'back';
  return item.sure ? 'sure' : 'unsure';
}

/** The outline of an item. */
export function outline(item, unit, chosen) {
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

/** The values of an item on its tile. */
export function chip(item, unit) {
  return label(onTile(item, unit), unit);
}

function onTile(item, unit) {
  const text = chipText(item);
  // No wider than its tile, as long as it can be read.
  const room = item.quad ? 0.84 * extent(item.quad) / unit : 52;
  const font = Math.min(FONT[1], Math.max(FONT[0], room / labelled(text, 1).width)) * unit;
  return { item, ...labelled(text, font), x: item.at[0], y: item.at[1] };
}

/** A label as `placeChips` has placed it. */
export function label({ item, text, x, y, width, height, font }, unit) {
  return s('g', { class: `chip ${kind(item)}` },
    s('rect', { x: x - width / 2, y: y - height / 2, width, height, rx: height / 2, 'stroke-width': 1.5 * unit,
      'stroke-dasharray': item.sure ? null : `${3 * unit} ${2 * unit}` }),
    s('text', { x, y: y + 0.35 * font, 'font-size': font, 'text-anchor': 'middle', text }));
}

function extent(quad) {
  const xs = quad.map(([x]) => x);
  return Math.max(...xs) - Math.min(...xs);
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
