"""Numerals instead of pips: the values 0 to 18 as masks in many faces of type."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Mask = NDArray[np.uint8]

MASK_HEIGHT = 72
_HERSHEY = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
)


def random_masks(rng: np.random.Generator, underline: bool) -> tuple[Mask, ...]:
    """The values 0 to 18 in one random face of type.

    Masks are uint8 (height, width), 255 inside the ink, cropped to the ink with a small margin. With `underline`, 6
    and 9 carry the line that tells them apart when a tile is turned.
    """
    source = rng.random()
    weight = float(rng.uniform(0.09, 0.24))
    squeeze = float(rng.uniform(0.75, 1.25))
    slant = float(rng.uniform(0.05, 0.3)) if rng.random() < 0.2 else 0.0
    if source < 0.6:
        strokes = _random_strokes(rng)
        masks = [_from_strokes(str(v), strokes, weight) for v in range(19)]
    elif source < 0.85:
        embolden = weight * 0.5 if rng.random() < 0.5 else 0.0
        masks = [_from_outline(str(v), embolden) for v in range(19)]
    else:
        font = _HERSHEY[rng.integers(len(_HERSHEY))]
        thickness = int(rng.integers(2, 8))
        masks = [_from_hershey(str(v), font, thickness) for v in range(19)]
    finished = []
    for value, mask in enumerate(masks):
        shaped = _shape(mask, squeeze, slant)
        finished.append(_underlined(shaped) if underline and value in (6, 9) else shaped)
    return tuple(finished)


def _arc(cx: float, cy: float, rx: float, ry: float, start: float, stop: float) -> list[tuple[float, float]]:
    angles = np.radians(np.linspace(start, stop, max(4, int(abs(stop - start) / 12))))
    return [(cx + rx * float(np.cos(a)), cy + ry * float(np.sin(a))) for a in angles]


Pen = list[list[tuple[float, float]]]
Strokes = dict[str, Pen]


def _random_strokes(rng: np.random.Generator) -> Strokes:
    """Digits as pen strokes in a box of 1 by 1, y downwards; some digits have more than one usual form."""
    six: Pen = [[*_arc(0.92, 0.68, 0.9, 0.68, 262, 180), *_arc(0.48, 0.69, 0.46, 0.31, 180, 540)]]
    if rng.random() < 0.4:  # straight-backed
        six = [[(0.7, 0), (0.1, 0.55), *_arc(0.48, 0.69, 0.46, 0.31, 180, 540)]]
    nine = [[(1 - x, 1 - y) for x, y in stroke] for stroke in six]
    one: Pen = [[(0.25, 0.2), (0.55, 0), (0.55, 1)]]
    one_foot: Pen = [*one, [(0.2, 1), (0.9, 1)]]
    seven: Pen = [[(0.03, 0), (0.97, 0), (0.35, 1)]]
    four: Pen = [[(0.72, 1), (0.72, 0), (0.02, 0.7), (0.98, 0.7)]]
    open_four: Pen = [[(0.2, 0), (0.05, 0.6), (0.95, 0.6)], [(0.7, 0.25), (0.7, 1)]]
    stem: Pen = [[(0.5, 0), (0.5, 1)]]
    flat_three: Pen = [[(0.08, 0), (0.9, 0), (0.42, 0.4), *_arc(0.46, 0.69, 0.48, 0.31, 280, 510)]]
    three = [[*_arc(0.48, 0.26, 0.42, 0.26, 200, 450), *_arc(0.48, 0.75, 0.48, 0.25, 270, 520)]]
    if rng.random() < 0.12:  # as on a pocket calculator
        a, b, c, d, e, f = (0.0, 0.0), (1.0, 0.0), (0.0, 0.5), (1.0, 0.5), (0.0, 1.0), (1.0, 1.0)
        return {
            "0": [[a, b, f, e, a]], "1": [[(0.5, 0), (0.5, 1)]], "2": [[a, b, d, c, e, f]], "3": [[a, b, f, e], [c, d]],
            "4": [[a, c, d], [b, f]], "5": [[b, a, c, d, f, e]], "6": [[b, a, e, f, d, c]], "7": [[a, b, f]],
            "8": [[a, b, f, e, a], [c, d]], "9": [[d, c, a, b, f, e]],
        }  # fmt: skip
    return {
        "0": [_arc(0.5, 0.5, 0.48, 0.5, 0, 360)],
        "1": (one, one_foot, stem)[rng.integers(3)],
        "2": [[*_arc(0.5, 0.28, 0.45, 0.28, 190, 392), (0.05, 1), (0.95, 1)]],
        "3": flat_three if rng.random() < 0.25 else three,
        "4": open_four if rng.random() < 0.25 else four,
        "5": [[(0.85, 0), (0.2, 0), (0.12, 0.46), *_arc(0.47, 0.67, 0.47, 0.33, 218, 505)]],
        "6": six,
        "7": [*seven, [(0.3, 0.5), (0.85, 0.5)]] if rng.random() < 0.25 else seven,
        "8": [_arc(0.5, 0.25, 0.38, 0.25, 0, 360), _arc(0.5, 0.74, 0.47, 0.26, 0, 360)],
        "9": nine,
    }


def _from_strokes(text: str, strokes: Strokes, weight: float) -> Mask:
    height, pen = MASK_HEIGHT, round(weight * MASK_HEIGHT)
    width, pad = round(height * 0.55), pen + 2
    mask = np.zeros((height + 2 * pad, (width + pad) * len(text) + pad), np.uint8)
    for i, digit in enumerate(text):
        shift = np.array((pad + i * (width + pad), pad))
        for stroke in strokes[digit]:
            points = np.round((np.array(stroke) * (width, height) + shift) * 16).astype(np.int32)
            cv2.polylines(mask, [points], False, (255,), pen, cv2.LINE_AA, 4)
    return mask


def _from_outline(text: str, embolden: float) -> Mask:
    font = ImageFont.load_default(MASK_HEIGHT * 1.35)
    box = ImageDraw.Draw(Image.new("L", (1, 1))).textbbox((0, 0), text, font)
    canvas = Image.new("L", (int(box[2]) + 24, int(box[3]) + 24))
    ImageDraw.Draw(canvas).text((12, 12), text, 255, font, stroke_width=round(embolden * MASK_HEIGHT * 0.5))
    return np.asarray(canvas).copy()


def _from_hershey(text: str, font: int, thickness: int) -> Mask:
    (width, height), base = cv2.getTextSize(text, font, 3.0, thickness)
    mask = np.zeros((height + base + 40, width + 60), np.uint8)
    cv2.putText(mask, text, (30, height + 20), font, 3.0, (255,), thickness, cv2.LINE_AA)
    return mask


def _shape(mask: Mask, squeeze: float, slant: float) -> Mask:
    """Slanted, cropped to the ink, brought to the common height."""
    h, w = mask.shape
    if slant:
        matrix = np.array(((1, -slant, slant * h), (0, 1, 0)), np.float32)
        mask = cv2.warpAffine(mask, matrix, (w + round(slant * h), h)).astype(np.uint8)
    x, y, w, h = cv2.boundingRect(mask)
    width = max(4, round(w * squeeze * MASK_HEIGHT / h))
    inner = cv2.resize(mask[y : y + h, x : x + w], (width, MASK_HEIGHT), interpolation=cv2.INTER_AREA)
    return np.pad(inner, 2)


def _underlined(mask: Mask) -> Mask:
    thick = MASK_HEIGHT // 9
    line = np.zeros((thick * 2, mask.shape[1]), np.uint8)
    line[thick:, 2:-2] = 255
    return np.pad(np.vstack((mask, line)), ((0, 2), (0, 0)))
