"""How well it is told what was laid between two photos: `python -m tests.changes.judge_pairs DIR`, where
`datasets.table_pairs` wrote them.

Prints a line of JSON: pairs, tiles laid, those found at their places (`found`, and `values` of these that are right),
tiles that were told to be laid, gone or moved and were not, doubts, and pairs that were not taken for one table.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from engine.presets import preset
from engine.tiles import Tile
from server.seen_table import SeenTable
from server.table_diff import TableDiff, diff
from server.table_known import Known
from server.table_service import read_table_photo
from tests.workers import reader, shared_out
from vision.geometry import tile_length

NEAR = 0.3
"""A tile was found where one is told within so many tile lengths."""


def judge(truth: dict[str, Any], after: SeenTable, changes: TableDiff | None) -> Counter[str]:
    """What was told of a pair: counts, to be added up."""
    if changes is None:
        return Counter(pairs=1, laid=len(truth["laid"]), refused=1)
    found: Counter[str] = Counter(
        pairs=1, laid=len(truth["laid"]), gone=len(changes.gone), moved=len(changes.moved), doubts=len(changes.doubts)
    )
    left = list(truth["laid"])
    for one in changes.laid:
        tile = after.reading.tiles[one.number]
        reach = NEAR * float(tile_length(tile.detection.quad.corners))
        true = next((true for true in left if np.hypot(*np.subtract(true["at"], tile.centre)) <= reach), None)
        if true is None:
            found["false"] += 1
            continue
        left.remove(true)
        found += Counter(found=1, values=int(Tile.of(*true["tile"]) == one.tile))
    return found


def judge_photos(path: Path) -> Counter[str]:
    """The counts of one pair, by the path of its truth; its photos lie beside it."""
    truth = json.loads(path.read_text(encoding="utf-8"))
    known = Known(preset("puremco", int(truth["set"])))
    before, after = (
        read_table_photo(reader(), path.with_name(f"{path.stem}-{name}.jpg"), known) for name in ("before", "after")
    )
    return judge(truth, after.table, diff(before.table, after.table, (before.pixels, after.pixels)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="pictures and truths of pairs")
    args = parser.parse_args()
    paths = sorted(args.folder.glob("*.json"))
    counts = tqdm(shared_out(judge_photos, paths), total=len(paths), unit="pair", desc="read")
    print(json.dumps(dict(sorted(sum(counts, Counter[str]()).items()))))


if __name__ == "__main__":
    main()
