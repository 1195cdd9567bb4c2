// Looking closer at a picture: two fingers, the wheel, or buttons; one finger moves it. A short touch is a tap.

const CLOSEST = 8;
const TAP_MS = 600;
const TAP_MOVE = 9;

/** Makes `layer`, which fills `frame`, zoomable. `onTap([x, y])` gets a point as shares (0 to 1) of the layer's width
 * and height; `onZoom(scale)` hears each change. Returns {scale(), by(factor), fit(), to(share, scale)}. */
export function zoomable(frame, layer, { onTap, onZoom = () => {} }) {
  const touches = new Map();
  let scale = 1;
  let shift = [0, 0];
  let press = null;
  let moved = false;

  const size = () => [frame.clientWidth, frame.clientHeight];
  const apply = () => {
    const [width, height] = size();
    shift = [Math.min(0, Math.max(width * (1 - scale), shift[0])), Math.min(0, Math.max(height * (1 - scale), shift[1]))];
    layer.style.transform = `translate(${shift[0]}px, ${shift[1]}px) scale(${scale})`;
    // While all of it is seen, a finger that moves up or down scrolls the page.
    frame.style.touchAction = scale > 1 ? 'none' : 'pan-y';
    onZoom(scale);
  };
  const around = ([x, y], factor) => {
    const next = Math.min(CLOSEST, Math.max(1, scale * factor));
    shift = [x - (x - shift[0]) * (next / scale), y - (y - shift[1]) * (next / scale)];
    scale = next;
    apply();
  };
  const place = (event) => {
    const { left, top } = frame.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const spread = () => {
    const [[ax, ay], [bx, by]] = [...touches.values()];
    return { middle: [(ax + bx) / 2, (ay + by) / 2], length: Math.hypot(ax - bx, ay - by) };
  };

  frame.addEventListener('pointerdown', (event) => {
    touches.set(event.pointerId, place(event));
    if (touches.size === 1) {
      press = { at: place(event), time: event.timeStamp };
      moved = false;
    } else {
      moved = true;
    }
  });
  frame.addEventListener('pointermove', (event) => {
    const before = touches.get(event.pointerId);
    if (!before) return;
    const now = place(event);
    if (touches.size === 2) {
      const old = spread();
      touches.set(event.pointerId, now);
      const fresh = spread();
      shift = shift.map((value, axis) => value + fresh.middle[axis] - old.middle[axis]);
      around(fresh.middle, old.length > 0 ? fresh.length / old.length : 1);
      return;
    }
    touches.set(event.pointerId, now);
    if (Math.hypot(now[0] - press.at[0], now[1] - press.at[1]) > TAP_MOVE && !moved) {
      moved = true;
      if (scale > 1) frame.setPointerCapture(event.pointerId);
    }
    if (moved && scale > 1) {
      shift = [shift[0] + now[0] - before[0], shift[1] + now[1] - before[1]];
      apply();
    }
  });
  frame.addEventListener('pointerup', (event) => {
    const tap = touches.size === 1 && touches.has(event.pointerId) && !moved && event.timeStamp - press.time < TAP_MS;
    touches.delete(event.pointerId);
    if (!tap) return;
    const [x, y] = place(event);
    const [width, height] = size();
    onTap([(x - shift[0]) / scale / width, (y - shift[1]) / scale / height]);
  });
  for (const name of ['pointercancel', 'pointerleave']) {
    frame.addEventListener(name, (event) => touches.delete(event.pointerId));
  }
  frame.addEventListener('wheel', (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    around(place(event), Math.exp(-event.deltaY / 200));
  }, { passive: false });
  new ResizeObserver(apply).observe(frame);
  apply();

  return {
    scale: () => scale,
    by: (factor) => around(size().map((value) => value / 2), factor),
    fit: () => { scale = 1; shift = [0, 0]; apply(); },
    to: ([x, y], wanted) => {
      scale = Math.min(CLOSEST, Math.max(1, wanted));
      shift = size().map((value, axis) => value / 2 - [x, y][axis] * value * scale);
      apply();
    },
  };
}
