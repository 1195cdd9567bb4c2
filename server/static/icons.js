// The page's own signs, drawn on a grid of 24 by 24 in the colour of the text around them.

import { s } from './dom.js';

const PATHS = {
  score: ['M4 8.5h3l1.6-2.5h6.8L17 8.5h3v10.5H4z', 'M12 16.6a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6z'],
  table: ['M9.3 9.3h5.4v5.4H9.3z', 'M12 9.3V3.2', 'M14.7 12h6.1', 'M12 14.7v6.1', 'M9.3 12H3.2', 'M10.4 5.2h3.2',
    'M18.8 10.4v3.2', 'M10.4 18.8h3.2', 'M5.2 10.4v3.2'],
  hint: ['M9 17.5h6', 'M10 20.5h4', 'M9.2 15c0-1.6-2.7-3-2.7-6.2a5.5 5.5 0 0 1 11 0c0 3.2-2.7 4.6-2.7 6.2z'],
  game: ['M4.5 20V10', 'M10 20V4.5', 'M15.5 20v-7', 'M20 20H3.5'],
  settings: ['M4 7h9', 'M17 7h3', 'M15 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z', 'M4 17h3', 'M11 17h9',
    'M9 19.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z'],
  gallery: ['M4 5h16v14H4z', 'M4 16l4.5-4.5 4 4 3-3L20 17', 'M15.5 9.5h.01'],
  keypad: ['M6 6h.01', 'M12 6h.01', 'M18 6h.01', 'M6 12h.01', 'M12 12h.01', 'M18 12h.01', 'M6 18h.01', 'M12 18h.01',
    'M18 18h.01'],
  live: ['M3.5 7h11v10h-11z', 'M14.5 11l6-3.5v9l-6-3.5'],
  tile: ['M3.5 7.5h17v9h-17z', 'M12 7.5v9', 'M6.4 10.2h.01', 'M9.1 13.8h.01', 'M16.3 12h.01'],
  undo: ['M8.5 5L4.5 9l4 4', 'M4.5 9h9a5.5 5.5 0 0 1 0 11H9'],
  plus: ['M12 5v14', 'M5 12h14'],
  minus: ['M5 12h14'],
  close: ['M6 6l12 12', 'M18 6L6 18'],
  check: ['M5 12.5l4.5 4.5L19 7'],
  fit: ['M4 9V4h5', 'M20 9V4h-5', 'M4 15v5h5', 'M20 15v5h-5'],
  eye: ['M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z',
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z'],
  trash: ['M5 7h14', 'M9.5 7V4.5h5V7', 'M7 7l.8 12.5h8.4L17 7', 'M10.5 10.5v5.5', 'M13.5 10.5v5.5'],
  back: ['M15 5l-7 7 7 7'],
  next: ['M9 5l7 7-7 7'],
  up: ['M5 15l7-7 7 7'],
  down: ['M5 9l7 7 7-7'],
  warning: ['M12 4L2.8 20h18.4z', 'M12 10v4.5', 'M12 17.3h.01'],
  flip: ['M6 4h5.5v16H6z', 'M15 4h3v16h-3', 'M8.7 9h.01', 'M8.7 15h.01'],
  marker: ['M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16z', 'M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z'],
  share: ['M12 15V4', 'M8 7.5L12 3.5l4 4', 'M6 11.5H4.5v8.5h15v-8.5H18'],
  people: ['M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z', 'M2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6',
    'M16 4.8a3.5 3.5 0 0 1 0 6.4', 'M17.5 14.3c2.4.7 4 2.8 4 5.7'],
};

/** A sign by its name; it says nothing to a screen reader, the words beside it or the button's label do. */
export function icon(name) {
  return s('svg', {
    class: 'icon', viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'stroke-width': 1.8,
    'stroke-linecap': 'round', 'stroke-linejoin': 'round', 'aria-hidden': 'true', focusable: 'false',
  }, PATHS[name].map((d) => s('path', { d })));
}
