// Having a photo read: how far it is, and what to do when it could not be read.

import { ApiError, onAway } from './api.js';
import { clear, h } from './dom.js';
import { t } from './i18n.js';
import { button, note } from './parts.js';
import { photoButton } from './photo.js';
import { announce } from './toast.js';
import { errorText } from './words.js';

/** Have `photo` read by `ask({signal, onProgress})` while `container` shows how far it is, in the end with `words`.
 * `onRead(found)` gets what was found and answers what a screen reader is told of it; `onState(failure)` is called
 * as a try begins, with null, and before the reason is shown why it failed, with the name of a heading for that. `retake(blob)`: with another photo. `cancel`: the button to give up while it is read;
 * `ways()`: more buttons for when it could not be read. Returns a function that ends it. */
export function showReading(container, { photo, ask, words, onRead, onState = () => {}, retake, cancel, ways }) {
  let end = () => {};

  async function begin() {
    end();
    onState(null);
    const stop = new AbortController();
    const url = URL.createObjectURL(photo);
    const bar = h('progress', { max: 1, value: 0, 'aria-label': t('score.sending') });
    const said = h('span', { text: t('score.sending') });
    end = () => { stop.abort(); URL.revokeObjectURL(url); };
    clear(container).append(
      h('figure', { class: 'stage waiting' },
        h('img', { src: url, alt: '', on: { error: (event) => { event.target.hidden = true; } } }),
        h('div', { class: 'progress', role: 'status' }, h('span', { class: 'spinner', 'aria-hidden': 'true' }), said, bar)),
      cancel());
    try {
      const found = await ask({ signal: stop.signal, onProgress: (share) => {
        bar.value = share;
        if (share === 1) {
          bar.removeAttribute('value');
          said.textContent = words;
        }
      } });
      end();
      end = () => {};
      announce(onRead(found));
    } catch (error) {
      if (error.name === 'AbortError') return;
      if (!(error instanceof ApiError)) throw error;
      failed(error);
    }
  }

  function failed(error) {
    end();
    const offline = error.code === 'offline';
    onState(offline ? 'score.waiting' : 'score.failed');
    const url = URL.createObjectURL(photo);
    const stop = offline ? onAway((away) => { if (!away) begin(); }) : () => {};
    end = () => { stop(); URL.revokeObjectURL(url); };
    clear(container).append(
      offline ? note('warn', t('score.kept')) : note('error', errorText(error)),
      h('div', { class: 'buttons' },
        // What the server will not take, it will not take the next time either.
        isFinal(error) ? [photoButton(t('score.another'), retake, { kind: 'primary' }),
          photoButton(t('score.choose'), retake, { camera: false })]
          : [button(t('app.retry'), begin, { kind: 'primary', sign: 'undo' }), photoButton(t('score.another'), retake)],
        ways()),
      h('figure', { class: 'stage failed' },
        h('img', { src: url, alt: t('score.your_photo'), on: { error: (event) => { event.target.hidden = true; } } })));
  }

  begin();
  return () => end();
}

/** Whether the same photo would be refused again; 408 and 429 are about the moment. */
function isFinal({ status }) {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
