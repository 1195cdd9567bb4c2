// The marks over a photo of a table: a line along each train from the engine outwards, its number, the value at its open
// end, and findings at their places. Values of tiles come with looking closer; what is unsure is marked all the same.

import { placeChips, placeSigns } from '../chips.js';
import { clear, s } from '../dom.js';
import { chipText, label, outline } from '../overlay.js';
import { middle } from '../tile-list.js';
import { ends, inwards, lengthOf } from './outlines.js';

const BADGE = 9;
const APART = 27;
const ROOM = 1.6;
const NEAR = 110;
/** Where else signs may stand: of trains between their tiles, of findings around their place. */
const STEPS = [0, 0.25, 0.5, 0.75];
const AROUND = [1, 1.7, 2.4].flatMap((far) => [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6].map((twelfth) => [
  far * Math.sin(twelfth * Math.PI / 6), -far * Math.cos(twelfth * Math.PI / 6)]));
const KINDS = { error: 'mistake', note: 'look' };

/** Draw a table. `work`: the table; `findings`: {at, severity, letter, hot}; `move`: a tile that is to be laid, or null;
 * `unit`, `chosen` and what is returned as with `drawMarks`. */
export function drawTable(svg, work, { unit, chosen = null, findings = [], move = null }) {
  clear(svg);
  const trains = work.trains();
  const colours = new Map(trains.flatMap(({ train, colour }) => train.numbers.map((number) => [work.ids[number], colour])));
  const engine = work.ids[work.answer.engine_tile] ?? null;
  svg.classList.toggle('with-move', move !== null);
  const lines = [
    ...work.list.items.map((item) => tileMark(item, { unit, chosen, colour: colours.get(item.id), engine })),
    ...trains.map((one) => trainMark(work, one, unit)),
    ...trains.flatMap((one) => one.train.ends.filter((end) => end !== move?.end).map((end) => ghost(one, end, unit))),
  ];
  const badges = placeSigns([
    ...trains.filter(({ train }) => train.kind !== 'apart')
      .flatMap((one) => one.train.ends.filter((end) => end !== move?.end).map((end) => endBadge(one, end, unit))),
    ...trains.filter(({ branch }) => !branch).map((one) => numberBadge(work, one, unit)),
  ], unit);
  const places = findings.flatMap((finding) => signPlaces(finding, unit).map((place) => ({ ...place, finding })));
  const signs = placeSigns(places, unit, badges);
  const { width, height } = svg.viewBox.baseVal;
  const chips = placeChips(work.list.items.filter(({ quad, back }) => quad && !back),
    { unit, size: [width, height], taken: [...badges, ...signs], textOf: chipText });
  svg.append(...lines, ...chips.map((one) => label(one, unit)), ...badges.map((one) => badge(one, unit)),
    ...findings.map((finding) => tie(finding, unit)).filter(Boolean), ...signs.map((one) => sign(one, unit)));
  if (move) svg.append(move.draw(unit));
  return chips;
}

function tileMark(item, { unit, chosen, colour, engine }) {
  const isEngine = item.id === engine;
  const mark = outline(item, unit * (isEngine ? 1.5 : 0.8), item.id === chosen);
  if (isEngine) mark.classList.add('engine');
  else if (item.sure && !item.back) mark.classList.add(colour ? `train-${colour}` : 'alone');
  return mark;
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

/** The place of the next tile. */
function ghost({ colour }, end, unit) {
  return s('g', { class: `end-mark train-${colour}` },
    s('polygon', { class: 'ghost', points: end.quad.map((corner) => corner.join(',')).join(' '), 'stroke-width': 1.5 * unit,
      'stroke-dasharray': `${4 * unit} ${3 * unit}` }));
}

function endBadge({ colour, marked }, end, unit) {
  const ways = [end.at, ...ends(end.quad).map((edge) => between(end.at, edge, 0.5)), ...end.quad.map((corner) => between(end.at, corner, 0.6))];
  return signed(ways, String(end.value), 10 * unit, `end train-${colour}${marked ? ' open' : ''}`);
}

function numberBadge(work, one, unit) {
  const first = work.answer.tiles[one.train.numbers[0]].quad;
  const from = start(work, one);
  const near = between(ends(inwards(first, from))[0], middle(first), 0.12);
  // Many trains begin at one engine: far enough from it their numbers stand beside each other.
  const far = Math.hypot(near[0] - from[0], near[1] - from[1]);
  const least = one.train.kind === 'personal' ? Math.min(APART * unit, ROOM * lengthOf(first)) : 0;
  const at = far > 0 && far < least ? between(from, near, least / far) : near;
  // Else farther out on the train, so that nobody takes it for the number of another one, or close beside its start.
  const centres = one.train.numbers.map((number) => middle(work.answer.tiles[number].quad));
  const steps = [at, ...centres].slice(0, -1).flatMap((place, k) => STEPS.map((share) => between(place, centres[k], share)));
  const [dx, dy] = far > 0 ? [0, 1].map((axis) => (near[axis] - from[axis]) / far * BADGE * unit) : [0, 0];
  const beside = [1, -1].map((side) => [at[0] - side * dy, at[1] + side * dx]);
  return signed([...steps, centres.at(-1), ...beside], one.label, BADGE * unit, `number train-${one.colour}`);
}

/** A sign with a text that labels of tiles leave free: round for a train, for a value square as half a tile. */
function signed(ways, text, size, kind) {
  return { ways, width: 2 * size * (text.length > 1 ? 1.25 : 1), height: 2 * size, text, kind };
}

function badge({ x, y, width, height, text, kind }, unit) {
  const rx = height / (kind.startsWith('end') ? 5 : 2);
  return s('g', { class: `badge ${kind}` },
    s('rect', { x: x - width / 2, y: y - height / 2, width, height, rx, 'stroke-width': 1.6 * unit }),
    s('text', { x, y: y + 0.19 * height, 'font-size': 0.56 * height, 'text-anchor': 'middle', text }));
}

/** Where the signs of a finding may stand: one for two places that are near each other, beside the line between them. */
function signPlaces({ at, hot }, unit) {
  const size = (hot ? 24 : 19) * unit;
  const placed = ([x, y], centre) => ({ width: size, height: size, ways: [[x, y], ...AROUND.map(([dx, dy]) => [
    centre[0] + dx * 17 * unit, centre[1] + dy * 17 * unit])] });
  const far = at.length === 2 ? Math.hypot(at[0][0] - at[1][0], at[0][1] - at[1][1]) : 0;
  if (far === 0 || far > NEAR * unit) return at.map(([x, y]) => placed([x, y - 15 * unit], [x, y]));
  const [dx, dy] = [0, 1].map((axis) => (at[1][axis] - at[0][axis]) / far);
  const [x, y] = between(at[0], at[1], 0.5);
  return [placed([x - dy * 17 * unit, y + dx * 17 * unit], [x, y])];
}

function sign({ x, y, width: size, finding: { severity, letter, hot } }, unit) {
  return s('g', { class: `place-mark ${KINDS[severity]}${hot ? ' hot' : ''}` },
    s('circle', { class: 'ring', cx: x, cy: y, r: 26 * unit, 'stroke-width': 2.5 * unit }),
    s('rect', { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 4 * unit, 'stroke-width': 1.5 * unit }),
    s('text', { x, y: y + 0.24 * size, 'font-size': 0.68 * size, 'text-anchor': 'middle', text: letter }));
}

/** A line between the places of a finding. */
function tie({ at, severity }, unit) {
  if (at.length < 2) return null;
  const d = `M${at.map((point) => point.join(' ')).join('L')}`;
  return s('path', { class: `tie ${KINDS[severity]}`, d, 'stroke-width': 2 * unit,
    'stroke-dasharray': `${2 * unit} ${4 * unit}` });
}
