// The table that a hint is asked for, as a person taps it together; it stays on the phone until it is cleared.

import { read, write } from '../store.js';
import { tileKey } from '../points.js';

const KEY = 'hint';
const DEALT = { 2: 16, 3: 15, 4: 14, 5: 12, 6: 11, 7: 10, 8: 9 };
export const PLAYERS = { min: 2, max: 8 };

/** An empty table: me first, the others clockwise. A train: {end: null (not started) or a value, double: whether its
 * end is a double that nobody has covered, marked, seen: its key in the photo, or null}. `names` empty: the page's own
 * word for the seat. `photo`: the table is the one that was photographed (true, or which one it was); `owners`: seats by
 * the keys of trains there, where a person said so. `game`, where a game has handed the table over: {id, round, name,
 * set, rules}. */
export function freshTable(players = 3, engine = 12) {
  const train = () => ({ end: null, double: false, marked: false, seen: null });
  return {
    hand: [], engine, emptyBoneyard: false, photo: false, owners: {},
    names: Array(players).fill(''), sizes: Array(players).fill(DEALT[players]),
    trains: Array.from({ length: players }, train), mexican: train(),
  };
}

export function readTable(set) {
  return read(KEY) ?? freshTable(3, set);
}

export function writeTable(table) {
  write(KEY, table);
}

/** The rules of a table and the highest double of its set: those of its game, or else the usual ones. */
export function playOf(table, usual) {
  const { rules, set } = table.game ?? usual;
  return { rules, set };
}

/** The same table with so many players; those at the end leave or come. */
export function withPlayers(table, count) {
  const fresh = freshTable(count, table.engine);
  const kept = (name) => fresh[name].map((one, seat) => table[name][seat] ?? one);
  return { ...table, names: kept('names'), sizes: kept('sizes'), trains: kept('trains') };
}

/** All trains in the order in which they are sent: of the seats, then the Mexican one. */
export function sentTrains(table, mexican) {
  return [...table.trains, ...(mexican ? [table.mexican] : [])];
}

/** The body of a request for hints; `names` are words for every seat; `told(train, owner)` says what is known of a train
 * of the photo. */
export function request(table, names, { rules, set, mexican, told }) {
  const taken = new Set([tileKey([table.engine, table.engine]), ...table.hand.map(tileKey)]);
  const train = (owner, one) => {
    if (one.seen != null && told) return told(one, owner);
    const { end, double, marked } = one;
    return {
      owner, open: marked, tiles: double && end !== null ? openDouble(table.engine, end, set, taken) : [],
      ...(end !== null && !double ? { end } : {}),
    };
  };
  return {
    rules: { ...rules, changes: { ...rules.changes, ...(set === 12 ? {} : { highest: set }) } },
    hand: table.hand, players: names, me: 0, engine: [table.engine, table.engine],
    trains: sentTrains(table, mexican).map((one, k) => train(k < names.length ? k : null, one)),
    hand_sizes: table.sizes.map((size, seat) => (seat === 0 ? table.hand.length : size)),
    boneyard: table.emptyBoneyard ? 0 : null,
    seconds: 0.6,
  };
}

/** Tiles that stand for a train which ends in an open double: nobody looks at how it came there. */
function openDouble(engine, end, set, taken) {
  const free = (...tiles) => tiles.every((tile) => !taken.has(tileKey(tile)));
  const values = Array.from({ length: set + 1 }, (_, value) => value).filter((value) => value !== engine && value !== end);
  const ways = [
    ...(engine === end ? [] : [[[engine, end]]]),
    ...values.map((by) => [[engine, by], [by, end]]),
    ...values.flatMap((by) => values.filter((other) => other !== by)
      .map((other) => [[engine, by], [by, other], [other, end]])),
  ];
  const way = [...(ways.find((tiles) => free(...tiles)) ?? [[engine, end]]), [end, end]];
  way.forEach((tile) => taken.add(tileKey(tile)));
  return way;
}
