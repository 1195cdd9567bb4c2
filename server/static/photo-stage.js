// The photo itself, with the marks over it, to be looked at closely and tapped.

import { cropOf } from './crop.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { drawMarks, itemAt, overlaySvg } from './overlay.js';
import { iconButton } from './parts.js';
import { ends } from './tile-list.js';
import { zoomable } from './zoom.js';

/** A node with the photo (a Blob or a URL) and room for marks. `onItem(item)` and `onEmpty([x, y])` hear taps, the
 * point in pixels of the reading. `marks` draws over the photo in place of `drawMarks`; `alt` and `help` are words.
 * Returns {node, draw(items), choose(id, items), look(at, width), crop(item), end()}; `look` shows so many pixels of the
 * reading around a point. */
export function photoStage({
  image, reading, onItem, onEmpty, marks = drawMarks, alt = t('score.photo_alt'), help = null,
}) {
  const { width, height } = reading;
  const url = image instanceof Blob ? URL.createObjectURL(image) : image;
  const picture = h('img', { src: url, alt, draggable: 'false' });
  const svg = overlaySvg(width, height);
  const layer = h('div', { class: 'photo-layer' }, picture, svg);
  const frame = h('div', { class: 'photo' }, layer);
  let items = [];
  let chosen = null;
  let zoom = null;
  let chips = [];
  const words = h('span', {});

  const unit = () => width / Math.max(1, frame.clientWidth) / (zoom?.scale() ?? 1);
  const redraw = () => {
    chips = marks(svg, items, { unit: unit(), chosen });
    const lying = items.filter(({ at }) => at).length;
    const all = chips.length >= lying;
    // Where nothing was found there is nothing to be corrected.
    if (help !== '' && lying === 0) words.textContent = t('score.tap_empty');
    else words.textContent = help ?? t(all ? 'score.tap_help' : 'score.zoom_help');
  };
  frame.style.aspectRatio = `${width} / ${height}`;
  frame.style.setProperty('--shape', width / height);
  // A format that this browser cannot show has been read all the same.
  picture.addEventListener('error', () => { picture.hidden = true; });
  zoom = zoomable(frame, layer, {
    onZoom: redraw,
    onTap: ([x, y]) => {
      const point = [x * width, y * height];
      const item = itemAt(items, point, unit(), chips);
      if (item) onItem(item);
      else onEmpty(point.map((value) => Math.round(value * 10) / 10));
    },
  });
  const eye = iconButton('eye', t('score.marks'), () => {
    const hidden = svg.classList.toggle('bare');
    eye.setAttribute('aria-pressed', String(!hidden));
  }, { 'aria-pressed': 'true' });
  const tools = h('div', { class: 'photo-tools' }, eye,
    iconButton('minus', t('score.zoom_out'), () => zoom.by(1 / 1.6)),
    iconButton('plus', t('score.zoom_in'), () => zoom.by(1.6)));

  return {
    node: h('figure', { class: 'stage' }, frame, h('figcaption', { class: 'soft small' },
      words, tools)),
    draw: (now) => { items = now; redraw(); },
    choose: (id, now) => { chosen = id; items = now; redraw(); },
    look: ([x, y], wide) => zoom.to([x / width, y / height], width / wide),
    crop: (item) => cropOf(picture, { ...item, scale: picture.naturalWidth / width, size: tileLength(reading) }),
    end: () => { if (image instanceof Blob) URL.revokeObjectURL(url); },
  };
}

/** How long a tile is in the photo, in its pixels: the middle one of those that were read. */
function tileLength({ tiles, width }) {
  if (tiles.length === 0) return width / 6;
  const lengths = tiles.map(({ quad }) => {
    const [[ax, ay], [bx, by]] = ends(quad);
    return Math.hypot(bx - ax, by - ay);
  }).sort((one, other) => one - other);
  return lengths[Math.floor(lengths.length / 2)];
}
