"""Where a tile lies, in words: "third from the left in the bottom row", or "top left" when the tiles lie anyhow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from vision.types import Point, Quad

MOST_ROWS = 6
"""With more rows than this nobody counts them."""

MIDDLE = "in the middle"

_ORDINALS = ("", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def places(centres: Sequence[Point], reaches: Sequence[float], image_size: tuple[int, int]) -> list[str]:
    """Words for where each tile lies among the others, in their order.

    `centres` are the middles of the tiles and `reaches` how high each one stands in the photo, both in pixels of the
    upright photo, whose size is `image_size` (width, height).
    """
    rows = _rows(centres, reaches)
    if rows is None or len(centres) < 3:
        return [region(centre, image_size) for centre in centres]
    words = [""] * len(centres)
    is_column = len(rows) == len(centres)
    for number, row in enumerate(rows):
        for position, index in enumerate(row):
            if is_column:
                words[index] = _counted_off(number, len(rows), ("top", "bottom"))
                continue
            words[index] = "alone" if len(row) == 1 else _counted_off(position, len(row), ("left", "right"))
            if len(rows) > 1:
                words[index] += f" {'of' if words[index] == MIDDLE else 'in'} the {_row_name(number, len(rows))}"
    return words


def middle(quad: Quad) -> Point:
    """The mean of the corners, in pixels."""
    xs, ys = zip(*quad.corners, strict=True)
    return sum(xs) / 4, sum(ys) / 4


def reading_order(centres: Sequence[Point], reaches: Sequence[float]) -> list[int]:
    """The indices of the tiles as one reads: row by row from the top, each from the left, or else by height alone."""
    rows = _rows(centres, reaches)
    if rows is None:
        return sorted(range(len(centres)), key=lambda i: centres[i][::-1])
    return [index for row in rows for index in row]


def _rows(centres: Sequence[Point], reaches: Sequence[float]) -> list[list[int]] | None:
    """The tiles in rows from the top, each from the left; None when they do not lie in clear rows."""
    if not centres:
        return []
    reach = median(reaches)
    by_height = sorted(range(len(centres)), key=lambda i: centres[i][1])
    rows = [[by_height[0]]]
    for above, below in pairwise(by_height):
        if centres[below][1] - centres[above][1] > reach / 2:
            rows.append([])
        rows[-1].append(below)
    crooked = any(centres[row[-1]][1] - centres[row[0]][1] > reach for row in rows)
    if crooked or len(rows) > MOST_ROWS:
        return None
    return [sorted(row, key=lambda i: centres[i][0]) for row in rows]


def _counted_off(position: int, count: int, ends: tuple[str, str]) -> str:
    """Count `position` (from 0) of `count` from the nearer of the two ends."""
    if position == count - 1 - position:
        return MIDDLE
    steps, end = min((position, ends[0]), (count - 1 - position, ends[1]))
    if steps == 0:
        return f"{end}most"
    return f"{_ORDINALS[steps] if steps < len(_ORDINALS) else f'number {steps + 1}'} from the {end}"


def _row_name(number: int, count: int) -> str:
    if number == 0:
        return "top row"
    if number == count - 1:
        return "bottom row"
    return "middle row" if count == 3 else f"{_ORDINALS[number]} row"


def region(centre: Point, image_size: tuple[int, int]) -> str:
    """The ninth of the photo that holds the point."""
    across, down = (min(2, max(0, int(3 * at / size))) for at, size in zip(centre, image_size, strict=True))
    if (across, down) == (1, 1):
        return MIDDLE
    vertical, horizontal = ("top", "", "bottom")[down], ("left", "", "right")[across]
    if vertical and horizontal:
        return f"{vertical} {horizontal}"
    return f"{vertical} middle" if vertical else f"middle {horizontal}"
