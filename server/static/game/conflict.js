// Two hosts at once: what the other one changed meanwhile.

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { confirmDialog } from './dialog.js';

/** What differs between two states of one game, as sentences. */
export function differences(before, after) {
  const name = (seat) => after.players[seat].name;
  const said = [];
  if (after.rounds.length < before.rounds.length) {
    said.push(t('game.conflict.reopened', { round: before.rounds.length }));
  }
  for (const round of after.rounds) {
    const old = before.rounds.find(({ number }) => number === round.number);
    if (!old) said.push(t('game.conflict.closed', { round: round.number }));
    else {
      for (const score of round.scores) {
        const was = old.scores.find(({ seat }) => seat === score.seat);
        if (was && was.points !== score.points) {
          said.push(t('game.conflict.corrected',
            { name: name(score.seat), round: round.number, before: was.points, now: score.points }));
        }
      }
    }
  }
  if (before.current && after.current?.number === before.current.number) {
    for (const hand of after.current.submissions) {
      const was = before.current.submissions.find(({ seat }) => seat === hand.seat);
      if (!was || was.points !== hand.points || was.count !== hand.count || was.out !== hand.out) {
        said.push(t('game.conflict.hand', { name: name(hand.seat) }));
      }
    }
  }
  for (const player of after.players) {
    const was = before.players[player.seat];
    if (player.joined !== was?.joined) {
      said.push(t(player.joined ? 'game.conflict.joined' : 'game.conflict.freed', { name: player.name }));
    }
  }
  if (after.over && !before.over) said.push(t('game.conflict.over'));
  return said.length ? said : [t('game.conflict.unknown')];
}

/** Shows what changed and asks again: a promise of true for going on. */
export function askAgain(before, after) {
  return confirmDialog({
    title: t('game.conflict.title'),
    text: t('game.conflict.text'),
    more: [h('ul', { class: 'changes' }, ...differences(before, after).map((one) => h('li', {}, one)))],
    yes: t('game.conflict.again'),
    no: t('game.conflict.leave'),
  });
}
