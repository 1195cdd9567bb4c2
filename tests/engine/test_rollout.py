"""The play-out kernel beside `engine.moves` and `engine.turns`: the same moves, the same positions, the same points."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from engine import rollout_kernel as kernel
from engine import rollout_state
from engine.compiled import Ints
from engine.errors import PlayOutError
from engine.game import Game, Round
from engine.moves import DRAW, PASS, Play
from engine.presets import PRESETS, preset
from engine.rollout import (
    HEAVIEST, RANDOM, SENSIBLE, Policy, legal_moves, play_out, score, seeds_from, step, warm_up,
)  # fmt: skip
from engine.rollout_state import deal_hidden, encode, ignored_options, move_code, move_of, tile_numbers
from engine.rules import Rules
from engine.state import End, Ending, OpenDouble, Placed, Position, TableState, Train
from engine.tiles import Tile

ROUNDS = 2500 if "PIPWISE_SLOW" in os.environ else 40
"""Rounds of each preset that are compared move by move, and rounds of random rules; PIPWISE_SLOW asks for more."""

HOUSE_RULES: list[dict[str, Any]] = [
    {"copies": 2},
    {"copies": 2, "branches": 3, "open_doubles": "any"},
    {"first_turn": "long train", "long_train_may_end_on_double": False},
    {"first_turn": "long train", "going_out_on_double": "must be covered"},
    {"branches": 2, "second_double": "with a third tile"},
    {"branches": 3, "open_doubles": "reverse"},
    {"mexican_trains": 4, "mexican_train_from": "after first turns"},
    {"draws": "until playable", "second_double": "with a third tile"},
    {"draws": 0, "blocked": "lowest hand scores 0", "open_train": 10},
    {"follow": "nothing", "going_out_on_double": "must be covered"},
    {"follow": "never", "branches": 2},
    {"last_tile": "announce or draw", "going_out": -5, "doubles_twice": True, "double_blank": 50, "blank_half": 5},
]
"""Each is put on top of `spanish`."""


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    warm_up()


def encoded(position: Position) -> Ints:
    return encode(position.table, position.hands, position.boneyard, position.outcome)


def start(rules: Rules, players: int, seed: int) -> Round:
    return Game.start(rules, [f"P{seat}" for seat in range(players)], seed).round


def random_start(rules: Rules, rng: Random) -> Round:
    """A deal to 2 to 8 players, or to as many as the rules know near that."""
    counts = [count for count, _ in rules.deal]
    return start(rules, rng.choice([count for count in counts if 2 <= count <= 8] or counts), rng.randrange(10**6))


def seen(s: Ints) -> dict[str, object]:
    """What an array says about a position, whatever the order in which it holds the ends."""
    ends = [
        tuple(int(s[part + end]) for part in (kernel.END_TRAIN, kernel.END_POSITION, kernel.END_VALUE, kernel.END_LEFT))
        for end in range(s[kernel.ENDS])
    ]
    top = kernel.BONEYARD + s[kernel.TOP]
    return {
        "rules": s[: kernel.TURN].tolist(),
        "table": s[kernel.TURN : kernel.EARLIER + 1].tolist(),
        "marks": int(s[kernel.MARKS]),
        "outcome": (int(s[kernel.ENDING]), int(s[kernel.WINNER])),
        "sizes and lengths": s[kernel.SIZES : kernel.END_VALUE].tolist(),
        "ends": sorted(ends),
        "open": [ends[s[kernel.OPEN + number]][:2] for number in range(s[kernel.OPENS])],
        "hands": s[kernel.FRESH : kernel.BONEYARD].tolist(),
        "boneyard": s[top : top + s[kernel.BONES]].tolist(),
    }


def agree(round_: Round, rng: Random) -> None:
    """Play a round at random by both, and compare them before and after every move."""
    position = round_.position
    s = encoded(position)
    while not position.outcome:
        legal = Round(round_.rules, round_.deal, (), position).legal_moves()
        found = legal_moves(s)
        assert len(found) == len(legal)
        assert set(found) == set(legal), (round_.rules, position)
        move = rng.choice(legal)
        code = move_code(s, move)
        if isinstance(move, Play):
            assert move_of(s, code) == move
        position = Round(round_.rules, round_.deal, (), position).play(move, checked=False).position
        step(s, code)
        assert seen(s) == seen(encoded(position)), (round_.rules, position, move)
    assert legal_moves(s) == ()
    assert score(s) == Round(round_.rules, round_.deal, (), position).points()


@pytest.mark.parametrize("name", PRESETS)
def test_it_plays_the_rules_of_every_preset(name: str) -> None:
    rng = Random(name)
    for number in range(ROUNDS):
        agree(random_start(preset(name, 12 if number % 4 == 0 else 6), rng), rng)


@pytest.mark.parametrize("changes", HOUSE_RULES, ids=str)
def test_it_plays_house_rules(changes: dict[str, Any]) -> None:
    rng = Random(str(changes))
    for _ in range(ROUNDS // 4):
        agree(random_start(preset("spanish", 6).change(**changes), rng), rng)


def test_it_plays_any_rules(make_rules: Callable[[Random], Rules]) -> None:
    rng = Random(8)
    for _ in range(ROUNDS):
        agree(random_start(make_rules(rng), rng), rng)
