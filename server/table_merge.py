"""Several photos of one table as one: tiles that photos share tell how the photos lie on each other.

Photo after photo joins those that are together already, the one that shares most with them first. A tile that several
photos show keeps its outline of the first photo, or else that of the photo that shows it largest, and what the photos
read of it is put together: their probabilities are multiplied, for each photo is another look at the pips. But looks
by the same eye are no independent witnesses: what is worn or hidden is misread alike from everywhere. So the clearest
view of a half counts whole and each further one by its root: two weak readings that agree become somewhat surer, and
where two disagree, doubt grows. Two that are both sure and disagree are never outvoted: their mean leaves a doubt. A
half that a photo cannot read says nothing about its value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.tiles import DominoSet
from server.bridge import SURE
from server.errors import RequestError
from server.table_match import Glimpse, Match, Matrix, behind, match, moved
from vision.geometry import overlap_of_smaller, tile_length
from vision.types import UNREADABLE, DetectedTile, FaceDown, HalfReading, Observation, Point, Quad, Warning

Floats = NDArray[np.float64]

FEWEST = 2
"""So many tiles must be shared at least by photos that are merged."""
FEW, EXACT = 3, 0.15
"""Up to `FEW` shared tiles must lie on each other within so many tile lengths: by chance they hardly would."""
CLASHES = 0.34
"""With more places for each shared tile at which photos contradict each other, they do not show one table."""
FAIRLY = 0.9
"""From this confidence a reading counts fully when photos are laid on each other."""
FURTHER = 0.5
"""The power with which each view but the clearest counts."""
SMALLEST = 1e-4
"""Nothing is less likely than this: the eye is sometimes quite wrong."""
SAME_BACK = 0.4
"""Share of a tile face down from which another photo shows it, too."""
GROWTH = 6.0
"""A tile that would be drawn so many times smaller or larger than the first photo shows tiles lies beside its view."""

IDENTITY: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@dataclass(frozen=True, slots=True)
class Merged:
    """Photos as one observation.

    `to_first`: for each photo in the order they came, what takes its pixels to those of the first. `sources`: for each
    tile of the observation, where it was seen: (photo, number of the tile there), the place that its outline is from
    first.
    """

    observation: Observation
    to_first: tuple[Matrix, ...]
    sources: tuple[tuple[tuple[int, int], ...], ...]


def merge(observations: Sequence[Observation], domino_set: DominoSet) -> Observation:
    """Photos of one table, or of overlapping parts of it, as one observation in pixels of the first.

    Outlines may lie outside the first photo. The timings are sums.

    Raises:
        RequestError: without a photo, and when one shows no tile, shares too few with the others, or contradicts them.
    """
    return merge_photos(observations, domino_set).observation


def merge_photos(
    observations: Sequence[Observation], domino_set: DominoSet, names: Sequence[str] | None = None
) -> Merged:
    """The same, with where each tile was seen; `names` are what errors call the photos, else their numbers."""
    if not observations:
        raise RequestError("There is no photo to merge; name at least two of one table.")
    called = [f"Photo {number + 1}" for number in range(len(observations))] if names is None else list(names)
    for name, observation in zip(called, observations, strict=True):
        if not observation.tiles and len(observations) > 1:
            raise RequestError(f"No tiles were found in {name}; leave that photo out.")
    first = observations[0]
    tiles = list(first.tiles)
    usual = float(np.median([_length(tile) for tile in tiles])) if tiles else 1.0
    looks = [[(0, number)] for number in range(len(tiles))]
    maps: dict[int, Matrix] = {0: IDENTITY}
    while len(maps) < len(observations):
        known = [_glimpse(tile, domino_set) for tile in tiles]
        matches = {
            photo: match(known, [_glimpse(tile, domino_set) for tile in observations[photo].tiles])
            for photo in range(len(observations))
            if photo not in maps
        }
        photo = max(matches, key=lambda one: _worth(matches[one]))
        found = matches[photo]
        if found is None or not _fits(found):
            raise RequestError(_too_little(found, called[photo], called[0] if len(maps) == 1 else None))
        _take_in(tiles, looks, observations[photo], photo, found, called[photo], usual)
        maps[photo] = found.to_first
    fused = [_fused(seen, observations, maps, domino_set) for seen in looks]
    merged = Observation(
        first.image_size,
        tuple(tile for tile, _ in fused),
        _backs(observations, maps),
        _warnings(observations, maps, [tile for (tile, _), seen in zip(fused, looks, strict=True) if len(seen) > 1]),
        first.models,
        _timings(observations),
    )
    order = tuple(maps[photo] for photo in range(len(observations)))
    return Merged(merged, order, tuple(sources for _, sources in fused))


def _glimpse(tile: DetectedTile, domino_set: DominoSet) -> Glimpse:
    a, b = (int(np.argmax(half.probs[: domino_set.highest + 1])) for half in tile.halves)
    return Glimpse.of(tile.quad, a, b, tile.confidence(a, b) >= FAIRLY)


def _worth(found: Match | None) -> tuple[int, int]:
    return (-1, 0) if found is None else (found.agreeing, -found.clashes)


def _fits(found: Match) -> bool:
    agreeing = found.agreeing
    exact = agreeing > FEW or all(pair.apart < EXACT for pair in found.pairs if pair.same)
    return agreeing >= FEWEST and exact and found.clashes <= CLASHES * agreeing


def _too_little(found: Match | None, photo: str, other: str | None) -> str:
    rest = "the other photos" if other is None else other
    if found is None or found.agreeing < FEWEST or found.clashes <= CLASHES * found.agreeing:
        return (
            f"{photo} and {rest} do not share enough tiles to be laid on each other; take photos that overlap by three "
            f"tiles or more, all of them of one table."
        )
    return f"{photo} and {rest} contradict each other; were they taken of the same table, with nothing moved between?"


def _take_in(
    tiles: list[DetectedTile],
    looks: list[list[tuple[int, int]]],
    new: Observation,
    photo: int,
    found: Match,
    name: str,
    usual: float,
) -> None:
    """Add the tiles of a photo: to those that lie there already, or beside them."""
    known = {pair.second: pair for pair in found.pairs}
    anchor = found.pairs[0].second
    for number, tile in enumerate(new.tiles):
        if number in known:
            looks[known[number].first].append((photo, number))
            continue
        if any(behind(found.to_first, corner, new.tiles[anchor].quad.corners[0]) for corner in tile.quad.corners):
            raise RequestError(_out_of_view(name))
        mapped = _mapped(tile, found.to_first)
        if not usual / GROWTH < _length(mapped) < usual * GROWTH:
            raise RequestError(_out_of_view(name))
        tiles.append(mapped)
        looks.append([(photo, number)])


def _out_of_view(name: str) -> str:
    return (
        f"{name} shows tiles too far outside the view of the first photo; name a photo first that was taken more from "
        f"above, or that lies between the others."
    )


def _mapped(tile: DetectedTile, to_first: Matrix) -> DetectedTile:
    halves = tuple(replace(half, centre=moved(to_first, half.centre)) for half in tile.halves)
    return DetectedTile(_mapped_quad(tile.quad, to_first), (halves[0], halves[1]), tile.score)


def _mapped_quad(quad: Quad, to_first: Matrix) -> Quad:
    a, b, c, d = (moved(to_first, corner) for corner in quad.corners)
    one, other = (moved(to_first, end) for end in quad.divider)
    return Quad((a, b, c, d), (one, other))


def _fused(
    seen: Sequence[tuple[int, int]], observations: Sequence[Observation], maps: dict[int, Matrix], domino_set: DominoSet
) -> tuple[DetectedTile, tuple[tuple[int, int], ...]]:
    """One tile as all photos that show it read it, and those photos, the one that its outline is from first."""
    by_size = sorted(seen, key=lambda at: -_length(observations[at[0]].tiles[at[1]]))
    # Small outlines are coarse ones, but those of the first photo are where a person will look.
    home = seen[0] if seen[0][0] == 0 else by_size[0]
    tile = _mapped(observations[home[0]].tiles[home[1]], maps[home[0]])
    sources = (home, *(at for at in seen if at != home))
    if len(seen) == 1:
        return tile, sources
    views = [_aligned(observations[photo].tiles[number], tile, maps[photo]) for photo, number in by_size]
    contradict = _contradict(views, domino_set)
    halves = []
    for half in (0, 1):
        probs = np.array([view.halves[half].probs for view in views])
        mixed = probs.mean(axis=0) if contradict else _multiplied(probs)
        clearest = max((view.halves[half] for view in views), key=lambda one: max(one.probs[:UNREADABLE]))
        halves.append(HalfReading(tile.halves[half].centre, tuple(mixed.tolist()), clearest.count))
    return DetectedTile(tile.quad, (halves[0], halves[1]), max(view.score for view in views)), sources


def _length(tile: DetectedTile) -> float:
    return float(tile_length(tile.quad.corners))


def _aligned(look: DetectedTile, tile: DetectedTile, to_first: Matrix) -> DetectedTile:
    """A view of a tile in pixels of the first photo, with its halves in the order of `tile`."""
    mapped = _mapped(look, to_first)
    if _ahead(mapped) @ _ahead(tile) >= 0:
        return mapped
    a, b, c, d = mapped.quad.corners
    turned = Quad((c, d, a, b), (mapped.quad.divider[1], mapped.quad.divider[0]))
    return DetectedTile(turned, (mapped.halves[1], mapped.halves[0]), mapped.score)


def _ahead(tile: DetectedTile) -> Floats:
    return np.subtract(tile.halves[0].centre, tile.halves[1].centre, dtype=np.float64)


def _contradict(views: Sequence[DetectedTile], domino_set: DominoSet) -> bool:
    """Whether two views are sure of different values."""
    sure = set()
    for view in views:
        a, b = (int(np.argmax(half.probs[: domino_set.highest + 1])) for half in view.halves)
        if view.confidence(a, b) >= SURE:
            sure.add((a, b))
    return len(sure) > 1


def _multiplied(probs: Floats) -> Floats:
    """What views (v, 20) say together of a half."""
    values = UNREADABLE
    probs = probs[np.argsort(-probs[:, :values].max(axis=1), kind="stable")]
    # What cannot be read leaves all values as likely as they are.
    told = probs[:, :values] + probs[:, values:] / values
    power = np.array([1.0] + [FURTHER] * (len(probs) - 1))[:, None]
    mixed = np.exp((power * np.log(np.maximum(told, SMALLEST))).sum(axis=0))
    unreadable = float(probs[:, values].min())
    return np.append(mixed / mixed.sum() * (1 - unreadable), unreadable)


def _backs(observations: Sequence[Observation], maps: dict[int, Matrix]) -> tuple[FaceDown, ...]:
    """Tiles face down of all photos, each once."""
    backs: list[FaceDown] = []
    for photo, observation in enumerate(observations):
        anchor = observation.tiles[0].quad.corners[0] if observation.tiles else (0.0, 0.0)
        new = [
            FaceDown(_mapped_quad(back.quad, maps[photo]), back.score)
            for back in observation.face_down
            if not any(behind(maps[photo], corner, anchor) for corner in back.quad.corners)
        ]
        if backs and new:
            shared = overlap_of_smaller([back.quad.corners for back in (*backs, *new)])[len(backs) :, : len(backs)]
            new = [back for back, row in zip(new, shared, strict=True) if row.max() < SAME_BACK]
        backs += new
    return tuple(backs)


def _warnings(
    observations: Sequence[Observation], maps: dict[int, Matrix], seen_again: Sequence[DetectedTile]
) -> tuple[Warning, ...]:
    """Warnings of all photos, at their places in the first; each about a whole photo once.

    That a tile is cut off by the edge of one photo is no news where another photo shows it, too.
    """
    shown = [(np.mean(tile.quad.corners, axis=0), _length(tile)) for tile in seen_again]
    told: dict[tuple[str, Point | None], Warning] = {}
    for photo, observation in enumerate(observations):
        for warning in observation.warnings:
            at = None if warning.at is None else moved(maps[photo], warning.at)
            if warning.code == "cut_off" and at and any(np.hypot(*(at - middle)) < length for middle, length in shown):
                continue
            told.setdefault((warning.code, at), Warning(warning.code, at))
    return tuple(told.values())


def _timings(observations: Sequence[Observation]) -> tuple[tuple[str, float], ...]:
    spent: dict[str, float] = {}
    for observation in observations:
        for stage, milliseconds in observation.timings_ms:
            spent[stage] = spent.get(stage, 0.0) + milliseconds
    return tuple(spent.items())
