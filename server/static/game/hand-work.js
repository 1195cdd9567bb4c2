// A hand that is being entered, kept on this phone until it is handed in: phones may end a page while their camera is
// open, and a server may be away when a photo is to be read.

import { keepPhoto, keptPhoto, read, remove, write } from '../store.js';

const WORK = 'hand-work';

/** Whether work on this hand (game, round, seat) is kept. */
export function hasWork(hand) {
  return belongs(read(WORK), hand);
}

/** The work on this hand: {photo, reading, state}, or null. */
export async function workOf(hand) {
  const kept = read(WORK);
  if (!belongs(kept, hand)) return null;
  return { photo: await keptPhoto(WORK), reading: kept.reading, state: kept.state };
}

/** Keep the work on a hand; the photo only when it is a new one. */
export async function keepWork(hand, { reading, state }, photo) {
  write(WORK, { game: hand.game, round: hand.round, seat: hand.seat, reading, state });
  if (photo !== undefined) await keepPhoto(WORK, photo);
}

/** Forget the work, once the hand is handed in. */
export function forgetWork() {
  remove(WORK);
  keepPhoto(WORK, null);
}

function belongs(kept, hand) {
  return Boolean(kept) && ['game', 'round', 'seat'].every((name) => kept[name] === hand[name]);
}
