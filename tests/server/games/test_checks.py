"""What hands and table together cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules import Rules
from engine.tiles import DominoSet
from server.games.checks import findings
from server.games.state import Finding

from .table import PUREMCO, tiles

TWO_SETS = PUREMCO.change(copies=2)


def look(
    hands: Mapping[int, str],
    table: str = "",
    rules: Rules = PUREMCO,
    engine: int | None = 12,
    complete: bool = False,
    out: tuple[int, ...] = (),
) -> list[tuple[Any, ...]]:
    found = findings(rules, engine, {seat: tiles(hand) for seat, hand in hands.items()}, out, tiles(table), complete)
    return [(item.code, " ".join(map(str, item.tiles)), item.seats, item.severity) for item in found]


def test_hands_that_fit_together_are_left_alone() -> None:
    assert look({0: "1-2 3-3", 1: "1-3", 2: ""}, "12-12 11-12", complete=True, out=(2,)) == []


@pytest.mark.parametrize(
    ("hands", "table", "found"),
    [
        ({0: "1-2 5-6", 1: "1-2 6-5"}, "", [("in_two_hands", "1-2 5-6", (0, 1), "error")]),
        (
            {0: "1-2 5-6", 1: "1-2", 2: "5-6"},
            "",
            [("in_two_hands", "1-2", (0, 1), "error"), ("in_two_hands", "5-6", (0, 2), "error")],
        ),
        ({0: "1-2", 1: "1-2", 2: "1-2"}, "", [("in_two_hands", "1-2", (0, 1, 2), "error")]),
        ({1: "1-2 1-2 1-2"}, "", [("twice_in_hand", "1-2", (1,), "error")]),
        ({0: "1-2 3-4", 2: "5-6"}, "1-2 5-6", [
            ("in_hand_and_on_table", "1-2", (0,), "error"),
            ("in_hand_and_on_table", "5-6", (2,), "error"),
        ]),
        ({0: "12-12"}, "", [("engine_in_hand", "12-12", (0,), "error")]),
        ({0: "12-12 1-2", 1: "3-4"}, "12-12 1-2", [
            ("engine_in_hand", "12-12", (0,), "error"),
            ("in_hand_and_on_table", "1-2", (0,), "error"),
        ]),
        ({0: "12-12", 1: "12-12"}, "", [
            ("in_two_hands", "12-12", (0, 1), "error"),
            ("engine_in_hand", "12-12", (0,), "error"),
            ("engine_in_hand", "12-12", (1,), "error"),
        ]),
        ({0: "1-13", 1: "1-2"}, "15-15", [
            ("not_in_set", "1-13", (0,), "error"),
            ("not_in_set", "15-15", (), "error"),
        ]),
        ({0: "1-2"}, "3-4 3-4", []),
    ],
)  # fmt: skip
def test_tiles_that_cannot_be_where_they_are(hands: dict[int, str], table: str, found: list[tuple[Any, ...]]) -> None:
    assert look(hands, table) == found


def test_an_engine_that_nobody_knows_lies_nowhere() -> None:
    assert look({0: "12-12"}, engine=None) == []


@pytest.mark.parametrize(
    ("hands", "table", "codes"),
    [
        ({0: "1-2", 1: "1-2"}, "", []),
        ({0: "1-2 1-2"}, "", []),
        ({0: "12-12"}, "12-12", []),
        ({0: "12-12 12-12"}, "", ["in_hand_and_on_table"]),
        ({0: "1-2", 1: "1-2", 2: "1-2"}, "", ["in_two_hands"]),
        ({0: "1-2 1-2 1-2"}, "", ["twice_in_hand"]),
        ({0: "1-2", 1: "1-2"}, "1-2", ["in_hand_and_on_table", "in_hand_and_on_table"]),
        ({0: "1-2"}, "1-2 1-2", ["in_hand_and_on_table"]),
        ({0: "1-2"}, "1-2 1-2 1-2", ["in_hand_and_on_table"]),
    ],
)
def test_of_two_sets_each_tile_is_there_twice(hands: dict[int, str], table: str, codes: list[str]) -> None:
    assert [item[0] for item in look(hands, table, TWO_SETS)] == codes


def test_there_are_no_more_tiles_than_the_set_has() -> None:
    rest = [tile for tile in DominoSet(12) if str(tile) != "12-12"]
    hands = {0: rest[:40], 1: rest[40:]}
    assert findings(PUREMCO, 12, hands, [], (), complete=False) == ()
    one_more = {**hands, 2: tiles("0-0")}
    assert Finding("too_many_tiles", (), (0, 1, 2), "error") in findings(PUREMCO, 12, one_more, [], (), False)


def test_somebody_goes_out_and_one_only() -> None:
    covered = PUREMCO.change(going_out_on_double="must be covered")
    assert look({0: "1-2", 1: "1-3"}, complete=True) == [("nobody_out", "", (), "warning")]
    assert look({0: "1-2"}) == []
    assert look({0: "", 1: ""}, out=(1, 0)) == [("several_out", "", (0, 1), "error")]
    assert look({0: "", 1: ""}, rules=covered, out=(0, 1)) == [("several_out", "", (0, 1), "warning")]


@given(st.permutations(list(DominoSet(9))), st.lists(st.integers(0, 12), min_size=1, max_size=4), st.integers(0, 20))
def test_what_was_dealt_from_one_set_is_never_found_wrong(deck: list[Any], sizes: list[int], lying: int) -> None:
    rest = [tile for tile in deck if str(tile) != "9-9"]
    hands = dict[int, list[Any]]()
    for seat, size in enumerate(sizes):
        hands[seat], rest = rest[:size], rest[size:]
    assert findings(PUREMCO.change(highest=9), 9, hands, [0], rest[:lying], complete=True) == ()
