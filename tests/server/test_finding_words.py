"""Every finding has its sentence."""

from __future__ import annotations

import pytest

from engine.audit import Finding, FindingCode, Severity
from engine.tiles import Tile
from server.finding_words import finding_text


@pytest.mark.parametrize("code", FindingCode)
def test_every_finding_has_its_sentence(code: FindingCode) -> None:
    told = finding_text(Finding(code, Severity.ERROR, (Tile(1, 2), Tile(3, 4)), 2, 0, 1, 5, 6), ["Ann", "Bo"])
    assert told.endswith(".")
    assert "None" not in told
    assert "train of Mexican" not in told


def test_all_open_doubles_are_named_where_there_are_too_many() -> None:
    tiles = (Tile(5, 5), Tile(4, 4), Tile(6, 6))
    told = finding_text(Finding(FindingCode.TOO_MANY_OPEN_DOUBLES, tiles=tiles, expected=1, found=3), ["Ann", "Bo"])
    assert told == (
        "5-5, 4-4 and 6-6 are not covered, and by these rules one double can be open at a time; look at them again."
    )
