"""Golden rounds: one for each preset, and one for each value of each house rule that differs from `spanish`.

`python tests/engine/test_golden.py` writes those that lack, each the shortest of many that show their rules at work.
A new one is read against the rules before it is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace as changed
from itertools import groupby, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.deals import parse_deal
from engine.errors import EngineError, MoveError
from engine.game import Game, Round
from engine.gametext import format_game, parse_game, replay
from engine.moves import DRAW, Move, Play
from engine.players import random_player
from engine.presets import PRESETS, preset
from engine.rules import OPTIONS, Rules
from engine.state import Position
from engine.turns import why_not
from engine.violations import ViolationCode

FOLDER = Path(__file__).resolve().parents[1] / "golden"
BASE = preset("spanish", 6)
"""A small set makes rounds that a person can follow."""

CONTEXT: dict[str, dict[str, Any]] = {
    "long_train_may_end_on_double": {"first_turn": "long train"},
    "open_doubles": {"copies": 2},
    "rounds": {"highest": 12, "deal": parse_deal("2: 6"), "draws": 0},
}
"""Other house rules without which one does not matter, or hardly ever, or only in a very long text."""

VALUES = {
    **{option: values for option, values in OPTIONS.items() if option != "highest"},
    "last_tile": ("announce or draw",),
    "deal": (parse_deal("2: 5, 3-4: 4"),),
}
"""Which values need a file: the sets have their own, and a word that nobody has to say changes nothing."""


def _cases() -> dict[str, tuple[Rules, Rules]]:
    """For each file the rules, and the same without the house rule."""
    cases = {}
    for option, values in VALUES.items():
        base = BASE.change(**CONTEXT.get(option, {}))
        for value in values:
            if value != base.option(option):
                told = "custom" if option == "deal" else value
                name = f"{option}-{told}".replace("_", "-").replace(" ", "-").lower()
                cases[name] = base.change(**{option: value}), base
    return cases


CASES = _cases()
SETS = {f"set-{highest}": preset("puremco", highest) for highest in (6, 9, 15, 18)}


def _play(rules: Rules, players: int, seed: int) -> Game:
    """Random play: all rounds where their number is given, three where it matters which engine comes next, else one."""
    game = Game.start(rules, ["Ann", "Bo", "Cy", "Di"][:players], seed)
    player = random_player(Random(seed))
    more = 3 if rules.next_engine != BASE.next_engine else 1
    for number in range(rules.round_count if rules.rounds != "all" else more):
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


def _is_game_of(text: str, rules: Rules) -> bool:
    """Whether the same deals, moves, ends and points make a game of these rules, too, over or not as in the text."""
    try:
        again = format_game(_dealt_by_seed(text, rules))
    except EngineError:
        return False
    return again[again.index("seed ") :] == text[text.index("seed ") :]


Step = tuple[Position, Move, Position]
"""A move between the positions before and after it."""


def _steps(round_: Round) -> list[Step]:
    again = Round.start(round_.rules, round_.deal)
    steps = []
    for move in round_.moves:
        then = again.play(move, checked=False)
        steps.append((again.position, move, then.position))
        again = then
    return steps


def _turns(round_: Round) -> Iterator[list[Step]]:
    return (list(steps) for _, steps in groupby(_steps(round_), key=lambda step: step[0].table.turns))


def _refuses_a_second_double(game: Game) -> bool:
    """Somebody has to draw although a double fits, for it would follow a double."""
    return any(
        move == DRAW and _code(before, Play(tile, train)) is ViolationCode.NO_SECOND_DOUBLE
        for before, move, _ in _steps(game.round)
        for tile in before.hands[before.table.turn]
        if tile.is_double
        for train in range(len(before.table.trains))
    )


def _code(before: Position, move: Move) -> ViolationCode | None:
    violation = why_not(before, move)
    return violation and violation.code


def _satisfies_two_in_order(game: Game) -> bool:
    """A turn begins with two open doubles, one could be satisfied out of order, and the first one is."""
    for before, move, after in _steps(game.round):
        opens = before.table.open_doubles
        if before.table.earlier > 1 and isinstance(move, Play) and opens[0] not in after.table.open_doubles:
            for tile in before.hands[before.table.turn]:
                if _code(before, Play(tile, opens[1].train)) is ViolationCode.ANOTHER_DOUBLE_FIRST:
                    return True
    return False


def _lays_a_third_tile(game: Game) -> bool:
    """Two doubles and a third tile in one turn; in the next, somebody lays on the double that is left open."""
    turns = list(_turns(game.round))
    return any(
        [isinstance(move, Play) and move.tile.is_double for _, move, _ in steps] == [True, True, False]
        and len(steps[-1][2].table.open_doubles) == 1
        and not following[-1][2].table.open_doubles
        for steps, following in pairwise(turns)
    )


def _begins_a_train_of_another(game: Game) -> bool:
    return any(
        isinstance(move, Play)
        and not before.table.trains[move.train].placed
        and before.table.trains[move.train].owner not in (None, before.table.turn)
        for before, move, _ in _steps(game.round)
    )


def _covers_a_double(tiles: int) -> Callable[[Game], bool]:
    return lambda game: any(
        one.is_double and count == tiles
        for train in game.round.position.table.trains
        for one, count in zip(train.placed, train.covers(), strict=True)
    )


def _begins_every_mexican_train(game: Game) -> bool:
    return all(train.placed for train in game.round.position.table.trains if train.owner is None)


def _keeps_the_mexican_train_closed_at_first(game: Game) -> bool:
    """In both first turns a tile would fit there, and somebody begins it later."""
    first = _steps(game.round)[:2]
    return _begins_every_mexican_train(game) and all(
        isinstance(move, Play) and _code(before, Play(move.tile, 2)) is ViolationCode.MEXICAN_TRAIN_NOT_OPEN
        for before, move, _ in first
    )


def _lays_long_trains_and_goes_on(game: Game) -> bool:
    """Both lay three tiles or more in the first turn, one of them a double that is no last link; then come others."""
    turns = list(_turns(game.round))
    first = [[move.tile for _, move, _ in steps if isinstance(move, Play)] for steps in turns[:2]]
    links = any(tile.is_double for tiles in first for tile in tiles[:-1])
    return min(map(len, first)) >= 3 and links and len(turns) >= 6


def _draws_for_the_engine(game: Game) -> bool:
    """Nobody holds it, both draw, and it comes to the one who did not draw first."""
    deal = game.round.deal
    return deal.engine in deal.boneyard[1:] and _steps(game.round)[0][0].table.turn != deal.starter


def _goes_on_until_the_last_double_is_covered(game: Game) -> bool:
    """Somebody lays the last tile, a double, is not out yet, and is when a tile lies on it."""
    steps = _steps(game.round)
    last = steps[-1][2]
    waiting = {before.table.turn for before, _, after in steps if 0 in after.table.hand_sizes and not after.outcome}
    return last.outcome is not None and last.outcome.winner in waiting and not last.table.open_doubles


def _is_over_after(rounds: int) -> Callable[[Game], bool]:
    """So many rounds make the game; in each a tile is laid, and not all are blocked."""
    return lambda game: (
        game.is_over
        and len(game.rounds) == rounds
        and all(any(isinstance(move, Play) for move in round_.moves) for round_ in game.rounds)
        and any(min(round_.position.table.hand_sizes) == 0 for round_ in game.rounds)
    )


SHOWN: dict[str, Callable[[Game], bool]] = {
    "danish": _refuses_a_second_double,
    "spanish": _satisfies_two_in_order,
    "puremco": lambda game: _lays_a_third_tile(game) and _begins_a_train_of_another(game),
    "branches-2": _covers_a_double(2),
    "branches-3": _covers_a_double(3),
    "copies-2": lambda game: max(Counter(game.round.position.table.tiles()).values()) == 2,
    "engine-set-aside-false": _draws_for_the_engine,
    "first-turn-long-train": _lays_long_trains_and_goes_on,
    "going-out-on-double-must-be-covered": _goes_on_until_the_last_double_is_covered,
    "last-tile-announce-or-draw": lambda game: any(isinstance(move, Play) and move.silent for move in game.round.moves),
    "mark-unstarted-true": _begins_a_train_of_another,
    "mexican-train-from-after-first-turns": _keeps_the_mexican_train_closed_at_first,
    "mexican-trains-2": _begins_every_mexican_train,
    "mexican-trains-3": _begins_every_mexican_train,
    "mexican-trains-4": _begins_every_mexican_train,
    "next-engine-highest-held": lambda game: len({round_.position.table.engine for round_ in game.rounds}) > 1,
    "next-engine-random": lambda game: len({round_.deal.engine for round_ in game.rounds}) == len(game.rounds),
    "second-double-with-a-third-tile": _lays_a_third_tile,
    **{f"rounds-{count}": _is_over_after(count) for count in (1, 4, 7, 10)},
}
"""What a file must contain to show its rules at work, beyond what those without the house rule could not contain."""

CHOICE_ONLY = "mexican-train-from-after-first-turns"
"""It takes a choice away and forces nothing: whatever fits on a Mexican train then fits on the own one, too."""


def _text(name: str) -> str:
    path = FOLDER / f"{name}.txt"
    assert path.is_file(), f"there is no golden round tests/golden/{path.name}"
    return path.read_text(encoding="utf-8")


ALL: dict[str, Rules] = {**PRESETS, **SETS, **{name: rules for name, (rules, _) in CASES.items()}}


@pytest.mark.parametrize("name", ALL)
def test_a_golden_round_is_what_the_rules_say(name: str) -> None:
    text = _text(name)
    game, fault = replay(parse_game(text))
    assert fault is None
    assert game.round.is_over
    assert format_game(game) == text
    assert game.rules == ALL[name]


@pytest.mark.parametrize("name", ALL)
def test_its_seed_deals_it(name: str) -> None:
    text = _text(name)
    assert format_game(_dealt_by_seed(text, ALL[name])) == text


@pytest.mark.parametrize("name", CASES)
def test_without_its_house_rule_it_could_not_be(name: str) -> None:
    assert _is_game_of(_text(name), CASES[name][1]) is (name == CHOICE_ONLY)


@pytest.mark.parametrize("name", SHOWN)
def test_it_shows_its_rules_at_work(name: str) -> None:
    assert SHOWN[name](_dealt_by_seed(_text(name), ALL[name]))


def test_no_golden_round_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(ALL)
    assert set(SHOWN) <= set(ALL)


def _shows(name: str, game: Game) -> bool:
    if name in SHOWN and not SHOWN[name](game):
        return False
    return name not in CASES or name == CHOICE_ONLY or not _is_game_of(format_game(game), CASES[name][1])


def _write(name: str, rules: Rules, tries: int) -> None:
    players = 2 if name in CASES else 4 if rules.highest < 15 else 3
    games = (_play(rules, players, seed) for seed in range(1, tries + 1))
    best = min(
        (format_game(game) for game in games if _shows(name, game)), key=lambda text: text.count("\n"), default=""
    )
    if not best:
        raise SystemExit(f"{name}: none of {tries} games shows it")
    (FOLDER / f"{name}.txt").write_text(best, encoding="utf-8")


if __name__ == "__main__":
    for name, rules in ALL.items():
        if not (FOLDER / f"{name}.txt").exists():
            _write(name, rules, 400 if name in CASES or name in SHOWN else 5)
