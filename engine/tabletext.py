"""The text of a table, possible or not, with everything that everybody sees; parsing and formatting are inverse.

pipwise table
rules danish
players Ann, Bo
engine 12-12
train Ann: 12-6 6-6
train Bo, marked:
train Mexican: 12-1
open: Ann 2
turn Bo
hands: Ann 9, Bo 12
boneyard 60
progress: earlier 1, turns 7, laid 0, drew 0, idle 0, drawn 0
end
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import NotationError
from engine.notation import format_train, parse_tile, parse_train, parse_train_name, train_name
from engine.rules import Rules
from engine.state import OpenDouble, TableState, Train
from engine.textlines import (
    Lines,
    format_counts,
    format_rules,
    parse_count,
    parse_counts,
    parse_players,
    parse_rules,
)
from engine.tiles import Tile

_PROGRESS = ("earlier", "turns", "laid", "drew", "idle", "drawn")


def format_table(table: TableState, players: Sequence[str]) -> str:
    """The text of a table of these players."""
    lines = ["pipwise table", format_rules(table.rules).rstrip(), f"players {', '.join(players)}"]
    lines.append(f"engine {table.engine or 'none'}")
    for number, train in enumerate(table.trains):
        marked = ", marked" if train.is_open else ""
        lines.append(f"train {train_name(number, players)}{marked}: {format_train(train.placed)}".rstrip())
    if table.open_doubles:
        opens = [f"{train_name(one.train, players)} {one.position + 1}" for one in table.open_doubles]
        lines.append(f"open: {', '.join(opens)}")
    lines += [f"turn {players[table.turn]}", f"hands: {format_counts(table.hand_sizes, players)}"]
    progress = format_counts([getattr(table, name) for name in _PROGRESS], _PROGRESS)
    return "\n".join([*lines, f"boneyard {table.boneyard}", f"progress: {progress}", "end"]) + "\n"


def parse_table(text: str) -> tuple[TableState, tuple[str, ...]]:
    """The table and the players that a text describes.

    Raises:
        NotationError: with the line, what came and what was expected.
        RulesError: for rules that cannot be.
    """
    lines = Lines(text)
    lines.take("pipwise table", "the line that says pipwise table")
    rules = parse_rules(lines)
    players = lines.read("players ", "the players, such as players Ann, Bo", parse_players)
    engine = lines.read("engine ", "an engine such as engine 12-12", _tile_or_none)
    trains: list[Train] = []
    while len(trains) < len(players) or lines.next.startswith("train "):
        number = len(trains)
        name = train_name(number, players)
        owner = number if number < len(players) else None
        is_open = lines.next.startswith(f"train {name}, marked:")
        start = f"train {name}, marked:" if is_open else f"train {name}:"
        trains.append(Train(owner, lines.read(start, f"the train of {name}", parse_train), is_open))
    opens: tuple[OpenDouble, ...] = ()
    if lines.next.startswith("open:"):
        opens = lines.read("open:", "open doubles", lambda rest: _parse_opens(rest, players, trains, rules))
    turn = lines.read("turn ", "whose turn it is", lambda name: _seat(name, players))
    sizes = lines.read("hands:", "the sizes of the hands", lambda rest: parse_counts(rest, players))
    boneyard = lines.read("boneyard ", "the size of the boneyard", parse_count)
    progress = lines.read("progress:", "the progress of the turn", lambda rest: _parse_progress(rest, len(opens)))
    lines.finish()
    return TableState(rules, engine, tuple(trains), turn, sizes, boneyard, opens, *progress), players


def _tile_or_none(word: str) -> Tile | None:
    return None if word == "none" else parse_tile(word)


def _seat(name: str, players: Sequence[str]) -> int:
    if name not in players:
        raise NotationError(name, f"one of {', '.join(players)}")
    return players.index(name)


def _parse_progress(text: str, opens: int) -> tuple[int, ...]:
    progress = parse_counts(text, _PROGRESS)
    if progress[0] > opens:
        raise NotationError(f"earlier {progress[0]}", f"earlier of at most {opens}, as so many doubles are open")
    return progress


def _parse_opens(text: str, players: Sequence[str], trains: Sequence[Train], rules: Rules) -> tuple[OpenDouble, ...]:
    opens: list[OpenDouble] = []
    for part in text.split(","):
        name, _, position = part.strip().rpartition(" ")
        train, index = parse_train_name(name.strip(), players), parse_count(position) - 1
        if train >= len(trains) or not 0 <= index < len(trains[train].placed):
            raise NotationError(part.strip(), "a train and the number of one of its tiles")
        placed = trains[train].placed[index]
        told = f"{part.strip()}, which is {placed.inner}-{placed.outer}"
        if not placed.is_double or trains[train].covers()[index] >= rules.branches:
            raise NotationError(told, "a double that is not covered")
        if rules.follow == "never":
            raise NotationError(told, "no open double, as by these rules none has to be covered")
        if OpenDouble(train, index) in opens:
            raise NotationError(f"{told}, a second time", "each open double once")
        opens.append(OpenDouble(train, index))
    return tuple(opens)
