"""`pipwise audit` with a reader that knows beforehand what each photo shows."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from engine.presets import PRESETS
from server.cli import create_app
from server.table_known import Known
from server.table_report import table_report
from server.table_service import see_table
from vision.types import DetectedTile, Observation, Point, Quad

Run = Callable[..., Result]


class KnowingReader:
    """Tells photos apart by their width."""

    def __init__(self, by_width: dict[int, Observation]) -> None:
        self.by_width = by_width

    def read(self, image: np.ndarray) -> Observation:
        return self.by_width[image.shape[1]]


def shrunk(tile: DetectedTile, scale: float) -> DetectedTile:
    """The same tile in a smaller picture."""

    def moved(at: Point) -> Point:
        return at[0] * scale, at[1] * scale

    a, b, c, d = map(moved, tile.quad.corners)
    quad = Quad((a, b, c, d), (moved(tile.quad.divider[0]), moved(tile.quad.divider[1])))
    first, second = (replace(half, centre=moved(half.centre)) for half in tile.halves)
    return DetectedTile(quad, (first, second), tile.score)


@pytest.fixture
def run(seen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `pipwise audit` in a folder with a table without fault, one with two, a hand, and a broken file."""
    wrong = seen.table()
    wrong[3] = seen.lying(7, 1, (686, 500), 180)
    wrong[8] = seen.lying(3, 8, (500, 150), 30)
    shown = {
        "good.png": seen.photo(seen.table(), size=(1000, 1000)),
        "wrong.png": seen.photo(wrong, face_down=[(900, 900)], size=(1001, 1000)),
        "hand.png": seen.photo([seen.tile(6, 6, at=(100, 100)), seen.tile(0, 1, at=(300, 100))], size=(400, 400)),
        "empty.png": seen.photo([], size=(402, 400)),
    }
    for name, observation in shown.items():
        width, height = observation.image_size
        cv2.imwrite(str(tmp_path / name), np.full((height, width, 3), 90, np.uint8))
    (tmp_path / "broken.png").write_bytes(b"no picture")
    monkeypatch.chdir(tmp_path)
    reader = KnowingReader({one.image_size[0]: one for one in shown.values()})
    app = create_app(lambda: reader)
    return lambda *arguments: CliRunner().invoke(app, ["audit", *arguments], env={"COLUMNS": "200"})


def test_a_table_without_fault(run: Run) -> None:
    result = run("good.png")
    assert result.exit_code == 0
    assert "Engine 12-12, 3 trains, 9 tiles, no fault." in result.output
    assert "12-6 6-6 6-1" in result.output
    assert "4-5 lies face up and belongs to no train." in result.output
    assert "Wrong" not in result.output


def test_what_is_wrong_is_told_first(run: Run) -> None:
    output = run("wrong.png").output
    assert output.index("On train 2, 1-7 does not fit on 6-6.") < output.index("12-3 3-8")
    assert "3-8 is there twice." in output
    assert output.index("Wrong:") < output.index("Please check:") < output.index("12-3 3-8")
    assert "1 face down, 2 faults, please check 2" in output


def test_json_is_one_object_a_line(run: Run) -> None:
    result = run("good.png", "wrong.png", "--json")
    good, wrong = (json.loads(line) for line in result.output.splitlines())
    assert (good["photo"], good["engine"], wrong["engine"]) == ("good.png", 12, 12)
    codes = [finding["code"] for finding in wrong["findings"] if finding["severity"] == "error"]
    assert sorted(codes) == ["DUPLICATE_TILE", "ENDS_DIFFER"]
    assert len(wrong["face_down"]) == 1


def test_hands_show_what_is_missing(run: Run) -> None:
    hands = ("--hand", "hand.png", "--hand", "none")  # the table has two trains from the engine
    report = json.loads(run("good.png", *hands, "--json").stdout)
    told = {finding["code"]: finding for finding in report["findings"]}
    assert told["DUPLICATE_TILE"]["text"] == "6-6 is there on the table and in a hand."
    assert len(told["MISSING_TILES"]["tiles"]) == 91 - 10
    assert "MISSING_TILES" not in run("good.png", "--json").output


def test_how_many_play_decides_whether_these_are_all_hands(run: Run) -> None:
    hands = ("good.png", "--hand", "hand.png", "--hand", "none")
    guessed = run(*hands)
    assert "neither on the table nor in a hand, if these are all hands; 0 tiles lie face down." in guessed.output
    assert "--players N says how many play" in guessed.stdout
    two = run(*hands, "--players", "2")
    assert "neither on the table nor in a hand; 0 tiles lie face down." in two.output
    assert "--players" not in two.output
    four = run(*hands, "--players", "4")
    assert "neither on the table" not in four.output
    assert four.stdout.rstrip().endswith("only with the hands of all players, one --hand for each.")
    for arguments, said in (
        ((*hands, "--players", "1"), "There are 2 hands, and --players says 1"),
        ((*hands, "--players", "17"), "from 1 to 16, not 17"),
        (("good.png", "--players", "2"), "name them with --hand"),
    ):
        refused = run(*arguments)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert said in refused.stderr


def test_how_many_tiles_each_hand_has_is_told(run: Run) -> None:
    told = run("good.png", "--hand", "hand.png", "--hand", "none").stdout
    assert told.startswith("hand.png: a hand of 2 tiles.\ngood.png")
    assert "looks like" not in told


def test_a_table_that_was_given_as_a_hand_and_the_other_way_round(run: Run) -> None:
    table = "wrong.png: this looks like a table, not a hand; name it without --hand.\n"
    told = run("good.png", "--hand", "wrong.png")
    assert (told.exit_code, told.stdout.startswith(table)) == (0, True)
    as_json = run("good.png", "--hand", "wrong.png", "--json")
    assert as_json.stderr.startswith(table)
    assert json.loads(as_json.stdout)["looks_like_hand"] is False
    hand = run("hand.png").stdout.splitlines()
    assert hand[:2] == ["hand.png", "This looks like a hand, not a table; `pipwise score PHOTO` counts one."]
    assert json.loads(run("hand.png", "--json").stdout)["looks_like_hand"] is True
    assert "looks like" not in run("good.png").output + run("empty.png").output


def test_too_few_hands_do_not_show_what_is_missing(run: Run) -> None:
    result = run("good.png", "--hand", "hand.png")
    assert result.exit_code == 0
    assert result.stdout.rstrip().endswith("only with the hands of all players, one --hand for each.")
    assert "neither on the table nor in a hand" not in result.output
    assert "6-6 is there on the table and in a hand." in result.output  # that is wrong, whoever else holds what
    assert "hands of all players" not in run("good.png", "--hand", "hand.png", "--hand", "none").output
    as_json = run("good.png", "--hand", "hand.png", "--json")
    assert "MISSING_TILES" not in as_json.stdout
    assert len(as_json.stdout.splitlines()) == 1
    assert "hands of all players" in as_json.stderr


def test_the_engine_of_the_round(run: Run) -> None:
    assert "it should be 11-11" in run("good.png", "--engine", "11").output
    refused = run("good.png", "--engine", "13")
    assert refused.exit_code != 0
    assert "a double from 0 to 12, not 13" in refused.output


def test_rules_say_how_many_trains_may_fork(run: Run, tmp_path: Path) -> None:
    assert run("good.png", "--preset", "danish").exit_code == 0
    assert "no rules called" in run("good.png", "--preset", "nobody's").output
    (tmp_path / "house.toml").write_text('preset = "puremco"\nhighest = 15\n')
    assert json.loads(run("good.png", "--rules", "house.toml", "--json").output)["set"] == "double-15"


def test_pictures_are_drawn(run: Run, tmp_path: Path) -> None:
    assert run("good.png", "wrong.png", "--overlay", "seen").exit_code == 0
    assert sorted(path.name for path in (tmp_path / "seen").iterdir()) == ["good-table.jpg", "wrong-table.jpg"]
    picture = cv2.imread(str(tmp_path / "seen" / "wrong-table.jpg"))
    red = (picture[..., 2] > 180) & (picture[..., 1] < 90)
    assert red.sum() > 200
    assert run("good.png", "--overlay", "").exit_code != 0


def test_what_cannot_be_read_is_named_and_the_rest_is_told(run: Run) -> None:
    result = run("broken.png", "good.png")
    assert result.exit_code == 2
    assert "broken.png" in result.output
    assert "Engine 12-12" in result.output
    hand = run("good.png", "--hand", "broken.png")
    assert hand.exit_code == 2
    assert "photos of all hands can be read" in hand.output
    assert "Engine 12-12" not in hand.output
    assert "No tiles were found in empty.png" in run("good.png", "--hand", "empty.png").output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("good.png", "--merge"), "--merge puts several photos together; name at least two of one table."),
        (("good.png", "good.png", "--merge"), "good.png is there twice; each hand and each part of a table has"),
        (("good.png", "--hand", "./good.png"), "good.png is there as a table and as a hand; --hand takes a photo of"),
        (("good.png", "nowhere.png", "--merge"), "nowhere.png: There is no such file"),
        (("good.png", "--hand", "nowhere.png"), "nowhere.png: There is no such file"),
        (("good.png", "--hand", "."), ".: This is a folder"),
        (("good.png", "--hand", "hand.png", "--hand", "hand.png"), "hand.png is there twice; each hand"),
        (("good.png", "--engine", "13"), "The engine of a double-12 set is a double from 0 to 12, not 13."),
    ],
)
def test_what_no_photo_can_make_right_is_refused_before_one_is_read(
    run: Run, arguments: tuple[str, ...], said: str
) -> None:
    def no_reader() -> object:
        raise AssertionError("no photo has to be read for that")

    result = CliRunner().invoke(create_app(no_reader), ["audit", *arguments])  # type: ignore[arg-type]
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"pipwise: {said}")
    assert result.stderr.count("\n") == 1


def test_a_photo_without_a_table(run: Run) -> None:
    result = run("empty.png")
    assert result.exit_code == 0
    assert "No dominoes were found" in result.output
    assert "No engine, 0 trains, 0 tiles" in result.output


def test_photos_of_parts_are_put_together(seen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiles = seen.table()
    parts = {
        "left.png": seen.photo([*tiles[:3], *tiles[4:8]], size=(1000, 1000)),
        "right.png": seen.photo([*tiles[:4], tiles[8]], size=(1001, 1000)),
        "else.png": seen.photo([seen.lying(1, 2, (100, 100), 0)], size=(1002, 1000)),
    }
    for name, observation in parts.items():
        cv2.imwrite(str(tmp_path / name), np.full((1000, observation.image_size[0], 3), 90, np.uint8))
    (tmp_path / "broken.png").write_bytes(b"no picture")
    monkeypatch.chdir(tmp_path)
    app = create_app(lambda: KnowingReader({one.image_size[0]: one for one in parts.values()}))

    def merge(*names: str) -> Result:
        return CliRunner().invoke(app, ["audit", *names, "--merge", "--json"], env={"COLUMNS": "200"})

    report = json.loads(merge("left.png", "right.png").output)
    assert len(report["tiles"]) == 9
    assert [[12, 6], [6, 6], [6, 1]] in [train["tiles"] for train in report["trains"]]
    assert report["photo"] == "left.png"
    assert "name at least two" in merge("left.png").output
    assert "else.png" in merge("left.png", "else.png").output
    assert "all of them can be read" in merge("left.png", "broken.png").output


def test_small_tiles_that_are_not_sure_are_to_be_taken_closer(seen) -> None:
    far = [
        tile if number != 3 else seen.lying({6: 0.6, 5: 0.4}, {1: 0.6, 2: 0.4}, (686, 500), 180)
        for number, tile in enumerate(seen.table())
    ]
    small = [shrunk(tile, 0.5) for tile in far]
    table = see_table(seen.photo(small, size=(1000, 1000)), Known(PRESETS["puremco"]))
    (part,) = table_report("a.jpg", table)["closer"]
    assert part["text"] == "Take the upper part of the photo again from nearer: 1 tile there is small."
    left, top, right, bottom = part["rectangle"]
    assert left < 343 < right
    assert top < 250 < bottom
    assert table_report("a.jpg", see_table(seen.photo(seen.table()), Known(PRESETS["puremco"])))["closer"] == []
