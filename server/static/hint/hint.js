// Which move is good, and why: the own hand, the table tapped together, and the advice of the server.

import { ApiError, post } from '../api.js';
import { clear, h } from '../dom.js';
import { t } from '../i18n.js';
import { busy, button, iconButton, note, segmented, switchRow } from '../parts.js';
import { photoButton } from '../photo.js';
import { changeSettings, settings } from '../settings.js';
import { go } from '../router.js';
import { rulesLine } from '../rules-form.js';
import { read, remove } from '../store.js';
import { announce, toast } from '../toast.js';
import { doubleName, errorText } from '../words.js';
import { adviceCard } from './advice.js';
import { handCard } from './hand.js';
import { handBlock, handNote, wrongInHand } from './hand-check.js';
import { handPhoto } from './hand-photo.js';
import { moveStage } from './move-stage.js';
import { mexicanWords, seatWords } from './names.js';
import { placeOf, takeOver, told } from './seen.js';
import { askedDoubles, doublesLaid, freshTable, hasLongFirst, isReverse, playOf, readTable, request, sentTrains, sizesOf, writeTable } from './state.js';
import { tableCard } from './table.js';
import { tablePhotoPart } from './table-photo.js';
import { keptTable, tableSet } from '../table/work.js';

const NO_MEXICAN = new Set(['sixteen']);

/** Takes the offer away to bring a cleared table back: once there is something new, that would be lost by it. */
let dropOffer = () => {};

export async function show(container) {
  let table = readTable(settings().set);
  const ownPhoto = handPhoto('hint-hand');
  const given = read('for-hint');
  if (given) {
    // From the score view, or from a game: the hand that was counted there.
    remove('for-hint');
    // No tiles are no hand: what was typed here is worth more.
    if (given.length > 0) {
      table = { ...table, hand: given };
      dropOffer();
      ownPhoto.forget();
    }
    writeTable(table);
  }
  if (read('hint-photo')) {
    // From the view of the table: the one that was photographed there.
    remove('hint-photo');
    table = { ...table, photo: true };
    writeTable(table);
  }
  let stop = new AbortController();
  let ends = [];
  let shown = null;
  const fold = { open: false };
  const seen = () => (table.photo ? picture.work() : null);
  // A photo was read with a set of its own.
  const play = () => playOf(table, table.photo ? { ...settings(), set: seen()?.play.set ?? tableSet() } : settings());
  const sizes = () => sizesOf(table, play(), seen());
  const picture = tablePhotoPart({
    play,
    onTable: () => seenAnew({ all: true }),
    onChange: ({ owner }) => {
      if (owner) table = { ...table, owners: {} };
      seenAnew();
    },
    onLeave: () => change({ photo: false }, [drawBoard]),
  });
  // A photo of the table may bring another set while the hand is being typed.
  const playNow = { get set() { return play().set; }, get rules() { return play().rules; } };
  const hand = h('div');
  const board = h('div');
  const origin = h('div', { class: 'origin' });
  const result = h('div', { class: 'stack', 'aria-live': 'off' });
  const ask = button(t('hint.ask'), advise, { kind: 'primary wide', sign: 'hint' });
  const doubts = h('div', { class: 'notes' });
  const order = h('div');
  const missing = h('p', { class: 'soft small centred' });
  // What is in doubt stands far above: from here there is a way to it.
  const check = button(t('hint.check_first'), () => picture.check(), { kind: 'unsure wide', sign: 'warning' });

  function change(patch, redraw = []) {
    dropOffer();
    table = { ...table, ...patch };
    writeTable(table);
    keepMine();
    keepMarkers();
    // Advice for another table would be wrong advice.
    stop.abort();
    clearAdvice();
    redraw.forEach((draw) => draw());
    drawAsk();
  }

  /** The table as the photo shows it now. */
  function seenAnew({ all = false } = {}) {
    const work = picture.work();
    const isOther = table.photo !== work.born;
    const before = { ...table, photo: work.born, ...(isOther ? { owners: {}, firstDouble: null } : {}) };
    change(takeOver(before, work, { all: isOther || all }), [drawBoard]);
  }

  /** So is which train is mine: it is called so in the findings, too. */
  function keepMine() {
    const work = seen();
    const mine = table.trains[0].seen;
    if (!work || mine == null || mine === work.mineKey()) return;
    work.mine = mine;
    work.asked = true;
    work.keep();
    picture.redraw();
  }

  /** What is said of markers here is said of the photo, too. */
  function keepMarkers() {
    const work = seen();
    const known = work && table.trains.filter(({ seen, marked }) => seen != null && work.open[seen] !== marked
      && signedMarker(work, seen) !== marked);
    if (!known?.length) return;
    for (const { seen, marked } of known) work.open[seen] = marked;
    work.keep();
    picture.redraw();
  }

  function clearAdvice() {
    shown?.end();
    shown = null;
    clear(result);
  }

  function drawAsk() {
    const work = seen();
    const unsure = work?.unsure.length ?? 0;
    const wrong = wrongInHand(table, play(), work);
    // No advice can be given on tiles that the set does not have.
    const [first] = [table.hand.length === 0 && 'hint.no_hand', unsure > 0 && 'hint.check_first',
      handBlock(wrong, work)].filter(Boolean);
    ask.disabled = first !== undefined;
    check.hidden = first !== 'hint.check_first';
    missing.textContent = first && check.hidden ? t(first) : '';
    const trains = sentTrains(table, mexicans());
    clear(doubts).append(
      handNote(wrong, play().set) ?? '',
      ...(trains.some(({ end, double }) => double && end === table.engine)
        ? [note('warn', t('hint.engine_at_end', { tile: doubleName(table.engine) }))] : []));
  }

  /** Open doubles: which of several was laid first no photo shows, and no row of the table; nor whether one was laid in a
   * long first turn. */
  function drawOrder() {
    const values = openDoubles();
    const { rules } = play();
    const isLong = hasLongFirst(rules);
    const label = isLong ? t('hint.duty') : t(isReverse(rules) ? 'hint.last_double' : 'hint.first_double');
    const said = values.includes(table.firstDouble) ? table.firstDouble : null;
    clear(order).append(values.length === 0 ? '' : h('section', { class: 'card' },
      segmented(label, said, [...(isLong ? [[null, t('hint.duty.none')]] : []),
        ...values.map((value) => [value, doubleName(value)])], (firstDouble) => change({ firstDouble }))));
  }

  function openDoubles() {
    const work = seen();
    const { rules } = play();
    // On a Mexican train nobody lays in a long first turn.
    const trains = sentTrains(table, hasLongFirst(rules) ? 0 : mexicans());
    return askedDoubles(trains, rules, (train) => work && train.seen != null && work.isFaulty(train.seen));
  }

  /** Whose rules these are, where a game has handed the table over. */
  function drawOrigin() {
    clear(origin);
    if (!table.game) return;
    origin.append(h('div', { class: 'card rules-row' }, h('div', { class: 'row' },
      h('div', { class: 'row-words' }, h('span', { text: t('hint.game', { name: table.game.name }) }),
        h('small', { text: rulesLine(play().set, play().rules) })),
      iconButton('close', t('hint.game.leave'), leaveGame))));
  }

  function leaveGame() {
    const engine = Math.min(table.engine, settings().set);
    change({ game: null, engine }, [drawOrigin, drawHand, drawBoard]);
    container.querySelector('h1').focus({ preventScroll: true });
  }

  function drawHand() {
    ends.forEach((end) => end());
    const card = handCard({
      tiles: table.hand, kept: ownPhoto, play: playNow, checks: false, change: (tiles) => change({ hand: tiles }, [drawBoard]),
    });
    ends = [card.end];
    clear(hand).append(card.node);
  }

  function drawBoard() {
    clear(board).append(tableCard({ table, words: words(), sizes: sizes(), set: play().set, mexicans: mexicans(),
      work: seen(), doors: table.photo ? [] : doors(), fold,
      change: (patch) => change(patch, [drawBoard]) }));
    drawOrder();
  }

  /** Ways to the table by photo. */
  function doors() {
    return h('div', { class: 'buttons' },
      photoButton(t('hint.table_photo'), (blob) => { change({ photo: true }, [drawBoard]); picture.take(blob); },
        { kind: table.hand.length > 0 ? 'primary' : 'plain' }),
      keptTable() !== null && button(t('hint.table_take'), async () => {
        if (await picture.use()) seenAnew({ all: true });
      }, { sign: 'table' }));
  }

  function words() {
    return seatWords(table, seen());
  }

  /** How many Mexican trains the rules have. */
  function mexicans() {
    const { preset, changes } = play().rules;
    return changes.mexican_trains ?? (NO_MEXICAN.has(preset) ? 0 : 1);
  }

  function newRound() {
    const engine = Math.max(0, table.engine - 1);
    const game = table.game && { ...table.game, round: table.game.round + 1 };
    begin(engine, game, t('hint.new_round.done', { tile: doubleName(engine) }));
  }

  /** Without hand and trains, which can be brought back. */
  function begin(engine, game, words) {
    const before = table;
    picture.leave();
    ownPhoto.forget();
    change({ ...freshTable(before.names.length, engine), names: before.names, counted: before.counted, game }, [drawHand, drawBoard]);
    window.scrollTo(0, 0);
    dropOffer = toast(words, [t('app.undo'), () => {
      // The offer outlives the view.
      if (board.isConnected && !before.photo) { change(before, [drawHand, drawBoard]); return; }
      writeTable(before);
      go('hint');
    }]);
  }

  async function advise() {
    stop.abort();
    stop = new AbortController();
    clearAdvice();
    result.append(busy(t('hint.thinking')));
    const work = seen();
    try {
      const body = request(table, words().map(({ player }) => player), { ...play(), sizes: sizes(), mexican: mexicans(),
        doubles: doublesLaid(openDoubles(), table.firstDouble, play().rules),
        told: work && ((train, owner) => told(work, train, owner)) });
      const advice = await post('/api/hints', body, { signal: stop.signal });
      shown = work && moveStage({ photo: picture.photo(), work });
      const card = adviceCard({ advice, words: [...words(), ...mexicanWords(mexicans())], covered: settings().hideAdvice, picture: shown,
        placeOf: (move) => placeOf(work, sentTrains(table, mexicans()), move) });
      clear(result);
      result.append(card);
      announce(settings().hideAdvice ? t('hint.ready') : card.dataset.told);
      result.scrollIntoView({ block: 'start', behavior: calm() ? 'auto' : 'smooth' });
    } catch (error) {
      if (error.name === 'AbortError') return;
      if (!(error instanceof ApiError)) throw error;
      clearAdvice();
      result.append(note('error', errorText(error)));
      announce(errorText(error));
    }
  }

  container.append(
    h('h1', { text: t('hint.title') }), origin, hand, picture.node, board, order, doubts, ask, check, missing, result,
    h('section', { class: 'card' },
      switchRow(t('app.settings.hide'), settings().hideAdvice, (hideAdvice) => changeSettings({ hideAdvice }),
        t('app.settings.hide.note')),
      h('div', { class: 'buttons' },
        button(t('hint.clear'), () => begin(table.engine, table.game, t('hint.cleared')), { sign: 'trash' }),
        button(t('hint.new_round'), newRound, { sign: 'next' }))));
  drawOrigin();
  drawHand();
  if (table.photo && !(await picture.use())) change({ photo: false });
  if (picture.work()) seenAnew();
  drawBoard();
  drawAsk();
  return () => { stop.abort(); clearAdvice(); picture.end(); ends.forEach((end) => end()); };
}

/** Whether a marker is taken to lie on a train of the photo. */
function signedMarker(work, seen) {
  return work.trains().find(({ key }) => key === seen)?.marked ?? false;
}

function calm() {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
