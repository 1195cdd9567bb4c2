"""How long it takes until the command does something, beside a Python that does nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

CODES = {
    "nothing": "pass",
    "the command": "import server.cli",
    "its help": "from server.cli import main; main()",
    "the reader": "import vision.reader",
    "the networks": "from vision.reader import load_reader; load_reader()",
}


@pytest.mark.benchmark(group="start")
@pytest.mark.parametrize("what", CODES)
def test_start(benchmark: BenchmarkFixture, root: Path, what: str, request: pytest.FixtureRequest) -> None:
    if what == "the networks":
        request.getfixturevalue("weights")
    command = [sys.executable, "-c", CODES[what], "--help"]
    benchmark.pedantic(
        lambda: subprocess.run(command, cwd=root, stdout=subprocess.DEVNULL, check=True), rounds=5, warmup_rounds=1
    )
