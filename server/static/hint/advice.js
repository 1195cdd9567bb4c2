// The ranked moves, in words: what to lay where, what to expect of it, and why.

import { h } from '../dom.js';
import { knows, language, number, t } from '../i18n.js';
import { button, note } from '../parts.js';
import { lowHigh } from '../points.js';
import { tileName, tileRow, tileSvg } from '../tiles.js';

const SHOWN = 3;
const OTHER_MOVES = { draw: 'hint.draw', pass: 'hint.pass' };

/** The card with the advice; `words`: those of `seatWords`, then of `mexicanWords`; `covered`: each move stays hidden until it is asked for. Its
 * data `told` is the best move as a sentence. `picture`: a `moveStage`, or null; `placeOf(move)` says where a move lies there, or null. */
export function adviceCard({ advice, words, covered, picture = null, placeOf = () => null }) {
  const moves = advice.moves;
  const best = moves[0].lead;
  const view = { best, words, covered, drawing: picture && drawingOf(picture, placeOf, words) };
  const rest = h('ol', { class: 'moves', start: SHOWN + 1, hidden: true },
    moves.slice(SHOWN).map((move, k) => moveItem(move, SHOWN + k, view)));
  const more = button(t('hint.more', { n: moves.length - SHOWN }), () => { rest.hidden = false; more.remove(); },
    { kind: 'quiet' });
  return h('section', { class: 'card advice', 'aria-label': t('hint.advice'), dataset: { told: moveWords(moves[0].move, words) } },
    h('h2', { text: t('hint.advice') }),
    view.drawing && view.drawing.begin(moves, covered),
    moves.length > 1 && !advice.settled && note('info', t('hint.close_call')),
    h('ol', { class: 'moves' }, moves.slice(0, SHOWN).map((move, k) => moveItem(move, k, view))),
    moves.length > SHOWN && [more, rest],
    advice.ignored_rules.length > 0
      && note('warn', t('hint.ignored', { rules: advice.ignored_rules.map(ruleWords).join(', ') })),
    h('details', { class: 'explain' }, h('summary', { text: t('hint.explain') }),
      ['lead', 'out', 'how', 'unsure'].map((one) => h('p', { text: t(`hint.explain.${one}`) }))));
}

function ruleWords(option) {
  const key = `rules.${option}`;
  return knows(key) ? t(key) : option.replaceAll('_', ' ');
}

function moveWords(move, words) {
  if (move.kind !== 'play') return t(OTHER_MOVES[move.kind]);
  return t('hint.play', { tile: tileName(...lowHigh(move.tile)), where: words[move.train].where });
}

/** A move; `best`: the lead of the best one. */
function moveItem(hint, rank, { best, words, covered, drawing }) {
  const { move } = hint;
  const result = rank === 0 ? leadWords(hint.lead) : gapWords(best - hint.lead);
  const content = h('div', { class: 'move-content' },
    h('div', { class: 'move-head' },
      move.kind === 'play' && tileSvg(...turned(move), { silent: true }),
      h('p', { class: 'move-words' }, h('strong', { text: moveWords(move, words) }),
        h('span', { class: `lead ${rank > 0 || hint.lead < 0 ? 'behind' : ''}`, text: result }))),
    hint.reasons.length > 0 && h('ul', { class: 'reasons' },
      hint.reasons.map((reason) => h('li', { text: reasonWords(reason, words) }))),
    drawing?.button(move, rank),
    h('details', {}, h('summary', { text: t('hint.details') }), details(hint)));
  const item = h('li', { class: `move${rank === 0 ? ' best' : ''}` },
    h('span', { class: 'rank', 'aria-hidden': 'true', text: rank + 1 }), content);
  if (covered) cover(item, content, rank, () => drawing?.show(move));
  return item;
}

/** Moves in the photo of the table. The best one is drawn from the beginning, unless moves are covered. */
function drawingOf(picture, placeOf, words) {
  const show = (move, scroll = false) => {
    const place = placeOf(move);
    if (!place) return;
    picture.node.hidden = false;
    picture.show({ tile: turned(move), place, words: moveWords(move, words) });
    if (scroll) picture.node.scrollIntoView({ block: 'center' });
  };
  return {
    show,
    begin: (moves, covered) => {
      const first = covered ? null : moves.find(({ move }) => placeOf(move));
      picture.node.hidden = !first;
      if (first) show(first.move);
      return picture.node;
    },
    button: (move, rank) => placeOf(move) && button(t('hint.show_move'), () => show(move, true),
      { sign: 'eye', 'aria-label': t('hint.show_move.label', { n: rank + 1 }) }),
  };
}

function cover(item, content, rank, uncovered) {
  content.hidden = true;
  const open = button(t('hint.uncover', { n: rank + 1 }), () => {
    content.hidden = false;
    uncovered();
    open.remove();
    content.setAttribute('tabindex', '-1');
    content.focus();
  }, { sign: 'eye' });
  item.append(open);
}

/** The tile as it is laid: the half that touches the train first. */
function turned({ tile: [a, b], on }) {
  return b === on && a !== on ? [b, a] : [a, b];
}

/** How the best move leaves me beside the other players. */
function leadWords(lead) {
  const n = tenths(Math.abs(lead));
  if (n < 0.5) return t('hint.lead.even');
  return t(lead > 0 ? 'hint.lead.ahead' : 'hint.lead.behind', { n });
}

/** By how much another move is worse than the best. One that fell behind early was tried less often and may seem better. */
function gapWords(gap) {
  const n = tenths(gap);
  return n <= 0 ? t('hint.gap.none') : t('hint.gap', { n });
}

function tenths(points) {
  return Math.round(points * 10) / 10;
}

function reasonWords(reason, words) {
  const key = `hint.reason.${reason.code.replaceAll(' ', '_')}`;
  if (!knows(key)) return reason.text;
  const text = t(key, {
    tile: reason.tile ? tileName(...reason.tile) : '', n: reason.number ?? 0, player: words[reason.seat]?.player ?? '',
  });
  // It may begin with what a player is called within a sentence.
  return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
}

function details(hint) {
  const percent = (share) => number(share, { style: 'percent', maximumFractionDigits: 0 });
  const [low, high] = hint.out_first_range.map(percent);
  return [
    h('dl', { class: 'figures' },
      figure(t('hint.figure.mine'), number(hint.my_points)), figure(t('hint.figure.others'), number(hint.others_points)),
      figure(t('hint.figure.out'), low === high ? low : `${low} – ${high}`), figure(t('hint.figure.error'), `± ${number(2 * hint.lead_error)}`)),
    hint.line.length > 0 && [h('p', { class: 'soft', text: t('hint.line') }), tileRow(hint.line, t('hint.line'))],
    hint.left.length > 0 && [h('p', { class: 'soft', text: t('hint.left') }), tileRow(hint.left, t('hint.left'))],
  ];
}

function figure(name, value) {
  return h('div', {}, h('dt', { text: name }), h('dd', { text: value }));
}
