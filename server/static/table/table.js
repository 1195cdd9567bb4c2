// A whole table: photograph it, see the trains and what is wrong with them, correct what was misread.

import { clear, h } from '../dom.js';
import { t } from '../i18n.js';
import { button, iconButton, selectRow, tips } from '../parts.js';
import { photoButton } from '../photo.js';
import { go } from '../router.js';
import { SETS } from '../rules-form.js';
import { settings } from '../settings.js';
import { openSheet } from '../sheet.js';
import { stepsIn } from '../steps.js';
import { read, write } from '../store.js';
import { tileName } from '../tiles.js';
import { toast } from '../toast.js';
import { setName } from '../words.js';
import { openBoard } from './board.js';
import { legend } from './legend.js';
import { missingCard } from './missing.js';
import { handQuestion, keepTaken, takeTable } from './taking.js';
import { isWaiting, keepTablePhoto, keepTableSet, keptTable, offerCleared, tablePhoto, tableSet } from './work.js';

const ROUND = 'table-round';

export async function show(container) {
  let photo = await tablePhoto();
  let work = keptTable();
  const { body, ...steps } = stepsIn(container);

  function welcome() {
    steps.enter(t('table.title'));
    body.append(
      h('div', { class: 'hero' },
        h('p', { class: 'soft', text: t('table.intro') }),
        photoButton(t('table.take'), taken, { kind: 'primary huge' }),
        photoButton(t('score.choose'), taken, { camera: false })),
      rulesRow(),
      tips(['above', 'whole', 'light', 'close'].map((one) => t(`table.tip.${one}`))));
  }

  function taken(blob) {
    return keepTaken(blob, reading);
  }

  function reading(given = photo) {
    photo = given;
    steps.enter('');
    steps.until(takeTable(body, {
      photo, play: { ...settings(), set: tableSet() }, round: round(),
      onState: (failure) => steps.retitle(t(failure ?? 'table.reading_title')),
      onCancel: giveUp,
      onWork: (found, image) => { work = found; photo = image; result(); },
    }));
  }

  /** Not to have the photo read: a table that was read of it before stays, with its corrections, set and engine. */
  function giveUp(before) {
    work = before;
    if (!before) { photo = null; welcome(); return; }
    keepTableSet(before.play.set);
    write(ROUND, before.round);
    result();
  }

  function result() {
    steps.enter(t('app.tab.table'), photoButton(t('score.new'), taken, { kind: 'primary small-button' }));
    const missing = missingCard({ work, changed: () => board.anew() });
    const board = openBoard({ photo, work, onChange: () => { missing.draw(); drawUses(); } });
    const { verdict, stage, findings, notes, trains } = board.nodes;
    const hand = handQuestion({ photo, work });
    const marks = legend();
    const uses = h('div', { class: 'buttons' },
      button(t('table.to_hint'), () => { write('hint-photo', true); go('hint'); }, { kind: 'primary', sign: 'hint' }),
      button(t('score.start_over'), clearTable, { sign: 'trash' }));
    // A photo without a tile is good for nothing but for taking another one.
    const drawUses = () => {
      const { items } = work.list;
      for (const one of [marks, missing.node, uses]) one.hidden = items.length === 0 && !work.list.canUndo;
      hand.draw();
    };
    drawUses();
    body.append(h('div', { class: 'editor with-photo table-editor' }, verdict, hand.node, stage, findings, notes, marks, trains,
      missing.node, rulesRow(board), uses, photoButton(t('score.choose_new'), taken, { camera: false, kind: 'quiet' })));
    steps.until(() => { board.end(); missing.end(); });
    // The server was away when the last hand was given, or the game knows by now how many play.
    if (!work.isCurrent) board.anew();
  }

  /** The set, and the engine of the round where a person says it. */
  function rulesRow(board = null) {
    const words = h('span', {});
    const draw = () => {
      const value = round();
      const engine = value === null ? t('table.round.any') : t('table.engine', { tile: tileName(value, value) });
      words.textContent = [setName(tableSet()), engine].join(' · ');
    };
    draw();
    return h('div', { class: 'card rules-row' }, h('div', { class: 'row' },
      h('div', { class: 'row-words' }, h('small', { text: t('table.rules') }), words),
      iconButton('settings', t('table.change_rules'), () => askRules(draw, board))));
  }

  /** Set and engine in a sheet; when that is closed, the photo is read anew if they changed to another set than its
   * own, and looked at anew by another engine. */
  function askRules(changed, board) {
    const before = tableSet();
    openSheet({
      title: t('table.rules'),
      body: roundForm(changed),
      onClose: () => {
        if (!board) return;
        if (tableSet() !== before && tableSet() !== work.play.set) reading();
        else if (work.round !== round()) { work.round = round(); work.keep(); board.anew(); }
      },
    });
  }

  function roundForm(changed) {
    const node = h('div', { class: 'form' });
    const draw = () => {
      const set = tableSet();
      const values = Array.from({ length: set + 1 }, (_, k) => set - k);
      clear(node).append(
        selectRow(t('app.settings.set'), set, SETS.map((one) => [one, setName(one)]), (value) => {
          keepTableSet(value);
          draw();
          changed();
        }, t('table.set_note')),
        selectRow(t('table.round.label'), round(),
          [[null, t('table.round.any')], ...values.map((value) => [value, tileName(value, value)])],
          (value) => { write(ROUND, value); changed(); }, t('table.round.note')));
    };
    draw();
    return node;
  }

  /** Forget the table, and offer to bring photo and corrections back. */
  function clearTable() {
    const before = { photo, work };
    photo = null;
    work = null;
    keepTablePhoto(null);
    welcome();
    offerCleared(toast(t('table.cleared'), [t('app.undo'), async () => {
      await keepTablePhoto(before.photo);
      before.work.keep();
      go('table');
    }]));
  }

  if (work && photo) result();
  else if (photo && isWaiting()) reading();
  else welcome();
  return steps.end;
}

/** The value of the engine of this round, as a person said it for this phone; null where any will do. */
function round() {
  const value = read(ROUND, null);
  return value !== null && value <= tableSet() ? value : null;
}
