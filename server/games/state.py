"""How a game stands, as a seat or a host sees it: the values that the web answers with.

Rounds are counted from 1, seats from 0 clockwise. Times are in UTC. Engines are the pips of a half of the double.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from engine.rules import Rules
from engine.tiles import Tile

FindingCode = Literal[
    "in_two_hands",
    "in_hand_and_on_table",
    "engine_in_hand",
    "not_in_set",
    "twice_in_hand",
    "nobody_out",
    "several_out",
    "too_many_tiles",
]
StepKind = Literal["round_closed", "correction", "hand", "finished"]


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who asks: the host, with or without a seat, or the player of a seat."""

    host: bool
    seat: int | None


@dataclass(frozen=True, slots=True)
class Player:
    """A seat, and whether somebody has joined it with a phone."""

    seat: int
    name: str
    joined: bool


@dataclass(frozen=True, slots=True)
class Score:
    """What a seat scored in a closed round.

    - `tiles`: the hand that was counted; None when there was none.
    - `photo`: the photo of that hand, where the game keeps them; None for all but the host and the own seat.
    - `before`: the points that a correction replaced, the oldest first.
    """

    seat: int
    points: int
    tiles: tuple[Tile, ...] | None
    out: bool
    open_train: bool
    photo: str | None
    before: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A closed round, with a score for each seat."""

    number: int
    scores: tuple[Score, ...]
    blocked: bool
    closed: datetime


@dataclass(frozen=True, slots=True)
class Submission:
    """A hand of the current round.

    - `points`: what it costs unless the round is blocked.
    - `unsure`: how many of its tiles nobody was sure of when it was handed in.
    - `tiles`, `photo`: None for whoever may not see them: all but the host and the own seat.
    """

    seat: int
    points: int
    count: int
    out: bool
    unsure: int
    open_train: bool
    photo: str | None
    tiles: tuple[Tile, ...] | None


@dataclass(frozen=True, slots=True)
class Shown:
    """The tiles on the table, and when they were seen there."""

    tiles: tuple[Tile, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that hands and table together cannot be, or that is unusual (a `warning`).

    The host is told about all hands, a seat about its own: so that nobody finds out another hand by asking.
    """

    code: FindingCode
    tiles: tuple[Tile, ...]
    seats: tuple[int, ...]
    severity: Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class CurrentRound:
    """The round whose hands are being collected.

    - `engine`: None when the rules leave it to the hands.
    - `can_close`: whether every seat has handed in; findings warn, and do not forbid.
    """

    number: int
    engine: int | None
    submissions: tuple[Submission, ...]
    table: Shown | None
    missing: tuple[int, ...]
    findings: tuple[Finding, ...]
    can_close: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Where a seat stands: the lowest total is first, and equals share a place."""

    seat: int
    total: int
    place: int


@dataclass(frozen=True, slots=True)
class Step:
    """The host's step that an undo would take back."""

    what: StepKind
    round: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class Join:
    """How others get in."""

    code: str


@dataclass(frozen=True, slots=True)
class GameState:
    """A game as `you` see it; `version` is the number of its last event.

    `preset` is the one that the rules were chosen by; None where nobody said.
    """

    id: str
    version: int
    name: str
    created: datetime
    over: bool
    keep_photos: bool
    rules: Rules
    preset: str | None
    rounds_planned: int
    engines: tuple[int | None, ...]
    you: Viewer
    players: tuple[Player, ...]
    rounds: tuple[ScoredRound, ...]
    current: CurrentRound | None
    totals: tuple[int, ...]
    ranking: tuple[Place, ...]
    undo: Step | None
    join: Join | None

    @property
    def set(self) -> str:
        """The set that is played with, such as `double-12`."""
        return str(self.rules.domino_set)


@dataclass(frozen=True, slots=True)
class GameView:
    """How a game stands, and for whom."""

    state: GameState

    @property
    def viewer(self) -> Viewer:
        """Who asked."""
        return self.state.you


@dataclass(frozen=True, slots=True)
class Lobby:
    """What the code of a game shows: enough to choose a seat."""

    game: str
    name: str
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Created:
    """A new game with the secret of its host, and that of the host's seat if there is one."""

    state: GameState
    host_token: str
    seat_token: str | None


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat that was taken, with its secret."""

    seat_token: str
    state: GameState
