// Asking the server. Every failure is an ApiError with a code that `words.js` can put into the page's language.

const TRIES = 4;
const FIRST_PAUSE = 400;
const PASSING = new Set([502, 503, 504]);

export class ApiError extends Error {
  constructor(status, code, message, details = {}) {
    super(message);
    Object.assign(this, { name: 'ApiError', status, code, details });
  }
}

const listeners = new Set();
let away = false;

/** Call `listener(away)` when the server goes away or is back; returns a function that ends that. */
export function onAway(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(now) {
  if (now === away) return;
  away = now;
  for (const listener of [...listeners]) listener(away);
}

/** GET of JSON; null when the answer is 304. Tried again when the server is busy. */
export function get(path, { token, signal } = {}) {
  return repeated(() => ask('GET', path, { token, signal }), signal);
}

/** GET of a picture, as a Blob. Tried again when the server is busy. */
export function getImage(path, { token, signal } = {}) {
  return repeated(() => ask('GET', path, { token, signal, accept: 'image/*' }), signal);
}

/** POST of JSON. With a `key`, the server carries it out once however often it comes, so it is tried again when the
 * answer was lost; without one it is not repeated unless the server said that it is busy. */
export function post(path, body, { token, key, signal } = {}) {
  const send = () => ask('POST', path, { token, key, signal, body: JSON.stringify(body), type: 'application/json' });
  return repeated(send, signal, key !== undefined);
}

/** A key for one write: the same for each try of it. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function repeated(send, signal, alsoWhenLost = false) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      const again = error instanceof ApiError
        && (PASSING.has(error.status) || (alsoWhenLost && error.code === 'offline'));
      if (!again || tries === TRIES) throw error;
      await pause(1000 * (error.details.retryAfter ?? 0) || FIRST_PAUSE * 2 ** tries, signal);
    }
  }
}

function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.min(ms, 8000));
    signal?.addEventListener('abort', () => { clearTimeout(timer); reject(signal.reason); }, { once: true });
  });
}

async function ask(method, path, { token, key, signal, body, type, accept = 'application/json' }) {
  const headers = { Accept: accept };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (key) headers['Idempotency-Key'] = key;
  if (type) headers['Content-Type'] = type;
  let answer;
  try {
    answer = await fetch(path, { method, headers, body, signal, cache: 'no-store' });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw offline();
  }
  if (answer.ok) {
    const content = await contentOf(answer);
    tell(false);
    return content;
  }
  tell(false);
  if (answer.status === 304) return null;
  throw refused(answer.status, await complaintOf(answer), answer.headers.get('Retry-After'));
}

/** What an answer holds; one that ends halfway is as good as none. */
async function contentOf(answer) {
  const kind = answer.headers.get('Content-Type') ?? '';
  try {
    return await (kind.includes('json') ? answer.json() : kind.startsWith('image/') ? answer.blob() : answer.text());
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw offline();
  }
}

/** What the server says of a refusal; that it refused is certain without it, too. */
async function complaintOf(answer) {
  if (!(answer.headers.get('Content-Type') ?? '').includes('json')) return {};
  return answer.json().catch((error) => {
    if (error.name === 'AbortError') throw error;
    return {};
  });
}

function offline() {
  tell(true);
  return new ApiError(0, 'offline', 'The server does not answer.');
}

function refused(status, content, retryAfter) {
  const { code = `http_${status}`, message = `The server answered ${status}.`, ...details } = content.error ?? {};
  if (retryAfter) details.retryAfter = Number(retryAfter) || 1;
  return new ApiError(status, code, message, details);
}

/** POST of a picture; `onProgress(share)` hears how much has gone up, from 0 to 1. Tried again when the server is busy. */
export function postImage(path, blob, { token, signal, onProgress } = {}) {
  return repeated(() => sendImage(path, blob, { token, signal, onProgress }), signal);
}

function sendImage(path, blob, { token, signal, onProgress }) {
  // Only XMLHttpRequest tells how much of a body has been sent.
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('Content-Type', blob.type || 'image/jpeg');
    request.setRequestHeader('Accept', 'application/json');
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = (event) => { if (event.lengthComputable) onProgress?.(event.loaded / event.total); };
    request.onload = () => {
      const content = parsed(request.responseText);
      const isTaken = request.status >= 200 && request.status < 300;
      // An answer that ends halfway is as good as none.
      if (isTaken && content === null) { reject(offline()); return; }
      tell(false);
      if (isTaken) resolve(content);
      else reject(refused(request.status, content ?? {}, request.getResponseHeader('Retry-After')));
    };
    request.onerror = request.ontimeout = () => reject(offline());
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(blob);
  });
}

/** What a text says in JSON, or null where it is none. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}
