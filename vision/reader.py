"""Photo in, observation out: composes the three stages and never changes in a call."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision import detect, halves, likeness, neighbours, refine
from vision.choice import OVERLAP, among_others, belief, certainty, choose, double_blank, undisputed, worth
from vision.faces import Faces, read_faces
from vision.geometry import half_centres, tile_length
from vision.looks import Each
from vision.pyramid import Pyramid
from vision.types import DetectedTile, FaceDown, HalfReading, Observation, Quad
from vision.warnings import photo_warnings
from vision.weights import Network, load

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

FACE_AT_LEAST = 0.5
FAINT, PLAINLY_FACE = 0.3, 0.9
"""Fainter candidates, and places that no peak marks, are not looked at where they lie over such a face: joints of
tiles, for the most part."""
STAGES = ("detect", "refine", "read")
LARGE = 0.4
"""A coarser look is believed where a tile is longer than this share of the photo: it is meant for such ones, and
in smaller things it sees phantoms."""
BACK_AT_LEAST, TAKEN_FOR_FACE = 0.12, 0.5
"""What heat and look of a back must be worth together, for many a square of a floor looks like one close by; and what
the heat counts of a back that was felt as a face at first."""
PLAIN_FROM = 0.6
"""The worth from which a face may tell what colour the tiles of its photo have."""


@dataclass(frozen=True, slots=True)
class TileReader:
    """The networks for the three stages and the versions they report; safe to share between threads.

    `scales` are the long sides, in pixels, of the copies of a photo in which tiles are looked for.
    `each` does several lots of looks, one after the other or at the same time.
    """

    networks: Mapping[str, Network]
    versions: tuple[str, ...] = ()
    clock: Callable[[], float] = time.perf_counter
    scales: tuple[int, ...] = detect.SCALES
    each: Each = map

    def read(self, image: Image) -> Observation:
        """All tiles in an upright RGB photo (H, W, 3) uint8."""
        photo = Pyramid.of(image)
        looks = [self._look(photo, self.scales)]
        if len(looks[0].chosen) == 0:
            # Too close, perhaps: a tile that fills the frame is larger than what the network knows.
            looks.append(self._look(photo, (detect.COARSE,)).only_longer_than(LARGE * max(image.shape[:2])))
        look = looks[-1] if len(looks[-1].chosen) else looks[0]
        seen = look.seen
        limits = undisputed(seen.corners, worth(*seen.evidence), look.chosen)
        sure = np.minimum(certainty(*seen.evidence), np.minimum(limits, look.belief))
        centres = half_centres(seen.corners, seen.dividers)
        tiles = tuple(_tile(seen, centres, int(i), float(sure[i])) for i in look.chosen)
        down = _face_down(look, seen.corners[look.chosen])
        height, width = image.shape[:2]
        spent = np.sum([look.spent_ms for look in looks], axis=0)
        timings = tuple((name, round(float(ms), 1)) for name, ms in zip(STAGES, spent, strict=True))
        return Observation((width, height), tiles, down, photo_warnings(photo, tiles), self.versions, timings)

    def _look(self, photo: Pyramid, scales: tuple[int, ...]) -> _Look:
        """The three stages, the first at these sizes."""
        times = [self.clock()]
        found = detect.detect(photo, self.networks["detector"], scales)
        times.append(self.clock())
        refined, heat, down = _outlines(photo, found, self.networks["refiner"], self.each)
        face = refined.kinds[:, refine.FACE]
        faces = np.flatnonzero(face >= FACE_AT_LEAST)
        faces = faces[detect.suppress(refined.corners[faces], (face * np.sqrt(heat))[faces], 0.8)]
        times.append(self.clock())
        plainly = refine.face_alone(refined.kinds)
        places = (refined.corners[faces], refined.dividers[faces], heat[faces], face[faces], plainly[faces])
        seen = read_faces(photo, *places, self.networks["reader"], self.each)
        chosen, believed = _chosen(photo, seen)
        times.append(self.clock())
        return _Look(refined, heat, down, seen, chosen, believed, np.diff(times) * 1000)


@dataclass(frozen=True, slots=True)
class _Look:
    """One pass over a photo: outlines, their heat (n,), and which were seen as backs, `down` (n,); faces among them,
    which of those are `chosen`, how certain (0 to 1) they are at most, and the milliseconds spent in each stage."""

    refined: refine.Refined
    heat: Floats
    down: NDArray[np.bool_]
    seen: Faces
    chosen: NDArray[np.int64]
    belief: float
    spent_ms: Floats

    def only_longer_than(self, length: float) -> _Look:
        """The same with nothing chosen, unless one of the tiles is longer than so many pixels."""
        large = (tile_length(self.seen.corners[self.chosen]) > length).any()
        return self if large else replace(self, chosen=self.chosen[:0])


def _outlines(
    photo: Pyramid, found: detect.Candidates, refiner: Network, each: Each
) -> tuple[refine.Refined, Floats, NDArray[np.bool_]]:
    """Outlines of the candidates and of likely places beside the faces among them, the heat (n,) of each, and which
    were seen as backs. What is faint or only likely, and lies over what is plainly a face, is left out."""
    faint = found.scores < FAINT
    refined = refine.refine(photo, found.quads[~faint], refiner, each=each)
    more = found.only(faint)
    more = more.only(neighbours.free(more.quads, refined.faces(PLAINLY_FACE)))
    refined = refined.joined(refine.refine(photo, more.quads, refiner, each=each))
    beside = neighbours.places(refined.faces(FACE_AT_LEAST), np.concatenate([found.quads, refined.corners]), found.felt)
    beside = beside[neighbours.free(beside, refined.faces(PLAINLY_FACE))][: neighbours.MOST]
    heat = np.concatenate([found.scores[~faint], more.scores, np.full(len(beside), neighbours.HEAT)])
    down = np.concatenate([found.down[~faint], more.down, np.zeros(len(beside), bool)])
    return refined.joined(refine.refine(photo, beside, refiner, each=each)), heat, down


def _chosen(photo: Pyramid, seen: Faces) -> tuple[NDArray[np.int64], float]:
    """Indices of the faces that are believed to be tiles, in no set order, and how certain they are at most."""
    worths = worth(among_others(*seen.evidence), seen.face, seen.probs)
    blank = double_blank(seen.probs)
    apart = likeness.distances(seen.corners, likeness.body_colours(photo, seen.corners), (worths > PLAIN_FROM) & ~blank)
    chosen = choose(seen.corners, np.minimum(worths * likeness.factors(apart, blank), 1.0))
    alone = worth(seen.heat, seen.plainly, seen.probs)
    believed = belief(seen.probs[chosen], alone[chosen])
    return (chosen, believed) if believed else (chosen[:0], believed)


def _tile(seen: Faces, centres: Floats, i: int, score: float) -> DetectedTile:
    """The face with number `i`; `centres` (n, 2, 2) are those of the halves of all."""
    quad = _quad(seen.corners[i], seen.dividers[i])
    a, b = (
        HalfReading((x, y), tuple(probs), count if count >= halves.SOME_PIPS else None)
        for (x, y), probs, count in zip(
            centres[i].tolist(), seen.probs[i].tolist(), seen.counts[i].tolist(), strict=True
        )
    )
    return DetectedTile(quad, (a, b), min(1.0, score))


def _quad(corners: Floats, divider: Floats) -> Quad:
    p0, p1, p2, p3 = ((x, y) for x, y in corners.tolist())
    d0, d1 = ((x, y) for x, y in divider.tolist())
    return Quad((p0, p1, p2, p3), (d0, d1))


def _face_down(look: _Look, faces: Floats) -> tuple[FaceDown, ...]:
    """Backs that overlap neither a face that was kept nor each other."""
    refined = look.refined
    back = refined.kinds[:, refine.BACK]
    scores = look.heat * np.where(look.down, 1.0, TAKEN_FOR_FACE)
    candidates = np.flatnonzero((back > FACE_AT_LEAST) & (back * scores > BACK_AT_LEAST))
    quads = np.concatenate([faces, refined.corners[candidates]])
    order = np.concatenate([np.full(len(faces), 2.0), (back * scores)[candidates]])
    kept = detect.suppress(quads, order, OVERLAP)
    backs = [candidates[k - len(faces)] for k in kept if k >= len(faces)]
    return tuple(FaceDown(_quad(refined.corners[i], refined.dividers[i]), float(back[i])) for i in backs)


def load_reader(where: Path | None = None, threads: int = 0) -> TileReader:
    """The reader with the packaged weights (or those of `where`); raises WeightsError when they cannot be used."""
    networks, versions = load(where, threads)
    helpers = ThreadPoolExecutor(threads or os.cpu_count(), thread_name_prefix="pipwise-looks")
    detector = detect.Together(networks["detector"], networks["sceptic"], helpers)
    return TileReader({**networks, "detector": detector}, versions, each=helpers.map)
