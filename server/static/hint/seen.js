// A table that was photographed as the table of a hint: whose train is whose, and how each of them goes on.

import { t } from '../i18n.js';
import { PLAYERS, withPlayers } from './state.js';

const NOTHING = { end: null, double: false, marked: false, seen: null };

/** The table with what the photo shows (`work`, a TableWork). Trains go to the seats clockwise from mine, unless a person
 * said otherwise (`table.owners`); `all`: also where a person had typed an end. Then there are as many players as trains,
 * unless a person or a game said how many play, here or beside the photo. */
export function takeOver(table, work, { all = false } = {}) {
  const trains = work.trains().filter(({ branch }) => !branch);
  const personal = trains.filter(({ train }) => train.kind === 'personal');
  const first = personal.findIndex(({ mine }) => mine);
  // Without a train of mine the seat next to me has the first one.
  const order = first < 0 ? [null, ...personal] : [...personal.slice(first), ...personal.slice(0, first)];
  const isSaid = table.counted || Boolean(table.game) || table.names.some(Boolean);
  const least = all && !isSaid ? work.players ?? PLAYERS.min : table.names.length;
  const players = Math.min(PLAYERS.max, Math.max(least, order.length));
  const wide = withPlayers(table, players);
  const owners = Object.fromEntries(Object.entries(table.owners ?? {})
    .filter(([key, seat]) => seat < players && personal.some((one) => one.key === Number(key))));
  const seats = Array(players).fill(null);
  for (const one of personal) if (owners[one.key] !== undefined) seats[owners[one.key]] = one;
  order.forEach((one, place) => {
    if (one === null || seats.includes(one)) return;
    const seat = place < players && seats[place] === null ? place : seats.indexOf(null, first < 0 ? 1 : 0);
    if (seat >= 0) seats[seat] = one;
  });
  const typed = (one) => !all && one.seen == null && one.end !== null;
  const mexicans = trains.filter(({ train }) => train.kind === 'mexican');
  const known = Array.from({ length: Math.max(mexicans.length, wide.mexicans.length) }, (_, k) => k);
  return {
    ...wide, owners, engine: work.answer.engine ?? table.engine,
    trains: seats.map((one, seat) => (one ? seenTrain(work, one) : typed(wide.trains[seat]) ? wide.trains[seat] : NOTHING)),
    mexicans: known.map((k) => (mexicans[k] ? seenTrain(work, mexicans[k])
      : wide.mexicans[k] && typed(wide.mexicans[k]) ? wide.mexicans[k] : NOTHING)),
  };
}

/** A train of the photo as a row of the table. */
export function seenTrain(work, { key, marked }) {
  const { ends } = work.whole(key);
  const end = ends[0] ?? null;
  const last = end && work.answer.tiles[end.on];
  return { end: end?.value ?? null, double: last ? last.a === last.b : false, marked, seen: key };
}

/** A train as advice wants it; one that is wrong in itself is told by its end alone. */
export function told(work, { seen, end, marked }, owner) {
  if (work.isFaulty(seen)) return { owner, open: marked, tiles: [], ...(end === null ? {} : { end }) };
  const { tiles, on } = work.whole(seen);
  return { owner, open: marked, tiles, on };
}

/** Where a move of the advice lies in the photo: the open end, or the engine for the first tile of a train; null where
 * the photo does not show it. `trains`: in the order in which they were sent. */
export function placeOf(work, trains, move) {
  if (move.kind !== 'play') return null;
  const train = trains[move.train];
  if (!train) return null;
  if (train.seen == null) {
    const { engine_tile: engine, tiles } = work.answer;
    return train.end === null && engine !== null ? { start: tiles[engine].quad } : null;
  }
  const { places, ends } = work.whole(train.seen);
  const number = places[move.position];
  const end = ends.find(({ on }) => on === number) ?? ends.find(({ value }) => value === move.on);
  return end ? { end, from: work.answer.tiles[end.on].quad } : null;
}

/** The sign beside a row: the number of its train in the photo. */
export function signOf(work, seen) {
  return seen == null || !work ? null : work.trains().find(({ key }) => key === seen) ?? null;
}

/** The name of a train of the photo in a list to choose from. */
export function choiceName({ train, label }) {
  return train.kind === 'personal' ? t('table.name.personal', { number: label }) : t(`table.name.${train.kind}`);
}
