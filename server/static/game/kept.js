// The games that this phone takes part in, with the tokens that open them. They stay in this browser.

import { list } from '../i18n.js';
import { read, remove, write } from '../store.js';

const KEPT = 'games';
const OPEN = 'games.open';

/** How a game stood when this phone last heard of it, or null: shown at once, and while the server is away. */
export function lastState(id) {
  return read(`last-${id}`);
}

/** Keep how a game stands. */
export function keepState(state) {
  write(`last-${state.id}`, state);
}

/** Every kept game, the one opened last first: {id, name, seat, hostToken, seatToken, at}. */
export function keptGames() {
  return [...read(KEPT, [])].sort((one, other) => other.at - one.at);
}

/** Keeps a game, or adds what is new to one that is kept already (a host who takes a seat, say). */
export function keepGame(game) {
  const others = read(KEPT, []).filter((kept) => kept.id !== game.id);
  const known = read(KEPT, []).find((kept) => kept.id === game.id) ?? { at: Date.now() };
  const merged = { ...known, ...Object.fromEntries(Object.entries(game).filter(([, value]) => value !== null)) };
  write(KEPT, [...others, merged]);
  return merged;
}

/** Forgets a game: the server keeps it, this phone no longer has a key to it. */
export function forgetGame(id) {
  write(KEPT, read(KEPT, []).filter((kept) => kept.id !== id));
  remove(`last-${id}`);
  if (read(OPEN, null) === id) write(OPEN, null);
}

/** The game that was open when the page was left, or null. */
export function openGame() {
  return read(KEPT, []).find((kept) => kept.id === read(OPEN, null)) ?? null;
}

/** Says which game is open, and so comes first; null for the list of games. */
export function rememberOpen(id) {
  write(OPEN, id);
  write(KEPT, read(KEPT, []).map((kept) => (kept.id === id ? { ...kept, at: Date.now() } : kept)));
}

/** What a game is called: its name, or those who play. */
export function nameOf({ name, players }) {
  return name || list(players.map((player) => player.name));
}

/** The token that may do most: the host's, else the seat's. */
export function tokenOf(kept) {
  return kept.hostToken ?? kept.seatToken;
}
