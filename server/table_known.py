"""What is known of a table before a photo of it is looked at."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules import Rules
from engine.tiles import DominoSet, Tile


@dataclass(frozen=True, slots=True)
class Known:
    """What a person or a game says of a table.

    - `rules`: those that are played by; they name the set.
    - `engine`: the value of this round's engine, where it is known.
    - `hands`: the tiles of players, where these are known; with those of all players, tiles that are nowhere can be
      told. `doubtful` are those of them that were not read surely.
    - `players`: how many play, where that is known: then so many hands are all of them.
    """

    rules: Rules
    engine: int | None = None
    hands: tuple[tuple[Tile, ...], ...] = ()
    doubtful: frozenset[Tile] = frozenset()
    players: int | None = None

    @property
    def domino_set(self) -> DominoSet:
        """The set that is played with."""
        return self.rules.domino_set
