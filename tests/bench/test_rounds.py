"""Rounds of random legal play, dealing and all, beside OpenSpiel's `python_block_dominoes` in the same run.

Both are played in Python, move after move; the figure to compare is `moves_per_second`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.game import Game
from engine.presets import preset
from engine.turns import apply, moves_in

ROUNDS = 20


def ours(rng: Random) -> int:
    """The moves of a four-player double-12 round."""
    position = Game.start(preset("puremco"), ["Ann", "Bo", "Cy", "Di"], rng.randrange(2**30)).round.position
    moves = 0
    while not position.outcome:
        position = apply(position, rng.choice(moves_in(position)), checked=False)
        moves += 1
    return moves


def open_spiel(rng: Random) -> int:
    """The moves of a round of block dominoes; dealing is not counted as a move."""
    pyspiel = pytest.importorskip("pyspiel")
    pytest.importorskip("open_spiel.python.games.block_dominoes")
    state = pyspiel.load_game("python_block_dominoes").new_initial_state()
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
    return moves


@pytest.mark.benchmark(group="rounds of random play")
@pytest.mark.parametrize("play", [ours, open_spiel])
def test_rounds(benchmark: BenchmarkFixture, play: Callable[[Random], int]) -> None:
    rng = Random(1)
    counted: list[int] = []
    benchmark.pedantic(lambda: counted.append(sum(play(rng) for _ in range(ROUNDS))), rounds=10, warmup_rounds=1)
    per_call = sum(counted) / len(counted)
    benchmark.extra_info["moves_per_second"] = round(per_call / benchmark.stats.stats.mean)
    benchmark.extra_info["rounds_per_second"] = round(ROUNDS / benchmark.stats.stats.mean)
