"""Large tables, each whole in one photo and in two that overlap: `python -m datasets.table_parts --out DIR --seed 9`.

Writes ID.jpg with its truth ID.json as `datasets.table_folder` does, and ID-a.jpg and ID-b.jpg, each about half of the
same table from nearer, from a place of its own. In ID-parts.json tiles are legible that are so in one of these; places
there are those in the photo that shows most of the tile. Resumable.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.camera import Camera
from datasets.commands import add_size, as_jpeg, one_by_one, parser, run, write_last
from datasets.labels import TileLabel
from datasets.layouts import Rng, footprint
from datasets.render import Shot, shoot
from datasets.table_folder import STRIDE
from datasets.table_scenes import DENSITY, SHORTEST, TableScene, make_table_scene, must_be_seen
from datasets.table_truth import table_truth
from datasets.table_view import table_camera

Floats = NDArray[np.float64]

LARGE, SIZE = 60, (4000, 3000)
"""Tiles that lie face up on a large table; width and height of a photo of it."""
SHARE = 0.6
"""Share of the tiles that each of two photos has to show."""
NEAR = 2000.0
"""A length that tiles never have in a photo, in pixels: as near as can be."""


def large_tables(seed: int, size: tuple[int, int] = SIZE) -> Iterator[TableScene]:
    """Tables with `LARGE` tiles at least and no fault, one after the other.

    Raises ValueError for a size in which tiles of so many would be too small to be drawn.
    """
    if DENSITY * size[0] * size[1] < LARGE * SHORTEST**2:
        raise ValueError(f"a table of {LARGE} tiles needs a picture larger than {size[0]} x {size[1]} pixels")
    tables = (make_table_scene(seed * STRIDE + index, size, ()) for index in count())
    return (table for table in tables if len(table.laid.up) >= LARGE)


def part_cameras(table: TableScene) -> tuple[Camera, Camera]:
    """Two cameras, each over one side of the table; the tiles in the middle are in both pictures."""
    rng = np.random.default_rng([table.scene.seed, 0x9A27])
    places = np.array([[pose.x, pose.y] for pose in table.laid.up])
    # The longer way across the table.
    inner, _ = must_be_seen(table.laid)
    along = int(np.ptp(inner[:, 1]) > np.ptp(inner[:, 0]))
    order = np.argsort(places[:, along], kind="stable")
    many = round(SHARE * len(order))
    return _over(rng, table, order[:many]), _over(rng, table, order[-many:])


def _over(rng: Rng, table: TableScene, tiles: NDArray[np.int64]) -> Camera:
    """A camera that has these tiles in the picture."""
    outlines = np.vstack([footprint(table.laid.up[number], table.laid.aspect, 0.1) for number in tiles.tolist()])
    middle = (outlines.min(axis=0) + outlines.max(axis=0)) / 2
    camera, _ = table_camera(rng, table.scene.size, outlines - middle, outlines - middle, NEAR)
    return replace(camera, position=camera.position + np.append(middle, 0.0))


def write_parts(out: Path, identity: str, table: TableScene) -> None:
    """Render a table whole and in two parts, unless it is there already. The truth of the parts is written last."""
    last = out / f"{identity}-parts.json"
    if last.exists():
        return
    whole = shoot(table.scene)
    parts = [shoot(replace(table.scene, camera=camera)) for camera in part_cameras(table)]
    for ending, shot in zip(("", "-a", "-b"), (whole, *parts), strict=True):
        (out / f"{identity}{ending}.jpg").write_bytes(as_jpeg(shot.picture))
    truth = table_truth(identity, table, whole.labels, whole.pieces)
    write_last(out / f"{identity}.json", truth)
    best = _best(parts)
    write_last(last, table_truth(f"{identity}-parts", table, list(best.values()), list(best)))


def _best(shots: list[Shot]) -> dict[int, TileLabel]:
    """Of each piece the label in the picture that shows most of it."""
    best: dict[int, TileLabel] = {}
    for shot in shots:
        for piece, label in zip(shot.pieces, shot.labels, strict=True):
            if piece not in best or min(label.visible) > min(best[piece].visible):
                best[piece] = label
    return best


def main() -> None:
    arguments = parser(__doc__, "large tables", 10)
    add_size(arguments, SIZE)
    args = arguments.parse_args()
    try:
        tables = large_tables(args.seed, args.size)
    except ValueError as error:
        arguments.error(f"argument --size: {error}")
    one_by_one(args, lambda index: write_parts(args.out, f"large-{index:06d}", next(tables)))


if __name__ == "__main__":
    sys.exit(run(main))
