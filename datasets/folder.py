"""Render pictures to judge by: `python -m datasets.folder --out DIR --count 200 --seed 9`. Resumable.

Writes ID.jpg and ID.json in the format of `datasets.labels`, with the outlines of the tiles that lie face down as
"backs". An ID starts with the kind of its scene, so that `datasets.evaluate` tells the kinds apart. The picture of
index i comes from the same seed as in `datasets.build`: take another `--seed` than for training.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from datasets.build import SEED_STRIDE
from datasets.clutter import KINDS as CLUTTER
from datasets.labels import truth
from datasets.render import render
from datasets.scene import KINDS, make_scene

JPEG_QUALITY = 95


def write_picture(
    out: Path, index: int, seed: int, size: int, kind: str | None = None, things: str | None = None
) -> str:
    """Render the picture of an index unless it is there already; returns its ID. The label is written last."""
    scene = make_scene(seed * SEED_STRIDE + index, size, kind, things)
    identity = f"{things or scene.kind}-{index:06d}"
    label = out / f"{identity}.json"
    if label.exists():
        return identity
    picture, labels = render(scene)
    entry = truth(identity, (size, size), labels, scene.kind)
    entry["backs"] = [np.round(x.quad, 1).tolist() for x in labels if not x.face_up]
    bgr = cv2.cvtColor(picture, cv2.COLOR_RGB2BGR)
    jpeg = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    (out / f"{identity}.jpg").write_bytes(jpeg.tobytes())
    partial = label.with_suffix(".partial")
    partial.write_text(json.dumps(entry) + "\n", encoding="utf-8")
    partial.replace(label)
    return identity


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures and labels")
    parser.add_argument("--count", type=int, default=200, help="number of pictures")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--size", type=int, default=1024, help="side of the square pictures in pixels")
    parser.add_argument("--kind", choices=sorted(KINDS), help="this kind of scene only")
    parser.add_argument(
        "--things", choices=sorted(CLUTTER), help="only this kind of thing beside the tiles; the IDs start with it then"
    )
    parser.add_argument(
        "--each-thing", action="store_true", help="pictures without dominoes, one kind of thing after the other"
    )
    args = parser.parse_args()
    if args.each_thing:
        args.kind = "empty"
    args.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    names = sorted(CLUTTER)
    for index in tqdm(range(args.count), unit="picture", desc="render"):
        things = names[index % len(names)] if args.each_thing else args.things
        write_picture(args.out, index, args.seed, args.size, args.kind, things)


if __name__ == "__main__":
    main()
