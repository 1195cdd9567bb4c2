"""Faces of tiles, drawn from the style of their set.

A texture stands upright: half A above, half B, turned by half a turn, below, the divider between them. Its light is a
unit vector (x, y) in the texture that points towards the light. What depends on the single tile (misprints, wear,
dirt) comes from the random generator.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import marks
from datasets.backs import print_back
from datasets.inks import RGB, luma, mix, shade
from datasets.sets import random_style
from datasets.styles import NumeralStyle, PipStyle, SetStyle, pip_centres

__all__ = ["SetStyle", "draw_back", "draw_face", "pip_centres", "random_style"]

Picture = NDArray[np.uint8]
Light = tuple[float, float]

_SMALL = 96
"""Textures shorter than this are drawn at twice their size."""


def draw_face(style: SetStyle, values: tuple[int, int], length: int, light: Light, rng: np.random.Generator) -> Picture:
    """The face of one tile, uint8 RGB (length, round(length * aspect), 3), `values` for halves A and B.

    The rectangle is filled to its corners; `style.corner` says how they are rounded. Equal generators give equal
    faces. Raises ValueError when a value is below 0 or above the set's highest.
    """
    if not all(0 <= v <= style.max_value for v in values):
        raise ValueError(f"values must be 0 to {style.max_value}, got {values}")
    width = round(length * style.aspect)
    scale = 2 if length < _SMALL else 1
    picture = _bare_surface(style.body, style.vein, style.grain, length * scale, width * scale, rng)
    _print_middle(picture, style, light, rng)
    shift = rng.normal(0, style.misprint, 2) * (1.0, 0.6)
    for half, value in enumerate(values):
        if style.pips:
            _print_pips(picture, style, style.pips, value, half, shift, light, rng)
        if style.numerals and (value or style.numerals.zero):
            _print_numeral(picture, style.numerals, style.body, value, half, shift, light)
    return _finish(picture, style, length, width, light, rng)


def draw_back(style: SetStyle, length: int, light: Light, rng: np.random.Generator) -> Picture:
    """The face-down side of one tile, in the same form as `draw_face`; never pips in the places of a value."""
    width = round(length * style.aspect)
    scale = 2 if length < _SMALL else 1
    back = style.back
    grain = style.grain if back.colour == style.body else None
    picture = _bare_surface(back.colour, style.vein, grain, length * scale, width * scale, rng)
    print_back(picture, back, light)
    return _finish(picture, style, length, width, light, rng)


def _bare_surface(
    colour: RGB, vein: RGB, grain: NDArray[np.float32] | None, rows: int, columns: int, rng: np.random.Generator
) -> Picture:
    """A bare surface of the set's material, uint8 RGB (rows, columns, 3); every tile is cut from another place."""
    picture = np.empty((rows, columns, 3), np.uint8)
    picture[:] = colour
    if grain is None:
        return picture
    h, w = grain.shape[0] * 3 // 4, grain.shape[1] * 3 // 4
    top, left = rng.integers(grain.shape[0] - h), rng.integers(grain.shape[1] - w)
    part = grain[top : top + h, left : left + w]
    part = part[::-1] if rng.random() < 0.5 else part
    field = cv2.resize(np.ascontiguousarray(part), (columns, rows), interpolation=cv2.INTER_CUBIC)
    step = np.array(vein, np.float32) - np.array(colour, np.float32)
    mixed: NDArray[np.float32] = field[..., None] * step
    mixed += picture
    return np.clip(mixed, 0, 255, out=mixed).astype(np.uint8)


def _finish(
    picture: Picture, style: SetStyle, length: int, width: int, light: Light, rng: np.random.Generator
) -> Picture:
    """Scratches, dirt, the bevel's light and shade; then brought to uint8 RGB (length, width, 3)."""
    rows, columns = picture.shape[:2]
    for _ in range(rng.poisson(4 * style.wear**2)):
        x, y, angle = rng.random() * columns, rng.random() * rows, rng.random() * np.pi
        reach = rng.exponential(0.12) * rows
        end = (int(x + reach * np.cos(angle)), int(y + reach * np.sin(angle)))
        at = picture[min(int(y), rows - 1), min(int(x), columns - 1)]
        tone = shade((int(at[0]), int(at[1]), int(at[2])), float(rng.uniform(-0.2, 0.2)))
        cv2.line(picture, (int(x), int(y)), end, tone, 1, cv2.LINE_AA)
    gain = rng.normal(1.0, 0.015) + rng.normal(0, 0.008, 3)
    slope = style.bevel_depth
    across = _bevel(columns, style.bevel * columns, light[0])
    down = _bevel(rows, style.bevel * columns, light[1])
    stain = rng.random((7, 4), dtype=np.float32) ** 2 * np.float32(-0.3 * style.dirt * rng.random())
    field = cv2.resize(stain, (columns, rows), interpolation=cv2.INTER_CUBIC) + 1.0
    tilt = (down[:, None] + across[None]) * np.float32(slope)
    result = picture * ((field + 0.28 * tilt)[..., None] * gain.astype(np.float32))
    result += (tilt * 22)[..., None]
    finished: Picture = np.clip(result, 0, 255, out=result).astype(np.uint8)
    if (rows, columns) == (length, width):
        return finished
    return np.asarray(cv2.resize(finished, (width, length), interpolation=cv2.INTER_AREA), np.uint8)


def _bevel(size: int, reach: float, towards: float) -> NDArray[np.float32]:
    """How much light the slanted edges gain or lose along one axis; negative values are darker."""
    place = np.arange(size, dtype=np.float32)
    first, last = np.clip(1 - place / max(reach, 1.0), 0, 1), np.clip(1 - (size - 1 - place) / max(reach, 1.0), 0, 1)
    return np.asarray((last - first) * towards - 0.35 * (first + last), np.float32)


def _to_pixels(half: int, x: float, y: float, rows: int, columns: int) -> tuple[float, float]:
    """The pixel of a place in a half's unit square."""
    px, py = x * columns - 0.5, y * rows / 2 - 0.5
    return (px, py) if half == 0 else (columns - 1 - px, rows - 1 - py)


def _print_middle(picture: Picture, style: SetStyle, light: Light, rng: np.random.Generator) -> None:
    rows, columns = picture.shape[:2]
    if style.border:
        inset = style.border_inset * columns
        pen = max(1, round(0.012 * columns))
        corners = (round(inset), round(inset)), (round(columns - 1 - inset), round(rows - 1 - inset))
        cv2.rectangle(picture, *corners, style.border, pen, cv2.LINE_AA)
    line = style.divider
    marks.divider(picture, line.kind, line.colour, style.body, line.reach * columns, line.thickness * rows, light)
    x, y = (columns - 1) / 2, (rows - 1) / 2
    if style.logo and (line.spinner is None):
        size = 0.1 + 0.1 * (style.logo_seed % 97) / 97
        marks.ornament(picture, x, y, size * columns, style.logo, style.logo_seed)
    if line.spinner:
        jolt = rng.normal(0, 0.004, 2) * columns
        marks.stud(picture, x + jolt[0], y + jolt[1], line.spinner_radius * columns, line.spinner, light)


def _print_pips(
    picture: Picture, style: SetStyle, pips: PipStyle, value: int, half: int,
    shift: NDArray[np.float64], light: Light, rng: np.random.Generator,
) -> None:  # fmt: skip
    rows, columns = picture.shape[:2]
    radius = pips.radii[value] * columns
    centres = pips.centres[value]
    body = style.body
    if pips.dimples is not None and value <= 9:
        taken = np.abs(pips.dimples[:, None] - centres[None]).max(axis=2).min(axis=1, initial=1.0) < 0.05
        empty = shade(body, -0.1 if luma(body) > 90 else -0.35)
        for x, y in pips.dimples[~taken].tolist():
            px, py = _to_pixels(half, x, y, rows, columns)
            marks.pip(picture, "engraved", px, py, radius, empty, body, None, pips.depth, 0.0, light)
    worn = rng.random(len(centres)) < 0.22 * style.wear**2
    most = 0.5 if pips.kind == "flat" else 0.75
    for (x, y), is_worn in zip(centres.tolist(), worn.tolist(), strict=True):
        px, py = _to_pixels(half, x + shift[0], y + shift[1], rows, columns)
        colour = pips.colours[value]
        if is_worn:
            colour = mix(colour, body, most * rng.random())
        if pips.shape == "disc":
            marks.pip(picture, pips.kind, px, py, radius, colour, body, pips.rim, pips.depth, pips.gloss, light)
        else:
            marks.shaped_pip(picture, pips.shape, px, py, radius, colour, body, pips.depth, pips.kind, light)


def _print_numeral(
    picture: Picture, numerals: NumeralStyle, body: RGB, value: int, half: int, shift: NDArray[np.float64], light: Light
) -> None:
    rows, columns = picture.shape[:2]
    mask = numerals.masks[value]
    x, y = _to_pixels(half, numerals.centre[0] + shift[0], numerals.centre[1] + shift[1], rows, columns)
    # Large numbers are made smaller, so that they stay on their half whichever way they stand.
    room_x, room_y = 0.86 * columns, (2 * min(numerals.centre[1], 1 - numerals.centre[1]) - 0.06) * rows / 2
    high, broad = (room_x, room_y) if numerals.turns % 2 else (room_y, room_x)
    height = min(numerals.height * columns, high, broad * mask.shape[0] / mask.shape[1])
    turn = np.pi / 2 * numerals.turns
    if half == 1 and not (numerals.same_way and numerals.turns % 2):
        turn += np.pi
    colour = numerals.colours[value]
    if numerals.relief:
        step = 0.03 * height * numerals.relief
        marks.blend(picture, mask, x - light[0] * step, y - light[1] * step, height, turn, shade(body, -0.5))
        marks.blend(picture, mask, x + light[0] * step, y + light[1] * step, height, turn, shade(body, 0.4))
    marks.blend(picture, mask, x, y, height, turn, colour)
