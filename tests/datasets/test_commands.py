"""The commands of `datasets` where what they need is not installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
    ],
)
def test_what_is_not_installed_is_said_in_one_sentence(tmp_path: Path, module: str, lacks: str) -> None:
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
