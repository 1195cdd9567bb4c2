"""Faces: candidates that look like a face, with all that was seen of them; and a second look at those out of place.

Where tiles of a dark set touch and no divider shows, an outline often lies a little off along the chain. Its halves
then straddle pips of two halves, and the reader says that it cannot read them. A few outlines shifted along the axis
are read as well, and the one that reads far better is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from vision import halves
from vision.looks import Each
from vision.pyramid import Pyramid
from vision.types import UNREADABLE
from vision.weights import Network

Floats = NDArray[np.float64]

SHIFTS = (-0.36, -0.24, -0.12, 0.12, 0.24, 0.36)
"""How far a face is shifted along its axis, in half lengths."""
UNREADABLE_BELOW, FACE_ABOVE, HEAT_ABOVE = 0.6, 0.6, 0.25
"""A second look is given to what is read with less than the first, but looks like a face and was seen plainly."""
READ_AT_LEAST, BETTER_BY = 0.7, 0.15
"""How well a shifted outline must read, by itself and compared with the one in place, to be taken."""
TAX = 0.95
"""What is left of the belief in a face that was shifted."""
MOST = 40
PLAIN, HOPELESS, ASIDE = 0.98, 0.3, 0.05
"""A half that is read with less than the first is not plain, with less than the second not worth the trouble; and how
far aside its tile is read again, in half lengths and widths."""

Read = Callable[[Floats, Floats], tuple[Floats, Floats]]
"""Probabilities and counts of the halves of tiles with such corners and dividers, as `halves.read` gives them."""


@dataclass(frozen=True, slots=True)
class Faces:
    """`corners` (n, 4, 2), `dividers` (n, 2, 2) in pixels; `heat` (n,) of the first stage, `face` (n,) how much they
    look like faces, `plainly` (n,) how much where decoys are frequent, `probs` (n, 2, 20) and `counts` (n, 2) of their
    halves as from `halves.read`."""

    corners: Floats
    dividers: Floats
    heat: Floats
    face: Floats
    plainly: Floats
    probs: Floats
    counts: Floats

    @property
    def evidence(self) -> tuple[Floats, Floats, Floats]:
        """Heat, face and probabilities: what the choice weighs."""
        return self.heat, self.face, self.probs

    def readable(self) -> Floats:
        """How well both halves can be read (n,), from 0 to 1."""
        return np.asarray(self.probs[:, :, :UNREADABLE].max(2).prod(1))


def read_faces(
    photo: Pyramid,
    corners: Floats,
    dividers: Floats,
    heat: Floats,
    face: Floats,
    plainly: Floats,
    reader: Network,
    each: Each = map,
) -> Faces:
    """The faces with what their halves show, each at the place where it is read best."""
    read = partial(halves.read, photo, network=reader, each=each)
    seen = _looked_at_again(Faces(corners, dividers, heat, face, plainly, *read(corners, dividers)), read)
    return _steadied(seen, read)


def _steadied(seen: Faces, read: Read) -> Faces:
    """The same, but where a half is not plain, its tile is read again a little to all four sides and the readings are
    averaged: a value that stays while the crop moves is more than a chance."""
    least = seen.probs[:, :, :UNREADABLE].max(2).min(1)
    doubtful = np.flatnonzero((least < PLAIN) & (least > HOPELESS))
    if len(doubtful) == 0:
        return seen
    quads, dividers = seen.corners[doubtful], seen.dividers[doubtful]
    along = (quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]) / 4
    across = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 4
    moves = ASIDE * np.stack([-along, along, -across, across])[:, :, None]
    aside = read((quads + moves).reshape(-1, 4, 2), (dividers + moves).reshape(-1, 2, 2))
    probs, counts = seen.probs.copy(), seen.counts.copy()
    probs[doubtful], counts[doubtful] = halves.averaged(
        *(
            np.concatenate([first[doubtful][None], more.reshape(len(moves), *first[doubtful].shape)])
            for first, more in zip((seen.probs, seen.counts), aside, strict=True)
        )
    )
    return replace(seen, probs=probs, counts=counts)


def _looked_at_again(seen: Faces, read: Read) -> Faces:
    readable = seen.readable()
    doubtful = np.flatnonzero((readable < UNREADABLE_BELOW) & (seen.face > FACE_ABOVE) & (seen.heat > HEAT_ABOVE))
    doubtful = doubtful[np.argsort(-seen.heat[doubtful], kind="stable")][:MOST]
    if len(doubtful) == 0:
        return seen
    quads, dividers = seen.corners[doubtful], seen.dividers[doubtful]
    along = (quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]) / 4
    moves = (np.array(SHIFTS)[:, None, None] * along)[:, :, None]
    flat = Faces(
        (quads + moves).reshape(-1, 4, 2),
        (dividers + moves).reshape(-1, 2, 2),
        np.tile(seen.heat[doubtful], len(SHIFTS)),
        np.tile(seen.face[doubtful] * TAX, len(SHIFTS)),
        np.tile(seen.plainly[doubtful] * TAX, len(SHIFTS)),
        *read((quads + moves).reshape(-1, 4, 2), (dividers + moves).reshape(-1, 2, 2)),
    )
    readable_there = flat.readable().reshape(len(SHIFTS), -1)
    best = readable_there.argmax(0)
    well = readable_there.max(0) > np.maximum(readable[doubtful] + BETTER_BY, READ_AT_LEAST)
    taken, source = doubtful[well], (best * len(doubtful) + np.arange(len(doubtful)))[well]
    changed = {}
    for name in ("corners", "dividers", "face", "plainly", "probs", "counts"):
        values = getattr(seen, name).copy()
        values[taken] = getattr(flat, name)[source]
        changed[name] = values
    return replace(seen, **changed)
