"""`pipwise hint` and `pipwise arena`: tables, JSON, and one sentence for everything that cannot be."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from rich.status import Status
from typer.testing import CliRunner

from engine.game import Game
from engine.gametext import format_game
from engine.notation import format_tiles
from engine.players import heaviest
from engine.presets import PRESETS
from engine.reasons import ReasonCode
from engine.tabletext import format_table
from server.cli import create_app
from server.hint_command import GETTING_READY
from server.reason_words import SENTENCES


def refuse() -> object:
    raise AssertionError("no photo is read here")


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(create_app(refuse), list(arguments))  # type: ignore[arg-type]
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def game() -> Game:
    game = Game.start(PRESETS["danish"], ("Ann", "Bo", "Cy"), 5)
    for _ in range(20):
        game = game.play(heaviest(game.round.position.view()))
    while len(game.round.legal_moves()) < 3:
        game = game.play(heaviest(game.round.position.view()))
    return game


def test_a_game_up_to_a_turn(tmp_path: Path, game: Game) -> None:
    file = tmp_path / "game.txt"
    file.write_text(format_game(game))
    code, out, err = run("hint", str(file), "--seconds", "0.05")
    assert (code, err) == (0, "")
    position = game.round.position
    assert out.startswith(f"{game.players[position.table.turn]} holds ")
    code, out, _ = run("hint", str(file), "--seconds", "0.05", "--json")
    told = json.loads(out)
    assert told["player"] == game.players[position.table.turn]
    assert sorted(told["hand"]) == sorted(map(str, position.view().hand))
    assert len(told["moves"]) == len(game.round.legal_moves())
    first = told["moves"][0]
    assert first["lead"] == pytest.approx(first["others_points"] - first["my_points"], abs=0.011)
    assert all(reason["text"] for move in told["moves"] for reason in move["reasons"])


def test_a_table_with_a_hand(tmp_path: Path, game: Game) -> None:
    position = game.round.position
    file = tmp_path / "table.txt"
    file.write_text(format_table(position.table, game.players))
    hand = format_tiles(position.view().hand)
    laid = position.table.trains[1].placed[0]
    code, out, _ = run("hint", str(file), "--hand", hand, "--seconds", "0.02", "--json")
    assert (code, len(json.loads(out)["moves"])) == (0, len(game.round.legal_moves()))
    for arguments, said in (
        ((), "add your tiles with --hand"),
        (("--hand", "1-2"), "The hand has 1 tile, and the table says"),
        (("--hand", ""), "There is no tile in --hand; name yours"),
        (("--hand", "  "), "There is no tile in --hand; name yours"),
        (("--hand", "1-2 x"), """--hand takes tiles such as "6-1 2-2"; 'x' is none."""),
        (("--hand", str(position.table.engine)), "lies on the table as the engine"),
        (("--hand", str(laid.tile)), f"{laid.tile} is in --hand and lies on the train of Bo;"),
        (("--hand", "1-2", "--doubles", "2-2"), "--doubles goes with a photo of the table"),
        (("--hand", hand, "--seconds", "0"), "more than 0"),
        (("--hand", hand, "--seconds", "nan"), "more than 0"),
        (("--hand", hand, "--seed", "-1"), "from 0"),
    ):
        code, out, err = run("hint", str(file), *arguments)
        assert (code, out) == (2, "")
        assert said in err
        assert err.count("\n") == 1


def test_getting_ready_is_said_while_it_takes_its_time(
    tmp_path: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Play-outs are compiled before a move is tried, and only for what can be advised on."""
    done = []
    monkeypatch.setattr("engine.hints.warm_up", lambda: done.append("warm up"))
    monkeypatch.setattr(Status, "update", lambda self, status: done.append(status))
    file = _written(tmp_path, game)
    assert run("hint", str(file), "--seconds", "0.02")[0] == 0
    assert done == [GETTING_READY, "warm up", "playing it out many times"]
    table = tmp_path / "table.txt"
    table.write_text(format_table(game.round.position.table, game.players))
    done.clear()
    code, _, err = run("hint", str(table), "--hand", "1-2")
    assert (code, done) == (2, [])
    assert "count them again" in err
    monkeypatch.setattr("engine.hints.warm_up", lambda: done.append("warm up"))
    assert run("arena", "hint:0.01", "longest", "--preset", "danish", "--games", "0")[0] == 2
    assert done == []


def test_a_share_is_shown_with_how_sure_it_is(tmp_path: Path, game: Game) -> None:
    file = _written(tmp_path, game)
    told = json.loads(run("hint", str(file), "--seconds", "0.02", "--json")[1])
    for move in told["moves"]:
        low, high = move["out_first_range"]
        assert 0 <= low <= move["out_first"] <= high <= 1
        assert high - low > 0.0
    assert "95 times in a hundred" in run("hint", str(file), "--seconds", "0.02")[1]


def test_tables_that_cannot_be_are_not_advised_on(tmp_path: Path, game: Game) -> None:
    position = game.round.position
    hand, text = format_tiles(position.view().hand), format_table(position.table, game.players)
    engine = str(position.table.engine)
    for old, new, said in (
        (f"engine {engine}", "engine 3-4", "engine"),
        ("drawn 0", "drawn 50", "more tiles were drawn"),
    ):
        assert old in text
        file = tmp_path / "table.txt"
        file.write_text(text.replace(old, new, 1))
        code, out, err = run("hint", str(file), "--hand", hand)
        assert (code, out) == (2, "")
        assert "This table cannot be" in err
        assert said in err


def test_a_game_prints_its_table(tmp_path: Path, game: Game) -> None:
    code, out, _ = run("replay", str(_written(tmp_path, game)), "--table")
    assert (code, out) == (0, format_table(game.round.position.table, game.players))


def test_files_that_cannot_be_asked_about(tmp_path: Path, game: Game) -> None:
    over = game
    while not over.round.is_over:
        over = over.play(heaviest(over.round.position.view()))
    for text, said in (
        ("", "neither a game nor a table"),
        ("pipwise rules\n", "neither a game nor a table"),
        ("pipwise table\n", "Line 2"),
        (format_game(over), "is over"),
        (format_game(game).replace("Ann: ", "Ann: 0-0 on Ann\nAnn: ", 1), "Line"),
    ):
        file = tmp_path / "file.txt"
        file.write_text(text)
        code, out, err = run("hint", str(file), *(["--hand", "1-2"] if text.startswith("pipwise table") else []))
        assert (code, out) == (2, "")
        assert said in err
    (tmp_path / "file.txt").write_text(
        re.sub(r"^(Ann|Bo|Cy): \d+-\d+ on \w+$", r"\1: 0-0 on \1", format_game(game), count=1, flags=re.MULTILINE)
    )
    code, out, err = run("hint", str(tmp_path / "file.txt"))
    assert (code, out) == (2, "")
    assert " may not lay 0-0 on " in err
    assert "replay" not in err  # it is said here
    assert "hand.jpg is a photo; photos go with --hand" in run("hint", "hand.jpg")[2]
    assert "leave out --hand" in run("hint", str(_written(tmp_path, game)), "--hand", "1-2")[2]
    assert run("hint", str(tmp_path / "none.txt"))[0] == 2


def _written(folder: Path, game: Game) -> Path:
    file = folder / "game.txt"
    file.write_text(format_game(game))
    return file


def test_every_reason_has_words() -> None:
    assert set(SENTENCES) == set(ReasonCode)


def test_a_small_contest() -> None:
    code, out, err = run("arena", "heaviest", "random", "--preset", "danish", "--games", "2", "--json")
    told = json.loads(out)
    assert (code, told["games"], err) == (0, 4, "")
    assert [player["player"] for player in told["players"]] == ["heaviest", "random"]
    assert sum(player["wins"]["mean"] for player in told["players"]) == pytest.approx(1)
    code, out, _ = run("arena", "heaviest", "random", "--preset", "danish", "--games", "2")
    assert "4 games" in out


def test_two_games_that_went_alike_are_no_certainty() -> None:
    contest = ("arena", "longest", "random", "--games", "2")
    code, out, _ = run(*contest, "--json")
    best, other = (player["wins"] for player in json.loads(out)["players"])
    assert (code, best["mean"], other["mean"]) == (0, 1, 0)
    assert best["reach"] == other["reach"] == pytest.approx(1 - 0.05**0.5, abs=1e-5)
    assert "100.0% ± 77.6" in run(*contest)[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("longest", "nobody"), "no player called 'nobody'"),
        (("longest", "hint:0"), "number of seconds"),
        (("longest",), "deal to"),
        (("longest", "random", "--games", "0"), "from 1 to 10000"),
        (("longest", "random", "--games", "99999999999"), "from 1 to 10000"),
        (("longest", "random", "--jobs", "0"), "from 1 to 64"),
        (("longest", "random", "--seed", "-3"), "from 0"),
        (("longest", "random", "--preset", "none"), "none"),
        (tuple("heaviest" for _ in range(40)), "deal to"),
    ],
)
def test_contests_that_cannot_be_held(arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run("arena", *arguments)
    assert (code, out) == (2, "")
    assert said in err
