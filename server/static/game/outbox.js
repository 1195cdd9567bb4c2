// Hands on their way to the server. A hand that could not be sent is kept in this browser and sent again with the same
// key, so it counts once however often it travels.

import { newKey, post } from '../api.js';
import { read, write } from '../store.js';

const WAITING = 'outbox';
const AGAIN_MS = 8000;

/** What waits of one game, the oldest first: {key, game, body, refused: sentence|null}. */
export function waiting(game) {
  return read(WAITING, []).filter((item) => item.game === game);
}

/** Puts a hand into the outbox; one of the same seat and round that still waits is replaced by it. */
export function put(game, body) {
  const item = { key: newKey(), game, body, refused: null };
  const same = (other) => other.game === game && other.body.seat === body.seat && other.body.round === body.round;
  write(WAITING, [...read(WAITING, []).filter((other) => !same(other)), item]);
  return item;
}

/** Takes a hand out of the outbox, sent or not. */
export function drop(key) {
  write(WAITING, read(WAITING, []).filter((item) => item.key !== key));
}

/**
 * Sends what waits of a game. Answers the newest state of the game, or null when nothing got through.
 * A hand that the server refuses stays, with its reason, until a person throws it away.
 */
export async function send(game, token) {
  let state = null;
  for (const item of waiting(game).filter((one) => !one.refused)) {
    try {
      state = await post(`/api/games/${game}/hands`, item.body, { token, key: item.key });
      drop(item.key);
    } catch (error) {
      if (mayComeRight(error)) return state;
      const refused = { code: error.code, message: error.message };
      write(WAITING, read(WAITING, []).map((one) => (one.key === item.key ? { ...one, refused } : one)));
    }
  }
  return state;
}

/** Whether sending again may help: the network was away or slow, or the server has too much to do. */
export function mayComeRight(error) {
  return error.code === 'offline' || error.status === 408 || error.status === 429 || error.status >= 500;
}

/** Calls `attempt` whenever sending again makes sense; answers a function that stops it. */
export function whenWorthwhile(attempt) {
  const timer = setInterval(attempt, AGAIN_MS);
  window.addEventListener('online', attempt);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', attempt);
  };
}
