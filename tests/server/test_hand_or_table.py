"""A photo of a table that was taken for one of a hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from engine.tiles import DominoSet
from server.bridge import read
from server.cli import create_app
from server.hand_or_table import looks_like_table
from vision.types import DetectedTile, Observation

SET = DominoSet(12)


def row(seen, count: int) -> list[DetectedTile]:
    """So many different tiles side by side, as a hand lies."""
    tiles = [tile for tile in SET if not tile.is_double][:count]
    return [seen.tile(tile.low, tile.high, at=(100 + 70 * at, 100)) for at, tile in enumerate(tiles)]


def is_table(seen, tiles: Sequence[DetectedTile]) -> bool:
    return looks_like_table(read(seen.photo(tiles, size=(2000, 1000)), SET))


def test_trains_away_from_a_double_are_a_table(seen) -> None:
    assert is_table(seen, seen.table())
    assert is_table(seen, seen.table()[:6])


def test_a_hand_is_none_even_with_tiles_end_to_end(seen) -> None:
    assert not is_table(seen, [])
    assert not is_table(seen, row(seen, 16))
    assert not is_table(seen, seen.table()[:4])  # one train from its double, as somebody lays out a hand
    assert not is_table(seen, [*seen.table()[:2], seen.table()[4]])  # tiles beside a double


def test_more_tiles_than_anybody_is_dealt_are_no_hand(seen) -> None:
    assert is_table(seen, row(seen, 17))


def test_the_command_says_so_and_counts_all_the_same(seen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = {1000: seen.photo(seen.table(), size=(1000, 1000)), 1100: seen.photo(row(seen, 5), size=(1100, 1000))}

    class KnowingReader:
        def read(self, image: np.ndarray) -> Observation:
            return shown[image.shape[1]]

    for width in shown:
        cv2.imwrite(str(tmp_path / f"{width}.png"), np.full((1000, width, 3), 90, np.uint8))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> str:
        result = CliRunner().invoke(create_app(KnowingReader), arguments, env={"COLUMNS": "200"})
        assert (result.exit_code, result.stderr) == (0, "")
        return result.stdout

    first, *rest = run("score", "1000.png").splitlines()
    assert first == "1000: this looks like a table, not a hand; `pipwise audit PHOTO` reads the trains of one."
    assert any("128 points on 9 tiles" in line for line in rest)
    assert "looks like" not in run("score", "1100.png")
    told = [json.loads(line)["looks_like_table"] for line in run("read", "--json", "1000.png", "1100.png").splitlines()]
    assert told == [True, False]
