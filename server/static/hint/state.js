// The table that a hint is asked for, as a person taps it together; it stays on the phone until it is cleared.

import { read, write } from '../store.js';
import { tileKey } from '../points.js';

const KEY = 'hint';
/** How many tiles are dealt from a set, by its highest double and then by players; `more` of them get the last number. */
const DEALT = {
  6: { 2: 9, 3: 8, 4: 6, more: 5 },
  9: { 2: 12, 3: 11, 4: 10, more: 8 },
  12: { 2: 16, 3: 15, 4: 14, 5: 12, 6: 11, 7: 10, 8: 9 },
  15: { 2: 16, 3: 15, 4: 14, more: 12 },
  18: { 2: 16, 3: 15, 4: 14, more: 12 },
};
/** The rule systems in which all that can be chained is laid in the first turn. */
const LONG_FIRST = new Set(['sixteen']);
/** As many tiles stand for a train of which only the end is known, at most. */
const STAND_INS = 4;
export const PLAYERS = { min: 2, max: 8 };

/** An empty table: me first, the others clockwise. A train: {end: null (not started) or a value, double: whether its
 * end is a double that nobody has covered, marked, seen: its key in the photo, or null}. `names` empty: the page's own
 * word for the seat. `held`: how many tiles a seat holds where a person said so, or null. `counted`: whether a person said
 * how many play. `photo`: the table is the one that was photographed (true, or which one it was); `owners`: seats by
 * the keys of trains there, where a person said so. `firstDouble`: the value of the open double that has to be covered
 * first, where a person said so, or null. `mexicans`: the Mexican trains of which something is known. `game`, where a game has handed the table over: {id, round, name,
 * set, rules}. */
export function freshTable(players = 3, engine = 12) {
  return {
    hand: [], engine, emptyBoneyard: false, photo: false, owners: {}, firstDouble: null,
    names: Array(players).fill(''), held: Array(players).fill(null), counted: false,
    trains: Array.from({ length: players }, freshTrain), mexicans: [],
  };
}

function freshTrain() {
  return { end: null, double: false, marked: false, seen: null };
}

export function readTable(set) {
  const kept = read(KEY);
  // What was kept by an earlier page did not tell what a person had said of it.
  if (!kept) return freshTable(3, set);
  const { mexican, ...table } = kept;
  return { ...table, held: kept.held ?? kept.names.map(() => null), mexicans: kept.mexicans ?? (mexican ? [mexican] : []) };
}

/** How many tiles each seat holds: as a person said, else as many as I do at a table that was photographed, or as were
 * dealt, but no more than are left when those who nobody spoke of share what neither lies there, nor is held, nor lies
 * face down. `work`: the table in the photo, or null. */
export function sizesOf(table, { set, rules }, work = null) {
  const { hand, held } = table;
  const others = held.slice(1);
  const unsaid = others.filter((size) => size === null).length;
  const typed = [...table.trains, ...table.mexicans].filter(({ end, seen }) => end !== null && seen == null).length;
  const lying = Math.max(1, work?.list.counted().length ?? 0) + STAND_INS * typed;
  const total = ((rules.changes.copies ?? 1) * (set + 1) * (set + 2)) / 2;
  const rest = total - lying - hand.length - others.reduce((sum, size) => sum + (size ?? 0), 0);
  const down = work?.list.items.filter(({ back }) => back).length ?? 0;
  const dealt = DEALT[set][held.length] ?? DEALT[set].more;
  const most = work && hand.length > 0 ? Math.min(hand.length, dealt) : dealt;
  let given = 0;
  const assumed = () => {
    // An empty boneyard: then the others hold all that is left.
    const all = Math.floor(rest / unsaid) + (given < rest % unsaid ? 1 : 0);
    given += 1;
    if (work && table.emptyBoneyard) return Math.max(0, all);
    const share = Math.floor((rest - down) / unsaid);
    return Math.max(0, Math.min(most, share >= 1 ? share : Math.floor(rest / unsaid)));
  };
  return [hand.length, ...others.map((size) => size ?? assumed())];
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
  return { ...table, names: kept('names'), held: kept('held'), trains: kept('trains') };
}

/** The Mexican trains of a table whose rules have `count` of them. */
export function mexicanTrains(table, count) {
  return Array.from({ length: count }, (_, k) => table.mexicans[k] ?? freshTrain());
}

/** All trains in the order in which they are sent: of the seats, then the `mexican` (so many) Mexican ones. */
export function sentTrains(table, mexican) {
  return [...table.trains, ...mexicanTrains(table, mexican)];
}

/** Whether all that can be chained is laid in the first turn: then a double at the end of a train may be of that turn, and
 * obliges nobody. */
export function hasLongFirst({ preset, changes }) {
  return (changes.first_turn ?? (LONG_FIRST.has(preset) ? 'long train' : 'one tile')) === 'long train';
}

/** The values of the open doubles that a person has to be asked about: at least two, where it matters which was laid
 * first; each, where it may oblige nobody; or none. They end the `trains`; a train that is `isFaulty(train)` is sent
 * without its tiles. */
export function askedDoubles(trains, rules, isFaulty = () => false) {
  const { changes } = rules;
  const least = hasLongFirst(rules) ? 1 : 2;
  if (changes.follow === 'never' || (changes.open_doubles === 'any' && least > 1)) return [];
  const open = trains.filter((train) => train.double && train.end !== null && !isFaulty(train)).map(({ end }) => end);
  const values = [...new Set(open)];
  return values.length >= least ? values : [];
}

/** Whether the rules have the double covered first that was laid last. */
export function isReverse({ changes }) {
  return changes.open_doubles === 'reverse';
}

/** The doubles as they were laid, the first one first; `next`: the value of the one that has to be covered first, or
 * null where nobody said so. Where the others may oblige nobody, it is alone. */
export function doublesLaid(values, next, rules) {
  if (!values.includes(next)) return [];
  if (hasLongFirst(rules)) return [[next, next]];
  const others = values.filter((value) => value !== next);
  return (isReverse(rules) ? [...others, next] : [next, ...others]).map((value) => [value, value]);
}

/** The body of a request for hints; `names` are words for every seat and `sizes` what they hold; `doubles` are
 * those of `doublesLaid`; `told(train, owner)` says what is known of a train of the photo. */
export function request(table, names, { rules, set, sizes, mexican, doubles, told }) {
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
    hand_sizes: sizes,
    boneyard: table.emptyBoneyard ? 0 : null,
    doubles,
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
