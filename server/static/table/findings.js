// What is wrong with a table, in plain words; a tap shows the place in the photo.

import { clear, h } from '../dom.js';
import { knows, list, t } from '../i18n.js';
import { icon } from '../icons.js';
import { tileName, tileSvg } from '../tiles.js';
import { setName } from '../words.js';
import { lengthOf } from './outlines.js';

const DRAWN = 2;
const KINDS = { error: 'mistake', note: 'look' };

/** The tiles of a finding as pairs: they are told as `low-high`. */
export function tilesOf({ tiles }) {
  return tiles.map((tile) => tile.split('-').map(Number));
}

/** The number of a train in its colour, as it stands in the photo. */
export function trainSign({ label, colour }) {
  return h('span', { class: `train-sign train-${colour}`, 'aria-hidden': 'true', text: label });
}

/** A train as it is called: my own, by its number, or as what it is. */
export function trainName({ mine, label, train, branch }) {
  if (branch) return t('table.name.branch', { train: label });
  if (mine) return t('table.name.mine');
  return train.kind === 'personal' ? t('table.name.personal', { number: label }) : t(`table.name.${train.kind}`);
}

/** The sign of a finding: trains and values have numbers, so that findings have letters. A, B, …, Z, AA, AB, … */
export function letterOf(number) {
  const before = Math.floor(number / 26);
  return (before > 0 ? letterOf(before - 1) : '') + String.fromCharCode(65 + number % 26);
}

/** The sentence of a finding. */
export function findingWords(finding, work) {
  // A tile is not parted at the end of a line.
  const names = tilesOf(finding).map(([a, b]) => tileName(a, b).replace('–', '\u2060–\u2060'));
  const where = work.trains().find(({ index }) => index === finding.train);
  const code = finding.code.toLowerCase();
  const key = { duplicate_tile: tooOften(finding),
    wrong_engine: names.length < 2 ? 'wrong_engine_no_double' : code,
    loose_tile: finding.numbers.some((number) => isAtEdge(work, number)) ? 'loose_tile_at_edge' : code }[code] ?? code;
  if (!knows(`table.finding.${key}`)) return finding.text;
  return t(`table.finding.${key}`, {
    tile: names[0] ?? '', other: names.at(-1) ?? '',
    n: finding.count?.there ?? (finding.numbers.length || finding.tiles.length), allowed: finding.count?.allowed,
    tiles: list(names), train: where ? trainName(where) : '', set: setName(Number(work.answer.set.split('-')[1])),
  });
}

/** Which words tell of a tile that is there too often: where it is says more than a number, but for mixed sets. */
function tooOften({ numbers, count }) {
  if (!count) return 'duplicate_tile';
  if (count.allowed > 1) return 'duplicate_tile_mixed';
  if (numbers.length === 1 && count.there === 2) return 'duplicate_tile_held';
  if (numbers.length > 0) return 'duplicate_tile';
  return count.hands > 1 ? 'duplicate_tile_hands' : 'duplicate_tile_hand';
}

/** The sign of the train that a finding is about, as it stands in the photo. */
function signOf({ train }, work) {
  const where = work.trains().find(({ index }) => index === train);
  return where ? trainSign(where) : '';
}

/** Whether a tile lies closer to the edge of the photo than it is wide: what it touches may not be in it. */
function isAtEdge({ answer, seen: { width, height } }, number) {
  const { quad } = answer.tiles[number];
  const wide = lengthOf(quad) / 2;
  return quad.some(([x, y]) => Math.min(x, y, width - x, height - y) < wide);
}

/** Whether a tile of a finding is in doubt still, so that it can be checked first. */
function hasDoubt(finding, work) {
  return !finding.sure && finding.numbers.some((number) => work.item(number)?.sure === false);
}

/** Draw the findings that have a place into a card, which is hidden without any; `show(number)` hears a tap. */
export function findingsCard(node, { work, show }) {
  const findings = work.answer.findings.map((finding, number) => ({ finding, number }))
    .filter(({ finding }) => finding.code !== 'MISSING_TILES');
  node.hidden = findings.length === 0;
  clear(node).append(h('h2', { text: t('table.findings') }), h('ol', { class: 'seen-findings' },
    findings.map(({ finding, number }) => h('li', {}, h('button', {
      type: 'button', class: `seen-finding ${KINDS[finding.severity]}`, on: { click: () => show(number) },
    },
    h('span', { class: 'seen-letter', 'aria-hidden': 'true', text: letterOf(number) }),
    h('span', { class: 'seen-words' }, h('span', { text: findingWords(finding, work) }),
      h('span', { class: 'seen-tiles' }, signOf(finding, work),
        tilesOf(finding).slice(0, DRAWN).map(([a, b]) => tileSvg(a, b, { silent: true }))),
      hasDoubt(finding, work) && h('small', { text: t('table.finding.unsure') })),
    finding.at.length > 0 && icon('next'))))));
}
