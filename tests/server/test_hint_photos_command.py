"""`pipwise hint` with photos: what it prints, and what it refuses before and after it has read them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from datasets.tables import table
from server.cli import create_app
from tests.server.photographed import KnowingReader, hand_photo, unseen
from tests.server.table_views import observe
from vision.types import Observation

SEED = 24


Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `pipwise` in a folder with a photo of a table and photos of hands; the set is that of the table."""
    true = table(SEED)
    free = unseen(true)[5:12]
    shown = [({tile.low: 0.999}, {tile.high: 0.999}) for tile in free]
    shown[0] = ({free[0].low: 0.999}, {free[0].high: 0.9})
    photos = {
        "table.png": observe(true, np.random.default_rng(0))[0],
        "hand.png": hand_photo(shown, true.highest).observation,
        "empty.png": Observation((1200, 400), (), (), (), ("made-up 1",), ()),
    }
    reader = {}
    for width, (file, observation) in enumerate(photos.items(), 300):
        cv2.imwrite(str(tmp_path / file), np.full((200, width, 3), 90, np.uint8))
        reader[width] = observation
    (tmp_path / "broken.png").write_bytes(b"no picture")
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(
        create_app(lambda: KnowingReader(reader)),  # type: ignore[arg-type]
        ["hint", *arguments, "--set", f"double-{true.highest}", "--seconds", "0.01"],
    )


def test_the_command_advises_on_two_photos(run: Run, tmp_path: Path) -> None:
    result = run("--hand", "hand.png", "--table", "table.png", "--me", "1", "--overlay", "drawn")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Look at these tiles first")
    assert lines[1].startswith("  in the hand: ")
    assert any(line.startswith("Yours is train 1") for line in lines)
    assert "You hold " in result.stdout
    assert result.stdout.index("You hold ") < result.stdout.index("lead")
    told = json.loads(run("--hand", "hand.png", "--table", "table.png", "--me", "1", "--json").stdout)
    assert told["player"] == "you"
    assert len(told["look_at"]) == 1
    if told["moves"][0]["move"] not in ("draw", "pass"):
        assert set(told["place"]) == {"train", "on", "value", "at", "quad"}
        assert (tmp_path / "drawn" / "table-move.jpg").is_file()
    typed = run("--hand", " ".join(told["hand"]), "--table", "table.png", "--me", "1", "--json")
    assert json.loads(typed.stdout)["look_at"] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--players", "1"), "--players is a whole number from 2 to 16, not 1."),
        (("--players", "17"), "--players is a whole number from 2 to 16, not 17."),
        (("--players", "4", "--others", "3,3"), "--others takes one number, or one for each of the 3 others"),
        (("--others", "none"), "--others takes one number, or one for each of the others"),
        (("--others", "50,50"), "--others makes 100 tiles, but the set has 91 in all."),
        (("--others", "0,1,1"), "--others has a player with 0 tiles, who has gone out: the round is over"),
        (("--others", "91"), "--others makes 91 tiles, but the set has 91 in all."),
        (("--open", "0"), "--open takes the numbers of trains, from 1 to 16, or none."),
        (("--open", "2,17"), "--open takes the numbers of trains, from 1 to 16, or none."),
        (("--doubles", "six"), """--doubles takes tiles such as "6-1 2-2"; 'six' is none."""),
        (("--doubles", ""), "There is no tile in --doubles; name the open doubles"),
        (("--doubles", "6-6 6-1"), """--doubles takes doubles such as "7-7 9-9"; 1-6 is none."""),
        (("--doubles", "6-6 6-6"), "6-6 is there 2 times; these rules have each tile once."),
        (("--doubles", "13-13"), "13-13 is no tile of a double-12 set; name the right set with --set."),
        (("--me", "WRONG"), "'WRONG' is no side of the photo; say bottom, left, top or right, or a train's number"),
        (("--me", ""), "'' is no side of the photo; say bottom, left, top or right, or a train's number"),
        (("--me", "0"), "There is no train 0; trains go from 1 to at most 16, clockwise from the bottom."),
        (
            ("--me", "5", "--players", "4"),
            "There is no train 5; trains go from 1 to at most 4, clockwise from the bottom.",
        ),
        (("--open", "5", "--players", "4"), "--open takes the numbers of trains, from 1 to 4, or none."),
        ((), "table.png: There is no such file; look at its name, and at the folder that it is in."),
        (("--hand", "."), ".: This is a folder; name the photos in it, as in *.jpg."),
        (("--hand", "nix"), "nix is neither tiles nor a photo that is there; --hand takes both"),
        (("--hand", ""), "There is no tile in --hand; name yours"),
        (("--hand", "13-1"), "1-13 is no tile of a double-12 set; name the right set with --set."),
        (("--hand", "6-1 1-6"), "1-6 is there 2 times; these rules have each tile once."),
    ],
)
def test_what_no_photo_can_make_right_is_refused_before_one_is_read(arguments: tuple[str, ...], said: str) -> None:
    def no_reader() -> object:
        raise AssertionError("no photo has to be read for that")

    asked = ["hint", "--table", "table.png", "--hand", "6-1 2-2", *arguments]
    result = CliRunner().invoke(create_app(no_reader), asked)  # type: ignore[arg-type]
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"pipwise: {said}")
    assert result.stderr.count("\n") == 1


def test_the_command_refuses_in_one_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file.txt").write_text("pipwise table\n")
    photos = ("--hand", "hand.png", "--table", "table.png")
    for arguments, said in (
        (("--table", "table.png"), "add a photo of your tiles"),
        ((*photos, "file.txt"), "no FILE beside it"),
        (("file.txt", "--me", "top"), "--me goes with a photo"),
        ((), "There is nothing to advise on"),
        (("--hand", "empty.png", "--table", "table.png"), "No tiles were found"),
        (("--hand", "broken.png", "--table", "table.png"), "broken.png"),
        (("--hand", "hand.png", "--table", "broken.png"), "broken.png"),
        ((*photos, "--others", "many"), "--others takes numbers"),
        ((*photos, "--engine", "30"), "is a double from 0"),
        ((*photos, "--overlay", "hand.png"), "cannot be made a folder"),
    ):
        if not arguments or arguments[0] == "file.txt":
            result = CliRunner().invoke(create_app(lambda: None), ["hint", *arguments])  # type: ignore[arg-type,return-value]
        else:
            result = run(*arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert said in result.stderr
        assert result.stderr.count("\n") == 1
