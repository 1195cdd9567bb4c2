// Where the page begins: settings, language, the first view, and the word that the server is away.

import { ApiError, get, onAway } from './api.js';
import { clear } from './dom.js';
import { loadLanguage, onLanguage, t } from './i18n.js';
import { start } from './router.js';
import { applySettings, settings } from './settings.js';

const LOOK_AGAIN = 4000;
const away = document.getElementById('away');
const skip = document.getElementById('skip');

applySettings();
onAway((gone) => {
  away.hidden = !gone;
  clear(away);
  if (gone) away.append(t('app.away'));
  if (gone) lookAgain();
});

/** Ask until the server answers: then whoever waits for it hears of that, too. */
function lookAgain() {
  setTimeout(() => get('/api/health').catch((error) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'offline') lookAgain();
  }), LOOK_AGAIN);
}

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
