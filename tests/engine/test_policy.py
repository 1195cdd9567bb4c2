"""How a policy chooses among the plays of a play-out, weight by weight."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine import rollout_kernel as kernel
from engine.compiled import Ints
from engine.errors import PlayOutError
from engine.game import Game
from engine.moves import PASS, Play
from engine.presets import PRESETS, preset
from engine.rollout import SENSIBLE, Policy, choose, legal_moves, play_out, seeds_from, step
from engine.rollout_state import encode, move_code
from engine.rules import Rules
from engine.state import Placed, Position, TableState, Train, new_trains
from engine.tiles import Tile
from engine.turns import apply
from tests.engine.policies import HEAVIEST, RANDOM

ROUNDS = 200 if "PIPWISE_SLOW" in os.environ else 12
"""Rounds in which every choice is compared; PIPWISE_SLOW asks for more."""
DEALS = 200
"""Deals on which policies are compared; always the same ones."""


def encoded(position: Position) -> Ints:
    return encode(position.table, position.hands, position.boneyard, position.outcome)


def start(rules: Rules, players: int, seed: int) -> Position:
    return Game.start(rules, [f"P{seat}" for seat in range(players)], seed).round.position


def one_hand(hand: str, rules: Rules | None = None, trains: tuple[Train, ...] = (), drawn: int = 0) -> Ints:
    """A double-6 round of two whose engine is 6-6, with this hand at the turn."""
    own = rules or preset("spanish", 6)
    tiles = [Tile.parse(text) for text in hand.split()]
    table = TableState(own, Tile(6, 6), trains or new_trains(own, 2), 0, (len(tiles), 1), 0, turns=4, drawn=drawn)
    return encode(table, [tiles, [Tile(0, 0)]], [])


def chosen(state: Ints, policy: Policy) -> Play:
    move = choose(state, policy)
    assert isinstance(move, Play)
    return move


def test_each_weight_pulls_its_way() -> None:
    s = one_hand("6-1 6-3 6-5")
    assert chosen(s, Policy(points=1.0)).tile == Tile(5, 6)
    assert chosen(s, Policy(points=-1.0)).tile == Tile(1, 6)
    assert [chosen(s, Policy(own=weight)).train for weight in (1.0, -1.0)] == [0, 2]
    assert [chosen(s, Policy(mexican=weight)).train for weight in (1.0, -1.0)] == [2, 0]

    marked = (Train(0, is_open=True), Train(1, is_open=True), Train(None))
    assert [chosen(one_hand("6-1", trains=marked), Policy(close=weight)).train for weight in (1.0, -1.0)] == [0, 1]

    double = (Train(0, (Placed(6, 3),)), Train(1), Train(None))
    s = one_hand("3-3 3-5 5-5", trains=double)
    assert [chosen(s, Policy(double=weight)).tile for weight in (1.0, -1.0)] == [Tile(3, 3), Tile(3, 5)]
    bare = one_hand("3-3 5-6 4-6", trains=double)
    assert chosen(bare, Policy(double=1.0)).tile == Tile(3, 3)
    assert chosen(bare, Policy(double=1.0, bare_double=-2.0)).tile != Tile(3, 3)
    assert chosen(s, Policy(double=1.0, bare_double=-2.0)).tile == Tile(3, 3)


def test_a_chain_is_kept_for_the_own_train() -> None:
    s = one_hand("6-2 6-5 5-4 4-1")
    assert chosen(s, Policy(own=1.0, points=0.1)) == Play(Tile(5, 6), 0)
    assert chosen(s, Policy(own=1.0, chain=1.0, reach=3)) == Play(Tile(5, 6), 0)
    # On the Mexican train lies what the chain does not need, and nothing of it where all of it is wanted at home.
    assert chosen(s, Policy(mexican=1.0, chain=1.0, reach=3)) == Play(Tile(2, 6), 2)
    assert chosen(s, Policy(mexican=1.0, points=1.0, chain=1.0, reach=0)) == Play(Tile(5, 6), 2)


def plainly_chosen(s: Ints, policy: Policy) -> int:
    """The number of the play with the highest worth, each worked out in full."""
    found = np.empty(kernel.MAX_PLAYS, np.int64)
    turn, count = int(s[kernel.TURN]), kernel.plays(s, found)
    reach, rows = min(policy.reach, int(s[kernel.SIZES + turn]) - 1), kernel.ROWS + turn * kernel.VALUES
    marked = (int(s[kernel.MARKS]) >> turn) & 1
    worths = []
    for code in found[:count].tolist():
        outer, end = code & 31, code >> 5
        inner, train = int(s[kernel.END_VALUE + end]), int(s[kernel.END_TRAIN + end])
        worth = policy.points * s[kernel.COSTS + inner * kernel.VALUES + outer]
        if inner == outer:
            bare = int(s[rows + outer]) & 0xFFFFFFFF & ~(1 << inner) == 0
            worth += policy.double + bare * policy.bare_double
        worth += (policy.own + marked * policy.close) * (train == turn)
        worth += policy.mexican * (train >= s[kernel.PLAYERS])
        rest = s.copy()
        kernel.take(rest, rows, inner, outer)
        own_end = outer if train == turn else int(s[kernel.END_VALUE + turn])
        worths.append(worth + policy.chain * (kernel.chain(rest, rows, own_end, reach) if reach > 0 else 0))
    return int(found[int(np.argmax(worths))])


@pytest.mark.parametrize("changes", [{}, {"copies": 2}, {"branches": 3, "open_doubles": "any"}], ids=str)
@pytest.mark.parametrize("policy", [SENSIBLE, replace(SENSIBLE, reach=4, own=30.0), replace(SENSIBLE, chain=-7.0)])
def test_what_is_not_searched_would_not_be_chosen(changes: dict[str, Any], policy: Policy) -> None:
    longest = 0
    for seed in range(ROUNDS):
        position = start(replace(preset("spanish"), **changes), 3, seed)
        while not position.outcome:
            s = encoded(position)
            if kernel.plays(s, np.empty(kernel.MAX_PLAYS, np.int64)):
                assert move_code(s, choose(s, policy)) == plainly_chosen(s, policy)
            turn = position.table.turn
            rows, value = kernel.ROWS + turn * kernel.VALUES, int(s[kernel.END_VALUE + turn])
            chained = kernel.chain(s, rows, value, 20)
            assert chained <= kernel.most_chained(s, rows, value) <= len(position.hands[turn])
            longest = max(longest, chained)
            position = apply(position, choose(s, policy))
    assert longest > 5


def test_noise_makes_near_moves_likely_and_far_ones_rare() -> None:
    s = one_hand("6-1 6-5", preset("sixteen", 6))
    drawn = [chosen_with(s, Policy(points=1.0, noise=2.0), seed) for seed in range(400)]
    share = drawn.count(Tile(5, 6)) / len(drawn)
    assert abs(share - 1 / (1 + np.exp(-4 / 2.0))) < 0.05
    uniform = [chosen_with(s, RANDOM, seed) for seed in range(400)]
    assert abs(uniform.count(Tile(5, 6)) / 400 - 0.5) < 0.08


def chosen_with(state: Ints, policy: Policy, seed: int) -> Tile:
    move = choose(state, policy, seed)
    assert isinstance(move, Play)
    return move.tile


@pytest.mark.parametrize("name", PRESETS)
def test_better_policies_score_fewer_points(name: str) -> None:
    states = np.array([encoded(start(preset(name), 4, seed)) for seed in range(DEALS)])
    points = play_out(states, [SENSIBLE, HEAVIEST, SENSIBLE, HEAVIEST], seeds_from(1, DEALS)).points.mean(axis=0)
    assert points[[0, 2]].mean() < points[[1, 3]].mean() - 3
    points = play_out(states, [HEAVIEST, RANDOM, HEAVIEST, RANDOM], seeds_from(1, DEALS)).points.mean(axis=0)
    assert points[[0, 2]].mean() < points[[1, 3]].mean() - 3


def test_a_round_that_is_over_has_nothing_to_choose() -> None:
    s = one_hand("6-1")
    step(s, move_code(s, Play(Tile(1, 6), 0)))
    assert legal_moves(s) == ()
    assert play_out(s[np.newaxis], [SENSIBLE], seeds_from(1, 1)).winners.tolist() == [0]
    with pytest.raises(PlayOutError, match="over"):
        choose(s, SENSIBLE)
    assert choose(one_hand("1-1"), SENSIBLE) == PASS
