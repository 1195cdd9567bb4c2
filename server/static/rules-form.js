// The rules that matter for points, as a short form: the set, the rule system, and what blanks and doubles cost.

import { h } from './dom.js';
import { t } from './i18n.js';
import { segmented, selectRow, switchRow } from './parts.js';
import { scoringOf } from './points.js';
import { setName } from './words.js';

export const SETS = [6, 9, 12, 15, 18];
export const PRESETS = ['puremco', 'spanish', 'danish', 'sixteen'];

/** The form; `change(set, rules)` is called after each change with both. */
export function rulesForm({ set, rules, change }) {
  let now = { set, rules };
  const changed = (patch) => { now = { ...now, ...patch }; change(now.set, now.rules); };
  const option = (name, value) => changed({ rules: { ...now.rules, changes: { ...now.rules.changes, [name]: value } } });
  const scoring = scoringOf(rules);
  return h('div', { class: 'form' },
    selectRow(t('app.settings.set'), set, SETS.map((one) => [one, setName(one)]), (value) => changed({ set: value })),
    selectRow(t('app.settings.preset'), rules.preset, PRESETS.map((one) => [one, t(`app.preset.${one}`)]),
      (preset) => changed({ rules: { ...now.rules, preset } })),
    segmented(t('score.rule.double_blank'), scoring.double_blank, [0, 25, 50].map((one) => [one, String(one)]),
      (value) => option('double_blank', value)),
    segmented(t('score.rule.blank_half'), scoring.blank_half, [0, 5, 25].map((one) => [one, String(one)]),
      (value) => option('blank_half', value)),
    switchRow(t('score.rule.doubles_twice'), scoring.doubles_twice, (value) => option('doubles_twice', value),
      t('score.rule.doubles_twice.note')));
}

/** The rules in a few words, such as `Puremco · Double-12 · blanks 0`: their name, the set, and what tiles cost where
 * tables differ. */
export function rulesLine(set, rules) {
  const { double_blank: blank, blank_half: half, doubles_twice: twice } = scoringOf(rules);
  return [t(`app.preset.${rules.preset}`), setName(set), blank === 0 && half === 0 && t('score.rule.line.blanks', { n: 0 }),
    blank !== 0 && t('score.rule.line.double_blank', { n: blank }),
    half !== 0 && t('score.rule.line.blank_half', { n: half }), twice && t('score.rule.line.doubles_twice')]
    .filter(Boolean).join(' · ');
}
