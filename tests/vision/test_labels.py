"""Labels on pictures: beside things while there is room, and never on one another."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from vision.draw import DARK, Mark
from vision.draw_table import TRAINS, TrainMark, table_overlay
from vision.labels import Box, Labels
from vision.types import Quad


def square(left: int, top: int, side: int) -> np.ndarray:
    return np.array([(left, top), (left + side, top), (left + side, top + side), (left, top + side)], dtype=float)


def test_the_first_place_that_covers_nothing_is_taken() -> None:
    labels = Labels((100, 100), [square(40, 40, 20)])
    on_it, outside, free = Box(45, 45, 55, 55), Box(95, 0, 105, 10), Box(70, 70, 80, 80)
    assert labels.place([on_it, outside, free], [on_it]) == free
    assert labels.place([free, on_it], [on_it]) == on_it  # nothing is free any more, so it lies on the thing


def test_without_room_the_place_that_covers_least_of_other_labels_is_taken() -> None:
    labels = Labels((100, 100), [])
    labels.place([], [Box(0, 0, 50, 100)])
    assert labels.place([], [Box(20, 20, 60, 40), Box(40, 20, 80, 40), Box(0, 0, 20, 20)]) == Box(40, 20, 80, 40)
    assert labels.place([], [Box(90, 90, 110, 110), Box(80, 60, 100, 80)]) == Box(80, 60, 100, 80)


def test_what_is_kept_in_view_is_covered_last() -> None:
    labels = Labels((100, 100), [])
    labels.keep(square(0, 0, 50))
    inside, outside = Box(10, 10, 20, 20), Box(60, 60, 70, 70)
    assert labels.place([inside, outside], [inside]) == outside


def tile(x: float, y: float, degrees: float, length: float) -> Mark:
    """A tile whose half A lies in that direction from its middle."""
    way = np.deg2rad(degrees)
    along, across = np.array([np.cos(way), np.sin(way)]), np.array([-np.sin(way), np.cos(way)])
    half = length / 2
    corners = [
        np.array([x, y]) + half * a * along + half / 2 * b * across for a, b in ((1, -1), (1, 1), (-1, 1), (-1, -1))
    ]
    a, b, c, d = (tuple(corner) for corner in corners)
    middles = tuple((corners[1] + corners[2]) / 2), tuple((corners[3] + corners[0]) / 2)
    return Mark(Quad((a, b, c, d), middles), "12", "10", True)


def hub(trains: int, length: float, size: int) -> tuple[list[Mark], list[TrainMark], list[tuple[float, float]]]:
    """So many trains of three tiles around one engine, and a ring on the last tile of each."""
    middle = size / 2
    marks, ways, wrong = [tile(middle, middle, 90, length)], [], []
    for number in range(trains):
        degrees = 360 * number / trains
        way = np.array([np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))])
        centres = [middle + (1.3 + 1.05 * step) * length * way for step in range(4)]
        marks += [tile(*at, degrees, length) for at in centres[:3]]
        place = tile(*centres[3], degrees, length).quad.corners
        ways.append(TrainMark(((middle, middle), *map(tuple, centres[:3])), str(number + 1), place, "10", True))
        wrong.append(tuple(centres[2]))
    return marks, ways, wrong


@pytest.fixture
def placed(monkeypatch: pytest.MonkeyPatch) -> list[Box]:
    """Where every label was put, in that order."""
    boxes: list[Box] = []
    place = Labels.place

    def noted(self: Labels, *where: object) -> Box:
        boxes.append(place(self, *where))  # type: ignore[arg-type]
        return boxes[-1]

    monkeypatch.setattr(Labels, "place", noted)
    return boxes


@pytest.mark.parametrize("trains", [2, 5, 8])
def test_no_label_of_a_table_covers_another(trains: int, placed: list[Box]) -> None:
    marks, ways, wrong = hub(trains, 100.0, 1400)
    ground = np.full((1400, 1400, 3), 90, np.uint8)
    table_overlay(ground, marks, [], ways, wrong, "a table")
    assert (ground == 90).all()
    assert len(placed) == 2 * len(marks) + 3 * trains
    for one, other in combinations(placed, 2):
        apart = one.right <= other.left or other.right <= one.left or one.bottom <= other.top or other.bottom <= one.top
        assert apart, (one, other)


def test_a_name_stands_on_the_colour_of_its_train_and_a_value_on_dark(placed: list[Box]) -> None:
    marks, ways, _ = hub(1, 100.0, 1400)
    picture = table_overlay(np.full((1400, 1400, 3), 90, np.uint8), marks, [], ways, [], "a table")[-1400:]
    end, name = placed[0], placed[-1]
    for box, colour in ((end, DARK), (name, TRAINS[0])):
        inside = picture[box.top : box.bottom, box.left : box.right]
        assert (inside == colour).all(axis=2).mean() > 0.4
