"""The patterns of the face-down side, some of which look confusingly like faces; none of them is one."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import marks
from datasets.inks import RGB, shade
from datasets.styles import BackStyle

Picture = NDArray[np.uint8]


def print_back(picture: Picture, back: BackStyle, light: tuple[float, float]) -> None:
    """Draw the set's pattern onto a bare surface, uint8 RGB (rows, columns, 3), in place. All tiles get the same."""
    if back.kind == "plain":
        return
    draw = _PATTERNS[back.kind]
    if back.relief:
        # Embossed: the pattern's shadow and light, then the pattern itself over both.
        step = max(1, round(0.012 * picture.shape[1] * (1 + back.relief)))
        dx, dy = round(light[0] * step), round(light[1] * step)
        cut = picture.copy()
        for colour, sign in ((shade(back.colour, -0.45 * back.relief), -1), (shade(back.colour, 0.4 * back.relief), 1)):
            draw(cut, colour, np.random.default_rng(back.seed))
            moved = np.array(((1, 0, sign * dx), (0, 1, sign * dy)), np.float32)
            cv2.warpAffine(cut, moved, cut.shape[1::-1], dst=picture, borderMode=cv2.BORDER_TRANSPARENT)
            cut[:] = picture
    draw(picture, back.colour if back.kind == "emboss" else back.ink, np.random.default_rng(back.seed))


def _lines(picture: Picture, ink: RGB, rng: np.random.Generator) -> None:
    rows, columns = picture.shape[:2]
    pitch, pen = rng.uniform(0.06, 0.25) * columns, max(1, round(rng.uniform(0.008, 0.05) * columns))
    angle = rng.choice((0.0, np.pi / 2, np.pi / 4, rng.uniform(0, np.pi)))
    angles = (angle, angle + np.pi / 2) if rng.random() < 0.3 else (angle,)
    for turn in angles:
        c, s = np.cos(turn), np.sin(turn)
        for k in np.arange(-rows, rows, pitch):
            x, y = columns / 2 - s * k, rows / 2 + c * k
            ends = (int(x - c * rows), int(y - s * rows)), (int(x + c * rows), int(y + s * rows))
            cv2.line(picture, *ends, ink, pen, cv2.LINE_AA)


def _dots(picture: Picture, ink: RGB, rng: np.random.Generator) -> None:
    """Dots all over, across the middle too, where a face has its divider."""
    rows, columns = picture.shape[:2]
    n = int(rng.integers(5, 11))
    pitch = columns / n
    radius = pitch * rng.uniform(0.12, 0.4)
    stagger = rng.random() < 0.5
    for j in range(int(rows / pitch) + 2):
        for i in range(n + 1):
            marks.disc(picture, (i + 0.5 * (stagger and j % 2)) * pitch, j * pitch, radius, ink)


def _border(picture: Picture, ink: RGB, rng: np.random.Generator) -> None:
    """Dots or a line around the edge."""
    rows, columns = picture.shape[:2]
    inset = rng.uniform(0.06, 0.16) * columns
    if rng.random() < 0.5:
        _frame(picture, ink, rng)
        return
    n = int(rng.integers(5, 10))
    radius = columns / n * rng.uniform(0.12, 0.3)
    for x in np.linspace(inset, columns - 1 - inset, n):
        marks.disc(picture, x, inset, radius, ink)
        marks.disc(picture, x, rows - 1 - inset, radius, ink)
    for y in np.linspace(inset, rows - 1 - inset, 2 * n):
        marks.disc(picture, inset, y, radius, ink)
        marks.disc(picture, columns - 1 - inset, y, radius, ink)


def _frame(picture: Picture, ink: RGB, rng: np.random.Generator) -> None:
    rows, columns = picture.shape[:2]
    pen = max(1, round(rng.uniform(0.01, 0.03) * columns))
    for i in range(int(rng.integers(1, 4))):
        inset = round((0.06 + 0.05 * i) * columns)
        cv2.rectangle(picture, (inset, inset), (columns - 1 - inset, rows - 1 - inset), ink, pen, cv2.LINE_AA)
    if rng.random() < 0.6:
        _medal(picture, ink, rng)


def _medal(picture: Picture, ink: RGB, rng: np.random.Generator) -> None:
    """A single mark in the middle."""
    rows, columns = picture.shape[:2]
    marks.ornament(picture, columns / 2, rows / 2, rng.uniform(0.25, 0.75) * columns, ink, int(rng.integers(1 << 30)))


def _stars(picture: Picture, ink: RGB, rng: np.random.Generator) -> None:
    rows, columns = picture.shape[:2]
    seed, size = int(rng.integers(1 << 30)), rng.uniform(0.1, 0.22) * columns
    for y in np.arange(size * 0.5, rows + size, size * rng.uniform(1.3, 2.0)):
        for x in np.arange(size * 0.5, columns + size, size * 1.6):
            marks.ornament(picture, x, y, size, ink, seed)


def _swirl(picture: Picture, ink: RGB, rng: np.random.Generator) -> None:
    """Winding bands, like a dragon or a vine."""
    rows, columns = picture.shape[:2]
    t = np.linspace(0, 1, 120)
    for _ in range(int(rng.integers(1, 4))):
        turns = rng.uniform(1, 4)
        sway = rng.uniform(0.15, 0.35) * np.sin(2 * np.pi * turns * t + rng.uniform(0, 6)) + 0.06 * np.sin(40 * t)
        x, y = (0.5 + sway) * columns, (0.1 + 0.8 * t + 0.05 * np.cos(2 * np.pi * turns * t)) * rows
        points = np.rint(np.stack((x, y), 1)).astype(np.int32)
        cv2.polylines(picture, [points], False, ink, max(1, round(rng.uniform(0.02, 0.08) * columns)), cv2.LINE_AA)
        for i in range(0, 120, int(rng.integers(6, 16))):
            marks.disc(picture, x[i], y[i], rng.uniform(0.03, 0.07) * columns, ink)


def _text(picture: Picture, ink: RGB, rng: np.random.Generator) -> None:
    rows, columns = picture.shape[:2]
    word = "".join(chr(65 + c) for c in rng.integers(0, 26, int(rng.integers(4, 9))))
    font = (cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX)[rng.integers(3)]
    along = rng.random() < 0.7
    canvas = np.zeros((columns, rows) if along else (rows, columns), np.uint8)
    (w, h), _ = cv2.getTextSize(word, font, 1.0, 1)
    scale = min(0.8 * canvas.shape[1] / w, 0.4 * canvas.shape[0] / h)
    at = (round((canvas.shape[1] - w * scale) / 2), round((canvas.shape[0] + h * scale) / 2))
    cv2.putText(canvas, word, at, font, scale, (255,), max(1, round(scale * 2)), cv2.LINE_AA)
    mask = np.rot90(canvas) if along else canvas
    weight = mask[..., None].astype(np.float32) / 255
    picture[:] = (picture + (np.array(ink, np.float32) - picture) * weight).astype(np.uint8)


def _train(picture: Picture, ink: RGB, rng: np.random.Generator) -> None:
    """A steam engine from the side, along or across the tile."""
    rows, columns = picture.shape[:2]
    along = rng.random() < 0.5
    size = rng.uniform(0.55, 0.8) * (min(rows, 1.5 * columns) if along else columns)
    cx, cy = (columns - 1) / 2, (rows - 1) / 2

    def place(points: list[tuple[float, float]]) -> NDArray[np.float64]:
        p = (np.array(points) - (0.5, 0.3)) * size
        return np.asarray((p[:, ::-1] if along else p) + np.array((cx, cy)), np.float64)

    marks.polygon(picture, place([(0, 0.25), (0.65, 0.25), (0.65, 0.45), (0, 0.45)]), ink)
    marks.polygon(picture, place([(0.62, 0.05), (1, 0.05), (1, 0.45), (0.62, 0.45)]), ink)
    marks.polygon(picture, place([(0.1, 0.08), (0.22, 0.08), (0.2, 0.3), (0.12, 0.3)]), ink)
    marks.polygon(picture, place([(-0.1, 0.55), (0.02, 0.4), (0.05, 0.55)]), ink)
    for wheel in (0.12, 0.36, 0.6, 0.86):
        x, y = place([(wheel, 0.52)])[0]
        marks.disc(picture, x, y, size * (0.08 if wheel < 0.8 else 0.1), ink)


def _checks(picture: Picture, ink: RGB, rng: np.random.Generator) -> None:
    rows, columns = picture.shape[:2]
    n = int(rng.integers(4, 11))
    y, x = np.ogrid[0:rows, 0:columns]
    dark = (x * n // columns + y * n // columns) % 2 == 0
    picture[np.broadcast_to(dark, (rows, columns))] = ink


def _rings(picture: Picture, ink: RGB, rng: np.random.Generator) -> None:
    rows, columns = picture.shape[:2]
    pen, n = max(1, round(rng.uniform(0.012, 0.05) * columns)), int(rng.integers(2, 6))
    tall = rng.uniform(1.0, 1.9)
    for r in np.linspace(0.42, 0.08, n) * columns:
        centre, axes = (columns // 2, rows // 2), (max(1, round(r)), max(1, round(r * tall)))
        cv2.ellipse(picture, centre, axes, 0, 0, 360, ink, pen, cv2.LINE_AA)


_PATTERNS = {
    "emboss": _medal,
    "lines": _lines,
    "dots": _dots,
    "stars": _stars,
    "swirl": _swirl,
    "text": _text,
    "train": _train,
    "checks": _checks,
    "rings": _rings,
    "border": _border,
    "medal": _medal,
    "frame": _frame,
}
