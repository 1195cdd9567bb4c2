"""A picture of the table in which the best move lies: where the tile goes, and which half touches."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engine.tiles import Tile
from server.folders import put_picture
from server.hint_photos import Place
from server.overlay import as_jpeg
from server.seen_table import SeenTable
from server.service import Image
from vision.draw import DARK, WHITE, Colour, add_band, chip_at, draw_lines, line_width
from vision.geometry import Floats, tile_length

MOVE: Colour = (255, 60, 170)
"""Unlike the colours of trains."""
CHIP_SHARE, SHADE = 0.3, 0.55
"""Height of a value as a share of the tile's length; how much of the photo its place covers."""


def write_move_overlay(folder: Path, photo: Path, picture: Image) -> Path:
    """Write such a picture as JPEG, as NAME-move.jpg, and say where it is; raises RequestError when that fails."""
    return put_picture(folder, photo, "move", as_jpeg(picture))


def draw_move(pixels: Image, table: SeenTable, place: Place, tile: Tile, value: int, title: str) -> Image:
    """The photo (H, W, 3) RGB uint8 with `tile` where it would lie, the half with `value` towards what it lies on.

    A place of which only the neighbour is known gets an arrow from there; a train that begins away from all others is
    told by the `title` alone.
    """
    canvas = np.ascontiguousarray(pixels).copy()
    outer = tile.high if value == tile.low else tile.low
    on = None if place.on is None else table.reading.tiles[place.on].detection.quad.corners
    width = 2 * line_width(canvas)
    if place.quad is not None:
        quad = _from_neighbour(np.array(place.quad), None if on is None else np.array(on).mean(axis=0))
        _tile(canvas, quad, width, value, outer)
    elif on is not None:
        _ring(canvas, np.array(on), width)
    return add_band(canvas, title)


def _from_neighbour(quad: Floats, neighbour: Floats | None) -> Floats:
    """The outline (4, 2) with the edge towards what it lies on first."""
    if neighbour is None:
        return quad
    near, far = quad[:2].mean(axis=0), quad[2:].mean(axis=0)
    if np.linalg.norm(near - neighbour) <= np.linalg.norm(far - neighbour):
        return quad
    return np.roll(quad, 2, axis=0)


def _tile(canvas: Image, quad: Floats, width: int, inner: int, outer: int) -> None:
    """A white tile that lets the table shine through, with its values and a broad outline."""
    inside = _inside(canvas, quad)
    canvas[inside] = (SHADE * np.array(WHITE) + (1 - SHADE) * canvas[inside]).astype(np.uint8)
    middle = np.stack([quad[1:3].mean(axis=0), quad[[3, 0]].mean(axis=0)])
    for tone, broad in ((DARK, width + 2), (MOVE, width)):
        draw_lines(canvas, [quad], closed=True, colour=tone, width=broad)
        draw_lines(canvas, [middle], closed=False, colour=tone, width=max(1, broad // 2))
    size = CHIP_SHARE * float(tile_length(quad))
    ends = quad[:2].mean(axis=0), quad[2:].mean(axis=0)
    centre = quad.mean(axis=0)
    for value, end in zip((inner, outer), ends, strict=True):
        chip_at(canvas, str(value), (centre + end) / 2, size, MOVE)


def _inside(canvas: Image, quad: Floats) -> tuple[np.ndarray, np.ndarray]:
    """The pixels within an outline, as rows and columns."""
    height, width = canvas.shape[:2]
    low = np.clip(np.floor(quad.min(axis=0)).astype(int), 0, [width, height])
    high = np.clip(np.ceil(quad.max(axis=0)).astype(int) + 1, 0, [width, height])
    ys, xs = np.mgrid[low[1] : high[1], low[0] : high[0]]
    edges = np.roll(quad, -1, axis=0) - quad
    cross = [edge[0] * (ys - start[1]) - edge[1] * (xs - start[0]) for edge, start in zip(edges, quad, strict=True)]
    within = np.all(np.array(cross) >= 0, axis=0) | np.all(np.array(cross) <= 0, axis=0)
    return ys[within], xs[within]


def _ring(canvas: Image, corners: Floats, width: int) -> None:
    """A broad outline around the tile that the next one touches."""
    centre = corners.mean(axis=0)
    for tone, broad in ((DARK, 2 * width + 2), (MOVE, 2 * width)):
        draw_lines(canvas, [centre + 1.15 * (corners - centre)], closed=True, colour=tone, width=broad)
