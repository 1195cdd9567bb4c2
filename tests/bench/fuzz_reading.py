"""Damaged files through the whole reader, counted by outcome: `python tests/bench/fuzz_reading.py --count 20000`.

Each file is loaded and read with the packaged weights, all in this one process. It must be read or be refused by
ImageError, nothing may be written to the standard error, and time and memory have bounds. Ends with 1 otherwise; what
went wrong is looked at alone with the same seed, `--first` its number and `--count 1`. Wants a Unix.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import re
import resource
import sys
import time
import traceback
import warnings
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

import cv2
from tqdm import tqdm

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.vision.mutations import Case, cases  # noqa: E402
from vision.errors import ImageError  # noqa: E402
from vision.image import load  # noqa: E402
from vision.reader import TileReader, load_reader  # noqa: E402

PATIENCE = 10
"""A file that takes this many times the seconds allowed ends the run, with what was being done."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Damaged files through the whole reader.")
    parser.add_argument("--count", type=int, default=20_000, help="how many files (20000)")
    parser.add_argument("--seed", type=int, default=0, help="which files (0)")
    parser.add_argument("--first", type=int, default=0, help="number of the first file (0)")
    parser.add_argument("--seconds", type=float, default=20.0, help="at most so long for one file (20)")
    parser.add_argument("--megabytes", type=int, default=1500, help="at most so much memory for the process (1500)")
    options = parser.parse_args()

    # Nothing below may reach the standard error but what this writes itself, which also a library in C must not.
    screen = os.fdopen(os.dup(2), "w")
    faulthandler.enable(screen)
    warnings.simplefilter("always")
    cv2.setNumThreads(1)
    reader = load_reader(threads=1)
    begun, outcomes, faults, slowest = peak(), Counter[str](), list[str](), (0.0, "nothing")
    with TemporaryDirectory() as folder, TemporaryFile() as heard:
        os.dup2(heard.fileno(), 2)
        path = Path(folder) / "photo"
        for case in tqdm(cases(options.seed, options.count, options.first), total=options.count, file=screen):
            path.write_bytes(case.data)
            faulthandler.dump_traceback_later(PATIENCE * options.seconds, exit=True, file=screen)
            start, length = time.perf_counter(), os.fstat(2).st_size
            outcome = meet(path, case, reader, faults)
            slowest = max(slowest, (time.perf_counter() - start, str(case)))
            heard.seek(length)
            if noise := heard.read().decode(errors="replace").strip():
                faults.append(f"{case}: said {noise}")
            outcomes[outcome] += 1
        faulthandler.cancel_dump_traceback_later()
    print(f"{options.count} files of seed {options.seed}, from number {options.first}")
    for outcome, count in outcomes.most_common():
        print(f"{count:7d}  {outcome}")
    print(f"slowest: {slowest[0]:.2f} s, {slowest[1]}")
    print(f"memory: {peak():.0f} MB at most, {begun:.0f} MB before the first file")
    if slowest[0] > options.seconds:
        faults.append(f"slower than {options.seconds:g} s: {slowest[1]}")
    if peak() > options.megabytes:
        faults.append(f"more than {options.megabytes} MB")
    print(f"{len(faults)} faults", *faults[:50], sep="\n")
    sys.exit(bool(faults))


def meet(path: Path, case: Case, reader: TileReader, faults: list[str]) -> str:
    """What comes of a file, sizes and the like put out of the sentence, so that equal ones can be counted."""
    try:
        pixels = load(path)
        seen = reader.read(pixels)
    except ImageError as refusal:
        return "refused: " + re.sub(r"\d+(\.\d+)?", "N", str(refusal))
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what this looks for
        faults.append(f"{case}: {''.join(traceback.format_exception(error))}")
        return type(error).__name__
    if seen.image_size != (pixels.shape[1], pixels.shape[0]):
        faults.append(f"{case}: {seen.image_size} of {pixels.shape}")
    return "read"


def peak() -> float:
    """The most memory this process has held, in megabytes."""
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return held / (1e6 if sys.platform == "darwin" else 1e3)


if __name__ == "__main__":
    main()
