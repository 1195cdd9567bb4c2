// The tiles on the table, photographed at the end of a round to be compared with the hands.

import { ApiError } from '../api.js';
import { t } from '../i18n.js';
import { note } from '../parts.js';
import { sentence } from './errors.js';
import { highest } from './hand.js';
import { tilesScreen } from './tiles-screen.js';

/** Opens the screen for the tiles on the table with a photo of them. Answers what ends it. */
export function showTable(container, session, { photo, onDone }) {
  const { rules, set } = session.state;
  return tilesScreen(container, {
    title: t('game.table'), rules, set: highest(set), score: false,
    start: { photo, reading: null, state: null },
    submit: { label: t('game.table.submit'), send: async ({ tiles }) => {
      try {
        await session.showTable(tiles);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return note('error', sentence(error));
      }
      onDone();
      return null;
    } },
    onBack: onDone,
  });
}
