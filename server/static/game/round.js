// The round that is being played: the engine, the own hand, who has handed in, what does not fit, and closing it.

import { h } from '../dom.js';
import { icon } from '../icons.js';
import { list, t } from '../i18n.js';
import { closeRound, undoButton } from './closing.js';
import { findingList } from './findings.js';
import { waiting } from './outbox.js';
import { card } from '../parts.js';
import { handRow, tileSvg } from '../tiles.js';
import { doubleName } from '../words.js';
import { lastRound } from './round-scores.js';
import { handOf, hasWork, tableOf } from './tiles-work.js';
import { toHint } from './to-hint.js';

/** The page of the current round. */
export function roundPage(session, tools) {
  const { state } = session;
  if (!state.current) {
    return card(null, h('p', {}, t('game.over.text')),
      h('button', { class: 'button primary wide', dataset: { focus: 'to-scores' },
        on: { click: () => tools.turnTo('scores') } },
        t('game.over.scores')));
  }
  return h('div', {},
    engine(state),
    isFresh(session) ? lastRound(session) : null,
    session.seat === null ? null : ownHand(session, tools),
    session.seat === null || ownSubmission(session) ? null : advice(session),
    hands(session, tools),
    findings(state),
    tablePhoto(session, tools),
    session.isHost ? closing(session, tools) : h('p', { class: 'soft' }, t('game.close.byhost')));
}

function engine({ current }) {
  const value = current.engine;
  const name = value === null ? t('game.engine.held') : doubleName(value);
  return h('section', { class: 'engine' },
    value === null ? null : tileSvg(value, value, { silent: true }),
    h('div', {}, h('p', { class: 'soft' }, t('game.engine')), h('p', { class: 'engine-name' }, name)));
}

/** The hand that the person has handed in, or undefined. */
function ownSubmission({ state, seat }) {
  return state.current.submissions.find((one) => one.seat === seat);
}

/** Whether the round has only begun for the person, so that the one before is still of interest. */
function isFresh(session) {
  return session.seat === null ? session.state.current.submissions.length === 0 : !ownSubmission(session);
}

function advice(session) {
  return h('button', { type: 'button', class: 'card link-card', dataset: { focus: 'to-hint' },
    on: { click: () => toHint(session) } }, icon('hint'),
  h('span', {}, h('strong', { text: t('game.to_hint') }), h('small', { text: t('game.to_hint.note') })), icon('next'));
}

function ownHand(session, { enterHand, ownDoors }) {
  const { current } = session.state;
  const { seat } = session;
  const hand = ownSubmission(session);
  const sending = waiting(session.id).some((item) => item.body.seat === seat && item.body.round === current.number
    && !item.refused);
  const begun = hasWork(handOf(session, seat));
  if (!hand || sending) {
    return card(t('game.hand.own'),
      sending ? h('p', { class: 'sending' }, t('game.hand.sending'))
        : h('p', { class: 'soft' }, t('game.hand.help')),
      begun && h('button', { class: 'button primary wide', dataset: { focus: 'hand-continue' },
        on: { click: () => enterHand(seat, 'continue') } }, t('game.hand.continue')),
      ownDoors);
  }
  return card(t('game.hand.own'),
    h('p', { class: 'own-points' }, h('strong', {}, hand.points), ' ', t('game.points.word', { n: hand.points }),
      h('span', { class: 'soft' }, ` · ${handWords(hand)}`)),
    hand.unsure ? h('p', { class: 'doubtful' }, t('game.hand.unsure', { n: hand.unsure })) : null,
    hand.tiles?.length ? handRow(hand.tiles) : null,
    h('button', { class: 'button plain', dataset: { focus: 'hand-change' },
      on: { click: () => enterHand(seat, 'change') } },
      t('game.hand.change')));
}

function handWords(hand) {
  return hand.out ? t('game.hand.isout') : t('game.tiles', { n: hand.count });
}

function hands(session, { enterHand }) {
  const { players, current } = session.state;
  const done = current.submissions.length;
  const bySeat = new Map(current.submissions.map((hand) => [hand.seat, hand]));
  return card(t('game.hands'),
    h('p', { class: 'soft' }, t('game.hands.count', { done, n: players.length })),
    h('ul', { class: 'people hands' }, players.map(({ seat, name }) => {
      const hand = bySeat.get(seat);
      return h('li', { class: hand ? 'person joined' : 'person' },
        h('span', { class: 'dot', 'aria-hidden': 'true' }, hand ? icon('check') : null),
        h('span', { class: 'person-name' }, name,
          hand
          ? h('span', { class: 'person-state' }, `${handWords(hand)} · `,
              h('strong', {}, t('game.points', { n: hand.points })))
          : h('span', { class: 'person-state' }, t('game.hands.waiting'))),
        session.isHost && seat !== session.seat
          ? h('button', { class: 'button plain small-button', dataset: { focus: `for-${seat}` },
              'aria-label': t(hand ? 'game.hands.change' : 'game.hands.enter', { name }),
              on: { click: () => enterHand(seat, hand ? 'change' : 'ask') } }, t(hand ? 'game.change' : 'game.enter'))
          : null);
    })));
}

function findings({ current, players }) {
  const found = findingList(current.findings, players);
  return found ? card(t('game.findings'), found) : null;
}

function tablePhoto(session, { tableDoor, enterTable }) {
  const { table } = session.state.current;
  return card(t('game.table'),
    h('p', { class: 'soft' }, table ? t('game.table.known', { n: table.tiles.length }) : t('game.table.help')),
    hasWork(tableOf(session)) && h('button', { class: 'button primary wide', dataset: { focus: 'table-continue' },
      on: { click: () => enterTable() } }, t('game.table.continue')),
    tableDoor);
}

function closing(session, { act }) {
  const { current, players, undo } = session.state;
  const missing = current.missing.map((seat) => players[seat].name);
  return card(t('game.close.title', { round: current.number }),
    h('p', { class: 'soft' }, missing.length ? t('game.close.missing', { names: list(missing), n: missing.length })
      : t('game.close.ready')),
    h('button', { class: current.can_close ? 'button primary wide' : 'button plain wide', dataset: { focus: 'close' },
      on: { click: () => closeRound(session, act) } }, t('game.close.do')),
    undo ? undoButton(session, act) : null);
}
