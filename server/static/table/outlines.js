// Outlines of tiles in a photo: where the next one goes, and how it lies there.

import { ends, middle } from '../tile-list.js';

const apart = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);
const sum = ([ax, ay], [bx, by], times = 1) => [ax + times * bx, ay + times * by];

/** How long a tile with this outline is, in pixels of the photo. */
export function lengthOf(quad) {
  const [first, second] = ends(quad);
  return apart(first, second);
}

/** The outline of a place where a tile goes, begun at the side that touches the tile at `from`. */
export function inwards(quad, from) {
  const [first, second] = ends(quad);
  const [p, q, r, s] = quad;
  return apart(first, from) <= apart(second, from) ? quad : [r, s, p, q];
}

/** The outline of a double at that place: across, and as near. */
export function across(quad) {
  const [p, q, r, s] = quad;
  const [inner, outer] = ends(quad);
  const length = apart(inner, outer);
  const wide = (apart(p, q) + apart(r, s)) / 2;
  const along = sum(outer, inner, -1).map((value) => value / length);
  const side = sum(q, p, -1).map((value) => value / apart(p, q));
  const near = (half) => sum(inner, side, half * length);
  const far = (half) => sum(near(half), along, wide);
  return [far(-0.5), near(-0.5), near(0.5), far(0.5)];
}

/** An outline around a point, lying as another one does. */
export function around(quad, at) {
  const from = middle(quad);
  return quad.map((corner) => sum(sum(corner, from, -1), at));
}

/** Where the first half of a tile begins, and where the second one ends. */
export { ends };
