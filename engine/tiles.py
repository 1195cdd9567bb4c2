"""The tiles and the sets they come in.

>>> str(Tile.of(12, 6)), Tile.parse("12|6").pips
('6-12', 18)
>>> len(DominoSet(12))
91
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Self

from engine.errors import SetError, TileError, shown

HIGHEST_PIPS = 18
"""No set that is sold shows more pips on a half."""

SET_SIZES = (6, 9, 12, 15, 18)
"""The pips on a half of the highest double of each set that is sold."""

_TILE_TEXT = re.compile(r"\s*(\d{1,2})\s*[-|:/]\s*(\d{1,2})\s*", re.ASCII)
_SET_TEXT = re.compile(r"\s*(?:double[-_ ]?|d)?(\d{1,2})\s*", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """A domino tile: two halves with 0 to 18 pips each, the lower value first.

    Tiles order by the lower half, then by the higher. The text of a tile is `6-12`, and `Tile.parse` reads it back.

    Raises:
        TileError: when a half is not a whole number from 0 to 18, or when the higher value stands first.
    """

    low: int
    high: int

    def __post_init__(self) -> None:
        for value in (self.low, self.high):
            if type(value) is not int or not 0 <= value <= HIGHEST_PIPS:
                raise TileError(f"A half of a tile has 0 to {HIGHEST_PIPS} pips, not {shown(value)}.")
        if self.low > self.high:
            raise TileError(f"A tile starts with its lower half: {self.high}-{self.low}, not {self.low}-{self.high}.")

    @classmethod
    def of(cls, a: int, b: int) -> Self:
        """The tile with the halves `a` and `b`, in any order; raises TileError as the class does."""
        return cls(a, b) if a <= b else cls(b, a)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The tile that a text such as `6-12`, `12-6`, `6|12`, `6:12` or `6/12` names; raises TileError."""
        match = _TILE_TEXT.fullmatch(text)
        if match is None:
            raise TileError(f"{shown(text)} is not a tile; write one as 6-12.")
        return cls.of(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.low}-{self.high}"

    @property
    def pips(self) -> int:
        """The pips on both halves together."""
        return self.low + self.high

    @property
    def is_double(self) -> bool:
        """Whether both halves show the same value."""
        return self.low == self.high


@dataclass(frozen=True, slots=True, order=True)
class DominoSet:
    """A domino set: every pair of values from 0 to `highest` once; `highest` is 6, 9, 12, 15 or 18.

    Raises:
        SetError: when no set of that size is sold.
    """

    highest: int

    def __post_init__(self) -> None:
        if type(self.highest) is not int or self.highest not in SET_SIZES:
            raise SetError(_no_such_set(str(self.highest)))

    @classmethod
    def parse(cls, text: str) -> Self:
        """The set that a text such as `double-12` or `12` names; raises SetError."""
        match = _SET_TEXT.fullmatch(text)
        if match is None or int(match[1]) not in SET_SIZES:
            raise SetError(_no_such_set(text))
        return cls(int(match[1]))

    def __str__(self) -> str:
        return f"double-{self.highest}"

    def __len__(self) -> int:
        """How many tiles the set has: 28, 55, 91, 136 or 190."""
        return (self.highest + 1) * (self.highest + 2) // 2

    def __iter__(self) -> Iterator[Tile]:
        """The tiles of the set, from 0-0 to the highest double, in the order of tiles."""
        return iter(_tiles_of(self.highest))

    def __contains__(self, tile: object) -> bool:
        return isinstance(tile, Tile) and tile.high <= self.highest

    def tiles(self) -> tuple[Tile, ...]:
        """The tiles of the set, from 0-0 to the highest double."""
        return _tiles_of(self.highest)


@cache
def _tiles_of(highest: int) -> tuple[Tile, ...]:
    return tuple(Tile(low, high) for low in range(highest + 1) for high in range(low, highest + 1))


def _no_such_set(text: str) -> str:
    names = [f"double-{size}" for size in SET_SIZES]
    return f"There is no domino set {shown(text)}; choose {', '.join(names[:-1])} or {names[-1]}."
