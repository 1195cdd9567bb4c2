// The form of house rules: searchable, in groups, each option with its help and a way back to the preset.

import { clear, h } from '../dom.js';
import { t } from '../i18n.js';
import { changed, found, grouped, isMoot, optionHelp, optionName, valueOf, valueWords } from './rules.js';

/** A form for `rules` over what GET /api/rules answered; calls `onChange(rules)` for every change. */
export function rulesForm({ presets, options }, rules, onChange) {
  const list = h('div', { class: 'rules-groups' });
  const nothing = h('p', { class: 'soft', role: 'status' });
  const search = h('input', {
    id: 'rules-search',
    type: 'search',
    autocomplete: 'off',
    placeholder: t('game.rules.search.example'),
    on: { input: () => draw() },
  });
  let now = rules;

  function set(name, value) {
    now = changed(now, presets, name, value);
    onChange(now);
    draw();
    list.querySelector(`[data-option='${name}']`)?.focus();
  }

  function row(option) {
    const { name } = option;
    const value = valueOf(now, presets, name);
    const isChanged = name in now.changes;
    const choices = option.choices ?? range(option.min, option.max);
    return h(
      'div',
      { class: isChanged ? 'rule rule-changed' : 'rule' },
      h('label', { for: `rule-${name}` }, optionName(name),
        isChanged ? h('span', { class: 'badge' }, t('game.rules.changed')) : null),
      h('p', { class: 'rule-help', id: `rule-${name}-help` }, optionHelp(name)),
      h(
        'select',
        {
          id: `rule-${name}`,
          'data-option': name,
          'aria-describedby': `rule-${name}-help`,
          on: { change: (event) => set(name, choices[event.target.selectedIndex]) },
        },
        ...choices.map((choice) => h('option', { selected: choice === value }, valueWords(name, choice))),
      ),
      isMoot(now, presets, name) ? h('p', { class: 'rule-moot' }, t('game.rules.moot')) : null,
      isChanged
        ? h('button', { type: 'button', class: 'button quiet', on: { click: () => set(name, presetValue(name)) } },
            t('game.rules.back', { value: valueWords(name, presetValue(name)) }))
        : null,
    );
  }

  function presetValue(name) {
    return valueOf({ ...now, changes: {} }, presets, name);
  }

  function draw() {
    clear(list);
    let shown = 0;
    for (const [group, members] of grouped(options)) {
      const matching = members.filter((option) => found(option, search.value));
      shown += matching.length;
      if (!matching.length) continue;
      list.append(h('fieldset', { class: 'rules-group' },
        h('legend', {}, t(`rules.group.${group}`)), ...matching.map(row)));
    }
    nothing.textContent = shown ? '' : t('game.rules.nothing', { search: search.value });
  }

  draw();
  const element = h('div', { class: 'rules-form' },
    h('label', { for: 'rules-search' }, t('game.rules.search')), search, nothing, list);
  return {
    element,
    /** Shows other rules, those of another preset say. */
    show(other) {
      now = other;
      draw();
    },
  };
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, step) => first + step);
}
