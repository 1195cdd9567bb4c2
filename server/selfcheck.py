"""Is the installation whole? Versions, the weights against their hashes, and a drawn picture read."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from rich.console import Console

from server.columns import show_facts

if TYPE_CHECKING:
    from server.service import Reader


def own_version() -> str:
    """The version of the installed package, or a remark that it is not installed."""
    try:
        return version("pipwise")
    except PackageNotFoundError:
        return "(not installed)"


def versions() -> Iterator[tuple[str, str]]:
    """Name and version of everything that decides how a photo is read."""
    import cv2
    import numpy

    from vision import weights

    yield "pipwise", own_version()
    yield "python", platform.python_version()
    yield "numpy", numpy.__version__
    yield "opencv", cv2.__version__
    yield "onnxruntime", weights.runtime_version()


def check_installation(console: Console, reader_factory: Callable[[], Reader]) -> None:
    """Print the versions, then check the weights and read a drawn picture, saying how each went.

    Raises:
        vision.errors.VisionError: at the first thing that is not as it should be.
    """
    from vision import selftest, weights

    show_facts(console, versions())
    entries = weights.verify()
    show_facts(console, [(name, f"{entry.version}, weights match their hash") for name, entry in entries.items()])
    selftest.selftest(reader_factory())
    show_facts(console, [("a drawn picture", "read right")])
    console.print("All is well.")
