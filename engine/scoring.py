"""Points: what a hand costs at the end of a round, and who stands where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.errors import ScoreError
from engine.rules import ScoringRules
from engine.tiles import Tile

PLAIN = ScoringRules()
"""Pips left in hand and nothing else."""


def tile_points(tile: Tile, rules: ScoringRules = PLAIN) -> int:
    """What one tile left in a hand costs."""
    if tile == Tile(0, 0) and rules.double_blank:
        return rules.double_blank
    pips = tile.pips * 2 if tile.is_double and rules.doubles_twice else tile.pips
    return pips + rules.blank_half * (tile.low, tile.high).count(0)


def hand_points(tiles: Iterable[Tile], rules: ScoringRules = PLAIN) -> int:
    """What the tiles left in a hand cost together; 0 for none. A tile that is there twice counts twice."""
    return sum(tile_points(tile, rules) for tile in tiles)


def score_hands(
    hands: Sequence[Sequence[Tile]],
    rules: ScoringRules = PLAIN,
    marked: Sequence[bool] = (),
    blocked: bool = False,
) -> tuple[int, ...]:
    """What each hand costs at the end of a round.

    An empty hand went out, unless the round is `blocked`. `marked` says whose train is still marked, none by default;
    that costs extra, also where the lowest hand of a blocked round scores 0.
    """
    points = [hand_points(tiles, rules) if tiles or blocked else rules.going_out for tiles in hands]
    if blocked and rules.blocked == "lowest hand scores 0":
        points = [0 if own == min(points) else own for own in points]
    extra = [rules.open_train if is_open else 0 for is_open in marked or [False] * len(points)]
    return tuple(own + more for own, more in zip(points, extra, strict=True))


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """One player's round: the tiles left, their points, and the place in the round (1 is best, equals share it)."""

    player: str
    tiles: tuple[Tile, ...]
    points: int
    place: int

    @property
    def went_out(self) -> bool:
        """Whether no tile was left."""
        return not self.tiles


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A scored round, the players in the order in which they were given."""

    players: tuple[PlayerScore, ...]

    def ranking(self) -> tuple[PlayerScore, ...]:
        """The players from the lowest points to the highest; equals stay in the order in which they were given."""
        return tuple(sorted(self.players, key=lambda score: score.place))


def score_round(hands: Sequence[tuple[str, Iterable[Tile]]], rules: ScoringRules = PLAIN) -> RoundScore:
    """Score the tiles that each player, given as (name, hand), has left at the end of a round.

    Raises:
        ScoreError: when a player is there twice.
    """
    names = [name for name, _ in hands]
    for name in names:
        if names.count(name) > 1:
            raise ScoreError(f"{name} is there twice; a player has one hand in a round.")
    left = [(name, tuple(hand)) for name, hand in hands]
    points = score_hands([tiles for _, tiles in left], rules)
    return RoundScore(
        tuple(
            PlayerScore(name, tiles, own, place=1 + sum(other < own for other in points))
            for (name, tiles), own in zip(left, points, strict=True)
        )
    )
