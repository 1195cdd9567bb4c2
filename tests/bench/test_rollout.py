"""Play-outs of four-player double-12 rounds from the deal, beside the readable engine in the same run.

The readable engine is played by `engine.players.heaviest`, the kernel by the policy that hints use and by one that does
as little as the simple player. Compiling is done before, and timed in a process of its own: cold, and kept on disk.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.game import Game
from engine.players import heaviest
from engine.presets import PRESETS, preset
from engine.rollout import SENSIBLE, Policy, play_out, seeds_from, warm_up
from engine.rollout_state import encode
from engine.state import Position
from engine.turns import apply
from tests.engine.policies import HEAVIEST

DEALS, PLAY_OUTS, READABLE = 100, 5000, 20


def deals(name: str) -> list[Position]:
    return [Game.start(preset(name), ["Ann", "Bo", "Cy", "Di"], seed).round.position for seed in range(DEALS)]


def play(position: Position) -> None:
    while not position.outcome:
        position = apply(position, heaviest(position.view()), checked=False)


@pytest.mark.benchmark(group="play-outs")
@pytest.mark.parametrize("policy", [SENSIBLE, HEAVIEST], ids=["sensible", "heaviest"])
@pytest.mark.parametrize("name", PRESETS)
def test_play_outs(benchmark: BenchmarkFixture, tell: Callable[..., None], name: str, policy: Policy) -> None:
    warm_up()
    positions = deals(name)
    began = perf_counter()
    for position in positions[:READABLE]:
        play(position)
    readable = READABLE / (perf_counter() - began)
    states = np.array([encode(one.table, one.hands, one.boneyard) for one in positions])
    seeds, which = seeds_from(1, PLAY_OUTS), np.arange(PLAY_OUTS) % DEALS
    benchmark.pedantic(lambda: play_out(states, [policy], seeds, which=which), rounds=5, warmup_rounds=1)
    compiled = PLAY_OUTS / benchmark.stats.stats.mean
    tell(rounds_a_second=compiled, rounds_a_second_readable=readable, times_as_fast=compiled / readable)


@pytest.mark.benchmark(group="play-outs, start")
@pytest.mark.parametrize("what", ["cold", "from disk"])
def test_warm_up(benchmark: BenchmarkFixture, root: Path, tmp_path: Path, what: str) -> None:
    """A whole process that imports the kernel and warms it up; "cold" finds nothing compiled."""
    command = [sys.executable, "-c", "from engine.rollout import warm_up; warm_up()"]
    folders = [str(tmp_path / str(number)) for number in range(3)] if what == "cold" else [str(tmp_path)] * 3

    def start() -> None:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folders.pop()}
        subprocess.run(command, cwd=root, env=environment, check=True)

    benchmark.pedantic(start, rounds=2, warmup_rounds=1)
