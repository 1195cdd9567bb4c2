"""Render the README's samples, a hand, a table, and the same table a turn earlier, from where somebody else sits:
`python -m datasets.sample --out datasets/samples`."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.camera import look_at
from datasets.commands import run, whole
from datasets.faces import random_style
from datasets.labels import truth
from datasets.layouts import Pose
from datasets.render import render, shoot
from datasets.scene import Scene, place
from datasets.table_scenes import TableScene, make_table_scene, must_be_seen
from datasets.table_truth import table_truth
from datasets.table_view import table_camera

SEED = 4
SIZE = 1280
TABLE_SEED, TABLE_SIZE = 77_001_541, (1600, 1200)
LAID_LAST = (9, 3)
"""The tile that does not lie there yet in the earlier photo."""
EARLIER_SEED = 1
"""Where the camera is in that photo."""
SEVERITY = 0.05
"""A steady hand and good light: what a player who wants a score would send."""
HAND = ((6, 12), (0, 5), (3, 3), (10, 1), (7, 4), (2, 9), (11, 8), (0, 0), (5, 12), (1, 6), (4, 2))


def hand_scene(seed: int) -> Scene:
    """Eleven tiles in two loose rows, seen by a player who leans over them; `seed` picks the set, table and light."""
    rng = np.random.default_rng([seed, 0x4A9D])
    style = random_style(rng, 12)
    pieces = []
    for i, values in enumerate(HAND):
        row, column = divmod(i, 6)
        x = (column - 2.5 + 0.5 * row) * (style.aspect + 0.17) + rng.normal(0, 0.02)
        y = 0.65 - 1.25 * row + rng.normal(0, 0.03)
        pieces.append(place(Pose(x, y, np.pi / 2 + rng.normal(0, 0.06)), 0, style, values))
    target, centre = np.array([0.0, -0.05, 0.0]), np.full(2, (SIZE - 1) / 2)
    camera = look_at(target, np.radians(66), -np.pi / 2 + 0.1, 0.03, 6.0, 1.3 * SIZE, centre)
    light = np.array([-0.45, 0.5, 0.74])
    return Scene(seed, "hand", (SIZE, SIZE), (style,), tuple(pieces), camera, light, 0.6, (), (), None, SEVERITY)


def earlier(table: TableScene, seed: int) -> Scene:
    """The table before `LAID_LAST` was laid; `seed` picks another place for the camera, from where all of it is seen.

    Raises ValueError for a table on which that tile does not lie.
    """
    laid = [set(values) for values in table.laid.values].index(set(LAID_LAST))
    inner, others = must_be_seen(table.laid)
    rng = np.random.default_rng([seed, 0xEA51])
    camera, _ = table_camera(rng, table.scene.size, inner, others, table.length)
    pieces = tuple(piece for number, piece in enumerate(table.scene.pieces) if number != laid)
    return replace(table.scene, pieces=pieces, camera=camera)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("datasets/samples"))
    parser.add_argument("--seed", type=whole(0), default=SEED, help="another set of dominoes on another table")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    scene = hand_scene(args.seed)
    picture, labels = render(scene)
    _write(args.out, "hand", picture, truth("hand", (SIZE, SIZE), labels, scene.kind))
    table = make_table_scene(TABLE_SEED, TABLE_SIZE)
    taken = shoot(table.scene)
    _write(args.out, "table", taken.picture, table_truth("table", table, taken.labels, taken.pieces))
    _write_picture(args.out, "table-earlier", shoot(earlier(table, EARLIER_SEED)).picture)
    print(f"{len(labels)} tiles in {args.out / 'hand.jpg'}, {len(taken.labels)} in {args.out / 'table.jpg'}")


def _write(out: Path, name: str, picture: NDArray[np.uint8], label: dict[str, object]) -> None:
    (out / f"{name}.json").write_text(json.dumps(label) + "\n", encoding="utf-8")
    _write_picture(out, name, picture)


def _write_picture(out: Path, name: str, picture: NDArray[np.uint8]) -> None:
    bgr = cv2.cvtColor(picture, cv2.COLOR_RGB2BGR)
    jpeg = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
    (out / f"{name}.jpg").write_bytes(jpeg.tobytes())


if __name__ == "__main__":
    sys.exit(run(main))
