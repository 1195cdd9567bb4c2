// Entering tiles on a screen of its own: from a photo that is read and corrected, or by hand.

import { clear, h } from '../dom.js';
import { openEditor } from '../editor.js';
import { t } from '../i18n.js';
import { busy, button, iconButton, note } from '../parts.js';
import { photoButton, prepared, readPhoto } from '../photo.js';
import { sentence } from './errors.js';

/**
 * Opens the screen in `container`. `photo` is a blob to be read, null for typing; `state` what the editor had before.
 * `submit` is {label, send({tiles, unsure, image})}, which may answer a problem as a node; `onState(state)` hears every
 * change, to keep it. Answers a function that ends the screen.
 */
export function tilesScreen(container, { title, rules, set, score = true, photo, state, submit, onState, onBack }) {
  const body = h('div', { class: 'tiles-screen' });
  const problem = h('div', { class: 'tiles-problem', role: 'alert' });
  const send = button(submit.label, hand, { kind: 'primary wide', sign: 'check' });
  const bar = h('div', { class: 'tiles-bar' }, send);
  let editor = null;
  let preview = null;
  let stopped = new AbortController();
  let now = { tiles: [], unsure: 0, image: null };

  clear(container).append(
    h('div', { class: 'title-row' }, iconButton('back', t('app.back'), onBack), h('h1', { tabindex: -1, text: title })),
    body, problem, bar);
  if (photo) read(photo);
  else edit(null, null);

  async function read(blob) {
    quit();
    stopped = new AbortController();
    const progress = busy(t('game.photo.sending'));
    preview = URL.createObjectURL(blob);
    clear(problem);
    bar.hidden = true;
    clear(body).append(h('figure', { class: 'photo-waiting' }, h('img', { src: preview, alt: '' })), progress);
    try {
      const small = await prepared(blob);
      const reading = await readPhoto(small, { set, signal: stopped.signal, onProgress: (share) => {
        if (share === 1) progress.lastChild.textContent = t('game.photo.reading');
      } });
      // What was typed before belongs to another photo.
      state = null;
      edit(small, reading);
    } catch (error) {
      if (error.name === 'AbortError') return;
      clear(body).append(note('error', sentence(error), h('div', { class: 'buttons' },
        button(t('app.retry'), () => read(blob), { kind: 'primary' }), again(),
        button(t('game.hand.type'), () => edit(null, null)))));
    }
  }

  function edit(image, reading) {
    quit();
    clear(body);
    bar.hidden = false;
    now = { tiles: [], unsure: 0, image };
    editor = openEditor(body, { image, reading, rules, set, score, title: score ? null : t('game.table.title'), state,
      actions: [again()],
      onChange: ({ tiles, unsure, state: kept }) => {
        now = { tiles, unsure, image };
        clear(problem);
        onState?.(kept);
      } });
  }

  function again() {
    return photoButton(t('game.photo.again'), read);
  }

  async function hand() {
    send.disabled = true;
    const wrong = await submit.send(now);
    send.disabled = false;
    if (wrong) clear(problem).append(wrong);
  }

  function quit() {
    editor?.end();
    editor = null;
    stopped.abort();
    if (preview) URL.revokeObjectURL(preview);
    preview = null;
  }
  return quit;
}
