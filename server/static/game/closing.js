// The host's steps about a round: closing it, and taking a step back.

import { h } from '../dom.js';
import { icon } from '../icons.js';
import { list, t } from '../i18n.js';
import { confirmDialog, openDialog } from './dialog.js';
import { findingList } from './findings.js';

/** Asks how the round ended and closes it. */
export async function closeRound(session, act) {
  const seen = session.state;
  const { current, players } = seen;
  const errors = current.findings.filter(({ severity }) => severity === 'error');
  const missing = current.missing.map((seat) => players[seat].name);
  const nobodyOut = !current.submissions.some(({ out }) => out);
  // Who has no tile left ends the round, unless a last double waits for a tile that nobody has.
  const mayBeBlocked = nobodyOut || seen.rules.changes.going_out_on_double === 'must be covered';
  const answer = await openDialog(t('game.close.title', { round: current.number }), (close) => {
    const blocked = h('input', { type: 'checkbox', checked: nobodyOut && !missing.length });
    const absent = h('input', { type: 'checkbox' });
    const go = h('button', { class: errors.length ? 'button danger' : 'button primary', disabled: missing.length > 0,
      on: { click: () => close({ blocked: blocked.checked, absent: missing.length ? 'zero' : 'refuse' }) } },
      t(errors.length ? 'game.close.anyway' : 'game.close.do'));
    const first = h('p', { class: 'soft small', id: 'close-first' }, t('game.close.first'));
    absent.addEventListener('change', () => {
      go.disabled = !absent.checked;
      first.hidden = absent.checked;
    });
    if (missing.length) go.setAttribute('aria-describedby', first.id);
    return [
      errors.length ? [h('p', {}, t('game.close.errors')), findingList(errors, players)] : null,
      missing.length ? [h('label', { class: 'check' }, absent,
        t('game.close.absent', { names: list(missing), n: missing.length })), first] : null,
      mayBeBlocked ? h('label', { class: 'check' }, blocked, h('span', {}, t('game.close.blocked'),
        h('span', { class: 'soft block' }, t('game.close.blocked.help')))) : null,
      h('div', { class: 'buttons' },
        h('button', { class: 'button plain', on: { click: () => close() } }, t('app.cancel')), go),
    ];
  });
  // What became of the round stands at the top of the page.
  if (answer && await act('close', answer, seen.version, seen)) window.scrollTo(0, 0);
}

/** A button that says which step of the host was the last one, and takes it back. */
export function undoButton(session, act) {
  return h('button', { class: 'button quiet', dataset: { focus: 'undo' }, on: { click: () => undoStep(session, act) } },
    icon('undo'), undoWords(session.state));
}

function undoWords({ undo, players }) {
  return t(`game.undo.${undo.what}`,
    { round: undo.round, name: undo.seat === null ? '' : players[undo.seat].name });
}

/** Asks whether the last step shall be taken back, and does it. */
async function undoStep(session, act) {
  const seen = session.state;
  const sure = await confirmDialog({ title: undoWords(seen), text: t('game.undo.text'),
    yes: t('game.undo.do') });
  if (sure) await act('undo', {}, seen.version, seen);
}
