"""Crops are shown to a network in lots, and what it says comes back in order."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from tests.vision.quads import rectangle
from vision.looks import LOT, look
from vision.pyramid import Pyramid


class Averages:
    """Says how bright each crop is, and how many crops it was shown with."""

    def __init__(self) -> None:
        self.lots: list[int] = []

    def run(self, batch: np.ndarray) -> list[np.ndarray]:
        self.lots.append(len(batch))
        return [batch.mean((1, 2, 3)).astype(np.float32), np.full((len(batch), 2), len(batch), np.float32)]


@pytest.mark.parametrize("count", [1, LOT, LOT + 1, 5 * LOT + 3])
def test_every_crop_is_shown_once_and_answers_keep_their_order(count: int) -> None:
    ramp = np.repeat(np.arange(0, 250, dtype=np.uint8)[:, None, None], 60, 1).repeat(3, 2)
    quads = np.stack([rectangle(10, 4 * k, 20, 8) for k in range(count)])
    views, one, many = Pyramid.of(ramp).views(quads, (20, 8), 0.0), Averages(), Averages()
    brightness, lots = look(views, one)
    assert sum(one.lots) == count
    assert max(one.lots) <= LOT
    assert lots.shape == (count, 2)
    assert brightness == pytest.approx(4 * np.arange(count) + 4, abs=1)
    with ThreadPoolExecutor(3) as helpers:
        assert (look(views, many, helpers.map)[0] == brightness).all()
    assert sorted(many.lots) == sorted(one.lots)
