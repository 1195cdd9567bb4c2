// Which view is shown: `#score`, `#table`, `#hint`, `#live`, `#game`, `#settings`, `#join=CODE`. A view is a module that exports
// `show(container, params)` and returns a function that ends it (or nothing).

import { ApiError, get, onAway } from './api.js';
import { clear, h } from './dom.js';
import { onLanguage, t } from './i18n.js';
import { icon } from './icons.js';
import { button, note } from './parts.js';
import { closeSheets } from './sheet.js';

const VIEWS = {
  score: () => import('./score.js'),
  table: () => import('./table/table.js'),
  hint: () => import('./hint/hint.js'),
  live: () => import('./live.js'),
  game: () => import('./game/game.js'),
  join: () => import('./game/game.js'),
  settings: () => import('./settings-view.js'),
};
const TABS = ['score', 'table', 'hint', 'game', 'settings'];
const TAB_OF = { live: 'score', join: 'game' };

// Why a view is fetched: the address says so, once more because the server answers after all, or a person asks for it.
const [FIRST, SECOND, ASKED] = [0, 1, 2];

let container;
let tabs;
let end = () => {};
let shown = 0;
let failed = false;

/** Show the view that the address names in `main`, with the tabs in `nav`, and follow its changes. */
export function start(main, nav) {
  container = main;
  tabs = nav;
  window.addEventListener('hashchange', () => render(true));
  onLanguage(() => render(false));
  return render(false);
}

/** Go to a view; `params` become `#name=value` for the one named like the view, else `#view?key=value`. */
export function go(name, params = {}) {
  const query = new URLSearchParams(params).toString();
  const hash = name === 'join' ? `#join=${params.join ?? ''}` : `#${name}${query ? `?${query}` : ''}`;
  if (location.hash === hash) render(true);
  else location.hash = hash;
}

/** The view that the address names, with its parameters. */
export function route(hash = location.hash) {
  const [path, query = ''] = hash.replace(/^#/, '').split('?');
  const [name, value] = path.split('=');
  const params = Object.fromEntries(new URLSearchParams(query));
  const told = value === undefined ? null : decoded(value);
  if (told !== null) params[name] = told;
  return { name: Object.hasOwn(VIEWS, name) ? name : 'score', params };
}

/** A value as it was meant, or null where it was encoded wrongly, as in a link that was cut off. */
function decoded(value) {
  try {
    return decodeURIComponent(value);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return null;
  }
}

async function render(moveFocus, trial = FIRST) {
  const mine = (shown += 1);
  const { name, params } = route();
  const view = await loaded(name);
  if (mine !== shown) return;
  // What stands over a view belongs to it.
  closeSheets();
  end();
  end = () => {};
  failed = view === null;
  drawTabs(TAB_OF[name] ?? name);
  clear(container).className = `view view-${name}`;
  const result = failed ? away(name, trial) : await view.show(container, params);
  if (mine !== shown) { result?.(); return; }
  end = result ?? (() => {});
  const heading = container.querySelector('h1');
  document.title = heading ? `${heading.textContent} · Pipwise` : 'Pipwise';
  if (moveFocus) {
    window.scrollTo(0, 0);
    heading?.setAttribute('tabindex', '-1');
    (heading ?? container).focus({ preventScroll: true });
  }
}

/** The module of a view; null where its parts could not be fetched, which browsers tell by a TypeError. */
async function loaded(name) {
  try {
    return await VIEWS[name]();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.warn(error);
    return null;
  }
}

/** In place of a view that could not be fetched: what is wrong, and another try by a tap or once the server is back.
 * Returns a function that ends that. */
function away(name, trial) {
  const again = () => render(true, ASKED);
  container.append(h('h1', { text: t(`app.tab.${TAB_OF[name] ?? name}`) }),
    note('error', t('app.error.offline'), button(t('app.retry'), again, { kind: 'primary', sign: 'undo' })));
  lookAgain(trial);
  return onAway((gone) => { if (!gone) again(); });
}

async function lookAgain(trial) {
  const mine = shown;
  // Asking is what lets the whole page know that the server is away, and look for it from time to time.
  const answers = await get('/api/health').then(() => true, (error) => {
    if (!(error instanceof ApiError)) throw error;
    return error.code !== 'offline';
  });
  if (!answers || mine !== shown) return;
  // Some browsers never fetch a module again that they once failed to get: then only loading the page anew helps.
  // Not without being asked, though, or a module that is gone for good would have the page loaded without end.
  if (trial === ASKED) location.reload();
  else if (trial === FIRST) render(true, SECOND);
}

function drawTabs(current) {
  tabs.setAttribute('aria-label', t('app.tabs'));
  clear(tabs).append(...TABS.map((name) => h('a', {
    class: 'tab', href: `#${name}`, 'aria-current': name === current ? 'page' : null,
    // The address stays the same, so nothing else would follow from this tap.
    on: { click: () => { if (failed && route().name === name) render(true, ASKED); } },
  }, icon(name), h('span', { text: t(`app.tab.${name}`) }))));
}
