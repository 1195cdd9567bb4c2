// What cannot be right between the hands of a round, in words and tiles.

import { h } from '../dom.js';
import { list, t } from '../i18n.js';
import { handRow } from '../tiles.js';

const CODES = new Set([
  'in_two_hands', 'in_hand_and_on_table', 'engine_in_hand', 'not_in_set', 'twice_in_hand', 'nobody_out', 'several_out',
  'too_many_tiles',
]);

/** A sentence for a finding: who, and what. */
export function findingText(finding, players) {
  const names = list(finding.seats.map((seat) => players[seat].name));
  const code = CODES.has(finding.code) ? finding.code : 'unknown';
  return t(`game.finding.${code}`, { names, n: finding.tiles.length });
}

/** The findings as a list; null where there are none. */
export function findingList(findings, players) {
  if (!findings.length) return null;
  return h('ul', { class: 'findings' }, ...findings.map((finding) =>
    h('li', { class: `finding ${finding.severity}` },
      h('span', { class: 'finding-mark', 'aria-hidden': 'true' }, finding.severity === 'error' ? '!' : '?'),
      h('div', {},
        h('p', {}, h('strong', {}, t(`game.finding.${finding.severity}`)), ' ', findingText(finding, players)),
        finding.tiles.length ? handRow(finding.tiles) : null))));
}
