"""Everything that can be wrong on a table is found, and nothing on a table of a real game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from engine.audit import FindingCode, Severity, audit
from engine.game import Game
from engine.notation import parse_tiles, parse_train
from engine.players import random_player
from engine.presets import preset
from engine.rules import Rules
from engine.state import TableState, Train, set_up
from engine.tiles import Tile


def table(trains: Sequence[str], engine: str | None = "12-12", **changes: object) -> TableState:
    """A table of two players and one Mexican train, to which nothing is missing."""
    rules = preset("puremco").change(**changes)
    laid = [Train(seat if seat < 2 else None, parse_train(text)) for seat, text in enumerate(trains)]
    on_table = sum(len(train.placed) for train in laid) + (engine is not None)
    boneyard = rules.total_tiles - on_table - 20
    return set_up(rules, None if engine is None else Tile.parse(engine), tuple(laid), (10, 10), boneyard)


@pytest.mark.parametrize(
    ("seen", "codes"),
    [
        (table(["12-6 6-3", "12-1", "12-2"]), []),
        (table(["12-6 5-3", "", ""]), [FindingCode.ENDS_DIFFER]),
        (table(["12-6 6-3", "12-6", ""]), [FindingCode.TILE_TOO_OFTEN]),
        (table(["12-6 6-3", "12-6", ""], copies=2), []),
        (table(["12-6 6-13", "", ""]), [FindingCode.TILE_NOT_IN_SET]),
        (table(["", "", ""], engine=None), [FindingCode.NO_ENGINE]),
        (table(["", "", ""], engine="11-12"), [FindingCode.WRONG_ENGINE]),
        (table(["11-6 6-3", "", ""]), [FindingCode.NOT_FROM_ENGINE]),
        (table(["12-6 6-6", "", ""]), [FindingCode.UNCOVERED_DOUBLE]),
        (table(["12-6 6-6", "", ""], follow="never"), []),
        (table(["12-6 6-6 6-1 6-2@2", "", ""]), [FindingCode.TOO_MANY_BRANCHES]),
        (table(["12-6 6-6 6-1 6-2@2", "", ""], branches=2), []),
        (table(["12-6 12-5@0", "", ""]), [FindingCode.TOO_MANY_BRANCHES]),
        (table(["", "", "", ""]), [FindingCode.TOO_MANY_TRAINS]),
    ],
)
def test_what_is_wrong_is_found(seen: TableState, codes: list[FindingCode]) -> None:
    assert [finding.code for finding in audit(seen)] == codes


def test_two_open_doubles_are_wrong_where_there_can_be_one() -> None:
    trains = ["12-6 6-6", "12-5 5-5", ""]
    (finding,) = audit(table(trains, second_double="no"))
    assert (finding.code, finding.severity) == (FindingCode.TOO_MANY_OPEN_DOUBLES, Severity.ERROR)
    assert (finding.tiles, finding.expected, finding.found) == ((Tile(6, 6), Tile(5, 5)), 1, 2)
    several = audit(table(trains, second_double="yes"))
    assert [(one.code, one.severity) for one in several] == [(FindingCode.UNCOVERED_DOUBLE, Severity.NOTE)] * 2
    (one,) = audit(table(trains[:1] + ["", ""], second_double="no"))
    assert (one.code, one.severity) == (FindingCode.UNCOVERED_DOUBLE, Severity.NOTE)


def test_the_engine_of_the_round_is_another() -> None:
    (finding,) = audit(table(["", "", ""]), expected_engine=Tile(11, 11))
    assert (finding.code, finding.tiles) == (FindingCode.WRONG_ENGINE, (Tile(12, 12), Tile(11, 11)))


def test_tiles_that_are_nowhere_and_hands_that_cannot_be() -> None:
    rules = preset("danish")
    trains = (Train(0), Train(1), Train(None))
    cases = [
        ((16, 16), 57, [FindingCode.TILES_MISSING]),
        ((16, 16), 59, [FindingCode.TILES_TOO_MANY]),
        ((-1, 16), 75, [FindingCode.HAND_SIZE]),
        ((95, 16), 58, [FindingCode.HAND_SIZE, FindingCode.TILES_TOO_MANY]),
    ]
    for sizes, boneyard, codes in cases:
        seen = set_up(rules, Tile(12, 12), trains, sizes, boneyard)
        assert [finding.code for finding in audit(seen)] == codes


def test_a_hand_that_is_known_is_counted_and_compared() -> None:
    seen = table(["12-6", "", ""])
    hand = parse_tiles("0-0 6-12")
    assert [finding.code for finding in audit(seen, [hand])] == [FindingCode.TILE_TOO_OFTEN, FindingCode.HAND_SIZE]


def test_a_game_by_the_rules_is_without_error(make_rules: Callable[[Random], Rules]) -> None:
    rng = Random(11)
    for _ in range(15):
        rules = make_rules(rng)
        players = rules.deal[0][0]
        game = Game.start(rules, "ABCDEFGHIJKLMNOP"[:players], rng.randrange(1000))
        player = random_player(rng)
        while not game.round.is_over:
            game = game.play(player(game.round.position.view()), checked=False)
            position = game.round.position
            found = audit(position.table, position.hands, position.boneyard, position.table.engine)
            assert [finding for finding in found if finding.severity is Severity.ERROR] == []
