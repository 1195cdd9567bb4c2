"""A table as the page sends it back once a person has corrected it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from server.web.schemas import WHOLE, Body, Hand, Pips, RulesIn, SetName, pair_of

MOST_TILES, MOST_BACKS, MOST_HANDS = 200, 400, 16
"""Of one table: a double-18 set has 190 tiles."""
FAR = 100_000
"""Pixels; no photo is larger, and a tile may be cut off by its edge."""

Pixel = Annotated[float, Field(strict=True, ge=-FAR, le=FAR)]
PointIn = Annotated[tuple[Pixel, Pixel], pair_of(float, minimum=-FAR, maximum=FAR)]
QuadIn = Annotated[list[PointIn], Field(min_length=4, max_length=4)]
ShareIn = Annotated[float, Field(strict=True, ge=0, le=1)]
Players = Annotated[int, Field(strict=True, ge=1, le=MOST_HANDS), WHOLE]
Side = Annotated[int, Field(strict=True, ge=1, le=FAR), WHOLE]


class ChanceIn(Body):
    """A value that a half may show, and how likely, as it was told."""

    value: Pips
    probability: ShareIn


class HalfIn(Body):
    """What the eye made of a half, as it was told."""

    values: list[ChanceIn] = Field(max_length=20)
    count: Annotated[float, Field(strict=True, ge=0, le=100)] | None = None


class TableTileIn(Body):
    """A tile of a table as it was told, or as a person says that it is: then `halves` are left out.

    `quad` are its corners clockwise on the screen, those of half A first, in pixels of the upright photo.
    """

    quad: QuadIn
    a: Pips
    b: Pips
    score: ShareIn = 1.0
    halves: Annotated[list[HalfIn], Field(min_length=2, max_length=2)] | None = None


class MarkerIn(Body):
    """A marker that was seen: where, and how likely it is one."""

    at: PointIn
    confidence: ShareIn


class AuditIn(Body):
    """A table to look at anew: the photo's size, all tiles in any order, and what else lies there.

    `rules` are those of the game, but for the set. `engine` is the value of this round's engine, where it is known;
    `hands` are the tiles of the players, an empty one for each who has none left: with them those tiles are named that
    are nowhere. `players` says how many play; without it a hand for each train is taken for all, and what is nowhere
    then is only a note.
    """

    set: SetName = "double-12"
    rules: RulesIn = Field(default_factory=RulesIn)
    engine: Pips | None = None
    width: Side
    height: Side
    tiles: list[TableTileIn] = Field(max_length=MOST_TILES)
    face_down: list[QuadIn] = Field(default_factory=list, max_length=MOST_BACKS)
    markers: list[MarkerIn] = Field(default_factory=list, max_length=MOST_HANDS)
    hands: list[Hand] = Field(default_factory=list, max_length=MOST_HANDS)
    players: Players | None = None


AUDIT_EXAMPLE = {
    "set": "double-12",
    "engine": None,
    "width": 4000,
    "height": 3000,
    "tiles": [{"quad": [[410.0, 300.5], [690.2, 301.0], [689.8, 860.1], [409.5, 859.7]], "a": 6, "b": 1}],
    "hands": [],
}
"""A table that can be looked at."""
