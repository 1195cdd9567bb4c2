// Where the page begins: settings, language, the first view, and the word that the server is away.

import { ApiError, get, onAway } from './api.js';
import { clear, h } from './dom.js';
import { LanguageLost, loadLanguage, onLanguage, t } from './i18n.js';
import { button, note } from './parts.js';
import { start } from './router.js';
import { applySettings, settings } from './settings.js';

const LOOK_AGAIN = 4000;
const FIRST_PAUSE = 500;
/** What is told where the words of the page did not come: that, and what to press. */
const NO_WORDS = {
  en: ['The server does not answer.', 'Try again'],
  da: ['Serveren svarer ikke.', 'Prøv igen'],
  hu: ['A szerver nem válaszol.', 'Újra'],
  es: ['El servidor no responde.', 'Reintentar'],
};
const view = document.getElementById('view');
let tryNow = () => {};
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
  view.focus();
});

/** Wait a while before the next try, or for a tap; in place of the page stands what is wrong. */
function waited(pause) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, pause);
    tryNow = () => { clearTimeout(timer); resolve(); };
    if (!view.firstChild) view.append(wordless(() => tryNow()));
  });
}

function wordless(press) {
  const lang = settings().language in NO_WORDS ? settings().language : 'en';
  const [sentence, retry] = NO_WORDS[lang];
  view.className = 'view';
  return h('div', { class: 'stack', lang }, h('h1', { text: 'Pipwise' }),
    note('error', sentence, button(retry, press, { kind: 'primary', sign: 'undo' })));
}

for (let pause = FIRST_PAUSE; ; pause = Math.min(LOOK_AGAIN, 2 * pause)) {
  try {
    await loadLanguage(settings().language);
    break;
  } catch (error) {
    if (!(error instanceof LanguageLost)) throw error;
    console.warn(error);
  }
  await waited(pause);
}
await start(view, document.getElementById('tabs'));
