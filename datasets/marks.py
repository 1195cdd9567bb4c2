"""What is printed on or cut into a tile, drawn with sub-pixel precision on uint8 RGB arrays.

Positions and sizes are pixels of the array (a pixel's centre is at integer coordinates). A light is a unit vector
(x, y) in the picture that points towards the light.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.inks import RGB, mix, shade
from datasets.numerals import Mask

Picture = NDArray[np.uint8]
Light = tuple[float, float]

_SHIFT, _ONE = 5, 32


def disc(picture: Picture, x: float, y: float, radius: float, colour: RGB) -> None:
    """A filled disc."""
    centre = (round(x * _ONE), round(y * _ONE))
    cv2.circle(picture, centre, max(1, round(radius * _ONE)), colour, -1, cv2.LINE_AA, _SHIFT)


def polygon(picture: Picture, points: NDArray[np.floating], colour: RGB) -> None:
    """A filled polygon (n, 2)."""
    cv2.fillPoly(picture, [np.rint(points * _ONE).astype(np.int32)], colour, cv2.LINE_AA, _SHIFT)


def bar(picture: Picture, x0: float, y0: float, x1: float, y1: float, colour: RGB) -> None:
    """A filled upright rectangle with smooth edges."""
    polygon(picture, np.array(((x0, y0), (x1, y0), (x1, y1), (x0, y1))), colour)


def blend(picture: Picture, mask: Mask, x: float, y: float, height: float, turn: float, colour: RGB) -> None:
    """`mask` in `colour`, its centre at (x, y), scaled to `height` and turned counter-clockwise by `turn` radians."""
    rows, columns = mask.shape
    scale = height / rows
    reach = int(0.5 * np.hypot(rows, columns) * scale) + 2
    left, top = max(0, int(x) - reach), max(0, int(y) - reach)
    area = picture[top : int(y) + reach + 1, left : int(x) + reach + 1]
    if not area.size:
        return
    c, s = float(np.cos(turn)) * scale, float(np.sin(turn)) * scale
    cx, cy = (columns - 1) / 2, (rows - 1) / 2
    matrix = np.array(((c, s, x - left - c * cx - s * cy), (-s, c, y - top + s * cx - c * cy)), np.float32)
    weight = cv2.warpAffine(mask, matrix, (area.shape[1], area.shape[0]), flags=cv2.INTER_LINEAR)
    alpha = weight[..., None].astype(np.float32) * (1 / 255)
    area[:] = (area + (np.array(colour, np.float32) - area) * alpha + 0.5).astype(np.uint8)


def pip(picture: Picture, kind: str, x: float, y: float, radius: float, colour: RGB, ground: RGB,
        rim: RGB | None, depth: float, gloss: float, light: Light) -> None:  # fmt: skip
    """One round pip; `kind` is one of `styles.PIP_KINDS`, `ground` the body's colour, `depth` and `gloss` 0 to 1."""
    lx, ly = light[0] * radius, light[1] * radius
    if kind == "ring":
        disc(picture, x, y, radius, rim or colour)
        disc(picture, x, y, radius * (0.72 - 0.2 * gloss), ground if depth < 0.5 else colour)
        if depth < 0.5:
            disc(picture, x, y, radius * 0.42, colour)
        return
    if kind == "flat":
        if rim:
            disc(picture, x, y, radius, rim)
        disc(picture, x, y, radius * (0.8 if rim else 1.0), colour)
        return
    if kind == "raised":
        disc(picture, x - lx * 0.22 * depth, y - ly * 0.22 * depth, radius, shade(ground, -0.45 * depth))
        disc(picture, x, y, radius, shade(colour, -0.3 * depth))
        disc(picture, x + lx * 0.1, y + ly * 0.1, radius * 0.82, colour)
        disc(picture, x + lx * 0.25, y + ly * 0.25, radius * 0.5, shade(colour, 0.2 * depth))
        if gloss > 0.4:
            disc(picture, x + lx * 0.4, y + ly * 0.4, radius * 0.2, shade(colour, 0.9 * gloss))
        return
    # A recess: the wall on the side of the light lies in shadow, the opposite wall catches the light.
    disc(picture, x - lx * 0.08, y - ly * 0.08, radius * 1.07, rim or shade(ground, 0.35 * depth))
    if kind == "deep":
        disc(picture, x, y, radius, shade(colour, -0.35 - 0.4 * depth))
        disc(picture, x - lx * 0.22, y - ly * 0.22, radius * 0.76, shade(colour, -0.15))
        disc(picture, x - lx * 0.1, y - ly * 0.1, radius * 0.62, shade(colour, -0.3 * depth))
        return
    disc(picture, x, y, radius, shade(colour, -0.6 * depth))
    disc(picture, x - lx * 0.12, y - ly * 0.12, radius * 0.87, shade(colour, 0.45 * depth))
    disc(picture, x - lx * 0.02, y - ly * 0.02, radius * 0.76, colour)
    if kind == "glossy":
        disc(picture, x - lx * 0.4, y - ly * 0.4, radius * (0.16 + 0.14 * gloss), shade(colour, 0.45 + 0.5 * gloss))
        if gloss > 0.6:
            disc(picture, x + lx * 0.5, y + ly * 0.5, radius * 0.12, shade(colour, 0.6))


def shaped_pip(picture: Picture, shape: str, x: float, y: float, radius: float, colour: RGB, ground: RGB, depth: float,
               kind: str, light: Light) -> None:  # fmt: skip
    """A pip that is a star, diamond, flower or square; cut or raised kinds get a shaded edge."""
    outline = _outline(shape) * radius
    if kind != "flat":
        sign = -0.12 if kind == "raised" else 0.12
        edge = np.array((x + light[0] * radius * sign, y + light[1] * radius * sign))
        polygon(picture, outline + edge, shade(ground, -0.5 * depth))
    polygon(picture, outline + np.array((x, y)), colour)


def _outline(shape: str) -> NDArray[np.float64]:
    if shape == "diamond":
        return np.array(((0, -1.1), (0.8, 0), (0, 1.1), (-0.8, 0)))
    if shape == "square":
        return np.array(((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)))
    steps = 10 if shape == "star" else 30
    angle = np.arange(steps) * (2 * np.pi / steps) - np.pi / 2
    reach = np.where(np.arange(steps) % 2, 0.48, 1.1) if shape == "star" else 0.85 + 0.2 * np.cos(5 * angle)
    return np.stack((np.cos(angle) * reach, np.sin(angle) * reach), axis=1)


def divider(
    picture: Picture, kind: str, colour: RGB, ground: RGB, reach: float, thickness: float, light: Light
) -> None:
    """The line between the halves in the middle of the picture; `reach` and `thickness` are pixels."""
    rows, columns = picture.shape[:2]
    x0, x1, y = (columns - 1 - reach) / 2, (columns - 1 + reach) / 2, (rows - 1) / 2
    t = max(thickness, 0.8) / 2
    side = 1.0 if light[1] > 0 else -1.0
    if kind in ("bar", "line"):
        bar(picture, x0, y - t, x1, y + t, colour)
    elif kind == "groove":
        bar(picture, x0, y - side * 0.6 * t - 1.2 * t, x1, y - side * 0.6 * t + 1.2 * t, shade(ground, 0.4))
        bar(picture, x0, y - 1.1 * t, x1, y + 1.1 * t, mix(shade(ground, -0.5), colour, 0.25))
    elif kind == "double":
        for dy in (-2.2 * t, 2.2 * t):
            bar(picture, x0, y + dy - t, x1, y + dy + t, colour)
    elif kind == "dashed":
        for i in range(5):
            left = x0 + (x1 - x0) * i / 5
            bar(picture, left, y - t, left + (x1 - x0) * 0.13, y + t, colour)
    elif kind == "ornament":
        bar(picture, x0, y - 0.5 * t, x1, y + 0.5 * t, colour)
        middle = np.array(((columns - 1) / 2, y))
        polygon(picture, _outline("diamond")[:, ::-1] * (reach * 0.09) + middle, colour)
        for end in (x0, x1):
            disc(picture, end, y, max(1.0, 1.6 * t), colour)


def stud(picture: Picture, x: float, y: float, radius: float, colour: RGB, light: Light) -> None:
    """The head of a pin (a spinner) with its shadow and highlight."""
    lx, ly = light[0] * radius, light[1] * radius
    disc(picture, x - 0.15 * lx, y - 0.15 * ly, radius * 1.12, shade(colour, -0.6))
    disc(picture, x, y, radius, shade(colour, -0.15))
    disc(picture, x + 0.12 * lx, y + 0.12 * ly, radius * 0.72, shade(colour, 0.15))
    disc(picture, x + 0.35 * lx, y + 0.35 * ly, radius * 0.3, shade(colour, 0.75))


def ornament(picture: Picture, x: float, y: float, size: float, colour: RGB, seed: int) -> None:
    """A maker's mark about `size` pixels wide that depends on `seed`: rosette, monogram, crown, wave or ring."""
    rng = np.random.default_rng(seed)
    style, pen = int(rng.integers(6)), max(1, round(size * 0.07))
    centre = (round(x * _ONE), round(y * _ONE))
    r = size / 2
    if style == 0:
        n, reach = int(rng.integers(3, 9)), rng.uniform(0.3, 0.7)
        angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        radius = r * (1 - reach * np.abs(np.sin(angle * n / 2)))
        polygon(picture, np.stack((x + radius * np.cos(angle), y + radius * np.sin(angle)), 1), colour)
    elif style == 1:
        text = "".join(chr(65 + c) for c in rng.integers(0, 26, int(rng.integers(1, 5))))
        (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 1.0, 1)
        scale = size / max(w, h)
        at = (round(x - w * scale / 2), round(y + h * scale / 2))
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_DUPLEX, scale, colour, pen, cv2.LINE_AA)
    elif style == 2:
        crown = np.array(((-1, 0.6), (-1, -0.5), (-0.5, 0.1), (0, -0.8), (0.5, 0.1), (1, -0.5), (1, 0.6)))
        polygon(picture, crown * r * 0.9 + (x, y), colour)
    elif style == 3:
        turn = np.linspace(0, rng.uniform(8, 16), 60)
        radius = r * turn / turn[-1]
        points = np.stack((x + radius * np.cos(turn), y + radius * np.sin(turn)), 1) * _ONE
        cv2.polylines(picture, [np.rint(points).astype(np.int32)], False, colour, pen, cv2.LINE_AA, _SHIFT)
    elif style == 4:
        axes = (round(r * _ONE), round(r * rng.uniform(0.4, 1.0) * _ONE))
        cv2.ellipse(picture, centre, axes, 0, 0, 360, colour, pen, cv2.LINE_AA, _SHIFT)
        polygon(picture, _outline(str(rng.choice(("star", "diamond", "flower")))) * r * 0.4 + (x, y), colour)
    else:
        t = np.linspace(0, 1, 60)
        a, b = rng.integers(1, 5, 2)
        points = np.stack((x + r * np.sin(2 * np.pi * a * t + 0.7), y + r * np.sin(2 * np.pi * b * t)), 1) * _ONE
        cv2.polylines(picture, [np.rint(points).astype(np.int32)], True, colour, pen, cv2.LINE_AA, _SHIFT)
