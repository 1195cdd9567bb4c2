"""Is a confidence of 0.9 right nine times out of ten? And from which confidence on need nobody look?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from datasets.judging import Mark

THRESHOLDS = (0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)


@dataclass(frozen=True, slots=True)
class Bin:
    """Tiles whose confidence lies in one range: how many, their mean confidence, the share that is right."""

    low: float
    high: float
    count: int
    confidence: float
    right: float


@dataclass(frozen=True, slots=True)
class Cut:
    """What a threshold would do: the share of the tiles that pass it, and the share of those that is wrong.

    The second pair of numbers is for tiles whose pip counts agree with the values too.
    """

    threshold: float
    sure: float
    wrong: float
    sure_counted: float
    wrong_counted: float


def reliability(marks: Sequence[Mark], bins: int = 10) -> list[Bin]:
    """Tiles by confidence, in `bins` ranges of equal width; empty ranges have zeros."""
    sure = np.array([mark.confidence for mark in marks], np.float64)
    right = np.array([mark.right for mark in marks], np.float64)
    of = np.minimum((sure * bins).astype(int), bins - 1)
    rows = []
    for k in range(bins):
        inside = of == k
        n = int(inside.sum())
        rows.append(
            Bin(
                k / bins,
                (k + 1) / bins,
                n,
                float(sure[inside].mean()) if n else 0.0,
                float(right[inside].mean()) if n else 0.0,
            )
        )
    return rows


def calibration_error(bins: Sequence[Bin]) -> float:
    """Expected calibration error: how far confidence and share right lie apart, on average over the tiles."""
    total = sum(row.count for row in bins)
    return sum(row.count * abs(row.confidence - row.right) for row in bins) / max(total, 1)


def cuts(marks: Sequence[Mark], thresholds: Sequence[float] = THRESHOLDS) -> list[Cut]:
    """What each threshold would do."""
    rows = []
    for threshold in thresholds:
        over = [mark for mark in marks if mark.confidence >= threshold]
        counted = [mark for mark in over if mark.counted]
        rows.append(
            Cut(
                threshold,
                len(over) / max(len(marks), 1),
                _wrong(over),
                len(counted) / max(len(marks), 1),
                _wrong(counted),
            )
        )
    return rows


def _wrong(marks: Sequence[Mark]) -> float:
    return sum(not mark.right for mark in marks) / max(len(marks), 1)
