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


def test_faces_as_plain_as_the_refiner_learnt_them() -> None:
    logits = np.log(np.array([[0.1, 0.6, 0.1, 0.2], [0.0, 0.05, 0.0, 0.95], [0.9, 0.1, 0.0, 0.0]]) + 1e-12)
    assert refine.as_taught(refine.weighed(logits)) == pytest.approx([0.6, 0.05, 0.1], abs=1e-6)
