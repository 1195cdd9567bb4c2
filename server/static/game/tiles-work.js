// Tiles of a round that are being entered, a hand or those on the table, kept on this phone until they are handed in:
// phones may end a page while their camera is open, and a server may be away when a photo is to be read.

import { keepPhoto, keptPhoto, read, remove, write } from '../store.js';

const HAND = 'hand-work';
const TABLE = 'table-work';

/** What tells the hand of a seat from others, in the round that is played. One hand is kept on a phone. */
export function handOf(session, seat) {
  return { name: HAND, game: session.id, round: session.state.current.number, seat };
}

/** What tells the tiles on the table from others, in the round that is played. */
export function tableOf(session) {
  return { name: TABLE, game: session.id, round: session.state.current.number, seat: null };
}

/** Whether work on these tiles (`handOf`, `tableOf`) is kept. */
export function hasWork(tiles) {
  return belongs(read(tiles.name), tiles);
}

/** The work on these tiles: {photo, reading, state}, or null. */
export async function workOf(tiles) {
  const kept = read(tiles.name);
  if (!belongs(kept, tiles)) return null;
  return { photo: await keptPhoto(tiles.name), reading: kept.reading, state: kept.state };
}

/** Keep the work on them; the photo only when it is a new one. */
export async function keepWork({ name, game, round, seat }, { reading, state }, photo) {
  write(name, { game, round, seat, reading, state });
  if (photo !== undefined) await keepPhoto(name, photo);
}

/** Forget the work, once they are handed in. */
export function forgetWork({ name }) {
  remove(name);
  keepPhoto(name, null);
}

function belongs(kept, tiles) {
  return Boolean(kept) && ['game', 'round', 'seat'].every((name) => kept[name] === tiles[name]);
}
