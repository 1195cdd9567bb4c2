"""Long work of tests and judges, shared out to processes: one for each core."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TypeVar

import cv2

from vision.reader import TileReader, load_reader

Task = TypeVar("Task")
Result = TypeVar("Result")


def shared_out(work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
    """The results of the tasks in their order, as they are ready.

    `work` is a function of a module, for the processes start afresh and import it. What it raises is raised here.
    """
    with multiprocessing.get_context("spawn").Pool(os.cpu_count(), initializer=_alone) as pool:
        yield from pool.imap(work, tasks)


def _alone() -> None:
    """Each process has a core to itself: threads of its own would only wait for those of the others."""
    cv2.setNumThreads(1)


@cache
def reader() -> TileReader:
    """The reader with the packaged weights, on one core; loaded once in each process."""
    return load_reader(threads=1)
