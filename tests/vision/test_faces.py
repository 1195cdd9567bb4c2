"""A face out of place is found again along its axis, and one in place is left alone."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.quads import rectangle
from vision import halves
from vision.faces import TAX, Faces, read_faces
from vision.geometry import default_divider
from vision.pyramid import Pyramid
from vision.types import N_CLASSES


def faces_at(colours: type, shift: float, face: float = 0.9, heat: float = 0.6) -> tuple[Faces, np.ndarray]:
    """One painted tile of 80 pixels, outlined `shift` half lengths too far along its axis, as it was read."""
    image = np.full((300, 400, 3), 120, np.uint8)
    quad = colours.tile(200, 150, 80, 0.3)
    colours.paint(image, quad)
    along = (quad[0] + quad[1] - quad[2] - quad[3]) / 4
    outline = (quad + shift * along)[None]
    place = (outline, default_divider(outline), np.array([heat]), np.array([face]), np.array([face / 2]))
    return read_faces(Pyramid.of(image), *place, colours.reader()), quad


def off(seen: Faces, quad: np.ndarray) -> float:
    """How far the outline is from the tile, in half lengths."""
    return float(np.hypot(*(seen.corners[0].mean(0) - quad.mean(0)))) / 40


@pytest.mark.parametrize("shift", [0.62, -0.62])
def test_a_face_that_cannot_be_read_is_looked_for_along_its_axis(colours: type, shift: float) -> None:
    seen, quad = faces_at(colours, shift)
    assert off(seen, quad) < 0.52
    assert seen.readable()[0] > 0.9
    assert sorted(seen.probs[0].argmax(1)) == [colours.red, colours.blue]
    assert (seen.face[0], seen.plainly[0]) == pytest.approx((0.9 * TAX, 0.45 * TAX))
    assert seen.dividers[0].mean(0) == pytest.approx(seen.corners[0].mean(0))


def test_one_in_place_stays_there(colours: type) -> None:
    seen, quad = faces_at(colours, 0.1)
    assert off(seen, quad) == pytest.approx(0.1)
    assert seen.face[0] == 0.9


@pytest.mark.parametrize(("face", "heat"), [(0.55, 0.6), (0.9, 0.2)])
def test_what_hardly_looks_like_a_face_is_not_looked_for(colours: type, face: float, heat: float) -> None:
    seen, quad = faces_at(colours, 0.62, face, heat)
    assert off(seen, quad) == pytest.approx(0.62)
    assert seen.readable()[0] < 0.1


def test_nothing_is_taken_where_nothing_reads_well(colours: type) -> None:
    seen, quad = faces_at(colours, 3.0)
    assert off(seen, quad) == pytest.approx(3.0)


def test_no_faces_are_no_trouble(colours: type) -> None:
    photo = Pyramid.of(np.zeros((50, 50, 3), np.uint8))
    empty = (np.zeros((0, 4, 2)), np.zeros((0, 2, 2)), np.zeros(0), np.zeros(0), np.zeros(0))
    assert len(read_faces(photo, *empty, colours.reader()).corners) == 0


class Wavering:
    """Reads a dark tile wrongly at first and hesitates; bright ones it reads plainly."""

    def __init__(self) -> None:
        self.shown = 0

    def run(self, batch: np.ndarray) -> list[np.ndarray]:
        logits = np.full((len(batch), N_CLASSES), -6.0, np.float32)
        for row in range(len(batch)):
            # 4 and 5 look alike at first; all that is shown later is 5. The bright tile has two sevens.
            second = bool(batch[row].max() > 128)
            logits[row, 7 if second else 5] = 3.0
            if self.shown < 4 and not second:
                logits[row, 4] = 3.2
            if second:
                logits[row, 7] = 9.0
            self.shown += 1
        return [logits, np.zeros((len(batch), 20, 20), np.float32)]


def test_what_is_not_plain_is_read_again_a_little_aside_and_averaged() -> None:
    image = np.zeros((200, 400, 3), np.uint8)
    image[:, 200:] = 200
    quads = np.stack([rectangle(60, 40, 50, 100), rectangle(260, 40, 50, 100)])
    reader, ones = Wavering(), np.ones(2)
    seen = read_faces(Pyramid.of(image), quads, default_divider(quads), ones * 0.2, ones, ones, reader)
    assert seen.probs.argmax(2).tolist() == [[5, 5], [7, 7]]
    assert reader.shown == 4 + 4 * 2, "the doubtful tile only, to four sides"
    assert (seen.corners == quads).all()
    assert seen.probs.sum(2) == pytest.approx(1)


def test_averages_are_geometric_and_leave_nothing_out() -> None:
    probs = np.array([[0.8, 0.2, 0.0], [0.2, 0.8, 0.0]])[:, None, None]
    mean, counts = halves.averaged(probs, np.array([[[3.0]], [[5.0]]]))
    assert mean[0, 0, :2] == pytest.approx([0.5, 0.5])
    assert 0 < mean[0, 0, 2] < 1e-6
    assert counts[0, 0] == 4
