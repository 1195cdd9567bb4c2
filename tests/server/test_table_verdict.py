"""Whether what was laid between two photos was legal, where there are too many ways to look at all of them."""

from __future__ import annotations

import pytest

from engine.presets import PRESETS
from server.diff_report import diff_report
from server.diff_words import verdict_texts
from server.table_diff import diff
from server.table_known import Known
from server.table_service import see_table
from server.table_turns import Verdict
from server.table_verdict import judge


def test_where_there_are_too_many_ways_nothing_is_called_wrong(seen, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = PRESETS["puremco"]
    lying = seen.table()[:8]
    few = [tile for number, tile in enumerate(lying) if number not in (3, 5, 7)]
    before, after = (see_table(seen.photo(shown, size=(1000, 1000)), Known(rules)) for shown in (few, lying))
    changes = diff(before, after)
    assert judge(before, after, changes, rules).legal
    asked = []

    def undecided(*arguments: object) -> Verdict:
        asked.append(arguments[-1])
        return Verdict(None, undecided=True)

    monkeypatch.setattr("server.table_verdict.explain", undecided)
    judged = judge(before, after, changes, rules)
    assert asked[-1] == 2 * 3  # of two players each may have passed before each of the three tiles
    assert judged.legal is None
    assert verdict_texts(after, judged) == [
        "Too many tiles were laid between the photos to tell whether the rules allow it."
    ]
    report = diff_report(("before", "after"), before, after, changes, judged)
    assert (report["legal"], report["turns"], report["violation"]) == (None, [], None)
