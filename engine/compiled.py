"""Functions on arrays of numbers that run as machine code; only play-outs need any."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Words = NDArray[np.uint64]
Work = tuple[Ints, Ints, Words, Floats]
"""What `engine.rollout_kernel.play_all` works in."""
F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS: dict[str, Any] = {"nogil": True, "_nrt": False}
"""Without `_nrt`, its memory, numba counts no references to arrays: at each call of one function by another that took
longer than what most of them do. A numba that does not know the option any more says so at the first import."""


def compiled(function: F) -> F:
    """`function` as machine code, made at its first call and kept on disk where there is a place to write to.

    What is kept is thrown away when the file of the function changes, not when one that it calls from elsewhere does:
    so functions that call each other, and the numbers they are compiled with, belong into one module. Those below are
    used elsewhere because there is nothing about them that could be decided otherwise.

    Such a function cannot make arrays; it works in those it is given.
    """
    try:
        return cast(F, numba.njit(cache=True, **_OPTIONS)(function))
    except RuntimeError:  # neither beside the file nor in the user's folder may anything be written
        return cast(F, numba.njit(**_OPTIONS)(function))


@compiled
def uniform(rng: Words) -> float:
    """A number from 0 up to, not including, 1: splitmix64 (Steele, Lea, Flood 2014), whose state is `rng[0]`."""
    rng[0] += np.uint64(0x9E3779B97F4A7C15)
    word = rng[0]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    word = word ^ (word >> np.uint64(31))
    return float(word >> np.uint64(11)) * 2.0**-53


@compiled
def bits(mask: int) -> int:
    """How many bits of `mask` are set. In exactly this form the compiler knows it, and makes it one instruction."""
    word = np.uint64(mask)
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int(np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56)))
