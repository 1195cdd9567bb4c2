// A photo with what was read in it, to be corrected by a person; or, without a photo, a list of tiles to be typed.

import { clear, h } from './dom.js';
import { t } from './i18n.js';
import { tilePad } from './keypad.js';
import { button, iconButton, note } from './parts.js';
import { photoButton } from './photo.js';
import { photoStage } from './photo-stage.js';
import { duplicates, handPoints, lowHigh, scoringOf, tileKey, tilePoints } from './points.js';
import { openSheet } from './sheet.js';
import { addSheet, tileSheet } from './tile-sheet.js';
import { TileList } from './tile-list.js';
import { tileName, tileSvg } from './tiles.js';
import { announce, toast } from './toast.js';
import { setName, warningText } from './words.js';

const LARGER = [9, 12, 15, 18];
const OF_THE_PAGE = new Set(['duplicate_tile', 'set_too_small']);
const NOTHING_THERE = new Set(['no_tiles', 'only_face_down']);

/** Show a photo (a Blob, a URL, or null) with its reading (or null) in `container`, to be corrected.
 *
 * `rules` and `set` (the highest double) decide points and keys. `onChange({tiles, unsure, total, state})` is called at
 * once and after each change; `state`, given back later, goes on where it was. `actions`: nodes below everything.
 * `onSet(highest)` is called when a larger set is asked for, `retake(blob)` with another photo in place of one that
 * shows no tile. `doubts(tiles)`: more sentences about them, `asides(tiles)`: more nodes; `checks`: whether tiles that cannot be are told here. `typing`: whether the keypad is there at once, as it is
 * where there is nothing else. `title` and `score: false` make it a list of a hand without points. Returns {tiles(),
 * update({rules, set}), end()}. */
export function openEditor(container, {
  image = null, reading = null, rules, set, onChange, actions = [], state = null, onSet = null, retake = null,
  doubts = () => [], asides = () => [], checks = true, typing = null, score = true, title = null,
}) {
  const list = new TileList(reading, state);
  const stage = image && reading ? photoStage({ image, reading, onItem: open, onEmpty: addAt }) : null;
  const nodes = {
    total: h('div', { class: 'total-card' }), check: h('div', { class: 'to-check' }), notes: h('div', { class: 'notes' }),
    tiles: h('section', { class: 'card tiles-card' }),
  };
  const root = h('div', { class: `editor${stage ? ' with-photo' : ''}` }, nodes.total, stage?.node, nodes.notes, nodes.tiles,
    actions.length > 0 && h('div', { class: 'buttons' }, actions));
  let known = '';
  /** Takes the offer to undo a step away: once there is another one, or no list, it would undo something else. */
  let dropOffer = () => {};

  function changed() {
    const tiles = list.tiles();
    const total = handPoints(tiles, scoringOf(rules));
    const unsure = list.unsure().length;
    // A photo without a tile is no hand of 0 points: what counts then is what to do next.
    const nothing = Boolean(stage) && tiles.length === 0 && !list.canUndo;
    for (const one of [nodes.total, nodes.tiles]) one.hidden = nothing;
    drawTotal(total, unsure);
    drawCheck(unsure);
    drawNotes(tiles, nothing);
    drawTiles();
    stage?.draw(list.items);
    const words = [score && t('score.item_points', { n: total }), t('score.tiles', { n: tiles.length })].filter(Boolean).join(', ');
    if (known && words !== known) announce(words);
    known = words;
    onChange({ tiles, unsure, total, state: list.state() });
  }

  function change(step) {
    dropOffer();
    step();
    changed();
  }

  function drawTotal(total, unsure) {
    const tiles = list.counted().length;
    const undo = iconButton('undo', t('app.undo'), () => change(() => list.undo()));
    undo.disabled = !list.canUndo;
    clear(nodes.total).append(
      h('div', { class: 'total-words' },
        score ? h('p', { class: 'total' }, h('strong', { text: total }), h('span', { text: t('score.points', { n: total }) }))
          : h('h2', { text: title ?? '' }),
        h('p', { class: 'soft', text: unsure === 0 ? t('score.tiles', { n: tiles })
          : `${t('score.tiles', { n: tiles })} · ${t('score.to_check', { n: unsure })}` })),
      undo, nodes.check);
  }

  function drawCheck(unsure) {
    clear(nodes.check);
    if (unsure > 0) {
      nodes.check.append(button(t('score.check', { n: unsure }), () => open(list.unsure()[0], true),
        { kind: 'unsure wide', sign: 'warning' }));
    }
  }

  function drawNotes(tiles, nothing) {
    const warnings = new Map((reading?.warnings ?? []).map((one) => [one.code, one]));
    const backs = list.items.filter(({ back }) => back).length;
    const beyond = tiles.filter(([a, b]) => Math.max(a, b) > set);
    clear(nodes.notes).append(...[
      nothing && nothingThere(warnings.has('only_face_down')),
      ...asides(tiles),
      warnings.has('set_too_small') && note('warn', t('score.set_too_small', { set: setName(set) }), onSet && h('div', { class: 'buttons' },
        LARGER.filter((one) => one > set).map((one) => button(setName(one), () => onSet(one))))),
      ...(checks ? duplicates(tiles) : []).map(([a, b]) => note('warn', t('score.twice', { tile: tileName(a, b) }))),
      checks && beyond.length > 0 && note('warn', t('score.beyond', { n: beyond.length, set: setName(set) })),
      ...doubts(tiles).map((text) => note('warn', text)),
      ...[...warnings.values()].filter(({ code }) => !OF_THE_PAGE.has(code) && !NOTHING_THERE.has(code))
        .map((one) => note('warn', warningText(one))),
      backs > 0 && note('info', t('score.backs', { n: backs })),
    ].filter(Boolean));
  }

  /** What to do about a photo in which no tile was found. */
  function nothingThere(onlyBacks) {
    const steps = onlyBacks ? ['turn'] : ['closer', 'light', 'ground', 'pattern'];
    return h('section', { class: 'card nothing', role: 'status' },
      h('h2', { text: t(onlyBacks ? 'score.only_backs' : 'score.nothing') }),
      h('ul', {}, steps.map((one) => h('li', { text: t(`score.nothing.${one}`) }))),
      h('div', { class: 'buttons' },
        retake && [photoButton(t('score.another'), retake, { kind: 'primary' }),
          photoButton(t('score.choose'), retake, { camera: false })],
        button(t('score.type'), typeTiles, { sign: 'keypad' })));
  }

  function drawTiles() {
    const scoring = scoringOf(rules);
    const twice = new Set(duplicates(list.tiles()).map(tileKey));
    const focused = nodes.tiles.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    clear(nodes.tiles).append(
      h('h2', { text: t('score.list') }),
      h('ul', { class: 'tile-list' }, list.counted().map((item) => tileItem(item, scoring, twice))),
      h('div', { class: 'buttons' },
        button(t('score.add'), typeTiles, { sign: 'plus' })));
    if (focused) (nodes.tiles.querySelector(`[data-id="${focused}"]`) ?? nodes.tiles.querySelector('button')).focus();
  }

  function tileItem(item, scoring, twice) {
    const name = nameOf(item);
    const points = tilePoints([item.a, item.b], scoring);
    const differs = score && points !== item.a + item.b;
    const marks = [!item.sure && t('score.unsure'), twice.has(tileKey([item.a, item.b])) && t('score.twice_short')];
    return h('li', {}, h('button', {
      type: 'button', class: `tile-item${item.sure ? '' : ' unsure'}`, dataset: { id: item.id },
      'aria-label': [name, score && t('score.item_points', { n: points }), ...marks].filter(Boolean).join(', '),
      on: { click: () => open(item) },
    }, tileSvg(...lowHigh([item.a, item.b]), { silent: true }),
    h('span', { class: 'tile-words', text: `${name}${item.sure ? '' : ' ?'}` }),
    differs && h('span', { class: 'tile-points', text: t('score.item_points', { n: points }) })));
  }

  function open(item, walking = false) {
    stage?.choose(item.id, list.items);
    const later = () => list.unsure().filter(({ id }) => id > item.id);
    tileSheet({
      item, max: Math.max(set, item.a, item.b), more: walking && later().length > 0,
      crop: item.at && stage?.crop(item),
      set: (a, b) => change(() => list.set(item.id, a, b)),
      remove: () => { change(() => list.remove(item.id)); offerUndo(t('score.removed', { tile: nameOf(item) })); },
      turn: () => { change(() => list.turn(item.id)); offerUndo(t('score.turned')); },
      done: (next) => {
        stage?.choose(null, list.items);
        const [following] = later();
        if (next && following) open(following, true);
      },
    });
  }

  function addAt(at) {
    addSheet({ max: set, crop: stage.crop({ quad: null, at }), add: (a, b) => change(() => list.add(a, b, at)), done: () => {} });
  }

  function typeTiles() {
    const typed = h('p', { class: 'soft', 'aria-live': 'polite' });
    const back = iconButton('undo', t('app.undo'), () => { change(() => list.undo()); draw(); });
    const draw = () => {
      const tiles = list.tiles();
      const n = handPoints(tiles, scoringOf(rules));
      back.disabled = !list.canUndo;
      typed.textContent = [t('score.tiles', { n: tiles.length }), score && t('score.item_points', { n })]
        .filter(Boolean).join(' · ');
    };
    draw();
    const sheet = openSheet({
      title: t('score.add'),
      body: [tilePad({ max: set, add: (a, b) => { change(() => list.add(a, b)); draw(); } }),
        h('div', { class: 'row' }, typed, back),
        button(t('app.done'), () => sheet.close(), { kind: 'primary', sign: 'check' })],
      onClose: () => nodes.tiles.querySelector('.buttons button')?.focus({ preventScroll: true }),
    });
  }

  function offerUndo(text) {
    dropOffer = toast(text, [t('app.undo'), () => change(() => list.undo())]);
  }

  container.append(root);
  changed();
  if (typing ?? (!stage && list.items.length === 0 && !list.canUndo)) typeTiles();
  return {
    tiles: () => list.tiles(),
    update: (patch) => { ({ rules, set } = { rules, set, ...patch }); changed(); },
    end: () => { dropOffer(); stage?.end(); root.remove(); },
  };
}

/** The name of an item, as everywhere but on the tile itself. */
function nameOf({ a, b }) {
  return tileName(...lowHigh([a, b]));
}
