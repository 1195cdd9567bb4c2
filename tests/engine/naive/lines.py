"""All lines of a hand by walking every one of them, and the best sets of tiles among them: slow and plain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain, repeat

from engine.rules import ScoringRules
from engine.tiles import Tile

Set = tuple[Tile, ...]
"""Tiles in tile order; one that is there twice stands twice."""

Rank = tuple[int, int, list[int]]
"""What counts first, what counts among equals, and how many of each tile are laid, from the heaviest on."""


def points(tile: Tile, scoring: ScoringRules) -> int:
    """What a tile costs, told once more."""
    if tile.low == tile.high == 0 and scoring.double_blank > 0:
        return scoring.double_blank
    blanks = [tile.low, tile.high].count(0) * scoring.blank_half
    times = 2 if tile.low == tile.high and scoring.doubles_twice else 1
    return times * (tile.low + tile.high) + blanks


def is_line(tiles: Iterable[tuple[int, int]], start: int, may_end_on_double: bool = True) -> bool:
    """Whether halves (towards the start, away from it) join to a line that may lie so."""
    value, double = start, False
    for inner, outer in tiles:
        if inner != value:
            return False
        value, double = outer, inner == outer
    return may_end_on_double or not double


def all_sets(hand: Set, starts: Iterable[int], may_end_on_double: bool) -> set[Set]:
    """The tiles of every line, each set once.

    Of lines that lay the same tiles and end alike only one is followed: what can come next is the same.
    """
    kinds = sorted(set(hand))
    held = [hand.count(tile) for tile in kinds]
    # How many of each kind a line has laid, the value it ends on, and whether with a double.
    lines = [((0,) * len(kinds), start, False) for start in starts]
    seen = set(lines)
    while lines:
        laid, value, _ = lines.pop()
        for number, tile in enumerate(kinds):
            if value in (tile.low, tile.high) and laid[number] < held[number]:
                more = (*laid[:number], laid[number] + 1, *laid[number + 1 :])
                line = (more, tile.low + tile.high - value, tile.is_double)
                if line not in seen:
                    seen.add(line)
                    lines.append(line)
    counts = {laid for laid, _, double in seen if may_end_on_double or not double}
    return {tuple(chain.from_iterable(map(repeat, kinds, laid))) for laid in counts}


def best_sets(
    hand: Set, starts: Iterable[int], goal: str, scoring: ScoringRules, may_end_on_double: bool, wanted: int
) -> tuple[list[Set], Callable[[Set], Rank]]:
    """The best sets, the best first, without those that are part of a better one; and how they are ranked."""
    costs = {tile: points(tile, scoring) for tile in hand}
    kinds = sorted(costs, key=lambda tile: (costs[tile], tile), reverse=True)

    def rank(tiles: Set) -> Rank:
        total = sum(costs[tile] for tile in tiles)
        laid = Counter(tiles)
        counts = [laid[tile] for tile in kinds]
        return (len(tiles), total, counts) if goal == "tiles" else (total, len(tiles), counts)

    best: list[Set] = []
    for tiles in sorted(all_sets(hand, starts, may_end_on_double), key=rank, reverse=True):
        if not any(Counter(tiles) <= Counter(better) for better in best):
            best.append(tiles)
            if len(best) == wanted:
                break
    return best, rank
