"""Where tiles lie and what is in doubt, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.tiles import DominoSet
from server.bridge import read
from server.places import places
from server.reading import WarningCode
from server.words import counted, doubt_lines, warning_line, warning_text
from vision import warnings
from vision.types import DetectedTile, Point, Warning

if TYPE_CHECKING:
    from conftest import Seen

SIZE = (900, 900)


def words(*centres: Point) -> list[str]:
    return places(centres, [100.0] * len(centres), SIZE)


def test_a_row_is_counted_from_the_nearer_end() -> None:
    assert words((500, 410), (100, 400), (300, 390), (700, 400), (900, 405)) == [
        "in the middle",
        "leftmost",
        "second from the left",
        "second from the right",
        "rightmost",
    ]


def test_rows_are_named_from_top_to_bottom() -> None:
    assert words((100, 700), (300, 720), (100, 100), (500, 90), (300, 110), (200, 400)) == [
        "leftmost in the bottom row",
        "rightmost in the bottom row",
        "leftmost in the top row",
        "rightmost in the top row",
        "in the middle of the top row",
        "alone in the middle row",
    ]


def test_more_rows_are_numbered() -> None:
    assert words(*[(450, at) for at in (100, 300, 500, 700)]) == [
        "alone in the top row",
        "alone in the second row",
        "alone in the third row",
        "alone in the bottom row",
    ]


def test_tiles_lying_anyhow_are_found_by_the_part_of_the_photo() -> None:
    assert words((100, 100), (450, 140), (800, 180), (130, 220), (450, 450), (850, 460), (450, 260), (500, 330)) == [
        "top left",
        "top middle",
        "top right",
        "top left",
        "in the middle",
        "middle right",
        "top middle",
        "in the middle",
    ]


@pytest.mark.parametrize("centre", [(0, 0), (-3, -3)])
def test_one_tile_needs_no_row(centre: Point) -> None:
    assert words(centre) == ["top left"]
    assert words() == []


def lines(seen: type[Seen], *tiles: DetectedTile) -> list[str]:
    return doubt_lines(read(seen.photo(tiles), DominoSet(12)))


@pytest.mark.parametrize(
    ("a", "b", "options", "reason"),
    [
        ({3: 0.8, 8: 0.2}, 5, {}, "the 3 may be an 8"),
        (3, {5: 0.6, 4: 0.1}, {}, "the 5 is hard to read"),
        (3, {5: 0.3, 4: 0.1}, {}, "the 5 can hardly be read"),
        (3, {5: 0.3, 14: 0.7}, {}, "the 5 seems to be a value that a double-12 set does not have"),
        (3, 5, {"counts": (3, 7.1)}, "the 5 seems to have 7 pips when they are counted"),
        (3, 5, {"score": 0.5}, "it may be no tile at all"),
        (3, {3: 0.9, 2: 0.1}, {}, "the 3 at the bottom may be a 2"),
        ({3: 0.9, 2: 0.1}, {5: 0.9, 6: 0.1}, {}, "the 3 may be a 2; the 5 may be a 6"),
    ],
)
def test_a_doubt_is_told_with_its_place(
    seen: type[Seen], a: dict[int, float], b: dict[int, float], options: dict[str, object], reason: str
) -> None:
    (line,) = lines(seen, seen.tile(a, b, at=(100, 400), **options))
    head, _, told = line.partition(": ")
    assert head.endswith(", bottom left (x 100, y 400)")
    assert told == reason


def test_doubts_between_tiles(seen: type[Seen]) -> None:
    certain = seen.tile(3, 5, at=(100, 100))
    assert lines(seen, certain, seen.tile(5, 3, at=(400, 400))) == [
        "3-5, top left (x 100, y 100): the same tile was read elsewhere in the photo",
        "5-3, bottom middle (x 400, y 400): the same tile was read elsewhere in the photo",
    ]
    assert lines(seen, certain, seen.tile({5: 0.6, 6: 0.4}, 3, at=(600, 100))) == [
        "6-3, top right (x 600, y 100): it looks more like a tile that lies elsewhere in the photo; the 6 may be a 5"
    ]


@pytest.mark.parametrize("code", [*warnings.CODES, *WarningCode])
def test_every_warning_has_a_sentence(code: str) -> None:
    assert warning_text(Warning(code)).endswith(".")


def test_a_warning_about_a_place_names_it() -> None:
    assert warning_line(Warning("cut_off", (3.2, 40))) == "A tile is cut off by the edge of the photo (x 3, y 40)."
    assert warning_line(Warning("too_dark")) == warning_text(Warning("too_dark"))


def test_warnings_of_both_sides_go_by_one_name() -> None:
    assert warnings.DUPLICATE_TILE == WarningCode.DUPLICATE_TILE


def test_things_are_counted_in_english() -> None:
    assert [counted(number, "tile") for number in (0, 1, 2)] == ["0 tiles", "1 tile", "2 tiles"]
