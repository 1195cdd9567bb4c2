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
F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """`function` as machine code, made at its first call and kept on disk where there is a place to write to.

    What is kept is thrown away when the file of the function changes, not when one that it calls from elsewhere does:
    so functions that call each other, and the numbers they are compiled with, belong into one module. Those below are
    used elsewhere because there is nothing about them that could be decided otherwise.
    """
    try:
        return cast(F, numba.njit(cache=True, nogil=True)(function))
    except RuntimeError:  # neither beside the file nor in the user's folder may anything be written
        return cast(F, numba.njit(nogil=True)(function))


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
    """How many of the lowest 32 bits of `mask` are set; the rest must be 0."""
    mask -= (mask >> 1) & 0x55555555
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F
    return ((mask * 0x01010101) >> 24) & 0xFF
