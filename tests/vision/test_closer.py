"""Which part of a photo to take again from nearer: from outlines and flags made up here."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.closer import HELPED_BELOW, LARGEST, MOST_PARTS, part_words, parts_to_take_closer

Floats = NDArray[np.float64]
SIZE = (4000, 3000)


def tile(x: float, y: float, length: float) -> Floats:
    u, v = length / 2, length / 4
    return np.array([(x - u, y + v), (x - u, y - v), (x + u, y - v), (x + u, y + v)])


def row(x: float, y: float, count: int, length: float = 50.0) -> list[Floats]:
    return [tile(x + 1.1 * length * k, y, length) for k in range(count)]


def test_a_table_that_is_sure_needs_no_nearer_photo() -> None:
    assert parts_to_take_closer(row(500, 500, 6), [True] * 6, SIZE) == ()
    assert parts_to_take_closer([], [], SIZE) == ()


def test_unsure_small_tiles_far_away_are_one_part() -> None:
    small, large = row(300, 300, 4), row(1500, 2400, 5, 200.0)
    (part,) = parts_to_take_closer(small + large, [False] * 4 + [True] * 5, SIZE)
    assert part.tiles == (0, 1, 2, 3)
    assert part.words == "the upper left part"
    left, top, right, bottom = part.rectangle
    assert (left, top, right, bottom) == pytest.approx((225, 237.5, 540, 362.5))
    assert part.times == pytest.approx(4000 / 315)


def test_unsure_tiles_that_are_large_have_other_troubles() -> None:
    length = HELPED_BELOW + 1
    assert parts_to_take_closer(row(500, 500, 3, length), [False] * 3, SIZE) == ()
    assert len(parts_to_take_closer(row(500, 500, 3, length - 2), [False] * 3, SIZE)) == 1


def test_tiny_tiles_are_never_taken_for_sure() -> None:
    (part,) = parts_to_take_closer(row(3600, 2800, 2, 15.0), [True, True], SIZE)
    assert part.words == "the lower right part"


def test_groups_far_apart_are_parts_of_their_own_the_largest_first() -> None:
    parts = parts_to_take_closer(row(300, 1500, 2) + row(3400, 300, 5), [False] * 7, SIZE)
    assert [part.tiles for part in parts] == [(2, 3, 4, 5, 6), (0, 1)]
    assert [part.words for part in parts] == ["the upper right part", "the left part"]


def test_a_part_as_large_as_the_photo_is_halved_with_tiles_in_common() -> None:
    many = row(100, 1500, 70)
    parts = parts_to_take_closer(many, [False] * 70, SIZE)
    assert len(parts) == 2
    first, second = (set(part.tiles) for part in parts)
    assert first | second == set(range(70))
    assert 1 <= len(first & second) <= 3
    assert all(part.times >= 1 / LARGEST for part in parts)


def test_each_tile_needs_a_flag() -> None:
    with pytest.raises(ValueError, match="each of the 2 tiles needs one flag, sure or not; 3 were given"):
        parts_to_take_closer(row(500, 500, 2), [True] * 3, SIZE)


@pytest.mark.parametrize(
    ("rectangle", "words"),
    [
        ((0, 0, 400, 400), "the upper left part"),
        ((1800, 0, 2200, 400), "the upper part"),
        ((1800, 1300, 2200, 1700), "the middle"),
        ((3600, 1300, 4000, 1700), "the right part"),
        ((0, 2600, 4000, 3000), "the lower part"),
    ],
)
def test_parts_are_named_by_where_their_middle_lies(rectangle: tuple[float, ...], words: str) -> None:
    assert part_words(rectangle, SIZE) == words


places = st.tuples(st.floats(0, 4000), st.floats(0, 3000), st.floats(1, 300), st.booleans())


@given(st.lists(places, max_size=30))
def test_parts_lie_in_the_photo_and_hold_their_tiles(laid: list[tuple[float, float, float, bool]]) -> None:
    quads = [tile(x, y, length) for x, y, length, _ in laid]
    sure = [flag for *_, flag in laid]
    parts = parts_to_take_closer(quads, sure, SIZE)
    assert len(parts) <= MOST_PARTS
    for part in parts:
        left, top, right, bottom = part.rectangle
        assert 0 <= left <= right <= 4000
        assert 0 <= top <= bottom <= 3000
        for number in part.tiles:
            x, y = np.clip(quads[number].mean(axis=0), 0, SIZE)
            assert left <= x <= right
            assert top <= y <= bottom
            assert not sure[number] or laid[number][2] < 36
