// Errors, warnings and doubts in the words of the page, by their codes.

import { ApiError } from './api.js';
import { knows, t } from './i18n.js';

/** What to tell a person about an error; the server's own sentence where the page has no words for its code. */
export function errorText(error) {
  if (!(error instanceof ApiError)) throw error;
  const key = `app.error.${error.code}`;
  return knows(key) ? t(key, error.details) : error.message;
}

/** The warning about a photo, with what to do. */
export function warningText(warning) {
  const key = `score.warning.${warning.code}`;
  return knows(key) ? t(key) : warning.text;
}

/** Why a tile deserves a look; `value` is what was read on the half that the doubt is about. */
export function doubtText(doubt, value) {
  const key = `score.doubt.${doubt.code}`;
  return knows(key) ? t(key, { value }) : t('score.doubt.look');
}

/** The name of a set by its highest double. */
export function setName(highest) {
  return t(`app.set.${highest}`);
}

/** What a double is called where it is spoken of, as the engine of a round: `Double 12`, or `Double blank`. */
export function doubleName(value) {
  return value === 0 ? t('app.double.blank') : t('app.double', { number: value });
}
