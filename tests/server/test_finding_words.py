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
