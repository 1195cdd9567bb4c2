"""How well photos of parts of a table are put together: `python -m tests.changes.judge_parts DIR`, where
`datasets.table_parts` wrote them.

Prints two lines of JSON as `tests.tables.judge` does: for the photos of whole tables, and for their parts put together.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tqdm import tqdm

from engine.presets import preset
from server.errors import RequestError
from server.table_known import Known
from server.table_service import merged_table, read_table_photo
from tests.tables.judge import judge
from vision import image
from vision.reader import load_reader


def judged(folder: Path) -> Iterator[tuple[Counter[str], Counter[str]]]:
    """The counts of each table, whole and of its parts; parts that were refused count as `refused` alone."""
    reader = load_reader()
    for path in tqdm(sorted(folder.glob("*-parts.json")), unit="table", desc="read"):
        told = json.loads(path.read_text(encoding="utf-8"))
        name = path.stem.removesuffix("-parts")
        known = Known(preset("puremco", int(told["set"])))
        truth = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        whole = read_table_photo(reader, folder / f"{name}.jpg", known)
        photos = [(part, image.load(part)) for part in (folder / f"{name}-a.jpg", folder / f"{name}-b.jpg")]
        try:
            merged = merged_table([(part, pixels, reader.read(pixels)) for part, pixels in photos], known)
        except RequestError as error:
            tqdm.write(f"{name}: {error}")
            yield judge(truth, whole.table), Counter(refused=1)
            continue
        yield judge(truth, whole.table), judge(told, merged.table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="pictures and truths of large tables")
    args = parser.parse_args()
    whole, parts = Counter[str](), Counter[str]()
    for one, other in judged(args.folder):
        whole.update(one)
        parts.update(other)
        tqdm.write(json.dumps([one, other]))
    for told in (whole, parts):
        print(json.dumps(dict(sorted(told.items()))))


if __name__ == "__main__":
    main()
