// News of a game: by WebSocket, and by asking again where there is none.

const POLL_MS = 4000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15000;
const WRONG_TOKEN = 4401;

/**
 * Watches a game. `onVersion(n)` for news, `ask()` when the line is down and it is time to ask, `onLine(up)` when the
 * line comes or goes, `onRefused()` when the token no longer opens the game. Answers a function that ends it.
 */
export function watchGame(id, token, { onVersion, ask, onLine, onRefused }) {
  let socket = null;
  let wait = FIRST_WAIT_MS;
  let timer = null;
  let ended = false;

  const polling = setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN && !document.hidden) ask();
  }, POLL_MS);

  function connect() {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    socket = new WebSocket(`${scheme}//${location.host}/api/games/${id}/watch`);
    socket.addEventListener('open', () => socket.send(JSON.stringify({ token })));
    socket.addEventListener('message', (event) => {
      wait = FIRST_WAIT_MS;
      onLine(true);
      onVersion(JSON.parse(event.data).version);
    });
    socket.addEventListener('close', (event) => {
      if (ended) return;
      if (event.code === WRONG_TOKEN) {
        onRefused();
        return;
      }
      onLine(false);
      timer = setTimeout(connect, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    });
  }

  // A phone that slept has an old line: on waking up the page asks at once.
  const onWake = () => {
    if (!document.hidden) ask();
  };
  document.addEventListener('visibilitychange', onWake);
  connect();

  return () => {
    ended = true;
    clearInterval(polling);
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onWake);
    socket?.close();
  };
}
