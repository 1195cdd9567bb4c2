// The trains of a table: which one is mine, where each ends, and whether a marker lies on it.

import { clear, h } from '../dom.js';
import { t } from '../i18n.js';
import { icon } from '../icons.js';
import { button, newId } from '../parts.js';
import { halfSvg } from '../tiles.js';
import { middle } from '../tile-list.js';
import { trainName, trainSign } from './findings.js';

/** Draw the trains into a card. `look(places)` shows places in the photo; `changed()` hears of markers and owners. */
export function trainsCard(node, { work, look, changed }) {
  const trains = work.trains();
  node.hidden = trains.length === 0;
  const personal = trains.filter(({ train, branch }) => train.kind === 'personal' && !branch);
  clear(node).append(
    h('h2', { text: t('table.trains_title') }),
    personal.length > 0 ? (work.asked ? '' : mineQuestion(work, personal, changed)) : '',
    h('ul', { class: 'train-lines' }, trains.map((one) => trainLine(work, one, { look, changed }))),
    work.asked && personal.length > 0
      ? button(t('table.mine.change'), () => { work.asked = false; changed(); }, { kind: 'quiet', sign: 'people' }) : '');
}

/** Asked once: the train nearest to the bottom edge is proposed. */
export function mineQuestion(work, personal, changed) {
  const pick = (key) => () => { work.mine = key; work.asked = true; changed(); };
  return h('div', { class: 'mine-question', role: 'group', 'aria-label': t('table.mine.ask') },
    h('p', {}, h('strong', { text: t('table.mine.ask') }), h('small', { text: t('table.mine.help') })),
    h('div', { class: 'mine-choices' },
      personal.map((one) => h('button', {
        type: 'button', class: `mine-choice${one.mine ? ' proposed' : ''}`,
        'aria-label': t('table.name.personal', { number: one.label }), on: { click: pick(one.key) },
      }, trainSign(one), one.mine && icon('check'))),
      button(t('table.mine.none'), pick(-1), { kind: 'plain' })));
}

function trainLine(work, one, { look, changed }) {
  const { train, branch, marked } = one;
  const name = trainName(one);
  const end = train.ends[0] ?? null;
  const words = [t('score.tiles', { n: train.tiles.length }), end && t('hint.ends_in', { n: end.value })].filter(Boolean);
  const places = train.numbers.map((number) => middle(work.answer.tiles[number].quad)).concat(train.ends.map(({ at }) => at));
  return h('li', { class: `train-line${branch ? ' branch' : ''}` },
    h('button', { type: 'button', class: 'train-show', on: { click: () => look(places) } },
      trainSign(one),
      h('span', { class: 'train-words' }, h('strong', { text: name }), h('small', { text: words.join(' · ') })),
      end && train.kind !== 'apart' ? halfSvg(end.value, { silent: true }) : ''),
    !branch && train.kind === 'personal'
      && markerSwitch(one, name, marked, (on) => { work.open[one.key] = on; changed(); }));
}

function markerSwitch(one, name, marked, change) {
  const id = newId('open');
  const box = h('input', { type: 'checkbox', role: 'switch', id, 'aria-label': t('table.open.label', { train: name }),
    on: { change: (event) => change(event.target.checked) } });
  box.checked = marked;
  return h('label', { for: id, class: 'open-switch' }, box,
    h('small', { text: one.train.marker && marked ? t('table.open.seen') : t('table.open') }));
}
