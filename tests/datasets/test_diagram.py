from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")

from datasets.commands import run
from datasets.diagram import main, reliability_diagram

NUMBERS = {
    "reliability": [
        {"low": 0.0, "high": 0.5, "count": 0, "confidence": 0.0, "right": 0.0},
        {"low": 0.5, "high": 0.9, "count": 10, "confidence": 0.7, "right": 0.8},
        {"low": 0.9, "high": 1.0, "count": 90, "confidence": 0.98, "right": 0.99},
    ],
    "calibration_error": 0.019,
}


def test_points_lie_where_the_numbers_say() -> None:
    figure = reliability_diagram({"drawn": NUMBERS, "photographed": NUMBERS})
    curves, amounts = figure.axes
    diagonal, first, second = curves.lines
    assert diagonal.get_xydata().tolist() == [[0, 0], [1, 1]]
    assert first.get_xydata().tolist() == second.get_xydata().tolist() == [[0.7, 0.8], [0.98, 0.99]]
    assert first.get_label() == "drawn (expected error 1.9%)"
    assert sorted(bar.get_height() for bar in amounts.patches) == [10, 10, 90, 90]


def test_a_picture_is_written_and_a_wrong_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.json").write_text(json.dumps(NUMBERS))
    assert main([f"drawn={tmp_path / 'a.json'}", "--out", str(tmp_path / "a.png")]) == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    (tmp_path / "other.json").write_text('{"tiles": []}')
    for entry, told in (("drawn", "NAME=FILE"), (f"drawn={tmp_path / 'other.json'}", "evaluate --json")):
        assert run(lambda entry=entry: main([entry, "--out", str(tmp_path / "b.png")])) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert told in line
        assert not (tmp_path / "b.png").exists()
