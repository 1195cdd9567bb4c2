"""Tables before they are drawn: lines without forks, and faults that are what they claim."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from datasets.table_faults import (
    DUPLICATE,
    ENDS_DIFFER,
    NOT_FROM_ENGINE,
    NOT_IN_SET,
    concerned,
    with_faults,
)
from datasets.table_lines import lines_of, without, without_ties
from datasets.table_trains import random_habits
from datasets.tables import LaidTable, Plan, TrueTrain, lay_table

SEEDS = range(40)


@pytest.fixture(scope="module")
def tables() -> list[LaidTable]:
    laid = []
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        highest = (9, 12, 15, 18)[seed % 4]
        mexican = ("apart", "beside", "hub", "none")[seed % 3]
        laid.append(without_ties(lay_table(rng, Plan(highest, 0.5, 2 + seed % 6, mexican, 25, random_habits(rng)))))
    return laid


def joints(laid: LaidTable) -> list[tuple[int, int | None, int, int]]:
    """For each tile of a train: its number, the tile below (None: none), and the two values that should agree."""
    found = []
    for train in laid.trains:
        for tile, inner, on in train.links:
            towards = laid.values[tile][inner or 0]
            if on >= 0:
                below, half, _ = train.links[on]
                found.append((tile, below, laid.values[below][1 - (half or 0)], towards))
            else:
                found.append((tile, 0 if train.starts_at_engine else None, laid.values[0][0], towards))
    return found


def test_the_longest_part_is_the_train_and_the_others_are_branches() -> None:
    fork = TrueTrain("personal", True, ((1, 0, -1), (2, None, 0), (3, 0, 1), (4, 1, 1), (5, 0, 3), (6, 1, 0)))
    # 1 carries the double 2 and, as no table has it, 6; 2 carries 3 and 4, and 4 carries 5.
    first, second, third = lines_of([fork])
    assert (first.tiles, first.inner, first.branch_of) == ((1, 2, 4, 5), (0, None, 1, 0), None)
    assert (second.tiles, second.branch_of) == ((6,), 1)
    assert (third.tiles, third.branch_of) == ((3,), 2)


def test_lines_hold_each_tile_of_a_train_once(tables: list[LaidTable]) -> None:
    for laid in tables:
        lines = lines_of(laid.trains)
        assert sorted(tile for line in lines for tile in line.tiles) == sorted(
            tile for train in laid.trains for tile, _, _ in train.links
        )
        for line in lines:
            assert (line.branch_of is None) == (line.tiles[0] in {train.links[0][0] for train in laid.trains})


def test_no_two_parts_are_the_longest(tables: list[LaidTable]) -> None:
    forks = 0
    for laid in tables:
        lines = lines_of(laid.trains)

        def weight(tile: int, train: TrueTrain) -> int:
            place = next(place for place, link in enumerate(train.links) if link[0] == tile)
            return 1 + sum(weight(above, train) for above, _, on in train.links if on == place)

        for line in lines:
            if line.branch_of is None:
                continue
            train = laid.trains[line.train]
            main = next(other for other in lines if line.branch_of in other.tiles)
            onwards = main.tiles[main.tiles.index(line.branch_of) + 1]
            assert weight(onwards, train) > weight(line.tiles[0], train)
            forks += 1
    assert forks > 10


def test_tiles_taken_off_leave_a_table_counted_anew(tables: list[LaidTable]) -> None:
    laid = next(table for table in tables if table.hands and len(table.trains[0].links) > 2)
    last = laid.trains[0].links[-1][0]
    less = without(laid, {last})
    assert len(less.up) == len(less.values) == len(laid.up) - 1
    assert [less.values[tile] for tile in less.hands[0]] == [laid.values[tile] for tile in laid.hands[0]]
    assert all(one == other for _, _, one, other in joints(less))


def test_tables_without_faults_fit(tables: list[LaidTable]) -> None:
    for laid in tables:
        same, faults = with_faults(np.random.default_rng(1), laid, ())
        assert same == laid
        assert faults == ()
        assert all(one == other for _, _, one, other in joints(laid))
        assert max(Counter(tuple(sorted(pair)) for pair in laid.values).values()) == 1


@pytest.mark.parametrize("code", [ENDS_DIFFER, DUPLICATE, NOT_FROM_ENGINE, NOT_IN_SET])
def test_a_fault_is_what_it_claims_and_nothing_else_is_wrong(tables: list[LaidTable], code: str) -> None:
    planted = 0
    for seed, laid in enumerate(tables):
        wrong, faults = with_faults(np.random.default_rng(seed), laid, ((code, 1.0),))
        assert wrong.up == laid.up
        assert wrong.trains == laid.trains
        if not faults:
            continue
        planted += 1
        (fault,) = faults
        assert fault.code == code
        assert [tile for tile, pair in enumerate(wrong.values) if pair != laid.values[tile]] == [fault.tile]
        differ = [(tile, below) for tile, below, one, other in joints(wrong) if one != other]
        doubled = [pair for pair, n in Counter(tuple(sorted(p)) for p in wrong.values).items() if n > 1]
        foreign = [tile for tile, pair in enumerate(wrong.values) if max(pair) > wrong.highest]
        assert (code == DUPLICATE) == (len(doubled) == 1)
        assert foreign == ([fault.tile] if code == NOT_IN_SET else [])
        assert wrong.values[fault.tile][0] != wrong.values[fault.tile][1]
        if code == ENDS_DIFFER:
            assert fault.tile in {tile for tile, below in differ if below != 0}
            assert all(fault.tile in joint for joint in differ)
        elif code == NOT_FROM_ENGINE:
            assert differ == [(fault.tile, 0)]
        else:
            assert differ == []
        assert fault.tile in concerned(wrong, fault)
        assert len(concerned(wrong, fault)) == (1 if code == NOT_IN_SET else 2)
    assert planted >= (15 if code == NOT_IN_SET else 30)


def test_faults_keep_away_from_each_other(tables: list[LaidTable]) -> None:
    both = 0
    for seed, laid in enumerate(tables):
        wrong, faults = with_faults(np.random.default_rng(seed), laid, ((ENDS_DIFFER, 1.0), (ENDS_DIFFER, 1.0)))
        at = {fault.tile for fault in faults}
        assert len(at) == len(faults)
        assert not any({tile, below} <= at for tile, below, _, _ in joints(wrong))
        both += len(faults) == 2
    assert both > 25


def test_chances_are_kept(tables: list[LaidTable]) -> None:
    codes = Counter(
        fault.code
        for seed in range(10)
        for number, laid in enumerate(tables)
        for fault in with_faults(np.random.default_rng([seed, number]), laid, ((ENDS_DIFFER, 0.3), (DUPLICATE, 0.1)))[1]
    )
    assert codes[ENDS_DIFFER] / 400 == pytest.approx(0.3, abs=0.07)
    assert codes[DUPLICATE] / 400 == pytest.approx(0.1, abs=0.05)
