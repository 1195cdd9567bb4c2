// The totals round after round as lines. uPlot draws them; the table below holds the same numbers for everybody.

import { h, s } from '../dom.js';
import { t } from '../i18n.js';
import { running, STROKES } from './lines.js';

const HEIGHT = 240;

let loading = null;

/** The class of uPlot, a script of the old kind that is loaded for the first chart; null when it cannot be loaded. */
function library() {
  loading ??= new Promise((resolve) => {
    const script = h('script', { src: new URL('../vendor/uplot/uPlot.iife.min.js', import.meta.url).pathname });
    script.addEventListener('load', () => resolve(window.uPlot));
    script.addEventListener('error', () => {
      loading = null;
      script.remove();
      resolve(null);
    });
    document.head.append(script);
  });
  return loading;
}

/** The chart of a game; it draws itself when it is on the page and knows its width. */
export function scoreChart(state) {
  const canvas = h('div', { class: 'chart', role: 'img', 'aria-label': t('game.chart.label',
    { names: state.ranking.map(({ seat, total }) => `${state.players[seat].name} ${total}`).join(', ') }) });
  const legend = h('ul', { class: 'legend' }, state.players.map(({ seat, name }) =>
    h('li', {}, swatch(seat), name)));
  draw(canvas, state);
  return h('div', {}, canvas, legend);
}

function swatch(seat) {
  const { dash } = STROKES[seat % STROKES.length];
  return s('svg', { class: `swatch line-${seat % STROKES.length}`, viewBox: '0 0 28 10', width: 28, height: 10,
    'aria-hidden': 'true' }, s('line', { x1: 1, y1: 5, x2: 27, y2: 5, 'stroke-dasharray': dash.join(' ') || null }));
}

async function draw(canvas, state) {
  const UPlot = await library();
  if (!UPlot) canvas.hidden = true;
  if (!UPlot || !canvas.isConnected) return;
  const totals = running(state);
  const colour = (name) => getComputedStyle(canvas).getPropertyValue(name).trim();
  const size = Math.round(0.8 * parseFloat(getComputedStyle(document.documentElement).fontSize));
  const font = `${size}px system-ui, sans-serif`;
  const axis = { stroke: () => colour('--soft'), grid: { stroke: () => colour('--line'), width: 1 },
    ticks: { show: false }, font };
  const plot = new UPlot({
    width: canvas.clientWidth, height: HEIGHT,
    legend: { show: false }, cursor: { show: false }, select: { show: false },
    scales: { x: { time: false, range: [0, state.rounds.length] } },
    axes: [{ ...axis, incrs: [1, 2, 5], size: 32 }, { ...axis, size: 44 }],
    series: [{}, ...state.players.map(({ seat, name }) => {
      const { dash } = STROKES[seat % STROKES.length];
      return { label: name, width: 2.5, dash, stroke: () => colour(`--seat-${seat % STROKES.length}`),
        points: { show: true, size: 6, fill: () => colour(`--seat-${seat % STROKES.length}`) } };
    })],
  }, [Array.from({ length: state.rounds.length + 1 }, (_, round) => round), ...totals], canvas);
  const watcher = new ResizeObserver(() => {
    if (!canvas.isConnected) {
      watcher.disconnect();
      plot.destroy();
    } else if (canvas.clientWidth) plot.setSize({ width: canvas.clientWidth, height: HEIGHT });
  });
  watcher.observe(canvas);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const repaint = () => (canvas.isConnected ? plot.redraw() : dark.removeEventListener('change', repaint));
  dark.addEventListener('change', repaint);
}
