// What became of a closed round: everybody's points at once, and the hands behind them, with their photos.

import { ApiError, getImage } from '../api.js';
import { clear, h } from '../dom.js';
import { t } from '../i18n.js';
import { busy, button, card } from '../parts.js';
import { openSheet } from '../sheet.js';
import { handRow } from '../tiles.js';
import { sentence } from './errors.js';

/** The card about the round that was closed last; null before that. */
export function lastRound(session) {
  const { rounds, players, totals } = session.state;
  const round = rounds.at(-1);
  if (!round) return null;
  return card(t('game.last', { round: round.number }),
    h('ul', { class: 'last-scores' }, players.map(({ seat, name }) => {
      const score = scoreOf(round, seat);
      return h('li', {},
        h('span', { class: 'last-name' }, name, score.out ? star() : null),
        h('strong', {}, t('game.points', { n: score.points })),
        h('span', { class: 'soft' }, t('game.last.total', { n: totals[seat] })));
    })),
    button(t('game.last.hands'), () => showHands(session, round), { 'data-focus': 'last-hands' }));
}

/** Opens a sheet with the hands of a closed round. */
export function showHands(session, round) {
  const urls = [];
  const stop = new AbortController();
  openSheet({
    title: t('game.hands_of', { round: round.number }),
    body: h('ul', { class: 'round-hands' }, session.state.players.map(({ seat, name }) => {
      const score = scoreOf(round, seat);
      return h('li', {},
        h('p', { class: 'round-hand' }, h('strong', {}, name, score.out ? star() : null),
          h('span', {}, t('game.points', { n: score.points }))),
        handOf(score),
        score.photo ? photoOf(session, score.photo, name, { urls, signal: stop.signal }) : null);
    })),
    onClose: () => {
      stop.abort();
      urls.forEach((url) => URL.revokeObjectURL(url));
    },
  });
}

function scoreOf(round, seat) {
  return round.scores.find((score) => score.seat === seat);
}

function handOf({ tiles, out }) {
  if (tiles?.length) return handRow(tiles);
  return h('p', { class: 'soft' }, t(out ? 'game.hand.isout' : 'game.hands_of.none'));
}

/** A player who went out. */
export function star() {
  return h('span', { class: 'out', role: 'img', 'aria-label': t('game.sheet.out') }, '★');
}

/** A button that fetches a kept photo, and then the photo in its place. */
function photoOf(session, photo, name, { urls, signal }) {
  const place = h('div', { class: 'kept-photo' });
  const offer = (problem = null) => clear(place).append(...[
    problem && h('p', { class: 'problem', role: 'alert' }, problem),
    button(t('game.photo.show'), fetchIt, { sign: 'gallery', 'aria-label': `${t('game.photo.show')}: ${name}` }),
  ].filter(Boolean));

  async function fetchIt() {
    clear(place).append(busy(t('game.photo.loading')));
    try {
      const blob = await getImage(`/api/games/${session.id}/photos/${photo}`, { token: session.token, signal });
      const url = URL.createObjectURL(blob);
      urls.push(url);
      const picture = h('img', { src: url, alt: t('game.photo.of', { name }) });
      // HEIC, say, which only some browsers can show.
      picture.addEventListener('error', () => clear(place).append(h('p', { class: 'soft' }, t('game.photo.unknown'))));
      clear(place).append(picture);
    } catch (error) {
      if (error.name === 'AbortError') return;
      if (!(error instanceof ApiError)) throw error;
      offer(sentence(error));
    }
  }

  offer();
  return place;
}
