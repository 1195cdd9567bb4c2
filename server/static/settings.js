// What a person has chosen for this phone, and what follows from it for the whole page.

import { browserLanguage } from './i18n.js';
import { read, write } from './store.js';

const KEY = 'settings';
const THEMES = { light: '#f5f2ea', dark: '#121816' };
const phoneIsDark = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set();

phoneIsDark.addEventListener('change', () => applySettings());

/** The settings: language, theme (auto, light, dark), large (type), set, rules ({preset, changes}), hideAdvice. */
export function settings() {
  return {
    language: browserLanguage(),
    theme: 'auto',
    large: false,
    set: 12,
    rules: { preset: 'puremco', changes: {} },
    hideAdvice: false,
    ...read(KEY, {}),
  };
}

/** Change some settings, keep them, and let the page follow. */
export function changeSettings(patch) {
  write(KEY, { ...read(KEY, {}), ...patch });
  applySettings();
  for (const listener of [...listeners]) listener(settings());
}

/** Call `listener(settings)` after each change; returns a function that ends that. */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Let the look of the page follow the settings, and the phone where these say so; colours are in css/base.css, and
 * theme.js does the same before the first paint. */
export function applySettings() {
  const { theme, large } = settings();
  const shown = theme === 'auto' ? (phoneIsDark.matches ? 'dark' : 'light') : theme;
  const root = document.documentElement;
  root.dataset.theme = shown;
  root.classList.toggle('large', large);
  for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.content = THEMES[shown];
}
