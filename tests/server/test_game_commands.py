"""`pipwise rules`, `pipwise play` and `pipwise replay`, without a process of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from engine.deals import PLAYED_DEALS
from engine.presets import PRESETS, preset
from engine.rules import OPTIONS
from engine.rulesfile import format_value, read_rules
from engine.tiles import Tile
from engine.violations import Violation, ViolationCode
from server.rule_words import OPTION_WORDS, violation_text

Run = Callable[..., Result]


def test_rules_are_listed(run: Run) -> None:
    result = run("rules")
    assert result.exit_code == 0
    assert all(name in result.stdout for name in PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_a_sheet_shows_every_option(run: Run, name: str) -> None:
    result = run("rules", "show", name)
    assert result.exit_code == 0
    assert [option for option in ("deal", *OPTIONS) if OPTION_WORDS[option] not in result.stdout] == []
    assert "must play if able" in result.stdout


@pytest.mark.parametrize("name", PRESETS)
def test_a_game_that_is_played_can_be_replayed(run: Run, name: str, tmp_path: Path) -> None:
    played = run("play", "--preset", name, "--players", "3", "--seed", "7")
    assert played.exit_code == 0
    assert played.stdout == run("play", "--preset", name, "--players", "3", "--seed", "7").stdout
    file = tmp_path / "game.txt"
    file.write_text(played.stdout, encoding="utf-8")
    replayed = run("replay", file)
    assert (replayed.exit_code, replayed.stderr) == (0, "")
    assert "13 rounds, all by the rules." in replayed.stdout


def test_the_first_illegal_move_is_named_with_its_reason(run: Run, tmp_path: Path) -> None:
    lines = run("play", "--preset", "danish").stdout.splitlines()
    at = next(number for number, line in enumerate(lines) if ": draw" in line)
    name = lines[at].split(":")[0]
    file = tmp_path / "game.txt"
    file.write_text("\n".join([*lines[:at], f"{name}: pass", *lines[at + 1 :]]), encoding="utf-8")
    result = run("replay", file)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"pipwise: Line {at + 1}: {name} may not pass. A tile has to be drawn before passing.\n"


def test_rules_as_a_file_are_played_by(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(run("rules", "show", "danish", "--toml").stdout + "rounds = 1\ndraws = 0\n", encoding="utf-8")
    result = run("play", "--rules", file)
    assert result.exit_code == 0
    assert "option draws = 0" in result.stdout
    assert ": draw" not in result.stdout


@pytest.mark.parametrize("name", PRESETS)
def test_the_file_to_be_changed_names_every_option_and_each_of_its_values_can_be_written(run: Run, name: str) -> None:
    told = run("rules", "show", name, "--toml").stdout
    assert read_rules(told) == preset(name)
    (deal,) = [line for line in told.splitlines() if line.startswith("#deal = ")]
    for played in PLAYED_DEALS:
        assert f"#   {format_value(played)}" in told.splitlines()
        assert read_rules(told.replace(deal, f"deal = {format_value(played)}")).deal == played
    for option in ("deal", *OPTIONS):
        (line,) = [line for line in told.splitlines() if line.startswith(f"#{option} = ")]
        assert read_rules(told.replace(line, line[1:])) == preset(name)
        comment = told.splitlines()[told.splitlines().index(line) - 1]
        for value in OPTIONS.get(option, ()):
            assert format_value(value) in comment
            changed = told.replace(line, f"{option} = {format_value(value)}")
            if (option, value) == ("next_engine", "highest held"):
                changed = changed.replace("#engine_set_aside = true", "engine_set_aside = false")
            assert read_rules(changed).option(option) == value


def test_rules_of_ones_own_are_a_sheet_too(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    told = run("rules", "show", "danish", "--toml").stdout
    file.write_text(told.replace("#draws = 1", 'draws = "until playable"'), encoding="utf-8")
    sheet = run("rules", "show", file)
    assert (sheet.exit_code, sheet.stdout.splitlines()[0]) == (0, "The rules danish with 1 change.")
    (line,) = [line.split() for line in sheet.stdout.splitlines() if "tiles drawn when stuck" in line]
    assert line[-3:] == ["until", "playable", "changed"]
    assert [line.split()[-1] for line in sheet.stdout.splitlines() if "first turn  " in line] == ["danish"]
    assert run("rules", "show", file, "--toml").stdout == 'preset = "danish"\ndraws = "until playable"\n'


def test_a_set_has_the_same_name_everywhere(run: Run) -> None:
    told = [run("play", "--players", "2", "--set", name).stdout for name in ("double-6", "6")]
    assert told[0] == told[1]
    assert "option highest = 6" in told[0]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["play", "--players", "-3"], "not to -3"),
        (["play", "--players", "9"], "2 to 8 players, not to 9"),
        (["play", "--preset", "dutch"], "'dutch'"),
        (["play", "--set", "7"], "'7'"),
        (["play", "--seed", "-5"], "The seed is a whole number from 0, not -5."),
        (["rules", "show", "dutch"], "'dutch'"),
        (["rules", "show", __file__], "test_game_commands.py is no file of rules: the names of these end in .toml."),
        (["replay", "missing.txt"], "missing.txt is not there; look at its name"),
        (["replay", "."], ". is a folder; name a file in it."),
    ],
)
def test_a_mistake_is_one_sentence(run: Run, arguments: list[str], part: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert part in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00", b"", b"pipwise game\nrules danish\noption hats = 3\n", b"pipwise game"]
)
def test_a_file_that_is_no_game_is_one_sentence(run: Run, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "game.txt").write_bytes(data)
    result = run("replay", tmp_path / "game.txt")
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("sixteen", "nobody says a word"),
        ("danish", "nobody says a word"),
        ("spanish", "announced; forgetting it costs nothing"),
        ("puremco", "announced; forgetting it costs nothing"),
    ],
)
def test_a_sheet_says_whether_the_last_tile_is_announced(run: Run, name: str, words: str) -> None:
    lines = map(str.strip, run("rules", "show", name).stdout.splitlines())
    (line,) = [line for line in lines if line.startswith("last tile  ")]
    assert words in line
    assert line.endswith("its source") is (name in ("spanish", "puremco"))


def test_a_sheet_says_which_options_are_no_matter(run: Run) -> None:
    sheets = {name: run("rules", "show", name).stdout.splitlines() for name in ("sixteen", "danish")}
    told = {name: [line.strip() for line in lines if "no matter here" in line] for name, lines in sheets.items()}
    assert [line.split("  ")[0] for line in told["sixteen"]] == ["Mexican train open from"]
    assert [line.split("  ")[0] for line in told["danish"]] == ["a long first train may end on a double"]


@pytest.mark.parametrize("name", PRESETS)
def test_three_of_the_sources_say_that_who_can_play_must(run: Run, name: str) -> None:
    lines = map(str.strip, run("rules", "show", name).stdout.splitlines())
    (line,) = [line for line in lines if line.startswith("must play if able  ")]
    assert line.endswith("custom" if name == "sixteen" else "its source")


def test_forgetting_the_last_tile_is_written_down_and_replayed(run: Run, tmp_path: Path) -> None:
    golden = Path(__file__).parents[1] / "golden" / "last-tile-announce-or-draw.txt"
    assert "silently" in golden.read_text(encoding="utf-8")
    assert run("replay", golden).exit_code == 0
    file = tmp_path / "game.txt"
    file.write_text(golden.read_text(encoding="utf-8").replace("announce or draw", "silent"), encoding="utf-8")
    refused = run("replay", file)
    assert refused.exit_code == 2
    assert "cannot be laid silently: that is for the last tile but one" in refused.stderr


def test_every_violation_has_its_sentence() -> None:
    for code in ViolationCode:
        told = violation_text(Violation(code, Tile(3, 4), 2, 7), ["Ann", "Bo"])
        assert told.endswith(".")
        assert "None" not in told
        assert "train of Mexican" not in told
