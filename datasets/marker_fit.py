"""Fit the odds of `vision.markers` on rendered tables, and measure them on others.

    python -m datasets.marker_fit            # an hour's quarter: renders 145 tables

Prints the three sets of weights as they stand in the module, then what the module finds on tables it was not fitted on.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from datasets.commands import run, whole
from datasets.progress import tqdm
from datasets.render import shoot
from datasets.table_marking import outward
from datasets.table_scenes import TableScene, make_table_scene
from vision.geometry import is_convex, tile_length
from vision.markers import EndLooks, EndPlace, end_looks, odds_of

Floats = NDArray[np.float64]
Seen = tuple[str | None, EndLooks]

PARTS = {"behind": "before", "beside": "beside", "on": "on"}
"""Where `datasets.table_marking` says that markers stand, and the measures that should show it."""
MARKED = 1 / 3
"""Share of ends at which a marker stands when many people play; other shares among the tables are weighted."""
NOISE = 0.015
"""How far the corners that a reader finds are off, in tile lengths (standard deviation)."""
CONTRASTS = (1.0, 0.5)
"""Photos are fitted on as they are and paler: markers have strong colours here, and pastel ones are to be seen too."""
RIDGE, STEPS = 1.0, 60
FITTED, MEASURED = 3_000_000, 4_000_000
"""Seeds of the first table that is fitted on, and of the first that is measured on."""


def looked_at(seeds: Iterable[int], shares: Sequence[float] = (1.0,)) -> list[Seen]:
    """Where a marker stands at every end of these tables' trains, None for a bare end, and what was seen there.

    Each photo is looked at once for each of the `shares` of its contrast.
    """
    seen: list[Seen] = []
    for seed in tqdm(seeds, unit="table"):
        table, rng = make_table_scene(seed), np.random.default_rng(seed)
        shot = shoot(table.scene)
        numbers = {piece: place for place, piece in enumerate(shot.pieces)}
        quads = np.array([label.quad for label in shot.labels])
        tiles = quads + rng.normal(0, NOISE, quads.shape) * tile_length(quads)[:, None, None]
        where = {one.line: one.where for one in table.standing}
        ends = [
            (where.get(line), EndPlace(numbers[last], _outer(table, line), _next_place(table, line)))
            for line in range(len(table.lines))
            if (last := table.lines[line].tiles[-1]) in numbers
        ]
        for share in shares:
            picture = (shot.picture * share + shot.picture.mean(axis=(0, 1)) * (1 - share)).astype(np.uint8)
            looks = end_looks(picture, tiles, [end for _, end in ends])
            seen += [(stands, look) for (stands, _), look in zip(ends, looks, strict=True)]
    return seen


def fit(seen: Sequence[Seen], where: str) -> tuple[tuple[float, ...], float]:
    """Weights and constant of the odds that a marker stands there, against bare ends; by Newton's method."""
    share = float(np.mean([stands is not None for stands, _ in seen]))
    rows = [
        (measures, stands == where)
        for stands, look in seen
        if stands in (None, where) and (measures := getattr(look, PARTS[where]))
    ]
    values, marked = np.array([row for row, _ in rows]), np.array([yes for _, yes in rows])
    counts = np.where(marked, MARKED / share, (1 - MARKED) / (1 - share))
    middle, spread = values.mean(axis=0), values.std(axis=0) + 1e-6
    x = np.column_stack([(values - middle) / spread, np.ones(len(rows))])
    ridge = np.diag([RIDGE] * (x.shape[1] - 1) + [0.0])
    weights = np.zeros(x.shape[1])
    for _ in range(STEPS):
        odds = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (counts * (odds - marked)) + ridge @ weights
        weights -= np.linalg.solve((x.T * (counts * odds * (1 - odds))) @ x + ridge, slope)
    real = weights[:-1] / spread
    return tuple(round(float(weight), 2) for weight in real), round(float(weights[-1] - real @ middle), 2)


def _outer(table: TableScene, line: int) -> int | None:
    inner = table.lines[line].inner[-1]
    return None if inner is None else 1 - inner


def _next_place(table: TableScene, line: int) -> tuple[tuple[float, float], ...]:
    """Where the next tile of a train would lie, in the picture."""
    laid, camera = table.laid, table.scene.camera
    pose, ahead = laid.up[table.lines[line].tiles[-1]], outward(laid, table.lines, line)
    reach = laid.aspect / 2 if table.lines[line].inner[-1] is None else 0.5
    wide = np.array([-ahead[1], ahead[0]]) * laid.aspect / 2
    near = np.array([pose.x, pose.y]) + ahead * (reach + 0.02)
    flat = np.array([near - wide, near + wide, near + ahead + wide, near + ahead - wide])
    seen = camera.project(np.column_stack([flat, np.full(4, table.scene.styles[0].thickness)]))
    return tuple((float(x), float(y)) for x, y in (seen if is_convex(seen) else seen[[1, 0, 3, 2]]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=whole(0), default=100, help="tables to fit on")
    parser.add_argument("--others", type=whole(1), default=45, help="tables to measure on")
    args = parser.parse_args()
    if args.tables:
        seen = looked_at(range(FITTED, FITTED + args.tables), CONTRASTS)
        for where, part in PARTS.items():
            print(part.upper(), "=", fit(seen, where))
    others = looked_at(range(MEASURED, MEASURED + args.others))
    proposed = np.array([odds_of(look) > 0.5 for _, look in others])
    marked = np.array([stands is not None for stands, _ in others])
    print(f"{len(others)} ends, {marked.sum()} with a marker; by the weights in vision.markers:")
    print(f"{proposed.sum()} proposed, {(proposed & marked).sum()} of them rightly")
    for where in PARTS:
        here = np.array([stands == where for stands, _ in others])
        print(f"found {where}: {(proposed & here).sum()} of {here.sum()}")


if __name__ == "__main__":
    sys.exit(run(main))
