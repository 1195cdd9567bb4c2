// What the game that is played on this phone knows of the table: how many play, and the hands that were handed in.

import { lastState, nameOf, openGame } from '../game/kept.js';

/** The open game while a round of it is played, or null: {name, players: how many, hands}. The hands are those of this
 * round, as far as this phone may see them; null for each player who went out. */
export function gameInPlay() {
  const kept = openGame();
  const state = kept && lastState(kept.id);
  if (!state?.current) return null;
  const hands = state.current.submissions.flatMap(({ tiles, out }) => (out ? [null] : tiles?.length > 0 ? [tiles] : []));
  return { name: nameOf(state), players: state.players.length, hands };
}
