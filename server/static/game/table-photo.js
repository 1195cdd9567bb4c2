// The tiles on the table, photographed at the end of a round to be compared with the hands.

import { ApiError } from '../api.js';
import { t } from '../i18n.js';
import { note } from '../parts.js';
import { sentence } from './errors.js';
import { highest } from './hand.js';
import { tilesScreen } from './tiles-screen.js';
import { forgetWork, keepWork, tableOf, workOf } from './tiles-work.js';

/** Opens the screen for the tiles on the table with a photo of them; without one it goes on with what was begun. Answers
 * what ends it. */
export function showTable(container, session, { photo = null, onDone }) {
  const { rules, set } = session.state;
  const table = tableOf(session);
  let left = false;
  let end = () => { left = true; };

  async function send({ tiles }) {
    try {
      await session.showTable(tiles);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return note('error', sentence(error));
    }
    forgetWork(table);
    onDone();
    return null;
  }

  async function begin() {
    const start = photo ? { photo, reading: null, state: null } : await workOf(table);
    if (left) return;
    end = tilesScreen(container, {
      title: t('game.table'), rules, set: highest(set), score: false, start,
      submit: { label: t('game.table.submit'), send },
      onWork: (work, other) => { keepWork(table, work, other); },
      onBack: onDone,
    });
  }

  begin();
  return () => end();
}
