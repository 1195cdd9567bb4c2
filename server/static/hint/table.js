// The table as it lies: players, engine, the open end and the marker of each train, how many tiles each holds.

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { icon } from '../icons.js';
import { keypad } from '../keypad.js';
import { button, newId, segmented, stepper, switchRow } from '../parts.js';
import { openSheet } from '../sheet.js';
import { trainSign } from '../table/findings.js';
import { halfSvg } from '../tiles.js';
import { doubleName } from '../words.js';
import { mexicanWords } from './names.js';
import { choiceName, seenTrain, signOf } from './seen.js';
import { PLAYERS, mexicanTrains, withPlayers } from './state.js';

const MOST_TILES = 40;

/** The card; `change(patch)` is called with what is different. `mexicans`: how many Mexican trains there are. `words`: those of `seatWords`, and `sizes` how many tiles
 * each seat holds, me first. `work`: the table in the photo (a TableWork) or null; it shows what is told here, which is
 * then folded up until `fold.open`. `doors`: ways to a photo. */
export function tableCard({ table, words, sizes, set, mexicans, change, work = null, doors = [], fold = { open: true } }) {
  const others = table.names.length;
  const told = [
    stepper(t('hint.players'), others, PLAYERS, (count) => change({ ...withPlayers(table, count), counted: true })),
    h('button', { type: 'button', class: 'train-row engine-row', on: { click: () => engineSheet(table, set, change) } },
      halfSvg(Math.min(table.engine, 18), { silent: true }),
      h('span', { class: 'train-words' }, h('strong', { text: t('hint.engine') }),
        h('small', { text: t('hint.engine_note', { double: doubleName(table.engine) }) })), icon('next')),
    h('h3', { text: t('hint.trains') }),
    h('ul', { class: 'trains' },
      table.trains.map((train, seat) => h('li', {}, trainRow({
        train, sign: signOf(work, train.seen), name: words[seat].row,
        size: seat === 0 ? null : sizes[seat],
        press: () => trainSheet({ table, seat, words, size: sizes[seat], set, change, work }),
      }))),
      mexicanTrains(table, mexicans).map((train, k) => h('li', {}, trainRow({
        train, sign: signOf(work, train.seen), name: mexicanWords(mexicans)[k].train, size: null,
        press: () => mexicanSheet({ table, k, mexicans, set, change, work }),
      })))),
    segmented(t('hint.boneyard'), table.emptyBoneyard,
      [[false, t('hint.boneyard.some')], [true, t('hint.boneyard.empty')]],
      (emptyBoneyard) => change({ emptyBoneyard })),
  ];
  return h('section', { class: 'card table-card', 'aria-label': t('hint.table') },
    work ? folded(fold, `${t('hint.players')}: ${others} · ${t('hint.engine')}: ${doubleName(table.engine)}`, told)
      : [h('h2', { text: t('hint.table') }), doors, told]);
}

function folded(fold, summary, told) {
  return h('details', { class: 'fold', open: fold.open, on: { toggle: (event) => { fold.open = event.target.open; } } },
    h('summary', {}, h('span', { class: 'row-words' }, h('strong', { text: t('hint.players_trains') }),
      h('small', { text: summary }))),
    h('div', { class: 'stack' }, told));
}

function trainRow({ train, sign, name, size, press }) {
  const words = [
    train.end === null ? t('hint.not_started') : t('hint.ends_in', { n: train.end }),
    train.end !== null && train.double && t('hint.open_double'),
    size !== null && t('hint.holds', { n: size }),
  ].filter(Boolean).join(' · ');
  return h('button', { type: 'button', class: 'train-row', on: { click: press } },
    sign && trainSign(sign),
    train.end === null ? h('span', { class: 'no-half', 'aria-hidden': 'true' }) : halfSvg(train.end, { silent: true }),
    h('span', { class: 'train-told' },
      h('span', { class: 'train-words' }, h('strong', { text: name }), h('small', { text: words })),
      train.marked && h('span', { class: 'marked' }, icon('marker'), h('span', { text: t('hint.marked') }))),
    icon('next'));
}

function engineSheet(table, set, change) {
  const sheet = openSheet({
    title: t('hint.engine'),
    body: [h('p', { class: 'soft', text: t('hint.engine_help') }),
      keypad({ max: set, value: table.engine, label: t('hint.engine'), pick: (engine) => { sheet.close(); change({ engine }); } })],
  });
}

/** The train of a seat: its end, its marker, and who sits there. */
function trainSheet({ table, seat, words, size, set, change, work }) {
  const mine = table.trains[seat];
  const id = newId('name');
  let name = table.names[seat];
  let held = table.held[seat];
  endSheet({
    title: words[seat].train, train: mine, isMexican: false, set, work, keep,
    more: (now) => [
      switchRow(t('hint.marker'), mine.marked, (marked) => { now.marked = marked; }, seat === 0 ? t('hint.marker.mine') : t('hint.marker.note')),
      seat > 0 && stepper(t('hint.tiles_held'), size, { min: 0, max: MOST_TILES }, (value) => { held = value; }),
      seat > 0 && h('div', { class: 'field' }, h('label', { for: id, text: t('hint.name') }),
        h('input', { type: 'text', id, maxlength: 40, value: name, placeholder: t('hint.player', { n: seat + 1 }), autocomplete: 'off',
          on: { input: (event) => { name = event.target.value.trim(); } } })),
    ],
  });

  function keep(now) {
    const replaced = (list, value) => list.map((one, k) => (k === seat ? value : one));
    const trains = replaced(givenUp(table.trains, mine, now), now);
    const owners = Object.fromEntries(trains.flatMap((one, k) => (one.seen != null ? [[one.seen, k]] : [])));
    change({ owners: now.seen === mine.seen ? table.owners : owners, trains, names: replaced(table.names, name), held: replaced(table.held, held) });
  }
}

function mexicanSheet({ table, k, mexicans, set, change, work }) {
  const trains = mexicanTrains(table, mexicans);
  endSheet({
    title: mexicanWords(mexicans)[k].train, train: trains[k], isMexican: true, set, work,
    keep: (now) => change({ mexicans: givenUp(trains, trains[k], now).map((one, place) => (place === k ? now : one)) }),
  });
}

/** A train of the photo is one train of the table: who had the new one before gets the one that is given up. */
function givenUp(trains, mine, now) {
  return trains.map((one) => (now.seen != null && one.seen === now.seen ? mine : one));
}

/** Where a train goes on; `keep(now)` gets what was said when the sheet is closed, and `more(now)` asks for more. */
function endSheet({ title, train, isMexican, set, work, keep, more = () => [] }) {
  const now = { ...train };
  const notStarted = button(t('hint.not_started'), () => { Object.assign(now, { end: null, double: false, seen: null }); sheet.close(); },
    { 'aria-pressed': String(now.end === null) });
  const keys = keypad({ max: set, value: now.end, label: t('hint.end'), pick: (end) => {
    Object.assign(now, { end, seen: null });
    notStarted.setAttribute('aria-pressed', 'false');
  } });
  const sheet = openSheet({
    title,
    onClose: () => keep(now),
    body: [
      work && seenChoices(work, isMexican, now.seen, (one) => { Object.assign(now, seenTrain(work, one)); sheet.close(); }),
      h('h3', { text: t('hint.end') }), keys, notStarted,
      switchRow(t('hint.open_double'), now.double, (double) => { now.double = double; }, t('hint.open_double.note')),
      more(now),
      button(t('app.done'), () => sheet.close(), { kind: 'primary', sign: 'check' }),
    ],
  });
}

/** Which train of the photo this one is. */
function seenChoices(work, isMexican, seen, pick) {
  const trains = work.trains().filter(({ train, branch }) => !branch && (train.kind === 'personal') !== isMexican);
  if (trains.length === 0) return null;
  return h('div', { class: 'mine-question', role: 'group', 'aria-label': t('hint.which_seen') },
    h('p', {}, h('strong', { text: t('hint.which_seen') })),
    h('div', { class: 'mine-choices' }, trains.map((one) => h('button', {
      type: 'button', class: `mine-choice${one.key === seen ? ' proposed' : ''}`, 'aria-label': choiceName(one),
      'aria-pressed': String(one.key === seen), on: { click: () => pick(one) },
    }, trainSign(one), one.key === seen && icon('check')))));
}
