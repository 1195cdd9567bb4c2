from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from datasets import render as drawing
from datasets.clutter import Clutter
from datasets.layouts import Pose
from datasets.render import render
from datasets.scene import make_scene

SIZE = 256


def test_pictures_are_rgb_and_show_something(pictures: list) -> None:
    for scene, picture, _ in pictures:
        assert (picture.shape, picture.dtype) == ((SIZE, SIZE, 3), np.uint8), scene.seed
        assert picture.std() > 1, scene.seed


def test_labels_are_within_reason(pictures: list) -> None:
    for scene, _, labels in pictures:
        assert len(labels) <= len(scene.pieces)
        for label in labels:
            assert label.quad.shape == (4, 2)
            assert label.divider.shape == (2, 2)
            assert np.isfinite(label.quad).all()
            assert all(0 <= share <= 1 for share in label.visible)
            assert all(0 <= value <= scene.styles[label.style].max_value for value in label.values)
            assert 0 < label.facing <= 1
            assert np.abs(label.quad).max() < 20 * SIZE
    assert sum(label.legible for _, _, labels in pictures for label in labels) > 40


def test_a_scene_is_drawn_the_same_twice(pictures: list) -> None:
    _, picture, labels = pictures[4]
    again, labels_again = render(make_scene(4, SIZE))
    assert np.array_equal(picture, again)
    assert [label.visible for label in labels] == [label.visible for label in labels_again]


def test_a_lone_tile_is_seen_whole(tabletop: type) -> None:
    _, (label,) = render(tabletop.scene([Pose(0, 0, 0.7)]))
    assert min(label.visible) > 0.93
    assert label.legible
    assert label.length == pytest.approx(80, rel=0.1)


def test_a_tile_on_top_hides_the_half_below(tabletop: type) -> None:
    below, above = Pose(0, 0, 0.0), Pose(0.5, 0, np.pi / 2, z=0.15, level=1)
    _, labels = render(tabletop.scene([below, above]))
    seen = sorted(label.visible for label in labels)
    # Half A of the lower tile reaches from 0 to 0.5 to the right, the upper tile covers 0.25 to 0.75.
    assert seen[0][0] == pytest.approx(0.5, abs=0.15)
    assert seen[0][1] > 0.9
    assert min(seen[1]) > 0.9


def test_what_lies_on_a_tile_hides_it(tabletop: type, monkeypatch: pytest.MonkeyPatch) -> None:
    opaque = np.full((40, 40, 4), 255, np.uint8)
    monkeypatch.setattr(drawing, "random_object", lambda rng: Clutter("tag", opaque, 0.4, 0.02, np.zeros((0, 4, 2))))
    scene = tabletop.scene([Pose(0, 0, 0.0)])
    beside, above = (0.25, 0.0, 0.0, 1.0), (0.25, 0.0, 0.0, 1.0)
    _, (under,) = render(replace(scene, clutter=(beside,)))
    _, (hidden,) = render(replace(scene, clutter_above=(above,)))
    assert min(under.visible) > 0.9
    assert hidden.visible[0] < 0.6
    assert hidden.visible[1] > 0.8


def test_decoys_are_what_looks_like_a_tile(tabletop: type, monkeypatch: pytest.MonkeyPatch) -> None:
    opaque = np.full((40, 80, 4), 255, np.uint8)
    printed = np.array([[[10, 5], [20, 5], [20, 25], [10, 25.0]]])
    scene = replace(tabletop.scene([]), clutter=((0.0, 0.0, 0.4, 1.0),))

    def decoys(rgba: np.ndarray, printed: np.ndarray) -> np.ndarray:
        monkeypatch.setattr(drawing, "random_object", lambda rng: Clutter("box", rgba, 1.0, 0.02, printed))
        return drawing.shoot(scene).decoys

    # The object itself, when nothing is printed on it; the printed tile, a quarter as long, when there is one.
    (outline,) = decoys(opaque, printed[:0])
    (tile,) = decoys(opaque, printed)
    for quad, length in ((outline, 80), (tile, 20)):
        sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
        assert sides == pytest.approx(np.array([0.5, 1, 0.5, 1]) * length, rel=0.05)
        assert cv2.contourArea(quad.astype(np.float32), oriented=True) > 0
    # Neither a stick nor anything outside the frame is taken for a tile.
    assert len(decoys(opaque[:10], printed[:0])) == 0
    scene = replace(scene, clutter=((3.0, 0.0, 0.4, 1.0),))
    assert len(decoys(opaque, printed)) == 0


def test_decoys_that_lie_under_something_are_none(tabletop: type, monkeypatch: pytest.MonkeyPatch) -> None:
    opaque = np.full((40, 80, 4), 255, np.uint8)
    monkeypatch.setattr(
        drawing, "random_object", lambda rng: Clutter("box", opaque, 1.0, 0.02, np.zeros((0, 4, 2), np.float64))
    )
    alone, beside = (0.0, 0.0, 0.0, 1.0), (0.9, 0.9, 0.0, 1.0)

    def decoys(*places: tuple[float, float, float, float], tiles: tuple[Pose, ...] = ()) -> int:
        return len(drawing.shoot(replace(tabletop.scene(list(tiles)), clutter=places)).decoys)

    assert decoys(alone, beside) == 2
    assert decoys(alone, alone) == 1  # the one on top
    assert decoys(alone, tiles=(Pose(0.0, 0.0, 0.0),)) == 0
    assert decoys(alone, tiles=(Pose(0.0, 0.45, 0.0),)) == 1  # covered by less than half


def test_what_lies_outside_the_frame_is_not_seen(tabletop: type) -> None:
    _, (label,) = render(tabletop.scene([Pose(1.6, 0, 0.0)]))
    assert label.visible[0] < 0.2
    assert label.visible[1] > 0.8
