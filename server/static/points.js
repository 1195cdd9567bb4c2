// What tiles cost, as the scoring of the engine has it: the page shows a total at once, also when the server is away.

const DEFAULTS = { double_blank: 0, blank_half: 0, doubles_twice: false };

/** The rules that matter for the points of a hand: {double_blank, blank_half, doubles_twice}. No preset changes them. */
export function scoringOf(rules) {
  const changes = rules?.changes ?? {};
  return Object.fromEntries(Object.entries(DEFAULTS).map(([name, value]) => [name, changes[name] ?? value]));
}

/** The points of a tile. */
export function tilePoints([a, b], scoring) {
  if (a === 0 && b === 0 && scoring.double_blank > 0) return scoring.double_blank;
  const pips = (a + b) * (a === b && scoring.doubles_twice ? 2 : 1);
  return pips + [a, b].filter((value) => value === 0).length * scoring.blank_half;
}

/** The points of all tiles. */
export function handPoints(tiles, scoring) {
  return tiles.reduce((sum, tile) => sum + tilePoints(tile, scoring), 0);
}

/** A tile with its lower half first: so tiles of a hand are named and shown, however they lie. */
export function lowHigh([a, b]) {
  return a <= b ? [a, b] : [b, a];
}

/** A tile without its direction, as text, to compare tiles by. */
export function tileKey(tile) {
  return lowHigh(tile).join('-');
}

/** The tiles that are there twice, each once. */
export function duplicates(tiles) {
  const seen = new Set();
  const twice = new Map();
  for (const tile of tiles) {
    const key = tileKey(tile);
    if (seen.has(key)) twice.set(key, tile);
    seen.add(key);
  }
  return [...twice.values()];
}
