"""What happens in a game, as values that are written down one after another and never changed.

An event holds what a person did and what followed from it by the rules of that day, such as points; how the game stands
is folded from all of them (`fold.py`). A step that was taken back stays in the log, and so does the value it had.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.rules import Rules
from engine.tiles import Tile

HOST = "host"
"""Who did something by the host's token; a seat is told by its number, and who has but the code by `CODE`."""
CODE = "code"


@dataclass(frozen=True, slots=True)
class GameCreated:
    """The first event of a game.

    `engines` has the double of each planned round; None when the hands will tell. `preset` is the one whose rules were
    changed to these; None where nobody said, as in games that were made before it was kept.
    """

    name: str
    rules: Rules
    players: tuple[str, ...]
    host_seat: int | None
    keep_photos: bool
    engines: tuple[int | None, ...]
    preset: str | None = None


@dataclass(frozen=True, slots=True)
class SeatFilled:
    """Somebody joined by the code."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """The seat can be joined again."""

    seat: int


@dataclass(frozen=True, slots=True)
class HandSubmitted:
    """The tiles that a seat has left at the end of a round; it takes the place of an earlier hand."""

    round: int
    seat: int
    tiles: tuple[Tile, ...]
    out: bool
    unsure: int
    open_train: bool
    photo: str | None


@dataclass(frozen=True, slots=True)
class TableShown:
    """The tiles that lie on the table; they take the place of an earlier look at it."""

    round: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """The hands of the round were scored: points for each seat."""

    round: int
    blocked: bool
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScoreCorrected:
    """A score of a closed round was replaced, for a reason that may be empty."""

    round: int
    seat: int
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class StepUndone:
    """The event of this number was taken back."""

    number: int


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The host ended the game before its last planned round."""


Event = (
    GameCreated
    | SeatFilled
    | SeatFreed
    | HandSubmitted
    | TableShown
    | RoundClosed
    | ScoreCorrected
    | StepUndone
    | GameFinished
)


@dataclass(frozen=True, slots=True)
class Logged:
    """An event with its number in the game, counted from 1, its time (UTC), and by whose token it happened."""

    number: int
    at: datetime
    by: str
    event: Event


def last_not_by_a_seat(log: Sequence[Logged]) -> int:
    """The number of the last event that the host made, or somebody with the code; the creation of a game is one."""
    return max(entry.number for entry in log if entry.by in (HOST, CODE))
