"""Players who know the rules and little else; `pipwise play` lets them play."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.moves import Move, Play, legal_moves
from engine.state import View

Player = Callable[[View], Move]
"""Whoever chooses one of the legal moves."""


def heaviest(view: View) -> Move:
    """Lay the heaviest tile that fits, at home first; never forget to announce the last tile."""
    moves = legal_moves(view)
    plays = [move for move in moves if isinstance(move, Play) and not move.silent]
    if not plays:
        return moves[0]
    return max(plays, key=lambda play: (play.tile.pips, play.train == view.me, -play.train, -play.branch))


def random_player(rng: Random) -> Player:
    """A player who lays any tile that fits, chosen with the given generator."""
    return lambda view: rng.choice(legal_moves(view))
