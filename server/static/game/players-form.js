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
    const number = t('game.players.number', { number: index + 1 });
    const mineBox = h('input', { type: 'radio', name: 'mine', checked: me === index,
      on: { change: () => change(names, index) } });
    const up = iconButton('up', '', () => move(index, -1, 'up'), { disabled: index === 0, 'data-move': 'up' });
    const down = iconButton('down', '', () => move(index, 1, 'down'),
      { disabled: index === names.length - 1, 'data-move': 'down' });
    const away = iconButton('close', '', () => remove(index), { disabled: names.length <= FEWEST });

    // Each button says whose it is, also while the name is being typed.
    function label() {
      const called = { name: names[index].trim() || number };
      mineBox.setAttribute('aria-label', t('game.players.mine', called));
      for (const [one, key] of [[up, 'game.players.up'], [down, 'game.players.down'], [away, 'game.players.remove']]) {
        one.setAttribute('aria-label', t(key, called));
        one.title = t(key, called);
      }
    }

    function typed(event) {
      names = names.map((other, place) => (place === index ? event.target.value : other));
      onChange({ players: names, mine: me });
      label();
    }

    label();
    return h('li', { class: 'player-row' },
      h('input', { type: 'text', value: name, maxlength: 40, autocomplete: 'off', autocapitalize: 'words',
        'aria-label': t('game.players.name', { number: index + 1 }), placeholder: number, on: { input: typed } }),
      h('div', { class: 'player-tools' }, h('label', { class: 'player-me' }, mineBox, t('game.players.me')), up, down,
        away));
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

/** What is wrong with these names: {index, words}, the first player whose name it is and a sentence; or null. */
export function namesProblem(players) {
  const names = players.map((name) => name.trim());
  const empty = names.indexOf('');
  if (empty >= 0) return { index: empty, words: t('game.players.empty') };
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  return twice >= 0 ? { index: twice, words: t('game.players.twice', { name: names[twice] }) } : null;
}

/** Mark the name of one player in `form` as wrong and go there; `told`: the node that says why. It is right again as soon as
 * it is changed. */
export function markName(form, index, told) {
  const field = form.querySelectorAll('.players-form input[type=text]')[index];
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', told.id);
  field.addEventListener('input', () => field.removeAttribute('aria-invalid'), { once: true });
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
}
