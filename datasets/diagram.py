"""How far confidence can be trusted, as a picture: `python -m datasets.diagram NAME=FILE … --out FILE.png`.

Each FILE is what `python -m datasets.evaluate FOLDER --json` printed; NAME goes into the legend.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from datasets.commands import InputError, run
from datasets.missing import missing

try:
    from matplotlib.figure import Figure
except ModuleNotFoundError as error:
    raise missing(error) from error


def reliability_diagram(numbers: Mapping[str, Mapping[str, Any]]) -> Figure:
    """Share right over mean confidence, and below it how many tiles each point stands for, a colour for each name.

    `numbers` are summaries of `datasets.evaluate`. What lies above the diagonal is better than it claims to be.
    """
    figure = Figure(figsize=(5, 5.6), dpi=110, layout="constrained")
    curves, amounts = figure.subplots(2, 1, height_ratios=(4, 1), sharex=True)
    curves.plot((0, 1), (0, 1), color="0.7", linestyle="--", linewidth=1)
    for k, (name, summary) in enumerate(numbers.items()):
        rows = [row for row in summary["reliability"] if row["count"]]
        confidence, right = [row["confidence"] for row in rows], [row["right"] for row in rows]
        label = f"{name} (expected error {summary['calibration_error']:.1%})"
        curves.plot(confidence, right, marker="o", markersize=4, label=label)
        width = 0.08 / len(numbers)
        places = [(row["low"] + row["high"]) / 2 + (k - (len(numbers) - 1) / 2) * width for row in rows]
        amounts.bar(places, [row["count"] for row in rows], width)
    curves.set(ylabel="share of tiles right", xlim=(0, 1), ylim=(0, 1.02))
    curves.legend(loc="upper left", frameon=False)
    amounts.set(xlabel="confidence", ylabel="tiles", yscale="log")
    return figure


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m datasets.diagram", description=__doc__)
    parser.add_argument("numbers", nargs="+", metavar="NAME=FILE", help="a name and what evaluate --json printed")
    parser.add_argument("--out", type=Path, required=True, help="the picture to write, PNG or SVG")
    args = parser.parse_args(arguments)
    numbers: dict[str, Any] = {}
    for entry in args.numbers:
        name, _, path = entry.partition("=")
        try:
            numbers[name] = json.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise InputError(
                f"{entry!r} should be NAME=FILE with what `datasets.evaluate --json` printed: {error}"
            ) from error
    try:
        figure = reliability_diagram(numbers)
    except (KeyError, TypeError) as error:
        raise InputError("One of these files is not what `datasets.evaluate --json` printed.") from error
    figure.savefig(args.out)
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
