// Tiles and total over the picture of the camera, as it moves.

import { h } from './dom.js';
import { t } from './i18n.js';

export function show(container) {
  container.append(h('h1', { text: t('app.tab.score') }));
}
