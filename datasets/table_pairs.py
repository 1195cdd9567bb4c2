"""Two photos of one table, some moves apart: `python -m datasets.table_pairs --out DIR --count 30 --seed 9`. Resumable.

Writes ID-before.jpg, ID-after.jpg and ID.json: the highest value of the `set`, and the tiles `laid` in between, each
with its values and its place `at` in AFTER, in pixels. The camera has moved, some tiles of the boneyard were drawn, a
few last tiles of trains were bumped, and now and then a cup stands on the end of a train in one of the photos.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.camera import Camera
from datasets.commands import add_size, as_jpeg, one_by_one, parser, run, write_last
from datasets.layouts import Pose, Rng, footprint
from datasets.render import shoot
from datasets.scene import Piece, Scene, place
from datasets.table_folder import STRIDE
from datasets.table_room import overlapping
from datasets.table_scenes import SIZE, TableScene, make_table_scene, must_be_seen
from datasets.table_view import table_camera
from datasets.tables import LaidTable

Floats = NDArray[np.float64]

MOST_LAID, MOST_DRAWN = 4, 2
BUMPED, FAR = 0.3, (0.04, 0.2)
"""How likely the last tile of a train is bumped, and how far, in tile lengths."""
COVERED = 0.3
"""How likely something stands on the end of a train in one of the photos."""


@dataclass(frozen=True, slots=True)
class TablePair:
    """The scenes of both photos, and the numbers in AFTER of the tiles laid in between."""

    before: Scene
    after: Scene
    laid: tuple[int, ...]


def make_pair(seed: int, size: tuple[int, int] = SIZE) -> TablePair:
    """The pair of a seed, the same for the same arguments on every machine.

    Raises ValueError for a size that `datasets.table_scenes.make_table_scene` refuses.
    """
    table = make_table_scene(seed, size, ())
    rng = np.random.default_rng([seed, 0xD1FF])
    laid, pieces = table.laid, list(table.scene.pieces)
    new: set[int] = set()
    in_trains = sum(len(train.links) for train in laid.trains)
    for _ in range(min(int(rng.integers(1, MOST_LAID + 1)), in_trains // 2)):
        new.add(int(rng.choice(last_tiles(laid, new))))
    for number, piece in _bumped(rng, table, new):
        pieces[number] = piece
    drawn = min(int(rng.integers(MOST_DRAWN + 1)), len(laid.down))
    after = replace(table.scene, pieces=table.scene.pieces[: len(pieces) - drawn])
    before = replace(
        table.scene,
        pieces=tuple(piece for number, piece in enumerate(pieces) if number not in new),
        markers=tuple(one.marker for one in table.standing if table.lines[one.line].tiles[-1] not in new),
        camera=_camera(rng, table),
    )
    if rng.random() < COVERED:
        in_before = rng.random() < 0.5
        pose = laid.up[int(rng.choice(last_tiles(laid, new if in_before else set())))]
        cup = (pose.x, pose.y, float(rng.uniform(0, 2 * np.pi)), 1.0)
        scene = replace(before if in_before else after, clutter_above=(cup,), things="cup")
        before, after = (scene, after) if in_before else (before, scene)
    return TablePair(before, after, tuple(sorted(new)))


def last_tiles(laid: LaidTable, gone: Set[int]) -> list[int]:
    """The tiles of trains that no other lies on, of those that are not `gone`."""
    found = []
    for train in laid.trains:
        here = [place for place, (tile, _, _) in enumerate(train.links) if tile not in gone]
        carrying = {train.links[place][2] for place in here}
        found += [train.links[place][0] for place in here if place not in carrying]
    return found


def _bumped(rng: Rng, table: TableScene, new: Set[int]) -> Iterator[tuple[int, Piece]]:
    """Last tiles of trains as they lay before they were bumped."""
    laid, scene = table.laid, table.scene
    poses = [*laid.up, *laid.down]
    for number in last_tiles(laid, new):
        if rng.random() >= BUMPED:
            continue
        way, far = rng.uniform(0, 2 * np.pi), rng.uniform(*FAR)
        pose: Pose = replace(
            laid.up[number],
            x=laid.up[number].x + float(far * np.cos(way)),
            y=laid.up[number].y + float(far * np.sin(way)),
        )
        others = [footprint(one, laid.aspect) for at, one in enumerate(poses) if at != number]
        if not len(overlapping(footprint(pose, laid.aspect), others)):
            style = scene.pieces[number].style
            yield number, place(pose, style, scene.styles[style], laid.values[number])


def _camera(rng: Rng, table: TableScene) -> Camera:
    """Another place from where all of the table is seen about as large."""
    inner, others = must_be_seen(table.laid)
    return table_camera(rng, table.scene.size, inner, others, table.length)[0]


def write_pair(out: Path, index: int, seed: int, size: tuple[int, int]) -> str:
    """Render the pair of an index unless it is there already; returns its ID. The truth is written last."""
    identity = f"pair-{index:06d}"
    label = out / f"{identity}.json"
    if label.exists():
        return identity
    pair = make_pair(seed * STRIDE + index, size)
    before, after = shoot(pair.before), shoot(pair.after)
    for name, shot in (("before", before), ("after", after)):
        (out / f"{identity}-{name}.jpg").write_bytes(as_jpeg(shot.picture))
    seen = dict(zip(after.pieces, after.labels, strict=True))
    truth = {
        "id": identity,
        "set": pair.after.styles[0].max_value,
        "laid": [
            {"tile": list(seen[number].values), "at": np.mean(seen[number].quad, axis=0).round(1).tolist()}
            for number in pair.laid
        ],
    }
    write_last(label, truth)
    return identity


def main() -> None:
    arguments = parser(__doc__, "pairs", 30)
    add_size(arguments, SIZE)
    args = arguments.parse_args()
    one_by_one(args, lambda index: write_pair(args.out, index, args.seed, args.size))


if __name__ == "__main__":
    sys.exit(run(main))
