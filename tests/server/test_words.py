"""Where tiles lie and what is in doubt, in words."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from engine.tiles import DominoSet
from server.bridge import read
from server.places import places
from server.reading import WarningCode
from server.show import show_hand
from server.words import (
    check_lines,
    counted,
    doubt_lines,
    face_down_text,
    in_reading_order,
    printable,
    warning_line,
    warning_text,
)
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


def test_a_column_is_counted_from_the_nearer_end() -> None:
    assert words(*[(450, at) for at in (100, 300, 900, 700, 500)]) == [
        "topmost",
        "second from the top",
        "bottommost",
        "second from the bottom",
        "in the middle",
    ]


def test_more_rows_are_numbered() -> None:
    assert words(*[(450, at) for at in (100, 300, 500, 700)], (600, 100)) == [
        "leftmost in the top row",
        "alone in the second row",
        "alone in the third row",
        "alone in the bottom row",
        "rightmost in the top row",
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
        (3, {5: 0.3, 14: 0.7}, {}, "may show a 14"),
        (3, 5, {"counts": (3, 7.1)}, "the 5 seems to have 7 pips when they are counted"),
        (3, 5, {"score": 0.5}, "it may be no tile at all"),
        (3, {3: 0.9, 2: 0.1}, {}, "the 3 at the bottom may be a 2"),
        ({3: 0.9, 2: 0.1}, {5: 0.9, 6: 0.1}, {}, "the 3 may be a 2; the 5 may be a 6"),
        (
            3,
            {5: 0.9, 6: 0.1},
            {"counts": (1, 8), "score": 0.8},
            "the 3 seems to have 1 pip when they are counted; the 5 seems to have 8 pips when they are counted",
        ),
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
        "3-5, bottom middle (x 400, y 400): the same tile was read elsewhere in the photo",
    ]
    assert lines(seen, certain, seen.tile({5: 0.6, 6: 0.4}, 3, at=(600, 100))) == [
        "3-6, top right (x 600, y 100): it looks more like a tile that lies elsewhere in the photo; the 6 may be a 5"
    ]


@pytest.mark.parametrize("code", [*warnings.CODES, *WarningCode])
def test_every_warning_has_a_sentence(code: str) -> None:
    assert warning_text(Warning(code)).endswith(".")


def test_a_warning_about_a_place_names_it() -> None:
    line = warning_line(Warning("glare", (3.2, 40)))
    assert line.startswith("Light is mirrored in a tile and may hide pips (x 3, y 40); move the lamp")
    assert line.endswith("again.")
    assert warning_line(Warning(WarningCode.DUPLICATE_TILE, (3.2, 40))).endswith("each tile once (x 3, y 40).")
    assert warning_line(Warning("too_dark")) == warning_text(Warning("too_dark"))


@pytest.mark.parametrize("code", [code for code in warnings.CODES if code != warnings.DUPLICATE_TILE])
def test_a_warning_about_the_photo_says_what_to_do(code: str) -> None:
    assert "; " in warning_text(Warning(code))


def test_tiles_too_far_away_are_told_how_long_they_are() -> None:
    assert f"less than {warnings.MIN_TILE_PX:.0f} pixels" in warning_text(Warning(warnings.TOO_SMALL))


def test_warnings_of_both_sides_go_by_one_name() -> None:
    assert warnings.DUPLICATE_TILE == WarningCode.DUPLICATE_TILE


def test_things_are_counted_in_english() -> None:
    assert [counted(number, "tile") for number in (0, 1, 2)] == ["0 tiles", "1 tile", "2 tiles"]


def test_a_set_that_is_too_small_is_told_first_and_once(seen: type[Seen]) -> None:
    photo = seen.photo([seen.tile(4, 5, at=(100, 100)), *(seen.tile(11, 11, at=(at, 100)) for at in (300, 500))])
    assert check_lines(read(photo, DominoSet(9))) == [
        "2 tiles seem to show more than 9 pips on a half; try --set double-12.",
        *(line for line in doubt_lines(read(photo, DominoSet(9)))),
    ]
    assert [line.partition(": ")[2] for line in doubt_lines(read(photo, DominoSet(9)))] == ["looks like 11-11"] * 2


def test_a_value_beyond_the_set_is_named_even_where_it_is_not_the_likeliest(seen: type[Seen]) -> None:
    (line,) = lines(seen, seen.tile(4, {8: 0.4, 13: 0.25, 14: 0.35}))
    assert line.endswith(": may show a 14")


def test_reading_order_is_that_of_a_page(seen: type[Seen]) -> None:
    at = [(300.0, 300.0), (100.0, 310.0), (300.0, 90.0), (100.0, 100.0)]
    reading = read(seen.photo([seen.tile(1, n, at=point) for n, point in enumerate(at)]), DominoSet(12))
    assert [tile.b for tile in in_reading_order(reading).tiles] == [3, 2, 1, 0]


def test_names_in_any_script_stay_as_they_are() -> None:
    assert printable("Zoë 山田\u3000👩\u200d🚀 \\n") == "Zoë 山田\u3000👩\u200d🚀 \\n"
    assert printable("a\x1b[2J\n\udcff\u202e") == "a\\x1b[2J\\n\\udcff\\u202e"


def test_long_lines_hang_on_a_terminal_and_stay_whole_in_a_pipe(seen: type[Seen]) -> None:
    reading = read(seen.photo([seen.tile({3: 0.9, 2: 0.1}, {5: 0.9, 6: 0.1}, at=(100, 400))]), DominoSet(12))
    told = "3-5, bottom left (x 100, y 400): the 3 may be a 2; the 5 may be a 6"
    for is_terminal, shown in ((True, "  3-5, bottom left (x 100, y 400): the 3\n    may be a 2; the 5 may be a 6\n"),
                               (False, f"  {told}\n")):  # fmt: skip
        console = Console(file=StringIO(), force_terminal=is_terminal, no_color=True, width=42, color_system=None)
        show_hand(console, "Ann", reading, 8)
        assert shown in console.file.getvalue()


def test_a_whole_boneyard_is_told_without_its_places(seen: type[Seen]) -> None:
    few, many = ([(60.0 + 50 * i, 60.0) for i in range(n)] for n in (3, 4))
    assert "top left" in face_down_text(read(seen.photo([], face_down=few), DominoSet(12)))
    assert (
        face_down_text(read(seen.photo([], face_down=many), DominoSet(12)))
        == "4 tiles seem to lie face down, not counted"
    )
