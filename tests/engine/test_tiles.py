"""Tiles and sets: values, text both ways, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import SetError, TileError
from engine.tiles import HIGHEST_PIPS, SET_SIZES, DominoSet, Tile

values = st.integers(0, HIGHEST_PIPS)
tiles = st.builds(Tile.of, values, values)


@given(values, values)
def test_halves_may_come_in_any_order(a: int, b: int) -> None:
    tile = Tile.of(a, b)
    assert tile == Tile.of(b, a)
    assert (tile.low, tile.high) == (min(a, b), max(a, b))
    assert tile.pips == a + b
    assert tile.is_double == (a == b)


@given(tiles)
def test_text_goes_both_ways(tile: Tile) -> None:
    assert Tile.parse(str(tile)) == tile


@pytest.mark.parametrize("text", ["6-12", "12-6", "6|12", " 12 | 6 ", "6:12", "06/12"])
def test_parse_is_tolerant(text: str) -> None:
    assert Tile.parse(text) == Tile(6, 12)


@pytest.mark.parametrize("text", ["", "6", "6-", "6-12-3", "-6-12", "six-12", "6--12", "٣-4", "6.0-12"])
def test_parse_refuses_what_is_no_tile(text: str) -> None:
    with pytest.raises(TileError, match=r"is not a tile; write one as 6-12\.$"):
        Tile.parse(text)


@pytest.mark.parametrize(("a", "b"), [(0, 19), (-1, 3), (2.0, 3), (True, 3)])
def test_impossible_halves_are_refused(a: int, b: int) -> None:
    with pytest.raises(TileError, match="0 to 18 pips"):
        Tile.of(a, b)


def test_parse_refuses_too_many_pips() -> None:
    with pytest.raises(TileError, match="not 19"):
        Tile.parse("3-19")


def test_the_lower_half_comes_first() -> None:
    with pytest.raises(TileError, match="3-5, not 5-3"):
        Tile(5, 3)


@given(tiles, tiles)
def test_tiles_order_by_the_lower_half_then_the_higher(one: Tile, other: Tile) -> None:
    assert (one < other) == ((one.low, one.high) < (other.low, other.high))


@pytest.mark.parametrize(("highest", "count"), [(6, 28), (9, 55), (12, 91), (15, 136), (18, 190)])
def test_a_set_holds_every_tile_once(highest: int, count: int) -> None:
    domino_set = DominoSet(highest)
    assert len(domino_set) == count == len(set(domino_set))
    assert domino_set.tiles() == tuple(sorted(domino_set))
    assert domino_set.tiles()[-1] == Tile(highest, highest)


@given(st.sampled_from(SET_SIZES), tiles)
def test_a_set_knows_what_it_holds(highest: int, tile: Tile) -> None:
    assert (tile in DominoSet(highest)) == (tile in DominoSet(highest).tiles())


def test_a_set_holds_tiles_only() -> None:
    assert (3, 4) not in DominoSet(12)


@pytest.mark.parametrize("text", ["double-15", "15", "Double 15", "double15", "d15"])
def test_set_text(text: str) -> None:
    assert DominoSet.parse(text) == DominoSet(15)
    assert str(DominoSet.parse(text)) == "double-15"


@pytest.mark.parametrize("text", ["double-7", "", "twelve", "-12", "double-120"])
def test_unknown_sets_are_refused_with_the_choice(text: str) -> None:
    with pytest.raises(SetError, match=r"choose double-6, double-9, double-12, double-15 or double-18\.$"):
        DominoSet.parse(text)


@pytest.mark.parametrize("highest", [0, 7, 19, 12.0, True])
def test_no_set_of_another_size(highest: int) -> None:
    with pytest.raises(SetError):
        DominoSet(highest)
