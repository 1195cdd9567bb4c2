"""Chains on whole tables: floors for true outlines, with noise, and with tiles that were overlooked."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.table_judging import TableScore, judge
from datasets.tables import MOST_TILES, TrueTable, table
from engine.tiles import Tile
from tests.vision.shaken import with_noise, without_some
from vision.geometry import is_convex, overlap_of_smaller
from vision.layout import TableShape, lay_out

SEEDS = range(200)


@pytest.fixture(scope="module")
def tables() -> list[TrueTable]:
    return [table(seed) for seed in SEEDS]


def share(scores: list[TableScore]) -> float:
    return sum(score.exact for score in scores) / sum(score.trains for score in scores)


def test_trains_of_true_outlines(tables: list[TrueTable]) -> None:
    scores = [judge(true, lay_out(true.quads, true.face_down, true.engine)) for true in tables]
    assert share(scores) >= 0.995
    assert sum(score.false_chains for score in scores) <= 0.1 * len(tables)


def test_the_engine_is_found_where_three_trains_start(tables: list[TrueTable]) -> None:
    scores = []
    for true in tables:
        if sum(train.starts_at_engine for train in true.trains) >= 3:
            scores.append(judge(true, lay_out(true.quads, true.face_down)))
    assert len(scores) > 100
    assert np.mean([score.engine for score in scores]) >= 0.98


def test_with_the_true_engine_a_table_is_worth_most(tables: list[TrueTable]) -> None:
    for true in tables[:10]:
        shape = TableShape(true.quads, true.face_down)
        others = [train.links[-1][0] for train in true.trains if len(train.links) > 1]
        assert all(shape.lay_out(true.engine).worth > shape.lay_out(other).worth for other in others)


@pytest.mark.parametrize(("noise", "floor"), [(0.02, 0.99), (0.04, 0.985)])
def test_trains_of_noisy_outlines(tables: list[TrueTable], noise: float, floor: float) -> None:
    scores = []
    for seed, true in enumerate(tables[:100]):
        noisy = with_noise(true, np.random.default_rng(seed), noise)
        scores.append(judge(true, lay_out(noisy.quads, noisy.face_down, true.engine)))
    assert share(scores) >= floor


def test_trains_without_overlooked_tiles_stay_right(tables: list[TrueTable]) -> None:
    whole = right = 0
    for seed, true in enumerate(tables[:100]):
        numbers, quads = without_some(true, np.random.default_rng(seed), 0.02)
        score = judge(true, lay_out(quads, true.face_down, numbers.tolist().index(true.engine)), numbers.tolist())
        left = set(numbers.tolist())
        for number, train in enumerate(true.trains):
            if all(tile in left for tile, _, _ in train.links):
                whole += 1
                right += number not in score.wrong
    assert right / whole >= 0.99


def test_tables_are_as_they_claim(tables: list[TrueTable]) -> None:
    for true in tables[:60]:
        assert len(true.quads) == len(true.values) <= MOST_TILES
        assert len({Tile.of(*values) for values in true.values}) == len(true.values)
        assert is_convex(true.quads).all()
        laid = [true.engine, *(tile for train in true.trains for tile, _, _ in train.links)]
        overlap = overlap_of_smaller(true.quads[laid])
        assert overlap[~np.eye(len(laid), dtype=bool)].max(initial=0) < 1e-6
        everything = [*laid, *(tile for hand in true.hands for tile in hand), *true.loose]
        assert sorted(everything) == list(range(len(true.quads)))


def test_trains_follow_the_rules(tables: list[TrueTable]) -> None:
    for true in tables[:60]:
        for train in true.trains:
            outer = []
            for tile, inner, on in train.links:
                a, b = true.values[tile]
                towards, away = (b, a) if inner == 1 else (a, b)
                assert towards == (true.values[true.engine][0] if on < 0 else outer[on])
                assert inner is not None or a == b
                outer.append(away)


def test_all_kinds_of_tables_occur(tables: list[TrueTable]) -> None:
    forks = sum(
        len(train.links) - 1 > len({on for _, _, on in train.links if on >= 0}) for t in tables for train in t.trains
    )
    assert forks > 20
    assert {len([train for train in true.trains if train.kind == "personal"]) for true in tables} >= set(range(2, 9))
    assert sum(train.kind == "mexican" and not train.starts_at_engine for t in tables for train in t.trains) > 50
    assert sum(len(true.hands) for true in tables) > 100
    assert sum(len(true.face_down) for true in tables) > 1000
    assert max(len(true.quads) for true in tables) >= 65


def test_a_judge_sees_what_is_wrong(tables: list[TrueTable]) -> None:
    true = next(t for t in tables if len(t.trains) >= 4 and len(t.trains[0].links) >= 3)
    second = true.trains[0].links[1][0]
    moved = true.quads.copy()
    moved[second] += np.ptp(moved, axis=(0, 1)) * 3
    score = judge(true, lay_out(moved, true.face_down, true.engine))
    assert 0 in score.wrong
    turned = true.quads.copy()
    turned[second] = turned[second][[2, 3, 0, 1]]
    if true.values[second][0] != true.values[second][1]:
        assert 0 in judge(true, lay_out(turned, true.face_down, true.engine)).wrong


def test_one_seed_is_one_table() -> None:
    first, again = table(7), table(7)
    assert first.values == again.values
    assert (first.quads == again.quads).all()
