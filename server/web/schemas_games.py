"""Games as they are asked for and told; what each part means stands in `server.games.state`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from server.web.schemas import WHOLE, Body, HalvesOut, Hand, RulesIn, RulesOut, Seat, SetName

Text = Annotated[str, Field(pattern=r"^[^\x00-\x1f\x7f]*$")]
"""A line of text."""
Name = Annotated[
    str, Field(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$")
]
Version = Annotated[int, Field(strict=True, ge=0, lt=2**31), WHOLE]
Round = Annotated[int, Field(strict=True, ge=1, le=100), WHOLE]
Flag = Annotated[bool, Field(strict=True)]


class GameIn(Body):
    """A game to be: its players in the order of their seats, clockwise, and the seat of the host if there is one."""

    name: Annotated[str, Field(max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")] | None = None
    rules: RulesIn = Field(default_factory=RulesIn)
    players: list[Name] = Field(min_length=2, max_length=16)
    host_seat: Seat | None = None
    keep_photos: Flag = False


class CodeIn(Body):
    """The code of a game, in any case."""

    code: Annotated[str, Field(min_length=1, max_length=20)]


class SeatIn(CodeIn):
    """The code of a game, and the seat to be taken."""

    seat: Seat


class HandIn(Body):
    """What a seat has left at the end of a round: its tiles, or that it went `out` with none.

    `unsure`: how many of the tiles nobody was sure of; `photo`: the id of a photo that was kept; `open_train`: whether
    the train of the seat is still marked.
    """

    round: Round
    seat: Seat
    tiles: Hand = Field(default_factory=list)
    out: Flag = False
    unsure: Annotated[int, Field(strict=True, ge=0, le=380), WHOLE] = 0
    photo: Annotated[str, Field(min_length=1, max_length=64)] | None = None
    open_train: Flag = False


class TableIn(Body):
    """All tiles that lie on the table."""

    round: Round
    tiles: Hand


class VersionIn(Body):
    """A step of the host, who has seen the game in this version."""

    version: Version


class CloseIn(VersionIn):
    """Score the round. `absent`: what becomes of seats without a hand: the round stays open, or they score 0."""

    blocked: Flag = False
    absent: Literal["refuse", "zero"] = "refuse"


class CorrectionIn(VersionIn):
    """Another score in a closed round."""

    round: Round
    seat: Seat
    points: Annotated[int, Field(strict=True, ge=-9999, le=9999), WHOLE]
    why: Annotated[str, Field(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")] | None = None


class FreeIn(VersionIn):
    """A seat that can be joined again."""

    seat: Seat


class YouOut(BaseModel):
    """Who asks."""

    host: bool
    seat: int | None


class PlayerOut(BaseModel):
    """A seat, and whether a phone has joined it."""

    seat: int
    name: str
    joined: bool


class ScoreOut(BaseModel):
    """The score of a seat in a closed round; `before`: what a correction replaced, the oldest first.

    `photo`: that of its hand where the game keeps photos, for the host and the own seat.
    """

    seat: int
    points: int
    tiles: list[HalvesOut] | None
    out: bool
    open_train: bool
    photo: str | None
    before: list[int]


class RoundOut(BaseModel):
    """A closed round."""

    number: int
    scores: list[ScoreOut]
    blocked: bool
    closed: str


class SubmissionOut(BaseModel):
    """A hand of the current round; its tiles are for the host and its own seat."""

    seat: int
    points: int
    count: int
    out: bool
    unsure: int
    open_train: bool
    photo: str | None
    tiles: list[HalvesOut] | None


class ShownOut(BaseModel):
    """The tiles on the table, and when they were seen."""

    tiles: list[HalvesOut]
    at: str


class FindingOut(BaseModel):
    """What hands and table together cannot be, or seldom are: of all hands to the host, of its own to a seat."""

    code: str
    tiles: list[HalvesOut]
    seats: list[int]
    severity: Literal["error", "warning"]


class CurrentOut(BaseModel):
    """The round whose hands are being collected."""

    number: int
    engine: int | None
    submissions: list[SubmissionOut]
    table: ShownOut | None
    missing: list[int]
    findings: list[FindingOut]
    can_close: bool


class PlaceOut(BaseModel):
    """Where a seat stands; equals share a place."""

    seat: int
    total: int
    place: int


class UndoOut(BaseModel):
    """The step that an undo would take back."""

    what: str
    round: int
    seat: int | None


class JoinOut(BaseModel):
    """How others get in: the code, a link that holds it, and that link as a picture (SVG)."""

    code: str
    link: str
    qr: str


class GameOut(BaseModel):
    """A game as whoever asks may see it."""

    id: str
    version: int
    name: str
    created: str
    over: bool
    keep_photos: bool
    rules: RulesOut
    set: SetName
    rounds_planned: int
    engines: list[int | None]
    you: YouOut
    players: list[PlayerOut]
    rounds: list[RoundOut]
    current: CurrentOut | None
    totals: list[int]
    ranking: list[PlaceOut]
    undo: UndoOut | None
    join: JoinOut | None


class CreatedOut(BaseModel):
    """A new game, with the tokens that open it; they are shown now, and to a repeated request."""

    game: GameOut
    host_token: str
    seat_token: str | None


class LobbyOut(BaseModel):
    """What the code of a game shows."""

    game: str
    name: str
    players: list[PlayerOut]


class SeatedOut(BaseModel):
    """A seat that was taken, with its token."""

    seat_token: str
    game: GameOut


class PhotoOut(BaseModel):
    """A photo that was kept."""

    photo: str


GAME_EXAMPLE: dict[str, Any] = {
    "name": "Friday",
    "rules": {"preset": "puremco", "changes": {"double_blank": 50}},
    "players": ["Ann", "Bo", "Cy"],
    "host_seat": 0,
    "keep_photos": False,
}
HAND_EXAMPLE: dict[str, Any] = {"round": 1, "seat": 1, "tiles": [[6, 1], [0, 5]], "out": False, "unsure": 0}
