"""How well tables that another renderer made are read: trains, engines, faults. Never again worse than this."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

LEAST_TRAINS = 37
"""Of 39; the last tile of one lies half outside its photo."""


@pytest.fixture(scope="module")
def tables(
    photos: Path,
    weights: Path,
    pipwise: Callable[..., subprocess.CompletedProcess[str]],
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[dict[str, float], dict[str, float]]:
    """What the judges say of the tables: about trains and faults, and about tiles."""
    folder, tools = photos / "rendered", photos.parent / "tools"
    truths = {path: json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))}
    paths = [path.with_suffix(".jpg") for path, truth in truths.items() if "trains" in truth]
    if not (paths and (tools / "judge_tables.py").is_file()):
        pytest.skip("no tables in shared/photos/rendered, or no judge in shared/tools")
    result = pipwise("audit", "--json", "--set", "double-18", *paths)
    work = tmp_path_factory.mktemp("tables")
    (work / "tables.jsonl").write_text(result.stdout, encoding="utf-8")
    alone = work / "truths"
    alone.mkdir()
    for path in paths:
        (alone / f"{path.stem}.json").write_text(path.with_suffix(".json").read_text())
    verdicts = []
    for judge in ("judge_tables.py", "judge_photos.py"):
        command = [sys.executable, str(tools / judge), str(alone), str(work / "tables.jsonl"), "--list"]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        print(said)
        verdicts.append(json.loads(said.splitlines()[-1]))
    return verdicts[0], verdicts[1]


def test_trains_are_read_exactly(tables: tuple[dict[str, float], dict[str, float]]) -> None:
    assert tables[0]["right"] >= LEAST_TRAINS
    assert tables[0]["extra"] <= tables[0]["trains"] - LEAST_TRAINS


def test_every_engine_is_right(tables: tuple[dict[str, float], dict[str, float]]) -> None:
    assert tables[0]["engine"] == tables[0]["tables"]


def test_every_planted_fault_is_found_and_no_other(tables: tuple[dict[str, float], dict[str, float]]) -> None:
    assert tables[0]["found"] == tables[0]["planted"] > 0
    assert tables[0]["false"] == 0


def test_tiles_are_right_and_never_surely_wrong(tables: tuple[dict[str, float], dict[str, float]]) -> None:
    assert tables[1]["tile_rate"] >= 0.98
    assert tables[1]["extra_rate"] == 0
    assert tables[1]["sure_wrong"] == 0
