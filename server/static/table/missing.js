// Which tiles are nowhere: what neither lies on the table nor is in a hand, once the hands are known.

import { clear, h } from '../dom.js';
import { handCard } from '../hint/hand.js';
import { handPhoto } from '../hint/hand-photo.js';
import { number, t } from '../i18n.js';
import { button, note, selectRow } from '../parts.js';
import { tileRow } from '../tiles.js';
import { tilesOf } from './findings.js';
import { gameInPlay } from './in-play.js';

const MOST_HANDS = 8;
const LEAST_PLAYERS = 2;

/** A card into which hands are given, and how many play; `changed()` is called when these are others. Returns {node, draw(), end()}. */
export function missingCard({ work, changed }) {
  const told = h('div', { class: 'stack', 'aria-live': 'polite' });
  const count = h('div', { class: 'stack' });
  const hands = h('div', { class: 'stack' });
  const doors = h('div', { class: 'buttons' });
  const node = h('section', { class: 'card missing-card' },
    h('h2', { text: t('table.missing.title') }), h('p', { class: 'soft', text: t('table.missing.help') }),
    told, count, hands, doors);
  let cards = [];

  const photoName = (k) => `table-hand-${k}`;

  function drawHands() {
    cards.forEach(({ end }) => end());
    // Photos of hands that are no longer there, also of an earlier table.
    for (let k = work.hands.length; k < MOST_HANDS; k += 1) handPhoto(photoName(k)).forget();
    cards = work.hands.map((tiles, k) => (tiles === null ? outCard(k) : openCard(tiles, k)));
    clear(hands).append(...cards.map(({ node: card, buttons = [] }, k) => h('div', { class: 'held-hand' }, card,
      h('div', { class: 'buttons' }, buttons,
        button(t('app.remove'), () => removeHand(k), { kind: 'quiet', sign: 'trash' })))));
    drawDoors();
  }

  const handName = (k) => t('table.missing.hand', { n: k + 1 });

  /** The hand of a player who has no tile left. */
  function outCard(k) {
    return { end: () => {}, node: h('section', { class: 'card hand-card', 'aria-label': handName(k) },
      h('h2', { text: handName(k) }), h('p', { class: 'soft', text: t('table.missing.out') })) };
  }

  /** A hand to be photographed or typed; while nothing is in it, it can be said that there is nothing. */
  function openCard(tiles, k) {
    const out = button(t('table.missing.out'), () => sayOut(k), { kind: 'quiet', sign: 'check' });
    out.hidden = tiles.length > 0;
    const card = handCard({
      tiles, kept: handPhoto(photoName(k), work.born), play: work.play, title: handName(k), empty: t('table.missing.empty'),
      change: (now) => { work.hands[k] = now; out.hidden = now.length > 0; work.keep(); changed(); },
    });
    return { ...card, buttons: [out] };
  }

  async function sayOut(number) {
    cards.forEach(({ end }) => end());
    await handPhoto(photoName(number)).forget();
    put(work.hands.map((tiles, k) => (k === number ? null : tiles)));
  }

  /** Take a hand away; those after it keep their photos. */
  async function removeHand(number) {
    const left = work.hands.filter((_, k) => k !== number);
    cards.forEach(({ end }) => end());
    for (let k = number; k < left.length; k += 1) await handPhoto(photoName(k + 1)).moveTo(photoName(k));
    put(left);
  }

  async function takeHands({ hands: handed, players }) {
    await Promise.all(work.hands.map((_, k) => handPhoto(photoName(k)).forget()));
    work.players = players;
    put(handed);
  }

  function put(now) {
    work.hands = now;
    // Another hand is that of another player.
    if (work.players !== null) work.players = Math.max(work.players, now.length);
    work.keep();
    drawHands();
    if (!work.isCurrent) changed();
  }

  function drawDoors() {
    const game = gameInPlay();
    const isOffered = game?.hands.some((tiles) => tiles !== null)
      && JSON.stringify(game.hands) !== JSON.stringify(work.hands);
    clear(doors).append(
      work.hands.length < MOST_HANDS ? button(t('table.missing.add'), () => put([...work.hands, []]), { sign: 'plus' }) : '',
      isOffered ? button(t('table.missing.game', { n: game.hands.length, name: game.name }), () => takeHands(game),
        { sign: 'game' }) : '');
    clear(count).append(work.hands.length > 0 ? playersRow(game) : '');
  }

  /** How many play: what nobody said is taken from the game in play, or is unknown. */
  function playersRow(game) {
    const least = Math.max(LEAST_PLAYERS, work.hands.length);
    const most = Math.max(MOST_HANDS, work.hands.length, work.players ?? 0);
    const numbers = Array.from({ length: most - least + 1 }, (_, k) => [least + k, number(least + k)]);
    const unsaid = game ? t('table.missing.players.game', { n: game.players, name: game.name }) : t('table.missing.players.unsaid');
    return selectRow(t('table.missing.players'), work.players, [[null, unsaid], ...numbers], (players) => {
      work.players = players;
      work.keep();
      changed();
    });
  }

  function draw() {
    clear(told);
    const given = work.givenHands.length;
    if (given === 0) return;
    // Where nobody says how many play, there may be no more of them than trains; who has none may hold tiles, too.
    const trains = work.trains().filter(({ train, branch }) => train.kind === 'personal' && !branch).length;
    const players = work.playing ?? trains;
    if (given < players) { told.append(note('info', t('table.missing.so_far', { n: given, of: players }))); return; }
    // Until the server has looked at these hands nobody knows.
    if (!work.isCurrent) return;
    const missing = work.answer.findings.find(({ code }) => code === 'MISSING_TILES');
    const down = work.list.items.filter(({ back }) => back).length;
    if (!missing) { told.append(note('info', t('table.missing.none'))); return; }
    const tiles = tilesOf(missing);
    told.append(note('warn', t('table.missing.some', { n: tiles.length }),
      work.playing === null && h('p', { class: 'small', text: t('table.missing.if_all') }),
      down > 0 && h('p', { class: 'small', text: t('table.missing.down', { n: down }) })),
    tileRow(tiles, t('table.missing.title')));
  }

  drawHands();
  draw();
  return { node, draw, end: () => cards.forEach(({ end }) => end()) };
}
