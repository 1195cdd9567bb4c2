// The photo of a hand in a card, and what was read in it, as they stay on the phone until the card shows the tiles alone.

import { lowHigh } from '../points.js';
import { keepPhoto, keptPhoto, read, remove, write } from '../store.js';

/** A place for the photo of one hand under `name`; `of` says what the hand belongs to. Returns {kept(tiles), photo(),
 * begin(photo, tiles), keep(work, tiles), forget(), moveTo(name)}. `tiles`: those of the hand by then. A work is {reading,
 * state}, both null while the photo waits for the server. What is kept for another hand, one with other tiles or of
 * something else, is not found. */
export function handPhoto(name, of = null) {
  const keep = ({ reading, state }, tiles) => write(name, { of, tiles, reading, state });
  const forget = async () => {
    if (read(name) === null) return;
    remove(name);
    await keepPhoto(name, null);
  };
  return {
    keep, forget,
    kept(tiles) {
      const kept = read(name);
      return kept !== null && kept.of === of && same(kept.tiles, tiles) ? kept : null;
    },
    photo: () => keptPhoto(name),
    async begin(photo, tiles) {
      keep({ reading: null, state: null }, tiles);
      await keepPhoto(name, photo);
    },
    /** Keep it under another name, in place of what is there. */
    async moveTo(other) {
      const kept = read(name);
      await handPhoto(other).forget();
      if (kept === null) return;
      write(other, kept);
      await keepPhoto(other, await keptPhoto(name));
      await forget();
    },
  };
}

/** Whether two hands have the same tiles in the same order. */
export function same(one, other) {
  return JSON.stringify(one.map(lowHigh)) === JSON.stringify(other.map(lowHigh));
}
