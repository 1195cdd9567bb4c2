"""Third stage: every half, seen straight from above, becomes probabilities of its values and a count of its pips."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import half_quads
from vision.pyramid import Pyramid
from vision.types import N_CLASSES, UNREADABLE
from vision.weights import Network

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

HALF_SIZE = 80
"""Side in pixels of the square that the reader looks at."""
HALF_MARGIN = 0.1
"""Share of that square around the half on each side: a little of the divider and of what lies beside the tile."""
BATCH = 64
TEMPERATURE = 0.8
"""The reader is trained to leave a little doubt; its logits are divided by this, chosen on rendered validation pictures
where it makes the true values most likely (mean negative log likelihood)."""


SOME_PIPS = 0.5
"""Where fewer pips are counted there was nothing to count: a blank, or a numeral."""
COUNT_SPREAD, COUNT_FLOOR = 1.0, 0.1
"""How far a count lies from the true value, in pips, and what it leaves of a value that it speaks against. It is a
second reading of the same half, and where it errs, it errs by much."""


def crop(photo: Pyramid, half: Floats) -> Image:
    """The reader's view (80, 80, 3) of one half's outline (4, 2), its outer edge on top, the divider at the bottom."""
    return photo.crop(half, (HALF_SIZE, HALF_SIZE), HALF_MARGIN)


def read(
    photo: Pyramid, corners: Floats, dividers: Floats, network: Network, temperature: float = TEMPERATURE
) -> tuple[Floats, Floats]:
    """Probabilities (n, 2, 20) and pip counts (n, 2) of the halves of n tiles; the counts have spoken in the former.

    `corners` (n, 4, 2) and `dividers` (n, 2, 2) are ordered as in `vision.types.Quad`. `temperature` softens the
    probabilities; it is chosen on rendered validation scenes.
    """
    n = len(corners)
    if n == 0:
        return np.zeros((0, 2, N_CLASSES)), np.zeros((0, 2))
    crops = np.stack([crop(photo, half) for c, d in zip(corners, dividers, strict=True) for half in half_quads(c, d)])
    logits, counts = [], []
    for start in range(0, len(crops), BATCH):
        value, density = network.run(crops[start : start + BATCH])
        logits.append(value.astype(np.float64) / temperature)
        counts.append(density.astype(np.float64).reshape(len(density), -1).sum(1))
    joined = np.concatenate(logits)
    e = np.exp(joined - joined.max(1, keepdims=True))
    probs, counted = e / e.sum(1, keepdims=True), np.concatenate(counts)
    return with_count(probs, counted).reshape(n, 2, N_CLASSES), counted.reshape(n, 2)


def with_count(probs: Floats, counts: Floats) -> Floats:
    """Probabilities (n, 20) of halves after their pips were counted, (n,): both readings weighed together."""
    off = (counts[:, None] - np.arange(UNREADABLE)) / COUNT_SPREAD
    weights = np.full(probs.shape, COUNT_FLOOR + 0.5)
    weights[:, :UNREADABLE] = COUNT_FLOOR + np.exp(-(off**2) / 2)
    weighed = np.where((counts >= SOME_PIPS)[:, None], probs * weights, probs)
    return np.asarray(weighed / weighed.sum(1, keepdims=True))
