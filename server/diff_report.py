"""What changed on a table as JSON: what `pipwise diff --json` prints."""

from __future__ import annotations

from typing import Any

from server.diff_words import (
    bumped_text,
    doubt_text,
    gone_text,
    laid_text,
    moved_text,
    no_table_texts,
    verdict_texts,
)
from server.report import as_point, as_text
from server.seen_table import SeenTable
from server.table_diff import TableDiff
from server.table_verdict import Judged


def diff_report(
    names: tuple[str, str], before: SeenTable, after: SeenTable, changes: TableDiff, judged: Judged
) -> dict[str, Any]:
    """The changes between the photos called `names`, as values that JSON knows.

    `number`, `on` and `after` count the tiles of AFTER from 0, `before` those of BEFORE. `train` is an index of the
    trains that `pipwise audit --json` prints, of BEFORE for tiles that are gone, else of AFTER; `at` and `quad` are
    pixels of the same photo. `legal` is null where nothing was laid, and where too many tiles were laid to tell.
    `assumed_first` is the double of AFTER that is taken to have been laid first, where several were open and their
    order counts; no photo shows it, and all that is said of `turns` rests on it. Else it is null.
    """
    now, then = after.reading.tiles, before.reading.tiles
    return {
        "before": as_text(names[0]),
        "after": as_text(names[1]),
        "shared": changes.match.agreeing,
        "bumped": changes.bumped,
        "laid": [
            {
                "tile": [one.inner, one.outer],
                "number": one.number,
                "train": one.train,
                "on": one.on,
                "from_hand": one.from_hand,
                "sure": one.sure,
                "at": as_point(now[one.number].centre),
                "quad": [as_point(corner) for corner in now[one.number].detection.quad.corners],
                "text": laid_text(after, one),
            }
            for one in changes.laid
        ],
        "gone": [
            {
                "tile": str(one.tile),
                "number": one.number,
                "train": one.train,
                "to_hand": one.to_hand,
                "at": as_point(then[one.number].centre),
                "text": gone_text(before, after, changes, one),
            }
            for one in changes.gone
        ],
        "moved": [
            {
                "tile": str(one.tile),
                "before": one.before,
                "after": one.after,
                "lengths": round(one.lengths, 2),
                "on_the_same_tile": one.same_place_in_train,
                "at": as_point(now[one.after].centre),
                "text": moved_text(one),
            }
            for one in changes.moved
        ],
        "doubts": [
            {
                "code": str(one.code),
                "tile": str(one.tile),
                "before": one.before,
                "after": one.after,
                "text": doubt_text(before, after, one, names),
            }
            for one in changes.doubts
        ],
        "legal": judged.legal,
        "in_one_turn": judged.in_one_turn,
        "turns": _turns(judged, after),
        "assumed_first": _assumed_first(judged, after),
        "violation": _violation(judged),
        "text": [
            *verdict_texts(after, judged),
            *(text for text in [bumped_text(changes)] if text),
            *no_table_texts(before, after, names),
        ],
    }


def _turns(judged: Judged, after: SeenTable) -> list[dict[str, Any]]:
    if judged.verdict is None or judged.verdict.turns is None:
        return []
    return [
        {
            "player": judged.players[turn.seat],
            "laid": list(turn.laid),
            "if_open": [judged.players[train] for train in dict.fromkeys(turn.needs_open)],
        }
        for turn in judged.verdict.turns
    ]


def _assumed_first(judged: Judged, after: SeenTable) -> dict[str, Any] | None:
    if judged.covered is None:
        return None
    return {"tile": str(after.reading.tiles[judged.covered].tile), "number": judged.covered}


def _violation(judged: Judged) -> dict[str, Any] | None:
    verdict = judged.verdict
    if verdict is None or verdict.undecided or verdict.turns is not None:
        return None
    return {"code": None if verdict.violation is None else str(verdict.violation.code), "number": verdict.about}
