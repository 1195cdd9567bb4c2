"""The command `pipwise audit`: photos of tables, what lies there, and everything that is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from engine.rules import Rules
from engine.tiles import DominoSet, Tile
from server.complaints import complain, one_sentence
from server.errors import RequestError
from server.folders import make_folder
from server.start import FAILED
from server.textfiles import chosen_rules

if TYPE_CHECKING:
    from server.photos import PhotoReader
    from server.service import Reader
    from server.table_service import TablePhoto


def add_audit_command(app: typer.Typer, reader_factory: Callable[[], Reader]) -> None:
    """Add the command to the command line; `reader_factory` is called at most once, when a photo is to be read."""

    @app.command()
    def audit(
        photos: Annotated[list[Path], typer.Argument(metavar="PHOTO", show_default=False, help="Photos of tables.")],
        domino_set: Annotated[
            str | None,
            typer.Option("--set", metavar="SET", show_default=False, help="The set, double-12 unless it is said."),
        ] = None,
        preset: Annotated[
            str | None, typer.Option(metavar="NAME", show_default=False, help="The rules: puremco, spanish, …")
        ] = None,
        rules: Annotated[
            Path | None, typer.Option(metavar="FILE", show_default=False, help="A rules file in place of a preset.")
        ] = None,
        engine: Annotated[
            int | None, typer.Option(metavar="N", show_default=False, help="The double of this round, where known.")
        ] = None,
        hand: Annotated[
            list[Path] | None,
            typer.Option(metavar="PHOTO", show_default=False, help="A player's hand; with all hands: what is missing."),
        ] = None,
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line for each photo.")] = False,
        overlay: Annotated[
            str | None, typer.Option(metavar="DIR", show_default=False, help="Also write pictures of the tables there.")
        ] = None,
    ) -> None:
        """Find what is wrong on a table: ends that differ, tiles there twice, trains that start wrongly."""
        with one_sentence():
            played = chosen_rules(preset, rules, domino_set)
            _check_engine(engine, played)
            folder = None if overlay is None else make_folder(overlay)
            reader = reader_factory()
            hands, failed = _hands(reader, hand or [], played.domino_set)
            photo_reader = _photo_reader(reader, played, engine, hands)
            all_drawn = _audit(photo_reader, photos, as_json, folder)
        if failed or photo_reader.failed or not all_drawn:
            raise typer.Exit(FAILED)


def _check_engine(engine: int | None, rules: Rules) -> None:
    if engine is not None and not 0 <= engine <= rules.highest:
        raise RequestError(
            f"The engine of a {rules.domino_set} set is a double from 0 to {rules.highest}, not {engine}."
        )


def _hands(reader: Reader, photos: Sequence[Path], domino_set: DominoSet) -> tuple[list[tuple[Tile, ...]], bool]:
    """The tiles of the hands, and whether a photo of one could not be read."""
    from server.bridge import to_hand
    from server.photos import PhotoReader
    from server.service import read_photo

    photo_reader = PhotoReader(lambda path: read_photo(reader, path, domino_set))
    hands = [to_hand(photo.reading) for photo in photo_reader.each(photos)]
    return hands, bool(photo_reader.failed)


def _photo_reader(
    reader: Reader, rules: Rules, engine: int | None, hands: Sequence[Sequence[Tile]]
) -> PhotoReader[TablePhoto]:
    from server.photos import PhotoReader
    from server.table_service import read_table_photo

    return PhotoReader(
        lambda path: read_table_photo(reader, path, rules.domino_set, rules=rules, engine_value=engine, hands=hands)
    )


def _audit(photo_reader: PhotoReader[TablePhoto], paths: Sequence[Path], as_json: bool, overlays: Path | None) -> bool:
    """Print every table; whether every picture that was wanted in the folder `overlays` was written, too."""
    from server.show_table import show_table
    from server.table_report import table_report

    console = Console()
    all_drawn = True
    for photo in photo_reader.each(paths):
        if as_json:
            typer.echo(json.dumps(table_report(str(photo.path), photo.table)))
        else:
            show_table(console, str(photo.path), photo.table)
        if overlays is not None:
            all_drawn &= _draw(overlays, photo)
    return all_drawn


def _draw(folder: Path, photo: TablePhoto) -> bool:
    """Write the picture of one table; one that cannot be written is complained about."""
    from server.table_overlay import write_table_overlay

    try:
        write_table_overlay(folder, photo)
    except RequestError as error:
        complain(error)
        return False
    return True
