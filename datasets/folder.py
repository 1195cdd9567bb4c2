"""Render pictures to judge by: `python -m datasets.folder --out DIR --count 200 --seed 9`. Resumable.

Writes ID.jpg and ID.json in the format of `datasets.labels`, with the outlines of the tiles that lie face down as
"backs". An ID starts with the kind of its scene, so that `datasets.evaluate` tells the kinds apart. The picture of
index i comes from the same seed as in `datasets.build`: take another `--seed` than for training.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from datasets.build import SEED_STRIDE
from datasets.clutter import KINDS as CLUTTER
from datasets.commands import SIDE, as_jpeg, one_by_one, parser, run, whole, write_last
from datasets.labels import truth
from datasets.render import render
from datasets.scene import KINDS, make_scene


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
    (out / f"{identity}.jpg").write_bytes(as_jpeg(picture))
    write_last(label, entry)
    return identity


def main() -> None:
    arguments = parser(__doc__, "pictures", 200)
    arguments.add_argument("--size", type=whole(*SIDE), default=1024, help="side of the square pictures in pixels")
    arguments.add_argument("--kind", choices=sorted(KINDS), help="this kind of scene only")
    arguments.add_argument(
        "--things", choices=sorted(CLUTTER), help="only this kind of thing beside the tiles; the IDs start with it then"
    )
    arguments.add_argument(
        "--each-thing", action="store_true", help="pictures without dominoes, one kind of thing after the other"
    )
    args = arguments.parse_args()
    names = sorted(CLUTTER) if args.each_thing else [args.things]
    kind = "empty" if args.each_thing else args.kind

    def write(index: int) -> None:
        write_picture(args.out, index, args.seed, args.size, kind, names[index % len(names)])

    one_by_one(args, write)


if __name__ == "__main__":
    sys.exit(run(main))
