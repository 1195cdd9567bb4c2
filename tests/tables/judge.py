"""How well rendered tables are read: `python -m tests.tables.judge DIR`, where `datasets.table_folder` wrote them.

Reads every photo as `pipwise audit` does, with the set of its truth, and prints a line of JSON: tables, trains, trains
read exactly, trains that are none, engines, planted faults, those found, findings of ENDS_DIFFER or DUPLICATE_TILE
among surely read tiles where nothing is wrong, and tiles that are called sure, and those of them that are not there or
show something else. Trains that hold an illegible tile (hidden by a marker, say) are counted
apart: nobody can read them from that photo. So are those with a tile of a larger set: each is read as one of the set
that is played, and that it is none is a finding.
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
from server.seen_table import SeenTable, TableFindingCode
from server.table_known import Known
from server.table_service import read_table_photo
from tests.workers import reader, shared_out
from vision.geometry import tile_length

JUDGED = ("ENDS_DIFFER", "DUPLICATE_TILE", "TRAIN_NOT_FROM_ENGINE", "TILE_NOT_IN_SET")
NEAR = 0.3
"""A tile is where one is told within so many tile lengths."""
FALSE = (TableFindingCode.ENDS_DIFFER, TableFindingCode.DUPLICATE_TILE)


def judge(truth: dict[str, Any], table: SeenTable) -> Counter[str]:
    """What of a table was read: counts, to be added up.

    A train is right if the same tiles were read in the same order and direction; so are branches, as trains of their
    own. A fault is found if a finding of its code names its tile or one that touches it.
    """
    legible = Counter(Tile.of(*tile["pips"]) for tile in truth["tiles"] if tile["legible"])
    read = Counter(tuple((one.inner, one.outer) for one in train.placed) for train in table.trains)
    found: Counter[str] = Counter(tables=1, engines=_engine(table) == truth["engine"])
    for train in truth["trains"]:
        tiles = tuple((inner, outer) for inner, outer in train["tiles"])
        kind = "trains"
        if not all(legible[Tile.of(*pair)] for pair in tiles):
            kind = "trains_with_hidden_tiles"
        elif max(map(max, tiles)) > truth["set"]:
            kind = "trains_with_foreign_tiles"
        right = read[tiles] > 0
        read[tiles] -= right
        found += Counter({kind: 1, f"{kind}_exact": int(right)})
    found["trains_too_many"] = sum(count for count in read.values() if count > 0)
    named = [(str(one.code), set(one.tiles)) for one in table.findings]
    concerned = [(fault["code"], _around(truth, fault)) for fault in truth["faults"] if fault["code"] in JUDGED]
    for code, tiles in concerned:
        found["faults"] += 1
        found["faults_found"] += any(code == other and tiles & around for other, around in named)
    wrong = set().union(*(tiles for _, tiles in concerned))
    found["false_sure_findings"] = sum(
        one.code in FALSE and one.sure and not wrong & set(one.tiles) for one in table.findings
    )
    return found


def _engine(table: SeenTable) -> int | None:
    return None if table.engine_tile is None else table.engine_tile.high


def _around(truth: dict[str, Any], fault: dict[str, Any]) -> set[Tile]:
    """The tile of a fault, and those beside it where it is about their ends."""
    at = fault["position"]
    near = truth["trains"][fault["train"]]["tiles"][max(at - 1, 0) : at + 2] if fault["code"] == "ENDS_DIFFER" else []
    return {Tile.of(*pair) for pair in (fault["tile"], *near)}


def judge_tiles(truth: dict[str, Any], table: SeenTable) -> Counter[str]:
    """How many tiles are called sure, and how many of these are wrong; both have their places in the same photo."""
    places = np.array([tile["quad"] for tile in truth["tiles"]], np.float64).reshape(-1, 4, 2)
    reach = NEAR * tile_length(places)
    found = Counter(tiles_sure=0, tiles_sure_wrong=0)
    for one in table.reading.tiles:
        if one.sure:
            near = np.linalg.norm(places.mean(axis=1) - one.centre, axis=1) <= reach
            there = {Tile.of(*truth["tiles"][number]["pips"]) for number in np.flatnonzero(near)}
            found += Counter(tiles_sure=1, tiles_sure_wrong=int(one.tile not in there))
    return found


def judge_photo(path: Path) -> Counter[str]:
    """The counts of one table and its tiles, by the path of its truth; its photo lies beside it."""
    truth = json.loads(path.read_text(encoding="utf-8"))
    photo = read_table_photo(reader(), path.with_suffix(".jpg"), Known(preset("puremco", int(truth["set"]))))
    return judge(truth, photo.table) + judge_tiles(truth, photo.table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="pictures and truths of tables")
    args = parser.parse_args()
    paths = sorted(args.folder.glob("*.json"))
    counts = tqdm(shared_out(judge_photo, paths), total=len(paths), unit="table", desc="read")
    total = sum(counts, Counter[str]())
    print(json.dumps(dict(sorted(total.items()))))


if __name__ == "__main__":
    main()
