// The marks over a photo of a table: a line along each train from the engine outwards, its number, the value at its open
// end, and findings at their places. Values of tiles come with looking closer; what is unsure is marked all the same.

import { clear, s } from '../dom.js';
import { chip, outline } from '../overlay.js';
import { middle } from '../tile-list.js';
import { ends, inwards, lengthOf } from './outlines.js';

const READABLE = 34;
const BADGE = 9;
const APART = 27;
const ROOM = 1.6;

/** Draw a table. `work`: the table; `findings`: {at, severity, number, hot}; `move`: a tile that is to be laid, or null;
 * `unit` and `chosen` as in `drawMarks`. */
export function drawTable(svg, work, { unit, chosen = null, findings = [], move = null }) {
  clear(svg);
  const trains = work.trains();
  const colours = new Map(trains.flatMap(({ train, colour }) => train.numbers.map((number) => [work.ids[number], colour])));
  const engine = work.ids[work.answer.engine_tile] ?? null;
  svg.classList.toggle('with-move', move !== null);
  svg.append(
    ...work.list.items.map((item) => tileMark(item, { unit, chosen, colour: colours.get(item.id), isEngine: item.id === engine })),
    ...trains.map((one) => trainMark(work, one, unit)),
    ...trains.flatMap((one) => one.train.ends.filter((end) => end !== move?.end).map((end) => endMark(one, end, unit))),
    ...work.list.items.map((item) => valueMark(item, { unit, isEngine: item.id === engine })).filter(Boolean),
    ...trains.filter(({ branch }) => !branch).map((one) => numberMark(work, one, unit)),
    ...findings.map((finding) => findingMark(finding, unit)),
    ...(move ? [move.draw(unit)] : []));
}

function tileMark(item, { unit, chosen, colour, isEngine }) {
  const mark = outline(item, unit * (isEngine ? 1.5 : 0.8), item.id === chosen);
  if (isEngine) mark.classList.add('engine');
  else if (item.sure && !item.back) mark.classList.add(colour ? `train-${colour}` : 'alone');
  return mark;
}

function valueMark(item, { unit, isEngine }) {
  if (!item.at || (item.back && item.quad && lengthOf(item.quad) / unit < READABLE)) return null;
  if (isEngine || !item.quad || lengthOf(item.quad) / unit >= READABLE) return chip(item, unit);
  return item.sure ? null : badge(item.at, '?', unit, 'value unsure', 6.5);
}

/** Where a train comes from: the engine, the double that it branches at, or its own first tile. */
function start(work, { train }) {
  const { answer } = work;
  const from = train.branch_of ?? (train.kind === 'personal' ? answer.engine_tile : null);
  const first = answer.tiles[train.numbers[0]].quad;
  if (from !== null && from !== undefined) return middle(answer.tiles[from].quad);
  if (train.numbers.length === 1) return ends(first)[0];
  const next = middle(answer.tiles[train.numbers[1]].quad);
  return ends(inwards(first, next))[1];
}

const between = ([ax, ay], [bx, by], share) => [ax + (bx - ax) * share, ay + (by - ay) * share];

function trainMark(work, one, unit) {
  const { train, colour } = one;
  const at = train.numbers.map((number) => middle(work.answer.tiles[number].quad));
  const from = start(work, one);
  // From the engine's rim on, so that its value can be seen.
  const first = train.kind === 'personal' && train.branch_of === null ? between(from, at[0], 0.4) : from;
  const steps = at.map((place, k) => [train.on[k] === -1 ? first : at[train.on[k]], place]);
  const out = train.ends.map((end) => {
    const last = middle(work.answer.tiles[end.on].quad);
    return [last, between(last, end.at, 0.62)];
  });
  const d = [...steps, ...out].map(([[ax, ay], [bx, by]]) => `M${ax} ${ay}L${bx} ${by}`).join('');
  return s('g', { class: `train-mark train-${colour}` },
    s('path', { class: 'halo', d, 'stroke-width': 5.5 * unit }), s('path', { class: 'line', d, 'stroke-width': 3 * unit }),
    out.map(([from_, to]) => arrow(from_, to, unit)));
}

function arrow([ax, ay], [bx, by], unit) {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const [dx, dy] = [(bx - ax) / length, (by - ay) / length];
  const size = 7 * unit;
  const tip = [bx + dx * size * 0.7, by + dy * size * 0.7];
  const foot = (side) => [bx - dx * size - dy * side * size * 0.75, by - dy * size + dx * side * size * 0.75];
  return s('polygon', { class: 'arrow', points: [tip, foot(1), foot(-1)].map((point) => point.join(',')).join(' '),
    'stroke-width': 1.2 * unit });
}

function endMark({ colour, marked, train }, end, unit) {
  const kind = `end train-${colour}${marked ? ' open' : ''}`;
  const value = train.kind === 'apart' ? null : badge(end.at, String(end.value), unit, kind, 10);
  return s('g', { class: `end-mark train-${colour}` },
    s('polygon', { class: 'ghost', points: end.quad.map((corner) => corner.join(',')).join(' '), 'stroke-width': 1.5 * unit,
      'stroke-dasharray': `${4 * unit} ${3 * unit}` }), value);
}

function numberMark(work, one, unit) {
  const first = work.answer.tiles[one.train.numbers[0]].quad;
  const from = start(work, one);
  const near = between(ends(inwards(first, from))[0], middle(first), 0.12);
  // Many trains begin at one engine: far enough from it their numbers stand beside each other.
  const far = Math.hypot(near[0] - from[0], near[1] - from[1]);
  const least = one.train.kind === 'personal' ? Math.min(APART * unit, ROOM * lengthOf(first)) : 0;
  const at = far > 0 && far < least ? between(from, near, least / far) : near;
  return badge(at, one.label, unit, `number train-${one.colour}`, BADGE);
}

function findingMark({ at, severity, number, hot }, unit) {
  const group = s('g', { class: `place-mark ${severity === 'error' ? 'mistake' : 'look'}${hot ? ' hot' : ''}` });
  if (at.length > 1) {
    const d = `M${at.map((point) => point.join(' ')).join('L')}`;
    group.append(s('path', { class: 'tie', d, 'stroke-width': 2 * unit, 'stroke-dasharray': `${2 * unit} ${4 * unit}` }));
  }
  const places = at.length === 2 ? beside(at, unit) : at.map(([x, y]) => [x, y - 15 * unit]);
  for (const [x, y] of places) {
    const size = (hot ? 24 : 19) * unit;
    group.append(
      s('circle', { class: 'ring', cx: x, cy: y, r: (hot ? 26 : 17) * unit, 'stroke-width': 2.5 * unit }),
      s('rect', { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 4 * unit, 'stroke-width': 1.5 * unit }),
      s('text', { x, y: y + 0.24 * size, 'font-size': 0.68 * size, 'text-anchor': 'middle', text: number }));
  }
  return group;
}

/** One sign for two places that are near each other, beside the line between them. */
function beside([one, other], unit) {
  const [dx, dy] = [other[0] - one[0], other[1] - one[1]];
  const length = Math.hypot(dx, dy);
  if (length === 0 || length > 110 * unit) return [one, other];
  const [x, y] = between(one, other, 0.5);
  return [[x - (dy / length) * 17 * unit, y + (dx / length) * 17 * unit]];
}

function badge([x, y], text, unit, kind, radius) {
  const size = radius * unit;
  const wide = size * (text.length > 1 ? 1.25 : 1);
  return s('g', { class: `badge ${kind}` },
    s('rect', { x: x - wide, y: y - size, width: 2 * wide, height: 2 * size, rx: size, 'stroke-width': 1.6 * unit }),
    s('text', { x, y: y + 0.38 * size, 'font-size': 1.12 * size, 'text-anchor': 'middle', text }));
}
