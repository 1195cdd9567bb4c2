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


@given(st.lists(placed(), min_size=4, max_size=4), st.integers(0, 200), st.lists(st.booleans(), min_size=4, max_size=4))
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


TABLE = """pipwise table
rules danish
players Ann, Bo
engine 12-12
train Ann: 12-6 6-6
train Bo: 12-5 5-5 5-1
train Mexican:
open: Ann 2
turn Bo
hands: Ann 9, Bo 12
boneyard 64
progress: earlier 1, turns 7, laid 0, drew 0, idle 0, drawn 0
end
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "expected", "came"),
    [
        ("boneyard 64", "boneyard -1", 11, "a whole number from 0", "-1"),
        ("Bo 12\n", "Bo -12\n", 10, "a whole number from 0", "-12"),
        ("turns 7", "turns -9", 12, "a whole number from 0", "-9"),
        ("earlier 1", "earlier -2", 12, "a whole number from 0", "-2"),
        ("drawn 0", "drawn -1", 12, "a whole number from 0", "-1"),
        ("earlier 1", "earlier 2", 12, "earlier of at most 1, as so many doubles are open", "earlier 2"),
        ("open: Ann 2", "open: Ann 1", 8, "a double that is not covered", "Ann 1, which is 12-6"),
        ("open: Ann 2", "open: Bo 2", 8, "a double that is not covered", "Bo 2, which is 5-5"),
        ("open: Ann 2", "open: Ann 2, Ann 2", 8, "each open double once", "Ann 2, which is 6-6, a second time"),
        ("open: Ann 2", "open: Ann 3", 8, "a train and the number of one of its tiles", "Ann 3"),
    ],
)
def test_numbers_and_open_doubles_of_a_table_have_to_be_possible(
    old: str, new: str, line: int, expected: str, came: str
) -> None:
    assert format_table(*parse_table(TABLE)) == TABLE
    with pytest.raises(NotationError) as refused:
        parse_table(TABLE.replace(old, new))
    assert (refused.value.line, refused.value.expected, refused.value.came) == (line, expected, came)


def test_a_double_that_takes_two_tiles_is_open_until_it_has_them() -> None:
    text = TABLE.replace("rules danish", "rules danish\noption branches = 2").replace("Ann 2\n", "Ann 2, Bo 2\n", 1)
    assert len(parse_table(text)[0].open_doubles) == 2
    with pytest.raises(NotationError, match="as by these rules none has to be covered"):
        parse_table(TABLE.replace("rules danish", 'rules danish\noption follow = "never"'))


def test_points_may_be_less_than_nothing(text: str) -> None:
    points = next(line for line in text.splitlines() if line.startswith("points:"))
    with pytest.raises(NotationError) as refused:
        replay(parse_game(text.replace(points, "points: Ann -5, Bo Bo 2, Ørsted 3")))
    assert refused.value.came == "Ann -5, Bo Bo 2, Ørsted 3"
