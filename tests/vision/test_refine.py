"""What the refiner says of kinds, as likely as they are on a table."""

from __future__ import annotations

import numpy as np
import pytest

from vision import refine


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
