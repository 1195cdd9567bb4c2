"""What every test may ask for."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]

# A busy machine is no failure, and a red run must be red again when it is repeated.
settings.register_profile("pipwise", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("pipwise")

collect_ignore = [] if find_spec("pytest_benchmark") else ["bench"]


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
