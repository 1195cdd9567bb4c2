"""Which part of a photo to take again from nearer, where tiles are too small to be read. Outlines only, no pixels.

Tiles that are not sure gather, mostly at the far end of a table. Those near each other make a part; a part as large as
the photo would be no nearer, so it is halved, with some overlap: photos of one table are put together by the tiles that
they share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.geometry import tile_length
from vision.warnings import MIN_TILE_PX

Floats = NDArray[np.float64]
Rectangle = tuple[float, float, float, float]

HELPED_BELOW = 2 * MIN_TILE_PX
"""A tile that is not sure and shorter than this, in pixels, would be read better from nearer; a longer one has other
troubles, like glare."""
TOGETHER = 3.0
"""Tiles whose centres are no farther apart than this, in lengths of the longer one, belong to one part."""
AROUND = 1.0
"""What is left around a part, in tile lengths."""
LARGEST = 0.6
"""A part takes at most this share of the photo's width and height: then tiles come out 1.6 times as long at least."""
OVERLAP = 1.5
"""How far the halves of a part that was too large reach into each other, in tile lengths."""
MOST_PARTS = 4
"""More photos than this nobody wants to take at once."""
SIDE = 1 / 3
"""A part whose middle lies within so much of a side of the photo is called after it."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a photo to take from nearer.

    `rectangle`: left, top, right and bottom, in pixels of the upright photo; `tiles`: numbers of the tiles in it that
    are hard to read; `times`: how many times as long tiles come out where it fills the picture, at least 1; `words`:
    which part of the photo it is, "the upper left part".
    """

    rectangle: Rectangle
    tiles: tuple[int, ...]
    times: float
    words: str


def parts_to_take_closer(quads: ArrayLike, sure: Sequence[bool], image_size: tuple[int, int]) -> tuple[Part, ...]:
    """The parts of a photo in which tiles are too small to be read, those with most of them first; () for none.

    `quads` (n, 4, 2) are outlines of tiles face up, `sure` says for each whether it was read for sure, `image_size` is
    (width, height), all in pixels of the upright photo.

    Raises:
        ValueError: when there is not one flag for each outline.
    """
    outlines = np.asarray(quads, dtype=np.float64).reshape(-1, 4, 2)
    if len(sure) != len(outlines):
        raise ValueError(f"each of the {len(outlines)} tiles needs one flag, sure or not; {len(sure)} were given")
    lengths = tile_length(outlines)
    unsure = ~np.asarray(sure, dtype=bool)
    hard = np.flatnonzero((unsure & (lengths < HELPED_BELOW)) | (lengths < MIN_TILE_PX / 2))
    parts = []
    for group in _groups(outlines[hard].mean(axis=1), lengths[hard]):
        parts += _parts(outlines, lengths, hard[group], image_size)
    parts.sort(key=lambda part: (-len(part.tiles), part.rectangle))
    return tuple(parts[:MOST_PARTS])


def part_words(rectangle: Rectangle, image_size: tuple[int, int]) -> str:
    """Where a rectangle lies in a photo of this size: "the upper left part", "the middle"."""
    width, height = image_size
    x, y = (rectangle[0] + rectangle[2]) / 2 / width, (rectangle[1] + rectangle[3]) / 2 / height
    down = "upper" if y < SIDE else "lower" if y > 1 - SIDE else ""
    along = "left" if x < SIDE else "right" if x > 1 - SIDE else ""
    return f"the {' '.join(word for word in (down, along) if word)} part" if down or along else "the middle"


def _groups(centres: Floats, lengths: Floats) -> list[NDArray[np.int64]]:
    """Numbers of the tiles that hang together by being near each other."""
    apart = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    near = apart <= TOGETHER * np.maximum(lengths[:, None], lengths[None])
    left, groups = set(range(len(centres))), []
    while left:
        group, waiting = set(), {min(left)}
        while waiting:
            group |= waiting
            waiting = set(np.flatnonzero(near[sorted(waiting)].any(axis=0)).tolist()) - group
        groups.append(np.array(sorted(group), dtype=np.int64))
        left -= group
    return groups


def _parts(outlines: Floats, lengths: Floats, tiles: NDArray[np.int64], image_size: tuple[int, int]) -> list[Part]:
    """The part around some tiles, or the parts of it where it is too large to be nearer."""
    size = np.array(image_size, dtype=np.float64)
    length = float(np.median(lengths[tiles]))
    low = np.clip(outlines[tiles].min(axis=(0, 1)) - AROUND * length, 0, size)
    high = np.clip(outlines[tiles].max(axis=(0, 1)) + AROUND * length, 0, size)
    share = (high - low) / size
    axis = int(share.argmax())
    centres = outlines[tiles].mean(axis=1)[:, axis]
    middle = float(low[axis] + high[axis]) / 2
    first, second = tiles[centres < middle + OVERLAP * length / 2], tiles[centres > middle - OVERLAP * length / 2]
    # Halves that are no smaller, since all the tiles lie in the overlap, would be halved for ever.
    if share[axis] > LARGEST and max(len(first), len(second)) < len(tiles):
        return [part for half in (first, second) if len(half) for part in _parts(outlines, lengths, half, image_size)]
    rectangle = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
    times = max(1.0, float(1 / max(float(share.max()), 1e-9)))
    return [Part(rectangle, tuple(tiles.tolist()), times, part_words(rectangle, image_size))]
