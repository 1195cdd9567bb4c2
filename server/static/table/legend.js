// What the marks over a photo of a table mean; one line until it is opened.

import { h } from '../dom.js';
import { t } from '../i18n.js';

const SIGNS = [
  ['number', 'train-sign train-1', '1'], ['end', 'end-sign', '8'], ['marker', 'end-sign open', '8'],
  ['unsure', 'doubt-sign', '?'], ['wrong', 'seen-letter', 'A'],
];

/** The legend, closed. */
export function legend() {
  return h('details', { class: 'card tips table-legend' }, h('summary', { text: t('table.legend') }),
    h('ul', {}, SIGNS.map(([what, kind, text]) => h('li', {},
      h('span', { class: kind, 'aria-hidden': 'true', text }), h('span', { text: t(`table.legend.${what}`) })))));
}
