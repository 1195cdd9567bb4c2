"""Files of games and rules as nobody should write them: one short sentence each, and never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from server.textfiles import MAX_BYTES

Run = Callable[..., Result]

GAME = (Path(__file__).parents[1] / "golden" / "danish.txt").read_text(encoding="utf-8")

LONGEST = 350
"""No sentence is longer, whatever the file holds."""


def one_short_sentence(result: Result) -> str:
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("pipwise: ")
    assert len(result.stderr.splitlines()) == 1
    assert len(result.stderr) < LONGEST
    return result.stderr


@pytest.mark.parametrize("part", range(1, 40))
def test_a_game_that_is_cut_off(run: Run, tmp_path: Path, part: int) -> None:
    file = tmp_path / "game.txt"
    file.write_text(GAME[: len(GAME) * part // 40], encoding="utf-8")
    assert "Line " in one_short_sentence(run("replay", file))


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("pipwise game", "a" * 1_000_000, "expected the line that says pipwise game, but found 'aaa"),
        ("rules danish", "rules dutch", "Line 2: expected one of the rules sixteen, danish, spanish, puremco"),
        ("rules danish", 'rules "', "Line 2: expected one of the rules"),
        (
            "rules danish",
            "rules danish\noption draws = 2",
            "Line 3: The rule for draws is 1, until playable or 0, not 2",
        ),
        ("rules danish", "rules danish\noption last_tile = silent", "Line 3: expected an option such as"),
        ("rules danish", "rules danish\noption hats = 1", "Line 3: There is no rule called 'hats'."),
        ("rules danish", "rules danish\noption draws = 0\noption draws = 1", "Line 4: expected another option"),
        ("rules danish", 'rules danish\noption deal = "4: 40"', "4 players with 40 tiles each need 161 tiles"),
        ("rules danish", f"rules danish\noption draws = 0x{'9' * 9000}", "so large a number"),
        ("rules danish", f"rules danish\noption draws = {'9' * 9000}", "Line 3: expected an option such as"),
        ("rules danish", f"rules danish\noption draws = {'[' * 9000}", "Line 3: expected an option such as"),
        ("players Ann, Bo, Cy, Di", "players Ann, Ann", "Line 3: expected a name of its own"),
        ("players Ann, Bo, Cy, Di", "players Ann, end", "Line 3: expected a name of up to 40 letters"),
        ("players Ann, Bo, Cy, Di", "players Ann", "Line 10: expected the boneyard, but found 'hand Bo: 1-8"),
        ("seed 178", f"seed {'9' * 30}", "Line 4: expected a whole number of up to 18 digits"),
        ("engine 12-12", "engine 13-13", "Line 6: The tile 12-12 is missing"),
        ("engine 12-12", "engine 12-19", "Line 7: expected a tile such as 6-12, but found '12-19'"),
        ("hand Ann: 0-0", "hand Ann: 13-13 0-0", "The tile 13-13 does not belong to a double-12 set"),
        ("hand Ann: 0-0", "hand Ann: 0-0 0-0", "The tile 0-0 is there 2 times, and the set has it once"),
        ("hand Bo:", "hand Flo:", "Line 10: expected the hand of Bo"),
        ("Ann: 8-12 on Ann", "Ann: 8-12 on Ned", "expected one of Ann, Bo, Cy, Di or Mexican, but found 'Ned'"),
        ("Ann: 8-12 on Ann", "Ann: 8-12 on Mexican 7", "There is no such train"),
        ("Ann: 8-12 on Ann", "Ann: 8-12 on Ann/9", "has no such end"),
        ("Ann: 8-12 on Ann", "Ann:", "expected a move such as 6-12 on Ann, draw or pass, but found nothing"),
        ("Ann: 8-12 on Ann", "Bo: 2-12 on Mexican", "expected a move of Ann, whose turn it is"),
        ("over: Bo went out", "over: Di went out", "expected Bo went out, but found 'Di went out'"),
        ("\nround 1", "\nround 2", "expected round 1, but found 'round 2'"),
    ],
    ids=range(27),
)
def test_a_game_with_something_wrong_in_it(run: Run, tmp_path: Path, old: str, new: str, part: str) -> None:
    assert old in GAME
    file = tmp_path / "game.txt"
    file.write_text(GAME.replace(old, new, 1), encoding="utf-8")
    assert part in one_short_sentence(run("replay", file))


def test_a_game_of_one(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("pipwise game\nrules danish\nplayers Ann\nround 1\nend\n", encoding="utf-8")
    assert "2 to 8 players, not to 1" in one_short_sentence(run("replay", file))


def test_ends_of_lines_tabs_and_a_byte_order_mark_are_no_matter(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    for text in (GAME.replace("\n", "\r\n"), GAME.replace(" ", "\t"), f"\ufeff{GAME}", GAME.replace(" ", "   ")):
        file.write_bytes(text.encode())
        assert run("replay", file).exit_code == 0
    file.write_bytes(GAME.encode("utf-16"))
    assert run("replay", file).exit_code == 0


@pytest.mark.parametrize("command", [["replay"], ["play", "--rules"], ["rules", "show"]], ids=" ".join)
def test_what_is_no_text_at_all(run: Run, tmp_path: Path, command: list[str]) -> None:
    folder, file = tmp_path / "folder.toml", tmp_path / "file.toml"
    folder.mkdir()
    assert "is a folder" in one_short_sentence(run(*command, folder))
    assert "is not there" in one_short_sentence(run(*command, file))
    for data in (b"\xff\xfe\x00", "Zoë".encode("latin-1"), bytes(range(256))):
        file.write_bytes(data)
        assert "not a text in UTF-8" in one_short_sentence(run(*command, file))
    file.write_bytes(b" " * (MAX_BYTES + 1))
    assert "too large" in one_short_sentence(run(*command, file))


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no file without an end here")
def test_a_file_without_an_end(run: Run) -> None:
    assert "too large" in one_short_sentence(run("replay", "/dev/zero"))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('preset = "danish', "not a TOML file"),
        ("draws = 1\ndraws = 0", "not a TOML file"),
        (f"draws = {'[' * 20_000}", "a number or brackets that no rule needs"),
        (f"draws = {'9' * 9000}", "a number or brackets that no rule needs"),
        (f"draws = 0x{'9' * 9000}", "not so large a number"),
        (f'draws = "{"9" * 9000}"', "The rule for draws is 1, until playable or 0, not '999"),
        (f"{'k' * 9000} = 1", "There is no rule called 'kkk"),
        (f'deal = "{"9" * 9000}"', "says nothing about a deal"),
        (f'preset = "{"d" * 9000}"', "There are no rules called 'ddd"),
        ("[draws]\nx = 1", "The rule for draws is"),
        ("draws = 1979-05-27", "The rule for draws is"),
        ('follow = "never"\ngoing_out_on_double = "must be covered"', "never obliges"),
        ('deal = "2: 99"', "2 players with 99 tiles each need 199 tiles; a double-12 has 91"),
        ('deal = "-2: 5"', "says nothing about a deal"),
    ],
    ids=range(14),
)
def test_rules_that_cannot_be(run: Run, tmp_path: Path, text: str, part: str) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(text, encoding="utf-8")
    for command in (["play", "--rules"], ["rules", "show"]):
        assert part in one_short_sentence(run(*command, file))


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--players", "0"], "not to 0"),
        (["--players", "9" * 30], "2 to 8 players, not to 999"),
        (["--seed", "9" * 30], "A seed has at most 18 digits"),
        (["--set", "double-7"], "no domino set"),
        (["--preset", ""], "There are no rules called ''"),
        (["--rules", "x.toml", "--preset", "danish"], "--rules goes without --preset"),
        (["--rules", "x.toml", "--set", "9"], "--rules goes without --set"),
    ],
)
def test_options_that_cannot_be(run: Run, arguments: list[str], part: str) -> None:
    assert part in one_short_sentence(run("play", *arguments))


def test_the_longest_seed_can_be_replayed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    played = run("play", "--players", "2", "--seed", "9" * 18, "--set", "6")
    file.write_text(played.stdout, encoding="utf-8")
    assert run("replay", file).exit_code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="shells there close no output")
def test_a_closed_output_is_one_sentence() -> None:
    root = Path(__file__).parents[2]
    program = f"{sys.executable} -c 'from server.start import main; main()' rules show danish >&-"
    ended = subprocess.run(program, shell=True, cwd=root, capture_output=True, text=True, timeout=120, check=False)
    assert (ended.returncode, ended.stderr) == (2, "pipwise: There is no output to write to.\n")
