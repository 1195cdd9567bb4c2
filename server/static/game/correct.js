// Correcting a score of an earlier round. What stood there before stays visible.

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { iconButton } from '../parts.js';
import { openDialog } from './dialog.js';

const LEAST = -999;
const MOST = 9999;

/** Asks the host for the right points and writes them. */
export async function correctScore(session, act, round, score) {
  const seen = session.state;
  const { name } = seen.players[score.seat];
  const answer = await openDialog(t('game.correct.title', { name, round: round.number }),
    (close) => form(score, close));
  if (answer) await act('corrections', { round: round.number, seat: score.seat, ...answer }, seen.version, seen);
}

function form(score, close) {
  const problem = h('p', { class: 'problem', role: 'alert', id: 'correct-problem' });
  const points = h('input', { id: 'correct-points', type: 'text', inputmode: 'numeric', autocomplete: 'off',
    value: String(score.points), 'aria-describedby': 'correct-problem' });
  const why = h('input', { id: 'correct-why', type: 'text', maxlength: 200, autocomplete: 'off' });
  const step = (by) => {
    const now = Number(points.value);
    points.value = String((Number.isInteger(now) ? now : score.points) + by);
  };

  function done(event) {
    event.preventDefault();
    const text = points.value.trim().replace('−', '-');
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || value < LEAST || value > MOST) {
      problem.textContent = t('game.correct.number');
      points.focus();
    } else if (value === score.points) close();
    else close({ points: value, ...(why.value.trim() ? { why: why.value.trim() } : {}) });
  }

  return h('form', { on: { submit: done }, novalidate: true },
    score.before.length
      ? h('p', { class: 'soft' }, t('game.correct.before', { values: score.before.join(', ') })) : null,
    h('label', { for: 'correct-points' }, t('game.correct.points')),
    h('div', { class: 'stepper' },
      iconButton('minus', t('game.correct.less'), () => step(-1)),
      points,
      iconButton('plus', t('game.correct.more'), () => step(1))),
    problem,
    h('label', { for: 'correct-why' }, t('game.correct.why')),
    why,
    h('div', { class: 'buttons' },
      h('button', { type: 'button', class: 'button plain', on: { click: () => close() } }, t('app.cancel')),
      h('button', { type: 'submit', class: 'button primary' }, t('game.correct.do'))));
}
