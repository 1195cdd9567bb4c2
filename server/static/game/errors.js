// What went wrong, in the player's language.

import { t } from '../i18n.js';

const KNOWN = new Set([
  'offline', 'unknown_code', 'seat_taken', 'round_over', 'hands_missing', 'conflict', 'no_game', 'no_token', 'not_host',
  'not_your_seat', 'photos_not_kept', 'key_reused', 'too_many',
]);

/** A sentence for an error: in the language of the page where its code is known, else as the server says it. */
export function sentence(error) {
  const code = error.status === 429 ? 'too_many' : error.code;
  return KNOWN.has(code) ? t(`game.error.${code}`) : error.message;
}
