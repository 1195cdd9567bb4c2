"""`legal_moves` and an independent generator, which tries every tile everywhere, agree on positions of random play."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from engine.game import Game
from engine.moves import Draw, Move, Pass, Play
from engine.presets import PRESETS, preset
from engine.rules import Rules
from engine.state import Position, TableState
from engine.turns import apply, moves_in

POSITIONS = 10_000 if "PIPWISE_SLOW" in os.environ else 300
"""Positions of each preset that are compared; the slow suite sets PIPWISE_SLOW."""

Place = tuple[int, int]
"""A train and a position on it; or the halves of a tile."""

HOUSE_RULES: list[dict[str, Any]] = [
    {"copies": 2},
    {"copies": 2, "open_doubles": "reverse"},
    {"copies": 2, "open_doubles": "any"},
    {"first_turn": "long train"},
    {"first_turn": "long train", "long_train_may_end_on_double": False},
    {"mexican_trains": 0},
    {"mexican_trains": 3},
    {"mexican_train_from": "after first turns"},
    {"draws": 0},
    {"draws": "until playable"},
    {"follow": "double"},
    {"follow": "nothing"},
    {"follow": "never"},
    {"second_double": "no"},
    {"branches": 2},
    {"branches": 3},
    {"mark_unstarted": True},
    {"mark_unstarted": False},
    {"marker_removed_by": "anyone"},
    {"going_out_on_double": "must be covered"},
]
"""Each is put on top of `danish`, `spanish` and `puremco`."""

PERFT = {"sixteen": (3, 7, 21), "danish": (4, 11, 33), "spanish": (4, 11, 33), "puremco": (4, 7, 19)}
"""Positions after one, two and three moves from the deal of seed 1 with a double-12."""


@pytest.fixture(scope="module")
def naive() -> ModuleType:
    path = Path(__file__).parent / "naive" / "generator.py"
    spec = importlib.util.spec_from_file_location("naive_generator", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def naive_rules(rules: Rules) -> dict[str, Any]:
    # The third tile goes on either double, and leaves one open at most: so any order is the same as the order of play.
    either = rules.second_double == "with a third tile" and rules.branches == 1
    return {
        "first turn": "long" if rules.first_turn == "long train" else "one",
        "long train may end on a double": rules.long_train_may_end_on_double,
        "mexican": "none" if not rules.mexican_trains else "start" if rules.mexican_train_from == "start" else "later",
        "draws": 999 if rules.draws == "until playable" else rules.draws,
        "follow": {"double or train": "any"}.get(rules.follow, rules.follow),
        "double after double": {"with a third tile": "two"}.get(rules.second_double, rules.second_double),
        "order": "any" if either else {"in order": "played"}.get(rules.open_doubles, rules.open_doubles),
        "branches": rules.branches,
        "mark": "any" if rules.mark_unstarted else "started",
        "unmark": rules.marker_removed_by,
        "out on a double": "covered" if rules.going_out_on_double == "must be covered" else "ends",
    }


def naive_position(
    position: Position, played: list[Place], drawn: list[Place], last: list[Place | None], passes: int
) -> dict[str, Any]:
    """The same position as the independent generator writes it.

    `played` and `drawn` tell what this turn did so far, `last` where each player laid a tile last, `passes` how many
    passed in a row.
    """
    table = position.table
    return {
        "rules": naive_rules(table.rules),
        "engine": table.engine_value,
        "hands": [[(tile.low, tile.high) for tile in hand] for hand in position.hands],
        "trains": [
            {
                "owner": train.owner,
                "marked": train.is_open,
                "tiles": [(one.on, one.inner, one.outer) for one in train.placed],
            }
            for train in table.trains
        ],
        "turn": table.turn,
        "laid": True,
        "turns": turns_of_each(table),
        "open": [(one.train, one.position) for one in table.open_doubles],
        "boneyard": table.boneyard,
        "played": played,
        "drawn": drawn,
        "draws": table.drew,
        "passes": passes,
        "last": list(last),
    }


def turns_of_each(table: TableState) -> list[int]:
    """How many turns each seat has had."""
    first = (table.turn - table.turns) % table.players
    ranks = [(seat - first) % table.players for seat in range(table.players)]
    return [(table.turns - rank + table.players - 1) // table.players for rank in ranks]


def positions(rules: Rules, seed: int) -> Iterator[tuple[Position, dict[str, Any], Move | None, tuple[int, int]]]:
    """Every position of a round of random play in both forms, the move made there, and the next tile to be drawn."""
    rng = Random(seed)
    players = rng.choice([count for count, _ in rules.deal if count <= 5])
    position = Game.start(rules, [str(seat) for seat in range(players)], seed).round.position
    played: list[Place] = []
    drawn: list[Place] = []
    last: list[Place | None] = [None] * players
    passes = 0
    while True:
        table = position.table
        move = None if position.outcome else rng.choice(moves_in(position))
        bone = (position.boneyard[0].low, position.boneyard[0].high) if position.boneyard else (-1, -1)
        yield position, naive_position(position, played, drawn, last, passes), move, bone
        if move is None:
            return
        after = apply(position, move, checked=False)
        if isinstance(move, Play):
            last[table.turn] = (move.train, len(after.table.trains[move.train].placed) - 1)
            played = [*played, last[table.turn]]
        elif isinstance(move, Draw):
            drawn = [*drawn, bone]
        passes = 0 if isinstance(move, Play) else passes + isinstance(move, Pass)
        if after.table.turns != table.turns:
            played, drawn = [], []
        position = after


def naive_move(move: Move, position: Position) -> tuple[Any, ...]:
    if isinstance(move, Play):
        table = position.table
        end = table.trains[move.train].ends(table.engine_value, table.rules.branches)[move.branch]
        return ("play", (move.tile.low, move.tile.high), move.train, end.position)
    return ("pass",) if isinstance(move, Pass) else ("draw",)


SEEN = ("hands", "trains", "turn", "turns", "open", "boneyard")
"""What a move changes for all to see."""


def agree(naive: ModuleType, rules: Rules, count: int, seed: int) -> None:
    """Both list the same moves, and a move does the same to both: among it, which trains bear a marker."""
    compared = 0
    while compared < count:
        seed += 1
        expected: dict[str, Any] = {}
        for position, written, move, bone in positions(rules, seed):
            assert all(written[key] == value for key, value in expected.items()), (rules, position)
            if move is None:
                assert naive.is_over(written), (rules, position)
                break
            # The generator sees at once that nobody can go on, the engine only when all have passed once more.
            mine = {naive_move(one, position) for one in moves_in(position)}
            assert mine == naive.legal_moves(written | {"passes": 0}), (rules, position)
            then = naive.after(written, naive_move(move, position), bone)
            expected = {key: then[key] for key in SEEN}
            compared += 1


@pytest.mark.parametrize("name", PRESETS)
def test_they_agree_on_every_preset(naive: ModuleType, name: str) -> None:
    agree(naive, preset(name), POSITIONS // 2, 0)
    agree(naive, preset(name, 6), POSITIONS // 2, 0)


@pytest.mark.parametrize("name", ["danish", "spanish", "puremco"])
@pytest.mark.parametrize("changes", HOUSE_RULES, ids=str)
def test_they_agree_on_house_rules(naive: ModuleType, name: str, changes: dict[str, Any]) -> None:
    agree(naive, preset(name, 6).change(**changes), POSITIONS // 10, 100)


@pytest.mark.parametrize("name", PRESETS)
def test_positions_to_depth_three_are_counted(naive: ModuleType, name: str) -> None:
    position, written, _, _ = next(positions(preset(name), 1))
    bones = [(tile.low, tile.high) for tile in position.boneyard]
    assert [naive.perft(written, depth, bones) for depth in (1, 2, 3)] == list(PERFT[name])
    assert [perft(position, depth) for depth in (1, 2, 3)] == list(PERFT[name])


def perft(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(apply(position, move, checked=False), depth - 1) for move in moves_in(position))
