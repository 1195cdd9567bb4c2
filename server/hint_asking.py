"""How `pipwise hint` is asked by photos: its options, what it says before the advice, and where the move is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console

from engine.audit import Severity
from engine.errors import NotationError
from engine.moves import Move, Play
from engine.notation import format_tiles, parse_tiles, train_name
from server.errors import RequestError
from server.folders import make_folder
from server.start import FAILED
from server.table_known import Known
from server.textfiles import check_engine, chosen_rules
from server.typed_hands import check_doubles, check_hand, parse_option

if TYPE_CHECKING:
    from engine.tiles import DominoSet, Tile
    from server.hint_photos import PhotoQuestion
    from server.reading import Reading
    from server.service import Photo, Reader
    from server.table_service import TablePhoto


NO_HAND = 'There is no tile in --hand; name yours, as in --hand "6-1 2-2".'


@dataclass(frozen=True, slots=True)
class PhotoOptions:
    """The options of the command that are about photos, as they were typed."""

    hand: str | None
    me: str | None
    players: int | None
    others: str | None
    is_open: str | None
    doubles: str | None
    domino_set: str | None
    preset: str | None
    rules: Path | None
    engine: int | None
    overlay: str | None

    @property
    def named(self) -> str:
        """The first option that was named and means something for photos alone; else nothing."""
        named = {
            "--me": self.me,
            "--players": self.players,
            "--others": self.others,
            "--open": self.is_open,
            "--doubles": self.doubles,
            "--set": self.domino_set,
            "--preset": self.preset,
            "--rules": self.rules,
            "--engine": self.engine,
            "--overlay": self.overlay,
        }
        return next((option for option, value in named.items() if value is not None), "")


@dataclass(frozen=True, slots=True)
class AskedByPhotos:
    """A question by photos that were read; without `hand` the tiles were typed, without `folder` nothing is drawn."""

    question: PhotoQuestion
    photo: TablePhoto
    hand: Photo | None
    folder: Path | None

    def lines(self) -> list[str]:
        """What a person should know before the advice."""
        told = []
        checks = self.checks()
        if checks:
            told += ["Look at these tiles first, for the advice rests on them:", *(f"  {line}" for line in checks)]
        told += list(self.question.assumed)
        return [*told, f"You hold {format_tiles(self.question.view.hand)}."]

    def checks(self) -> list[str]:
        """What is in doubt, or cannot be."""
        from server.table_words import finding_sentence
        from server.words import check_lines

        table = self.photo.table
        lines = list(self.question.contradictions)
        lines += [finding_sentence(table, one) for one in table.findings if one.severity is Severity.ERROR]
        if self.hand is not None:
            lines += [f"in the hand: {line}" for line in check_lines(self.hand.reading)]
        return lines + [f"on the table: {line}" for line in check_lines(table.reading)]

    def draw(self, move: Move) -> None:
        """Write the picture with the move, where one was wanted and there is something to lay."""
        if self.folder is None or not isinstance(move, Play):
            return
        from server.hint_photos import place_of
        from server.move_overlay import draw_move, write_move_overlay
        from server.table_words import train_words

        place = place_of(self.question, move)
        name = train_name(move.train, self.question.players)
        if move.train >= len(self.question.players):
            name = "a Mexican train" if place.train is None else train_words(self.photo.table, place.train)
        title = f"Lay {move.tile} on {name}"
        value = self._value(move)
        picture = draw_move(self.photo.pixels, self.photo.table, place, move.tile, value, title)
        write_move_overlay(self.folder, self.photo.path, picture)

    def as_json(self, move: Move) -> dict[str, Any]:
        """What photos add to the answer: `look_at`, `assumed`, and the `place` of the best move, null for no play."""
        from server.hint_photos import place_of
        from server.report import as_point

        place: dict[str, Any] | None = None
        if isinstance(move, Play):
            found = place_of(self.question, move)
            place = {
                "train": found.train,
                "on": found.on,
                "value": self._value(move),
                "at": None if found.at is None else as_point(found.at),
                "quad": None if found.quad is None else [as_point(corner) for corner in found.quad],
            }
        return {"look_at": self.checks(), "assumed": list(self.question.assumed), "place": place}

    def _value(self, move: Play) -> int:
        """The pips that the tile of a move touches with."""
        state = self.question.view.table
        return state.trains[move.train].ends(state.engine_value, state.rules.branches)[move.branch].value


def ask_by_photos(
    table: Path, file: Path | None, options: PhotoOptions, reader_factory: Callable[[], Reader]
) -> AskedByPhotos:
    """Read the photos, and understand the question.

    Raises:
        RequestError: for options that cannot be followed, and tables that cannot be advised on.
        typer.Exit: when a photo cannot be read; that was complained about.
    """
    if file is not None:
        raise RequestError("--table is a photo, and so there is no FILE beside it.")
    if options.hand is None:
        raise RequestError(
            "The table does not show what you hold; add a photo of your tiles, or the tiles, with --hand."
        )
    if not options.hand.strip():
        raise RequestError(NO_HAND)
    rules = chosen_rules(options.preset, options.rules, options.domino_set)
    check_engine(options.engine, rules)
    typed = _typed(options.hand)
    check_hand(typed or (), rules)
    if typed is None and not Path(options.hand).exists():
        raise RequestError(
            f'{options.hand} is neither tiles nor a photo that is there; --hand takes both, as in --hand "6-1 2-2".'
        )
    others, is_open = _numbers("--others", options.others), _numbers("--open", options.is_open)
    doubles = () if options.doubles is None else parse_option("--doubles", options.doubles)
    if options.doubles is not None:
        check_doubles("--doubles", doubles, rules)
    from server.hint_photos import check_numbers, question
    from server.photos import PhotoReader, check_there, named_twice
    from server.table_service import read_table_photo
    from server.table_sides import MOST_PLAYERS, named_train

    me = "bottom" if options.me is None else options.me
    check_numbers(options.players, others, is_open, rules)
    named_train(me, options.players or MOST_PLAYERS)
    check_there([table] if typed is not None else [Path(options.hand), table])
    if typed is None and named_twice([table, Path(options.hand)]):
        raise RequestError("--hand and --table name the same photo; --hand takes one of your own tiles alone.")
    folder = None if options.overlay is None else make_folder(options.overlay)
    with Console(stderr=True).status("reading what the photos show"):
        reader = reader_factory()
        hand = None if typed is not None else _hand(reader, Path(options.hand), rules.domino_set)
        photos = PhotoReader(lambda path: read_table_photo(reader, path, Known(rules, options.engine)))
        seen = next(iter(photos.each([table])), None)
    if seen is None:
        raise typer.Exit(FAILED)
    held: Reading | tuple[Tile, ...] = (typed or ()) if hand is None else hand.reading
    asked = question(seen.table, held, rules, me, options.players, others, is_open, doubles)
    return AskedByPhotos(asked, seen, hand, folder)


def _typed(text: str) -> tuple[Tile, ...] | None:
    """The tiles that a text names; None for one that is rather the name of a photo."""
    try:
        return parse_tiles(text) or None
    except NotationError:
        return None


def _hand(reader: Reader, path: Path, domino_set: DominoSet) -> Photo:
    from server.photos import PhotoReader
    from server.service import read_photo

    photos = PhotoReader(lambda one: read_photo(reader, one, domino_set))
    hand = next(iter(photos.each([path])), None)
    if hand is None:
        raise typer.Exit(FAILED)
    if not hand.reading.tiles:
        raise RequestError(f"No tiles were found in {path}; lay them face up, and take the photo from above.")
    return hand


def _numbers(option: str, text: str | None) -> list[int] | None:
    """Whole numbers as they were typed, with commas or spaces between; `none` are none."""
    if text is None:
        return None
    words = text.replace(",", " ").split()
    if words == ["none"]:
        return []
    if not words or not all(word.isdecimal() and len(word) < 4 for word in words):
        raise RequestError(f"{option} takes numbers such as 2,3; {text!r} is none.")
    return [int(word) for word in words]
