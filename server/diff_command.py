"""The command `pipwise diff`: two photos of one table, and what changed between them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from server.complaints import one_sentence
from server.errors import RequestError
from server.folders import make_folder
from server.rule_options import PresetOption, RulesOption, SetOption
from server.start import FAILED
from server.table_known import Known
from server.textfiles import chosen_rules

if TYPE_CHECKING:
    from server.seen_table import SeenTable
    from server.service import Reader
    from server.table_diff import TableDiff
    from server.table_verdict import Judged


def add_diff_command(app: typer.Typer, reader_factory: Callable[[], Reader]) -> None:
    """Add the command to the command line; `reader_factory` is called at most once, when a photo is to be read."""

    @app.command()
    def diff(
        before: Annotated[
            Path, typer.Argument(metavar="BEFORE", show_default=False, help="A photo of the whole table.")
        ],
        after: Annotated[
            Path, typer.Argument(metavar="AFTER", show_default=False, help="A later one, from anywhere around it.")
        ],
        domino_set: SetOption = None,
        preset: PresetOption = None,
        rules: RulesOption = None,
        players: Annotated[
            int | None,
            typer.Option(
                metavar="N", show_default=False, help="How many play, 2 to 16; else as many as trains are seen."
            ),
        ] = None,
        turn: Annotated[
            str | None,
            typer.Option(
                metavar="WHO",
                show_default=False,
                help="Whose one turn lies between: the side of AFTER (bottom, left, top, right) or a train's number "
                "there, as 2; else anybody's.",
            ),
        ] = None,
        overlay: Annotated[
            str | None,
            typer.Option(
                metavar="DIR",
                show_default=False,
                help="Also draw what was laid on AFTER, into this folder, as --overlay seen; else nothing is drawn.",
            ),
        ] = None,
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    ) -> None:
        """Tell what was laid between two photos of a table, and whether the rules allow it."""
        with one_sentence():
            played = chosen_rules(preset, rules, domino_set)
            from server.diff_report import diff_report
            from server.photos import PhotoReader, check_there, named_twice
            from server.table_diff import diff as difference
            from server.table_overlay import write_changes_overlay
            from server.table_service import read_table_photo
            from server.table_sides import MOST_PLAYERS, named_train
            from server.table_verdict import judge

            if players is not None and not 2 <= players <= MOST_PLAYERS:
                raise RequestError(f"--players is a whole number from 2 to {MOST_PLAYERS}, not {players}.")
            if turn is not None:
                named_train(turn, players or MOST_PLAYERS)
            check_there([before, after])
            if named_twice([before, after]):
                raise RequestError(f"{after} is there twice; name an earlier photo of the table and a later one.")
            folder = None if overlay is None else make_folder(overlay)
            reader = reader_factory()
            photos = PhotoReader(lambda path: read_table_photo(reader, path, Known(played)))
            seen = list(photos.each([before, after]))
            if photos.failed:
                raise typer.Exit(FAILED)
            tables = [photo.table for photo in seen]
            for photo in seen:
                if not photo.table.reading.tiles:
                    raise RequestError(f"No tiles were found in {photo.path}; take the photo of the whole table.")
            changes = difference(tables[0], tables[1], (seen[0].pixels, seen[1].pixels))
            names = str(before), str(after)
            if changes is None:
                raise RequestError(
                    f"{names[0]} and {names[1]} do not seem to show the same table; too few tiles lie alike in both. "
                    f"Take both photos of the whole table."
                )
            judged = judge(tables[0], tables[1], changes, played, players, turn)
            if folder is not None:
                write_changes_overlay(folder, seen[1], changes)
        if as_json:
            typer.echo(json.dumps(diff_report(names, tables[0], tables[1], changes, judged)))
        else:
            _show(names, tables[0], tables[1], changes, judged)


def _show(names: tuple[str, str], before: SeenTable, after: SeenTable, changes: TableDiff, judged: Judged) -> None:
    from server.diff_words import (
        bumped_text,
        check_texts,
        gone_text,
        laid_text,
        moved_text,
        no_table_texts,
        verdict_texts,
    )
    from server.words import printable

    lines = [laid_text(after, one) for one in changes.laid]
    lines += [gone_text(before, after, changes, one) for one in changes.gone]
    lines += [moved_text(one) for one in changes.moved]
    typer.echo("\n".join(lines) or "Nothing was laid, and nothing is gone.")
    for text in (*verdict_texts(after, judged), bumped_text(changes)):
        if text:
            typer.echo(text)
    shown = printable(names[0]), printable(names[1])
    for text in no_table_texts(before, after, shown):
        typer.echo(text)
    checks = check_texts(before, after, changes, shown)
    if checks:
        typer.echo("\n  ".join(["Please check:", *checks]))
