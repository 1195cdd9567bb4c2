"""The command `pipwise train`: the best train through a hand that is typed in."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from typing import Annotated

import typer
from rich.console import Console

from engine.lines import Goal, Line, Lines, best_lines
from engine.notation import format_tiles, format_train
from engine.rules import Rules
from engine.tiles import DominoSet, Tile
from server.columns import columns, print_table
from server.complaints import one_sentence
from server.errors import RequestError
from server.rule_options import PresetOption, RulesOption, SetOption
from server.textfiles import chosen_rules
from server.typed_hands import check_hand
from server.words import counted

GOALS = {Goal.TILES: "most tiles", Goal.POINTS: "most points", Goal.LEFT: "fewest points left"}
"""What is looked for."""

MOST_SECONDS = 3600.0

Hand = Annotated[
    list[str] | None, typer.Argument(metavar="TILE", show_default=False, help="The tiles of the hand, as 6-1 6-6 1-4.")
]
Starts = Annotated[
    list[str] | None,
    typer.Option(
        "--start",
        metavar="N",
        show_default=False,
        help="The value of an open end, as 6; again for each end that it may start at.",
    ),
]
GoalName = Annotated[
    str, typer.Option("--goal", metavar="tiles|points|left", help=f"What to look for: {', '.join(GOALS.values())}.")
]
EndOnDouble = Annotated[
    bool | None,
    typer.Option(
        "--end-on-double/--no-end-on-double",
        show_default=False,
        help="May it end on a double? By default what the rules say of a long first train, else yes.",
    ),
]


def add_train_command(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command()
    def train(
        tiles: Hand = None,
        start: Starts = None,
        goal: GoalName = "tiles",
        domino_set: SetOption = None,
        preset_name: PresetOption = None,
        rules_file: RulesOption = None,
        end_on_double: EndOnDouble = None,
        runners_up: Annotated[
            int, typer.Option(metavar="N", help="How many of the next best trains to show, too.")
        ] = 0,
        seconds: Annotated[
            float, typer.Option(metavar="S", help="How many seconds to look for a better one at most.")
        ] = 10.0,
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    ) -> None:
        """Find the best train that can be laid from a hand, one tile after the other on the same end."""
        with one_sentence():
            if not 0 <= seconds <= MOST_SECONDS:
                raise RequestError(f"--seconds is a number from 0 to {MOST_SECONDS:g}, not {seconds:g}.")
            rules = chosen_rules(preset_name, rules_file, domino_set)
            hand, starts = _hand(tiles or [], rules), _starts(start or [], rules.domino_set)
            with Console(stderr=True).status("trying what can be laid"):
                found = best_lines(
                    hand,
                    starts,
                    _goal(goal),
                    rules.scoring,
                    may_end_on_double=_may_end_on_double(rules) if end_on_double is None else end_on_double,
                    runners_up=runners_up,
                    go_on=_until(seconds),
                )
        if as_json:
            typer.echo(json.dumps(lines_report(found)))
        else:
            show_lines(Console(), found)


def show_lines(console: Console, found: Lines) -> None:
    """Print what the best line is worth, then all lines as a table, best first."""
    best = found.best
    heading = f"From {best.start}, {GOALS[found.goal]}: {counted(len(best.placed), 'tile')}, "
    heading += f"{counted(best.points, 'point')}; {counted(best.points_left, 'point')} left"
    heading += f" on {counted(len(best.left), 'tile')}." if best.left else ", nothing stays."
    console.print(heading, style="bold", soft_wrap=True, highlight=False)
    if not all(line.proven for line in found.lines):
        console.print(_doubt(found), style="yellow", soft_wrap=True, highlight=False)
    several = len(found.lines) > 1
    names = (["from"] if several else []) + ["tiles", "points", "left", "train", "stays in the hand"]
    table = columns(names, ("tiles", "points", "left"))
    for line in found.lines:
        table.add_row(*([str(line.start)] if several else []), *_cells(line))
    print_table(console, table)


def lines_report(found: Lines) -> dict[str, object]:
    """Lines as what JSON can hold; a tile is its two values, that towards the start first."""
    return {
        "goal": str(found.goal),
        "limit": found.limit,
        "lines": [
            {
                "start": line.start,
                "placed": [[one.inner, one.outer] for one in line.placed],
                "left": [[tile.low, tile.high] for tile in line.left],
                "tiles": len(line.placed),
                "points": line.points,
                "points_left": line.points_left,
                "proven": line.proven,
            }
            for line in found.lines
        ],
    }


def _cells(line: Line) -> tuple[str, str, str, str, str]:
    numbers = str(len(line.placed)), str(line.points), str(line.points_left)
    return *numbers, format_train(line.placed), format_tiles(line.left)


def _doubt(found: Lines) -> str:
    if found.best.proven:
        return "The best one is proven; there was no time to prove the last of the others."
    bound = {
        Goal.TILES: f"lays more than {counted(found.limit, 'tile')}",
        Goal.POINTS: f"lays more than {counted(found.limit, 'point')}",
        Goal.LEFT: f"leaves less than {counted(found.limit, 'point')}",
    }
    return f"There was no time to prove that this is the best; certain is that no train {bound[found.goal]}."


def _may_end_on_double(rules: Rules) -> bool:
    """What the rules say of a long first train; laid tile by tile a train may always end on a double for a while."""
    return rules.first_turn == "one tile" or rules.long_train_may_end_on_double


def _until(seconds: float) -> Callable[[], bool]:
    """Whether there is time, asked again and again from now on."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() < end


def _hand(arguments: Sequence[str], rules: Rules) -> list[Tile]:
    tiles = [Tile.parse(word) for argument in arguments for word in argument.split()]
    if not tiles:
        raise RequestError("There is no tile; name those of the hand, as in pipwise train 6-6 6-1 --start 6.")
    check_hand(tiles, rules)
    return tiles


def _starts(texts: Sequence[str], domino_set: DominoSet) -> list[int]:
    if not texts:
        raise RequestError("A train needs a value to start from; name the open end, or several, as in --start 6.")
    highest = domino_set.highest
    for text in texts:
        if text not in map(str, range(highest + 1)):
            raise RequestError(f"A train of a {domino_set} set starts from 0 to {highest}, not from {text!r}.")
    return [int(text) for text in texts]


def _goal(text: str) -> Goal:
    if text not in list(Goal):
        raise RequestError(f"There is no goal {text!r}; choose tiles, points or left.")
    return Goal(text)
