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
    so functions that call each other, and the numbers they are compiled with, belong into one module.
    """
    try:
        return cast(F, numba.njit(cache=True, nogil=True)(function))
    except RuntimeError:  # neither beside the file nor in the user's folder may anything be written
        return cast(F, numba.njit(nogil=True)(function))
