// Taking or choosing a photo, making it small enough, and having it read.

import { postImage } from './api.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { newId } from './parts.js';

const LONGEST = 4000;
const QUALITY = 0.92;
const KNOWN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif']);

/** A button that opens the camera (`camera`) or the gallery; `taken(blob)` is called with the photo. */
export function photoButton(label, taken, { camera = true, kind = 'plain', sign = null, ...props } = {}) {
  const id = newId('photo');
  const input = h('input', {
    type: 'file', id, class: 'unseen photo-input', accept: 'image/*', capture: camera ? 'environment' : null,
    on: { change: () => {
      const [file] = input.files;
      // The same photo chosen again has to be a change again.
      input.value = '';
      if (file) taken(file);
    } },
  });
  return h('span', { class: 'photo-button', ...props }, input,
    h('label', { for: id, class: `button ${kind}` }, icon(sign ?? (camera ? 'score' : 'gallery')),
      h('span', { text: label })));
}

/** The photo as it is sent: itself, or drawn anew when it is longer than 4000 pixels or of a type that the server does
 * not take. What the browser cannot open is sent as it is; the server knows more formats. A photo that is drawn anew
 * stands upright, as its EXIF says. */
export async function prepared(blob) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' });
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return blob;
  }
  const { width, height } = bitmap;
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  if (scale >= 1 && KNOWN.has(blob.type)) {
    bitmap.close();
    return blob;
  }
  const canvas = h('canvas', { width: Math.round(width * scale), height: Math.round(height * scale) });
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const smaller = await new Promise((resolve) => { canvas.toBlob(resolve, 'image/jpeg', QUALITY); });
  return smaller ?? blob;
}

/** Have a photo read with a set; `onProgress(share)` hears how much has gone up. */
export function readPhoto(blob, { set, signal, onProgress }) {
  return postImage(`/api/readings?set=double-${set}`, blob, { signal, onProgress });
}
