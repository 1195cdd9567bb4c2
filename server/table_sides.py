"""Trains and players by where they are around the engine: `bottom`, `top left`, or by number as an audit prints it."""

from __future__ import annotations

import numpy as np

from engine.errors import shown
from server.errors import RequestError
from server.seen_table import SeenTable, TrainKind

AROUND = ("bottom", "bottom left", "left", "top left", "top", "top right", "right", "bottom right")
"""The eight directions in the photo, clockwise from the bottom."""
SIDES = ("bottom", "left", "top", "right")
MOST_PLAYERS = 16
"""More than so many do not play, and so many trains start from the engine at most."""
WITHIN = 65.0
"""A train belongs to a side whose direction it leaves the engine in, up to so many degrees."""


def own_trains(table: SeenTable) -> list[int]:
    """The personal trains without their branches, clockwise from the bottom: train 1 is the first."""
    return [index for index, one in enumerate(table.trains) if one.kind is TrainKind.PERSONAL and one.branch_of is None]


def heading(table: SeenTable, index: int) -> float:
    """In which direction a train leaves the engine, in degrees clockwise from straight down, 0 to 360."""
    if table.engine is None:
        return 0.0
    x, y = table.reading.tiles[table.engine].centre
    u, v = table.reading.tiles[table.trains[index].tiles[0]].centre
    return float(np.degrees(np.arctan2(x - u, v - y)) % 360)


def side(table: SeenTable, index: int) -> str:
    """That direction in words."""
    return AROUND[round(heading(table, index) / 45) % 8]


def named_train(text: str, most: int = MOST_PLAYERS) -> str | int:
    """One of the `SIDES`, or the number of one of at most `most` trains, that a person typed; which there are the photo
    shows.

    Raises:
        RequestError: for what names no train of any photo.
    """
    word = text.strip().lower()
    if word.isdecimal() and len(word) < 4:
        if not 1 <= int(word) <= most:
            raise RequestError(
                f"There is no train {int(word)}; trains go from 1 to at most {most}, clockwise from the bottom."
            )
        return int(word)
    if word not in SIDES:
        raise RequestError(
            f"{shown(text)} is no side of the photo; say bottom, left, top or right, or a train's number, such as 2."
        )
    return word


def chosen_train(table: SeenTable, text: str) -> int | None:
    """The index of the personal train that `text` names by side or number; None where no train starts at that side.

    Raises:
        RequestError: for other words, and for a number that no train has.
    """
    own = own_trains(table)
    word = named_train(text)
    if isinstance(word, int):
        if word > len(own):
            here = f"trains 1 to {len(own)}" if len(own) > 1 else "train 1 alone" if own else "no train"
            raise RequestError(f"There is no train {word}; the photo shows {here} from the engine.")
        return own[word - 1]
    wanted = 90.0 * SIDES.index(word)
    off = [abs((heading(table, index) - wanted + 180) % 360 - 180) for index in own]
    if not off or min(off) > WITHIN:
        return None
    return own[off.index(min(off))]
