"""Tiles that stand for those of a train of which only the end is known."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from itertools import pairwise

from engine.tiles import Tile


def stand_in(start: int, end: int, highest: int, taken: Counter[Tile], copies: int, busy: Iterable[int]) -> list[int]:
    """The values along the shortest train from `start` to `end`, of tiles that may still be anywhere.

    The answer begins with `start` and ends with `end`; tiles lie between neighbours. `taken` counts the tiles that are
    seen elsewhere, and every tile is there `copies` times. Doubles are left out, for at the end of a train they would
    have to be satisfied. An end that shows the value of the start is stood for by no tile at all.

    What stands on the table counts as seen and is dealt to nobody, so each made-up tile takes something from the others
    that they may well hold. That is why there are as few of them as can be: one, which shows the value of the engine
    and that of the end, as the first and the last tile of the real train do. Only where that tile is known to lie
    elsewhere are there two or more, and these go by values that are not `busy`: not at an end of a train, nor in the
    hand that is advised. So what can be laid now is as likely to be held by the others as it was.

    Raises:
        ValueError: when no such train can lie there.
    """
    avoided = set(busy) - {start, end}
    values = sorted(range(highest + 1), key=lambda value: (value in avoided, value))
    came_from: dict[int, int] = {start: start}
    reached = deque([start])
    while reached and end not in came_from:
        here = reached.popleft()
        for value in values:
            if value not in came_from and taken[Tile.of(here, value)] < copies:
                came_from[value] = here
                reached.append(value)
    if end not in came_from:
        raise ValueError(f"no tiles are left for a train from {start} to {end}")
    way = [end]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return way[::-1]


def tiles_along(way: Sequence[int]) -> list[Tile]:
    """The tiles between neighbouring values."""
    return [Tile.of(a, b) for a, b in pairwise(way)]
