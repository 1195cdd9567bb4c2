// What a player has left at the end of a round: photographed, typed, or nothing because they went out.

import { ApiError, postImage } from '../api.js';
import { clear, h } from '../dom.js';
import { t } from '../i18n.js';
import { button, card, iconButton, note, switchRow } from '../parts.js';
import { photoButton } from '../photo.js';
import { doubleName } from '../words.js';
import { openDialog } from './dialog.js';
import { tilesScreen } from './tiles-screen.js';
import { forgetWork, handOf, keepWork, workOf } from './tiles-work.js';

const NOTHING = { photo: null, reading: null, state: null };

/** Opens the screen for the hand of a seat; `way` is photo, type, change, continue or ask. Answers what ends it. */
export function showHand(container, session, { seat, way, photo = null, onDone }) {
  let end = () => {};
  const mine = handOf(session, seat);
  const turnTo = (start) => {
    end = enter(container, session, { seat, start, onDone });
    container.querySelector('h1').focus();
  };
  const go = async (next, blob) => {
    if (next === 'out') {
      if (await goOut(session, seat)) onDone();
    } else if (next === 'photo') turnTo({ ...NOTHING, photo: blob });
    else turnTo(next === 'change' ? { ...NOTHING, state: known(session.state.current, seat) } : NOTHING);
  };

  async function choose() {
    const work = way === 'ask' || way === 'continue' ? await workOf(mine) : null;
    if (work) turnTo(work);
    else if (way !== 'ask' && way !== 'continue') await go(way, photo);
    else {
      clear(container).append(
        h('div', { class: 'title-row' }, iconButton('back', t('app.back'), onDone),
          h('h1', { tabindex: -1, text: handTitle(session, seat) })),
        card(null, h('p', { class: 'soft', text: t('game.hand.ask') }), handDoors(go, seat === session.seat)));
      container.querySelector('h1').focus();
    }
  }

  choose();
  return () => end();
}

/** The three ways to enter a hand, as buttons; `go(way, photo)` hears which. `own`: the person's own hand. */
export function handDoors(go, own) {
  return h('div', { class: 'hand-doors' },
    photoButton(t('game.hand.photo'), (blob) => go('photo', blob), { kind: 'primary wide' }),
    button(t('game.hand.type'), () => go('type'), { sign: 'keypad', 'data-focus': 'hand-type' }),
    button(t(own ? 'game.hand.out.own' : 'game.hand.out'), () => go('out'),
      { sign: 'check', 'data-focus': 'hand-out' }));
}

/** Hands in that a player has no tile left, asking first where a marker costs points; a promise of whether it did. */
export async function goOut(session, seat) {
  let marked = false;
  if (markerCosts(session.state)) {
    const sure = await openDialog(t('game.hand.out.title'), (close) => [
      markerSwitch(session, (on) => { marked = on; }),
      h('div', { class: 'buttons' }, button(t('app.cancel'), () => close()),
        button(t('game.hand.submit'), () => close(true), { kind: 'primary' })),
    ]);
    if (!sure) return false;
  }
  forgetWork(handOf(session, seat));
  session.submit({ round: session.state.current.number, seat, tiles: [], out: true, unsure: 0,
    ...(marked ? { open_train: true } : {}) });
  return true;
}

/** The highest double of a set, from its name ("double-12"). */
export function highest(set) {
  return Number(set.split('-')[1]);
}

function handTitle(session, seat) {
  return seat === session.seat ? t('game.hand.own') : t('game.hand.of', { name: session.state.players[seat].name });
}

function markerCosts(state) {
  return (state.rules.changes.open_train ?? 0) > 0;
}

function markerSwitch(session, change) {
  return switchRow(t('game.hand.marked'), false, change,
    t('game.hand.marked.note', { n: session.state.rules.changes.open_train }));
}

function enter(container, session, { seat, start, onDone }) {
  const { rules, set } = session.state;
  const mine = handOf(session, seat);
  let marked = false;

  async function out() {
    if (await goOut(session, seat)) onDone();
  }

  async function send({ tiles, unsure, image }) {
    if (!tiles.length) {
      return note('warn', t('game.hand.empty'),
        button(t(seat === session.seat ? 'game.hand.out.own' : 'game.hand.out'), out));
    }
    const kept = image && session.state.keep_photos ? await keepPhoto(session, image) : null;
    forgetWork(mine);
    session.submit({ round: mine.round, seat, tiles, out: false, unsure, ...(kept ? { photo: kept } : {}),
      ...(marked ? { open_train: true } : {}) });
    onDone();
    return null;
  }

  return tilesScreen(container, {
    title: handTitle(session, seat), rules, set: highest(set), start,
    submit: { label: t('game.hand.submit'), send },
    onWork: (work, photo) => { keepWork(mine, work, photo); },
    onBack: onDone,
    doubts: (tiles) => engineIn(session.state, tiles),
    more: markerCosts(session.state) ? [card(null, markerSwitch(session, (on) => { marked = on; }))] : [],
  });
}

/** What to say of the round's engine among these tiles: it lies in the middle for the whole round. */
function engineIn({ current, rules }, tiles) {
  const engine = current?.engine ?? null;
  if (engine === null || (rules.changes.copies ?? 1) > 1) return [];
  return tiles.some(([a, b]) => a === engine && b === engine) ? [t('game.hand.engine', { tile: doubleName(engine) })] : [];
}

/** A hand that was handed in, as the editor keeps it. */
function known(current, seat) {
  const tiles = current.submissions.find((hand) => hand.seat === seat)?.tiles ?? [];
  const items = tiles.map(([a, b], id) => ({
    id, quad: null, at: null, a, b, sure: true, back: false, doubts: [], alternatives: [], changed: false,
  }));
  return { items, past: [], next: items.length };
}

/** Leaves the photo with the server where the game keeps them; a hand counts without its photo, too. */
async function keepPhoto(session, image) {
  try {
    const { photo } = await postImage(`/api/games/${session.id}/photos`, image, { token: session.token });
    return photo;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}
