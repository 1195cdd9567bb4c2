"""All lines of a hand by walking every one of them, and the best sets of tiles among them: slow and plain."""

from __future__ import annotations

from collections.abc import Callable, Iterable

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
    found: set[Set] = set()
    for start in starts:
        seen: set[tuple[Set, int, bool]] = set()
        lines: list[Set] = [()]
        values = [start]
        while lines:
            laid, value = lines.pop(), values.pop()
            double = bool(laid) and laid[-1].is_double
            tiles = tuple(sorted(laid))
            if (tiles, value, double) in seen:
                continue
            seen.add((tiles, value, double))
            if may_end_on_double or not double:
                found.add(tiles)
            for tile in set(hand):
                if value in (tile.low, tile.high) and laid.count(tile) < hand.count(tile):
                    lines.append((*laid, tile))
                    values.append(tile.low + tile.high - value)
    return found


def best_sets(
    hand: Set, starts: Iterable[int], goal: str, scoring: ScoringRules, may_end_on_double: bool, wanted: int
) -> tuple[list[Set], Callable[[Set], Rank]]:
    """The best sets, the best first, without those that are part of a better one; and how they are ranked."""
    costs = {tile: points(tile, scoring) for tile in hand}
    kinds = sorted(costs, key=lambda tile: (costs[tile], tile), reverse=True)

    def rank(tiles: Set) -> Rank:
        total = sum(costs[tile] for tile in tiles)
        counts = [tiles.count(tile) for tile in kinds]
        return (len(tiles), total, counts) if goal == "tiles" else (total, len(tiles), counts)

    best: list[Set] = []
    for tiles in sorted(all_sets(hand, starts, may_end_on_double), key=rank, reverse=True):
        if not any(all(tiles.count(tile) <= better.count(tile) for tile in kinds) for better in best):
            best.append(tiles)
            if len(best) == wanted:
                break
    return best, rank
