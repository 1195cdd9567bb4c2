"""Fit the odds of `vision.markers` on rendered trains, and measure them on others.

    python -m datasets.marker_fit            # some minutes: renders 500 scenes

Prints the three sets of weights as they stand in the module, then precision and recall on scenes it was not fitted on.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from datasets.marker_scenes import SIZE, marker_photo
from vision.markers import EndLooks, end_looks, odds_of

Floats = NDArray[np.float64]
Seen = tuple[str | None, EndLooks]

MARKED = 1 / 3
"""Share of ends at which a marker stands on a table; in the scenes there are more, so they count less."""
RIDGE, STEPS = 1.0, 60


def looked_at(seeds: Iterable[int]) -> list[Seen]:
    """What was seen at every open end of the scenes whose tile lies in the picture, and the zone of its marker."""
    seen: list[Seen] = []
    for seed in seeds:
        photo = marker_photo(seed)
        looks = end_looks(photo.picture, photo.tiles, photo.ends)
        centres = photo.tiles[[end.tile for end in photo.ends]].mean(axis=1)
        within = ((centres > 0) & (centres < SIZE)).all(axis=1)
        seen += [(zone, look) for zone, look, is_in in zip(photo.zones, looks, within, strict=True) if is_in]
    return seen


def fit(seen: Sequence[Seen], zone: str) -> tuple[tuple[float, ...], float]:
    """Weights and constant of the odds that something lies in a zone, against bare ends."""
    share = float(np.mean([where is not None for where, _ in seen]))
    rows = [
        (getattr(look, zone), where == zone) for where, look in seen if where in (None, zone) and getattr(look, zone)
    ]
    measures, marked = np.array([row for row, _ in rows]), np.array([yes for _, yes in rows])
    counts = np.where(marked, MARKED / share, (1 - MARKED) / (1 - share))
    middle, spread = measures.mean(axis=0), measures.std(axis=0) + 1e-6
    x = np.column_stack([(measures - middle) / spread, np.ones(len(rows))])
    ridge = np.diag([RIDGE] * (x.shape[1] - 1) + [0.0])
    weights = np.zeros(x.shape[1])
    for _ in range(STEPS):
        odds = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (counts * (odds - marked)) + ridge @ weights
        weights -= np.linalg.solve((x.T * (counts * odds * (1 - odds))) @ x + ridge, slope)
    real = weights[:-1] / spread
    return tuple(round(float(w), 2) for w in real), round(float(weights[-1] - real @ middle), 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=300, help="scenes to fit on")
    parser.add_argument("--others", type=int, default=200, help="scenes to measure on")
    args = parser.parse_args()
    seen = looked_at(range(100, 100 + args.scenes))
    for zone in ("before", "beside", "on"):
        print(zone.upper(), "=", fit(seen, zone))
    others = looked_at(range(10_000, 10_000 + args.others))
    proposed = np.array([odds_of(look) > 0.5 for _, look in others])
    marked = np.array([zone is not None for zone, _ in others])
    print(f"{len(others)} ends, {marked.sum()} marked; by the weights in vision.markers:")
    print(f"precision {(proposed & marked).sum() / max(proposed.sum(), 1):.3f}")
    for zone in ("before", "beside", "on"):
        here = np.array([where == zone for where, _ in others])
        print(f"found {zone}: {(proposed & here).sum()} of {here.sum()}")


if __name__ == "__main__":
    main()
