// Frames to the server and readings back: one frame is under way at a time, and the newest goes next.

import { h } from './dom.js';

const LONGEST = 960;
const QUALITY = 0.75;
const PATIENCE = 20000;
const AGAIN = 1500;

/** Send frames of `video` to be read with a set. `onReading({reading, photo})` gets each reading with the frame that it
 * was made of; `onState('open' | 'lost')` hears of the connection. Returns {close()}. */
export function liveSocket(video, { set, onReading, onState }) {
  const canvas = h('canvas');
  const address = new URL(`/api/live?set=double-${set}`, location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  let closed = false;
  let socket = null;
  let number = 0;
  let frame = null;
  let timer = 0;

  function connect() {
    if (closed) return;
    socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => { onState('open'); send(); };
    socket.onmessage = (event) => received(JSON.parse(event.data));
    socket.onclose = () => {
      clearTimeout(timer);
      frame = null;
      if (closed) return;
      onState('lost');
      timer = setTimeout(connect, AGAIN);
    };
  }

  async function send() {
    if (closed || socket.readyState !== WebSocket.OPEN) return;
    if (video.videoWidth === 0 || document.hidden) {
      timer = setTimeout(send, 100);
      return;
    }
    const scale = Math.min(1, LONGEST / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    canvas.getContext('2d').drawImage(video, 0, 0, canvas.width, canvas.height);
    const photo = await new Promise((resolve) => { canvas.toBlob(resolve, 'image/jpeg', QUALITY); });
    const bytes = await photo.arrayBuffer();
    if (closed || socket.readyState !== WebSocket.OPEN) return;
    number = (number + 1) % 2 ** 32;
    const message = new Uint8Array(4 + bytes.byteLength);
    new DataView(message.buffer).setUint32(0, number);
    message.set(new Uint8Array(bytes), 4);
    frame = { number, photo };
    socket.send(message);
    timer = setTimeout(() => socket.close(), PATIENCE);
  }

  function received(answer) {
    if (!frame || answer.frame !== frame.number) return;
    clearTimeout(timer);
    const { photo } = frame;
    frame = null;
    if (answer.reading) onReading({ reading: answer.reading, photo });
    // A frame that was dropped or could not be read is over; a moment later the next one may do.
    if (answer.reading) send();
    else timer = setTimeout(send, 150);
  }

  connect();
  return { close: () => { closed = true; clearTimeout(timer); socket?.close(); } };
}
