"""Two photos of one table from different places: which tile is which, and photos merged by the tiles they share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from datasets.tables import TrueTable, table
from engine.presets import preset
from engine.tiles import DominoSet
from server.bridge import SURE
from server.errors import RequestError
from server.table_known import Known
from server.table_match import Glimpse, Match, behind, match, moved
from server.table_merge import merge, merge_photos
from server.table_service import see_table
from tests.server.table_views import detected, observe, other_camera
from vision.geometry import project, tile_length
from vision.layout_plane import plane
from vision.types import Observation, Warning

LARGE = [1, 3, 4, 10, 16, 25]
"""Seeds of tables with many tiles."""


def glimpses(
    observation: Observation, numbers: Sequence[int], true: TrueTable, wrong: Sequence[int] = ()
) -> list[Glimpse]:
    """Tiles as read, those in `wrong` with another value that is sure all the same."""
    told = []
    for number, tile in zip(numbers, observation.tiles, strict=True):
        a, b = (int(np.argmax(half.probs)) for half in tile.halves)
        told.append(Glimpse.of(tile.quad, (a + 5) % (true.highest + 1) if number in wrong else a, b, True))
    return told


def on_table(true: TrueTable) -> list[int]:
    """Tiles that lie flat: not those of hands, which may stand."""
    hands = {number for hand in true.hands for number in hand}
    return [number for number in range(len(true.quads)) if number not in hands]


def halves_of(true: TrueTable, rng: np.random.Generator, shared: int) -> tuple[list[int], list[int]]:
    """The tiles of a table left and right of a line, and so many in the middle that are on both sides."""
    up = np.array(on_table(true))
    order = up[np.argsort(plane(true.quads).centre[up] @ rng.normal(size=2))].tolist()
    cut = len(order) // 2
    return order[: cut + shared], order[cut:]


@pytest.mark.parametrize("seed", LARGE)
def test_tiles_find_each_other_whatever_is_overlooked_or_misread(seed: int) -> None:
    rng, true = np.random.default_rng(seed), table(seed)
    flat = on_table(true)
    kept = [number for number in flat if rng.random() < 0.8]
    one, first = observe(true, rng, only=flat, noise=0.02)
    other, second = observe(true, rng, only=kept, camera=other_camera(true, rng), noise=0.02)
    wrong = rng.choice(kept, len(kept) // 6, replace=False).tolist()
    found = match(glimpses(one, first, true), glimpses(other, second, true, wrong))
    assert isinstance(found, Match)
    assert [(first[pair.first], second[pair.second]) for pair in found.pairs] == [(n, n) for n in sorted(kept)]
    assert {second[pair.second] for pair in found.pairs if not pair.same} == set(wrong)
    assert max(pair.apart for pair in found.pairs) < 0.2
    for pair in found.pairs:
        there = moved(found.to_first, other.tiles[pair.second].halves[0].centre)
        half = one.tiles[pair.first].halves[1 if pair.turned else 0].centre
        assert np.hypot(there[0] - half[0], there[1] - half[1]) < 0.3 * tile_length(true.quads[first[pair.first]])


def test_a_tile_that_was_moved_keeps_no_company() -> None:
    rng, true = np.random.default_rng(0), table(3)
    flat = on_table(true)
    one, _ = observe(true, rng, only=flat)
    ahead = true.quads[flat[4]][:2].mean(axis=0) - true.quads[flat[4]][2:].mean(axis=0)
    quads = true.quads.copy()
    for number, way in ((flat[4], 3.0), (flat[5], 0.25)):
        quads[number] += way * ahead
    pushed = TrueTable(**{name: getattr(true, name) for name in TrueTable.__slots__} | {"quads": quads})
    other, _ = observe(pushed, rng, only=flat, camera=other_camera(true, rng))
    found = match(glimpses(one, flat, true), glimpses(other, flat, true))
    assert found is not None
    apart = {pair.first: pair.apart for pair in found.pairs}
    assert 4 not in apart
    assert 0.15 < apart[5] < 0.4
    assert max(far for number, far in apart.items() if number != 5) < 0.12


def test_photos_without_a_tile_in_common_do_not_match() -> None:
    rng, true = np.random.default_rng(0), table(3)
    one, first = observe(true, rng, only=on_table(true)[:6])
    other, second = observe(true, rng, only=on_table(true)[6:12])
    assert match(glimpses(one, first, true), glimpses(other, second, true)) is None
    assert match([], glimpses(other, second, true)) is None
    assert match(glimpses(one, first, true), []) is None


def test_beyond_the_horizon_nothing_is_seen() -> None:
    tilted = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, -0.001, 1.0))
    assert not behind(tilted, (0.0, 900.0), (0.0, 0.0))
    assert behind(tilted, (0.0, 1100.0), (0.0, 0.0))


@pytest.mark.parametrize("shared", [2, 3, 5])
@pytest.mark.parametrize("seed", LARGE)
def test_halves_of_a_table_merge(seed: int, shared: int) -> None:
    rng, true = np.random.default_rng([seed, shared]), table(seed)
    left, right = halves_of(true, rng, shared)
    one, first = observe(true, rng, only=left)
    other, second = observe(true, rng, only=right, camera=other_camera(true, rng))
    known = Known(preset("puremco", true.highest))
    merged = merge_photos([one, other], known.domino_set)
    ids = [{(first, second)[photo][number] for photo, number in seen} for seen in merged.sources]
    assert sorted(ids, key=min) == [{number} for number in sorted({*left, *right})]
    assert merged.observation.image_size == one.image_size
    assert merged.observation.timings_ms == (("read", 20.0),)
    whole = see_table(observe(true, rng, only=sorted({*left, *right}))[0], known)
    seen = see_table(merged.observation, known)
    assert seen.engine_tile == whole.engine_tile
    assert {train.placed for train in seen.trains} == {train.placed for train in whole.trains}


def test_three_photos_merge_in_any_order() -> None:
    rng, true = np.random.default_rng(5), table(4)
    up = np.array(on_table(true))
    order = up[np.argsort(plane(true.quads).centre[up][:, 0])].tolist()
    third = len(order) // 3
    parts = [order[: third + 3], order[third : 2 * third + 3], order[2 * third :]]
    photos = [observe(true, rng, only=part, camera=other_camera(true, rng))[0] for part in parts]
    for turn in ((0, 1, 2), (0, 2, 1), (2, 0, 1)):
        merged = merge([photos[k] for k in turn], DominoSet(true.highest))
        assert len(merged.tiles) == len(order)


def test_photos_that_cannot_be_merged() -> None:
    rng, true = np.random.default_rng(7), table(3)
    left, right = halves_of(true, rng, 0)
    one, other = observe(true, rng, only=left)[0], observe(true, rng, only=right)[0]
    twelve = DominoSet(true.highest)
    with pytest.raises(RequestError, match=r"b\.jpg and a\.jpg") as error:
        merge_photos([one, other], twelve, ["a.jpg", "b.jpg"])
    assert "overlap by three tiles or more" in str(error.value)
    with pytest.raises(RequestError, match="no photo to merge"):
        merge([], twelve)
    blank = Observation(one.image_size, (), (), (), (), ())
    with pytest.raises(RequestError, match=r"No tiles were found in b\.jpg"):
        merge_photos([one, blank], twelve, ["a.jpg", "b.jpg"])
    strange = observe(table(16), rng, only=on_table(table(16)))[0]
    with pytest.raises(RequestError, match="Photo 2 and Photo 1"):
        merge([observe(true, rng)[0], strange], DominoSet(max(true.highest, table(16).highest)))


def test_one_photo_merges_into_itself() -> None:
    true = table(3)
    one, _ = observe(true, np.random.default_rng(0))
    merged = merge([one], DominoSet(true.highest))
    assert [tile.quad for tile in merged.tiles] == [tile.quad for tile in one.tiles]


def two_looks(shown: Sequence[dict[int, float]]) -> Observation:
    """Two photos of eight tiles, of which the last shows other things in each; merged."""
    square = np.array([(0, 0), (50, 0), (50, 100), (0, 100)], dtype=float)
    photos = []
    for half, size in zip(shown, (1.0, 0.8), strict=True):
        tiles = [detected(size * (square + (120 * k, 30 * k)), {k: 1.0}, {k + 1: 1.0}) for k in range(7)]
        tiles.append(detected(size * (square + (400, 500)), {9: 0.999}, half))
        warning = Warning("glare", (size * 400, size * 500))
        photos.append(Observation((2000, 1500), tuple(tiles), (), (warning, Warning("blurred")), ("a 1",), ()))
    return merge(photos, DominoSet(12))


def test_looks_at_one_tile_are_put_together() -> None:
    weak = two_looks([{3: 0.9, 5: 0.1}, {3: 0.9, 5: 0.1}])
    assert len(weak.tiles) == 8
    assert 0.9 < weak.tiles[7].halves[1].probs[3] < SURE  # surer than each, and still to be looked at
    helped = two_looks([{3: 0.5, 5: 0.5}, {3: 0.999}])
    assert helped.tiles[7].halves[1].probs[3] > 0.9
    blind = two_looks([{19: 0.98, 5: 0.02}, {3: 0.99}])
    assert blind.tiles[7].halves[1].probs[3] > 0.95
    against = two_looks([{3: 0.999}, {5: 0.999}])
    assert against.tiles[7].halves[1].probs[3] == pytest.approx(0.5, abs=0.01)
    for looks in (weak, helped, blind, against):
        assert sum(looks.tiles[7].halves[1].probs) == pytest.approx(1)


def test_warnings_about_the_photo_come_once_and_those_about_places_at_their_place() -> None:
    warnings = two_looks([{3: 0.999}, {3: 0.999}]).warnings
    assert [warning.code for warning in warnings].count("blurred") == 1
    places = [warning.at for warning in warnings if warning.at is not None]
    assert np.allclose(places, [(400, 500)] * len(places), atol=2)


def test_what_lies_outside_the_first_photo_is_mapped_beside_it() -> None:
    rng, true = np.random.default_rng(2), table(10)
    left, right = halves_of(true, rng, 4)
    one, first = observe(true, rng, only=left)
    other, second = observe(true, rng, only=right, camera=other_camera(true, rng))
    merged = merge_photos([one, other], DominoSet(true.highest))
    for tile, seen in zip(merged.observation.tiles, merged.sources, strict=True):
        number = (first, second)[seen[0][0]][seen[0][1]]
        off = min(float(np.abs(np.roll(tile.quad.corners, turn, axis=0) - true.quads[number]).max()) for turn in (0, 2))
        assert off < 0.5 * tile_length(true.quads[number])
    assert np.allclose(project(np.array(merged.to_first[0]), [(3.0, 4.0)]), [(3.0, 4.0)])
