// Where the Game part begins: the games of this phone, a new one, or one to join.

import { clear, h } from '../dom.js';
import { t } from '../i18n.js';
import { card, iconButton } from '../parts.js';
import { confirmDialog } from './dialog.js';
import { forgetGame, keptGames } from './kept.js';

export function showHome(container, { onOpen, onCreate, onJoin }) {
  const games = keptGames();
  clear(container);
  container.append(
    h('h1', { tabindex: -1 }, t('game.title')),
    h('p', { class: 'opening' }, t('game.lead')),
    h('div', { class: 'home-doors' },
      h('button', { class: 'button primary wide', on: { click: onCreate } }, t('game.home.create')),
      h('button', { class: 'button plain wide', on: { click: onJoin } }, t('game.home.join'))));
  if (!games.length) return;
  container.append(card(t('game.home.kept'),
    h('ul', { class: 'kept' }, ...games.map((game) =>
      h('li', {},
        h('button', { class: 'kept-open', on: { click: () => onOpen(game) } },
          h('span', { class: 'kept-name' }, game.name),
          h('span', { class: 'soft' }, t(game.hostToken ? 'game.home.host' : 'game.home.seat'))),
        iconButton('close', t('game.forget.named', { name: game.name }),
          () => askToForget(game, () => showHome(container, { onOpen, onCreate, onJoin }))))))));
}

/** Asks whether this phone shall forget a game, and does it. */
export async function askToForget(game, then) {
  const sure = await confirmDialog({
    title: t('game.forget.title', { name: game.name }),
    text: t(game.hostToken ? 'game.forget.host' : 'game.forget.seat'),
    yes: t('game.forget.do'),
    grave: true,
  });
  if (!sure) return;
  forgetGame(game.id);
  then();
}
