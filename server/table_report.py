"""A table as JSON: what `pipwise audit --json` prints, one object for each table."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from server.hand_or_table import looks_like_hand
from server.places import middle
from server.report import as_point, as_text, reported_tiles, reported_warnings
from server.seen_table import OpenEnd, SeenFinding, SeenTable, SeenTrain
from server.table_words import closer_sentence, finding_sentence, parts_to_look_at

MARKED = 0.7
"""How likely a marker must be to be proposed: a wrong proposal is worse than none."""


def table_report(photo: str, table: SeenTable) -> dict[str, Any]:
    """The table in the photo with the name `photo`, as values that JSON knows.

    Coordinates are pixels of the upright photo, rounded to a tenth. `numbers`, `on` of an end, `hands` and `loose`
    count the `tiles` from 0; tiles of trains are [value towards the engine, value away from it]. `closer`: parts of
    the photo to take again from nearer. `looks_like_hand`: the photo seems to show no table, but a hand, which
    `pipwise score` counts.
    """
    reading = table.reading
    seen = reading.observation
    engine = table.engine_tile
    return {
        "photo": as_text(photo),
        "width": seen.image_size[0],
        "height": seen.image_size[1],
        "set": str(reading.domino_set),
        "engine": engine.high if engine is not None and engine.is_double else None,
        "engine_tile": table.engine,
        "tiles": reported_tiles(reading),
        "trains": [train_report(train) for train in table.trains],
        "hands": [list(hand) for hand in table.hands],
        "loose": list(table.loose),
        "face_down": [as_point(middle(tile.quad)) for tile in seen.face_down],
        "findings": [finding_report(table, finding) for finding in table.findings],
        "closer": [
            {"rectangle": [round(at, 1) for at in part.rectangle], "text": closer_sentence(part)}
            for part in parts_to_look_at(table)
        ],
        "looks_like_hand": looks_like_hand(table),
        "sure": table.sure,
        "warnings": reported_warnings(reading),
        "timings_ms": {stage: round(spent, 1) for stage, spent in seen.timings_ms},
    }


def train_report(train: SeenTrain) -> dict[str, Any]:
    """A train, or a branch of one."""
    return {
        "kind": str(train.kind),
        "tiles": [[one.inner, one.outer] for one in train.placed],
        "numbers": list(train.tiles),
        "on": [one.on for one in train.placed],
        "branch_of": train.branch_of,
        "marker": train.marker >= MARKED,
        "marker_confidence": round(train.marker, 4),
        "ends": [_end(end) for end in train.ends],
    }


def _end(end: OpenEnd) -> dict[str, Any]:
    return {
        "value": end.value,
        "on": end.on,
        "at": as_point(end.at),
        "quad": [as_point(corner) for corner in end.quad],
    }


def finding_report(table: SeenTable, finding: SeenFinding) -> dict[str, Any]:
    """One thing that is wrong, with the places in the photo; `count` is null but for tiles that are there too often."""
    return {
        "code": str(finding.code),
        "severity": str(finding.severity),
        "tiles": [str(tile) for tile in finding.tiles],
        "numbers": list(finding.numbers),
        "train": finding.train,
        "at": [as_point(table.reading.tiles[number].centre) for number in finding.numbers],
        "sure": finding.sure,
        "count": None if finding.count is None else asdict(finding.count),
        "text": finding_sentence(table, finding),
    }
