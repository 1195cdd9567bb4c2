"""Which turns could have laid tiles: tables as text, presets of the engine."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.game import Game
from engine.notation import parse_train
from engine.players import random_player
from engine.presets import PRESETS
from engine.rules import Rules
from engine.state import ENGINE, TableState, Train, set_up
from engine.tiles import Tile
from engine.violations import ViolationCode
from server.table_turns import LaidTile, Turn, Verdict, explain

SPANISH = PRESETS["spanish"]
LAID = 100
"""From this number on tiles are new."""


def state(rules: Rules, *trains: str) -> TableState:
    """A table of three players with the engine 12-12, and a Mexican train."""
    seats = [Train(seat, parse_train(text)) for seat, text in enumerate(trains[:3])]
    rest = [Train(None, parse_train(text)) for text in trains[3:]]
    return set_up(rules, Tile.of(12, 12), (*seats, *rest), (7, 7, 7), 20)


def verdict(
    table: TableState, *laid: tuple[int, str, int | None], turn: int | None = None, turns: int = 1, marked: tuple = ()
) -> Verdict:
    """Tiles laid as (train, "inner-outer", on): a position on the train before, or the number of a new tile."""
    numbers = []
    count = 0
    for train in table.trains:
        numbers.append(list(range(count, count + len(train.placed))))
        count += len(train.placed)
    tiles = []
    for new, (train, text, on) in enumerate(laid):
        inner, outer = map(int, text.split("-"))
        lies_on = on if on is None or on >= LAID else numbers[train][on]
        tiles.append(LaidTile(LAID + new, inner, outer, train, lies_on))
    return explain(table, numbers, tiles, marked, turn, turns)


PLAIN = ("12-3 3-5", "12-4", "12-7 7-1", "12-9")


def test_one_tile_is_the_turn_of_whose_train_it_is() -> None:
    assert verdict(state(SPANISH, *PLAIN), (1, "4-6", 0)).turns == (Turn(1, (LAID,)),)


def test_a_long_first_train_may_end_on_a_double_and_others_lay_on() -> None:
    """The double obliges nobody; and where somebody covers it, that is a turn as any other."""
    table = state(PRESETS["sixteen"], "12-6 6-6", "", "12-7")
    assert verdict(table, (1, "12-5", None), turn=1).turns == (Turn(1, (LAID,)),)
    assert verdict(table, (0, "6-2", 1), turn=0).turns == (Turn(0, (LAID,)),)
    # Whether it had to be covered, or the train was open, nobody knows; so nothing is said of the train.
    later = state(PRESETS["sixteen"], "12-6 6-6", "12-5", "12-7")
    assert verdict(later, (0, "6-2", 1), turn=1).turns == (Turn(1, (LAID,)),)
    assert verdict(later, (2, "7-2", 0), turn=1).turns == (Turn(1, (LAID,), (2,)),)


def test_on_anothers_train_if_it_was_open() -> None:
    table = state(SPANISH, *PLAIN)
    assert verdict(table, (1, "4-6", 0), turn=2).turns == (Turn(2, (LAID,), (1,)),)
    assert verdict(table, (1, "4-6", 0), turn=2, marked=(1,)).turns == (Turn(2, (LAID,)),)


def test_anybody_may_lay_on_the_mexican_train() -> None:
    table = state(SPANISH, *PLAIN)
    assert verdict(table, (3, "9-2", 0), turn=2).turns == (Turn(2, (LAID,)),)
    late = state(SPANISH.change(mexican_train_from="after first turns"), *PLAIN[:3], "")
    assert verdict(late, (3, "12-2", None), turn=0).turns == (Turn(0, (LAID,)),)


def test_one_tile_in_a_turn_but_for_a_double() -> None:
    table = state(SPANISH, *PLAIN)
    two = verdict(table, (1, "4-6", 0), (1, "6-2", LAID), turn=1)
    assert two.turns is None
    assert two.violation is not None
    assert (two.violation.code, two.about) == (ViolationCode.NOT_YOUR_TURN, LAID + 1)
    assert verdict(table, (1, "4-4", 0), (1, "4-2", LAID), turn=1).turns == (Turn(1, (LAID, LAID + 1)),)
    assert verdict(table, (1, "4-4", 0), (3, "9-2", 0), turn=1).turns == (Turn(1, (LAID, LAID + 1)),)
    three = verdict(table, (1, "4-4", 0), (3, "9-2", 0), (3, "2-6", LAID + 1), turn=1)
    assert three.turns is None


def test_several_turns_explain_what_one_cannot() -> None:
    table = state(SPANISH, *PLAIN)
    both = verdict(table, (1, "4-6", 0), (2, "1-2", 1), turns=6)
    assert both.turns == (Turn(1, (LAID,)), Turn(2, (LAID + 1,)))
    around = verdict(table, (0, "5-6", 1), (2, "1-2", 1), turns=6)
    assert around.turns is not None
    assert [turn.seat for turn in around.turns] == [2, 0]


def test_a_long_first_train() -> None:
    table = state(PRESETS["sixteen"], "12-3 3-5", "", "12-7")
    chain = ((1, "12-4", None), (1, "4-6", LAID), (1, "6-6", LAID + 1), (1, "6-0", LAID + 2))
    assert verdict(table, *chain, turn=1).turns == (Turn(1, tuple(range(LAID, LAID + 4))),)
    assert verdict(table, (0, "5-2", 1), (0, "2-2", LAID), (0, "2-8", LAID + 1), turn=0).turns is None
    assert verdict(state(SPANISH, "12-3", "", "12-7"), *chain, turn=1).turns is None


def test_an_open_double_comes_first() -> None:
    table = state(SPANISH, "12-3 3-3", "12-4", "12-7", "12-9")
    wrong = verdict(table, (1, "4-6", 0))
    assert wrong.violation is not None
    assert wrong.violation.code is ViolationCode.SATISFY_THE_DOUBLE
    assert verdict(table, (0, "3-6", 1), turn=1).turns == (Turn(1, (LAID,)),)  # open or not


def test_a_double_after_a_double_as_the_rules_have_it() -> None:
    trains = ("12-3", "12-4", "12-7", "12-9")
    laid = ((0, "3-3", 0), (0, "3-4", LAID))
    assert verdict(state(PRESETS["danish"], *trains), *laid, turn=0).turns is not None
    doubles = ((0, "3-3", 0), (3, "9-9", 0))
    assert verdict(state(SPANISH, *trains), *doubles, turn=0).turns is not None
    forbidden = verdict(state(PRESETS["danish"], *trains), *doubles, turn=0)
    assert forbidden.turns is None
    assert forbidden.violation is not None
    assert forbidden.violation.code is ViolationCode.NO_SECOND_DOUBLE


def test_what_does_not_fit() -> None:
    table = state(SPANISH, *PLAIN)
    for laid in ((1, "5-6", 0), (1, "6-4", 0)):
        wrong = verdict(table, laid, turns=6)
        assert wrong.turns is None
        assert wrong.violation is not None
        assert (wrong.violation.code, wrong.violation.value) == (ViolationCode.DOES_NOT_FIT, 4)


def test_in_the_middle_of_a_train_nothing_is_laid() -> None:
    wrong = verdict(state(SPANISH, *PLAIN), (0, "3-6", 0), turns=6)
    assert (wrong.turns, wrong.violation, wrong.about) == (None, None, LAID)


@pytest.mark.parametrize("branches", [2, 3])
def test_branches_of_a_double(branches: int) -> None:
    rules = SPANISH.change(branches=branches)
    table = state(rules, "12-3 3-3 3-5", "12-4", "12-7", "12-9")
    assert verdict(table, (0, "3-6", 1), turn=0).turns == (Turn(0, (LAID,)),)
    assert verdict(state(SPANISH, "12-3 3-3 3-5", "12-4", "12-7", "12-9"), (0, "3-6", 1), turn=0).turns is None


def test_many_tiles_are_decided_soon() -> None:
    table = state(SPANISH, "12-0", "12-1", "12-2", "12-9")
    laid = [(0, "0-3", 0), (1, "1-4", 0), (2, "2-5", 0), (3, "9-6", 0)]
    laid += [(k, f"{k + 3}-{k + 7}", LAID + k) for k in range(3)]
    found = verdict(table, *laid, turns=8)
    assert found.turns is not None
    assert sum(len(turn.laid) for turn in found.turns) == 7


def test_a_dozen_tiles_on_own_trains_are_decided_soon() -> None:
    chains = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11))
    table = set_up(PRESETS["danish"], Tile.of(12, 12), (*map(Train, range(4)), Train(None)), (7,) * 4, 0)
    laid = []
    for seat, values in enumerate(chains):
        for k, (inner, outer) in enumerate(zip((12, *values), values, strict=False)):
            laid.append((seat, f"{inner}-{outer}", LAID + 3 * seat + k - 1 if k else None))
    found = verdict(table, *laid, turns=4 * 12)
    assert found.turns is not None
    assert [turn.seat for turn in found.turns] == [0, 1, 2, 3] * 3
    assert not any(turn.needs_open for turn in found.turns)


def test_what_takes_too_long_is_not_called_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.table_turns.MOST_STEPS", 2)
    table = state(SPANISH, *PLAIN)
    both = ((1, "4-6", 0), (2, "1-2", 1))
    assert verdict(table, *both, turns=6) == Verdict(None, undecided=True)
    nowhere = verdict(table, *both, (0, "3-6", 0), turns=6)  # no turn whatever lays a tile in the middle of a train
    assert nowhere == Verdict(None, None, LAID + 2)


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("players", [2, 4])
def test_legal_play_is_never_called_against_the_rules(preset: str, players: int) -> None:
    rng = Random(f"{preset} {players}")
    found = []
    for seed in range(60):
        game, player = Game.start(PRESETS[preset], "ABCD"[:players], seed), random_player(rng)
        for count in (rng.randrange(1, 40), rng.randrange(2, 4 * players)):
            before = game.round.position.table
            for _ in range(count):
                if not game.round.is_over:
                    game = game.play(player(game.round.position.view()))
        after = game.round.position.table
        if before.in_long_train or before.laid or before.engine is None:
            continue
        was = replace(before, rules=before.rules.change(open_doubles="any"), earlier=len(before.open_doubles))
        kept, laid, number = [], [], 0
        for train, (old, new) in enumerate(zip(before.trains, after.trains, strict=True)):
            numbers = list(range(number, number + len(new.placed)))
            number += len(numbers)
            kept.append(numbers[: len(old.placed)])
            for at in range(len(old.placed), len(new.placed)):
                one = new.placed[at]
                on = None if one.on == ENGINE else numbers[one.on]
                laid.append(LaidTile(numbers[at], one.inner, one.outer, train, on))
        if laid:
            found.append(explain(was, kept, laid, (), None, players * len(laid)))
        if len(found) == 6:
            break
    assert [one for one in found if one.turns is None] == []
    assert len(found) == 6
