"""`pipwise train`, without a process of its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from engine.presets import preset
from engine.rulesfile import write_rules
from engine.tiles import DominoSet
from server.cli import create_app
from vision.errors import WeightsError

Run = Callable[..., Result]

HAND = ["6-6", "6-1", "1-1", "1-4", "6-3"]


def no_reader() -> None:
    raise WeightsError("A train that is typed in needs no networks.")


@pytest.fixture
def run() -> Run:
    def run_command(*arguments: str | Path) -> Result:
        app = create_app(no_reader)  # type: ignore[arg-type]
        return CliRunner().invoke(app, ["train", *map(str, arguments)], env={"COLUMNS": "200"})

    return run_command


def read(result: Result) -> dict[str, Any]:
    assert (result.exit_code, result.stderr) == (0, "")
    return dict(json.loads(result.stdout))


def rules_file(folder: Path, **options: object) -> Path:
    file = folder / "rules.toml"
    file.write_text(write_rules(preset("danish").change(**options)), encoding="utf-8")
    return file


def test_the_best_train_is_told_in_order_with_what_stays(run: Run) -> None:
    result = run(*HAND, "--start", "6")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "From 6, most tiles: 4 tiles, 26 points; 9 points left on 1 tile." in result.stdout
    assert [line.split() for line in result.stdout.splitlines() if "6-6" in line] == [
        ["4", "26", "9", "6-6", "6-1", "1-1", "1-4", "3-6"]
    ]
    assert "prove" not in result.stdout


def test_a_hand_may_be_one_text_with_signs_of_other_kinds(run: Run) -> None:
    assert run("6|6 1:6  1-1 4/1", "6-3", "--start", "6").stdout == run(*HAND, "--start", "6").stdout


def test_json_holds_every_line(run: Run) -> None:
    told = read(run(*HAND, "--start", "6", "--goal", "left", "--runners-up", "5", "--json"))
    assert (told["goal"], told["limit"], len(told["lines"])) == ("left", 9, 2)
    best, other = told["lines"]
    assert best == {
        "start": 6, "placed": [[6, 6], [6, 1], [1, 1], [1, 4]], "left": [[3, 6]],
        "tiles": 4, "points": 26, "points_left": 9, "proven": True,
    }  # fmt: skip
    assert (other["placed"], other["points_left"]) == ([[6, 6], [6, 3]], 14)


def test_the_next_best_are_listed(run: Run) -> None:
    result = run(*HAND, "--start", "6", "--start", "4", "--runners-up", "3")
    rows = [line.split()[:2] for line in result.stdout.splitlines() if line.strip()[:1].isdigit()]
    assert rows == [["5", "35"]]  # from 4 all tiles go, and no other train has one more
    assert "nothing stays" in result.stdout
    result = run(*HAND, "--start", "1", "--runners-up", "3")
    rows = [line.split()[:2] for line in result.stdout.splitlines() if line.strip()[:1].isdigit()]
    assert rows == [["1", "4"], ["1", "2"]]


def test_points_and_the_last_double_follow_the_rules(run: Run, tmp_path: Path) -> None:
    hand = ["6-0 0-0 6-5", "--start", "6", "--goal", "points", "--json"]
    assert read(run(*hand))["lines"][0]["placed"] == [[6, 5]]
    dear = rules_file(tmp_path, double_blank=50)
    assert read(run(*hand, "--rules", dear))["lines"][0]["points"] == 56
    strict = rules_file(tmp_path, double_blank=50, first_turn="long train", long_train_may_end_on_double=False)
    assert read(run(*hand, "--rules", strict))["lines"][0]["placed"] == [[6, 5]]
    assert read(run(*hand, "--rules", strict, "--end-on-double"))["lines"][0]["points"] == 56
    assert read(run(*hand, "--rules", dear, "--no-end-on-double"))["lines"][0]["placed"] == [[6, 5]]
    one_tile = rules_file(tmp_path, double_blank=50, long_train_may_end_on_double=False)
    assert read(run(*hand, "--rules", one_tile))["lines"][0]["points"] == 56


@pytest.mark.parametrize("text", ["", "\n", "# nothing is changed\n\n   # nor here\n"])
def test_a_file_that_holds_no_rule_is_no_rules(run: Run, tmp_path: Path, text: str) -> None:
    """Whoever names a file means other rules than those that hold without it."""
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    result = run("6-1", "--start", "6", "--rules", file)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"pipwise: {file} holds no rule; `pipwise rules show puremco --toml` prints")
    file.write_text("# ours\ndraws = 0  # nobody draws\n", encoding="utf-8")
    assert run("6-1", "--start", "6", "--rules", file).exit_code == 0


def test_two_sets_have_each_tile_twice(run: Run, tmp_path: Path) -> None:
    file = rules_file(tmp_path, copies=2)
    assert read(run("6-1 6-1 1-1 1-1", "--start", "6", "--rules", file, "--json"))["lines"][0]["tiles"] == 4
    assert (
        "6-6 is there 3 times; these rules have no tile more than twice."
        in run("6-6 6-6 6-6", "--start", "6", "--rules", file).stderr
    )


def test_a_larger_set_has_larger_tiles(run: Run, tmp_path: Path) -> None:
    assert read(run("18-17", "--start", "18", "--set", "double-18", "--json"))["lines"][0]["points"] == 35
    file = rules_file(tmp_path, highest=15)
    assert read(run("15-14", "--start", "15", "--rules", file, "--json"))["lines"][0]["points"] == 29
    assert "--rules goes without --set" in run("15-14", "--start", "9", "--rules", file, "--set", "9").stderr


@pytest.mark.parametrize("seconds", ["nan", "inf", "-1", "1e9"])
def test_seconds_are_a_span_of_time(run: Run, seconds: str) -> None:
    result = run("1-2", "--start", "1", "--seconds", seconds)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--seconds is a number from 0 to 3600" in result.stderr


@pytest.mark.parametrize(("goal", "part"), [("tiles", "more than 2"), ("points", "more than"), ("left", "less than")])
def test_without_time_nothing_is_called_proven(run: Run, goal: str, part: str) -> None:
    hand = [str(tile) for tile in Random(1).sample(DominoSet(12).tiles(), 30)]
    result = run(*hand, "--start", "3", "--goal", goal, "--seconds", "0")
    assert result.exit_code == 0
    assert "no time to prove that this is the best" in result.stdout
    assert part in result.stdout
    told = read(run(*hand, "--start", "3", "--goal", goal, "--seconds", "0", "--json"))
    assert [line["proven"] for line in told["lines"]] == [False]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--start", "6"], "There is no tile; name those of the hand, as in pipwise train 6-6 6-1 --start 6."),
        (["6-1"], "A train needs a value to start from; name the open end, or several, as in --start 6."),
        (["6-1", "--start", "13"], "A train of a double-12 set starts from 0 to 12, not from '13'."),
        (["6-1", "--start", "six"], "A train of a double-12 set starts from 0 to 12, not from 'six'."),
        (["6-1", "--start", "9" * 5000], None),
        (["6-1", "hat", "--start", "6"], "'hat' is not a tile; write one as 6-12."),
        (["6-1", "--start", "6", "--goal", "luck"], "There is no goal 'luck'; choose tiles, points or left."),
        (["6-13", "--start", "6"], "6-13 is no tile of a double-12 set; name the right set with --set."),
        (["6-1", "1-6", "--start", "6"], "1-6 is there 2 times; these rules have each tile once."),
        (["6-1", "--start", "6", "--set", "7"], None),
        (["6-1", "--start", "6", "--preset", "dutch"], None),
        (
            ["6-1", "--start", "6", "--rules", "missing.toml"],
            "missing.toml is not there; look at its name, and at the folder that it is in.",
        ),
        (["6-1", "--start", "6", "--runners-up", "-1"], "There can be no -1 runners-up; ask for 0 or more."),
    ],
)  # fmt: skip
def test_a_mistake_is_one_sentence(run: Run, arguments: list[str], sentence: str | None) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1
    if sentence is not None:
        assert result.stderr == f"pipwise: {sentence}\n"
