// The hand that is counted in the view Score, as it stays on this phone, so that other views can bring one there.

import { keepPhoto, keptPhoto, read, remove, write } from './store.js';

const KEY = 'score';

/** Takes the offer away to bring a cleared hand back. */
let drop = () => {};

/** The hand, or null: {reading, state, set} once it was read, with the highest double of the set it was read with; {}
 * while its photo waits for the server. */
export function countedHand() {
  return read(KEY);
}

/** The photo of the hand, or null. */
export function countedPhoto() {
  return keptPhoto(KEY);
}

/** Keep the hand as it is now. */
export function keepCounted(work) {
  write(KEY, work);
}

/** Begin with another hand; `photo` may be null. */
export async function newCounted(work, photo) {
  dropCleared();
  write(KEY, work);
  // Phones may end a page while their camera is open; then it goes on from here.
  await keepPhoto(KEY, photo);
}

/** Forget the hand and its photo. */
export function forgetCounted() {
  remove(KEY);
  keepPhoto(KEY, null);
}

/** A cleared hand can be brought back until there is another one, which would be lost by that; `take()` ends the offer. */
export function offerCleared(take) {
  drop = take;
}

/** No longer offer to bring a cleared hand back. */
export function dropCleared() {
  drop();
}
