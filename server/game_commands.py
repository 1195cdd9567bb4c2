"""The commands about the game itself: `pipwise rules`, `pipwise play`, `pipwise replay`."""

from __future__ import annotations

from os.path import isfile
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from engine.game import Game
from engine.gametext import format_game, parse_game, replay
from engine.players import heaviest
from engine.presets import PRESETS, SOURCES
from engine.rules import Rules
from engine.rulesfile import write_rules
from engine.tabletext import format_table
from server.columns import print_table
from server.complaints import one_sentence
from server.errors import RequestError
from server.rule_options import PresetOption, RulesOption, SetOption
from server.rule_sheet import own_sheet, preset_sheet, rules_to_change
from server.rule_words import fault_text
from server.textfiles import chosen_rules, rules_in, text_of
from server.words import counted

NAMES = (
    "Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kay", "Lou", "Max", "Nan", "Ole", "Pia",
)  # fmt: skip
"""Who plays, as far as there are seats."""

RULES_FILE = ".toml"
"""How the name of a file of rules ends, in the place where the name of a preset can stand, too."""


def add_game_commands(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    rules_app = typer.Typer(help="The rule systems that Pipwise plays.", invoke_without_command=True)
    app.add_typer(rules_app, name="rules")

    @rules_app.callback()
    def rules(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            for name, source in SOURCES.items():
                typer.echo(f"{name:8}  {source}")
            typer.echo(
                "\n`pipwise rules show NAME` prints one of them, option by option; with --toml it prints a file in "
                "which options can be changed."
            )

    @rules_app.command()
    def show(
        name: Annotated[
            str, typer.Argument(metavar="NAME", help=f"One of {', '.join(PRESETS)}; or a file of rules, as FILE.toml.")
        ],
        toml: Annotated[
            bool, typer.Option("--toml", help="Print a file with all options and their values, to be changed.")
        ] = False,
    ) -> None:
        """Print rules, each option with its value and where that comes from.

        To play by rules of your own: pipwise rules show danish --toml > my.toml, change my.toml,
        pipwise play --rules my.toml.
        """
        with one_sentence():
            own = rules_in(Path(name)) if name.endswith(RULES_FILE) else None
            if own is None and name not in PRESETS and isfile(name):
                raise RequestError(f"{name} is no file of rules: the names of these end in {RULES_FILE}.")
            if toml:
                typer.echo(rules_to_change(name) if own is None else write_rules(own), nl=False)
                return
            sentence, table = preset_sheet(name) if own is None else own_sheet(own)
            typer.echo(sentence)
            print_table(Console(), table)

    @app.command()
    def play(
        preset_name: PresetOption = None,
        rules_file: RulesOption = None,
        players: Annotated[int, typer.Option(metavar="N", help="How many play, 2 to 8 by most rules.")] = 4,
        seed: Annotated[
            int, typer.Option(metavar="N", help="A whole number that decides the deals: the same one, the same game.")
        ] = 1,
        domino_set: SetOption = None,
    ) -> None:
        """Play a whole game between simple players, and print it as a text that `pipwise replay` checks."""
        with one_sentence():
            if seed < 0:
                raise RequestError(f"The seed is a whole number from 0, not {seed}.")
            game_rules = chosen_rules(preset_name, rules_file, domino_set)
            typer.echo(format_game(_play(game_rules, players, seed)), nl=False)

    @app.command("replay")
    def replay_file(
        file: Annotated[Path, typer.Argument(metavar="FILE", help="A game as text, as `pipwise play` prints it.")],
        table: Annotated[
            bool, typer.Option("--table", help="Print the table as it lies at the end, as text, instead.")
        ] = False,
    ) -> None:
        """Check every move of a game that is written down, and name the first that is against the rules."""
        with one_sentence():
            game, fault = replay(parse_game(text_of(file)))
            if fault is not None:
                raise RequestError(fault_text(fault, game.players))
        if table:
            typer.echo(format_table(game.round.position.table, game.players), nl=False)
            return
        moves = sum(len(round_.moves) for round_ in game.rounds)
        typer.echo(f"{counted(moves, 'move')} in {counted(len(game.rounds), 'round')}, all by the rules.")
        if not game.round.is_over:
            turn = game.players[game.round.position.table.turn]
            typer.echo(f"Round {len(game.rounds)} is not over and has no points yet: it is the turn of {turn}.")
        for name, total in zip(game.players, game.totals(), strict=True):
            typer.echo(f"{name}: {total}")
        if game.is_over:
            typer.echo(f"Lowest: {', '.join(game.winners())}.")


def _play(rules: Rules, players: int, seed: int) -> Game:
    rules.tiles_each(players)
    game = Game.start(rules, NAMES[:players], seed)
    while not game.is_over:
        if game.round.is_over:
            game = game.next_round()
        while not game.round.is_over:
            game = game.play(heaviest(game.round.position.view()), checked=False)
    return game
