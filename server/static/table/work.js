// The table that was photographed last: what was read of it, what a person corrected, whose train is whose. It stays on
// the phone, and the views Table and Hint share it. Trains are known by the item of their first tile.

import { post, postImage } from '../api.js';
import { settings } from '../settings.js';
import { keepPhoto, keptPhoto, read, remove, write } from '../store.js';
import { TileList, middle, upright } from '../tile-list.js';
import { gameInPlay } from './in-play.js';
import { lengthOf } from './outlines.js';

const KEY = 'table';
const SET_KEY = 'table-set';
const STEPS_KEPT = 5;
const SEEN = 0.02;
/** What is known of hands and players at first. */
const NOBODY = JSON.stringify({ hands: [], players: null });

/** Takes the offer away to bring a cleared table back. */
let drop = () => {};

/** The photo that waits or was read, or null. */
export function tablePhoto() {
  return keptPhoto(KEY);
}

/** The highest double of the set on the table: as it was said there, else that of the usual rules. */
export function tableSet() {
  return read(SET_KEY, null) ?? settings().set;
}

/** Keep the set on the table; the usual one, by which hands are counted, stays. */
export function keepTableSet(set) {
  if (set === settings().set) remove(SET_KEY);
  else write(SET_KEY, set);
}

/** Keep a photo that is still to be read; null forgets photo and table. */
export async function keepTablePhoto(photo) {
  dropCleared();
  if (photo === null) remove(KEY);
  else write(KEY, {});
  await keepPhoto(KEY, photo);
}

/** A cleared table can be brought back until there is another one, which would be lost by that; `take()` ends the
 * offer. */
export function offerCleared(take) {
  drop = take;
}

/** No longer offer to bring a cleared table back. */
export function dropCleared() {
  drop();
}

/** Whether a photo was taken and not read yet. */
export function isWaiting() {
  return read(KEY) !== null && read(KEY).seen === undefined;
}

/** The table that was read last, or null. */
export function keptTable() {
  const kept = read(KEY);
  return kept?.seen ? new TableWork(kept) : null;
}

/** Have a photo of a table read; `play`: the rules and the highest double of the set, `engine`: that of the round, or
 * null. */
export function readTable(blob, { play: { set, rules }, engine = null, signal, onProgress }) {
  const told = ['copies', 'branches', 'mexican_trains'].filter((name) => name in rules.changes);
  const asked = new URLSearchParams({ set: `double-${set}`, preset: rules.preset,
    ...Object.fromEntries(told.map((name) => [name, rules.changes[name]])) });
  if (engine !== null && engine <= set) asked.set('engine', engine);
  return postImage(`/api/tables?${asked}`, blob, { signal, onProgress });
}

export class TableWork {
  /** From a first answer (`{seen}`) or from what `keep()` kept. `hands`: the tiles of players, null for who has none
   * left; one without tiles is still to be given. `players`: how many play, null where nobody said so here. `about`: the
   * hands and players that the answer knows of. */
  constructor({
    seen, play = settings(), answer = seen, ids = null, list = null, mine = null, asked = false, open = {}, hands = [],
    players = null, about = NOBODY, round = null, born = Date.now(),
  }) {
    Object.assign(this, { seen, answer, mine, asked, open, hands, players, about, round, born });
    this.play = { set: play.set, rules: play.rules };
    this.list = new TileList(list ? null : seen, list);
    this.ids = ids ?? seen.tiles.map((_, number) => this.list.items.find((item) => item.number === number).id);
  }

  /** Keep it on the phone. */
  keep() {
    const { seen, play, answer, ids, mine, asked, open, hands, players, about, round, born } = this;
    const { past, ...list } = this.list.state();
    write(KEY, { seen, play, answer, ids, mine, asked, open, hands, players, about, round, born,
      list: { ...list, past: past.slice(-STEPS_KEPT) } });
  }

  /** The item of a number of the last answer; undefined when it was removed since. */
  item(number) {
    return this.list.item(this.ids[number]);
  }

  get unsure() {
    return this.list.unsure();
  }

  /** The hands that are known, null for each player who has no tile left. */
  get givenHands() {
    return this.hands.filter((tiles) => tiles === null || tiles.length > 0);
  }

  /** How many play: as a person said, else as the game in play has it; null where nobody knows. */
  get playing() {
    return this.players ?? gameInPlay()?.players ?? null;
  }

  /** Whether the last answer is about the hands and players as they are now. */
  get isCurrent() {
    return this.about === JSON.stringify(this.#held());
  }

  /** The hands as they are asked about; without any it does not matter how many play. */
  #held() {
    const hands = this.givenHands.map((tiles) => tiles ?? []);
    return { hands, players: hands.length > 0 ? this.playing : null };
  }

  /** Look at the table anew: trains and findings as the server makes them of the tiles as they are now. */
  async audit(signal) {
    const held = this.#held();
    const sent = this.list.counted().filter(({ quad }) => quad);
    const { set, rules } = this.play;
    const answer = await post('/api/tables/audit', {
      set: `double-${set}`, rules, width: this.seen.width, height: this.seen.height,
      engine: this.round !== null && this.round <= set ? this.round : null,
      tiles: sent.map((item) => this.#told(item)),
      face_down: this.list.items.filter(({ back, quad }) => back && quad).map(({ quad }) => quad),
      markers: this.#markers(), ...held,
    }, { signal });
    this.about = JSON.stringify(held);
    this.#take(answer, sent.map(({ id }) => id));
  }

  /** What the eye saw of a tile, or what a person says it is. */
  #told(item) {
    if (item.changed) return { quad: item.quad, a: item.a, b: item.b };
    const { quad, a, b, score, halves } = this.seen.tiles[item.number];
    return { quad, a, b, score, halves };
  }

  /** Markers were seen in the photo, and stay where they lie. */
  #markers() {
    return this.seen.trains.filter((train) => train.marker_confidence > SEEN && train.ends.length > 0)
      .map((train) => ({ at: train.ends[0].at, confidence: train.marker_confidence })).slice(0, 16);
  }

  #take(answer, ids) {
    this.answer = answer;
    this.ids = ids;
    const tiles = new Map(ids.map((id, number) => [id, answer.tiles[number]]));
    this.list.items = this.list.items.map((item) => {
      if (item.changed || !tiles.has(item.id)) return item;
      // Neighbours settle what the eye was unsure of.
      const { a, b, sure, doubts, alternatives } = upright(tiles.get(item.id));
      return { ...item, a, b, sure, doubts, alternatives };
    });
    this.keep();
  }

  /** All trains of the last answer, as they are shown: {key, index, train, label, colour, branch, marked, mine}. */
  trains() {
    const { trains } = this.answer;
    const mine = this.mineKey();
    const shown = [];
    let personal = 0;
    let mexican = 0;
    trains.forEach((train, index) => {
      const key = this.ids[train.numbers[0]];
      if (train.branch_of !== null) {
        const parent = shown.findLast((one) => !one.branch && trains[one.index].kind === train.kind) ?? null;
        const whole = shown.find((one) => trains[one.index].numbers.includes(train.branch_of)) ?? parent;
        shown.push({ key, index, train, label: whole?.label ?? '?', colour: whole?.colour ?? 'apart', branch: true,
          parent: whole?.key ?? null, marked: false, mine: whole?.mine ?? false });
        return;
      }
      if (train.kind === 'personal') personal += 1;
      if (train.kind === 'mexican') mexican += 1;
      shown.push({
        key, index, train, branch: false, parent: null,
        label: { personal: String(personal), mexican: mexican > 1 ? `M${mexican}` : 'M', apart: '?' }[train.kind],
        colour: train.kind === 'personal' ? String(((personal - 1) % 8) + 1) : train.kind,
        marked: this.open[key] ?? train.marker, mine: mine === key,
      });
    });
    return shown;
  }

  /** The key of my train: as a person said, else of the one that reaches nearest to the bottom edge; -1 for none. */
  mineKey() {
    const personal = this.answer.trains.filter(({ kind, branch_of: branch }) => kind === 'personal' && branch === null);
    const keys = personal.map(({ numbers }) => this.ids[numbers[0]]);
    if (this.mine !== null && (this.mine === -1 || keys.includes(this.mine))) return this.mine;
    const low = personal.map(({ numbers }) => Math.max(
      ...numbers.map((number) => middle(this.answer.tiles[number].quad)[1])));
    return low.length > 0 ? keys[low.indexOf(Math.max(...low))] : -1;
  }

  /** A train with its branches as advice wants it: {tiles, on}, with the places of all its `ends`, and `places`: from
   * the position of a tile to its number. */
  whole(key) {
    const tiles = [];
    const on = [];
    const places = [];
    const ends = [];
    const parts = this.trains().filter((one) => one.key === key || (one.branch && this.#root(one) === key));
    for (const { train } of parts) {
      const from = tiles.length;
      const start = train.branch_of === null ? -1 : places.indexOf(train.branch_of);
      train.tiles.forEach((tile, k) => {
        tiles.push(tile);
        on.push(train.on[k] === -1 ? start : train.on[k] + from);
        places.push(train.numbers[k]);
      });
      ends.push(...train.ends);
    }
    return { tiles, on, places, ends };
  }

  #root(one) {
    const parent = this.trains().find(({ key }) => key === one.parent);
    return parent?.branch ? this.#root(parent) : one.parent;
  }

  /** Whether something is wrong with a train itself, so that only its end can be told. */
  isFaulty(key) {
    const parts = this.trains().filter((one) => one.key === key || (one.branch && this.#root(one) === key));
    const indexes = parts.map(({ index }) => index);
    const numbers = parts.flatMap(({ train }) => train.numbers);
    // Of tiles that are there twice, the second one is taken for the wrong one.
    return this.answer.findings.some((one) => one.severity === 'error'
      && (indexes.includes(one.train) || one.numbers.slice(1).some((number) => numbers.includes(number))));
  }

  /** How long a tile is in the photo: the middle one of all. */
  tileLength() {
    const lengths = this.answer.tiles.map(({ quad }) => lengthOf(quad)).sort((one, other) => one - other);
    return lengths[Math.floor(lengths.length / 2)] ?? this.seen.width / 10;
  }
}
