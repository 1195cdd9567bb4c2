"""The best train that can be laid from one hand: exact, with what stays behind, and the next best on request.

>>> line = best_lines(map(Tile.parse, ("6-1", "1-1", "5-5", "1-5", "1-3")), [6]).best
>>> [str(tile) for tile in line.tiles], [str(tile) for tile in line.left]
(['1-6', '1-1', '1-5', '5-5'], ['1-3'])

A line lays tile after tile on its own end, also behind a double; how it is found stands in `engine.linesearch`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.errors import LineError
from engine.linesearch import best_sets
from engine.pieces import VALUES, Edges
from engine.rules import ScoringRules
from engine.scoring import PLAIN, hand_points, tile_points
from engine.state import Placed
from engine.tiles import Tile


class Goal(StrEnum):
    """What makes a line the best.

    - `TILES`: most tiles laid; of equals the one that lays most points.
    - `POINTS`: most points laid, by the rules for scoring; of equals the one that lays most tiles.
    - `LEFT`: fewest points left in the hand. As laid and left make the hand, these are the lines of `POINTS`; only
      what a line is worth is told from the other side.

    What is equal in that, too, is decided by the tile of most points, the last one in the order of tiles, that only one
    of the lines lays: so the best tiles are always the same ones.
    """

    TILES = "tiles"
    POINTS = "points"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Line:
    """Tiles in the order in which they are laid from the value `start` on, and those that are left, in tile order.

    Doubles come as soon as their value does. `proven` says whether no line is better but those listed before it.
    """

    start: int
    placed: tuple[Placed, ...]
    left: tuple[Tile, ...]
    points: int
    points_left: int
    proven: bool

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that are laid, in their order."""
        return tuple(one.tile for one in self.placed)

    @property
    def end(self) -> int:
        """The value at the end of the line."""
        return self.placed[-1].outer if self.placed else self.start

    def worth(self, goal: Goal) -> int:
        """Tiles laid, points laid, or points left: the more the better, or the fewer."""
        return {Goal.TILES: len(self.placed), Goal.POINTS: self.points, Goal.LEFT: self.points_left}[goal]


@dataclass(frozen=True, slots=True)
class Lines:
    """The best line and, where they were asked for, the next ones.

    No two lines lay the same tiles, and none only some of those that a line before it lays. `limit` is what no line can
    do better than in the goal; when the best line is proven it is that line's worth.
    """

    goal: Goal
    lines: tuple[Line, ...]
    limit: int

    @property
    def best(self) -> Line:
        """The best line; without a tile if nothing fits."""
        return self.lines[0]


def best_lines(
    hand: Iterable[Tile],
    starts: Iterable[int],
    goal: Goal = Goal.TILES,
    scoring: ScoringRules = PLAIN,
    *,
    may_end_on_double: bool = True,
    runners_up: int = 0,
    go_on: Callable[[], bool] = lambda: True,
) -> Lines:
    """The best line from one of the open ends `starts`, values from 0 to 18, and as many others as `runners_up` says.

    A tile that is in the hand twice can be laid twice. `go_on` is asked between the steps of the search, mostly below a
    millisecond each, whether there is time for more; if not, what is found so far is returned, and is not proven. A
    single line through 15 tiles or fewer is always found and proven.

    Raises:
        LineError: for a start that is no value, for none at all, or for fewer than no runners-up.
    """
    first = tuple(dict.fromkeys(starts))
    if not first:
        raise LineError("A line needs a value to start from.")
    for value in first:
        if type(value) is not int or value not in VALUES:
            raise LineError(f"A line starts from a value from 0 to {VALUES[-1]}, not from {value!r}.")
    if runners_up < 0:
        raise LineError(f"There can be no {runners_up} runners-up; ask for 0 or more.")
    tiles = tuple(sorted(hand))
    edges, unit = _edges(tiles, goal, scoring)
    sets = best_sets(edges, first, not may_end_on_double, runners_up + 1, go_on)
    lines = []
    for number, mask in enumerate(sets.masks):
        chosen = [tile for bit, tile in enumerate(tiles) if mask >> bit & 1]
        left = tuple(tile for bit, tile in enumerate(tiles) if not mask >> bit & 1)
        start = next(value for value in first if _starts_from(chosen, value, may_end_on_double))
        points = hand_points(chosen, scoring), hand_points(left, scoring)
        lines.append(Line(start, lay_out(chosen, start), left, *points, proven=number < sets.proven))
    most = sets.most // unit
    return Lines(goal, tuple(lines), hand_points(tiles, scoring) - most if goal is Goal.LEFT else most)


def lay_out(tiles: Iterable[Tile], start: int) -> tuple[Placed, ...]:
    """Tiles that make a line, in an order that does: round trips are put in where they are met (Hierholzer).

    Which way to go is decided by the order of tiles, so that equal tiles always make the same line.
    """
    at: dict[int, list[Tile]] = {}
    doubles = Counter[int]()
    for tile in sorted(tiles, reverse=True):
        if tile.is_double:
            doubles[tile.low] += 1
        else:
            at.setdefault(tile.low, []).append(tile)
            at.setdefault(tile.high, []).append(tile)
    way, values = [start], list[int]()
    while way:
        value = way[-1]
        if at.get(value):
            tile = at[value].pop()
            other = tile.low + tile.high - value
            at[other].remove(tile)
            way.append(other)
        else:
            values.append(way.pop())
    values.reverse()
    placed = list[Placed]()
    for number, value in enumerate(values):
        if number:
            placed.append(Placed(values[number - 1], value, len(placed) - 1))
        for _ in range(doubles.pop(value, 0)):
            placed.append(Placed(value, value, len(placed) - 1))
    return tuple(placed)


def _starts_from(tiles: Sequence[Tile], start: int, may_end_on_double: bool) -> bool:
    """Whether tiles that make a line from some value make one from this."""
    placed = lay_out(tiles, start)
    if Counter(one.tile for one in placed) != Counter(tiles):
        return False
    return may_end_on_double or not placed or not placed[-1].is_double


def _edges(tiles: Sequence[Tile], goal: Goal, scoring: ScoringRules) -> tuple[Edges, int]:
    """The tiles with one number for what each is worth, and how many of it make 1 in the goal.

    Below the goal comes what decides between equals, and below that so much for each kind of tile that no two sets are
    worth the same.
    """
    points = {tile: tile_points(tile, scoring) for tile in tiles}
    copies = max(Counter(tiles).values(), default=0).bit_length()
    kinds = sorted(points, key=lambda tile: (points[tile], tile))
    last = {tile: 1 << copies * place for place, tile in enumerate(kinds)}
    in_points = goal is not Goal.TILES
    second = 1 << copies * len(kinds)
    seconds = len(tiles) if in_points else sum(points[tile] for tile in tiles)
    unit = second << seconds.bit_length()
    worths = tuple(
        (points[tile] * unit + second if in_points else unit + points[tile] * second) + last[tile] for tile in tiles
    )
    return Edges(tuple((tile.low, tile.high) for tile in tiles), worths), unit
