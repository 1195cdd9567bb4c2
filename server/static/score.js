// The points of a hand: photograph it, correct what is wrong, done.

import { ApiError, onAway } from './api.js';
import { clear, h } from './dom.js';
import { openEditor } from './editor.js';
import { t } from './i18n.js';
import { icon } from './icons.js';
import { button, iconButton, note } from './parts.js';
import { photoButton, prepared, readPhoto } from './photo.js';
import { go } from './router.js';
import { rulesForm, rulesLine } from './rules-form.js';
import { changeSettings, settings } from './settings.js';
import { openSheet } from './sheet.js';
import { keepPhoto, keptPhoto, read, remove, write } from './store.js';
import { announce, toast } from './toast.js';
import { errorText } from './words.js';

/** Under this name the hand stays on the phone: {reading, state} once it was read, {} while it waits for the server. */
export const WORK = 'score';

/** Takes the offer away to bring a cleared hand back: once there is a new one, it would be lost by that. */
let dropOffer = () => {};

export async function show(container) {
  let photo = await keptPhoto(WORK);
  let work = read(WORK);
  let end = () => {};
  const body = h('div', { class: 'stack' });
  const head = h('div', { class: 'head' });
  container.append(head, body);

  function enter(title, ...tools) {
    end();
    end = () => {};
    clear(head).append(h('h1', { text: title }), ...tools);
    clear(body);
  }

  function welcome() {
    enter(t('score.title'));
    body.append(
      h('div', { class: 'hero' },
        h('p', { class: 'soft', text: t('score.intro') }),
        photoButton(t('score.take'), taken, { kind: 'primary huge' }),
        h('div', { class: 'buttons' },
          photoButton(t('score.choose'), taken, { camera: false }),
          button(t('score.type'), typed, { sign: 'keypad' }))),
      rulesRow(),
      h('a', { class: 'card link-card', href: '#live' }, icon('live'),
        h('span', {}, h('strong', { text: t('live.title') }), h('small', { text: t('live.short') })), icon('next')),
      tips());
  }

  async function taken(blob) {
    dropOffer();
    photo = await prepared(blob);
    work = {};
    write(WORK, work);
    // Phones may end a page while their camera is open; then it goes on from here.
    await keepPhoto(WORK, photo);
    await reading();
  }

  function typed() {
    dropOffer();
    photo = null;
    work = { reading: null, state: null };
    write(WORK, work);
    keepPhoto(WORK, null);
    result(true);
  }

  async function reading() {
    const stop = new AbortController();
    const url = URL.createObjectURL(photo);
    const bar = h('progress', { max: 1, value: 0, 'aria-label': t('score.sending') });
    const words = h('span', { text: t('score.sending') });
    enter(t('score.reading_title'));
    end = () => { stop.abort(); URL.revokeObjectURL(url); };
    body.append(
      h('figure', { class: 'stage waiting' }, h('img', { src: url, alt: '', on: { error: (event) => { event.target.hidden = true; } } }),
        h('div', { class: 'progress', role: 'status' }, h('span', { class: 'spinner', 'aria-hidden': 'true' }), words, bar)),
      button(t('app.cancel'), forget));
    try {
      const found = await readPhoto(photo, { set: settings().set, signal: stop.signal, onProgress: (share) => {
        bar.value = share;
        if (share === 1) {
          bar.removeAttribute('value');
          words.textContent = t('score.reading');
        }
      } });
      work = { reading: found, state: null };
      write(WORK, work);
      result();
      announce(t('score.read_told', { n: found.tiles.length }));
    } catch (error) {
      if (error.name === 'AbortError') return;
      if (!(error instanceof ApiError)) throw error;
      failed(error);
    }
  }

  function failed(error) {
    enter(t('score.failed'));
    const url = URL.createObjectURL(photo);
    const stop = error.code === 'offline' ? onAway((away) => { if (!away) reading(); }) : () => {};
    end = () => { stop(); URL.revokeObjectURL(url); };
    body.append(
      note('error', errorText(error), error.code === 'offline' && h('p', { text: t('score.kept') })),
      h('div', { class: 'buttons' },
        // What the server will not take, it will not take the next time either.
        isFinal(error) ? [photoButton(t('score.another'), taken, { kind: 'primary' }),
          photoButton(t('score.choose'), taken, { camera: false })]
          : [button(t('app.retry'), reading, { kind: 'primary', sign: 'undo' }), photoButton(t('score.another'), taken)],
        button(t('score.type'), typed, { sign: 'keypad' })),
      h('figure', { class: 'stage failed' }, h('img', { src: url, alt: t('score.your_photo') })));
  }

  /** The hand, to be corrected; `typing`: with the keypad. */
  function result(typing = false) {
    enter(t('app.tab.score'), photoButton(t('score.new'), taken, { kind: 'primary small-button' }));
    const rules = rulesRow();
    const toHint = button(t('score.to_hint'), () => { write('for-hint', editor.tiles()); go('hint'); }, { sign: 'hint' });
    const editor = openEditor(body, {
      image: photo, reading: work.reading, state: work.state, rules: settings().rules, set: settings().set,
      onSet: changeSet, retake: taken, typing,
      onChange: ({ state, tiles }) => {
        work = { ...work, state };
        write(WORK, work);
        toHint.disabled = tiles.length === 0;
      },
      actions: [toHint, button(t('score.start_over'), clearHand, { sign: 'trash' })],
    });
    body.append(rules, photoButton(t('score.choose_new'), taken, { camera: false, kind: 'quiet' }));
    end = editor.end;
    editorNow = editor;
  }

  let editorNow = null;

  function rulesRow() {
    const words = h('span', {});
    const draw = () => { words.textContent = rulesLine(settings().set, settings().rules); };
    draw();
    return h('div', { class: 'card rules-row' }, h('div', { class: 'row' },
      h('div', { class: 'row-words' }, h('small', { text: t('score.rules') }), words),
      iconButton('settings', t('score.change_rules'), () => openSheet({
        title: t('score.rules'),
        body: rulesForm({ ...settings(), change: (set, rules) => {
          const other = set !== settings().set;
          changeSettings({ set, rules });
          draw();
          if (other && photo && work?.reading) rereadLater = true;
          else editorNow?.update({ set, rules });
        } }),
        onClose: () => { if (rereadLater) { rereadLater = false; reading(); } },
      }))));
  }

  let rereadLater = false;

  function changeSet(set) {
    changeSettings({ set });
    reading();
  }

  /** Start over, and offer to bring photo and corrections back, also from another view. */
  function clearHand() {
    const before = { photo, work };
    forget();
    dropOffer = toast(t('score.cleared'), [t('app.undo'), async () => {
      write(WORK, before.work);
      await keepPhoto(WORK, before.photo);
      go('score');
    }]);
  }

  function forget() {
    photo = null;
    work = null;
    editorNow = null;
    remove(WORK);
    keepPhoto(WORK, null);
    welcome();
  }

  if (work?.reading !== undefined) result();
  else if (work && photo) await reading();
  else welcome();
  return () => end();
}

/** Whether the same photo would be refused again; 408 and 429 are about the moment. */
function isFinal({ status }) {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function tips() {
  return h('details', { class: 'card tips' }, h('summary', { text: t('score.tips') }),
    h('ul', {}, ['lay', 'light', 'close', 'above'].map((one) => h('li', { text: t(`score.tip.${one}`) }))));
}
