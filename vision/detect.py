"""First stage: where tiles may lie. A photo at two sizes becomes scored outlines, face up or face down."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import overlap_of_smaller, quad_from_centre, tile_length
from vision.pyramid import Pyramid
from vision.weights import Network

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

STRIDE = 4
MULTIPLE = 32
"""The network takes pictures whose sides are multiples of this."""
SCALES = (1280, 640)
"""Long sides in pixels of the two copies of the photo that the detector looks at."""
COARSE = 320
"""The long side where nothing was found at those: only there, since small copies bring phantoms."""
MAX_ENLARGEMENT = 2.0
THRESHOLD = 0.12
"""Least heat of a candidate: low, since the later stages throw out what is no tile."""
MAX_CANDIDATES = 400
SAME, APART = 0.6, 0.3
"""Candidates that overlap by more than the first share of the smaller one are two sightings of one tile, if their
middles lie no further apart than the second share of the shorter one's length: where outlines are felt too large, tiles
side by side overlap, too."""


@dataclass(frozen=True, slots=True)
class Together:
    """Two detectors as one, the mean of both; they work at the same time. The second, the sceptic, has seen more that
    is no domino."""

    detector: Network
    sceptic: Network
    helpers: Executor

    def run(self, batch: Image) -> list[NDArray[np.float32]]:
        """The maps (n, 10, h, w) of a batch of pictures, as `postprocess` takes them."""
        asked = self.helpers.submit(self.sceptic.run, batch)
        one, other = np.array(self.detector.run(batch)[0]), np.array(asked.result()[0])
        felt = [1 / (1 + np.exp(-np.clip(maps[:, :2], -30, 30))) for maps in (one, other)]
        heat = np.clip((felt[0] + felt[1]) / 2, 1e-9, 1 - 1e-6)
        return [np.concatenate([np.log(heat / (1 - heat)), (one[:, 2:] + other[:, 2:]) / 2], axis=1, dtype=np.float32)]


@dataclass(frozen=True, slots=True)
class HeatMap:
    """How much one copy of the photo looks like the middle of a face: `heat` (h, w) from 0 to 1, where a cell is as
    large as `cell` (2,) pixels of the photo (x, y)."""

    heat: NDArray[np.float32]
    cell: Floats

    def at(self, places: Floats) -> Floats:
        """The most heat (n,) within two cells of places (n, 2) in the photo; 0 outside."""
        around = cv2.dilate(self.heat, np.ones((5, 5), np.uint8))
        columns, rows = np.round(places / self.cell).astype(int).T
        inside = (columns >= 0) & (rows >= 0) & (columns < around.shape[1]) & (rows < around.shape[0])
        felt = np.zeros(len(places))
        felt[inside] = around[rows[inside], columns[inside]]
        return felt


@dataclass(frozen=True, slots=True)
class Candidates:
    """`quads` (n, 4, 2) in pixels of the photo, `scores` (n,) heat from 0 to 1, `down` (n,) seen as a back; `maps`
    what they are the peaks of."""

    quads: Floats
    scores: Floats
    down: NDArray[np.bool_]
    maps: tuple[HeatMap, ...] = ()

    def only(self, which: NDArray[np.bool_]) -> Candidates:
        """Those of which (n,) is true."""
        return Candidates(self.quads[which], self.scores[which], self.down[which], self.maps)

    def felt(self, places: Floats) -> Floats:
        """The heat (n,) of faces at places (n, 2) in the photo, of the map that shows most."""
        return np.asarray(np.max([np.zeros(len(places)), *(heat.at(places) for heat in self.maps)], axis=0))


def preprocess(photo: Pyramid, long_side: int) -> tuple[Image, Floats]:
    """A copy of the photo (1, H, W, 3) with its long side scaled to `long_side` and padded to multiples of 32, and the
    factors (2,) from its pixels to pixels of the photo (x, y)."""
    height, width = photo.image.shape[:2]
    scale = min(long_side / max(height, width), MAX_ENLARGEMENT)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(photo.at_least(long_side), size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    right, below = -size[0] % MULTIPLE, -size[1] % MULTIPLE
    padded = cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_REPLICATE)
    return np.ascontiguousarray(padded[None], np.uint8), np.array([width / size[0], height / size[1]])


def postprocess(maps: NDArray[np.float32], factors: Floats, threshold: float = THRESHOLD) -> Candidates:
    """Peaks of the heat maps (10, h, w) -> candidates in pixels of the photo.

    The channels are the detector's: heat of faces and of backs, offset, then cos 2t, sin 2t and log half length of the
    axis along the tile and of the axis across it.
    """
    heat = 1 / (1 + np.exp(-np.clip(maps[:2], -30, 30)))
    peaks = np.stack([(h == cv2.dilate(h, np.ones((3, 3), np.uint8))) & (h > threshold) for h in heat])
    kinds, rows, columns = np.nonzero(peaks)
    scores = heat[kinds, rows, columns].astype(np.float64)
    best = np.argsort(-scores)[:MAX_CANDIDATES]
    kinds, rows, columns, scores = kinds[best], rows[best], columns[best], scores[best]
    at = maps[2:, rows, columns].astype(np.float64)
    centre = np.stack([columns + at[0], rows + at[1]], 1)
    along, across = _axis(at[2:5]), _axis(at[5:8])
    quads = quad_from_centre(centre, along, across) * STRIDE * factors
    return Candidates(quads, scores, kinds == 1, (HeatMap(heat[0], STRIDE * factors),))


def _axis(code: Floats) -> Floats:
    angle = np.arctan2(code[1], code[0]) / 2
    return np.asarray((np.exp(np.clip(code[2], -2, 6)) * np.stack([np.cos(angle), np.sin(angle)])).T)


def detect(photo: Pyramid, network: Network, scales: tuple[int, ...] = SCALES) -> Candidates:
    """Candidates of all scales, the same tile once, best first."""
    found: list[Candidates] = []
    seen: set[tuple[int, ...]] = set()
    for long_side in scales:
        batch, factors = preprocess(photo, long_side)
        if batch.shape in seen:
            continue
        seen.add(batch.shape)
        found.append(postprocess(network.run(batch)[0][0], factors))
    quads = np.concatenate([c.quads for c in found])
    scores = np.concatenate([c.scores for c in found])
    down = np.concatenate([c.down for c in found])
    order = np.argsort(-scores)[:MAX_CANDIDATES]
    keep = order[suppress(quads[order], scores[order], SAME, APART)]
    return Candidates(quads[keep], scores[keep], down[keep], tuple(m for c in found for m in c.maps))


def suppress(quads: Floats, scores: Floats, share: float, apart: float = np.inf) -> NDArray[np.int64]:
    """Indices, best first, of outlines (n, 4, 2) that no better one overlaps by more than `share` of the smaller, with
    its middle within `apart` lengths of the shorter of both."""
    if len(quads) == 0:
        return np.zeros(0, np.int64)
    middles, lengths = quads.mean(axis=1), tile_length(quads)
    near = np.linalg.norm(middles[:, None] - middles, axis=2) <= apart * np.minimum(lengths[:, None], lengths)
    overlaps, gone = overlap_of_smaller(quads, near) > share, np.zeros(len(quads), bool)
    kept: list[int] = []
    for i in np.argsort(-scores, kind="stable").tolist():
        if not gone[i]:
            kept.append(i)
            gone |= overlaps[i]
    return np.array(kept, np.int64)
