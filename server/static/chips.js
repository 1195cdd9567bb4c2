// Where the labels of tiles stand over a photo: beside their tile, on no pips and on no other label. Where a small tile
// has no room around it, only a doubt is marked; closer, its label has room again.

/** Sizes in pixels of the screen: letters, the length of a tile below which no label helps, how far a label reaches into
 * the rim of its tile, where no pips are. */
const FONT = { share: 0.2, least: 10.5, most: 14 };
const LEAST_TILE = 26;
const BITE = 4;
const GAP = 1;
/** Signs have a rim, and stand so far apart. */
const APART = 2;

/** A label may cover so much of a tile, as a share of its area. */
const MOST_COVERED = 0.2;
const DOUBT = '?';

/** Where the labels of `items`, which have outlines, go: [{item, text, x, y, width, height, font}] in pixels of the
 * photo, x and y being the middle. `unit`: pixels of the photo for each of the screen; `size`: [width, height] of the
 * photo; `taken`: labels that stand there already; `textOf(item)`. */
export function placeChips(items, { unit, size, taken = [], textOf }) {
  const tiles = items.map(({ quad }) => ({ ...shapeOf(quad), quad, box: boxOf(quad) }));
  const waiting = items.map((item, k) => choices(item, tiles[k], tiles, { unit, size, textOf }));
  // What is in doubt comes first, then what has least choice.
  waiting.sort((one, other) => one.item.sure - other.item.sure || one.free - other.free);
  const placed = [];
  for (const { item, ways } of waiting) {
    const way = ways.find((one) => ![...taken, ...placed].some((other) => overlap(one, other, GAP * unit)));
    if (way) placed.push({ item, ...way });
  }
  return placed;
}

/** Signs that stand in any case, each at the first of its `ways`, [[x, y], …], where it is on none that came before it,
 * else where it covers least of them: [{…sign, x, y}]. `taken`: signs that stand there already; `unit`: as below. */
export function placeSigns(signs, unit, taken = []) {
  const placed = [];
  for (const { ways, ...sign } of signs) {
    const others = [...taken, ...placed];
    const room = ([x, y]) => Math.min(...others.map((other) => gap({ ...sign, x, y }, other)), APART * unit);
    const [x, y] = ways.reduce((best, way) => (room(way) > room(best) ? way : best));
    placed.push({ ...sign, x, y });
  }
  return placed;
}

/** How far apart two labels are; below 0 by how much they overlap. */
function gap(one, other) {
  return Math.max(Math.abs(one.x - other.x) - (one.width + other.width) / 2,
    Math.abs(one.y - other.y) - (one.height + other.height) / 2);
}

/** The places for the label of an item, the best first; `free`: how many of them cover nothing to speak of. */
function choices(item, tile, tiles, { unit, size, textOf }) {
  const length = tile.length / unit;
  const ways = length >= LEAST_TILE ? around(labelled(textOf(item), fontOf(length) * unit), tile, unit) : [];
  const judged = ways.filter((way) => isInside(way, size)).map((way) => ({ ...way, cost: way.cost + covered(way, tile, tiles) }))
    .sort((one, other) => one.cost - other.cost);
  const good = judged.filter(({ cost }) => cost <= MOST_COVERED);
  // A doubt is marked in any case, as small as can be.
  const marks = item.sure ? [] : around(labelled(DOUBT, FONT.least * unit), tile, unit)
    .map((way) => ({ ...way, cost: covered(way, tile, tiles) })).sort((one, other) => one.cost - other.cost);
  return { item, free: good.filter(({ cost }) => cost < MOST_COVERED / 2).length, ways: [...good, ...marks] };
}

function fontOf(length) {
  return Math.min(FONT.most, Math.max(FONT.least, FONT.share * length));
}

/** A text as a label, in letters of this size. */
export function labelled(text, font) {
  return { text, font, width: (text.length * 0.56 + 0.9) * font, height: 1.42 * font };
}

/** Beside each side of the tile, in its middle and towards its ends, and on the tile; below is liked best. */
function around(label, { middle: [mx, my], axes }, unit) {
  const places = [{ ...label, x: mx, y: my, cost: 0.02 }];
  for (const [side, [x, y, half]] of axes.entries()) {
    const [ox, oy, reach] = axes[1 - side];
    for (const way of [1, -1]) {
      const far = half + (Math.abs(x) * label.width + Math.abs(y) * label.height) / 2 - BITE * unit;
      for (const along of [0, 0.5, -0.5]) {
        const at = [mx + way * x * far + along * ox * reach, my + way * y * far + along * oy * reach];
        places.push({ ...label, x: at[0], y: at[1], cost: (at[1] < my ? 0.01 : 0) + Math.abs(along) * 0.02 });
      }
    }
  }
  return places;
}

/** How much of the tiles a label hides: shares of their areas, that of a foreign one counting more. */
function covered(label, own, tiles) {
  const samples = [];
  for (const dx of [-0.45, -0.27, -0.09, 0.09, 0.27, 0.45]) {
    for (const dy of [-0.4, 0, 0.4]) samples.push([label.x + dx * label.width, label.y + dy * label.height]);
  }
  const area = label.width * label.height;
  let sum = 0;
  for (const tile of tiles) {
    const [left, top, right, bottom] = tile.box;
    if (label.x + label.width / 2 < left || label.x - label.width / 2 > right
      || label.y + label.height / 2 < top || label.y - label.height / 2 > bottom) continue;
    const hidden = samples.filter((point) => contains(tile.quad, point)).length / samples.length;
    sum += (tile === own ? 1 : 3) * (hidden * area) / tile.area;
  }
  return sum;
}

function isInside({ x, y, width, height }, [right, bottom]) {
  return x >= width / 2 && y >= height / 2 && x <= right - width / 2 && y <= bottom - height / 2;
}

function overlap(one, other, least) {
  return gap(one, other) < least;
}

/** The middle of a quad, its length and area, and its two axes: [x, y, half of the extent]. */
function shapeOf([p, q, r, s]) {
  const middle = [0, 1].map((k) => (p[k] + q[k] + r[k] + s[k]) / 4);
  const axes = [[p, q, r, s], [q, r, s, p]].map(([a, b, c, d]) => {
    const [x, y] = [0, 1].map((k) => (a[k] + b[k] - c[k] - d[k]) / 4);
    const half = Math.hypot(x, y) || 1;
    return [x / half, y / half, half];
  });
  return { middle, axes, length: 2 * Math.max(axes[0][2], axes[1][2]), area: 4 * axes[0][2] * axes[1][2] };
}

function boxOf(quad) {
  const [xs, ys] = [0, 1].map((k) => quad.map((corner) => corner[k]));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Whether a point lies in a quad whose corners go clockwise. */
export function contains(quad, [x, y]) {
  return quad.every(([px, py], k) => {
    const [qx, qy] = quad[(k + 1) % quad.length];
    return (qx - px) * (y - py) - (qy - py) * (x - px) >= 0;
  });
}
