"""How far the first turns are, told from trains and hands, and which doubles are free after a long first train."""

from __future__ import annotations

from random import Random

import pytest

from engine.audit import FindingCode, audit
from engine.dealing import deal, start
from engine.first_turns import turns_over
from engine.game import Game
from engine.moves import Play, legal_moves
from engine.notation import parse_train
from engine.players import longest_train, random_player
from engine.presets import PRESETS
from engine.rules import Rules
from engine.state import OpenDouble, TableState, Train, View, first_train_doubles, set_up
from engine.tiles import Tile
from engine.turns import apply

SIXTEEN = PRESETS["sixteen"]
ENGINE = Tile(12, 12)


def trains(*texts: str, rules: Rules = SIXTEEN) -> tuple[Train, ...]:
    """Trains of three players as text, `!` for a marker, and then the Mexican ones."""
    own = [Train(seat, parse_train(text.strip("!")), text.startswith("!")) for seat, text in enumerate(texts[:3])]
    mexican = [Train(None, parse_train(text)) for text in texts[3:]]
    return (*own, *mexican, *[Train(None)] * (rules.mexican_trains - len(mexican)))


@pytest.mark.parametrize(
    ("laid", "sizes", "over"),
    [
        (("", "", ""), (15, 14, 15), 0),
        (("", "", ""), (17, 16, 17), 0),  # they drew for the engine
        (("", "12-1 1-1", "12-5"), (16, 13, 15), 2),  # drew one in this turn, or for the engine
        (("", "12-1 1-1", ""), (13, 13, 15), 3),  # has laid tiles elsewhere
        (("12-3", "12-1", ""), (14, 14, 15), 3),
        (("!", "12-1", "12-5"), (16, 14, 14), 3),
        (("", "!12-1", "12-5"), (16, 14, 14), 3),  # who lays in a long first turn leaves no marker
    ],
)
def test_a_long_first_turn_is_told_from_train_and_hand(
    laid: tuple[str, ...], sizes: tuple[int, ...], over: int
) -> None:
    assert turns_over(SIXTEEN, trains(*laid), sizes, 0) == over


def test_what_only_later_turns_leave_behind() -> None:
    one_mexican = SIXTEEN.change(mexican_trains=1)
    for mexican, over in (("", 0), ("12-4", 3)):
        laid = trains("", "", "", mexican, rules=one_mexican)
        assert turns_over(one_mexican, laid, (15, 15, 15), 0) == over
    assert turns_over(SIXTEEN, trains("", "12-6 6-6", ""), (15, 13, 15), 0) == 1
    assert turns_over(SIXTEEN, trains("", "12-6 6-6", ""), (15, 13, 15), 0, [Tile(6, 6)]) == 3
    # Who is stuck in the first turn has a marker, unless the train has to be started for it.
    marks = SIXTEEN.change(mark_unstarted=True)
    assert turns_over(marks, trains("", "!", "12-5"), (15, 16, 14), 0) == 2


def test_a_mexican_train_that_opens_late() -> None:
    rules = PRESETS["danish"].change(mexican_train_from="after first turns")
    assert turns_over(rules, trains("", "12-1", "", rules=rules), (16, 15, 16), 0) == 1
    # Who was stuck leaves no marker by these rules; with one that tells it, a larger hand has drawn in this turn.
    assert turns_over(rules, trains("", "12-1", "", rules=rules), (17, 15, 16), 0) == 3
    marked = rules.change(mark_unstarted=True)
    assert turns_over(marked, trains("", "12-1", "", rules=rules), (17, 15, 16), 0) == 1
    assert turns_over(PRESETS["danish"], trains("", "", "", rules=rules), (16, 16, 16), 0) == 3
    assert turns_over(rules, tuple(map(Train, range(9))), (16,) * 9, 0) == 9  # nobody deals to nine


@pytest.mark.parametrize("draws", [1, "until playable", 0])
def test_first_turns_of_real_rounds(draws: object) -> None:
    """Every first turn is known as one, also when all drew for the engine; after it hardly a turn is taken for one."""
    rules = SIXTEEN.change(draws=draws)
    first = later = wrong = grown = 0
    for seed in range(40):
        position = start(rules, deal(rules, 3, ENGINE, seed % 3, Random(seed)))
        grown += max(position.table.hand_sizes) > 15
        for _ in range(150):
            table = position.table
            if not table.laid and not table.drew and position.outcome is None:
                over = turns_over(rules, table.trains, table.hand_sizes, table.turn)
                if table.turns < 3:
                    assert over < 3
                    first += 1
                elif isinstance(legal_moves(position.view())[0], Play):  # who is stuck looks the same for long
                    later += 1
                    wrong += over < 3
            if position.outcome is None:
                position = apply(position, longest_train(position.view()))
    assert first > 60
    assert grown > 5
    assert wrong < later / 20


def test_a_double_at_the_end_of_a_long_first_train_obliges_nobody() -> None:
    laid = trains("12-6 6-6", "", "")
    table = set_up(SIXTEEN, ENGINE, laid, (13, 15, 15), 46, 1, turns=1)
    assert table.open_doubles == ()
    hand = tuple(Tile(value, 12) for value in range(11)) + tuple(Tile(0, value) for value in range(1, 5))
    moves = legal_moves(View(table, 1, hand))
    assert len(moves) == 11
    assert {move.train for move in moves if isinstance(move, Play)} == {1}
    assert not [one for one in audit(table) if one.code is FindingCode.UNCOVERED_DOUBLE]


def test_later_it_obliges_only_if_somebody_says_so() -> None:
    laid = trains("12-6 6-6", "12-5 5-5", "12-4")
    table = set_up(SIXTEEN, ENGINE, laid, (5, 5, 5), 70)
    assert table.open_doubles == ()
    assert first_train_doubles(table) == (OpenDouble(0, 1), OpenDouble(1, 1))
    named = set_up(SIXTEEN, ENGINE, laid, (5, 5, 5), 70, named=[Tile(5, 5)])
    assert named.open_doubles == (OpenDouble(1, 1),)
    assert first_train_doubles(named) == (OpenDouble(0, 1),)
    assert [one.train for one in audit(named) if one.code is FindingCode.UNCOVERED_DOUBLE] == [1]


def test_other_doubles_oblige_as_ever() -> None:
    one_tile = SIXTEEN.change(first_turn="one tile")
    assert set_up(one_tile, ENGINE, trains("12-6 6-6", "", ""), (13, 15, 15), 46).open_doubles == (OpenDouble(0, 1),)
    # Nobody lays on a Mexican train in a long first turn.
    mexican = SIXTEEN.change(mexican_trains=1)
    laid = trains("12-6 6-6", "", "", "12-3 3-3")
    assert set_up(mexican, ENGINE, laid, (13, 15, 15), 46).open_doubles == (OpenDouble(3, 1),)
    # A last tile has to be covered, by those rules, in a first turn, too.
    covered = SIXTEEN.change(going_out_on_double="must be covered")
    laid = trains("12-6 6-6", "12-5 5-5", "")
    last = set_up(covered, ENGINE, laid, (0, 15, 15), 46, turns=2)
    assert last.open_doubles == (OpenDouble(0, 1),)
    assert not last.somebody_is_out


def test_a_table_that_is_set_up_is_that_of_the_round() -> None:
    """Open doubles of a round, named or not: set up anew it has the same, and nothing that is free obliges."""
    rng, free = Random(4), 0
    for seed in range(12):
        game, play = Game.start(SIXTEEN, ("Ann", "Bo", "Cy"), seed), random_player(rng)
        while not game.round.is_over:
            table: TableState = game.round.position.table
            opens = [table.trains[one.train].placed[one.position].tile for one in table.open_doubles]
            again = set_up(
                SIXTEEN, table.engine, table.trains, table.hand_sizes, table.boneyard, turns=table.turns, named=opens
            )
            assert set(again.open_doubles) == set(table.open_doubles)
            free += len(first_train_doubles(again))
            game = game.play(play(game.round.position.view()))
    assert free > 20
