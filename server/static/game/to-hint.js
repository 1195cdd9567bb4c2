// From a game to a hint about it: who plays, whose hand it is, the engine and the rules go along.

import { freshTable, readTable, writeTable } from '../hint/state.js';
import { go } from '../router.js';
import { settings } from '../settings.js';
import { highest } from './hand.js';
import { nameOf } from './kept.js';

/** Shows the Hint part for the own seat of a game. What was tapped together there for the same round stays. */
export function toHint(session) {
  const { state, seat } = session;
  const { number, engine, submissions } = state.current;
  const set = highest(state.set);
  const before = readTable(settings().set);
  const isSame = before.game?.id === state.id && before.game.round === number;
  const players = [...state.players.slice(seat), ...state.players.slice(0, seat)];
  const fresh = isSame ? before : freshTable(players.length, engine ?? set);
  const handed = submissions.find((hand) => hand.seat === seat)?.tiles ?? [];
  writeTable({
    ...fresh,
    hand: handed.length > 0 ? handed : fresh.hand,
    // The page has a word of its own for the person who asks.
    names: players.map(({ name }, place) => (place === 0 ? '' : name)),
    game: { id: state.id, round: number, name: nameOf(state), set, rules: state.rules },
  });
  go('hint');
}
