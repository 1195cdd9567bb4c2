// The parts round the page of an open game: heading, tabs, what waits to be sent, and a game that was lost.

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { card, iconButton } from '../parts.js';
import { sentence } from './errors.js';
import { forgetGame } from './kept.js';
import { waiting } from './outbox.js';

const PAGES = ['round', 'scores', 'people'];

/** The top of an open game: its name, the round, and whether news come in. */
export function heading(name, onLeave, session = null) {
  const state = session?.state;
  return h('header', { class: 'title-row' },
    iconButton('back', t('game.all'), onLeave, { 'data-focus': 'back' }),
    h('div', { class: 'title-words' },
      h('h1', { tabindex: -1, dataset: { focus: 'title' } }, name),
      state ? h('p', { class: 'soft' }, stage(state), session.live ? null : [' · ', line(session)]) : null));
}

function stage(state) {
  if (state.over || !state.current) return t('game.over');
  return t('game.round.of', { round: state.current.number, rounds: state.rounds_planned });
}

function line(session) {
  return h('span', { class: 'line-state' }, t(session.reachable ? 'game.line.asking' : 'game.line.away'));
}

/** The pages of the game as tabs; arrow keys go from one to the next. */
export function tabs(page, turnTo) {
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = PAGES[(PAGES.indexOf(page) + step + PAGES.length) % PAGES.length];
    turnTo(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return h('div', { class: 'room-tabs', role: 'tablist', 'aria-label': t('game.pages'), on: { keydown: move } },
    PAGES.map((name) => h('button', {
      role: 'tab', id: `tab-${name}`, 'aria-selected': String(name === page), 'aria-controls': 'room-page',
      tabindex: name === page ? 0 : -1, dataset: { focus: `tab-${name}` }, on: { click: () => turnTo(name) },
    }, t(`game.page.${name}`))));
}

/** The hands that wait to be sent, and those that the server refused. */
export function outbox(session) {
  const items = waiting(session.id);
  if (!items.length) return null;
  return h('ul', { class: 'outbox', 'aria-label': t('game.outbox') }, items.map((item) => {
    const name = session.state.players[item.body.seat].name;
    if (!item.refused) {
      return h('li', {}, h('span', {}, t('game.outbox.waiting', { name, round: item.body.round })),
        h('button', { class: 'button quiet', dataset: { focus: `send-${item.key}` },
          on: { click: () => session.flush() } },
          t('game.outbox.send')));
    }
    return h('li', { class: 'refused' },
      h('span', {}, t('game.outbox.refused', { name, round: item.body.round }), ' ', sentence(item.refused)),
      h('button', { class: 'button quiet', dataset: { focus: `drop-${item.key}` },
        on: { click: () => session.discard(item.key) } }, t('game.outbox.drop')));
  }));
}

/** What is shown of a game that the key on this phone no longer opens. */
export function lost(session, onLeave) {
  return [heading(session.kept.name, onLeave), card(null,
    h('p', { role: 'alert' }, t('game.lost')),
    h('button', { class: 'button primary wide', on: { click: onLeave } }, t('game.all')),
    h('button', { class: 'button plain wide', on: { click: () => {
      forgetGame(session.id);
      onLeave();
    } } }, t('game.forget')))];
}
