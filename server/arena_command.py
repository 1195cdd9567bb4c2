"""The command `pipwise arena`: players against each other over whole games."""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from engine.rules import Rules
from server.columns import columns, print_table
from server.complaints import one_sentence
from server.errors import RequestError
from server.hint_command import GETTING_READY
from server.rule_options import PresetOption, RulesOption, SetOption
from server.side_by_side import side_by_side
from server.textfiles import chosen_rules

if TYPE_CHECKING:
    from engine.arena import Interval, Played, Standing

MOST_SEATINGS = 720
"""Ways to sit that one game is played in; more would take for ever."""


def add_arena_command(app: typer.Typer) -> None:
    """Add the command to the command line."""

    @app.command()
    def arena(
        players: Annotated[
            list[str],
            typer.Argument(
                metavar="PLAYER",
                show_default=False,
                help="Who plays, one for each seat: random, heaviest, longest, follow-ups, hint:SECONDS, or "
                "seeing:SECONDS with all hands open; as longest hint:0.2.",
            ),
        ],
        preset_name: PresetOption = None,
        rules_file: RulesOption = None,
        domino_set: SetOption = None,
        games: Annotated[
            int, typer.Option(metavar="N", help="How many games, each played once for every way to sit.")
        ] = 10,
        seed: Annotated[
            int, typer.Option(metavar="N", help="A whole number that decides the deals: the same one, the same games.")
        ] = 1,
        jobs: Annotated[
            int,
            typer.Option(metavar="N", help="How many processes play at the same time; one for each core is quickest."),
        ] = 1,
        as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    ) -> None:
        """Let players play whole games against each other, each game once for every way they can sit."""
        with one_sentence():
            from engine.arena import standings

            rules = chosen_rules(preset_name, rules_file, domino_set)
            _check(rules, players, games, seed, jobs)
            _get_ready(players)
            with closing(_groups(rules, players, games, seed, jobs)) as played:
                groups = list(_tracked(played, games))
            result = standings(groups, players)
        if as_json:
            typer.echo(json.dumps(_as_json(result)))
        else:
            _show(result)


def _check(rules: Rules, players: Sequence[str], games: int, seed: int, jobs: int) -> None:
    from engine.arena import seatings
    from engine.entrants import entrant

    for name in players:
        entrant(name)
    rules.tiles_each(len(players))
    if len(seatings(players)) > MOST_SEATINGS:
        raise RequestError(f"{len(players)} players that differ can sit in too many ways; let some of them be alike.")
    for what, number, least, most in (("games", games, 1, 10_000), ("seed", seed, 0, 10**12), ("jobs", jobs, 1, 64)):
        if not least <= number <= most:
            raise RequestError(f"--{what} is a whole number from {least} to {most}, not {number}.")


def _get_ready(players: Sequence[str]) -> None:
    """Compile play-outs, or load them, where players think: once, before games are counted and others need them."""
    if _think(players):
        # Not in this process: Ctrl-C while a compiler loads is lost, or comes out as some other error.
        with Console(stderr=True).status(GETTING_READY), closing(side_by_side(_compiled, [None], 1)) as ready:
            list(ready)


def _think(players: Sequence[str]) -> bool:
    from engine.entrants import THINKING

    return any(name.partition(":")[0] in THINKING for name in players)


def _compiled(_: None) -> None:
    from engine.hints import warm_up

    warm_up()


def _groups(
    rules: Rules, players: Sequence[str], games: int, seed: int, jobs: int
) -> Generator[tuple[Played, ...], None, None]:
    tasks = [(rules, tuple(players), seed * 1_000_003 + number) for number in range(games)]
    alone = jobs == 1 and not _think(players)
    yield from map(_group, tasks) if alone else side_by_side(_group, tasks, jobs)


def _tracked(groups: Iterable[tuple[Played, ...]], games: int) -> Iterable[tuple[Played, ...]]:
    console = Console(stderr=True)
    return track(groups, "games", total=games, console=console, transient=True, disable=not console.is_terminal)


def _group(task: tuple[Rules, tuple[str, ...], int]) -> tuple[Played, ...]:
    from engine.arena import play_group
    from engine.entrants import entrant
    from engine.hints import warm_up

    rules, names, seed = task
    if _think(names):
        warm_up()  # which takes seconds the first time, and none of them for a move
    return play_group(rules, [entrant(name, seed) for name in names], seed, time.process_time)


def _show(result: Sequence[Standing]) -> None:
    numbers = ("games won", "if all were equal", "points a game", "CPU ms a choice")
    table = columns(("player", *numbers), numbers)
    for one in result:
        wins, points = one.wins, one.points
        table.add_row(
            one.name,
            f"{wins.mean:.1%}{_reach(100 * wins.reach, '.1f')}",
            f"{one.fair:.0%}",
            f"{points.mean:.1f}{_reach(points.reach, '.1f')}",
            f"{one.ms_per_choice:.1f}",
        )
    print_table(Console(), table)
    typer.echo(f"{result[0].games} games; ± is how far a 95 % confidence interval reaches.")


def _reach(reach: float, form: str) -> str:
    return "" if reach == float("inf") else f" ± {reach:{form}}"


def _as_json(result: Sequence[Standing]) -> dict[str, Any]:
    return {
        "games": result[0].games,
        "players": [
            {
                "player": one.name,
                "wins": _interval(one.wins),
                "fair": one.fair,
                "points": _interval(one.points),
                "ms_per_choice": round(one.ms_per_choice, 3),
            }
            for one in result
        ],
    }


def _interval(interval: Interval) -> dict[str, float | None]:
    known = interval.reach != float("inf")
    return {"mean": round(interval.mean, 5), "reach": round(interval.reach, 5) if known else None}
