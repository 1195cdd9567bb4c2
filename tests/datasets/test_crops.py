from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets import crops
from datasets.build import make_sample
from datasets.labels import TileLabel
from datasets.store import MAX_PIPS, Sample
from vision import refine
from vision.geometry import half_quads, project
from vision.pyramid import Pyramid

SIZE = 256
DOTS = np.array([(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0), (255, 0, 255), (0, 255, 255)])
"""Colours of corners 0 to 3 and of the divider's ends."""


def sample_of(labels: list[TileLabel], picture: NDArray[np.uint8] | None = None) -> Sample:
    """A sample whose tiles have a column of pips in each half."""
    pips = np.full((len(labels), 2, MAX_PIPS, 2), np.nan, np.float32)
    for k, label in enumerate(labels):
        for half in (0, 1):
            n = label.values[half]
            pips[k, half, :n] = np.column_stack([np.full(n, 0.5), (np.arange(n) + 0.5) / max(n, 1)])
    picture = np.full((SIZE, SIZE, 3), 60, np.uint8) if picture is None else picture
    return Sample(picture, labels, pips)


def dotted(label: TileLabel) -> NDArray[np.uint8]:
    """A picture with a dot of its own colour on each of the label's six points."""
    picture = np.full((SIZE, SIZE, 3), 60, np.uint8)
    for colour, (x, y) in zip(DOTS.tolist(), np.vstack([label.quad, label.divider]), strict=True):
        cv2.circle(picture, (round(x * 16), round(y * 16)), 3 * 16, colour, -1, cv2.LINE_AA, 4)
    return picture


def dots(crop: NDArray[np.uint8]) -> NDArray[np.float64]:
    """(6, 2) where the dots are in a crop, in units of the crop; NaN for one that is outside."""
    near = np.abs(crop[None].astype(int) - DOTS[:, None, None]).max(3) < 90
    height, width = crop.shape[:2]
    return np.array(
        [((np.argwhere(one).mean(0)[::-1] + 0.5) / (width, height)) if one.any() else (np.nan, np.nan) for one in near]
    )


class FindsDots:
    """A perfect refiner: says where the dots are that its crops show."""

    def run(self, batch: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        rows = [np.concatenate([dots(crop).ravel(), (-9.0, 9.0, -9.0, -9.0)]) for crop in batch]
        return [np.array(rows, np.float32)]


@pytest.fixture
def skewed(drawn: type) -> TileLabel:
    """A tile of 100 pixels, seen a little from the side."""
    label = drawn.label(120, 130, length=100, turn=0.5)
    quad = label.quad + np.array([(4, 1), (-3, 2), (0, 0), (1, -3)])
    return replace(label, quad=quad, divider=np.array([(quad[1] + quad[2]) / 2, (quad[3] + quad[0]) / 2]))


def test_crop_and_picture_are_inverse_to_each_other(skewed: TileLabel) -> None:
    quad = refine.parallelogram(skewed.quad[None])[0]
    points = np.random.default_rng(0).uniform(-0.5, 1.5, (9, 2))
    in_image = refine.in_image(quad[None], points[None])[0]
    assert np.allclose(project(crops.homography_to_crop(quad), in_image), points)


def test_points_are_where_the_crop_shows_them(skewed: TileLabel) -> None:
    rng = np.random.default_rng(1)
    sample = sample_of([skewed], dotted(skewed))
    seen = 0
    for crop in crops.refiner_crops(rng, sample, 60):
        if not crop.located:
            continue
        places = dots(crop.picture)
        turned = np.roll(places[:4], 2, axis=0), places[[5, 4]]
        off = [np.nanmax(np.abs(crop.points - p)) for p in (places, np.vstack(turned))]
        inside = ~np.isnan(places[:, 0]) & ((places > 0.06) & (places < 0.94)).all(1)
        if inside.all():
            assert min(off) < 0.02
            seen += 1
    assert seen > 5


def test_a_perfect_refiner_finds_the_outline(skewed: TileLabel) -> None:
    rng = np.random.default_rng(2)
    picture = dotted(skewed)
    starts = np.array([crops.jitter(rng, skewed.quad, 0.05) for _ in range(8)])
    refined = refine.refine(Pyramid.of(picture), starts, FindsDots())
    assert np.abs(refined.corners - skewed.quad).max() < 1.5
    assert np.abs(refined.dividers - skewed.divider).max() < 1.5
    assert (refined.kinds.argmax(1) == refine.FACE).all()


@pytest.mark.parametrize("side", ["end to end", "side by side"])
def test_a_candidate_across_a_joint_is_junk(drawn: type, monkeypatch: pytest.MonkeyPatch, side: str) -> None:
    step = np.array([0, 60.0]) if side == "end to end" else np.array([30.0, 0])
    labels = [drawn.label(*(np.array([120, 100]) + k * step)) for k in (0, 1)]
    across = drawn.label(*(np.array([120, 100]) + 0.5 * step)).quad
    monkeypatch.setattr(crops, "_negative", lambda *_: across)
    monkeypatch.setattr(crops, "jitter", lambda *_: across)
    cut = crops.refiner_crops(np.random.default_rng(3), sample_of(labels), 6)
    assert [crop.kind for crop in cut] == [refine.JUNK] * 6
    assert not any(crop.located for crop in cut)


def test_kinds_are_those_of_the_tiles(drawn: type, monkeypatch: pytest.MonkeyPatch) -> None:
    face, back = drawn.label(70, 100), drawn.label(180, 100, face_up=False)
    for label, kind in ((face, refine.FACE), (back, refine.BACK)):
        monkeypatch.setattr(crops, "_negative", lambda *_, label=label: label.quad)
        monkeypatch.setattr(crops, "jitter", lambda *_, label=label: label.quad)
        cut = crops.refiner_crops(np.random.default_rng(3), sample_of([face, back]), 4)
        assert {(crop.kind, crop.located) for crop in cut} == {(kind, True)}


def test_decoys_are_told_apart_and_a_tile_on_one_is_a_tile(drawn: type, monkeypatch: pytest.MonkeyPatch) -> None:
    tile, printed = drawn.label(70, 100), drawn.label(180, 100)
    monkeypatch.setattr(crops, "ON_DECOYS", 1.0)
    monkeypatch.setattr(crops, "jitter", lambda rng, quad, strength: quad)
    sample = replace(sample_of([]), decoys=np.stack([printed.quad, drawn.label(100, 180).quad]))
    cut = crops.refiner_crops(np.random.default_rng(3), sample, 4)
    assert [crop.kind for crop in cut] == [refine.DECOY] * 6  # two more for the two decoys
    covered = replace(sample_of([tile]), decoys=tile.quad[None])
    assert {crop.kind for crop in crops.refiner_crops(np.random.default_rng(3), covered, 8)} == {refine.FACE}


@pytest.mark.parametrize("turn", [0.0, 1.0, np.pi])
def test_a_half_stands_with_its_outer_edge_on_top(drawn: type, turn: float) -> None:
    """One white pip near the outer left corner of each half: crop, value and density have to agree on it."""
    label = drawn.label(128, 128, length=120, turn=turn, values=(1, 1))
    outlines = half_quads(label.quad, label.divider)
    picture = np.full((SIZE, SIZE, 3), 60, np.uint8)
    pips = np.full((1, 2, MAX_PIPS, 2), np.nan, np.float32)
    pips[0, :, 0] = (0.3, 0.2)
    for outline, colour in zip(outlines, ((200, 0, 0), (0, 0, 200)), strict=True):
        cv2.fillPoly(picture, [np.round(outline).astype(np.int32)], colour)
        x, y = outline[0] + 0.3 * (outline[1] - outline[0]) + 0.2 * (outline[3] - outline[0])
        cv2.circle(picture, (round(x * 16), round(y * 16)), 5 * 16, (255, 255, 255), -1, cv2.LINE_AA, 4)
    for values in ((1, 7), (7, 1)):  # 7 marks the half that is not looked at
        sample = Sample(picture, [replace(label, values=values)], pips)
        looked_at = [crop for crop in crops.reader_crops(np.random.default_rng(4), sample, 40) if crop.value == 1]
        assert len(looked_at) > 5
        for crop in looked_at:
            ground = crop.picture[50, 40].astype(int)
            assert ground.argmax() == (0 if values[0] == 1 else 2)
            white = (np.argwhere(crop.picture.min(2) > 150).mean(0) + 0.5) / 4 - 0.5
            rows, columns = np.mgrid[0:20, 0:20]
            peak = (rows * crop.density).sum(), (columns * crop.density).sum()
            assert crop.density.sum() == pytest.approx(1, abs=1e-3)
            assert np.abs(white - peak).max() < 0.35
            assert white[0] < 9
            assert white[1] < 10


def test_density_counts_the_pips_of_rendered_halves() -> None:
    rng = np.random.default_rng(5)
    cut = [crop for seed in range(6) for crop in crops.reader_crops(rng, make_sample(seed, 256), 12)]
    counted = [crop for crop in cut if crop.counted]
    assert len(counted) > 15
    for crop in counted:
        total = float(crop.density.sum())
        assert total == pytest.approx(crop.value, abs=1e-3) or total == 0
    assert sum(crop.density.sum() > 0 for crop in counted) > 10
    assert all(crop.density.sum() == 0 for crop in cut if not crop.counted)


def test_varied_pictures_keep_their_shape() -> None:
    picture = np.random.default_rng(0).integers(0, 255, (40, 40, 3)).astype(np.uint8)
    for seed in range(12):
        varied = crops.vary(np.random.default_rng(seed), picture)
        assert (varied.shape, varied.dtype) == (picture.shape, np.uint8)
