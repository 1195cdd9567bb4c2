// The own hand: by photo, from the hand that was counted last, or typed.

import { countedHand } from '../counted.js';
import { clear, h } from '../dom.js';
import { openEditor } from '../editor.js';
import { t } from '../i18n.js';
import { button } from '../parts.js';
import { photoButton, prepared, readPhoto } from '../photo.js';
import { showReading } from '../photo-reading.js';
import { lowHigh } from '../points.js';
import { settings } from '../settings.js';
import { tileRow } from '../tiles.js';
import { same } from './hand-photo.js';

/** The card with a hand; `change(tiles)` is called with each change. `kept`: the place for its photo (hand-photo.js), from
 * which the card goes on. `play`: rules and set of the table, if not the usual ones; `checks`: whether tiles that cannot
 * be are told in the card. Returns {node, end()}. */
export function handCard({
  tiles, change, kept, play = settings(), title = t('hint.hand'), empty = t('hint.hand_empty'), checks = true,
}) {
  const node = h('section', { class: 'card hand-card', 'aria-label': title });
  let end = () => {};
  let now = tiles;

  function fresh() {
    end();
    end = () => {};
    return clear(node);
  }

  function shown() {
    const counted = (countedHand()?.state?.items ?? []).filter(({ back }) => !back).map(({ a, b }) => lowHigh([a, b]));
    fresh().append(
      h('div', { class: 'head' }, h('h2', { text: title }),
        now.length > 0 && h('span', { class: 'soft', text: t('score.tiles', { n: now.length }) })),
      now.length > 0 ? tileRow(now, title) : h('p', { class: 'soft', text: empty }),
      h('div', { class: 'buttons' },
        photoButton(t('hint.photo'), photographed, { kind: now.length > 0 ? 'plain' : 'primary' }),
        button(now.length > 0 ? t('app.edit') : t('hint.type'), () => edit({}), { sign: 'keypad' }),
        counted.length > 0 && !same(counted, now) && button(t('hint.from_score', { n: counted.length }),
          () => { now = counted; change(now); shown(); }, { sign: 'tile' })));
  }

  /** The tiles alone; a photo has done what it was for. */
  function finish() {
    kept.forget();
    shown();
  }

  async function photographed(blob) {
    const isLeft = waiting();
    const image = await prepared(blob);
    // Phones may end a page while their camera is open; then it goes on from here.
    await kept.begin(image, now);
    if (!isLeft()) look(image);
  }

  /** Go on with the photo of before. */
  async function resume({ reading, state }) {
    const isLeft = waiting();
    const image = await kept.photo();
    if (isLeft()) return;
    if (image === null) finish();
    else if (reading) edit({ image, reading, state });
    else look(image);
  }

  /** The heading alone; returns a function that tells whether the card is over, or shows something else. */
  function waiting() {
    let left = false;
    fresh().append(h('h2', { text: title }));
    end = () => { left = true; };
    return () => left;
  }

  function look(image) {
    const place = h('div', { class: 'stack' });
    const back = () => button(t('app.cancel'), finish);
    fresh().append(h('h2', { text: title }), place);
    end = showReading(place, {
      photo: image, words: t('score.reading'), retake: photographed, cancel: back, ways: back,
      ask: (how) => readPhoto(image, { set: play.set, ...how }),
      onRead: (reading) => {
        edit({ image, reading });
        return t('score.read_told', { n: reading.tiles.length });
      },
    });
  }

  function edit({ image = null, reading = null, state = null }) {
    const { set, rules } = play;
    const editor = openEditor(fresh(), {
      image, reading, set, rules, score: false, title, checks,
      state: reading ? state : { items: now.map(([a, b], id) => item(a, b, id)), past: [], next: now.length },
      onChange: ({ tiles: changed, state: stands }) => {
        const isOther = !same(changed, now);
        now = changed;
        if (reading) kept.keep({ reading, state: stands }, now);
        if (isOther) change(now);
      },
      actions: [button(t('app.done'), finish, { kind: 'primary', sign: 'check' })],
    });
    end = editor.end;
  }

  const before = kept.kept(now);
  if (before) resume(before);
  else shown();
  return { node, end: () => end() };
}

function item(a, b, id) {
  return { id, quad: null, at: null, a, b, sure: true, back: false, doubts: [], alternatives: [], changed: true };
}
