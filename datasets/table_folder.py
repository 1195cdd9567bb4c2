"""Render whole tables to judge by: `python -m datasets.table_folder --out DIR --count 200 --seed 9`. Resumable.

Writes ID.jpg and ID.json, the truth as in `datasets.table_truth`. The table of index i comes from the seed
`seed * 1_000_000 + i`, whatever the count.
"""

from __future__ import annotations

import sys
from pathlib import Path

from datasets.commands import add_size, as_jpeg, one_by_one, parser, run, write_last
from datasets.render import shoot
from datasets.table_faults import CHANCES, Chances
from datasets.table_scenes import SIZE, make_table_scene
from datasets.table_truth import table_truth

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
    write_last(label, truth)
    return identity


def main() -> None:
    arguments = parser(__doc__, "tables", 200)
    add_size(arguments, SIZE)
    arguments.add_argument("--no-faults", action="store_true", help="tables on which everything fits")
    args = arguments.parse_args()
    chances = () if args.no_faults else CHANCES
    one_by_one(args, lambda index: write_table(args.out, index, args.seed, args.size, chances))


if __name__ == "__main__":
    sys.exit(run(main))
