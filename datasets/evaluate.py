"""Read labelled pictures and tell what is lost where: `python -m datasets.evaluate FOLDER [--set double-12]`.

A folder holds ID.jpg and ID.json pairs in the format of `datasets.labels`; the part of an ID before its first "-" is
its family, and each family gets its own line. With `--shards` the folder is one of `datasets.build`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from datasets.calibration import calibration_error, cuts, reliability
from datasets.commands import whole
from datasets.judging import SURPLUS, Fate, Verdict, judge, labelled, trace
from datasets.labels import load_truths, truth
from datasets.progress import tqdm
from datasets.store import Sample, Shard, shards
from engine.errors import EngineError
from engine.tiles import HIGHEST_PIPS, DominoSet
from vision.errors import VisionError
from vision.image import load
from vision.reader import TileReader, load_reader

Image = NDArray[np.uint8]
ALL = "all"


class FolderError(Exception):
    """The folder cannot be judged; the message is one sentence that says why."""


@dataclass(frozen=True, slots=True)
class Case:
    """A picture with its truth; the picture is decoded when asked for."""

    truth: dict[str, Any]
    picture: Callable[[], Image]


def folder_cases(folder: Path, limit: int | None = None) -> list[Case]:
    """The pairs of a folder, at most `limit` of them, evenly spread; raises FolderError."""
    try:
        truths = load_truths(folder)
    except ValueError as error:
        raise FolderError(f"{folder} holds a label file that is no JSON ({error}); mend it or take it away.") from error
    except OSError as error:
        raise FolderError(str(error)) from error
    if limit is not None and limit < len(truths):
        truths = [truths[i] for i in np.linspace(0, len(truths) - 1, limit).round().astype(int)]
    for entry in truths:
        try:
            labelled(entry)
            name = str(entry["id"])
        except (KeyError, TypeError, ValueError) as error:
            raise FolderError(
                f"{folder} holds a label file of another format ({error!r}); see datasets/labels.py for "
                "the one that is read."
            ) from error
        if not (folder / f"{name}.jpg").is_file():
            raise FolderError(f"{folder} lacks {name}.jpg, the picture of {name}.json; add it or take the label away.")
    return [Case(entry, _loader(folder, entry)) for entry in truths]


def _loader(folder: Path, entry: dict[str, Any]) -> Callable[[], Image]:
    def picture() -> Image:
        name = f"{entry['id']}.jpg"
        image = load(folder / name)
        size = [image.shape[1], image.shape[0]]
        if list(entry.get("size", size)) != size:
            raise FolderError(
                f"{name} has {size[0]} x {size[1]} pixels, but its label is for {entry['size']}; the two "
                "do not belong together."
            )
        return image

    return picture


def shard_cases(folder: Path, limit: int | None = None) -> Iterator[Case]:
    """The pictures of all shards below a folder, the first `limit` of them; raises FolderError."""
    try:
        paths = shards(folder)
    except OSError as error:
        raise FolderError(str(error)) from error
    return islice(_stored(paths), limit)


def _picture_of(sample: Sample) -> Image:
    return sample.picture


def _stored(paths: Sequence[Path]) -> Iterator[Case]:
    for path in paths:
        shard = Shard(path)
        for i in range(len(shard)):
            sample = shard[i]
            height, width = sample.picture.shape[:2]
            entry = truth(f"{path.stem}-{i:03d}", (width, height), sample.labels, "rendered")
            entry["backs"] = [label.quad.tolist() for label in sample.labels if not label.face_up]
            yield Case(entry, partial(_picture_of, sample))


def evaluate(
    reader: TileReader, cases: Iterator[Case] | Sequence[Case], highest: int = HIGHEST_PIPS, total: int | None = None
) -> list[Verdict]:
    """Read and judge every picture, with a progress bar; raises FolderError or ImageError for one that is broken."""
    verdicts = []
    for case in tqdm(cases, total=total, unit="picture", desc="evaluate", mininterval=2):
        image = case.picture()
        verdicts.append(judge(case.truth, reader.read(image), partial(trace, reader, image), highest))
    return verdicts


def summary(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """All numbers as one JSON object: `families` (the last one is "all"), reliability, calibration error, cuts."""
    families: defaultdict[str, list[Verdict]] = defaultdict(list)
    for verdict in sorted(verdicts, key=lambda v: v.identity):
        families[verdict.identity.split("-")[0]].append(verdict)
    marks = [mark for verdict in verdicts for mark in verdict.marks]
    bins = reliability(marks)
    return {
        "families": {name: _counts(group) for name, group in [*families.items(), (ALL, list(verdicts))]},
        "reliability": [asdict(row) for row in bins],
        "calibration_error": calibration_error(bins),
        "thresholds": [asdict(row) for row in cuts(marks)],
    }


def _counts(verdicts: Sequence[Verdict]) -> dict[str, int]:
    fates: Counter[Fate] = sum((verdict.fates for verdict in verdicts), Counter())
    legible = sum(n for fate, n in fates.items() if fate not in SURPLUS)
    counts = {"photos": len(verdicts), "exact": sum(v.exact for v in verdicts), "legible": legible}
    return counts | {fate.value: fates[fate] for fate in Fate}


def show(numbers: dict[str, Any], console: Console) -> None:
    """Print the numbers of `summary` as tables."""
    table = Table(title="Legible tiles, and where they were lost", box=None, padding=(0, 1, 0, 0))
    table.add_column("family", style="bold", no_wrap=True)
    for name in numbers["families"][ALL]:
        table.add_column(name, justify="right")
    for family, counts in numbers["families"].items():
        table.add_row(family, *map(str, counts.values()))
    console.print(table)
    total = numbers["families"][ALL]
    console.print(
        f"photos exact {_share(total['exact'] / max(total['photos'], 1))}, "
        f"tiles right {_share(total['right'] / max(total['legible'], 1))}"
    )
    console.print(f"expected calibration error {_share(numbers['calibration_error'])}")
    table = Table("confidence", "tiles", "mean", "right", title="Reliability", box=None, title_justify="left")
    for row in numbers["reliability"]:
        table.add_row(
            f"{row['low']:.1f} to {row['high']:.1f}",
            str(row["count"]),
            *(_share(row[key]) if row["count"] else "–" for key in ("confidence", "right")),
        )
    console.print(table)
    table = Table(
        "sure from",
        "sure",
        "of these wrong",
        "sure, counts agree",
        "of these wrong",
        title="Thresholds",
        box=None,
        title_justify="left",
    )
    for row in numbers["thresholds"]:
        table.add_row(str(row["threshold"]), *(_share(value, 2) for key, value in row.items() if key != "threshold"))
    console.print(table)


def _share(value: float, digits: int = 1) -> str:
    return f"{value:.{digits}%}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluate", description=__doc__)
    parser.add_argument("folder", type=Path, help="folder of ID.jpg and ID.json pairs, or of shards")
    parser.add_argument("--set", help="read values of this set only, for instance double-12")
    parser.add_argument("--shards", action="store_true", help="the folder holds shards of datasets.build")
    parser.add_argument("--models", type=Path, help="folder of the weights (those of the package by default)")
    parser.add_argument("--threads", type=whole(0), default=0, help="threads for the networks (0: all)")
    parser.add_argument("--limit", type=whole(1), help="judge at most this many pictures")
    parser.add_argument("--list", action="store_true", help="also list the faults of every picture that is not exact")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    args = parser.parse_args(arguments)
    try:
        highest = DominoSet.parse(args.set).highest if args.set else HIGHEST_PIPS
        reader = load_reader(args.models, args.threads)
        cases = shard_cases(args.folder, args.limit) if args.shards else folder_cases(args.folder, args.limit)
        total = len(cases) if isinstance(cases, list) else args.limit
        verdicts = evaluate(reader, cases, highest, total)
    except (FolderError, EngineError, VisionError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    numbers = summary(verdicts)
    faulty = {v.identity: [str(f) for f in v.findings if f.fate is not Fate.RIGHT] for v in verdicts if not v.exact}
    if args.json:
        print(json.dumps(numbers | ({"faults": faulty} if args.list else {})))
        return 0
    if args.list:
        for identity, faults in faulty.items():
            print(f"{identity}: {'; '.join(faults)}")
    show(numbers, Console())
    return 0


if __name__ == "__main__":
    sys.exit(main())
