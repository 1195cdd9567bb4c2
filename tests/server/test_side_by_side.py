"""Processes that share work: results in order, and none is left or says anything when all are stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from multiprocessing import active_children
from pathlib import Path

import pytest

from server.errors import RequestError
from server.side_by_side import side_by_side

CONTEST = ["arena", "longest", "heaviest", "--games", "5000", "--jobs", "2"]


def slow_square(number: int) -> int:
    time.sleep(0.2 if number == 0 else 0)
    return number**2


def end_at_three(number: int) -> int:
    if number == 3:
        os._exit(1)
    return number


def contest(root: Path) -> subprocess.Popen[str]:
    """A long one, in a group of processes of its own, as a terminal would start it."""
    return subprocess.Popen(
        [sys.executable, "-c", "from server.start import main; main()", *CONTEST],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root)},
        start_new_session=True,
    )


def test_results_come_in_the_order_of_the_tasks() -> None:
    with closing(side_by_side(slow_square, range(7), 3)) as results:
        assert list(results) == [number**2 for number in range(7)]
    assert active_children() == []


def test_no_process_outlives_what_nobody_asks_for_any_more() -> None:
    with closing(side_by_side(slow_square, range(1, 1000), 2)) as results:
        assert next(results) == 1
        assert len(active_children()) == 2
    assert active_children() == []


def test_a_process_that_ends_early_is_an_error_and_no_long_wait() -> None:
    with pytest.raises(RequestError, match="ended early"), closing(side_by_side(end_at_three, range(6), 2)) as results:
        list(results)
    assert active_children() == []


def test_ctrl_c_while_processes_start_is_heard_when_all_can_be_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    from multiprocessing.context import SpawnProcess

    start: Callable[[SpawnProcess], None] = SpawnProcess.start

    def stopped(process: SpawnProcess) -> None:
        start(process)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(SpawnProcess, "start", stopped)
    with pytest.raises(KeyboardInterrupt):
        list(side_by_side(slow_square, range(6), 2))
    assert active_children() == []
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.skipif(os.name == "nt", reason="processes are stopped differently")
@pytest.mark.parametrize("moment", [1.0, 1.5, 2.0, 2.5, 3.0, 5.0])
def test_ctrl_c_is_one_line_at_whatever_moment(root: Path, moment: float) -> None:
    """All processes get it, as from a terminal; the output is at its end when the last of them has gone."""
    with contest(root) as playing:
        time.sleep(moment)
        assert playing.poll() is None
        os.killpg(playing.pid, signal.SIGINT)
        out, err = playing.communicate(timeout=30)
    assert (playing.returncode, out, err) == (130, "", "pipwise: stopped.\n")


@pytest.mark.skipif(os.name == "nt", reason="processes are stopped differently")
def test_processes_that_play_end_with_the_one_that_started_them(root: Path) -> None:
    """Their end is seen by the pipe that all of them write errors to: it is closed when the last has gone."""
    with contest(root) as playing:
        time.sleep(4)  # the players are at it, or still coming
        assert playing.poll() is None
        playing.kill()
        playing.communicate(timeout=30)


WITHOUT_COMPILER = """
import sys
from server.start import main
try:
    main()
finally:
    print([name for name in ("numba", "llvmlite") if name in sys.modules], file=sys.stderr)
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_who_hears_ctrl_c_loads_no_compiler_that_could_lose_it(root: Path, jobs: str) -> None:
    contest = ["arena", "hint:0.001", "random", "--preset", "danish", "--set", "6", "--games", "1", "--jobs", jobs]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_COMPILER, *contest],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert (done.returncode, done.stderr) == (0, "[]\n")
    assert "2 games" in done.stdout
