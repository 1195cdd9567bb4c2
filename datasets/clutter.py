"""Things on the table that are no dominoes: random objects seen from straight above."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets import gadgets, household, packaging, pieces, stationery
from datasets.colours import pick
from datasets.noise import Array

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Clutter:
    """An object as a picture with a transparent outside.

    `rgba` is uint8 (H, W, 4) with straight alpha, at most 280 pixels a side. `length` is its longest side and `height`
    its thickness, both in lengths of a domino. `printed` (n, 4, 2) are the outlines of tiles printed on it, in pixels.
    """

    kind: str
    rgba: Array
    length: float
    height: float
    printed: Floats


@dataclass(frozen=True, slots=True)
class Kind:
    """How often an object is taken, how long (from, to) and how thick it is in lengths of a domino, who draws it (with
    the outlines of the tiles printed on it, if there are any)."""

    weight: float
    length: tuple[float, float]
    height: float
    draw: Callable[[np.random.Generator], Array | tuple[Array, Floats]]


KINDS: dict[str, Kind] = {
    # pieces of games: the likeliest company, and the likest to tiles
    "die": Kind(5.0, (0.25, 0.5), 0.3, pieces.die),
    "card": Kind(5.0, (1.5, 2.0), 0.01, pieces.card),
    "chip": Kind(2.0, (0.7, 0.95), 0.07, pieces.chip),
    "draughtsman": Kind(2.0, (0.4, 0.8), 0.15, pieces.draughtsman),
    "letter_tile": Kind(4.0, (0.35, 0.8), 0.1, pieces.letter_tile),
    "toy_train": Kind(4.0, (0.5, 1.0), 0.4, pieces.toy_train),
    "cone": Kind(2.0, (0.25, 0.5), 0.5, pieces.cone),
    "hub": Kind(3.0, (1.8, 4.0), 0.15, pieces.hub),
    "box": Kind(6.0, (2.0, 4.5), 0.3, packaging.box),
    "brick": Kind(3.0, (0.3, 1.2), 0.2, pieces.brick),
    # small things
    "coin": Kind(5.0, (0.35, 0.6), 0.03, pieces.coin),
    "button": Kind(3.0, (0.2, 0.5), 0.06, household.button),
    "bottle_cap": Kind(2.0, (0.5, 0.7), 0.12, household.bottle_cap),
    "key": Kind(2.0, (1.0, 1.5), 0.05, household.key),
    "eraser": Kind(1.5, (0.7, 1.2), 0.2, stationery.eraser),
    "matchbox": Kind(1.5, (0.9, 1.6), 0.3, household.matchbox),
    "usb_stick": Kind(1.5, (0.8, 1.4), 0.15, gadgets.usb_stick),
    "chocolate": Kind(1.5, (1.0, 3.0), 0.12, household.chocolate),
    "blister": Kind(3.0, (1.2, 2.4), 0.1, gadgets.blister),
    "sticker": Kind(1.5, (0.5, 1.8), 0.02, household.sticker),
    "crumbs": Kind(2.0, (0.6, 2.0), 0.03, household.crumbs),
    "ring": Kind(2.0, (0.4, 1.8), 0.05, household.ring),
    # large things
    "pen": Kind(4.0, (2.4, 3.4), 0.15, stationery.pen),
    "cable": Kind(3.0, (2.0, 6.0), 0.08, household.cable),
    "cup": Kind(3.0, (1.5, 2.4), 1.5, household.cup),
    "plate": Kind(1.5, (2.8, 5.0), 0.3, household.plate),
    "hand": Kind(5.0, (3.0, 4.5), 0.5, household.hand),
    "note": Kind(4.0, (1.4, 5.0), 0.01, stationery.note),
    "scissors": Kind(1.5, (2.4, 4.0), 0.1, stationery.scissors),
    "phone": Kind(4.0, (2.6, 3.3), 0.16, gadgets.phone),
    "tablet": Kind(1.0, (4.0, 5.5), 0.15, gadgets.tablet),
    "remote": Kind(3.0, (2.6, 4.2), 0.3, gadgets.remote),
    "calculator": Kind(2.0, (1.8, 3.2), 0.2, gadgets.calculator),
    "socket": Kind(1.0, (1.4, 3.0), 0.2, gadgets.socket),
    "ruler": Kind(1.5, (3.0, 6.0), 0.04, stationery.ruler),
    "book": Kind(1.5, (3.0, 5.0), 0.4, stationery.book),
}
"""All objects. A plain block twice as long as wide is left out: it is what a tile lying face down looks like."""

WEIGHTS = {name: kind.weight for name, kind in KINDS.items()}


def random_object(rng: np.random.Generator) -> Clutter:
    """An object of a random kind, size and look."""
    return object_of(pick(rng, WEIGHTS), rng)


def object_of(name: str, rng: np.random.Generator) -> Clutter:
    """An object of the kind `name` (of `KINDS`), of a random size and look."""
    kind = KINDS[name]
    drawn = kind.draw(rng)
    rgba, printed = drawn if isinstance(drawn, tuple) else (drawn, np.zeros((0, 4, 2)))
    length, height = float(rng.uniform(*kind.length)), kind.height * float(rng.uniform(0.7, 1.3))
    return Clutter(name, np.ascontiguousarray(rgba), length, height, printed)
