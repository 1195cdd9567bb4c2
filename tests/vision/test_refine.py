"""What the refiner says of kinds, as likely as they are on a table."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.quads import rectangle
from vision import refine
from vision.pyramid import Pyramid


def test_kinds_add_up_and_decoys_are_as_rare_as_on_tables() -> None:
    logits = np.log(np.array([[0.1, 0.6, 0.1, 0.2], [0.0, 0.05, 0.0, 0.95], [0.9, 0.1, 0.0, 0.0]]) + 1e-12)
    kinds = refine.weighed(logits)
    assert kinds.sum(1) == pytest.approx(1)
    taught = 0.2 / refine.DECOYS_TAUGHT
    assert kinds[0, refine.FACE] == pytest.approx(0.6 / (0.8 + taught))
    # What is very likely printed stays no face; what is no decoy stays as it was.
    assert kinds[1, refine.FACE] < 0.5
    assert kinds[2] == pytest.approx([0.9, 0.1, 0.0, 0.0], abs=1e-6)


def test_where_decoys_may_be_all_there_is_a_face_is_less_plain() -> None:
    kinds = np.array([[0.1, 0.6, 0.1, 0.2], [0.1, 0.9, 0.0, 0.0]])
    taught = 0.6 / (0.8 + 0.2 * refine.DECOYS_ALONE)
    assert refine.face_alone(kinds) == pytest.approx([taught, 0.9])


def test_a_crops_points_are_found_again_in_the_image() -> None:
    boxes = np.array([[[10, 10], [30, 14], [22, 54], [2, 50]], [[0, 0], [60, 0], [60, 120], [0, 120]]], float)
    m = refine.CROP_MARGIN
    points = np.array([[m, m], [1 - m, m], [1 - m, 1 - m], [m, 1 - m], [0.5, 0.5]])
    there = refine.in_image(boxes, np.stack([points, points]))
    assert there[:, :4] == pytest.approx(boxes)
    assert there[:, 4] == pytest.approx(boxes.mean(1))


def test_faces_are_those_likely_enough() -> None:
    corners = np.arange(24.0).reshape(3, 4, 2)
    kinds = np.array([[0.1, 0.9, 0, 0], [0.5, 0.5, 0, 0], [0.2, 0.1, 0.7, 0]])
    refined = refine.Refined(corners, np.zeros((3, 2, 2)), kinds)
    assert (refined.faces(0.5) == corners[:2]).all()
    assert (refined.faces(0.9) == corners[:1]).all()


class Answers:
    """Sees the corners a little to the right of the candidate's, a face in bright crops and junk in dark ones."""

    def __init__(self) -> None:
        self.shown = 0

    def run(self, batch: np.ndarray) -> list[np.ndarray]:
        self.shown += len(batch)
        m = refine.CROP_MARGIN
        corners = np.array([[m, m], [1 - m, m], [1 - m, 1 - m], [m, 1 - m], [m, 0.5], [1 - m, 0.5]]) + [0.1, 0.0]
        kinds = np.zeros((len(batch), 4))
        kinds[np.arange(len(batch)), np.where(batch.mean(axis=(1, 2, 3)) > 100, refine.FACE, refine.JUNK)] = 9.0
        return [np.concatenate([np.tile(corners.ravel(), (len(batch), 1)), kinds], axis=1).astype(np.float32)]


def test_each_look_goes_on_from_the_one_before_and_what_is_junk_is_not_looked_at_again() -> None:
    image = np.zeros((200, 400, 3), np.uint8)
    image[:, :200] = 220
    bright, dark, flat = rectangle(60, 60, 30, 60), rectangle(300, 60, 30, 60), rectangle(60, 60, 2, 60)
    network, photo = Answers(), Pyramid.of(image)
    none = refine.Refined.unseen(np.stack([bright, dark, flat]))
    assert none.kinds.tolist() == [[0, 0, 0, 0], [0, 0, 0, 0], list(refine.ALL_JUNK)]
    once = refine.look_closer(photo, none, network)
    assert network.shown == 2
    assert once.kinds.argmax(1).tolist() == [refine.FACE, refine.JUNK, refine.JUNK]
    step = 0.1 * 30 / (1 - 2 * refine.CROP_MARGIN)
    assert once.corners[0] == pytest.approx(bright + [step, 0])
    twice = refine.look_closer(photo, once, network)
    assert network.shown == 3
    assert twice.corners[0] == pytest.approx(bright + [2 * step, 0])
    assert (twice[1:].corners == once[1:].corners).all()
    both = refine.refine(photo, np.stack([bright, dark, flat]), Answers())
    assert (both.corners == twice.corners).all()
    assert len(refine.look_closer(photo, twice[1:], network)) == 2
    assert network.shown == 3
