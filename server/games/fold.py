"""How a game stands after its events: a pure function of the log.

A step that was taken back is left out as if it had never been, and everything else stays. Hands belong to a round by
its number, so a round that is opened again has its hands, and those of the round after it wait.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.sheet import Entry, ScoreSheet
from server.games import events
from server.games.events import HOST, GameCreated, HandSubmitted, Logged, RoundClosed
from server.games.state import Shown, Step


@dataclass(frozen=True, slots=True)
class Taken:
    """A hand that counts, and the event by which it came."""

    hand: HandSubmitted
    number: int
    by: str


@dataclass(frozen=True, slots=True)
class Closing:
    """A round that is closed, and when."""

    event: RoundClosed
    at: datetime


@dataclass(frozen=True, slots=True)
class Course:
    """All that has happened in a game, and still counts.

    - `joined`, `host_seat`: who has a phone of their own at the table; where the host sits, if at all.
    - `hands`, `tables`: for every planned round, closed or not, what was handed in and what was seen.
    - `closings`: the closed rounds, from the first.
    - `steps`: the host's steps that can be taken back, the last one first to go, with the number of each event.
    """

    version: int
    created: GameCreated
    at: datetime
    joined: tuple[bool, ...]
    host_seat: int | None
    hands: tuple[tuple[Taken | None, ...], ...]
    tables: tuple[Shown | None, ...]
    closings: tuple[Closing, ...]
    sheet: ScoreSheet
    finished: bool
    steps: tuple[tuple[int, Step], ...]

    @property
    def planned(self) -> int:
        """How many rounds make the game."""
        return len(self.created.engines)

    @property
    def over(self) -> bool:
        """Whether the last planned round was closed, or the host has finished the game."""
        return self.finished or len(self.closings) == self.planned

    @property
    def current(self) -> int | None:
        """The number of the round whose hands are collected, None when the game is over."""
        return None if self.over else len(self.closings) + 1

    def hands_of(self, number: int) -> tuple[Taken | None, ...]:
        """The hands of a planned round, by seat."""
        return self.hands[number - 1]


def fold(log: Sequence[Logged]) -> Course:
    """The course of a game from its whole log, which begins with its creation."""
    undone = {entry.event.number for entry in log if isinstance(entry.event, events.StepUndone)}
    first = log[0]
    assert isinstance(first.event, GameCreated), "a log begins with the creation of its game"
    building = _Building(first.event)
    for entry in log[1:]:
        if entry.number not in undone:
            building.add(entry)
    return building.course(log[-1].number, first.at)


class _Building:
    """A course that grows event by event."""

    def __init__(self, created: GameCreated) -> None:
        seats, planned = len(created.players), len(created.engines)
        self.created = created
        self.joined = [seat == created.host_seat for seat in range(seats)]
        self.host_seat = created.host_seat
        self.hands: list[list[Taken | None]] = [[None] * seats for _ in range(planned)]
        self.tables: list[Shown | None] = [None] * planned
        self.closings: list[Closing] = []
        self.sheet = ScoreSheet(created.players)
        self.finished = False
        self.steps: list[tuple[int, Step]] = []

    def add(self, entry: Logged) -> None:
        """One more event, which was not taken back."""
        match entry.event:
            case events.SeatFilled(seat):
                self.joined[seat] = True
            case events.SeatFreed(seat):
                self.joined[seat] = False
                if seat == self.host_seat:
                    self.host_seat = None
            case HandSubmitted(number, seat) as hand:
                self.hands[number - 1][seat] = Taken(hand, entry.number, entry.by)
                if entry.by == HOST:
                    self.steps.append((entry.number, Step("hand", number, seat)))
            case events.TableShown(number, tiles):
                self.tables[number - 1] = Shown(tiles, entry.at)
            case RoundClosed(number, _, points) as closed:
                self.closings.append(Closing(closed, entry.at))
                self.sheet = self.sheet.add(points)
                self.steps.append((entry.number, Step("round_closed", number, None)))
            case events.ScoreCorrected(number, seat, points):
                self.sheet = self.sheet.correct(number, self.created.players[seat], points)
                self.steps.append((entry.number, Step("correction", number, seat)))
            case events.GameFinished():
                self.finished = True
                self.steps.append((entry.number, Step("finished", len(self.closings), None)))
            case GameCreated() | events.StepUndone():
                pass

    def course(self, version: int, at: datetime) -> Course:
        """What has come of it."""
        return Course(
            version=version,
            created=self.created,
            at=at,
            joined=tuple(self.joined),
            host_seat=self.host_seat,
            hands=tuple(map(tuple, self.hands)),
            tables=tuple(self.tables),
            closings=tuple(self.closings),
            sheet=self.sheet,
            finished=self.finished,
            steps=tuple(step for step in self.steps if self._counts(*step)),
        )

    def _counts(self, number: int, step: Step) -> bool:
        """Whether taking the step back would change anything: not for a hand that another one has replaced."""
        if step.what != "hand" or step.seat is None:
            return True
        taken = self.hands[step.round - 1][step.seat]
        return taken is not None and taken.number == number


def entries_of(course: Course, number: int) -> tuple[Entry, ...]:
    """The scores of a closed round, by seat."""
    return course.sheet.rounds[number - 1]
