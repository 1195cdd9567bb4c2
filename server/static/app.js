// Where the page begins: settings, language, the first view, and the word that the server is away.

import { onAway } from './api.js';
import { clear } from './dom.js';
import { loadLanguage, onLanguage, t } from './i18n.js';
import { start } from './router.js';
import { applySettings, settings } from './settings.js';

const away = document.getElementById('away');
const skip = document.getElementById('skip');

applySettings();
onAway((gone) => {
  away.hidden = !gone;
  clear(away);
  if (gone) away.append(t('app.away'));
});
onLanguage(() => {
  skip.textContent = t('app.skip');
  if (!away.hidden) clear(away).append(t('app.away'));
});
skip.addEventListener('click', (event) => {
  event.preventDefault();
  document.getElementById('view').focus();
});

await loadLanguage(settings().language);
await start(document.getElementById('view'), document.getElementById('tabs'));
