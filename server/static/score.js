// The points of a hand: photograph it, correct what is wrong, done.

import { h } from './dom.js';
import { openEditor } from './editor.js';
import { t } from './i18n.js';
import { icon } from './icons.js';
import { button, iconButton, note, tips } from './parts.js';
import { photoButton, prepared, readPhoto } from './photo.js';
import { showReading } from './photo-reading.js';
import { go } from './router.js';
import { rulesForm, rulesLine } from './rules-form.js';
import { changeSettings, settings } from './settings.js';
import { openSheet } from './sheet.js';
import { stepsIn } from './steps.js';
import { keepTablePhoto } from './table/work.js';
import { keepPhoto, keptPhoto, read, remove, write } from './store.js';
import { toast } from './toast.js';

/** Under this name the hand stays on the phone: {reading, state} once it was read, {} while it waits for the server. */
export const WORK = 'score';

/** Takes the offer away to bring a cleared hand back: once there is a new one, it would be lost by that. */
let dropOffer = () => {};

export async function show(container) {
  let photo = await keptPhoto(WORK);
  let work = read(WORK);
  const { body, ...steps } = stepsIn(container);

  function welcome() {
    steps.enter(t('score.title'));
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
      tips(['lay', 'light', 'close', 'above'].map((one) => t(`score.tip.${one}`))));
  }

  async function taken(blob) {
    dropOffer();
    photo = await prepared(blob);
    work = {};
    write(WORK, work);
    // Phones may end a page while their camera is open; then it goes on from here.
    await keepPhoto(WORK, photo);
    reading();
  }

  function typed() {
    dropOffer();
    photo = null;
    work = { reading: null, state: null };
    write(WORK, work);
    keepPhoto(WORK, null);
    result(true);
  }

  function reading() {
    steps.enter('');
    steps.until(showReading(body, {
      photo, words: t('score.reading'), retake: taken,
      ask: (how) => readPhoto(photo, { set: settings().set, ...how }),
      onRead: (found) => {
        work = { reading: found, state: null };
        write(WORK, work);
        result();
        return t('score.read_told', { n: found.tiles.length });
      },
      onState: (failure) => steps.retitle(t(failure ?? 'score.reading_title')),
      cancel: () => button(t('app.cancel'), forget),
      ways: () => button(t('score.type'), typed, { sign: 'keypad' }),
    }));
  }

  /** The hand, to be corrected; `typing`: with the keypad. */
  function result(typing = false) {
    steps.enter(t('app.tab.score'), photoButton(t('score.new'), taken, { kind: 'primary small-button' }));
    const rules = rulesRow();
    const toHint = button(t('score.to_hint'), () => { write('for-hint', editor.tiles()); go('hint'); }, { sign: 'hint' });
    const editor = openEditor(body, {
      image: photo, reading: work.reading, state: work.state, rules: settings().rules, set: settings().set,
      onSet: changeSet, retake: taken, typing, asides: () => (photo && work.reading?.looks_like_table ? [isTable()] : []),
      onChange: ({ state, tiles }) => {
        work = { ...work, state };
        write(WORK, work);
        toHint.disabled = tiles.length === 0;
      },
      actions: [toHint, button(t('score.start_over'), clearHand, { sign: 'trash' })],
    });
    body.append(rules, photoButton(t('score.choose_new'), taken, { camera: false, kind: 'quiet' }));
    steps.until(editor.end);
    editorNow = editor;
  }

  let editorNow = null;

  /** The photo is hardly one of a hand: a way to have it read as a table. */
  function isTable() {
    return note('warn', t('score.is_table'), h('div', { class: 'buttons' }, button(t('score.is_table.look'), async () => {
      await keepTablePhoto(photo);
      go('table');
    }, { sign: 'table' })));
  }

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
  else if (work && photo) reading();
  else welcome();
  return steps.end;
}
