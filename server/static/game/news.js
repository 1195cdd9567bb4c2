// What happened between two states of a game, as one sentence for those who listen.

import { t } from '../i18n.js';

/** A sentence for the most important change, null when nothing is worth saying; `seat` is the own one. */
export function news(before, after, seat) {
  if (!before || !after || before.version === after.version) return null;
  const name = (who) => after.players[who].name;
  if (after.over && !before.over) return t('game.news.over');
  if (after.rounds.length > before.rounds.length) return t('game.news.closed', { round: after.rounds.length });
  if (after.rounds.length < before.rounds.length) return t('game.news.reopened', { round: before.rounds.length });
  const came = after.players.find((player) => player.joined && !before.players[player.seat].joined);
  if (came) return t('game.news.joined', { name: came.name });
  const had = new Set(before.current?.submissions.map((hand) => hand.seat));
  const handed = after.current?.submissions.find((hand) => !had.has(hand.seat) && hand.seat !== seat);
  if (!handed) return null;
  const missing = after.current.missing.length;
  return missing ? t('game.news.hand', { name: name(handed.seat), n: missing })
    : t('game.news.all', { name: name(handed.seat) });
}
