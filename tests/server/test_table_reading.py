"""Tables made up by hand: values settled by neighbours, mistakes kept, trains from the engine outwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from engine.state import Placed
from engine.tiles import DominoSet, Tile
from server.bridge import SURE
from server.table_reading import ALIKE, BORNE_OUT_AT_MOST, LikelyEngine, likely_engines, read_table
from server.table_values import NEVER, Touch, best_values
from vision.types import Chain, Joint, JointKind, Layout, Link

TWELVE = DominoSet(12)


def joint(a: int, half_a: int | None, b: int, half_b: int | None, confidence: float = 0.99) -> Joint:
    return Joint((a, b), (half_a, half_b), JointKind.END, 0.0, confidence, ((0.0, 0.0), (0.0, 0.0)))


def train(*links: Link, from_engine: bool = True) -> Chain:
    return Chain(links, from_engine)


def one_train(engine: int | None = 0) -> Layout:
    """Engine 0, then tiles 1 and 2, each with half A towards the engine."""
    joints = (joint(1, 0, 0, None), joint(1, 1, 2, 0))
    chain = train(Link(1, 0, -1, 0), Link(2, 0, 0, 1))
    return Layout(engine, joints, (chain,), (), (), 7)


def test_a_neighbour_settles_what_is_unsure(seen) -> None:
    tiles = [seen.tile(12, 12), seen.tile(12, {5: 0.45, 6: 0.55}), seen.tile(5, 3)]
    reading = read_table(seen.photo(tiles), [one_train()], TWELVE)
    assert reading.values == ((12, 12), (12, 5), (5, 3))
    assert reading.settled == (1,)
    assert 0.8 < reading.confidence[1] < BORNE_OUT_AT_MOST, "surer than by itself, yet a set may have alike values"
    assert reading.trains[0].placed == (Placed(12, 5, -1), Placed(5, 3, 0))
    assert reading.gap == 0


def test_what_is_sure_stays_and_is_a_finding(seen) -> None:
    tiles = [seen.tile(12, 12), seen.tile(12, 6), seen.tile(5, 3)]
    reading = read_table(seen.photo(tiles), [one_train()], TWELVE)
    assert reading.values == ((12, 12), (12, 6), (5, 3))
    assert reading.settled == ()
    assert reading.trains[0].placed == (Placed(12, 6, -1), Placed(5, 3, 0))


def test_no_tile_is_read_twice_when_one_is_unsure(seen) -> None:
    tiles = [seen.tile(3, 4), seen.tile({3: 0.6, 2: 0.4}, 4), seen.tile({3: 0.7, 1: 0.3}, {4: 0.7, 5: 0.3})]
    layout = Layout(None, (), (), (), (0, 1, 2), 0)
    reading = read_table(seen.photo(tiles), [layout], TWELVE)
    assert len({Tile.of(*values) for values in reading.values}) == 3
    assert reading.values[0] == (3, 4)
    twice = read_table(seen.photo(tiles[:2]), [layout], TWELVE, copies=2)
    assert twice.values == ((3, 4), (3, 4))


def test_two_sure_copies_stay(seen) -> None:
    reading = read_table(seen.photo([seen.tile(3, 4), seen.tile(4, 3)]), [Layout(None, (), (), (), (0, 1), 0)], TWELVE)
    assert reading.values == ((3, 4), (4, 3))


def test_a_tile_that_is_renamed_for_being_a_copy_is_not_sure(seen) -> None:
    tiles = [seen.tile(3, 4), seen.tile({3: 0.95, 5: 0.05}, 4)]
    reading = read_table(seen.photo(tiles), [Layout(None, (), (), (), (0, 1), 0)], TWELVE)
    assert reading.values == ((3, 4), (5, 4))
    assert reading.settled == (1,)
    # As a copy it would be 0.95 x the odds of one, 0.01, against 0.05.
    left = 1 - ALIKE * (1 - 0.05)
    assert reading.confidence[1] == pytest.approx(left * 0.05 / (0.05 + 0.0095), abs=0.01)


@pytest.mark.parametrize("seen_as", [0.75, 0.9, 0.96])
def test_what_only_neighbours_bear_out_is_never_sure(seen, seen_as) -> None:
    """Whoever takes one 13 for an 11 takes all of them for it, and the ends agree."""
    unsure = {11: seen_as, 10: 1 - seen_as}
    tiles = [seen.tile(12, 12), seen.tile(12, unsure), seen.tile(unsure, 3)]
    reading = read_table(seen.photo(tiles), [one_train()], TWELVE)
    assert reading.values == ((12, 12), (12, 11), (11, 3))
    for number in (1, 2):
        assert tiles[number].confidence(*reading.values[number]) < SURE
        assert reading.confidence[number] < SURE


def test_a_tile_across_is_a_double(seen) -> None:
    tiles = [seen.tile(7, 5), seen.tile({5: 0.6, 6: 0.4}, {6: 0.6, 5: 0.4}), seen.tile(5, 1)]
    joints = (joint(0, 1, 1, None), joint(1, None, 2, 0))
    chain = train(Link(0, 0, -1, None), Link(1, None, 0, 0), Link(2, 0, 1, 1), from_engine=False)
    reading = read_table(seen.photo(tiles), [Layout(None, joints, (chain,), (), (), 0)], TWELVE)
    assert reading.values[1] == (5, 5)


def test_the_layout_under_which_values_agree_is_taken(seen) -> None:
    tiles = [seen.tile(9, 9), seen.tile(9, 4), seen.tile(4, 4)]
    right, wrong = one_train(), one_train(engine=2)
    wrong = Layout(
        2, (joint(1, 0, 2, None), joint(1, 1, 0, None)), (train(Link(1, 0, -1, 0), Link(0, None, 0, 1)),), (), (), 0
    )
    assert read_table(seen.photo(tiles), [wrong, right], TWELVE).engine == 0
    assert [engine.number for engine in likely_engines(seen.photo(tiles), TWELVE)] == [0, 2]


def test_doubles_with_their_value_beside_them_are_tried_first(seen) -> None:
    far = [seen.tile(value, value, (100.0 + 500 * value, 900.0)) for value in range(12, 6, -1)]
    tiles = [*far, seen.tile(2, 2, (100.0, 100.0)), seen.tile(2, 5, (150.0, 100.0)), seen.tile(2, 6, (50.0, 100.0))]
    likely = likely_engines(seen.photo(tiles), TWELVE)
    assert likely[0] == LikelyEngine(6, 2, 2)
    assert [(engine.number, engine.value) for engine in likely[1:]] == [(number, 12 - number) for number in range(5)]


def test_of_two_possible_engines_the_one_of_the_round(seen) -> None:
    # 4-4, then 4-9, then 9-9: either double can be what the other tiles start from.
    tiles = [seen.tile(9, 9), seen.tile(9, 4), seen.tile(4, 4)]
    other = Layout(2, (joint(1, 1, 2, None), joint(1, 0, 0, None)),
                   (train(Link(1, 1, -1, 0), Link(0, None, 0, 1)),), (), (), 0)  # fmt: skip
    photo = seen.photo(tiles)
    none = Layout(None, other.joints, (train(Link(0, None, -1, None), from_engine=False),), (), (), 0)
    assert read_table(photo, [none, other, one_train()], TWELVE).engine == 0
    assert read_table(photo, [none, one_train(), other], TWELVE, engine_value=4).engine == 2
    # And where nobody knows the round, the one whose trains lie more as trains do.
    assert read_table(photo, [none, one_train(), replace(other, worth=1.0)], TWELVE).engine == 2


def test_a_train_apart_starts_with_the_engines_value(seen) -> None:
    tiles = [seen.tile(12, 12), seen.tile(12, 5), seen.tile(8, 3), seen.tile(8, 12)]
    joints = (joint(1, 0, 0, None), joint(2, 0, 3, 0))
    chains = (train(Link(1, 0, -1, 0)), train(Link(2, 1, -1, None), Link(3, 0, 0, 1), from_engine=False))
    reading = read_table(seen.photo(tiles), [Layout(0, joints, chains, (), (), 0)], TWELVE)
    mexican = reading.trains[1]
    assert mexican.starts
    assert mexican.tiles == (3, 2)
    assert mexican.placed == (Placed(12, 8, -1), Placed(8, 3, 0))


def test_one_loose_tile_with_the_engines_value_is_the_mexican_train(seen) -> None:
    tiles = [
        seen.tile(12, 12),
        seen.tile(12, 5),
        seen.tile(5, 3),
        seen.tile(8, 12, (900, 900)),
        seen.tile(1, 2, (900, 500)),
    ]
    layout = one_train()
    layout = Layout(0, layout.joints, layout.chains, (), (3, 4), 0)
    reading = read_table(seen.photo(tiles), [layout], TWELVE)
    assert [(one.tiles, one.placed, one.starts) for one in reading.trains[1:]] == [((3,), (Placed(12, 8),), True)]
    two = read_table(seen.photo([*tiles, seen.tile(12, 7, (500, 900))]),
                     [Layout(0, layout.joints, layout.chains, (), (3, 4, 5), 0)], TWELVE)  # fmt: skip
    assert len(two.trains) == 1


def test_no_layout_is_a_mistake(seen) -> None:
    with pytest.raises(ValueError, match="at least one layout"):
        read_table(seen.photo([]), [], TWELVE)


def worth(values: Sequence[tuple[int, int]], scores: np.ndarray, touches: Sequence[Touch], cost: float) -> float:
    total = sum(float(scores[tile][pair]) for tile, pair in enumerate(values))
    for touch in touches:
        shown = []
        for tile, half in zip(touch.tiles, touch.halves, strict=True):
            a, b = values[tile]
            if half is None and a != b:
                return NEVER
            shown.append(values[tile][half or 0])
        total += touch.agree if shown[0] == shown[1] else touch.differ
    return total + cost * (len(values) - len({tuple(sorted(pair)) for pair in values}))


@pytest.mark.parametrize("seed", range(25))
def test_nothing_is_better_than_the_best_values(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tiles, count = 4, 3
    scores = np.log(rng.dirichlet(np.full(count * count, 0.4), tiles).reshape(tiles, count, count) + 1e-4)
    halves = [None, 0, 1]
    touches = [
        Touch((int(rng.integers(tile)), tile), (halves[rng.integers(3)], halves[rng.integers(3)]), 0.9, -1.5)
        for tile in range(1, tiles)
        if rng.random() < 0.8
    ]
    answer = best_values(scores, touches, [False] * tiles, 1, -2.0)
    pairs = list(product(range(count), repeat=2))
    everything = [(worth(values, scores, touches, -2.0), values) for values in product(pairs, repeat=tiles)]
    best = max(everything)[0]
    assert answer.gap == 0
    assert answer.worth == pytest.approx(best)
    assert worth(answer.values, scores, touches, -2.0) == pytest.approx(best)


def test_probabilities_are_those_of_all_readings() -> None:
    rng = np.random.default_rng(3)
    scores = np.log(rng.dirichlet(np.full(9, 0.5), 3).reshape(3, 3, 3) + 1e-3)
    touches = [Touch((0, 1), (1, None), 0.8, -1.0), Touch((1, 2), (None, 0), 0.8, -1.0)]
    answer = best_values(scores, touches, [False] * 3, 3, -2.0)
    total = np.zeros((3, 3, 3))
    pairs = list(product(range(3), repeat=2))
    for values in product(pairs, repeat=3):
        weight = np.exp(worth(values, scores, touches, 0.0))
        for tile, pair in enumerate(values):
            total[tile][pair] += weight
    assert answer.pairs() == pytest.approx(total / total.sum(axis=(1, 2), keepdims=True), abs=1e-9)


def test_tiles_in_a_ring_are_refused() -> None:
    touches = [Touch((0, 1), (0, 0), 0.0, 0.0), Touch((1, 2), (1, 0), 0.0, 0.0), Touch((2, 0), (1, 1), 0.0, 0.0)]
    with pytest.raises(ValueError, match="ring"):
        best_values(np.zeros((3, 3, 3)), touches, [False] * 3, 1, -1.0)
