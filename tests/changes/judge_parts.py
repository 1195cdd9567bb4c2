"""How well photos of parts of a table are put together: `python -m tests.changes.judge_parts DIR`, where
`datasets.table_parts` wrote them.

Prints two lines of JSON as `tests.tables.judge` does: for the photos of whole tables, and for their parts put together.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from tqdm import tqdm

from engine.presets import preset
from server.errors import RequestError
from server.table_known import Known
from server.table_service import merged_table
from tests.tables.judge import judge, judge_photo
from tests.workers import reader, shared_out
from vision import image


def judge_parts(path: Path) -> tuple[Counter[str], Counter[str]]:
    """The counts of one table, whole and of its parts, by the path of the truth of these; the photos lie beside it.

    Parts that were refused count as `refused` alone.
    """
    told = json.loads(path.read_text(encoding="utf-8"))
    whole = path.with_name(f"{path.stem.removesuffix('-parts')}.json")
    known = Known(preset("puremco", int(told["set"])))
    photos = [(part, image.load(part)) for part in (whole.with_name(f"{whole.stem}-{name}.jpg") for name in "ab")]
    try:
        merged = merged_table([(part, pixels, reader().read(pixels)) for part, pixels in photos], known)
    except RequestError as error:
        tqdm.write(f"{whole.stem}: {error}")
        return judge_photo(whole), Counter(refused=1)
    return judge_photo(whole), judge(told, merged.table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="pictures and truths of large tables")
    args = parser.parse_args()
    whole, parts = Counter[str](), Counter[str]()
    paths = sorted(args.folder.glob("*-parts.json"))
    for one, other in tqdm(shared_out(judge_parts, paths), total=len(paths), unit="table", desc="read"):
        whole.update(one)
        parts.update(other)
        tqdm.write(json.dumps([one, other]))
    for told in (whole, parts):
        print(json.dumps(dict(sorted(told.items()))))


if __name__ == "__main__":
    main()
