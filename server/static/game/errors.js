// What went wrong, in the player's language.

import { knows, t } from '../i18n.js';
import { errorText } from '../words.js';

/** A sentence for an error of a game; what every part of the page may meet is worded by the shell. */
export function sentence(error) {
  const key = `game.error.${error.status === 429 ? 'too_many' : error.code}`;
  return knows(key) ? t(key) : errorText(error);
}
