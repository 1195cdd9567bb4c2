"""Points of the hands that were handed in, by the rules of the game."""

from __future__ import annotations

from collections.abc import Sequence

from engine.rules import ScoringRules
from engine.scoring import score_hands
from server.games.events import HandSubmitted


def points_of(hand: HandSubmitted, rules: ScoringRules) -> int:
    """What a hand costs unless the round is blocked."""
    return score_hands([hand.tiles], rules, [hand.open_train])[0]


def points_of_round(hands: Sequence[HandSubmitted | None], rules: ScoringRules, blocked: bool) -> tuple[int, ...]:
    """What each seat scores; a seat without a hand scores 0, and is not the lowest hand of a blocked round."""
    there = [hand for hand in hands if hand is not None]
    points = iter(score_hands([hand.tiles for hand in there], rules, [hand.open_train for hand in there], blocked))
    return tuple(0 if hand is None else next(points) for hand in hands)
