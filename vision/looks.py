"""Many small looks at one photo: crops are cut out and shown to a network a few at a time, several lots side by side.

A network that works through a hundred crops at once leaves the caches and, while crops are cut, the other cores idle.
Lots of a few on one core each take half as long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.pyramid import Views
from vision.weights import Network

T = TypeVar("T")
R = TypeVar("R")

LOT = 8
"""How many crops are shown to a network at once, at most."""


class Each(Protocol):
    """Does something with each of several things, in any order or at the same time, and gives the results in theirs:
    the built-in `map`, or the one of an executor."""

    def __call__(self, work: Callable[[T], R], things: Iterable[T], /) -> Iterable[R]: ...


def look(views: Views, network: Network, each: Each = map) -> list[NDArray[np.float32]]:
    """What the network says of the crops that those views cut, at least one: an array of a row for each crop, for each
    output."""

    # Lots of one size, and a pair of them for each turn, so that two cores finish together.
    turns = -(-len(views) // (2 * LOT))
    size = -(-len(views) // (2 * turns))

    def shown(start: int) -> list[NDArray[np.float32]]:
        return network.run(views.cut(start, start + size))

    said = list(each(shown, range(0, len(views), size)))
    return [np.concatenate(parts) for parts in zip(*said, strict=True)]
