"""Render the training pictures: `python -m datasets.build --out DIR --count 24000 --seed 1`. Resumable.

The picture of index i comes from the seed `seed * 10_000_000 + i`, so that two sets of different seeds share nothing;
with `--things`, of pictures without dominoes, from `THINGS_FROM` on.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from pathlib import Path

import cv2
import numpy as np

from datasets.clutter import KINDS as CLUTTER
from datasets.commands import SIDE, note, run, whole
from datasets.faces import pip_centres
from datasets.progress import tqdm
from datasets.render import shoot
from datasets.scene import make_scene
from datasets.store import MAX_PIPS, Sample, write_shard

SHARD = 200
SEED_STRIDE, THINGS_FROM = 10_000_000, 5_000_000


def thing_shown(index: int) -> str:
    """The kind of thing in a picture without dominoes: every other one shows boxes with printed tiles, the likest to
    real ones; in between each of the other kinds has its turn."""
    others = [name for name in sorted(CLUTTER) if name != "box"]
    return others[index // 2 % len(others)] if index % 2 else "box"


def make_sample(seed: int, size: int = 512) -> Sample:
    """The picture of `seed` with everything the trainings need to know about it."""
    index = seed % SEED_STRIDE
    things = thing_shown(index - THINGS_FROM) if index >= THINGS_FROM else None
    scene = make_scene(seed, size, "empty" if things else None, things)
    taken = shoot(scene)
    labels = taken.labels
    pips = np.full((len(labels), 2, MAX_PIPS, 2), np.nan, np.float32)
    for k, label in enumerate(labels):
        style = scene.styles[label.style]
        if style.has_pips:
            for half in (0, 1):
                centres = pip_centres(style, label.values[half])
                pips[k, half, : len(centres)] = centres
    return Sample(taken.picture, labels, pips, taken.decoys)


def build_shard(task: tuple[Path, int, int, int]) -> int:
    """Render one shard (path, seed of its first picture, number of pictures, size) unless it is there already."""
    path, first, count, size = task
    cv2.setNumThreads(1)
    if not path.exists():
        write_shard(path, [make_sample(first + i, size) for i in range(count)])
    return count


def build(out: Path, count: int, seed: int, size: int = 512, workers: int = 2, things: bool = False) -> None:
    """Render `count` pictures into shards below `out`, with a progress bar; of `things` alone, without dominoes, or as
    scenes come."""
    out.mkdir(parents=True, exist_ok=True)
    starts = range(0, count, SHARD)
    first = seed * SEED_STRIDE + (THINGS_FROM if things else 0)
    tasks = [(out / f"shard-{seed:03d}-{s // SHARD:05d}.npz", first + s, min(SHARD, count - s), size) for s in starts]
    with tqdm(total=count, unit="picture", desc="render", mininterval=5) as bar:
        if workers < 2:
            for task in tasks:
                bar.update(build_shard(task))
            return
        with multiprocessing.get_context("spawn").Pool(workers) as pool:
            for done in pool.imap_unordered(build_shard, tasks):
                bar.update(done)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for the shards")
    parser.add_argument("--count", type=whole(1), default=24000, help="number of pictures")
    parser.add_argument("--seed", type=whole(0), default=1)
    parser.add_argument("--size", type=whole(*SIDE), default=512, help="side of the square pictures in pixels")
    parser.add_argument("--workers", type=whole(1), default=2)
    parser.add_argument("--things", action="store_true", help="pictures without dominoes, of one kind of thing each")
    args = parser.parse_args()
    # Shards tell their seeds by their names.
    note(args.out, "shards", {"size": args.size, "things": args.things}, "shard-*.npz")
    build(args.out, args.count, args.seed, args.size, args.workers, args.things)


if __name__ == "__main__":
    sys.exit(run(main))
