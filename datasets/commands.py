"""What the commands that render pictures to judge by have in common: arguments, one picture after the other, files."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.progress import tqdm

JPEG_QUALITY = 95


def parser(about: str | None, what: str, count: int) -> argparse.ArgumentParser:
    """A parser of `--out`, `--count` (by default `count`) and `--seed`; `what` names in the plural what is rendered."""
    arguments = argparse.ArgumentParser(description=about)
    arguments.add_argument("--out", type=Path, required=True, help=f"folder for the {what} and their truth")
    arguments.add_argument("--count", type=int, default=count, help=f"number of {what}")
    arguments.add_argument("--seed", type=int, required=True)
    return arguments


def add_size(arguments: argparse.ArgumentParser, size: tuple[int, int]) -> None:
    """Add `--size`, width and height in pixels, by default `size`."""
    arguments.add_argument("--size", type=parse_size, default=size, help="width x height in pixels, 400x400 or more")


def parse_size(text: str) -> tuple[int, int]:
    """Width and height in pixels from text like "2400x1800"; raises argparse.ArgumentTypeError for anything else."""
    found = re.fullmatch(r"(\d{3,5})x(\d{3,5})", text)
    if found is None or min(int(found[1]), int(found[2])) < 400:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; give width x height in pixels, like 2400x1800")
    return int(found[1]), int(found[2])


def one_by_one(out: Path, count: int, write: Callable[[int], object]) -> None:
    """Make the folder `out` and call `write` with 0 to `count` - 1, on one core and with a progress bar."""
    out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    for index in tqdm(range(count), unit="scene", desc="render"):
        write(index)


def as_jpeg(picture: NDArray[np.uint8]) -> bytes:
    """A picture (H, W, 3) RGB uint8 as the bytes of a JPEG file."""
    bgr = cv2.cvtColor(picture, cv2.COLOR_RGB2BGR)
    return cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()


def write_last(path: Path, truth: dict[str, Any]) -> None:
    """Write the truth that tells a picture is there, all at once: an interrupted run leaves none."""
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(truth) + "\n", encoding="utf-8")
    partial.replace(path)
