// One open game: its heading, its three pages (round, scores, people), and the news that come in.

import { clear, h } from '../dom.js';
import { t } from '../i18n.js';
import { photoButton } from '../photo.js';
import { askAgain } from './conflict.js';
import { confirmDialog } from './dialog.js';
import { sentence } from './errors.js';
import { goOut, handDoors, showHand } from './hand.js';
import { askToForget } from './home.js';
import { nameOf } from './kept.js';
import { lobby } from './lobby.js';
import { news } from './news.js';
import { redraw } from './redraw.js';
import { heading, lost, outbox, tabs } from './room-parts.js';
import { roundPage } from './round.js';
import { Session } from './session.js';
import { scoresPage } from './scores.js';
import { showTable } from './table-photo.js';

/** Shows a kept game; `onLeave` goes back to the list, `onAgain(draft)` sets up another game like it. */
export function showRoom(container, { kept, state, tab, onLeave, onAgain }) {
  const session = new Session(kept, state);
  let page = tab ?? 'round';
  let hand = null;
  const body = h('div', { class: 'room' });
  const said = h('p', { class: 'unseen', role: 'status', 'aria-live': 'polite' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  clear(container).append(body, problem, said);

  function complain(error) {
    problem.textContent = error ? sentence(error) : '';
    if (error) problem.scrollIntoView({ block: 'nearest' });
  }

  /** A host's step. Where another host was quicker, it shows what changed and asks again. */
  async function act(step, details = {}, version = session.state.version, seen = session.state) {
    complain(null);
    try {
      await session.write(step, details, version);
      return true;
    } catch (error) {
      if (error.code !== 'conflict') {
        complain(error);
        return false;
      }
      const now = error.details.state;
      session.take(now);
      return await askAgain(seen, now) ? act(step, details, now.version, now) : false;
    }
  }

  function enterHand(seat, way, photo = null) {
    if (hand) hand();
    if (way === 'out') goOut(session, seat);
    else hand = showHand(container, session, { seat, way, photo, onDone: closeHand });
  }

  function enterTable(photo = null) {
    hand = showTable(container, session, { photo, onDone: closeHand });
  }

  // These hold a file chooser: drawn once, so that news from others do not take it away while the camera is open.
  const ownDoors = handDoors((way, photo) => enterHand(session.seat, way, photo), true);
  const tableDoor = photoButton(t('game.table.do'), enterTable);

  function closeHand() {
    hand?.();
    hand = null;
    clear(container).append(body, problem, said);
    draw();
    container.querySelector('h1')?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  async function finish() {
    const sure = await confirmDialog({ title: t('game.finish.title'), text: t('game.finish.text'),
      yes: t('game.finish'), grave: true });
    if (sure && await act('finish')) turnTo('scores');
  }

  function turnTo(next) {
    page = next;
    draw();
  }

  function again() {
    const { rules, players, keep_photos: keepPhotos } = session.state;
    onAgain({ rules, players: players.map(({ name }) => name), mine: session.seat, keepPhotos, name: '' });
  }

  const pages = {
    round: () => roundPage(session, { act, enterHand, enterTable, turnTo, ownDoors, tableDoor }),
    scores: () => scoresPage(session, { act, again, complain }),
    people: () => lobby(session, { act, onFinish: finish, onForget: () => askToForget(session.kept, onLeave) }),
  };

  function draw() {
    if (hand) return;
    redraw(body, () => {
      if (session.refused) return lost(session, onLeave);
      if (!session.state) return [heading(kept.name, onLeave), h('p', { role: 'status', class: 'soft' },
        t(session.reachable ? 'game.loading' : 'app.error.offline'))];
      return [heading(nameOf(session.state), onLeave, session), outbox(session), tabs(page, turnTo),
        h('div', { class: 'room-page', id: 'room-page', role: 'tabpanel', 'aria-labelledby': `tab-${page}` },
          pages[page]())];
    });
  }

  session.onChange((now, before) => {
    if (now?.over && before && !before.over) page = 'scores';
    const text = news(before, now, session.seat);
    // What was said before, such as how many hands are missing, no longer holds.
    if (text || now?.version !== before?.version) said.textContent = text ?? '';
    draw();
  });
  if (session.state?.over) page = 'scores';
  draw();
  session.start();
  return () => {
    hand?.();
    session.stop();
  };
}
