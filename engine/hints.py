"""Advice: the legal moves ranked by how the round is expected to go after each, with reasons.

What is expected of a move is found by playing it out (`engine.race`), what its reasons speak of by looking at table and
hand, too. Importing this loads the compiled play-outs; `warm_up` prepares them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from engine import rollout
from engine.errors import HintError
from engine.hidden import hidden_tiles
from engine.lines import Goal, Line, Lines, best_lines
from engine.memory import Memory, blank_memory
from engine.moves import Move, Play, legal_moves, spots
from engine.race import BEHIND, FIRST_DEALS, Bools, Estimate, Race, standard_errors
from engine.reasons import Comparison, Reason, Weighed, reasons
from engine.rollout_state import ignored_options
from engine.scoring import hand_points
from engine.state import Placed, Position, Train, View
from engine.tiles import Tile
from engine.turns import without

PER_SECOND = 20_000
"""Play-outs that a second of effort stands for, so that an answer depends on the effort and not on the machine."""
LINE_STEPS = 40
"""Steps that the search for a line may take; for a hand of up to 15 tiles it needs none of them."""
ALL_LINE_STEPS = 1600
"""Steps that all those searches may take together, when there are many moves."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A legal move, what to expect of it, and why; `line` is the longest line that the rest of the hand still makes on
    the own train after it, with what stays in the hand; a longer one may be there if it is not proven."""

    move: Move
    estimate: Estimate
    line: Line
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """All legal moves, best first. `settled`: whether the best is ahead of every other by more than chance; `ignored`
    names the options of the rules that the estimates do not know."""

    hints: tuple[Hint, ...]
    settled: bool
    ignored: tuple[str, ...]

    @property
    def best(self) -> Hint:
        """The move to make."""
        return self.hints[0]


def advise(
    view: View,
    memory: Memory | None = None,
    *,
    effort: float = 0.2,
    seed: int = 0,
    seen: Position | None = None,
    go_on: Callable[[], bool] = lambda: True,
) -> Advice:
    """The legal moves of the player who looks at the table, ranked; the same arguments give the same answer, unless
    `go_on` says that there is no time left.

    Args:
        view: the own hand and the table; it has to be the own turn.
        memory: what is known of the other hands, as `engine.memory` keeps it; None: their sizes only.
        effort: about the seconds that one core may work, more than 0; a fifth of a second is useful.
        seed: for the deals and the luck.
        seen: how everything really lies, for a measure of what more knowledge is worth; no player knows it.
        go_on: asked after about every thousand play-outs, whether there is time for more; if not, the answer is what is
            known so far. Every move has been tried by then.

    Raises:
        HintError: when it is not the own turn, or hand, table and memory cannot be.
    """
    check(view)
    table = view.table
    if effort <= 0:
        raise HintError(f"Some effort is needed, more than 0 seconds, not {effort:g}.")
    # Not to announce the last tile is never better, only forgetful.
    moves = [move for move in legal_moves(view) if not (isinstance(move, Play) and move.silent)]
    race = Race(view, blank_memory(table) if memory is None else memory, moves, seed, seen, go_on)
    race.run(max(2 * FIRST_DEALS, round(effort * PER_SECOND)))
    order = race.ranking()
    race.make_sure()
    before, after, begun = _continuations(view, moves, go_on)
    comparison = _compared(race, order[0], moves, before, after, begun)
    hints = tuple(Hint(moves[k], race.estimate(k), after[k].best, reasons(view, comparison, k)) for k in order)
    settled = all(race.apart(order[0], k) > BEHIND for k in order[1:])
    return Advice(hints, settled, ignored_options(table.rules))


def check(view: View) -> None:
    """Raises HintError when it is not the own turn, the round is over, or hand and table cannot be; nothing is compiled
    for that."""
    table = view.table
    if view.me != table.turn:
        raise HintError(f"It is the turn of seat {table.turn}, not of seat {view.me}; advice is for whose turn it is.")
    size, said = len(view.hand), table.hand_sizes[view.me]
    if size != said:
        tiles = "1 tile" if size == 1 else f"{size} tiles"
        raise HintError(f"The hand has {tiles}, and the table says {said}; count them again.")
    if table.somebody_is_out:
        raise HintError(
            "A player with 0 tiles has gone out, and the round is over; count again what each player holds."
        )
    hidden_tiles(view)


def warm_up() -> None:
    """Compile what advice needs, or load it from disk; to be called before the first request."""
    rollout.warm_up()


def _compared(
    race: Race,
    best: int,
    moves: Sequence[Move],
    before: Lines,
    after: Sequence[Lines],
    begun: Sequence[Lines | None],
) -> Comparison:
    """The moves with the numbers that reasons speak of, each as far as it is sure."""
    able = race.next_can_play()
    weighed = []
    for k, (move, lines, from_it) in enumerate(zip(moves, after, begun, strict=True)):
        others = [other for j, other in enumerate(able) if j != k and other is not None]
        next_plays, denied = _denied(able[k], others)
        line = len(lines.best.placed)
        own = (0, 0) if from_it is None else (1 + len(from_it.best.placed), 1 + from_it.limit)
        weighed.append(Weighed(move, line, lines.limit, *own, next_plays, denied, race.surely_out_first(k)))
    longest = len(before.best.placed) if before.best.proven else 0
    return Comparison(tuple(weighed), best, longest, lambda k, j: race.apart(k, j, FIRST_DEALS))


def _denied(able: Bools | None, others: Sequence[Bools]) -> tuple[float | None, float]:
    """How likely the next player can play after a move, and how much likelier after the others on average; 0.0 where
    that may be chance."""
    if able is None:
        return None, 0.0
    if not others:
        return float(able.mean()), 0.0
    likelier = np.mean(others, axis=0) - able
    return float(able.mean()), float(likelier.mean()) if standard_errors(likelier) > BEHIND else 0.0


def _own_ends(view: View) -> list[int]:
    """The values at which the own train goes on; none without an engine."""
    table = view.table
    ends = table.trains[view.me].ends(table.engine_value, table.rules.branches)
    return [end.value for end in ends if end.value >= 0]


def _continuations(
    view: View, moves: Sequence[Move], go_on: Callable[[], bool]
) -> tuple[Lines, list[Lines], list[Lines | None]]:
    """The longest line on the own train that the hand makes now, those that its rest makes after each move, and those
    on the tile of each, None where that lies elsewhere. What asks for the same hand and the same ends is looked at
    once."""
    before = (view.hand, tuple(_own_ends(view)))
    after = [_after(view, move, list(before[1])) for move in moves]
    # The tile's own end comes first; the others are those that the train had besides.
    on_it = [(hand, ends[:1]) if _is_own(view, move) else None for move, (hand, ends) in zip(moves, after, strict=True)]
    asked = dict.fromkeys([before, *after, *(one for one in on_it if one is not None)])
    most = min(LINE_STEPS, max(1, ALL_LINE_STEPS // len(asked)))
    found = {(hand, ends): _longest(hand, ends, view, most, go_on) for hand, ends in asked}
    return found[before], [found[one] for one in after], [None if one is None else found[one] for one in on_it]


def _is_own(view: View, move: Move) -> bool:
    return isinstance(move, Play) and move.train == view.me


def _after(view: View, move: Move, ends: list[int]) -> tuple[tuple[Tile, ...], tuple[int, ...]]:
    """The hand and the ends of the own train after a move, the end that it makes there first."""
    if not isinstance(move, Play):
        return view.hand, tuple(ends)
    if move.train == view.me:
        table, placed = view.table, view.table.trains[view.me].placed
        spot = next(s for s in spots(table) if (s.train, s.branch) == (move.train, move.branch))
        laid = Placed(spot.value, move.tile.low + move.tile.high - spot.value, spot.position)
        # A double may take more tiles than this one.
        new = Train(view.me, (*placed, laid)).ends(table.engine_value, table.rules.branches)
        ends = [laid.outer, *(end.value for end in new if end.position < len(placed))]
    return tuple(without(view.hand, move.tile)), tuple(ends)


def _longest(hand: Sequence[Tile], ends: Sequence[int], view: View, most: int, go_on: Callable[[], bool]) -> Lines:
    """The line of most tiles from one of the ends on, found in `most` steps; without an end there is no line."""
    scoring = view.table.rules.scoring
    if not ends:
        nothing = Line(0, (), tuple(sorted(hand)), 0, hand_points(hand, scoring), proven=True)
        return Lines(Goal.TILES, (nothing,), limit=0)
    steps = iter(range(most))
    return best_lines(hand, ends, Goal.TILES, scoring, go_on=lambda: next(steps, None) is not None and go_on())
