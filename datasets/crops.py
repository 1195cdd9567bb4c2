"""Cuts what the refiner and the reader learn from out of rendered pictures, with the same code as the reading uses."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.labels import TileLabel
from datasets.store import Sample
from vision import halves, refine
from vision.geometry import half_quads, homography, overlap_area, polygon_area, project
from vision.pyramid import Pyramid
from vision.types import UNREADABLE

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
Rng = np.random.Generator

DENSITY_CELLS = 20
ON_DECOYS, MORE_FOR_DECOYS = 0.5, 4
"""Share of the crops around no tile that a picture's decoys take, and how many crops more it gives for them."""


@dataclass(frozen=True, slots=True)
class RefinerCrop:
    """`picture` (144, 80, 3); `points` (6, 2) corners and divider ends in units of the crop; `kind` junk, face, back
    or decoy, -1 where it is left open; `located` whether the points count."""

    picture: Image
    points: NDArray[np.float32]
    kind: int
    located: bool


@dataclass(frozen=True, slots=True)
class ReaderCrop:
    """`picture` (80, 80, 3); `value` 0 to 19; `density` (20, 20) adds up to the number of pips, 0 for numerals;
    `counted` whether that is known (what is unreadable may show some of a neighbour's pips)."""

    picture: Image
    value: int
    density: NDArray[np.float32]
    counted: bool


def jitter(rng: Rng, quad: Floats, strength: float) -> Floats:
    """A parallelogram near an outline (4, 2): moved, turned, scaled and sheared by about `strength` of its size."""
    box = refine.parallelogram(quad[None])[0]
    centre = box.mean(0)
    along, across = (box[0] + box[1]) / 2 - centre, (box[1] + box[2]) / 2 - centre
    width, length = float(np.hypot(*across)) * 2, float(np.hypot(*along)) * 2
    turn = rng.normal(0, 0.55 * strength)
    c, s = np.cos(turn), np.sin(turn)
    rotation = np.array([[c, -s], [s, c]])
    shear = rng.normal(0, 0.4 * strength)
    along = rotation @ (along * np.exp(rng.normal(0, 0.6 * strength)) + shear * across)
    across = rotation @ across * np.exp(rng.normal(0, 0.8 * strength))
    unit = along / max(float(np.hypot(*along)), 1e-6)
    shift = unit * rng.normal(0, 0.45 * strength) * length * 0.6
    shift = shift + np.array([-unit[1], unit[0]]) * rng.normal(0, 0.7 * strength) * width
    centre = centre + shift
    return np.stack(
        [centre + along - across, centre + along + across, centre - along + across, centre - along - across]
    )


def _turned(label: TileLabel, turn: bool) -> tuple[Floats, Floats]:
    """Corners and divider, counted from half B when `turn`."""
    if turn:
        return np.roll(label.quad, 2, axis=0), label.divider[::-1].copy()
    return label.quad, label.divider


def _busy_place(rng: Rng, picture: Image, length: float) -> Floats:
    """A place (x, y) where something is to be seen: the one of a few whose surroundings, `length` wide, vary most."""
    size, reach = picture.shape[0], max(4, round(length / 2))
    places = rng.uniform(0, size, (int(rng.choice([1, 4, 8])), 2))

    def variety(place: Floats) -> float:
        x, y = place.astype(int)
        return float(picture[max(y - reach, 0) : y + reach : 2, max(x - reach, 0) : x + reach : 2].std())

    return np.asarray(max(places, key=variety))


def _negative(rng: Rng, labels: list[TileLabel], picture: Image) -> Floats | None:
    """A candidate that is no tile: across joints, half tiles, turned by a right angle, or anywhere at all."""
    kind = rng.random()
    if labels and kind < 0.75:
        label = labels[int(rng.integers(len(labels)))]
        box = refine.parallelogram(label.quad[None])[0]
        centre = box.mean(0)
        along, across = (box[0] + box[1]) / 2 - centre, (box[1] + box[2]) / 2 - centre
        if kind < 0.28:
            move = along * float(rng.choice([-1, 1]) * rng.uniform(0.75, 1.25))
        elif kind < 0.42:
            move = across * float(rng.choice([-1, 1]) * rng.uniform(0.75, 1.25))
        elif kind < 0.60:
            # Turned by a right angle: over its own middle, or over one half each of two tiles side by side.
            if rng.random() < 0.6:
                beside = across * float(rng.choice([-1, 1])) + along * float(rng.choice([-0.5, 0.5]))
                move = beside + rng.normal(0, 0.12, 2) * float(np.hypot(*across))
            else:
                move = across * float(rng.uniform(-1, 1)) + along * float(rng.uniform(-1, 1))
            ratio = float(np.hypot(*along) / max(np.hypot(*across), 1e-6))
            along, across = across * ratio, along / max(ratio, 1e-6)
        elif kind < 0.68:
            move = along * float(rng.choice([-0.5, 0.5]))
            along, across = along * 0.5, across * 0.5
        else:
            move = rng.normal(0, 1, 2) * float(np.hypot(*along))
        centre = centre + move
    else:
        length = float(np.exp(rng.uniform(np.log(12), np.log(130))))
        if labels and rng.random() < 0.5:
            length = labels[int(rng.integers(len(labels)))].length / 2 * float(rng.uniform(0.7, 1.3))
        angle = rng.uniform(0, np.pi)
        along = np.array([np.cos(angle), np.sin(angle)]) * length
        across = np.array([-along[1], along[0]]) * rng.uniform(0.4, 0.6)
        centre = _busy_place(rng, picture, 2 * length)
    size = picture.shape[0]
    if not (0 <= centre[0] < size and 0 <= centre[1] < size):
        return None
    quad = np.stack(
        [centre + along - across, centre + along + across, centre - along + across, centre - along - across]
    )
    return quad if float(np.cross(np.append(along, 0), np.append(across, 0))[2]) > 0 else quad[[1, 0, 3, 2]]


def _decoy(rng: Rng, decoys: Floats) -> Floats:
    """A candidate on one of the decoys (n, 4, 2), about where the detector would see it, whichever end comes first."""
    quad = jitter(rng, decoys[int(rng.integers(len(decoys)))], float(rng.choice([0.03, 0.12])))
    return np.roll(quad, 2 * int(rng.integers(2)), axis=0)


def _best_match(quad: Floats, labels: list[TileLabel]) -> tuple[int, float]:
    """Index of the label that overlaps most and its intersection over union; (-1, 0.0) when there is none."""
    if not labels:
        return -1, 0.0
    outlines = np.stack([label.quad for label in labels])
    reach = float(np.hypot(*(quad[0] - quad[2])))
    near = np.flatnonzero(np.hypot(*(outlines.mean(1) - quad.mean(0)).T) < reach)
    if len(near) == 0:
        return -1, 0.0
    common = overlap_area(np.broadcast_to(quad, (len(near), 4, 2)), outlines[near])
    union = polygon_area(quad) + polygon_area(outlines[near]) - common
    shares = common / np.maximum(union, 1e-6)
    best = int(shares.argmax())
    return (int(near[best]), float(shares[best])) if shares[best] > 0 else (-1, 0.0)


def refiner_crops(rng: Rng, sample: Sample, count: int) -> list[RefinerCrop]:
    """Up to `count` crops, and a few more where there are decoys: three fifths around tiles, the others around what is
    none, such as joints, busy places and the decoys."""
    photo = Pyramid.of(sample.picture)
    shown = [x for x in sample.labels if sum(x.visible) > 0.1]
    targets = [x for x in shown if min(x.visible) > 0.5 and x.width > 5 and x.length > 12 and x.facing > 0.13]
    crops = []
    for _ in range(count + min(len(sample.decoys), MORE_FOR_DECOYS)):
        no_tile = refine.JUNK
        if targets and rng.random() < 0.6:
            base = targets[int(rng.integers(len(targets)))].quad
            quad = jitter(rng, base, float(rng.choice([0.03, 0.12, 0.25], p=[0.35, 0.4, 0.25])))
            quad = np.roll(quad, 2 * int(rng.integers(2)), axis=0)
        elif len(sample.decoys) and rng.random() < ON_DECOYS:
            quad, no_tile = _decoy(rng, sample.decoys), refine.DECOY
        else:
            wrong = _negative(rng, shown, sample.picture)
            if wrong is None:
                continue
            quad = wrong
        if not refine.sane(quad[None])[0]:
            continue
        index, share = _best_match(quad, shown)
        kind, located, points = no_tile, False, np.zeros((6, 2), np.float32)
        # Across the joint of two tiles a candidate shares a third with each, up to 0.42 near the middle: that is junk.
        if index >= 0 and share > 0.42:
            label = shown[index]
            usable = min(label.visible) > 0.5 and label.facing > 0.13
            direction = quad[0] + quad[1] - quad[2] - quad[3]
            own = label.quad[0] + label.quad[1] - label.quad[2] - label.quad[3]
            angle_ok = abs(direction @ own) > 0.75 * np.hypot(*direction) * np.hypot(*own)
            if angle_ok:
                located = share > 0.4 and min(label.visible) > 0.3
                kind = (refine.FACE if label.face_up else refine.BACK) if share > 0.5 and usable else -1
            elif share > 0.45:
                kind = -1 if label.length < 1.4 * label.width else no_tile
            corners, divider = _turned(label, bool(direction @ own < 0))
            points = project(homography_to_crop(quad), np.vstack([corners, divider])).astype(np.float32)
            located = located and bool(np.abs(points - 0.5).max() < 1.2)
        crops.append(RefinerCrop(refine.views(photo, quad[None]).cut()[0], points, kind, located))
    return crops


def homography_to_crop(quad: Floats) -> Floats:
    """(3, 3) homography from pixels of the picture to the unit square of the refiner's crop."""
    m = refine.CROP_MARGIN
    return homography(quad, np.array([[m, m], [1 - m, m], [1 - m, 1 - m], [m, 1 - m]]))


def reader_crops(rng: Rng, sample: Sample, count: int) -> list[ReaderCrop]:
    """Up to `count` halves; about a tenth is unreadable: joints, hidden halves, places without a tile."""
    photo = Pyramid.of(sample.picture)
    readable = [
        (k, half)
        for k, label in enumerate(sample.labels)
        for half in (0, 1)
        if label.face_up
        and label.visible[half] > 0.85
        and label.facing > 0.17
        # Narrower ones show too little to tell the value: learning to guess would spoil the probabilities.
        and label.width > max(10.0, 8.0 + 0.7 * label.values[half])
    ]
    hidden = [
        (k, half)
        for k, label in enumerate(sample.labels)
        for half in (0, 1)
        if label.width > 8.5 and (not label.face_up or label.visible[half] < 0.45)
    ]
    # High values are rare in the pictures and need the most practice; so do tiles that are large enough to show detail.
    weights = np.array(
        [
            (1.0 + 0.12 * sample.labels[k].values[half]) * min(1.0, sample.labels[k].width / 26) ** 1.5
            for k, half in readable
        ]
    )
    crops = []
    for _ in range(count):
        if readable and rng.random() < 0.9:
            k, half = readable[int(rng.choice(len(readable), p=weights / weights.sum()))]
            crops.append(_half(rng, photo, sample, k, half))
            continue
        if rng.random() < 0.3:
            outline = _no_tile(rng, sample)
            if _best_match(outline, sample.labels)[1] > 0:
                continue
        elif hidden and rng.random() < 0.5:
            k, half = hidden[int(rng.integers(len(hidden)))]
            outline = half_quads(sample.labels[k].quad, sample.labels[k].divider)[half]
        elif readable:
            # Straddles the divider, a neighbour or the table: moved by about half of the half's size.
            k, half = readable[int(rng.integers(len(readable)))]
            outline = half_quads(sample.labels[k].quad, sample.labels[k].divider)[half]
            edge = outline[int(rng.choice([1, 3]))] - outline[0]
            outline = outline + edge * float(rng.choice([-1, 1]) * rng.uniform(0.42, 0.6))
        else:
            continue
        if np.hypot(*(outline[0] - outline[2])) < 8:
            continue
        picture = halves.views(photo, outline[None]).cut()[0]
        crops.append(ReaderCrop(picture, UNREADABLE, np.zeros((DENSITY_CELLS, DENSITY_CELLS), np.float32), False))
    return crops


def _no_tile(rng: Rng, sample: Sample) -> Floats:
    """A square (4, 2) anywhere in the picture, as large as a half may be."""
    reach = float(np.exp(rng.uniform(np.log(6), np.log(60))))
    centre = _busy_place(rng, sample.picture, 2 * reach)
    turn = rng.uniform(0, 2 * np.pi)
    up, right = reach * np.array([np.sin(turn), np.cos(turn)]), reach * np.array([np.cos(turn), -np.sin(turn)])
    return np.stack([centre - up - right, centre - up + right, centre + up + right, centre + up - right])


def _half(rng: Rng, photo: Pyramid, sample: Sample, k: int, half: int) -> ReaderCrop:
    label = sample.labels[k]
    strength = float(rng.choice([0.0, 0.012, 0.03], p=[0.2, 0.45, 0.35])) * float(
        np.hypot(*(label.quad[0] - label.quad[2]))
    )
    corners = label.quad + rng.normal(0, 1, (4, 2)) * strength
    divider = label.divider + rng.normal(0, 1, (2, 2)) * strength
    outline = half_quads(corners, divider)[half]
    picture = halves.views(photo, outline[None]).cut()[0]
    true = half_quads(label.quad, label.divider)[half]
    density = np.zeros((DENSITY_CELLS, DENSITY_CELLS), np.float32)
    pips = sample.pips[k, half]
    pips = pips[~np.isnan(pips[:, 0])].astype(np.float64)
    if len(pips):
        unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]])
        m = halves.HALF_MARGIN
        inset = np.array([[m, m], [1 - m, m], [1 - m, 1 - m], [m, 1 - m]])
        places = project(homography(outline, inset), project(homography(unit, true), pips))
        _add_density(density, places * DENSITY_CELLS - 0.5)
    return ReaderCrop(picture, label.values[half], density, True)


def _add_density(density: NDArray[np.float32], places: Floats) -> None:
    """Add a small bump of sum 1 for every place (x, y in cells), in place."""
    grid = np.arange(DENSITY_CELLS)
    gx = np.exp(-((grid[None] - places[:, :1]) ** 2) / (2 * 0.7**2))
    gy = np.exp(-((grid[None] - places[:, 1:]) ** 2) / (2 * 0.7**2))
    gx /= np.maximum(gx.sum(1, keepdims=True), 1e-6)
    gy /= np.maximum(gy.sum(1, keepdims=True), 1e-6)
    density += np.einsum("ni,nj->ij", gy, gx).astype(np.float32)


def vary(rng: Rng, picture: Image) -> Image:
    """Cheap changes that keep the meaning: exposure, contrast, colour channels, a little blur or noise."""
    gain, lift = (
        np.exp(rng.normal(0, 0.22, 3) * (0.4 if rng.random() < 0.7 else 1.0)) * np.exp(rng.normal(0, 0.2)),
        rng.normal(0, 12),
    )
    out = np.clip(picture * gain.astype(np.float32) + np.float32(lift), 0, 255).astype(np.uint8)
    dice = rng.random()
    if dice < 0.06:
        out = out[..., rng.permutation(3)]
    elif dice < 0.12:
        out = np.repeat(cv2.cvtColor(out, cv2.COLOR_RGB2GRAY)[..., None], 3, 2)
    if rng.random() < 0.15:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.4, 1.2)))
    return np.ascontiguousarray(out)
