"""However the command ends, it ends in a sentence."""

from __future__ import annotations

import errno
import os
import platform
import signal
import subprocess
import sys
from pathlib import Path

import pytest

FULL = Path("/dev/full")

READING = """
import sys
from conftest import Seen
from server import cli, start
class Reader:
    def read(self, image):
        return Seen.photo([Seen.tile(1, 2)])
cli._packaged_reader = Reader
start.main()
"""

KEPT = """
import resource, sys
import numpy as np
from server import start
def faults(sizes):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for size in sizes:
        np.empty(size, np.uint8).fill(1)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
start.keep_memory()
faults([36_000_000])
print(faults([36_000_000] * 5))
"""

STOPPED = """
import os, signal, sys
from server import start
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "AWAITED":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
sys.argv = ["pipwise", "read", "hand.jpg"]
start.main()
"""


def run(root: Path, code: str, *arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), str(root / "tests" / "server")])}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, env=env, text=True, check=False, timeout=60, **options)  # type: ignore[call-overload, no-any-return]


@pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [["read"], ["read", "--json"], ["score"]])
def test_a_full_output_is_one_sentence(root: Path, arguments: list[str]) -> None:
    hand = str(root / "datasets" / "samples" / "hand.jpg")
    with FULL.open("w") as full:
        result = run(root, READING, *arguments, hand, stdout=full, stderr=subprocess.PIPE)
    reason = os.strerror(errno.ENOSPC).lower()
    assert (result.returncode, result.stderr) == (2, f"pipwise: The output cannot be written: {reason}.\n")


@pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
def test_full_complaints_are_no_second_failure(root: Path) -> None:
    with FULL.open("w") as full:
        result = run(root, READING, "read", "missing.jpg", stdout=subprocess.PIPE, stderr=full)
    assert (result.returncode, result.stdout) == (2, "")


@pytest.mark.skipif(os.name == "nt", reason="processes are stopped differently")
@pytest.mark.parametrize("module", ["server.cli", "typer", "vision.reader"])
def test_whoever_stops_it_is_told_so(root: Path, module: str) -> None:
    result = run(root, STOPPED.replace("AWAITED", module), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert (result.returncode, result.stdout, result.stderr) == (128 + signal.SIGINT, "", "pipwise: stopped.\n")


TABLE = """
pipwise table
rules puremco
players Ann, Bo
engine 12-12
train Ann: 12-6 6-6 6-5
train Bo:
train Mexican: 12-1
turn Ann
hands: Ann 3, Bo 12
boneyard 71
progress: earlier 0, turns 7, laid 0, drew 0, idle 0, drawn 0
end
""".lstrip()

COMPILING = """
import ctypes, os, signal
from engine import hints
from server import start
class Half:
    def __init__(self):
        os.kill(os.getpid(), signal.SIGINT)
    def __del__(self):
        raise AttributeError("it is only half made")
def compile():
    ctypes.CFUNCTYPE(None)(lambda: os.kill(os.getpid(), signal.SIGINT))()
    OUTCOME
hints.warm_up = compile
start.main()
"""
"""What is raised in a function that C calls is printed, and gets lost."""

SWALLOWED = """
import sys, types
from server import start
def run():
    try:
        raise KeyboardInterrupt
    except KeyboardInterrupt as stop:
        raise ImportError("initialization failed") from stop
sys.modules["server.cli"] = types.SimpleNamespace(main=run)
start.main()
"""


@pytest.mark.skipif(os.name == "nt", reason="processes are stopped differently")
@pytest.mark.parametrize("outcome", ["pass", "raise RuntimeError('no compiled object yet')", "Half()"])
def test_a_hint_is_stopped_also_where_the_compiler_swallows_it(root: Path, outcome: str, tmp_path: Path) -> None:
    table = tmp_path / "table.txt"
    table.write_text(TABLE)
    code = COMPILING.replace("OUTCOME", outcome)
    result = run(
        root, code, "hint", str(table), "--hand", "1-6 2-2 1-5", stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert (result.returncode, result.stdout, result.stderr) == (128 + signal.SIGINT, "", "pipwise: stopped.\n")


def test_a_library_stopped_while_it_loads_counts_as_stopped(root: Path) -> None:
    result = run(root, SWALLOWED, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert (result.returncode, result.stderr) == (130, "pipwise: stopped.\n")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc's malloc is told what to keep")
def test_memory_that_held_a_photo_holds_the_next(root: Path) -> None:
    done = run(root, KEPT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == 0, done.stderr
    # Handed back and taken anew, 36 megabytes are 8,800 pages.
    assert int(done.stdout) < 1000
