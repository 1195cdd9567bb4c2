// The form of house rules: in groups that open by a tap, searchable, each option with its help and a way back to the
// preset.

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
  // Which groups a person has opened; a search opens all that it finds something in.
  const opened = new Set();
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

  function section(group, members, matching) {
    const searching = search.value.trim() !== '';
    const changes = members.filter(({ name }) => name in now.changes).length;
    const summary = h('summary', {}, h('h3', { text: t(`rules.group.${group}`) }),
      h('span', { class: 'rules-summary' }, changes > 0 ? t('game.create.changed', { n: changes })
        : t('game.rules.count', { n: members.length })));
    summary.addEventListener('click', () => {
      if (opened.has(group)) opened.delete(group);
      else opened.add(group);
    });
    return h('details', { class: 'rules-group house', open: searching || opened.has(group), 'data-group': group },
      summary, matching.map(row));
  }

  function draw() {
    clear(list);
    let shown = 0;
    for (const [group, members] of grouped(options)) {
      const matching = members.filter((option) => found(option, search.value));
      shown += matching.length;
      if (!matching.length) continue;
      list.append(section(group, members, matching));
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
