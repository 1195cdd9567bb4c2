"""Render whole tables to judge by: `python -m datasets.table_folder --out DIR --count 200 --seed 9`. Resumable.

Writes ID.jpg and ID.json, the truth as in `datasets.table_truth`. The table of index i comes from the seed
`seed * 1_000_000 + i`, whatever the count.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

import cv2
from tqdm import tqdm

from datasets.render import Image, shoot
from datasets.table_faults import CHANCES, Chances
from datasets.table_scenes import SIZE, make_table_scene
from datasets.table_truth import table_truth

JPEG_QUALITY = 95
STRIDE = 1_000_000


def write_table(out: Path, index: int, seed: int, size: tuple[int, int], chances: Chances = CHANCES) -> str:
    """Render the table of an index unless it is there already; returns its ID. The truth is written last.

    `chances` are those of faults, as in `datasets.table_faults`.
    """
    identity = f"table-{index:06d}"
    label = out / f"{identity}.json"
    if label.exists():
        return identity
    table = make_table_scene(seed * STRIDE + index, size, chances)
    taken = shoot(table.scene)
    truth = table_truth(identity, table, taken.labels, taken.pieces)
    (out / f"{identity}.jpg").write_bytes(as_jpeg(taken.picture))
    partial = label.with_suffix(".partial")
    partial.write_text(json.dumps(truth) + "\n", encoding="utf-8")
    partial.replace(label)
    return identity


def as_jpeg(picture: Image) -> bytes:
    """A picture (H, W, 3) RGB uint8 as the bytes of a JPEG file."""
    bgr = cv2.cvtColor(picture, cv2.COLOR_RGB2BGR)
    return cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()


def parse_size(text: str) -> tuple[int, int]:
    """Width and height in pixels from text like "2400x1800"; raises argparse.ArgumentTypeError for anything else."""
    found = re.fullmatch(r"(\d{3,5})x(\d{3,5})", text)
    if found is None or min(int(found[1]), int(found[2])) < 400:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; give width x height in pixels, like 2400x1800")
    return int(found[1]), int(found[2])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures and truths")
    parser.add_argument("--count", type=int, default=200, help="number of tables")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--size", type=parse_size, default=SIZE, help="width x height in pixels, 400x400 or more")
    parser.add_argument("--no-faults", action="store_true", help="tables on which everything fits")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    for index in tqdm(range(args.count), unit="table", desc="render"):
        write_table(args.out, index, args.seed, args.size, () if args.no_faults else CHANCES)


if __name__ == "__main__":
    main()
