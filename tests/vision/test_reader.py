from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from vision import halves
from vision.errors import WeightsError
from vision.geometry import default_divider, is_convex
from vision.pyramid import Pyramid
from vision.reader import TileReader, load_reader
from vision.weights import NAMES


def photo(colours: type, height: int, width: int, *tiles: tuple[float, float, float, float]) -> np.ndarray:
    image = np.zeros((height, width, 3), np.uint8)
    for place in tiles:
        colours.paint(image, colours.tile(*place))
    return image


def test_made_up_tiles_are_read(colours: type) -> None:
    places = [(150.0, 120.0, 80.0, 0.2), (420.0, 200.0, 90.0, 2.0), (250.0, 330.0, 85.0, 5.0)]
    seen = colours.tile_reader().read(photo(colours, 420, 640, *places))
    assert seen.image_size == (640, 420)
    assert seen.models == ("colours 1",)
    assert seen.timings_ms == (("detect", 1000.0), ("refine", 1000.0), ("read", 1000.0))
    assert len(seen.tiles) == 3
    assert not seen.face_down
    for place in places:
        quad = colours.tile(*place)
        tile = min(seen.tiles, key=lambda t: float(np.hypot(*(np.mean(t.quad.corners, 0) - quad.mean(0)))))
        values = {int(np.argmax(half.probs)): half for half in tile.halves}
        assert set(values) == {colours.red, colours.blue}
        assert is_convex(np.array(tile.quad.corners))
        # Red is half A of the painted tile, so its centre is where half A was painted.
        wanted_a, wanted_b = (quad[0] + quad[1]) / 2, (quad[2] + quad[3]) / 2
        assert values[colours.red].centre == pytest.approx(0.75 * wanted_a + 0.25 * wanted_b, abs=3)
        assert values[colours.blue].centre == pytest.approx(0.75 * wanted_b + 0.25 * wanted_a, abs=3)
        for value, half in values.items():
            assert sum(half.probs) == pytest.approx(1)
            assert half.count == pytest.approx(value)
            assert half.count_agrees(value)
            assert not half.count_agrees(value + 1)
        a, b = (int(np.argmax(half.probs)) for half in tile.halves)
        assert 0.98 < tile.confidence(a, b) <= tile.score <= 1
        assert tile.confidence(a, a) < 0.01


def test_backs_are_face_down_and_never_tiles(colours: type) -> None:
    image = photo(colours, 300, 400, (280, 150, 80, 0.0))
    image[100:180, 60:100] = colours.white
    seen = colours.tile_reader().read(image)
    assert len(seen.tiles) == 1
    (back,) = seen.face_down
    assert np.mean(back.quad.corners, 0) == pytest.approx([79.5, 139.5], abs=3)
    assert back.score > 0.9


def test_an_empty_table_is_read_as_nothing(colours: type) -> None:
    seen = colours.tile_reader().read(np.zeros((200, 300, 3), np.uint8))
    assert (seen.tiles, seen.face_down) == ((), ())


class OnlyFromAfar:
    """The colours' detector, but too near-sighted for anything but a small copy of the photo."""

    def __init__(self, colours: type) -> None:
        self.inner = colours.detector()

    def run(self, batch: np.ndarray) -> list[np.ndarray]:
        (maps,) = self.inner.run(batch)
        return [maps if max(batch.shape[1:3]) <= 320 else np.full_like(maps, -9.0)]


def test_a_tile_that_fills_the_frame_is_found_in_a_coarser_look(colours: type) -> None:
    image = photo(colours, 600, 800, (400, 300, 560, 1.5))
    reader = colours.tile_reader()
    near_sighted = TileReader({**reader.networks, "detector": OnlyFromAfar(colours)})
    (tile,) = near_sighted.read(image).tiles
    assert np.mean(tile.quad.corners, 0) == pytest.approx([400, 300], abs=8)
    assert {int(np.argmax(half.probs)) for half in tile.halves} == {colours.red, colours.blue}
    # Where the usual look finds tiles there is no second one.
    detector = colours.detector()
    TileReader({**reader.networks, "detector": detector}).read(photo(colours, 300, 400, (200, 150, 80, 0.5)))
    assert [max(shape[1:3]) > 320 for shape in detector.batches] == [True, True]


def test_what_cannot_be_read_is_no_tile(colours: type) -> None:
    """A face in the refiner's eyes, but grey halves to the reader."""
    image = np.zeros((300, 400, 3), np.uint8)
    image[100:180, 60:100] = (130, 130, 120)
    assert colours.tile_reader().read(image).tiles == ()


def test_temperature_softens(colours: type) -> None:
    image = photo(colours, 300, 400, (200, 150, 80, 0.5))
    corners = colours.tile(200, 150, 80, 0.5)[None]
    dividers = default_divider(corners)
    sharp, soft = (halves.read(Pyramid.of(image), corners, dividers, colours.reader(), t)[0].max() for t in (1.0, 4.0))
    assert soft < 0.9 < 0.99 < sharp


def test_a_photo_is_read_the_same_twice(colours: type) -> None:
    image = photo(colours, 300, 400, (200, 150, 80, 0.5), (100, 100, 70, 1.0))
    assert colours.tile_reader().read(image).tiles == colours.tile_reader().read(image).tiles


def test_no_weights_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="No weights at"):
        load_reader(tmp_path)
    entries = [{"name": n, "file": f"{n}.onnx", "sha256": "0" * 64, "version": "1"} for n in NAMES]
    (tmp_path / "manifest.json").write_text(json.dumps({"networks": entries}))
    with pytest.raises(WeightsError, match=r"detector\.onnx is missing"):
        load_reader(tmp_path)
    for entry in entries:
        (tmp_path / entry["file"]).write_bytes(b"no network")
    with pytest.raises(WeightsError, match="does not match its hash"):
        load_reader(tmp_path)


def test_a_count_speaks_for_the_values_near_it_and_is_silent_where_nothing_was_counted() -> None:
    probs = np.zeros((3, 20))
    probs[:, [1, 4]] = 0.45, 0.55
    counted = halves.with_count(probs, np.array([1.2, 4.1, 0.2]))
    assert counted.sum(1) == pytest.approx(1)
    assert counted.argmax(1).tolist() == [1, 4, 4]
    assert counted[0, 1] > 0.8
    assert counted[2] == pytest.approx(probs[2])
    sure = np.eye(20)[[6]]
    assert halves.with_count(sure, np.array([2.0])) == pytest.approx(sure)


def test_a_coarser_look_is_believed_for_large_tiles_only(colours: type) -> None:
    reader = colours.tile_reader()
    near_sighted = TileReader({**reader.networks, "detector": OnlyFromAfar(colours)})
    assert near_sighted.read(photo(colours, 600, 800, (400, 300, 200, 1.5))).tiles == ()
