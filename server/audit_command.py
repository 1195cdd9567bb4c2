"""The command `pipwise audit`: photos of tables, what lies there, and everything that is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from server.complaints import complain, one_sentence
from server.errors import RequestError
from server.folders import make_folder
from server.rule_options import PresetOption, RulesOption, SetOption
from server.start import FAILED
from server.table_known import Known
from server.textfiles import check_engine, chosen_rules

if TYPE_CHECKING:
    from server.photos import PhotoReader
    from server.service import Reader
    from server.table_service import TablePhoto


NO_TILES = Path("none")
"""What is named in place of a photo for a player who has no tile left."""
ALL_HANDS = "Which tiles are missing can be told only with the hands of all players, one --hand for each."
HOW_MANY = "A hand for each train is taken for all of them; --players N says how many play."


def add_audit_command(app: typer.Typer, reader_factory: Callable[[], Reader]) -> None:
    """Add the command to the command line; `reader_factory` is called at most once, when a photo is to be read."""

    @app.command()
    def audit(
        photos: Annotated[
            list[Path], typer.Argument(metavar="PHOTO", show_default=False, help="Photos of whole tables.")
        ],
        domino_set: SetOption = None,
        preset: PresetOption = None,
        rules: RulesOption = None,
        engine: Annotated[
            int | None,
            typer.Option(
                metavar="N", show_default=False, help="The double of this round, as 9 for 9-9; else the photo tells."
            ),
        ] = None,
        hand: Annotated[
            list[Path] | None,
            typer.Option(
                metavar="PHOTO",
                show_default=False,
                help="A photo of a hand, again for each, or none for a player without a tile; with the hands of all "
                "players you are told what is missing, else not.",
            ),
        ] = None,
        players: Annotated[
            int | None,
            typer.Option(
                metavar="N",
                show_default=False,
                help="How many play, 1 to 16, with --hand; else a hand for each train is taken for all.",
            ),
        ] = None,
        merge: Annotated[
            bool, typer.Option("--merge", help="The photos show parts of one table: put them together.")
        ] = False,
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line for each photo.")] = False,
        overlay: Annotated[
            str | None,
            typer.Option(
                metavar="DIR",
                show_default=False,
                help="Also draw trains and faults on each photo, into this folder, as --overlay seen; else nothing is "
                "drawn.",
            ),
        ] = None,
    ) -> None:
        """Find what is wrong on a table: ends that differ, tiles there twice, trains that start wrongly."""
        with one_sentence():
            played = chosen_rules(preset, rules, domino_set)
            check_engine(engine, played)
            _check_players(players, len(hand or []))
            _check_photos(photos, hand or [], merge)
            folder = None if overlay is None else make_folder(overlay)
            reader = reader_factory()
            known = _with_hands(Known(played, engine, players=players), reader, hand or [], as_json)
            photo_reader = _photo_reader(reader, known)
            tables = [_merged(reader, photos, known)] if merge else photo_reader.each(photos)
            all_drawn = _audit(tables, known, as_json, folder)
        if photo_reader.failed or not all_drawn:
            raise typer.Exit(FAILED)


def _check_players(players: int | None, hands: int) -> None:
    """Raises RequestError for so many players, of whom there are so many hands."""
    from server.table_sides import MOST_PLAYERS

    if players is None:
        return
    if not 1 <= players <= MOST_PLAYERS:
        raise RequestError(f"--players is a whole number from 1 to {MOST_PLAYERS}, not {players}.")
    if not hands:
        raise RequestError("--players says how many hands are all; name them with --hand, one for each.")
    if hands > players:
        raise RequestError(f"There are {hands} hands, and --players says {players}; name each hand once.")


def _check_photos(photos: Sequence[Path], hands: Sequence[Path], merge: bool) -> None:
    """Raises RequestError for photos that make no sense together, before any of them is read."""
    from server.photos import check_there, named_twice

    if merge and len(photos) < 2:
        raise RequestError("--merge puts several photos together; name at least two of one table.")
    read = [path for path in hands if path != NO_TILES]
    alone = [*(photos if merge else []), *read]
    twice = named_twice(alone)
    if twice is not None:
        raise RequestError(f"{twice} is there twice; each hand and each part of a table has a photo of its own.")
    check_there(alone)
    for path in read:
        if any(named_twice([photo, path]) for photo in photos):
            raise RequestError(f"{path} is there as a table and as a hand; --hand takes a photo of one hand alone.")


def _with_hands(known: Known, reader: Reader, photos: Sequence[Path], quiet: bool) -> Known:
    """What is known with what the photos of the hands show; how many tiles, and what is to be checked, is printed
    unless `quiet`. What is missing can be told only when all of them can be read; `none` is the hand of a player
    without a tile."""
    from server.bridge import to_hand
    from server.hand_or_table import looks_like_table
    from server.photos import PhotoReader
    from server.service import read_photo
    from server.show import print_doubts
    from server.words import counted, printable

    photo_reader = PhotoReader(lambda path: read_photo(reader, path, known.domino_set))
    readings = [(photo.path, photo.reading) for photo in photo_reader.each([p for p in photos if p != NO_TILES])]
    empty = ((),) * photos.count(NO_TILES)
    if photo_reader.failed:
        raise RequestError("What is missing can be told only when the photos of all hands can be read.")
    for path, reading in readings:
        if not reading.tiles:
            raise RequestError(f"No tiles were found in {path}; write --hand none for a player who has none left.")
        name = printable(str(path))
        if looks_like_table(reading):
            typer.echo(f"{name}: this looks like a table, not a hand; name it without --hand.", err=quiet)
        if not quiet:
            typer.echo(f"{name}: a hand of {counted(len(reading.tiles), 'tile')}.")
            print_doubts(Console(), f"{name}, please check", reading)
    doubtful = frozenset(tile.tile for _, reading in readings for tile in reading.tiles if not tile.sure)
    return replace(known, hands=(*(to_hand(reading) for _, reading in readings), *empty), doubtful=doubtful)


def _photo_reader(reader: Reader, known: Known) -> PhotoReader[TablePhoto]:
    from server.photos import PhotoReader
    from server.table_service import read_table_photo

    return PhotoReader(lambda path: read_table_photo(reader, path, known))


def _merged(reader: Reader, paths: Sequence[Path], known: Known) -> TablePhoto:
    """One table from photos of its parts; a photo that cannot be read is too much to go on without."""
    from server.photos import PhotoReader
    from server.table_service import merged_table
    from vision import image

    photo_reader = PhotoReader(lambda path: (path, image.load(path)))
    photos = [(path, pixels, reader.read(pixels)) for path, pixels in photo_reader.each(paths)]
    if photo_reader.failed:
        raise RequestError("Photos of one table are put together only when all of them can be read.")
    return merged_table(photos, known)


def _audit(photos: Iterable[TablePhoto], known: Known, as_json: bool, overlays: Path | None) -> bool:
    """Print every table; whether every picture that was wanted in the folder `overlays` was written, too."""
    from server.show_table import show_table
    from server.table_findings import are_all
    from server.table_report import table_report

    console = Console()
    all_drawn = True
    for photo in photos:
        if as_json:
            typer.echo(json.dumps(table_report(str(photo.path), photo.table)))
        else:
            show_table(console, str(photo.path), photo.table)
        if known.hands and not are_all(photo.table, known.hands, known.players):
            typer.echo(ALL_HANDS, err=as_json)
        elif any(finding.if_all for finding in photo.table.findings):
            typer.echo(HOW_MANY, err=as_json)
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
