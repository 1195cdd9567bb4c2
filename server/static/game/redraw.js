// Drawing a part of the page anew without taking away what a person was at.

import { clear } from '../dom.js';

/** Fills `container` with what `build()` answers; focus and scrolling stay where they were (by data-focus and id). */
export function redraw(container, build) {
  const held = container.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  const open = new Set([...container.querySelectorAll('details[open]')].map((one) => one.dataset.focus));
  const scrolled = [...container.querySelectorAll('[data-scroll]')].map((one) => [one.dataset.scroll, one.scrollLeft]);
  clear(container).append(...[build()].flat(Infinity).filter(Boolean));
  for (const one of container.querySelectorAll('details')) one.open ||= open.has(one.dataset.focus);
  for (const [name, left] of scrolled) {
    const one = container.querySelector(`[data-scroll="${name}"]`);
    if (one) one.scrollLeft = left;
  }
  if (held !== undefined) container.querySelector(`[data-focus="${held}"]`)?.focus({ preventScroll: true });
}
