// Entering tiles on a screen of its own: from a photo that is read and corrected, or by hand.

import { clear, h } from '../dom.js';
import { openEditor } from '../editor.js';
import { t } from '../i18n.js';
import { button, iconButton } from '../parts.js';
import { photoButton, prepared, readPhoto } from '../photo.js';
import { showReading } from '../photo-reading.js';

/**
 * Opens the screen in `container`. `start` is {photo, reading, state}, each of them or null: a photo without a reading
 * is read first. `submit` is {label, send({tiles, unsure, image})}; what it answers is shown as a problem.
 * `onWork(work, photo)` hears every change, with the photo when it is a new one. `more`: nodes above the button that
 * hands in; `doubts(tiles)`: sentences about them. Answers a function that ends the screen.
 */
export function tilesScreen(container, { title, rules, set, score = true, start, submit, onWork, onBack, more = [], doubts }) {
  const body = h('div', { class: 'tiles-body' });
  const problem = h('div', { class: 'tiles-problem', role: 'alert' });
  const send = button(submit.label, hand, { kind: 'primary wide', sign: 'check' });
  const bar = h('div', { class: 'tiles-bar' }, send);
  let end = () => {};
  let now = { tiles: [], unsure: 0, image: null };

  clear(container).append(
    h('div', { class: 'title-row' }, iconButton('back', t('app.back'), onBack), h('h1', { tabindex: -1, text: title })),
    body, h('div', { class: 'tiles-more' }, more), problem, bar);
  if (start.photo && !start.reading) read(start.photo);
  else edit(start.photo, start.reading, start.state);

  function enter(entering, ended) {
    end();
    end = ended;
    clear(problem);
    bar.hidden = !entering;
    clear(body);
  }

  async function read(blob) {
    let left = false;
    enter(false, () => { left = true; });
    const photo = await prepared(blob);
    if (left) return;
    onWork?.({ reading: null, state: null }, photo);
    end = showReading(body, {
      photo, words: t('score.reading'), retake: read, cancel: () => '',
      ask: (how) => readPhoto(photo, { set, ...how }),
      onRead: (reading) => {
        edit(photo, reading, null);
        return t('score.read_told', { n: reading.tiles.length });
      },
      ways: () => button(t('score.type'), () => edit(null, null, null), { sign: 'keypad' }),
    });
  }

  function edit(photo, reading, state) {
    enter(true, () => {});
    const editor = openEditor(body, {
      image: photo, reading, state, rules, set, score, title, doubts, retake: read, typing: !photo && !state,
      actions: [photoButton(t(reading ? 'score.another' : 'score.take'), read),
        photoButton(t('score.choose'), read, { camera: false })],
      onChange: ({ tiles, unsure, state: kept }) => {
        now = { tiles, unsure, image: photo };
        clear(problem);
        onWork?.({ reading, state: kept }, reading ? undefined : null);
      },
    });
    end = editor.end;
  }

  async function hand() {
    send.disabled = true;
    const wrong = await submit.send(now);
    send.disabled = false;
    if (wrong) clear(problem).append(wrong);
  }

  return () => end();
}
