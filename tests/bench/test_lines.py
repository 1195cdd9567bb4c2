"""The best line through random hands of a double-12 set, beside plain depth-first search in the same run.

A round is one hand: the median is the one to read. The depth-first search is what peers do; it stops where a hand would
take it minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.lines import Goal, best_lines
from engine.tiles import DominoSet, Tile

Hand = tuple[tuple[Tile, ...], int]
"""Tiles and the value to start from, which one of them shows."""


def random_hand(rng: Random, size: int) -> Hand:
    tiles = tuple(rng.sample(DominoSet(12).tiles(), size))
    tile = rng.choice(tiles)
    return tiles, rng.choice((tile.low, tile.high))


def most_tiles(tiles: Sequence[Tile], start: int) -> int:
    return len(best_lines(tiles, [start], Goal.TILES).best.placed)


def most_points(tiles: Sequence[Tile], start: int) -> int:
    return best_lines(tiles, [start], Goal.POINTS).best.points


def four_lines(tiles: Sequence[Tile], start: int) -> int:
    return len(best_lines(tiles, [start], runners_up=3).lines)


def depth_first(tiles: Sequence[Tile], start: int) -> int:
    """Most tiles, by laying every tile that fits and going on from there."""
    at: dict[int, list[tuple[int, int]]] = {}
    for number, tile in enumerate(tiles):
        at.setdefault(tile.low, []).append((1 << number, tile.high))
        if not tile.is_double:
            at.setdefault(tile.high, []).append((1 << number, tile.low))

    def longest(value: int, used: int) -> int:
        best = 0
        for bit, other in at.get(value, ()):
            if not used & bit:
                best = max(best, 1 + longest(other, used | bit))
        return best

    return longest(start, 0)


CASES = [
    (find, size, hands)
    for size, hands in [(15, 100), (28, 100), (45, 20), (91, 20)]
    for find in (most_tiles, most_points, four_lines)
] + [(depth_first, 15, 100), (depth_first, 20, 20), (depth_first, 23, 10)]


@pytest.mark.benchmark(group="the best line through a hand")
@pytest.mark.parametrize(("find", "size", "hands"), CASES, ids=[f"{find.__name__}-{size}" for find, size, _ in CASES])
def test_lines(benchmark: BenchmarkFixture, find: Callable[..., int], size: int, hands: int) -> None:
    rng = Random(size)
    benchmark.pedantic(find, setup=lambda: (random_hand(rng, size), {}), rounds=hands, warmup_rounds=1)


def test_depth_first_search_finds_as_many_tiles() -> None:
    rng = Random(1)
    for _ in range(20):
        hand = random_hand(rng, 13)
        assert depth_first(*hand) == most_tiles(*hand)
