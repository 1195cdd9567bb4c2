// What cannot be right about a hand at this table, told before anybody asks for advice.

import { h } from '../dom.js';
import { list, t } from '../i18n.js';
import { note } from '../parts.js';
import { lowHigh, tileKey } from '../points.js';
import { tileName } from '../tiles.js';
import { doubleName, setName } from '../words.js';

/** The tiles of a hand that cannot be there, each once, as [low, high]: {engine, beyond, lying, twice}: the engine, those
 * that the set does not have, those that lie on the table (`work`, the table in a photo, or null), and those that are in
 * the hand too often. */
export function wrongInHand({ hand, engine }, { set, rules }, work = null) {
  const copies = rules.changes.copies ?? 1;
  const lying = new Map();
  for (const { a, b } of work?.list.counted() ?? []) lying.set(tileKey([a, b]), (lying.get(tileKey([a, b])) ?? 0) + 1);
  const held = new Map();
  for (const tile of hand) held.set(tileKey(tile), (held.get(tileKey(tile)) ?? 0) + 1);
  const found = { engine: [], beyond: [], lying: [], twice: [] };
  for (const [key, often] of held) {
    const tile = lowHigh(key.split('-').map(Number));
    const there = Math.max(lying.get(key) ?? 0, tile[0] === engine && tile[1] === engine ? 1 : 0);
    if (tile[1] > set) found.beyond.push(tile);
    else if (tile[0] === engine && tile[1] === engine && often + there > copies) found.engine.push(tile);
    else if (often > copies) found.twice.push(tile);
    else if (often + there > copies) found.lying.push(tile);
  }
  return found;
}

/** Which words say what has to be corrected before advice can be given, or null: of tiles that lie apart in the photo, the
 * hand itself may be what lies there. `wrong`: what `wrongInHand` found. */
export function handBlock({ engine, beyond, lying, twice }, work = null) {
  if (beyond.length > 0) return 'hint.check_hand';
  const trains = work?.answer.trains.filter(({ kind }) => kind !== 'apart') ?? [];
  const laid = new Set(trains.flatMap(({ numbers }) => numbers).map((number) => work.item(number)).filter(Boolean)
    .map(({ a, b }) => tileKey([a, b])));
  return [...engine, ...twice, ...lying.filter((tile) => laid.has(tileKey(tile)))].length > 0 ? 'hint.check_fit' : null;
}

/** All of it in one box, or null where nothing is wrong. */
export function handNote({ engine, beyond, lying, twice }, set) {
  // A tile is not parted at the end of a line.
  const tiles = (some) => list(some.map((tile) => tileName(...tile).replace('–', '\u2060–\u2060')));
  const told = [
    engine.length > 0 && t('hint.has_engine', { tile: doubleName(engine[0][0]) }),
    beyond.length > 0 && t('hint.hand.beyond', { tiles: tiles(beyond), set: setName(set) }),
    lying.length > 0 && t('hint.hand.lying', { tiles: tiles(lying) }),
    twice.length > 0 && t('hint.hand.twice', { tiles: tiles(twice) }),
  ].filter(Boolean);
  return told.length > 0
    ? note('warn', t('hint.hand.wrong'), h('ul', { class: 'hand-wrong' }, told.map((text) => h('li', { text })))) : null;
}
