"""Pictures in which a person checks every tile at a glance.

A tile that was read surely has a solid green outline, one to check a dashed orange one and a question mark on its
divider: the difference shows without colour too. The two values stand in chips beside their halves, so that the pips
stay in view, and on the halves only where the tiles leave no room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import Floats, diagonal_crossing, half_quads, tile_length
from vision.image import Image
from vision.labels import Box, Labels
from vision.types import Quad

Colour = tuple[int, int, int]

SURE: Colour = (30, 190, 90)
UNSURE: Colour = (255, 140, 0)
DARK: Colour = (24, 24, 24)
WHITE: Colour = (255, 255, 255)

LINE_SHARE = 1 / 500
CHIP_SHARES = (0.55, 0.38)
"""Heights of a chip as shares of a half's side: the usual one, and one for narrow gaps."""
MARK_SHARE = 0.38
"""Diameter of the question mark's disc as a share of the divider."""
FONT_SHARE = 0.9
"""The font's size as a share of a chip's height."""
CAP_HEIGHT = 0.7
"""Height of a digit as a share of the font's size."""
SUBPIXEL_BITS = 4
LIGHT, BRIGHT = (0.299, 0.587, 0.114), 120.0
"""How much red, green and blue add to the lightness of a colour; from which lightness on text on it is dark."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A tile to draw: its outline, the texts for halves A and B, and whether it was read surely."""

    quad: Quad
    text_a: str
    text_b: str
    sure: bool


def overlay(image: Image, marks: Sequence[Mark], face_down: Sequence[Quad] = (), title: str = "") -> Image:
    """A copy of `image` (H, W, 3) RGB uint8 with all tiles marked.

    Tiles lying face down get a thin white outline with a cross, with dark edges: one of the two shows on any back. A
    `title` (the total, how many tiles to check) stands in a band that is added above the photo and hides nothing of
    it; the result is then higher than the photo.
    """
    canvas = np.ascontiguousarray(image).copy()
    labels = outline_tiles(canvas, marks, face_down)
    write_values(canvas, marks, labels)
    return add_band(canvas, title) if title else canvas


def outline_tiles(canvas: Image, marks: Sequence[Mark], face_down: Sequence[Quad]) -> Labels:
    """Draw the outlines of all tiles; what comes back knows where they lie."""
    width = line_width(canvas)
    for quad in face_down:
        _cross_out(canvas, _corners(quad), max(1, round(width / 2)))
    for mark in marks:
        _outline(canvas, mark, width)
    return Labels(canvas.shape[:2], [_corners(quad) for quad in (*(mark.quad for mark in marks), *face_down)])


def write_values(canvas: Image, marks: Sequence[Mark], labels: Labels) -> None:
    """Write the values of all tiles beside their halves, and a question mark on those to check."""
    font = cv2.FontFace("sans")
    for mark in marks:
        halves = half_quads(mark.quad.corners, mark.quad.divider)
        # Edge 0 of a half is its outer one, edge 2 the divider; both halves try the same long side of the tile first.
        _value(canvas, mark.text_a, halves[0], (0, 1, 3), labels, font)
        _value(canvas, mark.text_b, halves[1], (0, 3, 1), labels, font)
        if not mark.sure:
            _question(canvas, mark.quad, font)


def add_band(canvas: Image, title: str) -> Image:
    """The picture with a band above it that says `title`; it is then higher than before."""
    return np.concatenate([_band(canvas.shape[1], title, cv2.FontFace("sans")), canvas])


def line_width(canvas: Image) -> int:
    """How broad lines are on a picture of this size, in pixels."""
    return max(1, round(float(max(canvas.shape[:2])) * LINE_SHARE))


def chip_at(canvas: Image, text: str, centre: Floats, height: float, colour: Colour) -> None:
    """Write `text` on a dark chip with a coloured rim, `height` pixels high, with its middle at `centre` (2,)."""
    draw_chip(canvas, text, Box.around(centre, chip_size(text, height)), height, colour)


def chip_size(text: str, height: float) -> Floats:
    """Width and height (2,) of such a chip, its rim with it."""
    return _chip(text, height, np.inf, cv2.FontFace("sans")) + 2 * _rim(height)


def draw_chip(canvas: Image, text: str, box: Box, height: float, colour: Colour, filled: bool = False) -> None:
    """Write `text` on such a chip in a box of that size; `filled`: the chip is of the colour and its rim is dark."""
    rim = _rim(height)
    outer, inner = (DARK, colour) if filled else (colour, DARK)
    cv2.rectangle(canvas, (box.left, box.top), (box.right - 1, box.bottom - 1), outer, cv2.FILLED)
    within = (box.left + rim, box.top + rim), (box.right - 1 - rim, box.bottom - 1 - rim)
    cv2.rectangle(canvas, *within, inner, cv2.FILLED)
    light = float(np.dot(inner, LIGHT)) > BRIGHT
    _write(canvas, text, box.middle, DARK if light else WHITE, cv2.FontFace("sans"), height * FONT_SHARE)


def _rim(height: float) -> int:
    return max(1, round(height / 10))


def _outline(canvas: Image, mark: Mark, width: int) -> None:
    corners = _corners(mark.quad)
    width = max(1, min(width, round(float(tile_length(corners)) / 25)))
    # A dark line below lets the coloured one show on any table.
    if mark.sure:
        draw_lines(canvas, [corners], closed=True, colour=DARK, width=width + 2)
        draw_lines(canvas, [corners], closed=True, colour=SURE, width=width)
    else:
        dashes = list(_dashes(corners, dash=float(tile_length(corners)) / 10))
        draw_lines(canvas, dashes, closed=False, colour=DARK, width=width + 2)
        draw_lines(canvas, dashes, closed=False, colour=UNSURE, width=width)


def _cross_out(canvas: Image, corners: Floats, width: int) -> None:
    for colour, broad in ((DARK, width + 2), (WHITE, width)):
        draw_lines(canvas, [corners], closed=True, colour=colour, width=broad)
        draw_lines(canvas, [corners[::2], corners[1::2]], closed=False, colour=colour, width=broad)


def _dashes(corners: Floats, dash: float) -> Iterator[Floats]:
    """Pieces (2, 2) of the outline about `dash` long, with gaps of the same length; every corner is covered."""
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        count = 2 * max(1, round(float(np.linalg.norm(end - start)) / dash / 2)) + 1
        for i in range(0, count, 2):
            yield np.array([start + (end - start) * i / count, start + (end - start) * (i + 1) / count])


def draw_lines(canvas: Image, lines: Sequence[Floats], *, closed: bool, colour: Colour, width: int) -> None:
    """Draw lines (n, 2) in pixels, smooth, and in places between pixels, too."""
    fixed = [np.round(line * 2**SUBPIXEL_BITS).astype(np.int32) for line in lines]
    cv2.polylines(canvas, fixed, closed, colour, width, cv2.LINE_AA, SUBPIXEL_BITS)


def _value(canvas: Image, text: str, half: Floats, edges: Sequence[int], labels: Labels, font: cv2.FontFace) -> None:
    """A dark chip with `text` outside the first of the `edges` of the half (4, 2) with room for it, else on it."""
    side = float(np.linalg.norm(half - np.roll(half, -1, axis=0), axis=1).min())
    centre = diagonal_crossing(half)
    sizes = [_chip(text, share * side, side, font) for share in CHIP_SHARES]
    beside = ((_beside(centre, (half[i] + half[(i + 1) % 4]) / 2, chip), chip) for chip in sizes for i in edges)
    on = [centre, *((centre + corner) / 2 for corner in half)]
    box = labels.place((Box.around(*one) for one in beside), [Box.around(place, sizes[-1]) for place in on])
    cv2.rectangle(canvas, (box.left, box.top), (box.right - 1, box.bottom - 1), DARK, cv2.FILLED)
    _write(canvas, text, box.middle, WHITE, font, (box.bottom - box.top) * FONT_SHARE)


def _chip(text: str, height: float, side: float, font: cv2.FontFace) -> Floats:
    """Width and height of a chip that holds `text` and is at most `side` wide."""
    width = max(_text_length(text, font, height * FONT_SHARE) + 0.4 * height, height)
    return np.array([width, height]) * min(1.0, side / width)


def _beside(centre: Floats, edge_middle: Floats, chip: Floats) -> Floats:
    """The centre of a chip that lies just outside an edge, on the ray from the half's centre through its middle."""
    ray = (edge_middle - centre) / max(float(np.linalg.norm(edge_middle - centre)), 1e-6)
    return np.asarray(edge_middle + ray * (float(np.abs(ray) @ chip) / 2 + 1.5))


def _question(canvas: Image, quad: Quad, font: cv2.FontFace) -> None:
    """An orange disc with a question mark on the middle of the divider, where no tile has pips."""
    ends = np.asarray(quad.divider, dtype=np.float64)
    height = MARK_SHARE * float(np.linalg.norm(ends[1] - ends[0]))
    middle = ends.mean(axis=0)
    centre = tuple(np.round(middle * 2**SUBPIXEL_BITS).astype(int).tolist())
    radius = round(height / 2 * 2**SUBPIXEL_BITS)
    cv2.circle(canvas, centre, radius, UNSURE, cv2.FILLED, cv2.LINE_AA, SUBPIXEL_BITS)
    _write(canvas, "?", middle, DARK, font, 0.8 * height)


def _band(width: int, title: str, font: cv2.FontFace) -> Image:
    height = max(20, width // 16)
    size = 0.6 * height
    size *= min(1.0, 0.95 * width / max(_text_length(title, font, size), 1.0))
    band = np.full((height, width, 3), DARK, np.uint8)
    _write(band, title, np.array([width - 1, height - 1]) / 2, WHITE, font, size)
    return band


def _text_length(text: str, font: cv2.FontFace, size: float) -> float:
    _, _, length, _ = cv2.getTextSize((1, 1), text, (0, 0), font, max(1, round(size)), 700)
    return float(length)


def _write(canvas: Image, text: str, centre: Floats, colour: Colour, font: cv2.FontFace, size: float) -> None:
    left = round(float(centre[0]) - _text_length(text, font, size) / 2)
    baseline = round(float(centre[1]) + CAP_HEIGHT * size / 2)
    cv2.putText(canvas, text, (left, baseline), colour, font, max(1, round(size)), 700)


def _corners(quad: Quad) -> Floats:
    return np.asarray(quad.corners, dtype=np.float64)
