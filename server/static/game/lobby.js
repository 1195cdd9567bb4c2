// Who is in the game, and how others come in: code, QR code, link.

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { card, note } from '../parts.js';
import { confirmDialog } from './dialog.js';

const HERE_ONLY = new Set(['localhost', '127.0.0.1', '[::1]']);
const SVG = 'http://www.w3.org/2000/svg';

/** The part of the page about the people: the way in (host only), the seats, and the end of the game. */
export function lobby(session, { onFinish, onForget, act }) {
  const { state } = session;
  return h('div', {},
    state.join && !state.over ? invitation(state.join) : null,
    card(t('game.lobby.players'),
      h('ul', { class: 'people' }, ...state.players.map((player) => person(session, player, act))),
      session.isHost ? h('p', { class: 'soft' }, t('game.lobby.nophone')) : null),
    card(null,
      session.isHost && !state.over
        ? h('button', { class: 'button plain wide', 'data-focus': 'finish', on: { click: onFinish } }, t('game.finish'))
        : null,
      h('button', { class: 'button plain wide', 'data-focus': 'forget', on: { click: onForget } }, t('game.forget'))));
}

function invitation({ code, link, qr }) {
  return card(t('game.lobby.invite'),
    h('img', { class: 'qr', src: asPicture(qr), alt: t('game.lobby.qr'), width: 200, height: 200 }),
    HERE_ONLY.has(new URL(link).hostname) ? note('warn', t('game.lobby.here_only')) : null,
    h('p', { class: 'soft' }, t('game.lobby.scan')),
    h('p', { class: 'code', role: 'img', 'aria-label': t('game.lobby.code', { code: [...code].join(', ') }) },
      ...[...code].map((letter) => h('span', { class: 'letter' }, letter))),
    h('p', { class: 'join-link' }, link),
    navigator.share
      ? h('button', { class: 'button plain', 'data-focus': 'send-link', on: { click: () => send(link) } },
          t('game.lobby.send'))
      : null);
}

async function send(link) {
  try {
    await navigator.share({ title: t('game.lobby.invite'), url: link });
  } catch (error) {
    if (error.name !== 'AbortError') throw error;
  }
}

/** An SVG text as the address of a picture: inside an <img> it can neither run nor load anything. */
function asPicture(svg) {
  const named = svg.includes('xmlns=') ? svg : svg.replace('<svg', `<svg xmlns="${SVG}"`);
  return `data:image/svg+xml,${encodeURIComponent(named)}`;
}

function person(session, player, act) {
  const mine = player.seat === session.seat;
  const state = mine ? 'game.lobby.you' : player.joined ? 'game.lobby.joined' : 'game.lobby.open';
  return h('li', { class: player.joined || mine ? 'person joined' : 'person' },
    h('span', { class: 'dot', 'aria-hidden': 'true' }, player.joined || mine ? '✓' : ''),
    h('span', { class: 'person-name' }, player.name),
    h('span', { class: 'soft' }, t(state)),
    session.isHost && player.joined && !mine && !session.state.over
      ? h('button', { class: 'button quiet', 'data-focus': `free-${player.seat}`,
          on: { click: () => free(player, act) } },
          t('game.lobby.free'))
      : null);
}

async function free(player, act) {
  const sure = await confirmDialog({
    title: t('game.lobby.free.title', { name: player.name }),
    text: t('game.lobby.free.text'),
    yes: t('game.lobby.free'),
  });
  if (sure) await act('free', { seat: player.seat });
}
