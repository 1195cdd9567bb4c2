// The rules of a game on the way to the server: a preset, what was changed, and the words for both.

import { get } from '../api.js';
import { t } from '../i18n.js';

/** The groups of the form, each with its options in the order in which a player thinks of them. */
export const GROUPS = [
  ['set', ['highest', 'copies', 'engine_set_aside']],
  ['course', ['first_turn', 'long_train_may_end_on_double', 'draws', 'mark_unstarted', 'marker_removed_by']],
  ['doubles', ['follow', 'second_double', 'open_doubles', 'branches']],
  ['mexican', ['mexican_trains', 'mexican_train_from']],
  ['end', ['rounds', 'next_engine', 'going_out_on_double', 'last_tile', 'blocked']],
  ['scoring', ['double_blank', 'blank_half', 'doubles_twice', 'going_out', 'open_train']],
];

/** Options that mean nothing where another one has one of these values. */
export const MOOT = {
  mexican_train_from: ['mexican_trains', [0]],
  long_train_may_end_on_double: ['first_turn', ['one tile']],
  second_double: ['follow', ['nothing', 'never']],
};

/** The rule systems in the order of the cards; one that is not named here comes last. */
const ORDER = ['puremco', 'spanish', 'danish', 'sixteen'];

let asked = null;

/** What GET /api/rules answers, asked once. */
export function loadRules() {
  asked ??= get('/api/rules').then((known) => ({ ...known, presets: [...known.presets].sort(
    (one, other) => rank(one.name) - rank(other.name)) })).catch((error) => {
    asked = null;
    throw error;
  });
  return asked;
}

function rank(name) {
  return ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length;
}

/** The groups as the server has them: an option that no group names comes in the last one. */
export function grouped(options) {
  const named = new Set(GROUPS.flatMap(([, names]) => names));
  const byName = new Map(options.map((option) => [option.name, option]));
  const rest = options.filter((option) => !named.has(option.name));
  return GROUPS.map(([group, names], index) => [
    group,
    [...names.map((name) => byName.get(name)).filter(Boolean), ...(index === GROUPS.length - 1 ? rest : [])],
  ]).filter(([, members]) => members.length);
}

/** The value of an option: as changed, else as the preset has it. */
export function valueOf(rules, presets, name) {
  return name in rules.changes ? rules.changes[name] : presetOf(presets, rules.preset).values[name];
}

export function presetOf(presets, name) {
  return presets.find((preset) => preset.name === name);
}

/** The rules with another value; one that is the preset's own is no change. */
export function changed(rules, presets, name, value) {
  const changes = { ...rules.changes };
  if (value === presetOf(presets, rules.preset).values[name]) delete changes[name];
  else changes[name] = value;
  return { ...rules, changes };
}

/** Another preset; changes that it has by itself are none any more. */
export function withPreset(rules, presets, preset) {
  const own = presetOf(presets, preset).values;
  const changes = Object.fromEntries(Object.entries(rules.changes).filter(([name, value]) => own[name] !== value));
  return { preset, changes };
}

/** Whether another option makes this one meaningless. */
export function isMoot(rules, presets, name) {
  const [other, values] = MOOT[name] ?? [];
  return other !== undefined && values.includes(valueOf(rules, presets, other));
}

export function optionName(name) {
  return t(`rules.${name}`);
}

export function optionHelp(name) {
  return t(`rules.${name}.help`);
}

export function valueWords(name, value) {
  return t(`rules.${name}.${value}`);
}

export function presetName(name) {
  return t(`app.preset.${name}`);
}

/** Text without accents and capitals, for searching. */
export function plain(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Whether a search finds an option: in its name, its help, or the words of its values. */
export function found(option, search) {
  const words = [optionName(option.name), optionHelp(option.name)];
  words.push(...(option.choices ?? []).map((value) => valueWords(option.name, value)));
  const text = plain(words.join(' '));
  return plain(search).split(/\s+/).every((word) => text.includes(word));
}
