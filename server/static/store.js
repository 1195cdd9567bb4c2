// What stays on this phone: settings and unsaved work as JSON in localStorage, photos in IndexedDB. A browser that
// allows neither (a private window, a full disk) keeps them until the page is closed.

const PREFIX = 'pipwise.';
/** What the browser would not keep, as JSON: newer than what lies in localStorage, which stays there for a reload. */
const memory = new Map();
const blobs = new Map();

/** The value kept under `key`, or `fallback`. */
export function read(key, fallback = null) {
  try {
    const text = memory.get(key) ?? localStorage.getItem(PREFIX + key);
    return text === null ? fallback : JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof DOMException)) throw error;
    return fallback;
  }
}

/** Keep a value that JSON knows under `key`. */
export function write(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + key, text);
    memory.delete(key);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    memory.set(key, text);
  }
}

/** Forget what is kept under `key`. */
export function remove(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Keep a photo under `key`; null forgets it. */
export async function keepPhoto(key, blob) {
  blobs.set(key, blob);
  await inDatabase('readwrite', (photos) => (blob === null ? photos.delete(key) : photos.put(blob, key)));
}

/** The photo kept under `key`, or null. */
export async function keptPhoto(key) {
  if (blobs.has(key)) return blobs.get(key);
  return (await inDatabase('readonly', (photos) => photos.get(key))) ?? null;
}

function inDatabase(mode, ask) {
  return new Promise((resolve) => {
    let open;
    try {
      open = indexedDB.open('pipwise', 1);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      resolve(null);
      return;
    }
    open.onupgradeneeded = () => open.result.createObjectStore('photos');
    open.onerror = () => resolve(null);
    open.onsuccess = () => {
      const transaction = open.result.transaction('photos', mode);
      const request = ask(transaction.objectStore('photos'));
      transaction.oncomplete = () => { open.result.close(); resolve(request.result); };
      transaction.onerror = transaction.onabort = () => { open.result.close(); resolve(null); };
    };
  });
}
