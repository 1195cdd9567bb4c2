"""What is in the wheel: the four packages with the weights and the page, and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("engine", "models", "server", "vision")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Name and content of every file in a wheel built from this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    (path,) = folder.glob("pipwise-*-py3-none-any.whl")
    with ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def in_tree(*packages: str) -> set[str]:
    """The files of the packages as they lie in the tree."""
    paths = (path for name in packages for path in (ROOT / name).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in paths if "__pycache__" not in path.parts}


def test_holds_the_four_packages_whole_and_nothing_else(wheel: dict[str, bytes]) -> None:
    """Whole: what .gitignore names is left out of a wheel without a word."""
    assert {name for name in wheel if ".dist-info/" not in name} == in_tree(*PACKAGES)


def test_holds_every_weight_that_the_manifest_names(wheel: dict[str, bytes]) -> None:
    if not list((ROOT / "models").glob("*.onnx")):
        pytest.skip("no weights in models/ yet")
    manifest = json.dumps(json.loads(wheel["models/manifest.json"]))
    weights = {name for name in wheel if name.endswith(".onnx")}
    assert weights == {name for name in in_tree("models") if name.endswith(".onnx")}
    assert all(json.dumps(Path(name).name) in manifest for name in weights)


def test_holds_the_page_when_there_is_one(wheel: dict[str, bytes]) -> None:
    if not (ROOT / "server" / "static").is_dir():
        pytest.skip("no page in server/static yet")
    page = {name for name in in_tree("server") if name.startswith("server/static/")}
    assert page
    assert page <= wheel.keys()


def test_installs_one_command_and_the_licence(wheel: dict[str, bytes]) -> None:
    meta = {name.split(".dist-info/")[1]: data.decode() for name, data in wheel.items() if ".dist-info/" in name}
    scripts = ConfigParser()
    scripts.read_string(meta["entry_points.txt"])
    assert dict(scripts["console_scripts"]) == {"pipwise": "server.start:main"}
    assert meta["licenses/LICENSE"] == (ROOT / "LICENSE").read_text(encoding="utf-8")
