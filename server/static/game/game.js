// The Game part of the page: the games of this phone, setting one up, joining one, and the one that is open.

import { clear } from '../dom.js';
import { showCreate } from './create.js';
import { showHome } from './home.js';
import { showJoin } from './join.js';
import { openGame, rememberOpen } from './kept.js';
import { showRoom } from './room.js';

/** Shows the part into `container`; `params.join` is the code of a link. Answers what ends it. */
export function show(container, params = {}) {
  let end = () => {};

  function turnTo(view) {
    end();
    end = view() ?? (() => {});
    container.querySelector('h1')?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  const home = () => {
    rememberOpen(null);
    turnTo(() => showHome(container, { onOpen: open, onCreate: () => create(), onJoin: () => join() }));
  };
  const open = (kept, state = null, tab = null) => {
    rememberOpen(kept.id);
    turnTo(() => showRoom(container, { kept, state, tab, onLeave: home, onAgain: create }));
  };
  const create = (draft = null) => turnTo(() => {
    showCreate(container, { draft, onBack: home, onCreated: (kept, state) => open(kept, state, 'people') });
  });
  const join = (code = '') => turnTo(() => {
    showJoin(container, { code, onBack: home, onJoined: (kept, state) => open(kept, state, 'round') });
  });

  clear(container);
  const kept = openGame();
  if (params.join !== undefined) {
    // The code opens a seat: it does not stay in the address bar, nor in what is shared from there.
    history.replaceState(null, '', `${location.pathname}${location.search}#game`);
    join(params.join);
  } else if (kept) open(kept);
  else home();
  return () => end();
}
