"""Places beside tiles: where the first stage felt a little, and nowhere else."""

from __future__ import annotations

import numpy as np
import pytest

from vision import neighbours
from vision.detect import Candidates, HeatMap
from vision.geometry import is_convex, quad_from_centre

NOTHING = np.zeros((0, 4, 2))


def lying(x: float, y: float, length: float = 80.0) -> np.ndarray:
    """A tile (4, 2) along the x axis, half A on the right."""
    return quad_from_centre((x, y), (length / 2, 0), (0, length / 4))


def felt_everywhere(places: np.ndarray) -> np.ndarray:
    return np.full(len(places), 0.5)


def test_places_are_end_to_end_half_way_and_across() -> None:
    found = neighbours.places(lying(200, 100)[None], NOTHING, felt_everywhere)
    centres = {tuple(np.round(c).astype(int)) for c in found.mean(1)}
    assert centres == {(118, 100), (160, 100), (240, 100), (282, 100), (260, 100), (140, 100)}
    assert is_convex(found).all()
    upright = found[np.abs(found.mean(1) - (260.4, 100)).max(1) < 1][0]
    assert np.ptp(upright[:, 1]) == pytest.approx(80)
    assert np.ptp(upright[:, 0]) == pytest.approx(40)


def test_known_places_are_left_out_however_they_are_turned_by_half() -> None:
    known = np.stack([np.roll(lying(283, 102), 2, axis=0), lying(118, 101)])
    centres = neighbours.places(lying(200, 100)[None], known, felt_everywhere).mean(1)
    assert len(centres) == 4
    assert np.abs(centres[:, 0] - 200).max() < 70


def test_a_place_between_two_faces_comes_once() -> None:
    found = neighbours.places(np.stack([lying(100, 100), lying(263.2, 100)]), NOTHING, felt_everywhere)
    assert sum(abs(x - 181.6) < 2 for x in found.mean(1)[:, 0]) == 1


def test_only_what_was_felt_is_looked_at_most_first() -> None:
    def felt(places: np.ndarray) -> np.ndarray:
        return np.where(places[:, 0] > 270, 0.4, np.where(places[:, 0] > 230, 0.1, 0.05))

    found = neighbours.places(lying(200, 100)[None], NOTHING, felt).mean(1)
    assert len(found) == 3
    assert found[0, 0] == pytest.approx(281.6)


def test_what_lies_over_a_face_is_not_free() -> None:
    face = lying(200, 100)[None]
    places = np.stack([lying(200, 100), lying(240, 100), lying(282, 100), lying(249, 100), lying(200, 139)])
    assert neighbours.free(places, face).tolist() == [False, False, True, True, True]
    assert neighbours.free(places, NOTHING).all()
    assert neighbours.free(NOTHING, face).shape == (0,)


def test_no_faces_no_places() -> None:
    assert neighbours.places(NOTHING, lying(5, 5)[None], felt_everywhere).shape == (0, 4, 2)


def test_heat_is_felt_around_a_place_and_never_outside() -> None:
    heat = np.zeros((20, 30), np.float32)
    heat[10, 12] = 0.7
    found = Candidates(NOTHING, np.zeros(0), np.zeros(0, bool), (HeatMap(heat, np.array([8.0, 8.0])),))
    near, far, outside = found.felt(np.array([[12 * 8 + 15, 10 * 8 - 9], [20.0, 20.0], [-40.0, 9000.0]]))
    assert (near, far, outside) == (pytest.approx(0.7), 0, 0)
    assert found.felt(np.zeros((0, 2))).shape == (0,)
    two = Candidates(np.stack([lying(9, 9), lying(99, 99)]), np.array([0.9, 0.2]), np.array([False, True]), found.maps)
    faint = two.only(two.scores < 0.5)
    assert (faint.quads[0] == lying(99, 99)).all()
    assert (faint.scores.tolist(), faint.down.tolist(), faint.maps) == ([0.2], [True], found.maps)


def test_a_tile_the_detector_overlooked_is_found_beside_another(colours: type, monkeypatch: pytest.MonkeyPatch) -> None:
    image = np.zeros((300, 420, 3), np.uint8)
    for x in (110, 212):
        colours.paint(image, lying(x, 150, 100))
    reader = colours.tile_reader()
    detector = reader.networks["detector"]
    seen = detector.run

    def half_blind(batch: np.ndarray) -> list[np.ndarray]:
        """Sees the left tile; where the right one lies it feels next to nothing, and no peak."""
        (maps,) = seen(batch)
        middle = maps.shape[3] * 160 // 420
        maps[0, :, :, middle:] = -9.0
        maps[0, 0, :, middle:] = -2.1
        return [maps]

    monkeypatch.setattr(detector, "run", half_blind)
    assert len(reader.read(image).tiles) == 2
    monkeypatch.setattr(neighbours, "places", lambda *_: NOTHING)
    assert len(reader.read(image).tiles) == 1
