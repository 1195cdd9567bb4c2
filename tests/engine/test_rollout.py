"""The play-out kernel beside `engine.moves` and `engine.turns`: the same moves, the same positions, the same points."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from engine import rollout_kernel as kernel
from engine import rollout_state
from engine.compiled import Ints, compiled
from engine.dealing import Deal
from engine.errors import PlayOutError
from engine.game import Game, Round
from engine.moves import Play
from engine.presets import PRESETS, preset
from engine.rollout import SENSIBLE, choose, legal_moves, play_out, score, seeds_from, step
from engine.rollout import warm_up as warm_up_kernel
from engine.rollout_state import deal_hidden, encode, ignored_options, move_code, move_of, tile_numbers
from engine.rules import Rules
from engine.state import OpenDouble, Placed, Position, TableState, Train, new_trains, set_up
from engine.tiles import Tile
from engine.turns import apply, moves_in
from tests.engine.policies import HEAVIEST, RANDOM

ROUNDS = 2500 if "PIPWISE_SLOW" in os.environ else 60
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
def warm_up() -> None:
    warm_up_kernel()


def encoded(position: Position) -> Ints:
    return encode(position.table, position.hands, position.boneyard, position.outcome)


def start(rules: Rules, players: int, seed: int) -> Position:
    return Game.start(rules, [f"P{seat}" for seat in range(players)], seed).round.position


def random_start(rules: Rules, rng: Random) -> Position:
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


def agree(position: Position, rng: Random) -> None:
    """Play a round at random by both, and compare them before and after every move."""
    rules = position.table.rules
    s = encoded(position)
    while not position.outcome:
        legal = moves_in(position)
        found = legal_moves(s)
        assert len(found) == len(legal)
        assert set(found) == set(legal), (rules, position)
        move = rng.choice(legal)
        code = move_code(s, move)
        if isinstance(move, Play):
            assert move_of(s, code) == move
        position = apply(position, move, checked=False)
        step(s, code)
        assert seen(s) == seen(encoded(position)), (rules, position, move)
    assert legal_moves(s) == ()
    assert score(s) == points_of(position)


def points_of(position: Position) -> tuple[int, ...]:
    round_ = Round(position.table.rules, Deal(None, 0, (), ()), (), position)
    return round_.points()


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


def test_of_two_equal_tiles_the_one_drawn_in_this_turn_stays_drawn() -> None:
    """Which of the two is laid nobody can tell; what counts is that one held before is left for a third tile."""
    rules = preset("puremco", 6).change(copies=2)
    hands = ((Tile(3, 4), Tile(5, 5), Tile(5, 5)), (Tile(1, 1),))
    table = TableState(rules, Tile(5, 5), new_trains(rules, 2), 0, (3, 1), 0, turns=2, drew=1, drawn=1)
    position = Position(table, hands, ())
    after = apply(position, Play(Tile(5, 5), 0))
    s = encoded(position)
    step(s, move_code(s, Play(Tile(5, 5), 0)))
    assert after.table.drawn == 1
    assert seen(s) == seen(encoded(after))


@pytest.mark.parametrize("name", PRESETS)
def test_a_play_out_is_the_round_that_its_policy_plays(name: str) -> None:
    """Move after move by the readable engine, each chosen by the policy, ends with the same points."""
    for seed, policies in enumerate([[SENSIBLE], [HEAVIEST], [SENSIBLE, HEAVIEST, replace(SENSIBLE, reach=1)]]):
        position = start(preset(name), 3, seed)
        result = play_out(encoded(position)[np.newaxis], policies, seeds_from(seed, 1))
        while not position.outcome:
            policy = policies[position.table.turn % len(policies)]
            position = apply(position, choose(encoded(position), policy))
        assert tuple(result.points[0]) == points_of(position)
        assert result.winners[0] == (-1 if position.outcome.winner is None else position.outcome.winner)


def test_the_same_seed_gives_the_same_answer() -> None:
    states = np.array([encoded(start(preset("spanish"), 4, seed)) for seed in range(3)])
    before = states.copy()
    which = np.arange(60) % 3
    wild = [replace(SENSIBLE, noise=5.0), RANDOM, SENSIBLE, replace(HEAVIEST, epsilon=0.5)]
    first = play_out(states, wild, seeds_from(1, 60), which=which)
    again = play_out(states, wild, seeds_from(1, 60), which=which)
    other = play_out(states, wild, seeds_from(2, 60), which=which)
    alone = play_out(states[1:2], wild, seeds_from(1, 60)[31:32])
    assert (first.points == again.points).all()
    assert (first.winners == again.winners).all()
    assert (first.points != other.points).any(axis=1).sum() > 50
    assert (alone.points[0] == first.points[31]).all()
    assert (states == before).all()


def test_a_first_move_is_made_before_the_policy_takes_over() -> None:
    deals = (start(preset("puremco"), 4, seed) for seed in range(20))
    position = next(position for position in deals if len(moves_in(position)) > 2)
    s, moves = encoded(position), moves_in(position)
    codes = np.array([move_code(s, move) for move in moves])
    together = play_out(s[np.newaxis], [RANDOM], seeds_from(3, len(codes)), codes, np.zeros(len(codes), np.int64))
    advanced = np.array([encoded(apply(position, move)) for move in moves])
    assert (together.points == play_out(advanced, [RANDOM], seeds_from(3, len(codes))).points).all()


def test_hidden_tiles_are_dealt_into_the_same_table() -> None:
    rules = preset("spanish", 6).change(copies=2)
    position = start(rules, 4, 9)
    hidden = [tile for seat in (1, 2, 3) for tile in position.hands[seat]] + list(position.boneyard)
    base = encode(position.table, [position.hands[0], None, None, None], None)
    orders = [Random(seed).sample(hidden, len(hidden)) for seed in range(4)]
    states = deal_hidden(base, [1, 2, 3], np.array([tile_numbers(order) for order in orders]))
    sizes = position.table.hand_sizes
    for s, order in zip(states, orders, strict=True):
        hands, rest = [position.hands[0]], tuple(order)
        for size in sizes[1:]:
            hands.append(rest[:size])
            rest = rest[size:]
        assert seen(s) == seen(encode(position.table, hands, rest))
    with pytest.raises(PlayOutError, match="hidden tiles"):
        deal_hidden(base, [1, 2], np.array([tile_numbers(orders[0])]))


@pytest.mark.parametrize("branches", [1, 2, 3])
def test_a_double_that_ended_a_hand_in_the_first_turn_is_covered_by_the_next_player(branches: int) -> None:
    """What a first turn lays on another's double is one tile, also where the double takes more."""
    rules = preset("sixteen", 6).change(going_out_on_double="must be covered", branches=branches)
    texts = ("3-6 3-3", "1-3 2-3 1-6", "0-3 3-4 4-6")
    hands = tuple(tuple(Tile.parse(text) for text in hand.split()) for hand in texts)
    table = TableState(rules, Tile(6, 6), new_trains(rules, 3), 0, (2, 3, 3), 2)
    for seed in range(5):
        agree(Position(table, hands, (Tile(5, 5), Tile(3, 5))), Random(seed))


def test_a_table_from_a_photo_without_an_engine() -> None:
    rules = preset("puremco", 6)
    trains = (Train(0), Train(1, (Placed(6, 2), Placed(2, 2, 0)), is_open=True), Train(None))
    table = set_up(rules, None, trains, (2, 2), 0)
    position = Position(table, ((Tile(2, 5), Tile(1, 6)), (Tile(0, 0), Tile(0, 1))), ())
    assert set(legal_moves(encoded(position))) == set(moves_in(position)) == {Play(Tile(2, 5), 1)}
    agree(position, Random(1))


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    position = start(preset("spanish", 6), 2, 1)
    table, hands, bones = position.table, position.hands, position.boneyard
    s = encoded(position)
    cases: list[tuple[Callable[[], object], str]] = [
        (lambda: encode(table, [hands[0]], bones), "1 hands for 2 players"),
        (lambda: encode(table, [hands[0], hands[1][1:]], bones), "hand of seat 1 has 8 tiles"),
        (lambda: encode(table, hands, bones[1:]), "boneyard has"),
        (lambda: encode(table, [[Tile(1, 2)] * len(hands[0]), hands[1]], bones), "more than twice"),
        (lambda: encode(replace(table, open_doubles=(OpenDouble(0, 3),)), hands, bones), "not at an end"),
        (lambda: move_code(s, Play(Tile(0, 1), 0)), "does not fit"),
        (lambda: move_code(s, Play(Tile(0, 6), 7)), "no end number"),
        (lambda: step(s, kernel.PASS_CODE), "against the rules"),
        (lambda: step(s, 5000), "against the rules"),
        (lambda: play_out(s[np.newaxis], [SENSIBLE] * 3, seeds_from(1, 1)), "2 players need 1 or 2 policies"),
        (lambda: play_out(s[np.newaxis], [SENSIBLE], seeds_from(1, 2)), "positions 0 to 0"),
        (lambda: play_out(s, [SENSIBLE], seeds_from(1, 1)), "of the shape"),
        (lambda: play_out(s[np.newaxis], [SENSIBLE], seeds_from(1, 1), np.array([-2])), "against the rules"),
        (lambda: play_out(s[np.newaxis], [SENSIBLE], seeds_from(1, 1), np.array([-2, -2])), "as many"),
    ]
    for call, words in cases:
        with pytest.raises(PlayOutError, match=words):
            call()
    assert (s == encoded(position)).all()


def test_an_option_that_the_kernel_does_not_play_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = preset("sixteen").change(branches=2, last_tile="announce or draw", blocked="lowest hand scores 0")
    assert ignored_options(rules) == ()
    monkeypatch.setattr(rollout_state, "PLAYED", tuple(name for name in rollout_state.PLAYED if name != "branches"))
    assert ignored_options(rules) == ("branches",)
    assert ignored_options(preset("sixteen")) == ()


def test_after_warming_up_nothing_is_compiled_any_more() -> None:
    functions = {name: item for name, item in vars(kernel).items() if hasattr(item, "signatures")}
    before = {name: list(item.signatures) for name, item in functions.items()}
    states = np.array([encoded(start(preset("puremco"), 8, seed)) for seed in range(2)])
    frozen = states.copy()
    frozen.flags.writeable = False
    play_out(frozen, [RANDOM] * 8, seeds_from(1, 2)[::-1])
    play_out(np.asfortranarray(states), [SENSIBLE], seeds_from(1, 2).astype(np.int64))
    choose(frozen[0], SENSIBLE)
    legal_moves(frozen[0])
    assert len(functions) > 10
    assert before == {name: list(item.signatures) for name, item in functions.items()}
    # A function that calls itself with other types than its own cannot be loaded from disk: numba kills the process.
    assert len(before["chain"]) <= 1


def test_where_nothing_can_be_kept_functions_are_compiled_all_the_same() -> None:
    """A function without a file is the case that can be had everywhere; a folder nobody may write to is another."""
    names: dict[str, Any] = {}
    exec("def twice(number):\n    return 2 * number", names)
    assert compiled(names["twice"])(21) == 42


def test_the_rest_of_the_engine_does_not_wait_for_a_compiler(root: Path) -> None:
    names = [path.stem for path in (root / "engine").glob("*.py")]
    compiled_ones = ("rollout", "compiled", "hidden", "race", "hints", "__")
    others = [f"engine.{name}" for name in names if not name.startswith(compiled_ones)]
    code = f"import sys, {', '.join(others)}; print(*{{'numba', 'numpy'}} & sys.modules.keys())"
    result = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout.strip()) == (0, ""), result.stdout + result.stderr
