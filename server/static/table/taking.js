// Taking a photo of a table and having it read: how far it is, and what to do when it could not be read.

import { ApiError, onAway } from '../api.js';
import { clear, h } from '../dom.js';
import { t } from '../i18n.js';
import { button, note } from '../parts.js';
import { photoButton, prepared } from '../photo.js';
import { settings } from '../settings.js';
import { announce } from '../toast.js';
import { errorText } from '../words.js';
import { TableWork, keepTablePhoto, readTable } from './work.js';

/** Read `photo` while `container` shows how far it is. `onWork(work, photo)` gets the table;
 * `onCancel()` is called when a person gives up. `play`: rules and set; `round`: the value of the engine, or null.
 * Returns a function that ends it. */
export function takeTable(container, { photo, play = settings(), round = null, onWork, onCancel }) {
  let end = () => {};

  async function taken(blob) {
    photo = await prepared(blob);
    // Phones may end a page while their camera is open; then it goes on from here.
    await keepTablePhoto(photo);
    await reading();
  }

  async function reading() {
    end();
    const stop = new AbortController();
    const url = URL.createObjectURL(photo);
    const bar = h('progress', { max: 1, value: 0, 'aria-label': t('score.sending') });
    const words = h('span', { text: t('score.sending') });
    end = () => { stop.abort(); URL.revokeObjectURL(url); };
    clear(container).append(
      h('figure', { class: 'stage waiting' },
        h('img', { src: url, alt: '', on: { error: (event) => { event.target.hidden = true; } } }),
        h('div', { class: 'progress', role: 'status' }, h('span', { class: 'spinner', 'aria-hidden': 'true' }), words, bar)),
      button(t('app.cancel'), cancel));
    try {
      const seen = await readTable(photo, { play, engine: round, signal: stop.signal, onProgress: (share) => {
        bar.value = share;
        if (share === 1) {
          bar.removeAttribute('value');
          words.textContent = t('table.reading');
        }
      } });
      const work = new TableWork({ seen, play, round });
      work.keep();
      end();
      end = () => {};
      onWork(work, photo);
      announce(t('table.read_told', { n: seen.trains.length }));
    } catch (error) {
      if (error.name === 'AbortError') return;
      if (!(error instanceof ApiError)) throw error;
      failed(error);
    }
  }

  function failed(error) {
    end();
    const url = URL.createObjectURL(photo);
    const offline = error.code === 'offline';
    const stop = offline ? onAway((away) => { if (!away) reading(); }) : () => {};
    end = () => { stop(); URL.revokeObjectURL(url); };
    clear(container).append(
      note('error', errorText(error), offline && h('p', { text: t('score.kept') })),
      h('div', { class: 'buttons' },
        isFinal(error) ? '' : button(t('app.retry'), reading, { kind: 'primary', sign: 'undo' }),
        photoButton(t('score.another'), taken, { kind: isFinal(error) ? 'primary' : 'plain' }),
        photoButton(t('score.choose'), taken, { camera: false }), button(t('app.cancel'), cancel)),
      h('figure', { class: 'stage failed' }, h('img', { src: url, alt: t('score.your_photo') })));
  }

  function cancel() {
    end();
    end = () => {};
    keepTablePhoto(null);
    onCancel();
  }

  reading();
  return () => end();
}

/** Make a photo ready and keep it, then `go(photo)`. */
export async function keepTaken(blob, go) {
  const photo = await prepared(blob);
  await keepTablePhoto(photo);
  go(photo);
}

/** Whether the same photo would be refused again; 408 and 429 are about the moment. */
function isFinal({ status }) {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
