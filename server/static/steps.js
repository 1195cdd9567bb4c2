// A view that goes step by step under one heading: taking a photo, having it read, correcting what was read.

import { clear, h } from './dom.js';

/** The steps of a view in `container`. `enter(title, ...tools)` ends the step before and begins one with a heading, and
 * tools beside it; what it shows goes into `body`. `until(end)` says how the step ends, `retitle(title)` gives it another
 * heading, `end()` ends it. */
export function stepsIn(container) {
  const head = h('div', { class: 'head' });
  const body = h('div', { class: 'stack' });
  const nothing = () => {};
  let finish = nothing;
  container.append(head, body);
  return {
    body,
    enter(title, ...tools) {
      finish();
      finish = nothing;
      clear(head).append(h('h1', { text: title }), ...tools);
      clear(body);
    },
    retitle(title) { clear(head).append(h('h1', { text: title })); },
    until(end) { finish = end; },
    end: () => finish(),
  };
}
