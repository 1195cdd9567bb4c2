"""The command `pipwise`: read the tiles in photos, score hands, check the installation.

Whatever loads OpenCV or the networks is imported inside the commands, so that help and complaints come at once.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from engine.errors import EngineError
from engine.rules import ScoringRules
from engine.tiles import DominoSet
from server.errors import RequestError, ServerError
from vision.errors import VisionError

if TYPE_CHECKING:
    from server.photos import PhotoReader
    from server.reading import Reading
    from server.service import Photo, Reader

FAILED = 2
"""The exit code when something that was asked for could not be done."""


class Doubles(StrEnum):
    """How the pips of a double count."""

    ONCE = "once"
    TWICE = "twice"


Photos = Annotated[list[Path], typer.Argument(metavar="PHOTO", show_default=False, help="Photos of tiles.")]
Hands = Annotated[
    list[Path] | None, typer.Argument(metavar="PHOTO", show_default=False, help="A photo of each player's tiles.")
]
SetName = Annotated[
    str, typer.Option("--set", metavar="SET", help="The set: double-6, double-9, double-12, double-15 or double-18.")
]
Players = Annotated[
    list[str] | None,
    typer.Option("--player", metavar="NAME=PHOTO", show_default=False, help="A player and a photo; again for each."),
]
Out = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", show_default=False, help="A player with no tile left, who needs no photo."),
]
Overlay = Annotated[
    Path | None, typer.Option(metavar="DIR", show_default=False, help="Also write pictures of what was read there.")
]


def create_app(reader_factory: Callable[[], Reader]) -> typer.Typer:
    """The command line around a reader; `reader_factory` is called at most once, when a photo is to be read."""
    app = typer.Typer(
        name="pipwise",
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
        """Reads the dominoes in photos and adds up the points of a Mexican Train round."""

    @app.command()
    def read(
        photos: Photos,
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line for each photo.")] = False,
        overlay: Overlay = None,
        domino_set: SetName = "double-12",
    ) -> None:
        """Read the tiles in photos."""
        with _one_sentence():
            chosen_set = DominoSet.parse(domino_set)
            if overlay is not None:
                _make_folder(overlay)
            photo_reader = _photo_reader(reader_factory, chosen_set)
            _read(photo_reader, photos, as_json, overlay)
        _leave(photo_reader)

    @app.command()
    def score(
        photos: Hands = None,
        player: Players = None,
        out: Out = None,
        double_blank: Annotated[int, typer.Option(metavar="0|25|50", help="Points for the double blank.")] = 0,
        blank_half: Annotated[int, typer.Option(metavar="0|5|25", help="Points for a blank half.")] = 0,
        doubles: Annotated[Doubles, typer.Option(help="How often the pips of a double count.")] = Doubles.ONCE,
        going_out: Annotated[int, typer.Option(metavar="0|-5|-10", help="Points for having no tile left.")] = 0,
        domino_set: SetName = "double-12",
    ) -> None:
        """Add up the tiles left in a hand; with several photos, one for each player, rank the round."""
        with _one_sentence():
            chosen_set = DominoSet.parse(domino_set)
            rules = ScoringRules(double_blank, blank_half, doubles is Doubles.TWICE, going_out)
            hands = _hands(photos or [], player or [], out or [])
            photo_reader = _photo_reader(reader_factory, chosen_set)
            _score(photo_reader, hands, out or [], rules)
        _leave(photo_reader)

    @app.command()
    def check() -> None:
        """Check that the installation is whole: versions, weights, and a drawn picture that must be read right."""
        from server.selfcheck import check_installation

        with _one_sentence():
            check_installation(Console(), reader_factory)

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


def _photo_reader(reader_factory: Callable[[], Reader], domino_set: DominoSet) -> PhotoReader:
    from server.photos import PhotoReader

    return PhotoReader(reader_factory(), domino_set)


def _read(photo_reader: PhotoReader, paths: Sequence[Path], as_json: bool, overlay: Path | None) -> None:
    from server.report import report
    from server.show import show_reading

    console = Console()
    draw = _drawer(overlay) if overlay else None
    for photo in photo_reader.each(paths):
        if as_json:
            typer.echo(json.dumps(report(str(photo.path), photo.reading)))
        else:
            show_reading(console, str(photo.path), photo.reading)
        if draw:
            draw(photo)


def _score(
    photo_reader: PhotoReader, hands: Sequence[tuple[str, Path]], out: Sequence[str], rules: ScoringRules
) -> None:
    from server.service import score_hands
    from server.show import show_hand, show_round

    paths = {path: player for player, path in hands}
    readings: list[tuple[str, Reading]] = []
    for photo in photo_reader.each([path for _, path in hands]):
        readings.append((paths[photo.path], photo.reading))
    console = Console()
    marked, score = score_hands(readings, rules, out)
    for (player, reading), own in zip(marked, score.players, strict=False):
        show_hand(console, player, reading, own.points)
    if len(hands) + len(out) > 1 and marked:
        show_round(console, score, {player for player, reading in marked if not reading.sure})
        if photo_reader.failed:
            missing = ", ".join(paths[path] for path in photo_reader.failed)
            console.print(f"Not in this table: {missing}.", markup=False, highlight=False)


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
    _refuse_twice([name for name, _ in hands] + list(out), "a player has one hand in a round")
    _refuse_twice([str(path) for _, path in hands], "each player has a photo of their own")
    return hands


def _refuse_twice(names: Sequence[str], because: str) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            raise RequestError(f"{name} is there twice; {because}.")


def _drawer(folder: Path) -> Callable[[Photo], None]:
    """What writes the overlay of each photo into the folder, under a name that is not taken by this run."""
    from server.overlay import overlay_path, write_overlay

    written: set[Path] = set()

    def draw(photo: Photo) -> None:
        target = overlay_path(folder, photo.path, written)
        write_overlay(target, photo)
        written.add(target)

    return draw


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise RequestError(f"{folder} cannot be made a folder for overlays: {reason}.") from error


@contextmanager
def _one_sentence() -> Iterator[None]:
    """Turn the errors that a person can do something about into one sentence and an exit code."""
    try:
        yield
    except (EngineError, ServerError, VisionError) as error:
        typer.echo(f"pipwise: {error}", err=True)
        raise typer.Exit(FAILED) from error


def _leave(photo_reader: PhotoReader) -> None:
    if photo_reader.failed:
        raise typer.Exit(FAILED)
