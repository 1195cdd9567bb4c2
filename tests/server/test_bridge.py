"""From probabilities to tiles: the likeliest consistent ones, with certain tiles untouched and every doubt listed."""

from __future__ import annotations

from itertools import pairwise, permutations, product
from math import log
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tiles import DominoSet, Tile
from server.bridge import SECOND_COPY_ODDS, SURE, mark_shared, read, to_hand
from server.reading import Doubt, DoubtCode, Reading, WarningCode
from vision.types import N_CLASSES, UNREADABLE, DetectedTile, Warning

if TYPE_CHECKING:
    from conftest import Seen

TWELVE = DominoSet(12)
SURELY_3_5 = ({3: 0.999}, {5: 0.999})


def pips(reading: Reading) -> list[tuple[int, int]]:
    return [(tile.a, tile.b) for tile in reading.tiles]


def codes(reading: Reading, index: int = 0) -> list[tuple[DoubtCode, int | None]]:
    return [(doubt.code, doubt.half) for doubt in reading.tiles[index].doubts]


@st.composite
def crowded(draw: st.DrawFn, seen: type[Seen], most: int = 4) -> list[DetectedTile]:
    """Tiles with few values between them, so that they collide; about a third is certain."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    tiles = []
    for number in range(draw(st.integers(1, most))):
        if rng.random() < 0.35:
            shown = [{int(rng.integers(0, 2)): float(rng.uniform(0.995, 1))} for _ in range(2)]
        else:
            shown = [dict(enumerate(rng.dirichlet([0.6] * 4)[:3].tolist())) for _ in range(2)]
        tiles.append(seen.tile(*shown, at=(50.0 * number, 60.0), score=float(rng.uniform(0.993, 1))))
    return tiles


def test_a_clear_tile_is_read_in_its_own_order_and_sure(seen: type[Seen]) -> None:
    reading = read(seen.photo([seen.tile(12, 6, counts=(12.2, 5.9))]), TWELVE)
    tile = reading.tiles[0]
    assert (tile.a, tile.b, tile.tile) == (12, 6, Tile(6, 12))
    assert (tile.sure, tile.confidence, tile.doubts, tile.alternatives) == (True, 1.0, (), ())
    assert (to_hand(reading), reading.warnings, reading.sure) == ((Tile(6, 12),), (), True)


def test_confidence_is_the_product_of_all_that_must_hold(seen: type[Seen]) -> None:
    tile = read(seen.photo([seen.tile({4: 0.9, 5: 0.1}, {7: 0.8, 8: 0.15}, score=0.95)]), TWELVE).tiles[0]
    assert tile.confidence == pytest.approx(0.9 * 0.8 * 0.95)
    assert [(a, b) for a, b, _ in tile.alternatives] == [(4, 8), (5, 7), (5, 8)]
    assert tile.alternatives[0][2] == pytest.approx(0.9 * 0.15 * 0.95)


@pytest.mark.parametrize(
    ("a", "b", "score", "doubt"),
    [
        ({4: 0.9, 5: 0.1}, 7, 1.0, (DoubtCode.VALUE_UNSURE, 0)),
        (4, {7: 0.9, 15: 0.1}, 1.0, (DoubtCode.VALUE_UNSURE, 1)),
        (4, {7: 0.9}, 1.0, (DoubtCode.VALUE_UNSURE, 1)),
        ({4: 0.3}, 7, 1.0, (DoubtCode.UNREADABLE, 0)),
        (4, {7: 0.3, 15: 0.7}, 1.0, (DoubtCode.NOT_IN_SET, 1)),
        (4, 7, 0.9, (DoubtCode.NOT_A_TILE, None)),
    ],
)
def test_a_doubt_says_what_is_in_doubt(
    seen: type[Seen], a: dict[int, float], b: dict[int, float], score: float, doubt: tuple[DoubtCode, int | None]
) -> None:
    reading = read(seen.photo([seen.tile(a, b, score=score)]), TWELVE)
    assert (pips(reading), codes(reading), reading.tiles[0].sure) == ([(4, 7)], [doubt], False)


def test_values_beyond_the_set_warn_about_the_set(seen: type[Seen]) -> None:
    observation = seen.photo([seen.tile(4, {7: 0.3, 15: 0.7})])
    assert read(observation, TWELVE).warnings == (), "a single tile is rather misread"
    assert [warning.code for warning in read(observation, DominoSet(9)).warnings] == [WarningCode.SET_TOO_SMALL]
    observation = seen.photo([seen.tile(4, {7: 0.3, 15: 0.7}), seen.tile({6: 0.4, 13: 0.6}, 5)])
    assert [warning.code for warning in read(observation, TWELVE).warnings] == [WarningCode.SET_TOO_SMALL]
    assert (pips(read(observation, DominoSet(15))), read(observation, DominoSet(15)).warnings) == (
        [(4, 15), (13, 5)],
        (),
    )


@pytest.mark.parametrize(("count", "agrees"), [(6.7, True), (5.3, True), (7.0, False), (4.9, False), (None, True)])
def test_counting_must_agree_with_reading(seen: type[Seen], count: float | None, agrees: bool) -> None:
    reading = read(seen.photo([seen.tile(1, 6, counts=(1.1, count))]), TWELVE)
    assert pips(reading) == [(1, 6)]
    assert codes(reading) == ([] if agrees else [(DoubtCode.COUNT_DISAGREES, 1)])


def test_an_unsure_tile_gives_way_to_a_certain_one(seen: type[Seen]) -> None:
    rival = seen.tile({5: 0.9}, {3: 0.6, 2: 0.4})
    reading = read(seen.photo([rival, seen.tile(*SURELY_3_5)]), TWELVE)
    assert pips(reading) == [(5, 2), (3, 5)]
    assert (DoubtCode.VALUE_TAKEN, None) in codes(reading)
    assert reading.tiles[0].confidence == pytest.approx(0.9 * 0.4)
    assert reading.tiles[1].sure


def test_two_certain_equal_tiles_stay_as_read_and_are_in_doubt(seen: type[Seen]) -> None:
    reading = read(seen.photo([seen.tile(*SURELY_3_5), seen.tile(5, 3, at=(300, 200))]), TWELVE)
    assert pips(reading) == [(3, 5), (5, 3)]
    assert codes(reading, 0) == codes(reading, 1) == [(DoubtCode.DUPLICATE, None)]
    assert reading.warnings == (
        Warning(WarningCode.DUPLICATE_TILE, (100, 100)),
        Warning(WarningCode.DUPLICATE_TILE, (300, 200)),
    )


def test_certain_is_certain_even_where_moving_would_be_likelier(seen: type[Seen]) -> None:
    barely = {3: 0.985, 4: 0.015}
    reading = read(seen.photo([seen.tile(barely, 5), seen.tile(barely, 5, at=(300, 200))]), TWELVE)
    assert pips(reading) == [(3, 5), (3, 5)]


def test_a_tile_whose_pips_count_otherwise_is_not_certain(seen: type[Seen]) -> None:
    miscounted = seen.tile({3: 0.985, 4: 0.015}, 5, counts=(4.1, 5.0))
    reading = read(seen.photo([miscounted, seen.tile(*SURELY_3_5, at=(300, 200))]), TWELVE)
    assert pips(reading) == [(4, 5), (3, 5)]


def test_a_nearly_certain_copy_stays_rather_than_become_something_absurd(seen: type[Seen]) -> None:
    nearly = seen.tile({3: 0.97, 4: 0.0001}, 5)
    reading = read(seen.photo([nearly, seen.tile(*SURELY_3_5)]), TWELVE)
    assert pips(reading) == [(3, 5), (3, 5)]
    assert (DoubtCode.DUPLICATE, None) in codes(reading)


def test_a_tile_that_shows_nothing_readable_is_a_doubt_and_no_crash(seen: type[Seen]) -> None:
    blind = seen.tile({UNREADABLE: 1.0}, {UNREADABLE: 1.0})
    reading = read(seen.photo([blind, blind, seen.tile({18: 1.0}, {18: 1.0})]), TWELVE)
    assert [tile.confidence for tile in reading.tiles] == [0, 0, 0]
    assert not any(tile.sure for tile in reading.tiles)


def test_photos_without_tiles_say_so(seen: type[Seen]) -> None:
    assert [warning.code for warning in read(seen.photo([]), TWELVE).warnings] == [WarningCode.NO_TILES]
    assert [w.code for w in read(seen.photo([], face_down=[(9, 9)]), TWELVE).warnings] == [WarningCode.ONLY_FACE_DOWN]


def test_warnings_of_the_eye_come_first(seen: type[Seen]) -> None:
    reading = read(seen.photo([], warnings=[Warning("DARK")]), TWELVE)
    assert [warning.code for warning in reading.warnings] == ["DARK", WarningCode.NO_TILES]


def worth(tiles: list[DetectedTile], named: list[Tile], domino_set: DominoSet) -> float:
    """The logarithm of how likely these names are, up to a constant, as the bridge defines it."""
    total = log(SECOND_COPY_ODDS) * (len(named) - len(set(named)))
    for tile, name in zip(tiles, named, strict=True):
        a, b = (half.probs for half in tile.halves)
        total += log(max(a[name.low] * b[name.high], a[name.high] * b[name.low], 1e-12))
    return total


@given(st.data())
def test_no_other_naming_of_the_uncertain_tiles_is_likelier(seen: type[Seen], data: st.DataObject) -> None:
    tiles = data.draw(crowded(seen))
    reading = read(seen.photo(tiles), TWELVE)
    candidates = [name for name in TWELVE if name.high <= 2]
    alone = [read(seen.photo([tile]), TWELVE).tiles[0] for tile in tiles]
    choices = [[own.tile] if own.sure else candidates for own in alone]
    best = max(worth(tiles, list(named), TWELVE) for named in product(*choices))
    assert worth(tiles, list(to_hand(reading)), TWELVE) == pytest.approx(best)


@given(st.data())
def test_a_certain_tile_is_never_overruled(seen: type[Seen], data: st.DataObject) -> None:
    tiles = data.draw(crowded(seen, most=8))
    reading = read(seen.photo(tiles), TWELVE)
    for tile, together in zip(tiles, reading.tiles, strict=True):
        alone = read(seen.photo([tile]), TWELVE).tiles[0]
        if alone.sure:
            assert (together.a, together.b, together.confidence) == (alone.a, alone.b, alone.confidence)
        else:
            assert not together.sure


@given(st.data())
def test_the_order_of_the_tiles_changes_nothing(seen: type[Seen], data: st.DataObject) -> None:
    tiles = data.draw(crowded(seen, most=8))
    order = data.draw(st.permutations(range(len(tiles))))
    straight, shuffled = read(seen.photo(tiles), TWELVE), read(seen.photo([tiles[i] for i in order]), TWELVE)
    assert [straight.tiles[i] for i in order] == list(shuffled.tiles)


def test_ties_do_not_depend_on_the_order(seen: type[Seen]) -> None:
    tiles = [seen.tile({3: 0.6, 4: 0.4}, 5, at=(at, 50)) for at in (50, 150, 250)]
    readings = [{tile.centre: tile.tile for tile in read(seen.photo(o), TWELVE).tiles} for o in permutations(tiles)]
    assert all(reading == readings[0] for reading in readings)


@given(st.data())
def test_sure_means_confident_and_without_doubts(seen: type[Seen], data: st.DataObject) -> None:
    for tile in read(seen.photo(data.draw(crowded(seen, most=8))), TWELVE).tiles:
        assert tile.sure == (not tile.doubts)
        assert tile.confidence >= SURE or tile.doubts
        assert 0 <= tile.confidence <= 1
        assert len(tile.alternatives) <= 5
        assert (tile.a, tile.b) not in [(a, b) for a, b, _ in tile.alternatives]
        assert all(one[2] >= other[2] for one, other in pairwise(tile.alternatives))


@given(st.integers(0, 2**32 - 1))
def test_alternatives_are_what_else_is_possible(seen: type[Seen], seed: int) -> None:
    rng = np.random.default_rng(seed)
    shown = [dict(enumerate(rng.dirichlet([0.3] * N_CLASSES)[:UNREADABLE].tolist())) for _ in range(2)]
    tile = read(seen.photo([seen.tile(*shown)]), DominoSet(18)).tiles[0]
    covered = tile.confidence + sum(probability for _, _, probability in tile.alternatives)
    possible = sum(shown[0].values()) * sum(shown[1].values())
    assert len(tile.alternatives) == 5 or covered >= 0.95 * possible - 1e-9
    assert covered <= possible + 1e-9


def test_a_tile_in_two_hands_is_in_doubt_in_both(seen: type[Seen]) -> None:
    ann = read(seen.photo([seen.tile(3, 5), seen.tile(1, 2)]), TWELVE)
    bo = read(seen.photo([seen.tile(5, 3)]), TWELVE)
    marked = mark_shared([ann, bo])
    assert [[tile.doubts for tile in reading.tiles] for reading in marked] == [
        [(Doubt(DoubtCode.IN_TWO_HANDS),), ()],
        [(Doubt(DoubtCode.IN_TWO_HANDS),)],
    ]
    assert mark_shared([ann]) == (ann,)
