"""The commands about the game itself: `pipwise rules`, `pipwise play`, `pipwise replay`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from engine.game import Game
from engine.gametext import format_game, parse_game, replay
from engine.notation import format_move
from engine.players import heaviest
from engine.presets import PRESETS, SOURCES, preset, rule_sheet
from engine.rules import Rules
from engine.rulesfile import read_rules, write_rules
from engine.tiles import DominoSet
from server.complaints import one_sentence
from server.errors import RequestError
from server.rule_words import OPTION_WORDS, option_value, violation_text
from server.words import counted

NAMES = (
    "Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kay", "Lou", "Max", "Nan", "Ole", "Pia",
)  # fmt: skip
"""Who plays, as far as there are seats."""

MAX_BYTES = 4_000_000
"""A game of sixteen players and nineteen rounds takes a tenth of that."""

MUST_PLAY = ("must play if able", "yes", "custom")
"""Not an option: nobody plays otherwise."""


def add_game_commands(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    rules_app = typer.Typer(help="The rule systems that Pipwise plays.", invoke_without_command=True)
    app.add_typer(rules_app, name="rules")

    @rules_app.callback()
    def rules(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            for name, source in SOURCES.items():
                typer.echo(f"{name:8}  {source}")
            typer.echo("\n`pipwise rules show NAME` prints one of them, option by option.")

    @rules_app.command()
    def show(
        name: Annotated[str, typer.Argument(metavar="NAME", help=f"One of {', '.join(PRESETS)}.")],
        toml: Annotated[bool, typer.Option("--toml", help="Print a file that --rules reads, to be changed.")] = False,
    ) -> None:
        """Print the rules of a preset, each option with its value and its source."""
        with one_sentence():
            if toml:
                typer.echo(write_rules(preset(name)), nl=False)
            else:
                _show_sheet(name)

    @app.command()
    def play(
        preset_name: Annotated[str, typer.Option("--preset", metavar="NAME", help="The rules.")] = "puremco",
        rules_file: Annotated[
            Path | None, typer.Option("--rules", metavar="FILE", show_default=False, help="Rules as TOML instead.")
        ] = None,
        players: Annotated[int, typer.Option(metavar="N", help="How many play.")] = 4,
        seed: Annotated[int, typer.Option(metavar="N", help="What decides the deals.")] = 1,
        domino_set: Annotated[int, typer.Option("--set", metavar="6|9|12|15|18", help="The set.")] = 12,
    ) -> None:
        """Play a whole game between simple players, and print it as a text that `pipwise replay` checks."""
        with one_sentence():
            chosen_set = DominoSet(domino_set) if rules_file is None else None
            game_rules = chosen_rules(preset_name, rules_file, chosen_set)
            typer.echo(format_game(_play(game_rules, players, seed)), nl=False)

    @app.command("replay")
    def replay_file(file: Annotated[Path, typer.Argument(metavar="FILE", help="A game as text.")]) -> None:
        """Check every move of a game that is written down."""
        with one_sentence():
            game, fault = replay(parse_game(_text_of(file)))
            if fault is not None:
                told = format_move(fault.step.move, game.players)
                why = violation_text(fault.violation, game.players)
                raise RequestError(
                    f"Line {fault.step.line}: {game.players[fault.step.seat]} may not {_verb(told)}. {why}"
                )
        moves = sum(len(round_.moves) for round_ in game.rounds)
        typer.echo(f"{counted(moves, 'move')} in {counted(len(game.rounds), 'round')}, all by the rules.")
        for name, total in zip(game.players, game.totals(), strict=True):
            typer.echo(f"{name}: {total}")
        if game.is_over:
            typer.echo(f"Lowest: {', '.join(game.winners())}.")


def chosen_rules(preset_name: str, rules_file: Path | None, domino_set: DominoSet | None) -> Rules:
    """The rules of a file, or else of a preset; played with that set where one is named.

    Raises:
        EngineError: for no such preset, or rules that cannot be.
        RequestError: for a file that cannot be read.
    """
    rules = preset(preset_name) if rules_file is None else read_rules(_text_of(rules_file))
    return rules if domino_set is None else rules.change(highest=domino_set.highest)


def _play(rules: Rules, players: int, seed: int) -> Game:
    rules.tiles_each(players)
    game = Game.start(rules, NAMES[:players], seed)
    while not game.is_over:
        if game.round.is_over:
            game = game.next_round()
        while not game.round.is_over:
            game = game.play(heaviest(game.round.position.view()), checked=False)
    return game


def _verb(move: str) -> str:
    return move if move in ("draw", "pass") else f"lay {move}"


def _show_sheet(name: str) -> None:
    table = Table(box=box.SIMPLE, pad_edge=False)
    for column in ("rule", "value", "from"):
        table.add_column(column)
    for line in rule_sheet(name):
        table.add_row(
            OPTION_WORDS[line.option], option_value(line.option, line.value), "its source" if line.source else "custom"
        )
    table.add_row(*MUST_PLAY)
    typer.echo(f"{name}: {SOURCES[name]}. What that does not state is played by custom.")
    Console().print(table)


def _text_of(path: Path) -> str:
    try:
        data = path.read_bytes()
        if len(data) > MAX_BYTES:
            raise RequestError(f"{path} is too large to be a game or its rules.")
        return data.decode("utf-8-sig")
    except OSError as error:
        raise RequestError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}.") from error
    except UnicodeDecodeError as error:
        raise RequestError(f"{path} is not a text in UTF-8.") from error
