// The points of a hand: photograph it, correct what is wrong, done.

import {
  countedHand, countedPhoto, dropCleared, forgetCounted, keepCounted, newCounted, offerCleared,
} from './counted.js';
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
import { write } from './store.js';
import { toast } from './toast.js';

export async function show(container) {
  let photo = await countedPhoto();
  let work = countedHand();
  // What an earlier page kept did not tell the set.
  if (work?.reading) work = { set: settings().set, ...work };
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
    dropCleared();
    photo = await prepared(blob);
    work = {};
    await newCounted(work, photo);
    reading();
  }

  function typed() {
    photo = null;
    work = { reading: null, state: null };
    newCounted(work, photo);
    result(true);
  }

  function reading() {
    const { set } = settings();
    const cancel = () => button(t('app.cancel'), giveUp);
    steps.enter('');
    steps.until(showReading(body, {
      photo, words: t('score.reading'), retake: taken, cancel,
      ask: (how) => readPhoto(photo, { set, ...how }),
      onRead: (found) => {
        work = { reading: found, state: null, set };
        keepCounted(work);
        result();
        return t('score.read_told', { n: found.tiles.length });
      },
      onState: (failure) => steps.retitle(t(failure ?? 'score.reading_title')),
      ways: () => (work.reading ? cancel() : button(t('score.type'), typed, { sign: 'keypad' })),
    }));
  }

  /** Not to have the photo read: where it was read before, that stays, with its corrections and its set. */
  function giveUp() {
    if (!work?.reading) { forget(); return; }
    changeSettings({ set: work.set });
    result();
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
        keepCounted(work);
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
      iconButton('settings', t('score.change_rules'), () => askRules(draw))));
  }

  /** The rules in a sheet; when that is closed, a photo is read anew if they changed to another set than its own. */
  function askRules(changed) {
    const before = settings().set;
    openSheet({
      title: t('score.rules'),
      body: rulesForm({ ...settings(), change: (set, rules) => {
        changeSettings({ set, rules });
        changed();
        editorNow?.update({ set, rules });
      } }),
      onClose: () => {
        const { set } = settings();
        if (photo && work?.reading && set !== before && set !== work.set) reading();
      },
    });
  }

  function changeSet(set) {
    changeSettings({ set });
    reading();
  }

  /** Start over, and offer to bring photo and corrections back, also from another view. */
  function clearHand() {
    const before = { photo, work };
    forget();
    offerCleared(toast(t('score.cleared'), [t('app.undo'), async () => {
      await newCounted(before.work, before.photo);
      go('score');
    }]));
  }

  function forget() {
    photo = null;
    work = null;
    editorNow = null;
    forgetCounted();
    welcome();
  }

  if (work?.reading !== undefined) result();
  else if (work && photo) reading();
  else welcome();
  return steps.end;
}
