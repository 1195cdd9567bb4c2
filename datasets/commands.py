"""What the commands have in common: arguments, how they end, one picture after the other, files.

A folder takes pictures of one command with one seed, size and kind: `NOTE` in it tells which, so that a run that goes
on does not leave others among them. Trainings leave a note of the same kind for each network.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.progress import tqdm

JPEG_QUALITY = 95
LARGEST_SEED = 2**31 - 1
SIDE, LONGEST_SIDE = (64, 8192), 10_000
"""Sides of square pictures in pixels, at least and at most, and of others at most."""
NOTE = "rendered.txt"
"""The file in a folder that tells what its pictures were rendered from."""
APART = ("out", "count", "what")
"""Arguments that make no difference to a picture."""


class InputError(ValueError):
    """A command cannot do what it is asked for; the message is one sentence that says why."""


def parser(about: str | None, what: str, count: int) -> argparse.ArgumentParser:
    """A parser of `--out`, `--count` (by default `count`) and `--seed`; `what` names in the plural what is rendered."""
    arguments = argparse.ArgumentParser(description=about)
    arguments.add_argument("--out", type=Path, required=True, help=f"folder for the {what} and their truth")
    arguments.add_argument("--count", type=whole(1), default=count, help=f"number of {what}")
    arguments.add_argument("--seed", type=whole(0), required=True)
    arguments.set_defaults(what=what)
    return arguments


def whole(least: int, most: int = LARGEST_SEED) -> Callable[[str], int]:
    """What makes an argument a whole number between these; raises argparse.ArgumentTypeError for anything else."""

    def number(text: str) -> int:
        if re.fullmatch(r"\d{1,10}", text) is None or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} to {most}")
        return int(text)

    return number


def run(command: Callable[[], int | None]) -> int:
    """The exit status of a command: what is wrong with its input or its files is told in one sentence, with 2.

    What is wrong with the command itself is told whole.
    """
    try:
        return command() or 0
    except (OSError, InputError) as error:
        named = isinstance(error, OSError) and error.filename is not None
        print(f"{error.filename}: {error.strerror}" if named else error, file=sys.stderr)
        return 2


def add_size(arguments: argparse.ArgumentParser, size: tuple[int, int]) -> None:
    """Add `--size`, width and height in pixels, by default `size`."""
    arguments.add_argument("--size", type=parse_size, default=size, help="width x height in pixels, from 400x400 on")


def parse_size(text: str) -> tuple[int, int]:
    """Width and height in pixels from text like "2400x1800"; raises argparse.ArgumentTypeError for anything else."""
    found = re.fullmatch(r"(\d{3,5})x(\d{3,5})", text)
    if found is None or not all(400 <= int(side) <= LONGEST_SIDE for side in found.groups()):
        raise argparse.ArgumentTypeError(f"{text!r} is no size; give width x height in pixels, like 2400x1800")
    return int(found[1]), int(found[2])


def one_by_one(args: argparse.Namespace, write: Callable[[int], object]) -> None:
    """Make the folder and call `write` with 0 to count - 1, on one core and with a progress bar.

    `args` are those of `parser`, with whatever else tells what is rendered. Raises InputError as `note` does.
    """
    note(args.out, args.what, {name: value for name, value in vars(args).items() if name not in APART})
    cv2.setNumThreads(1)
    for index in tqdm(range(args.count), unit="scene", desc="render"):
        write(index)


def note(out: Path, what: str, options: Mapping[str, object], made: str = "*.json", name: str = NOTE) -> None:
    """Make the folder `out` and note there, in the file `name`, `what` is made in it with which options, for runs that
    go on.

    Raises InputError as `noted` does.
    """
    words = noted(out, what, options, made, name)
    out.mkdir(parents=True, exist_ok=True)
    if not (out / name).exists():
        (out / name).write_text(words + "\n", encoding="utf-8")


def noted(out: Path, what: str, options: Mapping[str, object], made: str = "*.json", name: str = NOTE) -> str:
    """The words of a note about `what` is made in the folder `out` with which options.

    Raises InputError where the folder holds files `made` otherwise, by its file `name`, or nothing tells how.
    """
    words = [what]
    for option, value in sorted(options.items()):
        if value is not None and value is not False:
            words.append(f"--{option.replace('_', '-')}")
            words += [] if value is True else ["x".join(map(str, value)) if isinstance(value, tuple) else str(value)]
    recipe, path = " ".join(words), out / name
    if path.exists():
        if (known := path.read_text(encoding="utf-8").strip()) != recipe:
            raise InputError(f"{out} is the folder of {known!r}, by its {name}; give another one for {recipe!r}.")
    elif any(out.glob(made)):
        raise InputError(
            f"{out} lacks {name}, which tells how its files were made; give another folder, "
            f"or write {recipe!r} into that file if this is so."
        )
    return recipe


def as_jpeg(picture: NDArray[np.uint8]) -> bytes:
    """A picture (H, W, 3) RGB uint8 as the bytes of a JPEG file."""
    bgr = cv2.cvtColor(picture, cv2.COLOR_RGB2BGR)
    return cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()


def write_last(path: Path, truth: dict[str, Any]) -> None:
    """Write the truth that tells a picture is there, all at once: an interrupted run leaves none."""
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(truth) + "\n", encoding="utf-8")
    partial.replace(path)
