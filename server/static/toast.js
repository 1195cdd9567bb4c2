// Short words at the bottom that go away by themselves, and words that only a screen reader tells.

import { clear, h } from './dom.js';
import { onLanguage } from './i18n.js';

const SHOWN = 5000;
let timer = 0;
let teller = null;

/** Show a text for a few seconds; `action`: [label, press] puts a button beside it. Returns a function that takes it
 * away before. */
export function toast(text, action = null) {
  const place = document.getElementById('toasts');
  clearTimeout(timer);
  const go = () => clear(place);
  const shown = h('div', { class: action ? 'toast offer' : 'toast' }, h('span', { text }),
    action && h('button', { type: 'button', class: 'toast-action', text: action[0],
      on: { click: () => { go(); action[1](); } } }));
  clear(place).append(shown);
  timer = setTimeout(go, action ? 2 * SHOWN : SHOWN);
  return () => shown.remove();
}

/** Tell a screen reader something that the eye sees anyway. */
export function announce(text) {
  if (!teller) {
    teller = h('div', { class: 'unseen', 'aria-live': 'polite' });
    document.body.append(teller);
    // What was told stays there to be read; in another language it would be read with the wrong voice.
    onLanguage(() => { teller.textContent = ''; });
  }
  teller.textContent = '';
  // The same words twice are told twice only if they were gone in between.
  setTimeout(() => { teller.textContent = text; }, 30);
}
