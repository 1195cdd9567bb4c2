"""Where the pips stand: every arrangement in which makers print the values 0 to 18.

A half's unit square has x across the tile and y from the outer short edge (0) to the divider (1).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MAX_VALUE = 18
MIN_DISTANCE = 0.13
"""No two pips of a layout are closer than this in the unit square."""

Centres = NDArray[np.float32]

# The distance of the outermost of n lines of pips from the edge: the more lines, the closer to the edge.
_MARGIN = {1: 0.5, 2: 0.23, 3: 0.21, 4: 0.16, 5: 0.13, 6: 0.105}

# Pips per line, the most usual first. Every pattern is used with lines across the tile and with lines along it.
_LINES: dict[int, tuple[str, ...]] = {
    6: ("33", "222"),
    7: ("313", "232", "2212"),
    8: ("323", "44", "2222", "242"),
    9: ("333", "414", "252"),
    10: ("424", "343", "55", "3223", "2332", "22222", "3232"),
    11: ("434", "353", "515", "3233", "3323", "56", "3332", "32123", "4223"),
    12: ("444", "66", "525", "32223", "345", "2424", "23232"),
    13: ("454", "535", "32323", "616", "33133", "4324", "4333", "23332"),
    14: ("545", "4343", "626", "4334", "3443", "33233", "32423", "4424"),
    15: ("555", "4443", "636", "4344", "43134", "33333", "4434", "54321"),
    16: ("4444", "565", "646", "33433", "5335", "43243"),
    17: ("656", "34343", "43334", "44144", "4454", "5345", "4544"),
    18: ("666", "43434", "4554", "44244", "5445", "34443", "5355"),
}


def layouts(value: int) -> tuple[Centres, ...]:
    """All layouts of `value` (0 to 18), each float32 (value, 2) of pip centres (x, y); the most usual come first.

    The arrays are shared and cannot be written to. Raises ValueError for any other value.
    """
    if not 0 <= value <= MAX_VALUE:
        raise ValueError(f"value must be 0 to {MAX_VALUE}, got {value}")
    return _LAYOUTS[value]


def nearest(centres: Centres, stretch: float = 1.0) -> float:
    """The smallest distance between two pips, y stretched by `stretch`; infinite for fewer than two pips."""
    if len(centres) < 2:
        return float("inf")
    gap = (centres[:, None] - centres[None]) * np.array((1.0, stretch), np.float32)
    distance = np.hypot(gap[..., 0], gap[..., 1])
    return float(distance[~np.eye(len(centres), dtype=bool)].min())


def _few(value: int) -> list[Centres]:
    a, b = _MARGIN[3], 1 - _MARGIN[3]
    rising, falling = [(a, b), (b, a)], [(a, a), (b, b)]
    corners, centre = rising + falling, [(0.5, 0.5)]
    across, along = [(a, 0.5), (b, 0.5)], [(0.5, a), (0.5, b)]
    choices: dict[int, list[list[tuple[float, float]]]] = {
        0: [[]],
        1: [centre],
        2: [rising, falling, along, across],
        3: [rising + centre, falling + centre, along + centre, across + centre],
        4: [corners],
        5: [corners + centre],
    }
    return [np.array(points, np.float32).reshape(-1, 2) for points in choices[value]]


def _many(value: int) -> list[Centres]:
    result = []
    for text in _LINES[value]:
        counts = tuple(int(digit) for digit in text)
        for spread in (True, False):
            centres = _lines(counts, spread)
            if nearest(centres) >= MIN_DISTANCE:
                # Along first: the three and three of a six run along the long sides on most sets.
                result += [centres[:, ::-1].copy(), centres]
    return result


def _lines(counts: tuple[int, ...], spread: bool) -> Centres:
    """Lines one below the other; a short line is spread over the full width, or keeps the pitch of the longest."""
    most = max(counts)
    left, top = _MARGIN[most], _MARGIN[len(counts)]
    pitch = (1 - 2 * left) / max(most - 1, 1)
    points = []
    for n, y in zip(counts, np.linspace(top, 1 - top, len(counts)), strict=True):
        half = (0.5 - left) if spread and n > 1 else pitch * (n - 1) / 2
        points += [(x, y) for x in np.linspace(0.5 - half, 0.5 + half, n)]
    return np.array(points, np.float32)


def _distinct(value: int) -> tuple[Centres, ...]:
    found: dict[bytes, Centres] = {}
    for centres in _few(value) if value < 6 else _many(value):
        centres.flags.writeable = False
        key = np.round(centres[np.lexsort(centres.T)], 2).tobytes()
        found.setdefault(key, centres)
    return tuple(found.values())


_LAYOUTS = tuple(_distinct(value) for value in range(MAX_VALUE + 1))
