// The settings as a view.

import { get, ApiError } from './api.js';
import { h } from './dom.js';
import { LanguageLost, LANGUAGES, loadLanguage, t } from './i18n.js';
import { card, segmented, selectRow, switchRow } from './parts.js';
import { rulesForm } from './rules-form.js';
import { changeSettings, settings } from './settings.js';
import { toast } from './toast.js';

export function show(container) {
  const now = settings();
  const version = h('p', { class: 'soft small' });
  container.append(
    h('h1', { text: t('app.settings.title') }),
    card(t('app.settings.look'),
      selectRow(t('app.settings.language'), now.language, Object.entries(LANGUAGES), speak),
      segmented(t('app.settings.theme'), now.theme,
        ['auto', 'light', 'dark'].map((one) => [one, t(`app.settings.theme.${one}`)]),
        (theme) => changeSettings({ theme })),
      switchRow(t('app.settings.large'), now.large, (large) => changeSettings({ large }), t('app.settings.large.note'))),
    card(t('app.settings.rules'), h('p', { class: 'soft small', text: t('app.settings.rules.note') }),
      rulesForm({ set: now.set, rules: now.rules, change: (set, rules) => changeSettings({ set, rules }) })),
    card(t('app.settings.hints'),
      switchRow(t('app.settings.hide'), now.hideAdvice, (hideAdvice) => changeSettings({ hideAdvice }),
        t('app.settings.hide.note'))),
    card(t('app.settings.about'), h('p', { class: 'soft', text: t('app.settings.private') }), version));

  const stop = new AbortController();
  get('/api/health', { signal: stop.signal })
    .then((health) => { version.textContent = t('app.settings.version', { version: health.version }); })
    .catch((error) => { if (!(error instanceof ApiError) && error.name !== 'AbortError') throw error; });
  return () => stop.abort();
}

/** Speak another language; the one before stays when the words cannot be fetched. */
async function speak(language) {
  const before = settings().language;
  // The view is drawn anew with the language, so it has to be chosen by then.
  changeSettings({ language });
  try {
    await loadLanguage(language);
  } catch (error) {
    if (!(error instanceof LanguageLost)) throw error;
    changeSettings({ language: before });
    const box = document.querySelector('#view select');
    if (box) box.selectedIndex = Object.keys(LANGUAGES).indexOf(before);
    toast(t('app.settings.language.away', { language: LANGUAGES[language] }));
    return;
  }
  // The view was drawn anew, in the new language: the focus goes back to where it was.
  document.querySelector('#view select')?.focus();
}
