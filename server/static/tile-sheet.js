// The sheet for one tile: what it may be, keys for its halves, or that it is none.

import { h } from './dom.js';
import { t } from './i18n.js';
import { keypad } from './keypad.js';
import { button } from './parts.js';
import { openSheet } from './sheet.js';
import { tileName, tileSvg } from './tiles.js';
import { lowHigh, tileKey } from './points.js';
import { doubtText } from './words.js';

const MOST_CHOICES = 4;

/** Ask about an item of a list, which is shown here as it lies in the photo, half by half. `crop`: a picture of it, or
 * null; `max`: the highest value; `more`: whether others wait to be looked at. `set(a, b)`, `remove()`, `turn()` are
 * called for what is chosen, `done(next)` at the end: whether to go on to the next one. Who leaves a tile in doubt by the
 * button for that has looked at it: its values are set as they are shown. */
export function tileSheet({ item, crop, max, more, set, remove, turn, done }) {
  // A back shows nothing: both halves have to be told.
  let now = item.back ? [null, null] : [item.a, item.b];
  let next = false;
  let isDoubtful = !item.sure && !item.back;
  const end = (action, go = false) => () => { next = go; action?.(); sheet.close(); };
  const shown = h('div', { class: 'sheet-tile', 'aria-live': 'polite' });
  const isKnown = () => now[0] !== null && now[1] !== null;
  const draw = () => shown.replaceChildren(isKnown() ? tileSvg(...now)
    : h('p', { class: 'soft', text: t('score.sheet.is_back') }));
  const key = (half) => (value) => {
    now = half === 0 ? [value, now[1]] : [now[0], value];
    if (isKnown()) {
      isDoubtful = false;
      set(...now);
    }
    draw();
  };
  const keep = () => { if (isDoubtful) set(...now); };
  draw();
  const sheet = openSheet({
    title: item.back ? t('score.sheet.back') : t('score.sheet.tile', { tile: tileName(...lowHigh(now)) }),
    kind: 'tile-sheet',
    onClose: () => done(next),
    body: [
      h('div', { class: 'compare' }, crop, shown),
      doubts(item),
      choices(item, (a, b) => end(() => set(a, b), more)()),
      halves(now, max, key),
      h('div', { class: 'buttons' },
        !item.back && button(t('score.sheet.turn'), end(turn, more), { sign: 'flip' }),
        button(t('app.remove'), end(remove, more), { kind: 'danger', sign: 'trash' }),
        button(more ? t('score.sheet.next') : t('app.done'), end(keep, more), { kind: 'primary', sign: more ? 'next' : 'check' })),
    ],
  });
  return sheet;
}

function doubts(item) {
  const told = new Set(item.doubts.map((doubt) => doubtText(doubt, doubt.half === 1 ? item.b : item.a)));
  return told.size > 0 && h('ul', { class: 'doubts' }, [...told].map((text) => h('li', { text })));
}

/** What it most likely is, the present values first. */
function choices(item, choose) {
  const seen = new Set();
  const likely = [...(item.back || item.sure ? [] : [{ a: item.a, b: item.b }]), ...item.alternatives]
    .filter(({ a, b }) => {
      const known = seen.has(tileKey([a, b])) || (item.sure && a === item.a && b === item.b);
      seen.add(tileKey([a, b]));
      return !known;
    }).slice(0, MOST_CHOICES);
  if (likely.length === 0) return null;
  return h('div', { class: 'choices', role: 'group', 'aria-label': t('score.sheet.likely') },
    likely.map(({ a, b }) => {
      const same = a === item.a && b === item.b;
      const name = tileName(...lowHigh([a, b]));
      return h('button', { type: 'button', class: `choice${same ? ' same' : ''}`,
        'aria-label': same ? t('score.sheet.right', { tile: name }) : name,
        on: { click: () => choose(a, b) } },
      tileSvg(a, b, { silent: true }), h('span', { text: same ? `${name} ✓` : name }));
    }));
}

function halves(values, max, key) {
  const names = [t('score.sheet.left'), t('score.sheet.right_half')];
  return values.map((value, half) => h('div', { class: 'half-keys' },
    h('h3', { text: names[half] }),
    keypad({ max, value, label: names[half], pick: key(half) })));
}

/** Ask which tile to add; `add(a, b)` is called once both halves are known. */
export function addSheet({ crop, max, add, done }) {
  const now = [null, null];
  const key = (half) => (value) => {
    now[half] = value;
    if (now[0] === null || now[1] === null) return;
    add(...now);
    sheet.close();
  };
  const sheet = openSheet({
    title: t('score.sheet.add'), kind: 'tile-sheet', onClose: () => done(false),
    body: [crop && h('div', { class: 'compare' }, crop), halves([null, null], max, key)],
  });
  return sheet;
}
