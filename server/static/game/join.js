// Joining a game from another phone: the code, then the own seat.

import { newKey, post } from '../api.js';
import { clear, h } from '../dom.js';
import { t } from '../i18n.js';
import { card, iconButton } from '../parts.js';
import { sentence } from './errors.js';
import { keepGame, nameOf } from './kept.js';

const LETTERS = 6;

/** Asks for the code, unless `code` is given, and for a seat; `onJoined(kept, state)` when the seat is taken. */
export function showJoin(container, { code = '', onJoined, onBack }) {
  const tidy = tidied(code);
  if (tidy.length === LETTERS) askSeat(container, tidy, { onJoined, onBack });
  else askCode(container, tidy, { onJoined, onBack });
}

function tidied(code) {
  return code.toUpperCase().replace(/[^A-Z]/g, '').slice(0, LETTERS);
}

function title(onBack) {
  return h('div', { class: 'title-row' },
    iconButton('back', t('app.back'), onBack),
    h('h1', { tabindex: -1 }, t('game.join.title')));
}

function askCode(container, code, { onJoined, onBack, wrong = null }) {
  const problem = h('p', { class: 'problem', role: 'alert', id: 'code-problem' }, wrong);
  const go = h('button', { class: 'button primary wide', type: 'submit' }, t('game.join.next'));
  const input = h('input', {
    id: 'code', class: 'code-input', type: 'text', value: code, maxlength: LETTERS + 1, autocomplete: 'off',
    autocapitalize: 'characters', autocorrect: 'off', spellcheck: 'false', 'aria-describedby': 'code-help code-problem',
    on: { input: () => {
      input.value = tidied(input.value);
      problem.textContent = '';
    } },
  });

  function next(event) {
    event.preventDefault();
    const entered = tidied(input.value);
    if (entered.length < LETTERS) {
      problem.textContent = t('game.join.short', { n: LETTERS });
      input.focus();
    } else askSeat(container, entered, { onJoined, onBack });
  }

  clear(container);
  container.append(title(onBack),
    h('form', { class: 'card join', on: { submit: next }, novalidate: true },
      h('label', { for: 'code' }, t('game.join.code')), input,
      h('p', { class: 'soft', id: 'code-help' }, t('game.join.help')),
      problem, go));
  input.focus();
}

async function askSeat(container, code, { onJoined, onBack }) {
  clear(container);
  container.append(title(onBack), h('p', { role: 'status', class: 'soft' }, t('game.loading')));
  let lobby;
  try {
    lobby = await post('/api/joins', { code }, {});
  } catch (error) {
    askCode(container, code, { onJoined, onBack, wrong: sentence(error) });
    return;
  }
  const problem = h('p', { class: 'problem', role: 'alert' });
  const keys = new Map();

  async function take(player) {
    problem.textContent = '';
    if (!keys.has(player.seat)) keys.set(player.seat, newKey());
    try {
      const body = { code, seat: player.seat };
      const seated = await post('/api/joins/seat', body, { key: keys.get(player.seat) });
      const kept = keepGame({ id: seated.game.id, name: nameOf(seated.game), seat: player.seat, hostToken: null,
        seatToken: seated.seat_token });
      onJoined(kept, seated.game);
    } catch (error) {
      problem.textContent = sentence(error);
      if (error.code === 'seat_taken') {
        player.joined = true;
        draw();
      }
    }
  }

  const seats = h('ul', { class: 'seats' });
  function draw() {
    clear(seats);
    seats.append(...lobby.players.map((player) =>
      h('li', {}, h('button', { class: 'seat', disabled: player.joined, on: { click: () => take(player) } },
        h('span', { class: 'seat-name' }, player.name),
        h('span', { class: 'seat-state' }, player.joined ? t('game.join.taken') : t('game.join.free'))))));
  }

  draw();
  clear(container);
  const heading = h('h2', { tabindex: -1 }, t('game.join.who'));
  container.append(title(onBack),
    card(null,
      h('p', { class: 'soft' }, nameOf(lobby)),
      heading, h('p', { class: 'soft' }, t('game.join.who.help')), seats, problem));
  heading.focus();
}
