// What a player has left at the end of a round: photographed, typed, or nothing because they went out.

import { ApiError, postImage } from '../api.js';
import { clear, h } from '../dom.js';
import { t } from '../i18n.js';
import { button, iconButton, note } from '../parts.js';
import { photoButton } from '../photo.js';
import { read, remove, write } from '../store.js';
import { tilesScreen } from './tiles-screen.js';

const DRAFT = 'game.hand';

/** Opens the screen for the hand of a seat; `way` is photo, type, change or ask. Answers what ends it. */
export function showHand(container, session, { seat, way, photo = null, onDone }) {
  if (way !== 'ask') return enter(container, session, { seat, way, photo, onDone });
  let end = () => {};
  const turnTo = (next, blob = null) => { end = enter(container, session, { seat, way: next, photo: blob, onDone }); };
  clear(container).append(
    h('div', { class: 'title-row' }, iconButton('back', t('app.back'), onDone),
      h('h1', { tabindex: -1, text: handTitle(session, seat) })),
    h('section', { class: 'card' },
      h('p', { class: 'soft', text: t('game.hand.ask') }),
      handDoors((next, blob) => {
        if (next !== 'out') turnTo(next, blob);
        else {
          goOut(session, seat);
          onDone();
        }
      }, seat === session.seat)));
  container.querySelector('h1').focus();
  return () => end();
}

/** The three ways to enter a hand, as buttons; `go(way, photo)` hears which. `own`: the person's own hand. */
export function handDoors(go, own) {
  return h('div', { class: 'hand-doors' },
    photoButton(t('game.hand.photo'), (blob) => go('photo', blob), { kind: 'primary wide' }),
    button(t('game.hand.type'), () => go('type'), { sign: 'keypad', 'data-focus': 'hand-type' }),
    button(t(own ? 'game.hand.out.own' : 'game.hand.out'), () => go('out'), { sign: 'check', 'data-focus': 'hand-out' }));
}

/** Hands in that a player has no tile left. */
export function goOut(session, seat) {
  remove(DRAFT);
  return session.submit({ round: session.state.current.number, seat, tiles: [], out: true, unsure: 0 });
}

function handTitle(session, seat) {
  return seat === session.seat ? t('game.hand.own') : t('game.hand.of', { name: session.state.players[seat].name });
}

function enter(container, session, { seat, way, photo, onDone }) {
  const { rules, set, current } = session.state;
  const round = current.number;
  const mine = { game: session.id, round, seat };

  async function send({ tiles, unsure, image }) {
    if (!tiles.length) {
      return note('warn', t('game.hand.empty'), button(t(seat === session.seat ? 'game.hand.out.own' : 'game.hand.out'), () => {
        goOut(session, seat);
        onDone();
      }));
    }
    const kept = image && session.state.keep_photos ? await keepPhoto(session, image) : null;
    remove(DRAFT);
    session.submit({ round, seat, tiles, out: false, unsure, ...(kept ? { photo: kept } : {}) });
    onDone();
    return null;
  }

  const end = tilesScreen(container, {
    title: handTitle(session, seat), rules, set: highest(set), photo,
    state: photo ? null : draftOf(mine) ?? (way === 'change' ? known(current, seat) : null),
    submit: { label: t('game.hand.submit'), send },
    onState: (state) => write(DRAFT, { ...mine, state }),
    onBack: onDone,
  });
  container.querySelector('h1').focus();
  return end;
}

/** The highest double of a set, from its name ("double-12"). */
export function highest(set) {
  return Number(set.split('-')[1]);
}

/** What was typed for this hand before the page was left, or null. */
function draftOf(mine) {
  const draft = read(DRAFT, null);
  return draft && Object.entries(mine).every(([name, value]) => draft[name] === value) ? draft.state : null;
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
