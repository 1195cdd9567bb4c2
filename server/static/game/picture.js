// The scores as a picture to share: names, places, totals and the lines, drawn on a canvas.

import { language, list, number, t } from '../i18n.js';
import { nameOf } from './kept.js';
import { running, STROKES } from './lines.js';

const WIDTH = 1080;
const EDGE = 72;
const ROW = 92;
const CHART = 420;
const PAPER = '#f7f4ec';
const INK = '#22302b';
const QUIET = '#66736d';
const RULE = '#d9d4c5';
const LINES = ['#1f6f5c', '#b4471f', '#2c5aa0', '#8a6a00', '#7a3f8f', '#4d6b1d', '#a0305f', '#3f4a55'];
const FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

/** The picture of a game as a PNG. */
export async function scorePicture(state) {
  const hasChart = state.rounds.length > 1;
  const height = EDGE * 2 + 210 + state.ranking.length * ROW + (hasChart ? CHART + 60 : 0) + 40;
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height });
  const pen = canvas.getContext('2d');
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDTH, height);
  let y = heading(pen, state);
  y = places(pen, state, y);
  if (hasChart) chart(pen, state, y + 30);
  text(pen, 'Pipwise', WIDTH - EDGE, height - EDGE + 24, { size: 26, colour: QUIET, align: 'right' });
  text(pen, new Date(state.created).toLocaleDateString(language(), { dateStyle: 'long' }), EDGE, height - EDGE + 24,
    { size: 26, colour: QUIET });
  return new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
}

function text(pen, words, x, y, { size, colour = INK, weight = 400, align = 'left', width = WIDTH - 2 * EDGE }) {
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.font = `${weight} ${size}px ${FAMILY}`;
  pen.fillText(fitted(pen, String(words), width), x, y);
}

function fitted(pen, words, width) {
  if (pen.measureText(words).width <= width) return words;
  let short = [...words];
  while (short.length > 1 && pen.measureText(`${short.join('')}…`).width > width) short = short.slice(0, -1);
  return `${short.join('')}…`;
}

function heading(pen, state) {
  const best = state.ranking.filter(({ place }) => place === 1).map(({ seat }) => state.players[seat].name);
  text(pen, nameOf(state), EDGE, EDGE + 36, { size: 36, colour: QUIET });
  const line = state.over ? t('game.winner', { names: list(best), n: best.length })
    : t('game.round.after', { n: state.rounds.length });
  text(pen, line, EDGE, EDGE + 118, { size: 68, weight: 700 });
  return EDGE + 180;
}

function places(pen, state, top) {
  state.ranking.forEach(({ seat, total, place }, index) => {
    const y = top + index * ROW;
    pen.fillStyle = RULE;
    pen.fillRect(EDGE, y, WIDTH - 2 * EDGE, 2);
    pen.fillStyle = LINES[seat % LINES.length];
    pen.beginPath();
    pen.arc(EDGE + 16, y + ROW / 2, 14, 0, 2 * Math.PI);
    pen.fill();
    text(pen, place, EDGE + 52, y + ROW / 2 + 14, { size: 40, colour: QUIET });
    text(pen, state.players[seat].name, EDGE + 120, y + ROW / 2 + 14,
      { size: 42, weight: place === 1 ? 700 : 400, width: 600 });
    text(pen, number(total), WIDTH - EDGE, y + ROW / 2 + 14, { size: 46, weight: 700, align: 'right' });
  });
  return top + state.ranking.length * ROW;
}

function chart(pen, state, top) {
  const totals = running(state);
  const rounds = state.rounds.length;
  const high = Math.max(1, ...totals.flat());
  const low = Math.min(0, ...totals.flat());
  const [left, right] = [EDGE + 80, WIDTH - EDGE];
  const x = (round) => left + (round / rounds) * (right - left);
  const y = (total) => top + CHART - ((total - low) / (high - low)) * CHART;
  for (const mark of marks(low, high)) {
    pen.fillStyle = RULE;
    pen.fillRect(left, y(mark), right - left, 2);
    text(pen, number(mark), left - 18, y(mark) + 9, { size: 26, colour: QUIET, align: 'right' });
  }
  totals.forEach((line, seat) => {
    pen.strokeStyle = LINES[seat % LINES.length];
    pen.lineWidth = 6;
    pen.lineJoin = 'round';
    pen.setLineDash(STROKES[seat % STROKES.length].dash.map((part) => part * 2.5));
    pen.beginPath();
    line.forEach((total, round) => (round ? pen.lineTo(x(round), y(total)) : pen.moveTo(x(round), y(total))));
    pen.stroke();
  });
  pen.setLineDash([]);
}

/** Round numbers between two values, about five of them. */
function marks(low, high) {
  const raw = (high - low) / 5;
  const ten = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, [1, 2, 5, 10].map((one) => one * ten).find((one) => one >= raw));
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, index) => first + index * step);
}
