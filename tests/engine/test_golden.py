"""Golden rounds: one for each preset, and one for each value of each house rule that differs from `spanish`.

`python tests/engine/test_golden.py` writes those that lack, each the shortest of many in which the house rule matters.
A new one is read against the rules before it is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace as changed
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.errors import EngineError, MoveError
from engine.game import Game, Round
from engine.gametext import format_game, parse_game, replay
from engine.players import random_player
from engine.presets import PRESETS, preset
from engine.rules import OPTIONS, Rules

FOLDER = Path(__file__).resolve().parents[1] / "golden"
BASE = preset("spanish", 6)
"""A small set makes rounds that a person can follow."""

CONTEXT: dict[str, dict[str, Any]] = {
    "long_train_may_end_on_double": {"first_turn": "long train"},
    "open_doubles": {"copies": 2},
}
"""Other house rules without which one does not matter, or hardly ever."""

NO_MATTER = ("rounds", "highest", "last_tile: silent")
"""How many rounds there are, and from which set, is no matter of a move; nor is a word that nobody has to say."""


def _cases() -> dict[str, tuple[Rules, Rules]]:
    """For each file the rules, and the same without the house rule."""
    cases = {}
    for option, values in OPTIONS.items():
        base = BASE.change(**CONTEXT.get(option, {}))
        for value in values:
            if value != base.option(option) and option not in NO_MATTER and f"{option}: {value}" not in NO_MATTER:
                cases[f"{option}-{value}".replace("_", "-").replace(" ", "-").lower()] = (
                    base.change(**{option: value}),
                    base,
                )
    return cases


CASES = _cases()
SETS = {f"set-{highest}": preset("puremco", highest) for highest in (6, 9, 15, 18)}


def _play(rules: Rules, players: int, seed: int) -> Game:
    """Rounds of random play: three where it matters which engine comes next, else one."""
    game = Game.start(rules, ["Ann", "Bo", "Cy", "Di"][:players], seed)
    player = random_player(Random(seed))
    for number in range(3 if rules.next_engine != BASE.next_engine else 1):
        game = game.next_round() if number else game
        while not game.round.is_over:
            game = game.play(player(game.round.position.view()))
    return game


def _dealt_by_seed(text: str, rules: Rules) -> Game:
    """The moves of a text as a game of these rules, each round dealt by its seed; raises EngineError."""
    written = parse_game(text)
    rounds = tuple(changed(round_, deal=None) for round_ in written.rounds)
    game, fault = replay(changed(written, rules=rules, rounds=rounds))
    if fault is not None:
        raise MoveError(fault.violation)
    return game


def _same(text: str, one: Rules, other: Rules) -> bool:
    """Whether a text is a game of both rules, in which the players had the same choice all the time."""
    try:
        games = [_dealt_by_seed(text, rules) for rules in (one, other)]
    except EngineError:
        return False
    for first, second in zip(games[0].rounds, games[1].rounds, strict=True):
        a, b = (Round.start(round_.rules, round_.deal) for round_ in (first, second))
        for move in first.moves:
            if a.legal_moves() != b.legal_moves():
                return False
            a, b = a.play(move, checked=False), b.play(move, checked=False)
        if (a.is_over, a.points()) != (b.is_over, b.points()):
            return False
    return True


@pytest.mark.parametrize("name", [*PRESETS, *SETS, *CASES])
def test_a_golden_round_is_what_the_rules_say(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    assert path.is_file(), f"there is no golden round tests/golden/{path.name}"
    text = path.read_text(encoding="utf-8")
    game, fault = replay(parse_game(text))
    assert fault is None
    assert game.round.is_over
    assert format_game(game) == text
    assert game.rules == (PRESETS[name] if name in PRESETS else SETS[name] if name in SETS else CASES[name][0])


@pytest.mark.parametrize("name", [*PRESETS, *SETS, *CASES])
def test_its_seed_deals_it(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert format_game(_dealt_by_seed(text, (PRESETS | SETS | _own())[name])) == text


@pytest.mark.parametrize("name", CASES)
def test_its_house_rule_matters(name: str) -> None:
    assert not _same((FOLDER / f"{name}.txt").read_text(encoding="utf-8"), *CASES[name])


def test_no_golden_round_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {*PRESETS, *SETS, *CASES}


def _own() -> dict[str, Rules]:
    return {name: rules for name, (rules, _) in CASES.items()}


def _matters(name: str, text: str) -> bool:
    """Whether the house rule makes a difference in a text; of one that punishes, someone has to be punished."""
    return not _same(text, *CASES[name]) and ("silently" in text or "last-tile" not in name)


def _write(name: str, make: Callable[[int], Game], matters: Callable[[str], bool], tries: int) -> None:
    texts = [format_game(make(seed)) for seed in range(1, tries + 1)]
    best = min((text for text in texts if matters(text)), key=lambda text: text.count("\n"), default=None)
    if best is None:
        raise SystemExit(f"{name}: it never matters")
    (FOLDER / f"{name}.txt").write_text(best, encoding="utf-8")


if __name__ == "__main__":
    for name, rules in (PRESETS | SETS | _own()).items():
        if (FOLDER / f"{name}.txt").exists():
            continue
        if name in CASES:
            _write(name, lambda seed: _play(rules, 2, seed), lambda text: _matters(name, text), 150)  # noqa: B023
        else:
            _write(name, lambda seed: _play(rules, 4 if rules.highest < 15 else 3, seed), bool, 5)  # noqa: B023
