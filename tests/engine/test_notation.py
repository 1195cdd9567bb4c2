"""Texts that people write: what is read, and what is said about those that cannot be."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import DealError, EngineError, NotationError
from engine.game import Game
from engine.gametext import format_game, parse_game, replay
from engine.moves import DRAW, PASS, Play
from engine.notation import format_move, format_tiles, format_train, parse_move, parse_tiles, parse_train
from engine.players import random_player
from engine.presets import preset
from engine.state import Placed, Train, set_up
from engine.tabletext import format_table, parse_table
from engine.tiles import DominoSet, Tile

PLAYERS = ("Ann", "Bo Bo", "Ørsted")

tiles = st.sampled_from(DominoSet(18).tiles())
moves = st.one_of(
    st.sampled_from([DRAW, PASS]),
    st.builds(Play, tiles, st.integers(0, 11), st.integers(0, 98), st.booleans()),
)


@st.composite
def placed(draw: st.DrawFn) -> tuple[Placed, ...]:
    ends = draw(st.lists(st.tuples(st.integers(0, 18), st.integers(0, 18)), max_size=8))
    return tuple(Placed(a, b, draw(st.integers(-1, position - 1))) for position, (a, b) in enumerate(ends))


@pytest.fixture(scope="module")
def text() -> str:
    game = Game.start(preset("puremco", 6), PLAYERS, 5)
    player = random_player(Random(5))
    while not game.round.is_over:
        game = game.play(player(game.round.position.view()))
    return format_game(game)


@given(st.lists(tiles, max_size=20))
def test_hands_go_there_and_back(hand: list[Tile]) -> None:
    assert parse_tiles(format_tiles(hand)) == tuple(hand)


@given(placed())
def test_trains_go_there_and_back(train: tuple[Placed, ...]) -> None:
    assert parse_train(format_train(train)) == train


@given(moves)
def test_moves_go_there_and_back(move: Play) -> None:
    assert parse_move(format_move(move, PLAYERS), PLAYERS) == move


@given(
    st.lists(placed(), min_size=4, max_size=4), st.integers(-5, 200), st.lists(st.booleans(), min_size=4, max_size=4)
)
def test_tables_that_cannot_be_go_there_and_back(laid: list[tuple[Placed, ...]], size: int, marked: list[bool]) -> None:
    owners = (0, 1, 2, None)
    trains = tuple(Train(*one) for one in zip(owners, laid, marked, strict=True))
    table = set_up(preset("spanish"), None, trains, (size, 3, 0), 7, turn=1)
    assert parse_table(format_table(table, PLAYERS)) == (table, PLAYERS)


def test_people_may_write_tiles_the_other_way_round() -> None:
    assert parse_tiles("12-6 3|0") == (Tile(6, 12), Tile(0, 3))
    assert parse_move("12-6 silently on Mexican/2", PLAYERS) == Play(Tile(6, 12), 3, 1, silent=True)


def test_a_file_cut_anywhere_is_one_sentence(text: str) -> None:
    lines = text.splitlines(keepends=True)
    for count in range(len(lines)):
        with pytest.raises(EngineError) as refused:
            replay(parse_game("".join(lines[:count])))
        assert str(refused.value).count("\n") == 0


@given(st.data())
def test_a_broken_file_is_never_a_crash(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text) - 1))
    put = data.draw(st.text(max_size=3))
    with suppress(EngineError):
        replay(parse_game(text[:at] + put + text[at + data.draw(st.integers(0, 3)) :]))


def test_an_error_names_the_line_what_came_and_what_was_expected(text: str) -> None:
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("boneyard"))
    for wrong, expected in [
        ("Ann: lays 3-4", "a move such as"),
        ("Cy: draw", "a move of Ann"),
        ("Ann: 3-4 on Cy", "one of"),
    ]:
        with pytest.raises(NotationError) as refused:
            parse_game("\n".join([*lines[: at + 1], wrong, *lines[at + 1 :]]))
        assert refused.value.line == at + 2
        assert expected in refused.value.expected
        assert refused.value.came in wrong


def test_what_a_text_claims_has_to_be_true(text: str) -> None:
    points = next(line for line in text.splitlines() if line.startswith("points:"))
    with pytest.raises(NotationError):
        replay(parse_game(text.replace(points, "points: Ann 1, Bo Bo 2, Ørsted 3")))


@pytest.mark.parametrize("name", ["", "a:b", "a,b", "a/b", "#1", "Mexican", "over", " Ann", "Ann\n", "x" * 41])
def test_a_name_that_means_something_else_is_refused(name: str) -> None:
    with pytest.raises(DealError):
        Game.start(preset("danish"), [name, "Bo"], 1)
