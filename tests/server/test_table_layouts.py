"""Which layouts of a table are tried: one where shapes and pips agree on the engine, else one with each double."""

from __future__ import annotations

import math

import pytest

from engine.tiles import DominoSet
from server.table_layouts import layouts_worth_trying
from vision.types import DetectedTile

TWELVE = DominoSet(12)


def star(seen, value: int) -> list[DetectedTile]:
    """An engine of that value with six trains of two around its hub; the Mexican train, with a double, lies apart."""
    trains = []
    for number in range(6):
        way = math.radians(60 * number)
        for far, (a, b) in ((115, (value, 1 + number)), (197, (1 + number, 12))):
            place = (500 + far * math.cos(way), 500 + far * math.sin(way))
            trains.append(seen.lying(a, b, place, 60 * number + 180))
    apart = [seen.lying(value, 9, (200, 900), 180), seen.lying(9, 9, (262, 900), 90), seen.lying(9, 2, (324, 900), 180)]
    return [seen.lying(value, value, (500, 500), 90), *trains, *apart]


@pytest.mark.parametrize("engine_value", [None, 8])
def test_one_where_three_trains_show_the_value_of_the_engine(seen, engine_value) -> None:
    layouts = layouts_worth_trying(seen.photo(star(seen, 8), size=(1000, 1000)), TWELVE, engine_value)
    assert [layout.engine for layout in layouts] == [0]
    assert not all(chain.from_engine for chain in layouts[0].chains), "the Mexican train leaves room for doubt"


def test_each_double_where_another_round_is_played(seen) -> None:
    layouts = layouts_worth_trying(seen.photo(star(seen, 8), size=(1000, 1000)), TWELVE, 9)
    assert [layout.engine for layout in layouts] == [0, 14]


def test_each_double_around_a_blank_one(seen) -> None:
    layouts = layouts_worth_trying(seen.photo(star(seen, 0), size=(1000, 1000)), TWELVE)
    assert [layout.engine for layout in layouts] == [0, 14]


def test_each_double_where_pips_speak_against_the_shapes(seen) -> None:
    tiles = star(seen, 8)
    tiles[0] = seen.lying(7, 7, (500, 500), 90)
    assert [layout.engine for layout in layouts_worth_trying(seen.photo(tiles, size=(1000, 1000)), TWELVE)] == [0, 14]


def test_only_the_shapes_where_all_trains_start_at_the_engine(seen) -> None:
    layouts = layouts_worth_trying(seen.photo(star(seen, 0)[:13], size=(1000, 1000)), TWELVE)
    assert [layout.engine for layout in layouts] == [0]
