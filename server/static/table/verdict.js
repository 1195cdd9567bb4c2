// Whether the table is as it should be, in one line, with what was read below it.

import { clear, h } from '../dom.js';
import { t } from '../i18n.js';
import { icon } from '../icons.js';
import { button, iconButton, note } from '../parts.js';
import { tileName } from '../tiles.js';
import { warningText } from '../words.js';

const OF_THE_PAGE = new Set(['duplicate_tile', 'set_too_small']);

/** The verdict as words. */
export function verdictWords(work) {
  return t(...verdict(work).words);
}

function verdict(work) {
  const { trains } = work.answer;
  // Tiles that are nowhere have a card of their own.
  const findings = work.answer.findings.filter(({ code }) => code !== 'MISSING_TILES');
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const notes = findings.length - errors;
  if (trains.length === 0 && work.answer.tiles.length < 2) return { kind: 'unread', words: ['table.no_table'] };
  if (errors > 0) return { kind: 'wrong', words: ['table.wrong', { n: errors }] };
  if (work.unsure.length > 0) return { kind: 'unsure', words: ['table.unsure', { n: work.unsure.length }] };
  if (notes > 0) return { kind: 'notes', words: ['table.notes', { n: notes }] };
  return { kind: 'fits', words: ['table.fits'] };
}

/** Draw it into a card. `isBusy`: the server looks at the table anew; `problem`: why it could not, or null. */
export function drawVerdict(node, { work, isBusy, problem, check, undo, again }) {
  // What was right before a correction need not be so after it.
  const { kind, words } = isBusy ? { kind: 'looking', words: ['table.anew'] } : verdict(work);
  const unsure = work.unsure.length;
  const back = iconButton('undo', t('app.undo'), undo);
  back.disabled = !work.list.canUndo;
  node.className = `card verdict ${kind}`;
  clear(node).append(
    h('div', { class: 'verdict-head' },
      h('span', { class: 'verdict-sign' },
        isBusy ? h('span', { class: 'spinner', 'aria-hidden': 'true' }) : icon(kind === 'fits' ? 'check' : 'warning')),
      h('div', { class: 'verdict-words' }, h('h2', { text: t(...words) }),
        h('p', { class: 'soft small', text: summary(work) })),
      back),
    problem ? note('error', problem, h('p', { text: t('table.stale') }),
      button(t('app.retry'), again, { sign: 'undo' })) : '',
    unsure > 0 ? button(t('score.check', { n: unsure }), check, { kind: 'unsure wide', sign: 'warning' }) : '');
}

function summary(work) {
  const { answer } = work;
  const engine = answer.engine_tile === null ? null : work.item(answer.engine_tile);
  const trains = answer.trains.filter(({ branch_of: branch, kind }) => branch === null && kind !== 'apart').length;
  const down = work.list.items.filter(({ back }) => back).length;
  return [
    engine ? t('table.engine', { tile: tileName(engine.a, engine.b) }) : t('table.no_engine'),
    t('table.trains', { n: trains }), t('score.tiles', { n: work.list.counted().length }),
    down > 0 && t('table.down', { n: down }),
  ].filter(Boolean).join(' · ');
}

/** What should be known of the photo, as notes. */
export function warningNotes(work) {
  const told = new Map((work.seen.warnings ?? []).map((one) => [one.code, one]));
  // Where nothing was found, how to take another photo says it all.
  const codes = told.has('no_tiles') ? ['no_tiles'] : [...told.keys()].filter((code) => !OF_THE_PAGE.has(code));
  return codes.map((code) => told.get(code))
    .map((one) => note(one.code === 'no_tiles' ? 'error' : 'warn', warningText(one)));
}
