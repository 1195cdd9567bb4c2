"""The command as people run it, a process of its own with the packaged weights."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest

Pipwise = Callable[..., subprocess.CompletedProcess[str]]

MAX_MEGABYTES = 900
"""Most memory that reading a photo of twelve megapixels may take, networks and all."""

PEAK = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(peak / (2**20 if sys.platform == "darwin" else 2**10))
sys.exit(code)
"""
"""Prints the peak memory of a command in megabytes. Run by a small process: one that is started from a large one counts
as that large at first."""

SEEN = """
import sys
from server.cli import main
try:
    main()
finally:
    print(*sys.modules)
"""


@pytest.fixture(scope="module")
def sample(root: Path) -> Path:
    return root / "datasets" / "samples" / "hand.jpg"


@pytest.fixture(scope="module")
def truth(sample: Path) -> list[tuple[int, int]]:
    """The tiles of the sample, each with its lower value first."""
    tiles = json.loads(sample.with_suffix(".json").read_text(encoding="utf-8"))["tiles"]
    return sorted((min(tile["pips"]), max(tile["pips"])) for tile in tiles)


@pytest.mark.usefixtures("weights")
def test_the_sample_is_scored_right(pipwise: Pipwise, sample: Path, truth: list[tuple[int, int]]) -> None:
    result = pipwise("score", sample)
    assert (result.returncode, result.stderr) == (0, "")
    found = re.search(r"(\d+) points? on (\d+) tiles?", result.stdout)
    assert found, result.stdout
    assert (int(found[1]), int(found[2])) == (sum(map(sum, truth)), len(truth))


@pytest.mark.usefixtures("weights")
def test_json_has_its_fields(pipwise: Pipwise, sample: Path, truth: list[tuple[int, int]]) -> None:
    result = pipwise("read", "--json", sample)
    assert (result.returncode, result.stderr) == (0, "")
    (line,) = result.stdout.splitlines()
    reading = json.loads(line)
    fields = {
        "photo": str, "width": int, "height": int, "set": str, "tiles": list, "face_down": list,
        "face_down_confidence": list, "total": int, "sure": bool, "looks_like_table": bool,
        "warnings": list, "timings_ms": dict, "models": list,
    }  # fmt: skip
    assert {name: type(value) for name, value in reading.items()} == fields
    assert (reading["photo"], reading["width"], reading["height"]) == (str(sample), 1280, 1280)
    assert sorted(tuple(sorted(tile["pips"])) for tile in reading["tiles"]) == truth
    for tile in reading["tiles"]:
        assert {"pips", "ends", "quad", "place", "confidence", "sure", "doubts", "alternatives"} == tile.keys()
        assert all(isinstance(value, int) and 0 <= value <= 12 for value in tile["pips"])
        assert (len(tile["ends"]), len(tile["quad"])) == (2, 4)
        for x, y in tile["ends"] + tile["quad"]:
            assert -1280 < x < 2560
            assert -1280 < y < 2560
        assert isinstance(tile["sure"], bool)
        assert 0 <= tile["confidence"] <= 1
    assert reading["sure"] == all(tile["sure"] for tile in reading["tiles"])
    assert set(reading["timings_ms"]) == {"detect", "refine", "read"}
    assert [model.split()[0] for model in reading["models"]] == ["detector", "sceptic", "refiner", "reader"]


@pytest.mark.usefixtures("weights")
@pytest.mark.parametrize("command", [["read", "--json"], ["read"], ["score"]], ids=" ".join)
def test_bad_files_do_not_cost_the_good_one(command: list[str], pipwise: Pipwise, sample: Path, tmp_path: Path) -> None:
    half, empty, other, missing = (tmp_path / name for name in ("half.jpg", "empty.jpg", "other.png", "missing.heic"))
    half.write_bytes(sample.read_bytes()[:5000])
    empty.touch()
    other.write_text("This is no picture.\n")
    bad = [half, empty, other, missing, tmp_path]
    result = pipwise(*command, half, empty, sample, other, missing, tmp_path)
    assert result.returncode == 2
    assert "hand" in result.stdout
    assert not [path.stem for path in bad if str(path) in result.stdout and path != tmp_path]
    complaints = result.stderr.splitlines()
    assert "Traceback" not in result.stderr
    assert [line.removeprefix("pipwise: ").split(": ")[0] for line in complaints] == list(map(str, bad))
    assert all(line.startswith("pipwise: ") and line.endswith(".") for line in complaints)


@pytest.mark.usefixtures("weights")
def test_a_photo_of_twelve_megapixels_fits_in_memory(root: Path, sample: Path, tmp_path: Path) -> None:
    pytest.importorskip("resource", reason="this system does not say how much memory a process took")
    picture = cv2.resize(cv2.imread(str(sample)), (4000, 4000), interpolation=cv2.INTER_CUBIC)[500:3500]
    cv2.imwrite(str(tmp_path / "large.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    command = [sys.executable, "-c", "from server.cli import main; main()", "read", "--json", tmp_path / "large.jpg"]
    measured = [sys.executable, "-c", PEAK, *map(str, command)]
    result = subprocess.run(measured, cwd=root, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    # The picture alone takes 36: less than that, and something else was measured.
    assert 36 < float(result.stdout) < MAX_MEGABYTES


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--version"], 0), (["read", "--help"], 0), (["read"], 2), (["score"], 2), (["read", "x.jpg", "--set", "5"], 2)],
)
def test_help_and_complaints_need_no_network(arguments: list[str], code: int, root: Path) -> None:
    command = [sys.executable, "-c", SEEN, *arguments]
    result = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert result.returncode == code, result.stderr
    assert "Traceback" not in result.stderr
    modules = set(result.stdout.split())
    assert "server.cli" in modules
    assert not {"cv2", "onnxruntime", "PIL", "vision.reader"} & modules


@pytest.mark.usefixtures("weights")
@pytest.mark.parametrize("arguments", [["check"], ["read", "datasets/samples/hand.jpg"]])
def test_no_library_keeps_a_log_of_use(root: Path, tmp_path: Path, arguments: list[str]) -> None:
    """The home folder stays as it was: a library that counts its use would do so there."""
    folders = ("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "ORT_DISABLE_TELEMETRY")
    env = {name: value for name, value in os.environ.items() if name not in folders} | {"HOME": str(tmp_path)}
    code = "from server.start import main; main()"
    done = subprocess.run([sys.executable, "-c", code, *arguments], cwd=root, env=env, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
