"""Tables as a reader sees them: outlines that are a little off, and tiles that were overlooked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from datasets.layouts import Rng
from datasets.tables import Floats, TrueTable
from vision.geometry import is_convex


def with_noise(true: TrueTable, rng: Rng, share: float) -> TrueTable:
    """The same table with every corner moved at random by `share` of its tile's length (standard deviation)."""

    def shaken(quads: Floats) -> Floats:
        length = np.linalg.norm(quads[:, :2].mean(1) - quads[:, 2:].mean(1), axis=1)
        moved = quads + rng.normal(0, share / np.sqrt(2), quads.shape) * length[:, None, None]
        return np.where(is_convex(moved)[:, None, None], moved, quads)

    return replace(true, quads=shaken(true.quads), face_down=shaken(true.face_down))


def without_some(true: TrueTable, rng: Rng, share: float) -> tuple[NDArray[np.int64], Floats]:
    """The numbers and outlines of the tiles that are left when each but the engine is overlooked with this chance."""
    kept = rng.random(len(true.quads)) >= share
    kept[true.engine] = True
    return np.flatnonzero(kept), true.quads[kept]
