// Keys for the values of a half, and a keypad for whole tiles.

import { clear, h } from './dom.js';
import { lowHigh } from './points.js';
import { halfSvg, tileName, tileSvg } from './tiles.js';
import { t } from './i18n.js';
import { button } from './parts.js';

/** Keys 0 to `max`; `pick(value)` is called for the one pressed. `value` is the one that holds, or null. */
export function keypad({ max, value = null, label, pick }) {
  const keys = Array.from({ length: max + 1 }, (_, one) => h('button', {
    type: 'button', class: 'key', text: one, 'aria-pressed': one === value ? 'true' : 'false',
    on: { click: () => { mark(one); pick(one); } },
  }));
  const mark = (now) => keys.forEach((key, one) => key.setAttribute('aria-pressed', one === now ? 'true' : 'false'));
  return h('div', { class: 'keypad', role: 'group', 'aria-label': label }, keys);
}

/** Type tiles one after another: two keys make a tile, which goes to `add(a, b)`; the next follows at once. */
export function tilePad({ max, add }) {
  const shown = h('div', { class: 'pad-shown', 'aria-live': 'polite' });
  let first = null;
  const draw = () => {
    clear(shown).append(
      first === null ? h('span', { text: t('app.pad.first') })
        : h('span', { class: 'pad-half' }, halfSvg(first), h('span', { text: t('app.pad.second') })));
    again.disabled = first === null;
  };
  const again = button(t('app.pad.again'), () => { first = null; draw(); }, { kind: 'quiet', sign: 'undo' });
  const keys = keypad({ max, label: t('app.pad.label'), pick: (value) => {
    for (const key of keys.children) key.setAttribute('aria-pressed', 'false');
    if (first === null) { first = value; draw(); return; }
    const a = first;
    first = null;
    add(a, value);
    draw();
    shown.replaceChildren(h('span', { class: 'pad-half' }, tileSvg(...lowHigh([a, value]), { silent: true }),
      h('span', { text: t('app.pad.added', { tile: tileName(...lowHigh([a, value])) }) })));
  } });
  const node = h('div', { class: 'pad' }, h('div', { class: 'pad-head' }, shown, again), keys);
  draw();
  return node;
}
