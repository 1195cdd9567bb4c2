"""The command `pipwise`: read the tiles in photos, score hands, check the installation; and play.

Whatever loads OpenCV or the networks is imported inside the commands, so that help and complaints come at once.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from engine.errors import shown
from engine.rules import ScoringRules
from engine.tiles import DominoSet, Tile
from server.arena_command import add_arena_command
from server.audit_command import add_audit_command
from server.complaints import complain, one_sentence
from server.diff_command import add_diff_command
from server.errors import RequestError
from server.folders import make_folder
from server.game_commands import add_game_commands
from server.hint_command import add_hint_command
from server.rule_options import SetOption
from server.serve_command import add_serve_command
from server.start import FAILED
from server.textfiles import chosen_rules
from server.train_command import add_train_command
from server.usage import Commands

if TYPE_CHECKING:
    from server.photos import PhotoReader
    from server.reading import Reading
    from server.service import Photo, Reader


SAME_HAND = 3
"""From so many tiles on two hands that show the same are one hand; fewer may be misread."""

Photos = Annotated[
    list[Path],
    typer.Argument(metavar="PHOTO", show_default=False, help="Photos of tiles, JPEG, PNG, WebP, HEIC, BMP or GIF."),
]
Hands = Annotated[
    list[Path] | None, typer.Argument(metavar="PHOTO", show_default=False, help="A photo of each player's tiles.")
]
Players = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="NAME=PHOTO",
        show_default=False,
        help="A player and a photo of the tiles left, as Ann=ann.jpg; again for each.",
    ),
]
Out = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME",
        show_default=False,
        help="A player with no tile left, who needs no photo; nobody unless it is said.",
    ),
]
Doubles = Annotated[
    str,
    typer.Option(metavar="once|twice", help="How often the pips of a double tile count."),
]
Overlay = Annotated[
    str | None,
    typer.Option(
        metavar="DIR",
        show_default=False,
        help="Also draw what was read on each photo, into this folder, as --overlay seen; else nothing is drawn.",
    ),
]


def create_app(reader_factory: Callable[[], Reader]) -> typer.Typer:
    """The command line around a reader; `reader_factory` is called at most once, when a photo is to be read."""
    app = typer.Typer(
        name="pipwise",
        cls=Commands,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )

    @app.callback()
    def root(
        version: Annotated[
            bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and leave.")
        ] = False,
    ) -> None:
        """Reads the dominoes in photos, adds up the points of a Mexican Train round, and knows the rules."""

    @app.command()
    def read(
        photos: Photos,
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line for each photo.")] = False,
        overlay: Overlay = None,
        domino_set: SetOption = None,
    ) -> None:
        """Read the tiles in photos."""
        with one_sentence():
            chosen_set = chosen_rules(None, None, domino_set).domino_set
            folder = None if overlay is None else make_folder(overlay)
            photo_reader = _photo_reader(reader_factory, chosen_set)
            all_drawn = _read(photo_reader, photos, as_json, folder)
        if photo_reader.failed or not all_drawn:
            raise typer.Exit(FAILED)

    @app.command()
    def score(
        photos: Hands = None,
        player: Players = None,
        out: Out = None,
        double_blank: Annotated[int, typer.Option(metavar="0|25|50", help="Points for the double blank, 0-0.")] = 0,
        blank_half: Annotated[int, typer.Option(metavar="0|5|25", help="Points for each blank half of a tile.")] = 0,
        doubles: Doubles = "once",
        going_out: Annotated[
            int, typer.Option(metavar="0|-5|-10", help="Points for the player with no tile left.")
        ] = 0,
        domino_set: SetOption = None,
    ) -> None:
        """Add up the tiles left in a hand; with several photos, one for each player, rank the round."""
        with one_sentence():
            chosen_set = chosen_rules(None, None, domino_set).domino_set
            if doubles not in ("once", "twice"):
                raise RequestError(f"--doubles is once or twice, not {shown(doubles)}.")
            rules = ScoringRules(double_blank, blank_half, doubles == "twice", going_out)
            gone = [name.strip() for name in out or []]
            hands = _hands(photos or [], player or [], gone)
            photo_reader = _photo_reader(reader_factory, chosen_set)
            all_counted = _score(photo_reader, hands, gone, rules)
        if photo_reader.failed or not all_counted:
            raise typer.Exit(FAILED)

    @app.command()
    def check() -> None:
        """Check that the installation is whole: versions, weights, and a drawn picture that must be read right."""
        from server.selfcheck import check_installation

        with one_sentence():
            check_installation(Console(), reader_factory)

    add_audit_command(app, reader_factory)
    add_diff_command(app, reader_factory)
    add_game_commands(app)
    add_train_command(app)
    add_hint_command(app, reader_factory)
    add_arena_command(app)
    add_serve_command(app, reader_factory)
    return app


def main() -> None:
    """Run the command line with the networks that come with the package."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name that the terminal cannot show is no reason to fail
    create_app(_packaged_reader)()


def _show_version(wanted: bool) -> None:
    if wanted:
        from server.selfcheck import own_version

        typer.echo(f"pipwise {own_version()}")
        raise typer.Exit


def _packaged_reader() -> Reader:
    from vision.reader import load_reader

    return load_reader()


def _photo_reader(reader_factory: Callable[[], Reader], domino_set: DominoSet) -> PhotoReader[Photo]:
    from server.photos import PhotoReader
    from server.service import read_photo

    reader = reader_factory()
    return PhotoReader(lambda path: read_photo(reader, path, domino_set))


def _read(photo_reader: PhotoReader[Photo], paths: Sequence[Path], as_json: bool, overlays: Path | None) -> bool:
    """Print every reading; whether every overlay that was wanted in the folder `overlays` was written, too."""
    from server.report import report
    from server.show import show_reading

    console = Console()
    all_drawn = True
    for photo in photo_reader.each(paths):
        if as_json:
            typer.echo(json.dumps(report(str(photo.path), photo.reading)))
        else:
            show_reading(console, str(photo.path), photo.reading)
        if overlays is not None:
            all_drawn &= _draw(overlays, photo)
    return all_drawn


def _draw(folder: Path, photo: Photo) -> bool:
    """Write the overlay of one photo; one that cannot be written is complained about."""
    from server.overlay import write_overlay

    try:
        write_overlay(folder, photo)
    except RequestError as error:
        complain(error)
        return False
    return True


def _score(
    photo_reader: PhotoReader[Photo], hands: Sequence[tuple[str, Path]], out: Sequence[str], rules: ScoringRules
) -> bool:
    """Print what each hand costs; whether every photo that could be read shows a tile to count."""
    from server.service import score_hands
    from server.show import show_hand, show_note, show_round

    players = {path: player for player, path in hands}
    readings: list[tuple[str, Reading]] = []
    for photo in photo_reader.each([path for _, path in hands]):
        readings.append((players[photo.path], photo.reading))
    _refuse_same_hands(readings)
    console = Console()
    marked, score = score_hands(readings, rules, out)
    points = {own.player: own.points for own in score.players}
    for player, reading in marked:
        show_hand(console, player, reading, points.get(player))
    if len(hands) + len(out) > 1 and any(reading.tiles for _, reading in marked):
        show_round(console, score, {player for player, reading in marked if not reading.sure})
        show_note(console, "Not counted, no dominoes found", [player for player, _ in marked if player not in points])
        show_note(console, "Not in this table", [players[path] for path in photo_reader.failed])
    if rules.going_out and not out:
        show_note(console, "Nobody went out", ["name who did with --out"])
    return all(player in points for player, _ in marked)


def _hands(photos: Sequence[Path], players: Sequence[str], out: Sequence[str]) -> list[tuple[str, Path]]:
    """The hands as (player, photo): photos without a name belong to a player named after the file."""
    hands = [(path.stem, path) for path in photos]
    for text in players:
        name, _, file = text.partition("=")
        if not (name.strip() and file):
            raise RequestError(f"{text!r} names no player and photo; write one as Ann=ann.jpg.")
        hands.append((name.strip(), Path(file)))
    if not hands:
        raise RequestError("There is no photo to score; name one, or one for each player as --player Ann=ann.jpg.")
    if not all(out):
        raise RequestError("A player who went out has no name; name one, as in --out Ann.")
    _refuse_same_photos(hands)
    for path in photos:
        if [other.stem for other in photos].count(path.stem) > 1:
            raise RequestError(f"Several photos are named {path.stem}; name the players, as in --player Ann={path}.")
    _refuse_twice([name for name, _ in hands] + list(out), "a player has one hand in a round")
    return hands


def _refuse_twice(names: Sequence[str], because: str) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            raise RequestError(f"{name} is there twice; {because}.")


def _refuse_same_photos(hands: Sequence[tuple[str, Path]]) -> None:
    first: dict[Path, str] = {}
    for player, path in hands:
        other = first.setdefault(path, player)
        if other != player:
            raise RequestError(f"{path} is there twice, for {other} and for {player}; each player has their own photo.")
    _refuse_twice([str(path) for _, path in hands], "each player has their own photo")


def _refuse_same_hands(readings: Sequence[tuple[str, Reading]]) -> None:
    """Two photos of one hand: told tile by tile, that would be a long list of doubts."""
    hands: dict[tuple[Tile, ...], str] = {}
    for player, reading in readings:
        tiles = tuple(sorted(tile.tile for tile in reading.tiles))
        if len(tiles) >= SAME_HAND:
            other = hands.setdefault(tiles, player)
            if other != player:
                raise RequestError(f"The photos of {other} and {player} show the same tiles; one of them is wrong.")
