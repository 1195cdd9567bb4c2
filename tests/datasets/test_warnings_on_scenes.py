"""Warnings on rendered scenes, whose tiles are known exactly: each must appear where it helps, and only there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets import render as drawing
from datasets.effects import Effects, apply
from datasets.labels import TileLabel
from datasets.lighting import glare
from datasets.scene import make_scene
from vision.geometry import half_centres
from vision.pyramid import Pyramid
from vision.types import N_CLASSES, DetectedTile, HalfReading, Quad, Warning
from vision.warnings import BLURRED, CUT_OFF, GLARE, OVERLAP, TOO_DARK, TOO_SMALL, photo_warnings

Image = NDArray[np.uint8]
SIZE = 320
MOSTLY, HARDLY = 0.9, 0.05
"""Shares of the scenes, or tiles, that must have a warning where it is due, and that may have it where it is not."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A scene as a perfect camera sees it, in even light, and its tiles that lie face up."""

    picture: Image
    labels: tuple[TileLabel, ...]

    @property
    def whole(self) -> tuple[TileLabel, ...]:
        """The tiles that are seen whole, from not too flat, and large enough to be read."""
        inside = [tile for tile in self.labels if ((tile.quad > 1) & (tile.quad < SIZE - 2)).all()]
        seen = (tile for tile in inside if min(tile.visible) > 0.95 and tile.facing > 0.4)
        return tuple(tile for tile in seen if tile.length > 40 and tile.width > 18)

    @property
    def detail(self) -> float:
        """The usual width of a tile, in pixels."""
        return float(np.median([tile.width for tile in self.whole]))


def shots(kind: str, seeds: Sequence[int]) -> list[Shot]:
    """Scenes of one kind, all tiles face up, nothing lying on them; without glare, and without faults of a camera."""
    found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "glare", lambda image, rng, gloss, film: image)
        patch.setattr(drawing, "random_effects", lambda rng, severity: Effects())
        patch.setattr(drawing, "light_field", lambda rng, height, width: np.ones((height, width, 3), np.float32))
        for seed in seeds:
            scene = make_scene(seed, SIZE, kind)
            up = tuple(piece for piece in scene.pieces if piece.axes[2, 2] > 0)
            picture, labels = drawing.render(replace(scene, pieces=up, clutter_above=()))
            found.append(Shot(picture, tuple(labels)))
    return found


@pytest.fixture(scope="module")
def flat() -> list[Shot]:
    """Scenes in which no tile lies on another one, with some tile that can be read."""
    return [shot for shot in shots("scatter", range(36)) + shots("hand", range(36)) if shot.whole]


def detected(label: TileLabel) -> DetectedTile:
    """The tile as a reader would report it that is certain of all it sees."""
    (a, b, c, d), (e, f) = ((tuple(point) for point in points.tolist()) for points in (label.quad, label.divider))
    first, second = (
        HalfReading(tuple(centre), tuple(float(k == value) for k in range(N_CLASSES)))
        for centre, value in zip(half_centres(label.quad, label.divider).tolist(), label.values, strict=True)
    )
    return DetectedTile(Quad((a, b, c, d), (e, f)), (first, second), 0.99)


def warned(picture: Image, labels: Sequence[TileLabel]) -> tuple[Warning, ...]:
    return photo_warnings(Pyramid.of(picture), [detected(label) for label in labels])


def share(code: str, cases: Sequence[tuple[Image, Sequence[TileLabel]]]) -> float:
    """The share of the pictures that have the warning."""
    assert len(cases) >= 12
    return float(np.mean([any(warning.code == code for warning in warned(*case)) for case in cases]))


def holds(label: TileLabel, warnings: Sequence[Warning], code: str) -> bool:
    """Whether one of the warnings is about a place on the tile."""
    outline = label.quad.astype(np.float32)
    return any(w.code == code and w.at and cv2.pointPolygonTest(outline, w.at, False) >= 0 for w in warnings)


def test_good_photos_have_hardly_any_warning(flat: list[Shot]) -> None:
    found = [warning.code for shot in flat for warning in warned(shot.picture, shot.whole)]
    assert len(found) <= HARDLY * len(flat), found


def through(flat: Sequence[Shot], effects: Effects) -> list[tuple[Image, Sequence[TileLabel]]]:
    rng = np.random.default_rng(1)
    return [(apply(effects, shot.picture, rng, shot.detail), shot.whole) for shot in flat]


def test_darkness(flat: list[Shot]) -> None:
    assert share(TOO_DARK, through(flat, Effects(exposure=-4))) >= MOSTLY
    assert share(TOO_DARK, through(flat, Effects(exposure=-1))) <= HARDLY


def test_blur(flat: list[Shot]) -> None:
    assert share(BLURRED, through(flat, Effects(defocus=0.12))) >= MOSTLY
    assert share(BLURRED, through(flat, Effects(defocus=0.02))) <= HARDLY
    assert share(BLURRED, through(flat, Effects(noise=0.03, sharpen=0.5, jpeg=80))) <= HARDLY


def test_distance(flat: list[Shot]) -> None:
    def from_afar(shot: Shot, length: float) -> tuple[Image, Sequence[TileLabel]]:
        scale = length / float(np.median([tile.length for tile in shot.whole]))
        side = round(SIZE * scale)
        picture = cv2.resize(shot.picture, (side, side), interpolation=cv2.INTER_AREA)
        moved = [
            replace(tile, quad=(tile.quad + 0.5) * scale - 0.5, divider=(tile.divider + 0.5) * scale - 0.5)
            for tile in shot.whole
        ]
        return np.asarray(picture, np.uint8), moved

    assert share(TOO_SMALL, [from_afar(shot, 32) for shot in flat]) == 1
    assert share(TOO_SMALL, [from_afar(shot, 40) for shot in flat]) == 0


def mirrored_lamp(picture: Image, label: TileLabel, half: int, strength: float) -> Image:
    """The picture with a lamp mirrored in the middle of a half, half as wide as the tile, with a soft border."""
    x, y = half_centres(label.quad, label.divider)[half].tolist()
    spot = np.zeros(picture.shape[:2], np.float32)
    cv2.circle(spot, (round(x * 16), round(y * 16)), round(label.width * 0.3 * 16), strength, -1, cv2.LINE_AA, 4)
    spot = cv2.GaussianBlur(spot, (0, 0), label.width * 0.04)[..., None]
    return np.asarray(255 - (255 - picture.astype(np.float32)) * (1 - spot), np.uint8)


def test_a_mirrored_lamp(flat: list[Shot]) -> None:
    strong, faint = [], []
    for number, shot in enumerate(flat):
        label = shot.whole[0]
        # On a face that is white already, a lamp changes hardly a pixel.
        outline = cv2.fillConvexPoly(np.zeros((SIZE, SIZE), np.uint8), np.round(label.quad).astype(np.int32), 1)
        if np.median(shot.picture.min(axis=2)[outline > 0]) > 215:
            continue
        for strength, told in ((1.0, strong), (0.5, faint)):
            lit = mirrored_lamp(shot.picture, label, number % 2, strength)
            told.append(holds(label, warned(lit, shot.whole), GLARE))
    assert len(strong) >= 20
    assert np.mean(strong) >= MOSTLY
    assert np.mean(faint) <= HARDLY


def test_faint_glare_hides_nothing(flat: list[Shot]) -> None:
    told = []
    for number, shot in enumerate(flat):
        gloss = np.ones((SIZE, SIZE), np.float32)
        # The same reflections on black show how strong they are.
        shine = glare(np.zeros_like(shot.picture), np.random.default_rng(number), gloss)
        if 30 < shine.max() < 128:
            lit = glare(shot.picture, np.random.default_rng(number), gloss)
            told.append(any(warning.code == GLARE for warning in warned(lit, shot.whole)))
    assert len(told) >= 5
    assert not any(told)


def framed(shot: Shot, label: TileLabel, lost: float) -> tuple[Image, TileLabel]:
    """The picture cut at its left so that the share `lost` of the tile's extent lies outside."""
    left, right = float(label.quad[:, 0].min()), float(label.quad[:, 0].max())
    start = round(left + lost * (right - left))
    shift = np.array([start, 0])
    return shot.picture[:, max(start, 0) :], replace(label, quad=label.quad - shift, divider=label.divider - shift)


def test_the_edge_of_the_photo(flat: list[Shot]) -> None:
    def told(lost: float) -> list[bool]:
        cases = [framed(shot, shot.whole[0], lost) for shot in flat if shot.whole[0].quad[:, 0].min() > 9]
        assert len(cases) >= 15
        return [holds(tile, warned(picture, [tile]), CUT_OFF) for picture, tile in cases]

    assert np.mean(told(0.25)) >= MOSTLY
    assert np.mean(told(-0.05)) <= HARDLY


def test_piles(flat: list[Shot]) -> None:
    hidden = []
    for shot in shots("pile", range(36)):
        inside = [tile for tile in shot.labels if ((tile.quad > 2) & (tile.quad < SIZE - 3)).all()]
        if any(min(tile.visible) < 0.6 and max(tile.visible) > 0.2 for tile in inside):
            hidden.append((shot.picture, shot.labels))
    assert share(OVERLAP, hidden) >= MOSTLY
    assert share(OVERLAP, [(shot.picture, shot.labels) for shot in flat]) <= HARDLY
