"""The best joints together, against trying everything; rings; the table from above."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from datasets.layouts import Pose, footprint
from vision.geometry import project
from vision.layout_choice import NEVER, Choice, tile_costs
from vision.layout_joints import A_RIGHT, B_RIGHT, END_A, END_B, FAN_A_RIGHT, LEFT, RIGHT, Candidates
from vision.layout_plane import plane


def joints(*rows: tuple[int, int, int, int, float]) -> Candidates:
    """Candidates from (tile, its place, tile, its place, weight)."""
    first, here, second, there, weight = (np.array(column) for column in zip(*rows, strict=True))
    places = np.stack([here, there], axis=1)
    return Candidates(first, second, places, np.zeros(len(rows)), weight.astype(float), np.zeros((len(rows), 2, 2)))


def cost_of_all(places: tuple[int, ...]) -> float:
    """What it costs that there are joints at all of these places of one tile."""
    costs = tile_costs(places)
    return 0.0 if costs is None else float(costs[(1,) * len(places)])


def worth(candidates: Candidates, chosen: tuple[int, ...], tiles: int) -> float:
    """What a choice is worth, straight from the definition; minus infinity with a ring or a forbidden pair."""
    total = float(candidates.weight[list(chosen)].sum())
    groups = list(range(tiles))
    for joint in chosen:
        a, b = groups[candidates.first[joint]], groups[candidates.second[joint]]
        if a == b:
            return -np.inf
        groups = [a if group == b else group for group in groups]
    for tile in range(tiles):
        here = []
        for joint in chosen:
            for side, other in ((0, 1), (1, 0)):
                if (candidates.first, candidates.second)[side][joint] == tile:
                    place, opposite = candidates.places[joint, side], candidates.places[joint, other]
                    on_double = place in (END_A, END_B) and opposite in (RIGHT, LEFT, 8, 9, 10, 11)
                    here.append(int(place) + (12 if on_double else 0))
        cost = cost_of_all(tuple(here))
        if cost >= NEVER:
            return -np.inf
        total -= cost
    return total


@pytest.mark.parametrize("seed", range(60))
def test_nothing_is_better_than_the_choice(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tiles, count = 6, 11
    rows = []
    while len(rows) < count:
        a, b = (int(tile) for tile in rng.choice(tiles, 2, replace=False))
        rows.append((a, int(rng.integers(2)), b, int(rng.integers(12)), float(rng.uniform(0.2, 7))))
    candidates = joints(*rows)
    choice = Choice(candidates, tiles)
    every = [tuple(np.flatnonzero(pick).tolist()) for pick in product([0, 1], repeat=count)]
    best = max(worth(candidates, chosen, tiles) for chosen in every)
    assert worth(candidates, choice.chosen, tiles) == pytest.approx(choice.worth)
    assert choice.worth == pytest.approx(best)


def test_the_weakest_joint_of_a_ring_goes() -> None:
    ring = joints((0, END_A, 1, END_B, 5), (1, END_A, 2, END_B, 2), (2, END_A, 3, END_B, 4), (3, END_A, 0, END_B, 6))
    assert Choice(ring, 4).chosen == (0, 2, 3)


def test_margin_is_what_the_joint_adds() -> None:
    rivals = joints((0, END_A, 1, END_B, 5), (0, END_A, 2, END_B, 3.5))
    choice = Choice(rivals, 3)
    assert choice.chosen == (0,)
    assert choice.margin(0) == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("places", "allowed"),
    [
        ((END_A, END_B), True),
        ((END_A, END_A), False),
        ((RIGHT, LEFT), True),
        ((END_A, A_RIGHT), False),
        ((END_B, A_RIGHT), True),
        ((RIGHT, A_RIGHT), False),
        ((LEFT, A_RIGHT, B_RIGHT), True),
        ((LEFT, RIGHT, FAN_A_RIGHT), True),
        ((LEFT, RIGHT, END_A, END_B), True),
        ((RIGHT, END_A + 12), False),
    ],
)
def test_what_fits_at_one_tile(places: tuple[int, ...], allowed: bool) -> None:
    assert (cost_of_all(places) < NEVER) is allowed
    costs = tile_costs(places)
    assert costs is None or float(costs.flat[0]) == 0


def test_the_plane_undoes_the_camera() -> None:
    rng = np.random.default_rng(5)
    poses = [Pose(*rng.uniform(-5, 5, 2).tolist(), float(rng.uniform(0, 6.3))) for _ in range(25)]
    table = np.array([footprint(pose, 0.5) for pose in poses]) * (1, -1)
    camera = np.array([[300, 40, 2000], [-30, 260, 1500], [0.02, -0.05, 1.0]])
    seen = plane(project(camera, table))
    assert seen.flat.all()
    true, found = (np.linalg.norm(c[:, None] - c[None], axis=2) for c in (table.mean(axis=1), seen.centre))
    assert np.abs(found - true).max() < 0.02
    assert np.abs(seen.length - 1).max() < 0.01
    assert np.abs(project(seen.to_picture, seen.centre) - project(camera, table.mean(axis=1))).max() < 3


def test_the_plane_is_found_among_as_many_standing_tiles() -> None:
    rng = np.random.default_rng(6)
    poses = [Pose(*rng.uniform(-4, 4, 2).tolist(), float(rng.uniform(0, 6.3))) for _ in range(20)]
    flat = np.array([footprint(pose, 0.5) for pose in poses])
    standing = np.array([footprint(Pose(1.1 * i - 10, -6 - 0.3 * (i % 2), 0.0), 0.16) for i in range(20)])
    camera = np.array([[80, 0, 1000], [0, -70, 800], [0.0, 0.03, 1.0]])
    seen = plane(project(camera, np.concatenate([flat, standing])))
    assert seen.flat[:20].all()
    assert not seen.flat[20:].any()
