"""Groups of joints: what is best in them, those that are too tangled, and tables on which there are such."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from datasets.layouts import Pose, footprint
from vision import layout_groups
from vision.layout import TableShape, lay_out
from vision.layout_groups import MOST_TOGETHER, MOST_WIDE, Group, Table, grouped, tables_without, top
from vision.types import Layout


def tangle(seed: int, joints: int, shared: int) -> tuple[list[Table], list[float]]:
    """Random tables over three joints each, and the weights of the joints."""
    rng = np.random.default_rng(seed)
    tables: list[Table] = []
    for _ in range(shared):
        scope = tuple(sorted(rng.choice(joints, 3, replace=False).tolist()))
        cost = rng.uniform(0, 6, (2, 2, 2))
        cost[0, 0, 0] = 0
        tables.append((scope, cost))
    return tables, rng.uniform(0.2, 7, joints).tolist()


def outlines(rng: np.random.Generator, poses: list[tuple[float, float, float]]) -> np.ndarray:
    """In pixels, 100 to a length, of tiles that lie a little off these places and headings (in quarters of a turn)."""
    off = rng.normal(0, 1, (len(poses), 3)) * (0.03, 0.03, 0.03)
    places = np.array(poses) * (1, 1, np.pi / 2) + off
    return np.array([footprint(Pose(x, y, heading), 0.5) for x, y, heading in places.tolist()]) * (100, -100)


def parquet(rows: int, columns: int, pitch: float) -> np.ndarray:
    return outlines(
        np.random.default_rng(5), [(i * pitch, j * pitch, (i + j) % 2) for i in range(columns) for j in range(rows)]
    )


def closed_squares(seed: int, count: int, half: float) -> np.ndarray:
    """Four tiles each, laid around a hole, every end at the side of the next."""
    square = [(-0.25, half - 0.25, 0), (half - 0.25, 0.25, 1), (0.25, 0.25 - half, 2), (0.25 - half, -0.25, 3)]
    poses = [(x + 4 * k, y, turn) for k in range(count) for x, y, turn in square]
    return outlines(np.random.default_rng(seed), poses)


def has_ring(layout: Layout) -> bool:
    of: dict[int, int] = {}
    for joint in layout.joints:
        a, b = (top(of, tile) for tile in joint.tiles)
        if a == b:
            return True
        of[a] = b
    return False


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("without", [(), (0, 4, 7)], ids=["all", "without some"])
def test_the_best_of_a_group_is_the_best_of_all(seed: int, without: tuple[int, ...]) -> None:
    tables, weights = tangle(seed, 11, 9)
    worth, chosen = Group(weights, tables).best(without)

    def total(pick: tuple[int, ...]) -> float:
        costs = sum(float(cost[tuple(pick[joint] for joint in scope)]) for scope, cost in tables)
        return sum(weight * taken for weight, taken in zip(weights, pick, strict=True)) - costs

    every = [pick for pick in product((0, 1), repeat=11) if not any(pick[joint] for joint in without)]
    assert worth == pytest.approx(max(map(total, every)))
    assert worth == pytest.approx(total(tuple(int(joint in chosen) for joint in range(11))))
    assert not set(chosen) & set(without)


def test_groups_are_what_hangs_together_by_tables() -> None:
    cost = np.array([[0.0, 1.0], [1.0, 5.0]])
    free, groups = grouped(range(6), [((0, 3), cost), ((3, 5), cost), ((1, 2), cost)], [1.0] * 6)
    assert free == [4]
    assert [(members, [scope for scope, _ in tables]) for members, tables in groups] == [
        ((0, 3, 5), [(0, 1), (1, 2)]),
        ((1, 2), [(0, 1)]),
    ]


def test_tables_without_a_joint_are_those_where_it_is_not_chosen() -> None:
    cost = np.array([[0.0, 1.0], [2.0, 5.0]])
    ((scope, left),) = tables_without([((0, 3), cost), ((3,), np.array([0.0, 4.0]))], {3})
    assert scope == (0,)
    assert left.tolist() == [0, 2]


@pytest.mark.parametrize("joints", [60, 400])
def test_the_weakest_joints_of_a_tangle_are_left_out(joints: int) -> None:
    tables, weights = tangle(3, joints, 2 * joints)
    free, groups = grouped(range(joints), tables, weights)
    kept = {*free, *(joint for members, _ in groups for joint in members)}
    gone = set(range(joints)) - kept
    assert gone
    assert np.mean([weights[joint] for joint in gone]) < np.mean([weights[joint] for joint in kept])
    for members, shared in groups:
        assert len(members) <= MOST_TOGETHER
        group = Group([weights[joint] for joint in members], shared)
        assert max(len(step.rest) + 1 for step in group._steps) <= MOST_WIDE
        assert group.best()[0] >= 0


def test_no_joint_of_what_is_narrow_enough_is_left_out() -> None:
    chain = [((joint, joint + 1), np.array([[0.0, 0.0], [0.0, 9.0]])) for joint in range(MOST_TOGETHER - 1)]
    free, groups = grouped(range(MOST_TOGETHER), chain, [1.0] * MOST_TOGETHER)
    assert (free, [len(members) for members, _ in groups]) == ([], [MOST_TOGETHER])


def test_closed_squares_are_opened_though_there_are_too_many_cases() -> None:
    for seed in range(8, 16):
        layout = lay_out(closed_squares(seed, 3, 0.7))
        assert len(layout.joints) == 9
        assert not has_ring(layout)


def test_a_parquet_of_a_whole_set_is_laid_out() -> None:
    shape = TableShape(parquet(19, 20, 0.8))
    for engine in (None, 0, 190):
        layout = shape.lay_out(engine)
        assert len(layout.joints) > 200
        assert not has_ring(layout)
        assert all(0.5 <= joint.confidence <= 1 for joint in layout.joints)


def test_bounds_change_no_layout_that_keeps_within_them(monkeypatch: pytest.MonkeyPatch) -> None:
    quads = parquet(4, 4, 0.9)
    within = lay_out(quads)
    monkeypatch.setattr(layout_groups, "MOST_WIDE", 20)
    assert lay_out(quads) == within
    monkeypatch.setattr(layout_groups, "MOST_WIDE", 4)
    beyond = lay_out(quads)
    assert not has_ring(beyond)
    assert beyond.worth < within.worth
