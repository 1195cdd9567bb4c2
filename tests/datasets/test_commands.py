"""The commands of `datasets`: what they lack, what they are asked for wrongly, and the folders they go on with."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

from datasets import build, evaluate, folder, sample, table_folder, table_pairs, table_parts
from datasets.commands import NOTE, InputError, note, run

ROOT = Path(__file__).parents[2]
WITHOUT = """
import sys

class Without:
    def find_spec(self, name, path=None, target=None):
        if name == {lacks!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Without())
"""
"""What Python does at its start; afterwards one package cannot be found."""


def started(folder: Path, module: str, lacks: str = "") -> subprocess.CompletedProcess[str]:
    """The help of a command where a package is missing."""
    (folder / "sitecustomize.py").write_text(WITHOUT.format(lacks=lacks))
    command = [sys.executable, "-m", module, "--help"]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(
    ("module", "lacks"),
    [
        ("datasets.folder", "tqdm"),
        ("datasets.table_folder", "tqdm"),
        ("datasets.evaluate", "tqdm"),
        ("datasets.marker_fit", "tqdm"),
        ("datasets.diagram", "matplotlib"),
        ("datasets.train", "onnx"),
        ("datasets.train", "torch"),
        ("datasets.export", "onnx"),
        ("datasets.export", "torch"),
    ],
)
def test_what_is_not_installed_is_said_in_one_sentence(tmp_path: Path, module: str, lacks: str) -> None:
    if lacks == "torch" and find_spec("onnx") is None:
        pytest.skip("onnx is not installed either, and is said first")
    result = started(tmp_path, module, lacks)
    told = f"datasets: {lacks} is not installed; this needs pip install -e '.[train]'.\n"
    assert (result.returncode, result.stdout, result.stderr) == (1, "", told)


def test_what_is_missing_otherwise_is_a_fault_and_told_whole(tmp_path: Path) -> None:
    result = started(tmp_path, "datasets.folder", "cv2")
    assert (result.returncode, result.stderr.startswith("Traceback")) == (1, True)


def test_a_command_with_all_that_it_needs_starts(tmp_path: Path) -> None:
    result = started(tmp_path, "datasets.folder")
    assert (result.returncode, result.stderr) == (0, "")
    assert "--each-thing" in result.stdout


@pytest.mark.parametrize(
    ("command", "arguments", "told"),
    [
        (folder, ["--seed", "-1"], "argument --seed: '-1' is no whole number from 0 to 2147483647"),
        (folder, ["--seed", "1", "--size", "0"], "argument --size: '0' is no whole number from 64 to 8192"),
        (folder, ["--seed", "1", "--count", "0"], "argument --count: '0' is no whole number from 1 to 2147483647"),
        (build, ["--seed", "-1"], "argument --seed: '-1' is no whole number from 0 to 2147483647"),
        (build, ["--workers", "two"], "argument --workers: 'two' is no whole number from 1 to 2147483647"),
        (sample, ["--seed", "1.5"], "argument --seed: '1.5' is no whole number from 0 to 2147483647"),
        (table_folder, ["--seed", "1", "--size", "99999x99999"], "argument --size: '99999x99999' is no size"),
        (table_pairs, ["--seed", "1", "--size", "300x400"], "argument --size: '300x400' is no size"),
    ],
)
def test_arguments_out_of_range_are_named(
    command: ModuleType,
    arguments: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["command", "--out", str(tmp_path / "new"), *arguments])
    with pytest.raises(SystemExit) as end:
        run(command.main)
    assert end.value.code == 2
    assert told in capsys.readouterr().err.splitlines()[-1]
    assert not (tmp_path / "new").exists()


def test_threads_are_counted_from_none(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        evaluate.main(["anywhere", "--threads", "-1"])
    assert end.value.code == 2
    assert "argument --threads: '-1' is no whole number" in capsys.readouterr().err


@pytest.mark.parametrize("command", [folder, build, sample, table_folder, table_pairs, table_parts])
def test_a_folder_that_cannot_be_made_is_named(
    command: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(sys, "argv", ["command", "--out", str(tmp_path / "file" / "new"), "--seed", "1"])
    assert run(command.main) == 2
    assert capsys.readouterr().err == f"{tmp_path / 'file' / 'new'}: Not a directory\n"


def test_what_a_training_lacks_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("onnx")
    from datasets import export, train

    monkeypatch.setattr(sys, "argv", ["train", "--work", str(tmp_path), "--only", "reader"])
    assert run(train.main) == 2
    told = f"{tmp_path / 'pictures'} holds no rendered shards; run `python -m datasets.build` first.\n"
    assert capsys.readouterr().err == told
    monkeypatch.setattr(sys, "argv", ["export", "--work", str(tmp_path), "--out", str(tmp_path)])
    assert run(export.main) == 2
    assert capsys.readouterr().err == f"{tmp_path / 'detector.pt'}: No such file or directory\n"


def test_a_fault_of_the_command_itself_is_told_whole() -> None:
    def faulty() -> int:
        raise ValueError("a fault")

    with pytest.raises(ValueError, match="a fault"):
        run(faulty)


def rendered(out: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["folder", "--out", str(out), *arguments])
    return run(folder.main)


def test_a_folder_goes_on_with_what_it_was_begun_with_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rendered(tmp_path, monkeypatch, "--seed", "8", "--size", "64", "--count", "2") == 0
    first = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert rendered(tmp_path, monkeypatch, "--seed", "8", "--size", "64", "--count", "3") == 0
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert len(kept) == len(first) + 2
    assert first.items() <= kept.items()
    for others in (
        ("--seed", "9", "--size", "64"),
        ("--seed", "8", "--size", "80"),
        ("--seed", "8", "--size", "64", "--each-thing"),
        ("--seed", "8", "--size", "64", "--kind", "empty"),
    ):
        capsys.readouterr()
        assert rendered(tmp_path, monkeypatch, *others) == 2
        (told,) = capsys.readouterr().err.splitlines()
        assert "is the folder of 'pictures --seed 8 --size 64'" in told
        assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == kept


def test_a_folder_without_a_note_is_gone_on_with_when_somebody_knows_what_it_holds(tmp_path: Path) -> None:
    (tmp_path / "table-000000.json").write_text("{}")
    options = {"seed": 0, "size": (1600, 1200), "no_faults": True, "kind": None, "each_thing": False}
    with pytest.raises(InputError, match=r"write 'tables --no-faults --seed 0 --size 1600x1200' into that file"):
        note(tmp_path, "tables", options)
    (tmp_path / NOTE).write_text("tables --no-faults --seed 0 --size 1600x1200\n")
    note(tmp_path, "tables", options)
    with pytest.raises(InputError):
        note(tmp_path, "pairs", options)


def test_shards_of_another_size_are_not_taken_for_those_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = ["build", "--out", str(tmp_path), "--count", "2", "--workers", "1", "--size"]
    statuses = []
    for size, seed in (("64", "1"), ("80", "1"), ("64", "2")):
        monkeypatch.setattr(sys, "argv", [*ask, size, "--seed", seed])
        statuses.append(run(build.main))
    assert statuses == [0, 2, 0]
