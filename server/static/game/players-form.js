// Who plays, in the order of the table, and which of them holds this phone.

import { clear, h } from '../dom.js';
import { t } from '../i18n.js';
import { button, iconButton } from '../parts.js';

export const FEWEST = 2;
export const MOST = 8;

/** A form for `players` (names) and `mine` (index or null); calls `onChange({players, mine})`. */
export function playersForm(players, mine, onChange) {
  let names = [...players];
  let me = mine;
  const list = h('ol', { class: 'players-form' });
  const add = button(t('game.players.add'), () => change([...names, ''], me, names.length), { sign: 'plus' });

  function change(next, mineNow, focus) {
    names = next;
    me = mineNow;
    onChange({ players: names, mine: me });
    draw();
    if (focus !== undefined) list.querySelectorAll('input[type=text]')[focus]?.focus();
  }

  function move(index, step, direction) {
    const to = index + step;
    const next = [...names];
    [next[index], next[to]] = [next[to], next[index]];
    const mineNow = me === index ? to : me === to ? index : me;
    change(next, mineNow);
    const button = list.children[to].querySelector(`[data-move=${direction}]`);
    (button.disabled ? list.children[to].querySelector('[data-move]:not(:disabled)') : button).focus();
  }

  function remove(index) {
    const next = names.filter((_, other) => other !== index);
    const mineNow = me === null || me === index ? null : me > index ? me - 1 : me;
    change(next, mineNow, Math.min(index, next.length - 1));
  }

  function row(name, index) {
    const called = name.trim() || t('game.players.number', { number: index + 1 });
    return h(
      'li',
      { class: 'player-row' },
      h('input', {
        type: 'text',
        value: name,
        maxlength: 40,
        autocomplete: 'off',
        autocapitalize: 'words',
        'aria-label': t('game.players.name', { number: index + 1 }),
        placeholder: t('game.players.number', { number: index + 1 }),
        on: { input: (event) => {
          names = names.map((other, place) => (place === index ? event.target.value : other));
          onChange({ players: names, mine: me });
        } },
      }),
      h('div', { class: 'player-tools' },
        h('label', { class: 'player-me' },
          h('input', { type: 'radio', name: 'mine', checked: me === index,
            on: { change: () => change(names, index) } }),
          t('game.players.me')),
        iconButton('up', t('game.players.up', { name: called }), () => move(index, -1, 'up'),
          { disabled: index === 0, 'data-move': 'up' }),
        iconButton('down', t('game.players.down', { name: called }), () => move(index, 1, 'down'),
          { disabled: index === names.length - 1, 'data-move': 'down' }),
        iconButton('close', t('game.players.remove', { name: called }), () => remove(index),
          { disabled: names.length <= FEWEST })),
    );
  }

  function draw() {
    clear(list);
    list.append(...names.map(row));
    add.disabled = names.length >= MOST;
    nobody.querySelector('input').checked = me === null;
  }

  const nobody = h('label', { class: 'check' },
    h('input', { type: 'radio', name: 'mine', checked: me === null, on: { change: () => change(names, null) } }),
    t('game.players.nobody'));
  draw();
  return h('div', {}, list, add, nobody);
}

/** What is wrong with these names, as a sentence, or null. */
export function namesProblem(players) {
  const names = players.map((name) => name.trim());
  if (names.some((name) => !name)) return t('game.players.empty');
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice ? t('game.players.twice', { name: twice }) : null;
}
