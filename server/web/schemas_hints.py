"""A table and a hand as the page describes them, and advice as it gets it."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, Field

from engine.hints import Advice, Hint
from engine.moves import Draw, Move, Pass, Play, Spot
from engine.state import ENGINE
from server.reason_words import reason_text
from server.web.schemas import MOST_TILES, WHOLE, Body, HalvesIn, HalvesOut, Pips, RulesIn, Seat, halves_of

PlayerName = Annotated[str, Field(min_length=1, max_length=40)]
Count = Annotated[int, Field(strict=True, ge=0, le=MOST_TILES), WHOLE]
Place = Annotated[int, Field(strict=True, ge=ENGINE, lt=MOST_TILES), WHOLE]
MOST_IN_HAND = 60
"""No hand grows larger in play: even of a double-18 set nobody is dealt 20 tiles, and few rounds see 40 drawn."""
SEED_MOST = 2**53 - 1
"""Whole numbers beyond this are not the same in JavaScript."""


class TrainIn(Body):
    """A train: the seat of its owner, or null for a Mexican one; its tiles as (value towards the engine, value away).

    `on` says on which of its tiles each lies, -1 for the engine, as a train that branches needs; without it each lies
    on the one before. Where its tiles are not known, `end` alone says where it goes on.
    """

    owner: Seat | None
    tiles: list[HalvesIn] = Field(default_factory=list, max_length=MOST_TILES)
    on: Annotated[list[Place], Field(max_length=MOST_TILES)] | None = None
    open: Annotated[bool, Field(strict=True)] = False
    end: Pips | None = None


class HintIn(Body):
    """A table as a player sees it who has to move.

    Seats count from 0, clockwise; trains may stand in any order, and those without a tile may be missing. `boneyard`
    may be null: then it is what neither lies on the table nor is held. `doubles` are open doubles as they were laid,
    the first one first; those that are not named count as laid after them, train after train. Where all that can be
    chained is laid in the first turn, a double on the train of a player may be of that turn and oblige nobody: it is
    open only if it is named. `seconds` is how long to think.
    """

    rules: RulesIn = Field(default_factory=RulesIn)
    hand: list[HalvesIn] = Field(min_length=1, max_length=MOST_IN_HAND)
    players: list[PlayerName] = Field(min_length=2, max_length=16)
    me: Seat
    turn: Seat | None = None
    engine: HalvesIn
    trains: list[TrainIn] = Field(max_length=20)
    hand_sizes: list[Count] = Field(min_length=2, max_length=16)
    boneyard: Count | None = None
    doubles: list[HalvesIn] = Field(default_factory=list, max_length=MOST_TILES)
    seconds: float = Field(0.3, ge=0.05, le=2.0, strict=True)
    seed: Annotated[int, Field(strict=True, ge=0, le=SEED_MOST), WHOLE] | None = None


class MoveOut(BaseModel):
    """A move: which tile on which train, the value that it is laid on, and the position there of the tile with it.

    `train` counts the trains of all seats first, clockwise from seat 0, and then the Mexican ones, as they were sent.
    `position` counts the tiles of that train as they were sent, -1 for the engine.
    """

    kind: Literal["play", "draw", "pass"]
    tile: HalvesOut | None = None
    train: int | None = None
    on: int | None = None
    position: int | None = None

    @classmethod
    def of(cls, move: Move, places: tuple[Spot, ...]) -> Self:
        """A move, where tiles can be laid on `places`."""
        match move:
            case Play():
                spot = next(spot for spot in places if (spot.train, spot.branch) == (move.train, move.branch))
                tile = halves_of(move.tile)
                return cls(kind="play", tile=tile, train=move.train, on=spot.value, position=spot.position)
            case Draw():
                return cls(kind="draw")
            case Pass():
                return cls(kind="pass")


class ReasonOut(BaseModel):
    """Why a move is good: a code, what it speaks of, and the words."""

    code: str
    tile: HalvesOut | None
    number: int | None
    seat: int | None
    text: str


class HintOut(BaseModel):
    """A move and how the round is expected to go after it.

    `lead` is by how many points the others are expected to do worse than I do, `lead_error` its standard error;
    `out_first` how likely I go out first, and `out_first_range` between which shares that is 95 times in a hundred;
    `line` what my train can go on with, as (value towards the engine, value away), and `left` what stays in the hand
    then.
    """

    move: MoveOut
    lead: float
    lead_error: float
    my_points: float
    others_points: float
    out_first: Annotated[float, Field(ge=0, le=1)]
    out_first_range: tuple[float, float]
    line: list[HalvesOut]
    left: list[HalvesOut]
    reasons: list[ReasonOut]


class HintsOut(BaseModel):
    """All moves, the best first; `settled` when it is ahead by more than chance."""

    moves: list[HintOut]
    settled: bool
    ignored_rules: list[str]


HINT_EXAMPLE = {
    "rules": {"preset": "puremco", "changes": {}},
    "hand": [[12, 3], [3, 3], [5, 8]],
    "players": ["Ann", "Bo"],
    "me": 0,
    "engine": [12, 12],
    "trains": [
        {"owner": 0, "tiles": [], "open": False},
        {"owner": 1, "tiles": [[12, 5]], "open": True},
        {"owner": None, "tiles": [], "open": False, "end": 9},
    ],
    "hand_sizes": [3, 6],
    "boneyard": None,
    "seconds": 0.1,
    "seed": 1,
}
"""A table on which advice can be given."""


def hints_out(advice: Advice, places: tuple[Spot, ...], players: list[str]) -> HintsOut:
    """Advice to a player who may lay tiles on `places`, at a table of these players."""
    return HintsOut(
        moves=[_hint(hint, places, players) for hint in advice.hints],
        settled=advice.settled,
        ignored_rules=list(advice.ignored),
    )


def _hint(hint: Hint, places: tuple[Spot, ...], players: list[str]) -> HintOut:
    one = hint.estimate
    return HintOut(
        move=MoveOut.of(hint.move, places),
        lead=round(one.lead, 2),
        lead_error=round(one.error, 2),
        my_points=round(one.mine, 2),
        others_points=round(one.others, 2),
        out_first=round(one.out_first, 4),
        out_first_range=(round(one.out_range[0], 4), round(one.out_range[1], 4)),
        line=[(placed.inner, placed.outer) for placed in hint.line.placed],
        left=[halves_of(tile) for tile in hint.line.left],
        reasons=[
            ReasonOut(
                code=reason.code.value.replace(" ", "_"),
                tile=None if reason.tile is None else halves_of(reason.tile),
                number=reason.number,
                seat=reason.seat,
                text=reason_text(reason, players),
            )
            for reason in hint.reasons
        ],
    )
