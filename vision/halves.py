"""Third stage: every half, seen straight from above, becomes probabilities of its values and a count of its pips."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import half_quads
from vision.looks import Each, look
from vision.pyramid import Pyramid, Views
from vision.types import N_CLASSES, UNREADABLE
from vision.weights import Network

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

HALF_SIZE = 80
"""Side in pixels of the square that the reader looks at."""
HALF_MARGIN = 0.1
"""Share of that square around the half on each side: a little of the divider and of what lies beside the tile."""
TEMPERATURE = 0.8
"""The reader is trained to leave a little doubt; its logits are divided by this, chosen on rendered validation pictures
where it makes the true values most likely (mean negative log likelihood)."""
LEAST = 1e-9
"""What no probability falls below where several readings are averaged."""
SOME_PIPS = 0.5
"""Where fewer pips are counted there was nothing to count: a blank, or a numeral."""
COUNT_SPREAD, COUNT_FLOOR = 1.0, 0.1
"""How far a count lies from the true value, in pips, and what it leaves of a value that it speaks against. It is a
second reading of the same half, and where it errs, it errs by much."""


def views(photo: Pyramid, outlines: Floats) -> Views:
    """The reader's views (80, 80, 3) of the outlines (n, 4, 2) of halves: each with its outer edge on top and the
    divider at the bottom."""
    return photo.views(outlines, (HALF_SIZE, HALF_SIZE), HALF_MARGIN)


def read(
    photo: Pyramid,
    corners: Floats,
    dividers: Floats,
    network: Network,
    temperature: float = TEMPERATURE,
    each: Each = map,
) -> tuple[Floats, Floats]:
    """Probabilities (n, 2, 20) and pip counts (n, 2) of the halves of n tiles; the counts have spoken in the former.

    `corners` (n, 4, 2) and `dividers` (n, 2, 2) are ordered as in `vision.types.Quad`. `temperature` softens the
    probabilities; it is chosen on rendered validation scenes. `each` does several lots of looks.
    """
    if len(corners) == 0:
        return np.zeros((0, 2, N_CLASSES)), np.zeros((0, 2))
    value, density = look(views(photo, half_quads(corners, dividers).reshape(-1, 4, 2)), network, each)
    logits = value.astype(np.float64) / temperature
    e = np.exp(logits - logits.max(1, keepdims=True))
    probs, counted = e / e.sum(1, keepdims=True), density.astype(np.float64).reshape(len(density), -1).sum(1)
    return with_count(probs, counted).reshape(-1, 2, N_CLASSES), counted.reshape(-1, 2)


def averaged(probs: Floats, counts: Floats) -> tuple[Floats, Floats]:
    """Several readings of the same halves as one: the geometric mean of probabilities (k, n, 2, 20), the median of
    counts (k, n, 2)."""
    mean = np.exp(np.log(np.maximum(probs, LEAST)).mean(axis=0))
    return mean / mean.sum(axis=-1, keepdims=True), np.median(counts, axis=0)


def with_count(probs: Floats, counts: Floats) -> Floats:
    """Probabilities (n, 20) of halves after their pips were counted, (n,): both readings weighed together."""
    off = (counts[:, None] - np.arange(UNREADABLE)) / COUNT_SPREAD
    weights = np.full(probs.shape, COUNT_FLOOR + 0.5)
    weights[:, :UNREADABLE] = COUNT_FLOOR + np.exp(-(off**2) / 2)
    weighed = np.where((counts >= SOME_PIPS)[:, None], probs * weights, probs)
    return np.asarray(weighed / weighed.sum(1, keepdims=True))
