"""Joints and chains from outlines: every kind of joint, and what must not change them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from datasets.joint_cases import CASES, DRAWING, Case, drawing
from datasets.layouts import Pose, footprint
from vision.geometry import project
from vision.layout import lay_out
from vision.layout_chains import chain_from
from vision.types import Chain, JointKind, Layout

SLANTED = np.array([[1.1, 0.25, 300], [-0.1, 0.9, 200], [0.0004, -0.0007, 1.0]])
"""A camera that looks at the table from the side."""


def quads(*tiles: tuple[float, float, float]) -> np.ndarray:
    """Outlines in pixels, 60 to a length, of tiles as x, y (away from the viewer) and heading in degrees."""
    corners = [footprint(Pose(x, y, np.radians(heading)), 0.5) for x, y, heading in tiles]
    return np.array(corners) * (60, -60) + (400, 300)


def joined(layout: Layout) -> set[tuple[frozenset[int], JointKind]]:
    return {(frozenset(joint.tiles), joint.kind) for joint in layout.joints}


def links(chain: Chain) -> list[tuple[int, int | None, int]]:
    return [(link.tile, link.inner, link.on) for link in chain.links]


@pytest.mark.parametrize("case", CASES, ids=[case.title for case in CASES])
def test_each_case_of_the_drawing(case: Case) -> None:
    layout = lay_out(case.outlines(), engine=case.engine)
    assert sorted(joint.kind for joint in layout.joints) == sorted(case.kinds)
    for joint in layout.joints:
        assert 0.5 < joint.confidence < 1
        assert -0.1 < joint.gap < 0.9


def test_the_drawing_is_the_one_of_these_cases() -> None:
    assert DRAWING.read_text(encoding="utf-8") == drawing()


@pytest.mark.parametrize("case", CASES, ids=[case.title for case in CASES])
def test_a_slanting_view_changes_nothing(case: Case) -> None:
    straight = lay_out(case.outlines(), engine=case.engine)
    slanting = lay_out(project(SLANTED, case.outlines()), engine=case.engine)
    assert joined(slanting) == joined(straight)


@pytest.mark.parametrize("case", CASES, ids=[case.title for case in CASES])
def test_neither_order_nor_names_of_halves_matter(case: Case) -> None:
    order = np.random.default_rng(3).permutation(len(case.tiles))
    turned = case.outlines()[:, (2, 3, 0, 1)][order]
    engine = None if case.engine is None else int(np.flatnonzero(order == case.engine)[0])
    layout = lay_out(turned, engine=engine)
    straight = lay_out(case.outlines(), engine=case.engine)
    assert {(frozenset(int(order[t]) for t in tiles), kind) for tiles, kind in joined(layout)} == joined(straight)
    halves = {
        frozenset((int(order[t]), None if h is None else 1 - h) for t, h in zip(j.tiles, j.halves, strict=True))
        for j in layout.joints
    }
    assert halves == {frozenset(zip(j.tiles, j.halves, strict=True)) for j in straight.joints}


def test_a_train_from_the_engine_outwards() -> None:
    # The engine, a tile with half B inwards, a double across, then a fork: one ahead, one at the double's end.
    table = quads((0, 0, 90), (0.85, 0, 0), (1.65, 0, 90), (2.45, 0, 180), (1.65, 1.05, 90), (1.65, 2.1, -90))
    (chain,) = lay_out(table, engine=0).chains
    assert chain.from_engine
    assert sorted(links(chain)) == [
        (1, 1, -1),
        (2, None, 0),
        (3, 0, 1),
        (4, 1, 1),
        (5, 0, links(chain).index((4, 1, 1))),
    ]


def test_the_engine_is_where_the_trains_point() -> None:
    spokes = [(1.5 * np.cos(a), 1.5 * np.sin(a), np.degrees(a)) for a in np.radians([10, 80, 150, 220, 300])]
    more = [(2.55 * np.cos(a), 2.55 * np.sin(a), np.degrees(a)) for a in np.radians([10, 80])]
    layout = lay_out(quads(*spokes, *more, (0, 0, 33)))
    assert layout.engine == 7
    assert sorted([link.tile for link in chain.links] for chain in layout.chains) == [[0, 5], [1, 6], [2], [3], [4]]


def test_one_train_alone_has_no_engine_and_two_possible_starts() -> None:
    table = quads((0, 0, 0), (1.05, 0, 180), (1.85, 0, 90), (2.65, 0, 0))
    layout = lay_out(table)
    (chain,) = layout.chains
    assert layout.engine is None
    assert not chain.from_engine
    assert links(chain_from(layout, 0)) == [(0, 1, -1), (1, 0, 0), (2, None, 1), (3, 1, 2)]
    assert links(chain_from(layout, 3)) == [(3, 0, -1), (2, None, 0), (1, 1, 1), (0, 0, 2)]
    assert links(chain) in (links(chain_from(layout, 0)), links(chain_from(layout, 3)))


def test_a_train_of_tiles_too_far_apart_is_two() -> None:
    assert len(lay_out(quads((0, 0, 0), (1.45, 0, 0))).joints) == 1
    layout = lay_out(quads((0, 0, 0), (1.7, 0, 0)))
    assert layout.joints == ()
    assert layout.loose == (0, 1)


def test_confidence_falls_with_gap_shift_and_turn() -> None:
    near = (0.0, 0.0, 0.0)
    confidences = [
        [lay_out(quads(near, other)).joints[0].confidence for other in others]
        for others in (
            [(1.02, 0, 0), (1.2, 0, 0), (1.4, 0, 0)],
            [(1.02, 0, 0), (1.02, 0.08, 0), (1.02, 0.14, 0)],
            [(1.02, 0, 0), (1.04, 0, 8), (1.06, 0, 14)],
        )
    ]
    for row in confidences:
        assert row == sorted(row, reverse=True)
        assert row[0] - row[-1] > 1e-3


def test_hands_are_rows_and_never_trains() -> None:
    hand = [(0.54 * i, y, 90) for y in (0, 1.05) for i in range(5)]
    layout = lay_out(quads(*hand, (-3, 0, 0), (-4.03, 0, 0)))
    assert layout.joints[0].tiles in ((10, 11), (11, 10))
    assert len(layout.joints) == 1
    assert sorted(tile for row in layout.rows for tile in row) == list(range(10))
    assert layout.loose == ()


def test_three_trains_side_by_side_at_a_fork_are_no_hand() -> None:
    fork = [(0, 0, 0), (0.8, 0, 90), (1.6, 0.27, 0), (1.6, -0.27, 0)]
    passing = [(1.6, -0.85, 0), (2.63, -0.85, 0)]
    layout = lay_out(quads(*fork, *passing))
    assert layout.rows == ()
    assert {frozenset(joint.tiles) for joint in layout.joints} == {
        frozenset(pair) for pair in ((0, 1), (1, 2), (1, 3), (4, 5))
    }


def test_no_joint_across_a_tile_face_down() -> None:
    ends = quads((0, 0, 0), (1.45, 0, 0))
    between = quads((0.725, 0, 90))
    assert len(lay_out(ends).joints) == 1
    layout = lay_out(ends, quads((0.725, 0, 90), (4, 0, 0))[:1] * 1.0)
    assert layout.joints == ()
    assert layout.face_down == len(between) == 1


def test_trains_that_meet_make_no_ring() -> None:
    # Two trains from one engine bend towards each other until their ends nearly touch.
    left = [(-0.8, 0, 0), (-1.83, 0, 0), (-2.08, 0.8, 90), (-2.08, 1.83, 90), (-1.28, 2.08, 0)]
    right = [(-x, y, heading) for x, y, heading in left]
    layout = lay_out(quads((0, 0, 90), *left, *right, (-0.25 + 0.02, 2.08, 0), (1.05 - 0.25, 2.08, 0)), engine=0)
    tiles = len({tile for joint in layout.joints for tile in joint.tiles})
    assert len(layout.joints) < tiles
    assert all(chain.from_engine for chain in layout.chains)


def test_standing_tiles_are_in_no_chain() -> None:
    flat = [(0, 0, 0), (1.03, 0, 0), (2.06, 0, 0), (0.3, 2, 60), (4, 1, 20), (-2, -1, 140)]
    table = quads(*flat, (0, -3, 0), (1.05, -3, 0), (2.1, -3, 0))
    table[6:, :, 1] = 480 + (table[6:, :, 1] - 480) * 0.3
    layout = lay_out(table)
    assert {frozenset(joint.tiles) for joint in layout.joints} == {frozenset((0, 1)), frozenset((1, 2))}
    assert set(layout.loose) == {3, 4, 5, 6, 7, 8}


def test_every_tile_is_somewhere_once() -> None:
    for case in CASES:
        layout = lay_out(case.outlines(), engine=case.engine)
        chained = [link.tile for chain in layout.chains for link in chain.links]
        places = [*chained, *layout.loose, *(tile for row in layout.rows for tile in row)]
        if layout.engine is not None:
            places.append(layout.engine)
        assert sorted(places) == list(range(len(case.tiles)))


def test_joints_lie_between_their_tiles() -> None:
    table = CASES[0].outlines()
    for joint in lay_out(table).joints:
        middle = table[list(joint.tiles)].mean(axis=(0, 1))
        assert np.abs(np.array(joint.at) - middle).max() < 5


@pytest.mark.parametrize("count", [0, 1])
def test_hardly_any_tiles(count: int) -> None:
    layout = lay_out(quads((0, 0, 0))[:count])
    assert (layout.joints, layout.chains, layout.engine) == ((), (), None)
    assert layout.loose == tuple(range(count))


def test_outlines_that_are_none_do_no_harm() -> None:
    table = quads((0, 0, 0), (1.03, 0, 0), (2.06, 0, 0), (5, 1, 0), (7, 2, 0))
    table[3] = table[3, 0]
    table[4, :, 0] = 800
    layout = lay_out(table)
    assert {frozenset(joint.tiles) for joint in layout.joints} == {frozenset((0, 1)), frozenset((1, 2))}


def test_the_engine_must_be_a_tile() -> None:
    with pytest.raises(ValueError, match="one of the 2 tiles, counted from 0; it is 2"):
        lay_out(quads((0, 0, 0), (1, 0, 0)), engine=2)


def test_no_tile_has_two_tiles_at_one_place() -> None:
    # Two tiles compete for one end: the nearer and straighter one gets it.
    layout = lay_out(quads((0, 0, 0), (1.02, 0.1, 0), (1.25, -0.2, -12)))
    taken = [(tile, half) for joint in layout.joints for tile, half in zip(joint.tiles, joint.halves, strict=True)]
    assert len(taken) == len(set(taken))
    assert all(a != b for a, b in combinations(taken, 2))
