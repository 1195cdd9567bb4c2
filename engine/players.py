"""Players who know the rules and little else: for `pipwise play`, and to measure advice against."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.lines import Goal, best_lines
from engine.moves import Move, Play, legal_moves
from engine.scoring import tile_points
from engine.state import View
from engine.tiles import Tile

Player = Callable[[View], Move]
"""Whoever chooses one of the legal moves."""

LINE_STEPS = 40
"""Steps that the search for the longest train may take; for a hand of up to 15 tiles it needs none of them."""


def heaviest(view: View) -> Move:
    """Lay the heaviest tile that fits, at home first; never forget to announce the last tile."""
    plays = _plays(view)
    if not plays:
        return legal_moves(view)[0]
    return max(plays, key=lambda play: (play.tile.pips, play.train == view.me, -play.train, -play.branch))


def random_player(rng: Random) -> Player:
    """A player who lays any tile that fits, chosen with the given generator."""
    return lambda view: rng.choice(legal_moves(view))


def longest_train(view: View) -> Move:
    """Plan the longest train of the hand on the own end, and keep to it.

    What the plan does not need is laid elsewhere, heaviest first; then the plan's next tile is laid at home. Where
    neither can be, because a double has to be covered, the heaviest tile goes that the plan can do without best.
    """
    plays = _plays(view)
    if len(plays) < 2:
        return plays[0] if plays else legal_moves(view)[0]
    table, me = view.table, view.me
    ends = [end.value for end in table.trains[me].ends(table.engine_value, table.rules.branches)]
    steps = iter(range(LINE_STEPS))
    line = best_lines(view.hand, ends, Goal.TILES, go_on=lambda: next(steps, None) is not None).best
    planned = line.tiles

    def rank(play: Play) -> tuple[float, ...]:
        at_home = play.train == me
        if at_home and planned and play.tile == planned[0]:
            return (2, 0, 0)
        if not at_home and play.tile not in planned:
            return (3, _cost(view, play.tile), -play.train)
        # The later in the plan, the less of it is lost.
        place = planned.index(play.tile) if play.tile in planned else len(planned)
        return (1, place, _cost(view, play.tile))

    return max(plays, key=rank)


def follow_ups(view: View) -> Move:
    """Lay the tile that costs most, counted together with how many others fit on it and whether it lies at home."""
    plays = _plays(view)
    if not plays:
        return legal_moves(view)[0]

    def worth(play: Play) -> tuple[float, int]:
        fitting = sum(bool({play.tile.low, play.tile.high} & {other.low, other.high}) for other in view.hand) - 1
        return _cost(view, play.tile) + 2.0 * fitting + 5.0 * (play.train == view.me), -play.train

    return max(plays, key=worth)


def _plays(view: View) -> list[Play]:
    """The plays among the legal moves; those that forget to announce the last tile are left out."""
    return [move for move in legal_moves(view) if isinstance(move, Play) and not move.silent]


def _cost(view: View, tile: Tile) -> int:
    return tile_points(tile, view.table.rules.scoring)
