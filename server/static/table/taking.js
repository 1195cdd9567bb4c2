// Taking a photo of a table, and having it read.

import { newCounted } from '../counted.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { button, note } from '../parts.js';
import { prepared } from '../photo.js';
import { showReading } from '../photo-reading.js';
import { go } from '../router.js';
import { settings } from '../settings.js';
import { TableWork, dropCleared, keepTablePhoto, keptTable, readTable } from './work.js';

/** Read `photo` while `container` shows how far it is. `onWork(work, photo)` gets the table, `onState(failure)` hears of
 * each try. When a person gives up, `onCancel(work)` gets the table as the same photo was read before, or null where it
 * was not, and is forgotten. `play`: rules and set; `round`: the value of the engine, or null. Returns a function that
 * ends it. */
export function takeTable(container, { photo, play = settings(), round = null, onWork, onState, onCancel }) {
  let end = () => {};

  function begin() {
    end = showReading(container, {
      photo, words: t('table.reading'), onState, cancel: giveUp, ways: giveUp,
      ask: (how) => readTable(photo, { play, engine: round, ...how }),
      retake: (blob) => keepTaken(blob, (other) => { end(); photo = other; begin(); }),
      onRead: (seen) => {
        const work = new TableWork({ seen, play, round });
        work.keep();
        onWork(work, photo);
        return t('table.read_told', { n: seen.trains.length });
      },
    });
  }

  function giveUp() {
    return button(t('app.cancel'), () => {
      end();
      const before = keptTable();
      if (!before) keepTablePhoto(null);
      onCancel(before);
    });
  }

  begin();
  return () => end();
}

/** Make a photo ready and keep it, then `taken(photo)`: phones may end a page while their camera is open. */
export async function keepTaken(blob, taken) {
  dropCleared();
  const photo = await prepared(blob);
  await keepTablePhoto(photo);
  taken(photo);
}

/** Asks whether a photo without trains is one of a hand, with a way to have it counted. Returns {node, draw()}. */
export function handQuestion({ photo, work }) {
  const node = note('info', t('table.no_trains.hand'), h('div', { class: 'buttons' },
    button(t('table.no_trains.score'), async () => {
      await newCounted({}, photo);
      go('score');
    }, { sign: 'score' })));
  const draw = () => {
    node.hidden = work.list.items.length === 0 || work.answer.engine_tile !== null
      || work.answer.trains.some(({ kind }) => kind !== 'apart');
  };
  draw();
  return { node, draw };
}
