// A photographed table to be looked at and corrected: the photo with its marks, the verdict, findings and trains. After
// each correction the server looks at the table anew; until it has answered, trains and findings are those of before.

import { ApiError, onAway } from '../api.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { photoStage } from '../photo-stage.js';
import { middle } from '../tile-list.js';
import { addSheet, tileSheet } from '../tile-sheet.js';
import { tileName } from '../tiles.js';
import { announce, toast } from '../toast.js';
import { errorText } from '../words.js';
import { findingsCard, letterOf } from './findings.js';
import { across, around, inwards, lengthOf } from './outlines.js';
import { drawTable } from './overlay.js';
import { trainsCard } from './trains.js';
import { drawVerdict, verdictWords, warningNotes } from './verdict.js';
import { contains } from '../overlay.js';

const CLOSE = 5;
const NEAR = 0.6;

/** The parts of a table that was read (`work`, a TableWork) from `photo`. `onChange()` is called after each change, also
 * when the server has looked at it anew; `marks` draws in place of `drawTable`. Returns the nodes {verdict, stage,
 * findings, notes, trains} to be put where they belong, and {draw(), anew(), check(), end()}. */
export function openBoard({ photo, work, onChange = () => {} }) {
  const nodes = {
    verdict: h('section', { class: 'card verdict' }), findings: h('section', { class: 'card findings-card' }),
    notes: h('div', { class: 'notes' }, warningNotes(work)), trains: h('section', { class: 'card trains-card' }),
  };
  let hot = null;
  let state = { isBusy: false, problem: null };
  let stop = new AbortController();
  let lookAgain = () => {};
  /** Takes the offer to undo a step away: once there is another one, or another table, it would undo something else. */
  let dropOffer = () => {};
  const stage = photoStage({
    image: photo, reading: work.seen, onItem: open, onEmpty: addAt,
    alt: t('table.photo_alt'), help: t('table.tap_help'),
    marks: (svg, items, { unit, chosen }) => drawTable(svg, work, { unit, chosen, findings: placed() }),
  });
  stage.node.classList.add('table-stage');

  function placed() {
    return work.answer.findings.map((finding, k) => ({ ...finding, letter: letterOf(k), hot: k === hot }))
      .filter(({ at }) => at.length > 0);
  }

  function draw() {
    drawVerdict(nodes.verdict, { work, ...state, check, undo: () => change(() => work.list.undo()), again: anew });
    findingsCard(nodes.findings, { work, show });
    trainsCard(nodes.trains, { work, look, changed: () => { work.keep(); draw(); onChange(); } });
    stage.draw(work.list.items);
  }

  /** Show a finding in the photo. */
  function show(number) {
    const { at } = work.answer.findings[number];
    if (at.length === 0) return;
    hot = number;
    look(at);
    stage.draw(work.list.items);
  }

  function look(places) {
    const xs = places.map(([x]) => x);
    const ys = places.map(([, y]) => y);
    const spread = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
    stage.look([(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2],
      spread * 1.3 + CLOSE * work.tileLength());
    stage.node.scrollIntoView({ block: 'nearest', behavior: calm() ? 'auto' : 'smooth' });
  }

  function change(step) {
    dropOffer();
    step();
    hot = null;
    work.keep();
    draw();
    anew();
  }

  async function anew() {
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    const before = verdictWords(work);
    state = { isBusy: true, problem: null };
    draw();
    onChange();
    try {
      await work.audit(signal);
      state = { isBusy: false, problem: null };
    } catch (error) {
      if (error.name === 'AbortError') return;
      if (!(error instanceof ApiError)) throw error;
      state = { isBusy: false, problem: errorText(error) };
      lookAgain();
      lookAgain = error.code === 'offline' ? onAway((away) => { if (!away) { lookAgain(); anew(); } }) : () => {};
    }
    if (signal.aborted) return;
    draw();
    onChange();
    if (verdictWords(work) !== before) announce(verdictWords(work));
  }

  function check() {
    const [first] = work.unsure;
    if (first) open(first, true);
  }

  function open(item, walking = false) {
    stage.choose(item.id, work.list.items);
    if (walking) stage.look(item.at, CLOSE * work.tileLength());
    const later = () => work.unsure.filter(({ id }) => id > item.id);
    const name = () => tileName(item.a, item.b);
    tileSheet({
      item, max: Math.max(work.play.set, item.a, item.b), more: walking && later().length > 0,
      crop: item.at && stage.crop(item),
      set: (a, b) => change(() => work.list.set(item.id, a, b)),
      remove: () => { change(() => work.list.remove(item.id)); offerUndo(t('score.removed', { tile: name() })); },
      turn: () => { change(() => work.list.turn(item.id)); offerUndo(t('score.turned')); },
      done: (next) => {
        stage.choose(null, work.list.items);
        const [following] = later();
        if (next && following) open(following, true);
        else if (walking) stage.look([work.seen.width / 2, work.seen.height / 2], work.seen.width);
      },
    });
  }

  /** A tile that was overlooked: at an open end it lies as the next one would, elsewhere as its neighbour. */
  function addAt(at) {
    const end = endAt(at);
    const quad = end ? end.quad : around(neighbour(at), at);
    addSheet({
      max: work.play.set, crop: stage.crop({ quad, at }), done: () => {},
      add: (a, b) => change(() => (end ? addToEnd(end, a, b) : work.list.add(a, b, at, quad))),
    });
  }

  function addToEnd(end, a, b) {
    const [inner, outer] = a === end.value || b !== end.value ? [a, b] : [b, a];
    const place = inwards(end.quad, middle(work.answer.tiles[end.on].quad));
    const quad = a === b ? across(place) : place;
    work.list.add(inner, outer, middle(quad), quad);
  }

  function endAt(at) {
    const all = work.answer.trains.flatMap(({ ends }) => ends);
    const far = (end) => Math.hypot(end.at[0] - at[0], end.at[1] - at[1]);
    return all.filter((end) => contains(end.quad, at) || far(end) < NEAR * lengthOf(end.quad))
      .sort((one, other) => far(one) - far(other))[0] ?? null;
  }

  function neighbour(at) {
    const { width } = work.seen;
    const lying = work.list.items.filter(({ quad }) => quad);
    const far = ({ at: [x, y] }) => Math.hypot(x - at[0], y - at[1]);
    if (lying.length > 0) return lying.sort((one, other) => far(one) - far(other))[0].quad;
    return [[0, 0], [width / 20, 0], [width / 20, width / 10], [0, width / 10]];
  }

  function offerUndo(text) {
    dropOffer = toast(text, [t('app.undo'), () => change(() => work.list.undo())]);
  }

  draw();
  return {
    nodes: { ...nodes, stage: stage.node }, draw, anew, check,
    end: () => { dropOffer(); stop.abort(); lookAgain(); stage.end(); },
  };
}

function calm() {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
