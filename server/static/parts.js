// The small parts that all views are made of, each with its label for those who do not see it.

import { clear, h } from './dom.js';
import { icon } from './icons.js';
import { number, t } from './i18n.js';

let ids = 0;

/** A name for an element that no other has. */
export function newId(prefix = 'id') {
  ids += 1;
  return `${prefix}-${ids}`;
}

/** A button with words; `kind`: primary, plain, quiet or danger; `sign`: the name of an icon. */
export function button(label, press, { kind = 'plain', sign = null, ...props } = {}) {
  return h('button', { type: 'button', class: `button ${kind}`, ...props, on: { click: press } },
    sign && icon(sign), h('span', { text: label }));
}

/** A button that shows a sign only; the label is for screen readers and as a tip. */
export function iconButton(sign, label, press, props = {}) {
  return h('button', { type: 'button', class: 'icon-button', 'aria-label': label, title: label, ...props,
    on: { click: press } }, icon(sign));
}

/** A part of a view with a heading of the second level. */
export function card(title, ...children) {
  const id = newId('card');
  return h('section', { class: 'card', 'aria-labelledby': title ? id : null },
    title && h('h2', { id, text: title }), children);
}

/** A row with a switch; `change(on)` is called when it is turned. `note` says more in small type. */
export function switchRow(label, on, change, note = null) {
  const id = newId('switch');
  const box = h('input', { type: 'checkbox', role: 'switch', id, 'aria-describedby': note ? `${id}-note` : null,
    on: { change: (event) => change(event.target.checked) } });
  box.checked = on;
  return h('div', { class: 'row' },
    h('label', { for: id, class: 'row-words' }, h('span', { text: label }),
      note && h('small', { id: `${id}-note`, text: note })),
    box);
}

/** A row to choose one of a few: `choices` are [value, label]; shown as a list to choose from. */
export function selectRow(label, value, choices, change, note = null) {
  const id = newId('select');
  const box = h('select', { id, 'aria-describedby': note ? `${id}-note` : null,
    on: { change: (event) => change(choices[event.target.selectedIndex][0]) } },
  choices.map(([one, words]) => h('option', { text: words, selected: one === value })));
  return h('div', { class: 'row' },
    h('label', { for: id, class: 'row-words' }, h('span', { text: label }),
      note && h('small', { id: `${id}-note`, text: note })),
    box);
}

/** Two to four choices side by side, of which one holds. */
export function segmented(label, value, choices, change) {
  const name = newId('segment');
  return h('fieldset', { class: 'segmented' }, h('legend', { text: label }),
    h('div', { class: 'segments' }, choices.map(([one, words]) => {
      const id = newId('segment');
      const box = h('input', { type: 'radio', name, id, class: 'unseen', on: { change: () => change(one) } });
      box.checked = one === value;
      return [box, h('label', { for: id, text: words })];
    })));
}

/** A number with − and + beside it, from `min` to `max`. */
export function stepper(label, value, { min, max }, change) {
  const id = newId('stepper');
  const less = iconButton('minus', t('app.less', { what: label }), () => step(-1));
  const more = iconButton('plus', t('app.more', { what: label }), () => step(1));
  const shown = h('output', { class: 'stepper-value', 'aria-live': 'polite' });
  let now = value;
  const draw = () => {
    clear(shown).append(number(now));
    less.disabled = now <= min;
    more.disabled = now >= max;
  };
  const step = (by) => {
    now = Math.min(max, Math.max(min, now + by));
    draw();
    change(now);
  };
  draw();
  return h('div', { class: 'row', role: 'group', 'aria-labelledby': id },
    h('span', { id, class: 'row-words', text: label }), h('div', { class: 'stepper' }, less, shown, more));
}

/** A note that stands out: `kind` is info, warn or error. */
export function note(kind, text, ...more) {
  return h('div', { class: `note ${kind}` }, icon(kind === 'info' ? 'hint' : 'warning'), h('div', {}, h('p', { text }), more));
}

/** Advice on taking a photo, folded up. */
export function tips(sentences) {
  return h('details', { class: 'card tips' }, h('summary', { text: t('score.tips') }),
    h('ul', {}, sentences.map((text) => h('li', { text }))));
}

/** A turning circle with words beside it. */
export function busy(text) {
  return h('div', { class: 'busy', role: 'status' }, h('span', { class: 'spinner', 'aria-hidden': 'true' }),
    h('span', { text }));
}
