"""The arrows of ARCHITECTURE.md, held by import-linter, and the habits that no linter knows."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("datasets", "engine", "models", "server", "vision")
MODULES = sorted(path for name in (*PACKAGES, "tests") for path in (ROOT / name).rglob("*.py"))
MAX_LINES = 400
LINT = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def python(code: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run `code` in a process of its own: with `-c` the folder `cwd` comes first on the path."""
    return subprocess.run([sys.executable, "-c", code], cwd=cwd, capture_output=True, text=True, check=False)


def imported(source: str) -> set[str]:
    """The top-level names that a module imports from anywhere, also inside functions."""
    names = set[str]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module.split(".")[0])
    return names


def test_contracts_hold() -> None:
    result = python(LINT, ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("engine/wrong.py", "import vision.types", "Arrows point downwards"),
        ("engine/wrong.py", "import numpy", "The game knows no picture"),
        ("engine/moves.py", "import numba", "The game knows no picture"),
        ("engine/rollout.py", "import cv2", "The game knows no picture"),
        ("vision/wrong.py", "import engine", "Arrows point downwards"),
        ("vision/wrong.py", "import torch", "The eye knows no web"),
        ("vision/types.py", "import cv2", "The bridge is tested without"),
        ("server/games/fold.py", "import fastapi", "Games with people"),
        ("server/games/service.py", "import server.service", "Games with people"),
        ("server/wrong.py", "import datasets", "Nothing that is installed"),
        ("models/wrong.py", "import vision.types", "The weights are data"),
    ],
)
def test_a_wrong_arrow_breaks_a_contract(tmp_path: Path, module: str, line: str, contract: str) -> None:
    for path in MODULES:
        if not path.is_relative_to(ROOT / "tests"):
            copy = tmp_path / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    with (tmp_path / module).open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")

    result = python(LINT, tmp_path)

    assert result.returncode != 0
    assert any(contract in row and "BROKEN" in row for row in result.stdout.splitlines()), result.stdout + result.stderr


@pytest.mark.parametrize("path", sorted((ROOT / "engine").rglob("*.py")), ids=name_of)
def test_engine_imports_the_standard_library_only(path: Path) -> None:
    """Play-outs and what is built on them alone need arrays, and of these `engine.compiled` alone the compiler."""
    on_arrays = path.stem.startswith("rollout") or path.stem in ("hidden", "hints", "race")
    more = {"compiled": {"numba", "numpy"}}.get(path.stem, {"numpy"} if on_arrays else set())
    assert imported(path.read_text(encoding="utf-8")) <= sys.stdlib_module_names | {"engine"} | more


def test_bridge_loads_neither_opencv_nor_a_network() -> None:
    code = "import sys, server.bridge; print(*{'cv2', 'onnxruntime', 'PIL', 'fastapi'} & sys.modules.keys())"
    result = python(code, ROOT)
    assert (result.returncode, result.stdout.strip()) == (0, ""), result.stdout + result.stderr


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_is_short_and_named_after_its_idea(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES
    assert path.name not in {"utils.py", "helpers.py", "common.py", "misc.py"}


@pytest.mark.parametrize("path", [path for path in MODULES if "tests" not in path.parts], ids=name_of)
def test_a_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", [path for path in MODULES if path.name == "__init__.py"], ids=name_of)
def test_a_package_file_holds_its_docstring_only(path: Path) -> None:
    """A re-export here would load OpenCV for everyone who wants a type."""
    assert len(ast.parse(path.read_text(encoding="utf-8")).body) == 1


def test_the_map_shows_the_modules_that_exist() -> None:
    """The tree in ARCHITECTURE.md, for the packages whose modules it lists one by one, folder by folder."""
    shown, package = set[str](), ""
    tree = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").split("```")[1]
    for line in tree.splitlines():
        if match := re.match(r"([\w/]+)/", line):
            package = match[1]
        elif match := re.match(r"  (\w+\.py)\b", line):
            shown.add(f"{package}/{match[1]}")
    modules = {name_of(path) for path in MODULES if path.name != "__init__.py"}
    assert shown == {name for name in modules if name.startswith(("engine/", "server/", "vision/"))}


def test_installing_brings_one_opencv_and_no_training() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    base = {line.split(">")[0].split("=")[0] for line in project["dependencies"]}
    assert {name for name in base if name.startswith("opencv")} == {"opencv-python-headless"}
    assert not base & {"torch", "onnx", "tqdm", "pytest"}


def test_constraints_are_names_and_versions_only() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert lines
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []
