// One open game: its heading, its three pages (round, scores, people), and the news that come in.

import { clear, h } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { askAgain } from './conflict.js';
import { confirmDialog } from './dialog.js';
import { sentence } from './errors.js';
import { showHand } from './hand.js';
import { askToForget } from './home.js';
import { forgetGame } from './kept.js';
import { lobby } from './lobby.js';
import { news } from './news.js';
import { waiting } from './outbox.js';
import { redraw } from './redraw.js';
import { roundPage } from './round.js';
import { Session } from './session.js';
import { scoresPage } from './scores.js';

const PAGES = ['round', 'scores', 'people'];

/** Shows a kept game; `onLeave` goes back to the list, `onAgain(draft)` sets up another game like it. */
export function showRoom(container, { kept, state, tab, onLeave, onAgain }) {
  const session = new Session(kept, state);
  let page = tab ?? 'round';
  let hand = null;
  const body = h('div', { class: 'room' });
  const said = h('p', { class: 'unseen', role: 'status', 'aria-live': 'polite' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  clear(container).append(body, problem, said);

  function complain(error) {
    problem.textContent = error ? sentence(error) : '';
    if (error) problem.scrollIntoView({ block: 'nearest' });
  }

  /** A host's step. Where another host was quicker, it shows what changed and asks again. */
  async function act(step, details = {}, version = session.state.version, seen = session.state) {
    complain(null);
    try {
      await session.write(step, details, version);
      return true;
    } catch (error) {
      if (error.code !== 'conflict') {
        complain(error);
        return false;
      }
      const now = error.details.state;
      session.take(now);
      return await askAgain(seen, now) ? act(step, details, now.version, now) : false;
    }
  }

  async function enterHand(seat, way) {
    hand = showHand(container, session, { seat, way, onDone: closeHand });
  }

  function closeHand() {
    hand?.();
    hand = null;
    clear(container).append(body, problem, said);
    draw();
    container.querySelector('h1')?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  async function finish() {
    const sure = await confirmDialog({ title: t('game.finish.title'), text: t('game.finish.text'),
      yes: t('game.finish'), grave: true });
    if (sure && await act('finish')) turnTo('scores');
  }

  function turnTo(next) {
    page = next;
    draw();
  }

  function again() {
    const { rules, players, keep_photos: keepPhotos } = session.state;
    onAgain({ rules, players: players.map(({ name }) => name), mine: session.seat, keepPhotos, name: '' });
  }

  const pages = {
    round: () => roundPage(session, { act, enterHand, complain, turnTo }),
    scores: () => scoresPage(session, { act, again, complain }),
    people: () => lobby(session, { act, onFinish: finish, onForget: () => askToForget(session.kept, onLeave) }),
  };

  function draw() {
    if (hand) return;
    redraw(body, () => {
      if (session.refused) return lost(session, onLeave);
      if (!session.state) return [heading(kept.name, onLeave), h('p', { role: 'status', class: 'soft' },
        t(session.reachable ? 'game.loading' : 'game.error.offline'))];
      return [heading(session.state.name, onLeave, session), outbox(session), tabs(page, turnTo),
        h('div', { class: 'room-page', id: 'room-page', role: 'tabpanel', 'aria-labelledby': `tab-${page}` },
          pages[page]())];
    });
  }

  session.onChange((now, before) => {
    if (now?.over && before && !before.over) page = 'scores';
    const text = news(before, now, session.seat);
    if (text) said.textContent = text;
    draw();
  });
  if (state?.over) page = 'scores';
  draw();
  session.start();
  return () => {
    hand?.();
    session.stop();
  };
}

function heading(name, onLeave, session = null) {
  const state = session?.state;
  return h('header', { class: 'title-row' },
    h('button', { class: 'back', 'aria-label': t('game.all'), dataset: { focus: 'back' }, on: { click: onLeave } },
      icon('back')),
    h('div', { class: 'title-words' },
      h('h1', { tabindex: -1, dataset: { focus: 'title' } }, name),
      state ? h('p', { class: 'soft' }, stage(state), session.live ? null : [' · ', line(session)]) : null));
}

function stage(state) {
  if (state.over || !state.current) return t('game.over');
  return t('game.round.of', { round: state.current.number, rounds: state.rounds_planned });
}

function line(session) {
  return h('span', { class: 'line' }, t(session.reachable ? 'game.line.asking' : 'game.line.away'));
}

function tabs(page, turnTo) {
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

function outbox(session) {
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

function lost(session, onLeave) {
  return [heading(session.kept.name, onLeave), h('section', { class: 'card' },
    h('p', { role: 'alert' }, t('game.lost')),
    h('button', { class: 'button primary wide', on: { click: onLeave } }, t('game.all')),
    h('button', { class: 'button plain wide', on: { click: () => {
      forgetGame(session.id);
      onLeave();
    } } }, t('game.forget')))];
}
