"""What every test may ask for."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]

# A busy machine is no failure, and a red run must be red again when it is repeated.
settings.register_profile("pipwise", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("pipwise")

COMMAND = [sys.executable, "-c", "from server.cli import main; main()"]
"""`pipwise` as it stands in this tree: with `-c`, the folder it runs in comes first on the path."""


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def photos() -> Path:
    """The folder of real photographs with truth, which lies beside the repository where there is one."""
    folder = ROOT.parent / "shared" / "photos"
    if not folder.is_dir():
        pytest.skip("no real photographs beside the repository (shared/photos)")
    return folder


@pytest.fixture(scope="session")
def weights() -> Path:
    """The folder of the packaged weights."""
    folder = ROOT / "models"
    if not (folder / "manifest.json").is_file():
        pytest.skip("no weights in models/ yet (models/manifest.json)")
    return folder


@pytest.fixture(scope="session")
def pipwise() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs `pipwise ARGUMENTS` in a process of its own, with the packaged weights."""

    def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False, encoding="utf-8"
        )

    return run
