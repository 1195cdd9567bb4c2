"""Whole tables, rendered and read end to end with the packaged weights."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from datasets.table_folder import write_table
from datasets.table_scenes import SIZE
from engine.presets import preset
from server.table_known import Known
from server.table_service import see_table
from tests.tables.judge import judge, judge_photo, judge_tiles
from tests.workers import shared_out
from vision.types import N_CLASSES, DetectedTile, HalfReading, Observation, Quad

COUNT = 200
SEED = 23


def half(value: int, x: float, y: float) -> HalfReading:
    return HalfReading((x, y), tuple(float(v == value) for v in range(N_CLASSES)))


def tile(a: int, b: int, x: float, y: float) -> DetectedTile:
    """A tile of 80 x 40 pixels, half A to the left."""
    corners = ((x - 40, y + 20), (x - 40, y - 20), (x + 40, y - 20), (x + 40, y + 20))
    return DetectedTile(Quad(corners, ((x, y - 20), (x, y + 20))), (half(a, x - 20, y), half(b, x + 20, y)), 1.0)


def test_the_judge_counts_trains_and_faults() -> None:
    tiles = (tile(6, 6, 500, 500), tile(6, 1, 582, 500), tile(2, 3, 664, 500), tile(4, 6, 418, 500))
    table = see_table(Observation((1000, 1000), tiles, (), (), (), ()), Known(preset("puremco", 6), 6))
    truth = {
        "engine": 6,
        "set": 6,
        "tiles": [{"pips": pips, "legible": pips != [4, 6]} for pips in ([6, 6], [6, 1], [2, 3], [4, 6])],
        "trains": [{"tiles": [[6, 1], [2, 3]]}, {"tiles": [[6, 4]]}],
        "faults": [{"code": "ENDS_DIFFER", "train": 0, "position": 1, "tile": [2, 3]}],
    }
    assert judge(truth, table) == Counter(
        tables=1, engines=1, trains=1, trains_exact=1, trains_with_hidden_tiles=1, trains_with_hidden_tiles_exact=1,
        faults=1, faults_found=1,
    )  # fmt: skip
    foreign = judge(truth | {"set": 5, "faults": []}, table)
    assert (foreign["trains"], foreign["trains_with_foreign_tiles_exact"]) == (0, 1)
    other = truth | {"trains": [{"tiles": [[6, 1]]}, {"tiles": [[6, 4]]}], "faults": [], "engine": 5}
    assert judge(other, table) == Counter(
        tables=1, trains=1, trains_too_many=1, trains_with_hidden_tiles=1, trains_with_hidden_tiles_exact=1,
        false_sure_findings=1,
    )  # fmt: skip


def test_the_judge_counts_sure_tiles_that_are_wrong() -> None:
    tiles = (tile(6, 6, 500, 500), tile(6, 1, 582, 500), tile(2, 3, 764, 500))
    table = see_table(Observation((1000, 1000), tiles, (), (), (), ()), Known(preset("puremco", 6), 6))
    pips = ([6, 6], [6, 2], [3, 2])
    there = [{"pips": named, "quad": one.quad.corners} for named, one in zip(pips, tiles, strict=True)]
    assert judge_tiles({"tiles": there}, table) == Counter(tiles_sure=3, tiles_sure_wrong=1)
    assert judge_tiles({"tiles": there[:2]}, table) == Counter(tiles_sure=3, tiles_sure_wrong=2)


def rendered_and_judged(index: int) -> Counter[str]:
    """The counts of the table of an index; its picture is gone again when they are known."""
    with TemporaryDirectory() as folder:
        name = write_table(Path(folder), index, SEED, SIZE)
        return judge_photo(Path(folder) / f"{name}.json")


def test_rendered_tables_are_read(weights: Path) -> None:
    total = sum(shared_out(rendered_and_judged, range(COUNT)), Counter[str]())
    print(dict(total))
    assert total["tables"] == COUNT
    assert total["engines"] >= 183
    assert total["trains_exact"] >= 0.86 * total["trains"]
    assert total["trains_too_many"] <= 235
    assert total["faults_found"] >= 0.87 * total["faults"]
    assert total["false_sure_findings"] <= 3
    assert total["tiles_sure"] >= 3880
    assert total["tiles_sure_wrong"] <= 4
