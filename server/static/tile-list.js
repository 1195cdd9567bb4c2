// The tiles of a photo while a person corrects them: values that change only by steps which can be taken back.

import { lowHigh } from './points.js';

const MOST_STEPS = 100;

/** An item: {id, number, quad or null, at: [x, y] or null, a, b, sure, back, doubts, alternatives, changed}. Half a is
 * the one at the left in the photo, or at the top, and is the first of the quad. A back counts nothing. `number` is that
 * of the reading's tile, null for what is none. */
function fromReading(reading) {
  const tiles = reading.tiles.map(upright).map((tile, number) => ({
    number, quad: tile.quad, at: middle(tile.quad), a: tile.a, b: tile.b, sure: tile.sure, back: false,
    doubts: tile.doubts, alternatives: tile.alternatives, changed: false,
  }));
  const backs = reading.face_down.map(({ quad }) => ({
    number: null, quad, at: middle(quad), a: 0, b: 0, sure: true, back: true, doubts: [], alternatives: [], changed: false,
  }));
  return inReadingOrder([...tiles, ...backs]).map((item, id) => ({ ...item, id }));
}

/** A tile as read, with the half first that people name first. */
export function upright(tile) {
  const [[ax, ay], [bx, by]] = ends(tile.quad);
  const isTurned = Math.abs(ax - bx) > Math.abs(ay - by) ? ax > bx : ay > by;
  if (!isTurned) return tile;
  const { quad: [p, q, r, s], a, b, doubts, alternatives } = tile;
  return {
    ...tile, quad: [r, s, p, q], a: b, b: a,
    doubts: doubts.map((doubt) => ({ ...doubt, half: doubt.half === null ? null : 1 - doubt.half })),
    alternatives: alternatives.map((other) => ({ ...other, a: other.b, b: other.a })),
  };
}

/** The middles of the short sides of a quad: where its first half and its second one end. */
export function ends([p, q, r, s]) {
  return [[(p[0] + q[0]) / 2, (p[1] + q[1]) / 2], [(r[0] + s[0]) / 2, (r[1] + s[1]) / 2]];
}

/** The middle of a quad. */
export function middle(quad) {
  const sum = quad.reduce(([x, y], [px, py]) => [x + px, y + py], [0, 0]);
  return sum.map((value) => value / quad.length);
}

/** Row by row, each from left to right; a row is what overlaps its first tile in height. */
function inReadingOrder(items) {
  const waiting = [...items].sort((one, other) => one.at[1] - other.at[1]);
  const order = [];
  while (waiting.length > 0) {
    const [first] = waiting;
    const ys = first.quad.map(([, y]) => y);
    const reach = (Math.max(...ys) - Math.min(...ys)) / 2;
    const row = waiting.filter((item) => item.at[1] - first.at[1] <= reach);
    order.push(...row.sort((one, other) => one.at[0] - other.at[0]));
    row.forEach((item) => waiting.splice(waiting.indexOf(item), 1));
  }
  return order;
}

export class TileList {
  /** From a reading, or from what `state()` gave, or empty. */
  constructor(reading = null, state = null) {
    this.items = state ? state.items : reading ? fromReading(reading) : [];
    this.past = state ? state.past : [];
    this.next = Math.max(-1, ...this.items.map(({ id }) => id), state?.next ?? -1) + 1;
  }

  /** Everything as values that JSON knows. */
  state() {
    return { items: this.items, past: this.past, next: this.next };
  }

  /** The tiles that count, as [low, high]. */
  tiles() {
    return this.counted().map(({ a, b }) => lowHigh([a, b]));
  }

  /** The items that count. */
  counted() {
    return this.items.filter(({ back }) => !back);
  }

  /** The items that deserve a look. */
  unsure() {
    return this.counted().filter(({ sure }) => !sure);
  }

  item(id) {
    return this.items.find((one) => one.id === id);
  }

  /** Say what a tile shows, which settles its doubts; a back becomes a tile by it. */
  set(id, a, b) {
    this.#step(this.items.map((item) => (item.id === id
      ? { ...item, a, b, sure: true, back: false, doubts: [], changed: true } : item)));
  }

  /** Add a tile, at a point of the photo or nowhere, with an outline where that is known; returns its id. */
  add(a, b, at = null, quad = null) {
    const id = this.next;
    this.next += 1;
    this.#step([...this.items, {
      id, number: null, quad, at, a, b, sure: true, back: false, doubts: [], alternatives: [], changed: true,
    }]);
    return id;
  }

  remove(id) {
    this.#step(this.items.filter((item) => item.id !== id));
  }

  /** A tile turns out to lie face down. */
  turn(id) {
    this.#step(this.items.map((item) => (item.id === id
      ? { ...item, back: true, sure: true, doubts: [], changed: true } : item)));
  }

  clear() {
    this.#step([]);
  }

  get canUndo() {
    return this.past.length > 0;
  }

  undo() {
    if (this.canUndo) this.items = this.past.pop();
  }

  #step(items) {
    this.past = [...this.past, this.items].slice(-MOST_STEPS);
    this.items = items;
  }
}
