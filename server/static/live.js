// Tiles and running total over the picture of the camera. A reading is taken by a tap, when it holds steady, or by
// itself when everything has been sure for a second; then it is corrected like any other.

import { newCounted } from './counted.js';
import { clear, h } from './dom.js';
import { t } from './i18n.js';
import { liveSocket } from './live-socket.js';
import { drawMarks, overlaySvg } from './overlay.js';
import { button, busy, iconButton, note, switchRow } from './parts.js';
import { handPoints, scoringOf, tileKey } from './points.js';
import { go } from './router.js';
import { settings } from './settings.js';
import { read, write } from './store.js';
import { TileList } from './tile-list.js';
import { announce } from './toast.js';

const SURE_MS = 1000;
const STEADY_MS = 1500;
const FAILURES = { NotAllowedError: 'live.denied', SecurityError: 'live.denied', NotReadableError: 'live.in_use' };

export function show(container) {
  if (!window.isSecureContext || !navigator.mediaDevices) {
    container.append(h('h1', { text: t('live.title') }), insecure());
    return () => {};
  }
  let ended = false;
  let end = () => {};
  const start = async () => {
    clear(container).append(h('h1', { text: t('live.title') }), busy(t('live.start')));
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: false, video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1440 } },
      });
      if (ended) stream.getTracks().forEach((track) => track.stop());
      else end = preview(clear(container), stream);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      if (ended) return;
      clear(container).append(h('h1', { text: t('live.title') }),
        note('error', t(FAILURES[error.name] ?? 'live.none'), button(t('app.retry'), start)), otherWay());
    }
  };
  const started = start();
  return () => { ended = true; started.then(() => end()); };
}

function insecure() {
  return h('section', { class: 'card' }, h('p', { text: t('live.insecure') }), h('p', { text: t('live.insecure.how') }),
    h('code', { class: 'command', text: 'pipwise serve --https' }), h('p', { class: 'soft', text: t('live.insecure.then') }), otherWay());
}

function otherWay() {
  return button(t('live.to_score'), () => go('score'), { kind: 'primary', sign: 'score' });
}

/** The camera's picture with everything over it, in `container`; returns a function that ends it. */
function preview(container, stream) {
  const video = h('video', { autoplay: true, playsinline: true, muted: true, 'aria-label': t('live.view') });
  // An attribute alone does not mute a video that was made by a script.
  video.muted = true;
  video.srcObject = stream;
  let svg = overlaySvg(4, 3);
  const total = h('strong');
  const unit = h('span', { text: t('live.looking') });
  const status = h('p', { class: 'live-status', role: 'status', text: t('live.point') });
  const shutter = h('button', { type: 'button', class: 'shutter', 'aria-label': t('live.take'), disabled: true, on: { click: () => take() } }, h('span'));
  const stage = h('div', { class: 'live-stage' }, video, svg);
  const root = h('div', { class: 'live' },
    h('h1', { class: 'unseen', text: t('live.title') }),
    stage,
    h('div', { class: 'live-top' }, iconButton('close', t('app.back'), () => go('score'))),
    h('div', { class: 'live-bottom' },
      status,
      h('div', { class: 'live-row' }, h('p', { class: 'live-total' }, total, unit), shutter,
        switchRow(t('live.auto'), read('live.auto', true), (on) => write('live.auto', on)))));
  let last = null;
  let same = { key: '', since: 0, sure: 0 };
  let done = false;

  const { set } = settings();
  const socket = liveSocket(video, { set, onReading, onState: (state) => {
    if (state === 'lost') { status.textContent = t('live.lost'); root.dataset.state = ''; }
  } });

  function onReading(found) {
    last = found;
    const { reading } = found;
    const list = new TileList(reading);
    const tiles = list.tiles();
    const sure = tiles.length > 0 && list.unsure().length === 0;
    const now = performance.now();
    const key = tiles.map(tileKey).sort().join(' ');
    if (key !== same.key) same = { key, since: now, sure: sure ? now : 0 };
    else same = { ...same, sure: sure ? same.sure || now : 0 };
    draw(reading, list);
    const points = handPoints(tiles, scoringOf(settings().rules));
    total.textContent = tiles.length > 0 ? points : '';
    unit.textContent = tiles.length > 0 ? t('live.points', { n: points }) : t('live.looking');
    const steady = tiles.length > 0 && now - same.since > STEADY_MS;
    root.dataset.state = sure ? 'sure' : steady ? 'steady' : '';
    shutter.disabled = tiles.length === 0;
    status.textContent = t(tiles.length === 0 ? 'live.point' : sure ? 'live.ready' : steady ? 'live.steady' : 'live.hold');
    if (same.sure && now - same.sure >= SURE_MS && read('live.auto', true)) take();
  }

  function draw(reading, list) {
    const fresh = overlaySvg(reading.width, reading.height);
    drawMarks(fresh, list.items, { unit: reading.width / Math.max(1, shownSize(stage, reading)) });
    fresh.setAttribute('preserveAspectRatio', 'xMidYMid meet');
    svg.replaceWith(fresh);
    svg = fresh;
  }

  async function take() {
    if (done || !last) return;
    done = true;
    await newCounted({ reading: last.reading, state: null, set }, last.photo);
    announce(t('score.read_told', { n: last.reading.tiles.length }));
    go('score');
  }

  container.append(root);
  document.body.classList.add('with-live');
  return () => {
    done = true;
    socket.close();
    stream.getTracks().forEach((track) => track.stop());
    document.body.classList.remove('with-live');
  };
}

/** How wide a picture of the reading's shape is shown in the stage, in pixels of the screen. */
function shownSize(stage, { width, height }) {
  return Math.min(stage.clientWidth, stage.clientHeight * (width / height));
}
