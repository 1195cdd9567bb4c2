"""The score sheet: points round after round, corrections that keep what stood there, totals and ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from engine.errors import ScoreError


@dataclass(frozen=True, slots=True)
class Entry:
    """The points of one player in one round: what counts now, and what stood there before, the oldest first."""

    points: int
    before: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands: the total, and the place, which equals share."""

    player: str
    total: int
    place: int


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The points of a game: for each round an entry for each player, in the order of the players.

    Raises:
        ScoreError: when there are no players, two have one name, or a round has not as many entries as players.
    """

    players: tuple[str, ...]
    rounds: tuple[tuple[Entry, ...], ...] = ()

    def __post_init__(self) -> None:
        if not self.players or len(set(self.players)) < len(self.players):
            raise ScoreError("A score sheet needs players, each with a name of their own.")
        for number, entries in enumerate(self.rounds, start=1):
            if len(entries) != len(self.players):
                raise ScoreError(f"Round {number} has {len(entries)} scores for {len(self.players)} players.")

    def add(self, points: Sequence[int]) -> Self:
        """The sheet with one more round; raises ScoreError unless there are points for each player."""
        return type(self)(self.players, (*self.rounds, tuple(Entry(own) for own in points)))

    def correct(self, round_number: int, player: str, points: int) -> Self:
        """The sheet with other points for a player in a round, counted from 1; the old ones stay on record.

        Raises:
            ScoreError: when the sheet has no such round or player.
        """
        if not 1 <= round_number <= len(self.rounds):
            raise ScoreError(f"The sheet has {len(self.rounds)} rounds and no round {round_number}.")
        if player not in self.players:
            raise ScoreError(f"{player} is not on the score sheet.")
        seat, entries = self.players.index(player), self.rounds[round_number - 1]
        old = entries[seat]
        corrected = (*entries[:seat], Entry(points, (*old.before, old.points)), *entries[seat + 1 :])
        return type(self)(self.players, (*self.rounds[: round_number - 1], corrected, *self.rounds[round_number:]))

    def totals(self) -> tuple[int, ...]:
        """The sum of what counts now, for each player."""
        return tuple(sum(entries[seat].points for entries in self.rounds) for seat in range(len(self.players)))

    def ranking(self) -> tuple[Standing, ...]:
        """The players from the lowest total to the highest; equals keep their order at the table."""
        totals = self.totals()
        standings = [
            Standing(player, own, place=1 + sum(other < own for other in totals))
            for player, own in zip(self.players, totals, strict=True)
        ]
        return tuple(sorted(standings, key=lambda standing: standing.place))
