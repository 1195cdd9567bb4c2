// Questions that stand over the page, with an answer to wait for.

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { openSheet } from '../sheet.js';

/**
 * Opens a sheet with a heading and `content(close)`; `close(value)` ends it. Answers a promise of the value, null when
 * it was closed without one.
 */
export function openDialog(title, content) {
  return new Promise((resolve) => {
    let answer = null;
    let sheet = null;
    const close = (value = null) => {
      answer = value;
      sheet.close();
    };
    sheet = openSheet({ title, body: content(close), onClose: () => resolve(answer) });
  });
}

/** Asks a question with two answers: a promise of true for `yes`. `grave` marks what cannot be taken back. */
export async function confirmDialog({ title, text, yes, no = t('app.cancel'), grave = false, more = [] }) {
  const answer = await openDialog(title, (close) => [
    text ? h('p', { text }) : null,
    more,
    h('div', { class: 'buttons' },
      h('button', { class: 'button plain', on: { click: () => close(false) } }, no),
      h('button', { class: grave ? 'button danger' : 'button primary', on: { click: () => close(true) } }, yes)),
  ]);
  return answer === true;
}
