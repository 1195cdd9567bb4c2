// Which move is good, and why.

import { h } from '../dom.js';
import { t } from '../i18n.js';

export function show(container) {
  container.append(h('h1', { text: t('app.tab.hint') }));
}
