// What a person has chosen for this phone, and what follows from it for the whole page.

import { browserLanguage } from './i18n.js';
import { read, write } from './store.js';

const KEY = 'settings';
const THEMES = { light: '#f5f2ea', dark: '#121816' };
const listeners = new Set();

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

/** Let the look of the page follow the settings; colours are in css/base.css. */
export function applySettings() {
  const { theme, large } = settings();
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.classList.toggle('large', large);
  for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = THEMES[theme === 'auto' ? own : theme];
  }
}
