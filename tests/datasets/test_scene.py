from __future__ import annotations

import pickle

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets import render as drawing
from datasets.layouts import Pose
from datasets.scene import KINDS, make_scene
from vision.geometry import half_quads, is_convex

Image = NDArray[np.uint8]


def test_a_seed_is_a_scene() -> None:
    assert pickle.dumps(make_scene(11, 200)) == pickle.dumps(make_scene(11, 200))
    assert pickle.dumps(make_scene(11, 200)) != pickle.dumps(make_scene(12, 200))


def test_shares_of_kinds_add_up_and_every_kind_comes_up() -> None:
    assert sum(KINDS.values()) == pytest.approx(1)
    assert {make_scene(seed, 128).kind for seed in range(200)} == set(KINDS)


def test_outlines_run_clockwise_on_the_screen(pictures: list) -> None:
    quads = [label.quad for _, _, labels in pictures for label in labels if sum(label.visible) > 0]
    assert len(quads) > 50
    assert is_convex(np.array(quads)).all()


def test_dividers_end_on_the_long_edges(pictures: list) -> None:
    for label in (label for _, _, labels in pictures for label in labels if sum(label.visible) > 0):
        for end, (a, b) in zip(label.divider, ((1, 2), (3, 0)), strict=True):
            edge, to_end = label.quad[b] - label.quad[a], end - label.quad[a]
            length = np.hypot(*edge)
            assert abs(edge[0] * to_end[1] - edge[1] * to_end[0]) / length < 1e-3 * length + 1e-6
            assert 0 < edge @ to_end < length**2


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half A red, half B blue, backs white, the table green; no light, no lens."""

    def face(style: object, values: object, length: int, *_: object) -> Image:
        picture = np.zeros((length, length // 2, 3), np.uint8)
        picture[: length // 2], picture[length // 2 :] = (255, 0, 0), (0, 0, 255)
        return picture

    monkeypatch.setattr(drawing, "draw_face", face)
    monkeypatch.setattr(drawing, "draw_back", lambda _, length, *__: np.full((length, length // 2, 3), 255, np.uint8))
    monkeypatch.setattr(drawing, "random_background", lambda *_: np.full((64, 64, 3), (0, 200, 0), np.uint8))
    monkeypatch.setattr(drawing, "light_field", lambda rng, rows, columns: np.ones((rows, columns, 3), np.float32))
    monkeypatch.setattr(drawing, "glare", lambda picture, *_: picture)
    monkeypatch.setattr(drawing, "apply", lambda effects, picture, *_: picture)


def test_a_kind_can_be_asked_for_and_an_unknown_one_is_refused() -> None:
    assert {make_scene(seed, 128, "rack").kind for seed in range(5)} == {"rack"}
    assert make_scene(3, 128, "empty").pieces == ()
    with pytest.raises(ValueError, match="'tower' is no kind of scene"):
        make_scene(3, 128, "tower")


def share_in_common(mask: NDArray[np.bool_], quad: NDArray[np.float64]) -> float:
    wanted = np.zeros(mask.shape, np.uint8)
    cv2.fillPoly(wanted, [np.round(quad * 16).astype(np.int32)], (1,), cv2.LINE_8, 4)
    return float((mask & (wanted > 0)).sum() / (mask | (wanted > 0)).sum())


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(
    "pose",
    [Pose(0, 0, 0.4), Pose(0.3, -0.2, 4.0), Pose(0, 0, 0.1, lean=1.4), Pose(0, 0, np.pi / 2, tilt=1.2)],
    ids=["flat", "turned", "standing", "upright"],
)
def test_a_label_lies_where_its_tile_is_drawn(tabletop: type, pose: Pose) -> None:
    picture, (label,) = drawing.render(tabletop.scene([pose], elevation=55.0))
    assert label.face_up
    colour = picture.astype(int)
    half_a, half_b = half_quads(label.quad, label.divider)
    # The rounded corners of the set and the pixels that two colours share are all that may differ.
    assert share_in_common((colour[..., 0] > 100) & (colour[..., 2] < 60), half_a) > 0.9
    assert share_in_common((colour[..., 2] > 100) & (colour[..., 0] < 60), half_b) > 0.9


@pytest.mark.usefixtures("plain")
def test_a_tile_face_down_shows_its_back(tabletop: type) -> None:
    picture, (label,) = drawing.render(tabletop.scene([Pose(0, 0, 0.4, face_up=False)], elevation=70.0))
    x, y = np.round(label.quad_centre()).astype(int)
    assert not label.face_up
    assert is_convex(label.quad)
    assert picture[y, x].min() > 200
