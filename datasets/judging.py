"""What became of every tile of a labelled photo: read right, or lost, and at which stage of the reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.tiles import HIGHEST_PIPS
from vision import detect, refine
from vision.geometry import diagonal_crossing, overlap_area, polygon_area
from vision.pyramid import Pyramid
from vision.reader import FACE_AT_LEAST, TileReader
from vision.types import DetectedTile, Observation

Floats = NDArray[np.float64]
Values = tuple[int, int]

UNKNOWN = -1
"""The value of a half that nobody can read."""
REACH = 0.6
"""A tile that was read may belong to a labelled one up to this far away, in distances between its half centres."""
END_OFF = 0.35
"""A box is wrong when a half's centre is further off than this, in sizes of a half, ..."""
LEAST_IOU = 0.6
"""... or when it shares less than this part of the union with the labelled outline, where there is one."""


class Fate(StrEnum):
    """What became of a legible tile; the last two are about tiles that were read where none is labelled."""

    RIGHT = "right"
    NOT_FOUND = "not found"
    REFINED_AWAY = "refined away"
    NOT_CHOSEN = "not chosen"
    BOX_WRONG = "box wrong"
    VALUE_WRONG = "value wrong"
    EXTRA = "extra"
    BACK_READ = "back read"


SURPLUS = frozenset({Fate.EXTRA, Fate.BACK_READ})


@dataclass(frozen=True, slots=True)
class Finding:
    """One tile and its fate; `at` pixels of its centre, `shown` the labelled values, `read` what was read."""

    fate: Fate
    at: tuple[int, int]
    shown: Values | None
    read: Values | None

    def __str__(self) -> str:
        pairs = [f"{a}-{b}" for a, b in (pair for pair in (self.shown, self.read) if pair is not None)]
        return f"{self.fate} {' read as '.join(pairs)} at {self.at[0]},{self.at[1]}"


@dataclass(frozen=True, slots=True)
class Mark:
    """One tile that was read and can be judged: how sure it was, whether its counts agreed, whether it was right."""

    confidence: float
    counted: bool
    right: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """All that is to be said about one photo."""

    identity: str
    findings: tuple[Finding, ...]
    marks: tuple[Mark, ...]

    @property
    def exact(self) -> bool:
        """Whether every legible tile was read right and nothing else was read."""
        return all(finding.fate is Fate.RIGHT for finding in self.findings)

    @property
    def fates(self) -> Counter[Fate]:
        """How often each fate came up."""
        return Counter(finding.fate for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Labelled:
    """A tile of the truth: `ends` (2, 2) centres of its halves, `quad` (4, 2) its outline where that is known."""

    pips: Values
    ends: Floats
    legible: bool
    quad: Floats | None

    @property
    def centre(self) -> Floats:
        """(2,) the middle between the centres of the halves."""
        return np.asarray(self.ends.mean(0))

    @property
    def half(self) -> float:
        """The distance between the halves' centres in pixels, which is also about a half's size."""
        return max(float(np.hypot(*(self.ends[0] - self.ends[1]))), 1e-6)


@dataclass(frozen=True, slots=True)
class Trace:
    """What the stages held: centres (n, 2) of the detector's candidates and (m, 2) of those the refiner calls faces."""

    candidates: Floats
    faces: Floats


def trace(reader: TileReader, image: NDArray[np.uint8]) -> Trace:
    """Run the first two stages of a reading by themselves."""
    photo = Pyramid.of(image)
    found = detect.detect(photo, reader.networks["detector"])
    refined = refine.refine(photo, found.quads, reader.networks["refiner"])
    faces = refined.corners[refined.kinds[:, refine.FACE] >= FACE_AT_LEAST]
    return Trace(diagonal_crossing(found.quads), diagonal_crossing(faces))


def labelled(truth: dict[str, Any]) -> list[Labelled]:
    """The tiles of a truth in the label format; raises KeyError, TypeError or ValueError when it is malformed."""
    tiles = []
    for tile in truth["tiles"]:
        a, b = tile["pips"]
        quad = np.asarray(tile["quad"], np.float64).reshape(4, 2) if "quad" in tile else None
        ends = np.asarray(tile["ends"], np.float64).reshape(2, 2)
        legible = bool(tile.get("legible", True))
        # What nobody can read has no value to compare with; the label then says null.
        values = (int(a), int(b)) if legible else (UNKNOWN if a is None else int(a), UNKNOWN if b is None else int(b))
        tiles.append(Labelled(values, ends, legible, quad))
    return tiles


def judge(
    truth: dict[str, Any], seen: Observation, stages: Callable[[], Trace], highest: int = HIGHEST_PIPS
) -> Verdict:
    """Compare what was seen in a photo with its truth.

    `highest` is the highest value that a half may have. `stages` is asked only when a legible tile is missing. A tile
    that is read where an illegible one is labelled counts neither way.
    """
    tiles = labelled(truth)
    backs = np.asarray(truth.get("backs", ()), np.float64).reshape(-1, 4, 2)
    read = [_likeliest(tile, highest) for tile in seen.tiles]
    partner = _paired(tiles, seen.tiles)
    findings: list[Finding] = []
    marks: list[Mark] = []
    held: Trace | None = None
    for index, tile in enumerate(tiles):
        if not tile.legible:
            continue
        if index in partner:
            k = partner[index]
            fate, values = _fate(tile, seen.tiles[k], read[k])
            marks.append(_mark(seen.tiles[k], read[k], fate is Fate.RIGHT))
            findings.append(Finding(fate, _pixel(tile.centre), tile.pips, values))
        else:
            held = stages() if held is None else held
            findings.append(Finding(_lost(tile, held), _pixel(tile.centre), tile.pips, None))
    for k in sorted(set(range(len(seen.tiles))) - set(partner.values())):
        centre = _ends(seen.tiles[k]).mean(0)
        fate = Fate.BACK_READ if any(_inside(centre, back) for back in backs) else Fate.EXTRA
        marks.append(_mark(seen.tiles[k], read[k], False))
        findings.append(Finding(fate, _pixel(centre), None, read[k]))
    return Verdict(str(truth["id"]), tuple(findings), tuple(marks))


def _likeliest(tile: DetectedTile, highest: int) -> Values:
    a, b = (int(np.argmax(half.probs[: highest + 1])) for half in tile.halves)
    return a, b


def _mark(tile: DetectedTile, values: Values, right: bool) -> Mark:
    counted = all(half.count_agrees(value) for half, value in zip(tile.halves, values, strict=True))
    return Mark(tile.confidence(*values), counted, right)


def _ends(tile: DetectedTile) -> Floats:
    return np.array([half.centre for half in tile.halves])


def _pixel(point: Floats) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _paired(tiles: Sequence[Labelled], seen: Sequence[DetectedTile]) -> dict[int, int]:
    """Index of a labelled tile -> index of the read one that belongs to it: one to one, the closest first."""
    if not tiles or not seen:
        return {}
    centres = np.array([_ends(tile).mean(0) for tile in seen])
    away = np.stack([np.hypot(*(centres - tile.centre).T) / tile.half for tile in tiles])
    partner: dict[int, int] = {}
    for flat in np.argsort(away, axis=None, kind="stable"):
        index, k = divmod(int(flat), len(seen))
        if away[index, k] > REACH:
            break
        if index not in partner and k not in partner.values():
            partner[index] = k
    return partner


def _fate(tile: Labelled, seen: DetectedTile, values: Values) -> tuple[Fate, Values]:
    """The fate of a tile that was found, and what was read in the order of the label's halves."""
    ends = _ends(seen)
    if np.hypot(*(ends - tile.ends).T).sum() > np.hypot(*(ends[::-1] - tile.ends).T).sum():
        ends, values = ends[::-1], values[::-1]
    if values == tile.pips:
        return Fate.RIGHT, values
    off = float(np.hypot(*(ends - tile.ends).T).max()) / tile.half
    fits = tile.quad is None or _iou(np.array(seen.quad.corners), tile.quad) >= LEAST_IOU
    return (Fate.VALUE_WRONG if off <= END_OFF and fits else Fate.BOX_WRONG), values


def _lost(tile: Labelled, held: Trace) -> Fate:
    """How far a tile came that is not in the observation."""

    def near(centres: Floats) -> bool:
        return bool((np.hypot(*(centres - tile.centre).T) <= REACH * tile.half).any())

    if near(held.faces):
        return Fate.NOT_CHOSEN
    return Fate.REFINED_AWAY if near(held.candidates) else Fate.NOT_FOUND


def _iou(quad: Floats, other: Floats) -> float:
    common = float(overlap_area(quad, other))
    return common / max(float(polygon_area(quad)) + float(polygon_area(other)) - common, 1e-6)


def _inside(point: Floats, quad: Floats) -> bool:
    """Whether a point lies in a convex outline that runs clockwise on the screen."""
    edges, to_point = np.roll(quad, -1, axis=0) - quad, point - quad
    return bool((edges[:, 0] * to_point[:, 1] - edges[:, 1] * to_point[:, 0] >= 0).all())
