// A piece of the photo with one tile in it, laid straight, half A at the left.

import { h } from './dom.js';
import { ends } from './tile-list.js';

const MARGIN = 1.2;
const SHAPE = 0.56;

/** A canvas with the tile of a quad, or with what lies around a point; null where the photo cannot be drawn.
 * `scale`: pixels of the picture for each pixel that the quad speaks of; `size`: the length of a tile there. */
export function cropOf(picture, { quad, at, scale, size }) {
  if (!picture?.complete || picture.naturalWidth === 0) return null;
  const [[ax, ay], [bx, by]] = quad ? ends(quad) : [[at[0] - size / 2, at[1]], [at[0] + size / 2, at[1]]];
  const length = Math.hypot(bx - ax, by - ay) * MARGIN;
  const width = Math.round(Math.min(720, Math.max(320, 2 * length)));
  const canvas = h('canvas', { class: 'crop', width, height: Math.round(width * SHAPE), 'aria-hidden': 'true' });
  const context = canvas.getContext('2d');
  context.translate(canvas.width / 2, canvas.height / 2);
  context.scale(canvas.width / length, canvas.width / length);
  context.rotate(-Math.atan2(by - ay, bx - ax));
  context.translate(-(ax + bx) / 2, -(ay + by) / 2);
  context.scale(1 / scale, 1 / scale);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0);
  return canvas;
}
