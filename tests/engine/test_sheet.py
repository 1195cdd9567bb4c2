"""The score sheet."""

from __future__ import annotations

import pytest

from engine.errors import ScoreError
from engine.sheet import Entry, ScoreSheet, Standing


def test_totals_and_ranking() -> None:
    sheet = ScoreSheet(("Ann", "Bo", "Cy")).add([10, 0, 30]).add([5, 15, 0])
    assert sheet.totals() == (15, 15, 30)
    assert sheet.ranking() == (Standing("Ann", 15, 1), Standing("Bo", 15, 1), Standing("Cy", 30, 3))


def test_a_correction_keeps_what_stood_there() -> None:
    sheet = ScoreSheet(("Ann", "Bo")).add([10, 0]).correct(1, "Ann", 12).correct(1, "Ann", 13)
    assert sheet.rounds == ((Entry(13, (10, 12)), Entry(0)),)
    assert sheet.totals() == (13, 0)


def test_an_empty_sheet_has_everyone_first() -> None:
    assert [standing.place for standing in ScoreSheet(("Ann", "Bo")).ranking()] == [1, 1]


def test_what_is_not_on_the_sheet_is_refused() -> None:
    sheet = ScoreSheet(("Ann", "Bo")).add([1, 2])
    for wrong in (
        lambda: sheet.add([1]),
        lambda: sheet.correct(2, "Ann", 0),
        lambda: sheet.correct(0, "Ann", 0),
        lambda: sheet.correct(1, "Cy", 0),
        lambda: ScoreSheet(()),
        lambda: ScoreSheet(("Ann", "Ann")),
    ):
        with pytest.raises(ScoreError):
            wrong()
