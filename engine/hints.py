"""Advice: the legal moves ranked by how the round is expected to go after each, with reasons.

The tiles that cannot be seen are dealt at random, in agreement with all that is known (`engine.hidden`); each move is
tried on the same deals and the round played to its end by the policy of `engine.rollout`, with the same luck for each
move. Moves that fall clearly behind get no further play-outs (a race, as in Maron and Moore 1994); the rest of the
effort goes to those that are still in it. Importing this loads the compiled play-outs; `warm_up` prepares them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count

import numpy as np
from numpy.typing import NDArray

from engine import rollout
from engine import rollout_kernel as kernel
from engine.errors import HintError
from engine.hidden import hidden_tiles, samples
from engine.lines import Goal, Line, best_lines
from engine.memory import Memory, blank_memory
from engine.moves import Move, Play, legal_moves, spots
from engine.reasons import Reason, Weighed, reasons
from engine.rollout_state import deal_hidden, encode, ignored_options, move_code, tile_numbers
from engine.state import Position, View
from engine.tiles import Tile
from engine.turns import without

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]

POLICY = rollout.SENSIBLE
"""How everybody is expected to play on."""
LARGE_HAND, SHORT_REACH = 20, 6
"""Whoever holds more tiles is expected to plan only so far ahead: there are too many chains through so many tiles."""
PER_SECOND = 20_000
"""Play-outs that a second of effort stands for, so that an answer depends on the effort and not on the machine."""
FIRST_DEALS, HEAT_SHARE = 24, 6
"""Deals that every move is tried on at first, and into how many heats the effort is divided."""
MANY_MOVES, FEWEST_DEALS = 40, 6
"""With more moves each is tried on fewer deals at first, but on so many at least."""
AT_ONCE = 1000
"""About so many play-outs are made before it is asked whether to go on."""
BEHIND = 3.0
"""A move is out of the race when it is worse than the best by so many standard errors of their difference."""
LINE_STEPS = 40
"""Steps that the search for a line may take; for a hand of up to 15 tiles it needs none of them."""
ALL_LINE_STEPS = 1600
"""Steps that all those searches may take together, when there are many moves."""
LOOKS = 100
"""Deals on which the next player's plays are counted."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """How the round is expected to end: `mine` points for me, `others` points for the others on average, `out_first`
    how likely I go out, from 0 to 1; `error` is the standard error of `lead`, from `deals` deals."""

    mine: float
    others: float
    out_first: float
    error: float
    deals: int

    @property
    def lead(self) -> float:
        """By how many points the others are expected to do worse than me: the more the better."""
        return self.others - self.mine


@dataclass(frozen=True, slots=True)
class Hint:
    """A legal move, what to expect of it, and why; `line` is the longest line that the rest of the hand still makes on
    the own train after it, with what stays in the hand."""

    move: Move
    estimate: Estimate
    line: Line
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """All legal moves, best first. `settled`: whether the best is ahead of the second by more than chance; `ignored`
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
    table = view.table
    if view.me != table.turn:
        raise HintError(f"It is the turn of seat {table.turn}, not of seat {view.me}; advice is for whose turn it is.")
    if len(view.hand) != table.hand_sizes[view.me]:
        raise HintError(f"The hand has {len(view.hand)} tiles, and the table says {table.hand_sizes[view.me]}.")
    if effort <= 0:
        raise HintError(f"Some effort is needed, more than 0 seconds, not {effort:g}.")
    # Not to announce the last tile is never better, only forgetful.
    moves = [move for move in legal_moves(view) if not (isinstance(move, Play) and move.silent)]
    race = _Race(view, blank_memory(table) if memory is None else memory, moves, seed, seen, go_on)
    race.run(max(2 * FIRST_DEALS, round(effort * PER_SECOND)))
    order = race.ranking()
    lines, longest = _continuations(view, moves, go_on)
    estimates = [race.estimate(k) for k in range(len(moves))]
    weighed = tuple(
        Weighed(move, len(line.placed), race.behind(k, order[0]), race.next_can_play(k), estimates[k].out_first)
        for k, (move, line) in enumerate(zip(moves, lines, strict=True))
    )
    hints = tuple(Hint(moves[k], estimates[k], lines[k], reasons(view, weighed, k, longest)) for k in order)
    settled = len(order) == 1 or race.apart(order[0], order[1]) > BEHIND
    return Advice(hints, settled, ignored_options(table.rules))


def warm_up() -> None:
    """Compile what advice needs, or load it from disk; to be called before the first request."""
    rollout.warm_up()


class _Race:
    """Moves tried on common deals: results are kept per move, a row for each deal."""

    def __init__(
        self,
        view: View,
        memory: Memory,
        moves: Sequence[Move],
        seed: int,
        seen: Position | None,
        go_on: Callable[[], bool],
    ) -> None:
        table = view.table
        self._policies, self._go_on = policies(table.hand_sizes), go_on
        hands = [view.hand if seat == view.me else None for seat in range(table.players)]
        self._base = encode(table, hands, None)
        self._seats = [seat for seat in range(table.players) if seat != view.me]
        self._numbers = tile_numbers(hidden_tiles(view))
        self._view, self._memory = view, memory
        self._truth = None if seen is None else _as_dealt(seen, view)
        self._rng = np.random.default_rng([seed, 0x417])
        self._codes = np.array([move_code(self._base, move) for move in moves], np.int64)
        self._leads: list[Floats] = [np.zeros(0) for _ in moves]
        self._mine: list[Floats] = [np.zeros(0) for _ in moves]
        self._out: list[Floats] = [np.zeros(0) for _ in moves]
        self._states = np.zeros((0, len(self._base)), np.int64)

    def run(self, effort: int) -> None:
        """Make about `effort` play-outs, heat after heat, until one move is left or effort or time is spent."""
        running = list(range(len(self._codes)))
        first = max(FEWEST_DEALS, min(FIRST_DEALS, FIRST_DEALS * MANY_MOVES // len(running)))
        for heat in count():
            deals = first if heat == 0 else max(first, effort // HEAT_SHARE // len(running))
            deals = min(deals, max(effort // len(running), 1 if heat else first))
            if not self._heat(running, deals):
                return
            effort -= deals * len(running)
            best = self.ranking()[0]
            running = [k for k in running if k == best or self.apart(best, k) <= BEHIND]
            if len(running) == 1 or effort < len(running):
                return

    def _heat(self, running: Sequence[int], deals: int) -> bool:
        """Try each of those moves on so many new deals, or on fewer; returns whether there is time to go on."""
        if self._truth is None:
            dealt = self._numbers[samples(self._view, self._memory, deals, self._rng)]
        else:
            dealt = np.tile(self._truth, (deals, 1))
        states = deal_hidden(self._base, self._seats, dealt)
        self._states = np.concatenate([self._states, states[: LOOKS - len(self._states)]])
        seeds = self._rng.integers(2**64, size=deals, dtype=np.uint64)
        step = max(FEWEST_DEALS, AT_ONCE // len(running))
        for at in range(0, deals, step):
            self._play(running, states[at : at + step], seeds[at : at + step])
            if not self._go_on():
                return False
        return True

    def _play(self, running: Sequence[int], states: Ints, seeds: Words) -> None:
        deals = len(states)
        played = rollout.play_out(
            states,
            self._policies,
            np.tile(seeds, len(running)),
            np.repeat(self._codes[running], deals),
            np.tile(np.arange(deals), len(running)),
        )
        me = self._view.me
        points = played.points.reshape(len(running), deals, -1).astype(np.float64)
        winners = played.winners.reshape(len(running), deals)
        for k, result, winner in zip(running, points, winners, strict=True):
            mine = result[:, me]
            others = (result.sum(1) - mine) / (result.shape[1] - 1)
            self._leads[k] = np.append(self._leads[k], others - mine)
            self._mine[k] = np.append(self._mine[k], mine)
            self._out[k] = np.append(self._out[k], winner == me)

    def ranking(self) -> list[int]:
        """The moves, best first: those tried longest before those that fell behind, of equals the first."""
        return sorted(range(len(self._codes)), key=lambda k: (-len(self._leads[k]), -float(self._leads[k].mean()), k))

    def apart(self, best: int, other: int) -> float:
        """By how many standard errors of their difference the first of two moves is better, on their common deals."""
        common = min(len(self._leads[best]), len(self._leads[other]))
        difference = self._leads[best][:common] - self._leads[other][:common]
        error = float(difference.std(ddof=1)) / common**0.5 if common > 1 else 0.0
        gap = float(difference.mean())
        return gap / error if error > 0 else (float("inf") if gap > 0 else 0.0)

    def behind(self, k: int, best: int) -> float:
        """By how many standard errors of their difference a move is worse than the best; 0 for that itself."""
        return 0.0 if k == best else self.apart(best, k)

    def estimate(self, k: int) -> Estimate:
        """What was found out about a move."""
        leads, mine = self._leads[k], float(self._mine[k].mean())
        error = float(leads.std(ddof=1)) / len(leads) ** 0.5 if len(leads) > 1 else float("inf")
        return Estimate(mine, float(leads.mean()) + mine, float(self._out[k].mean()), error, len(leads))

    def next_can_play(self, k: int) -> float | None:
        """How likely the next player can lay a tile after a move; None where the turn, or the round, does not go on
        with that player."""
        me, found, able = self._view.me, np.empty(kernel.MAX_PLAYS, np.int64), 0
        for state in self._states.copy():
            kernel.step(state, int(self._codes[k]), found)
            if state[kernel.TURN] == me or state[kernel.ENDING] != kernel.RUNNING:
                return None
            able += kernel.plays(state, found) > 0
        return able / len(self._states)


def policies(hand_sizes: Sequence[int]) -> tuple[rollout.Policy, ...]:
    """How each seat is expected to play on, by the size of its hand."""
    short = replace(POLICY, reach=min(POLICY.reach, SHORT_REACH))
    return tuple(short if size > LARGE_HAND else POLICY for size in hand_sizes)


def _as_dealt(seen: Position, view: View) -> Ints:
    """The hidden tiles where they lie in truth, as one row for `deal_hidden`."""
    hands = [tile for seat, hand in enumerate(seen.hands) if seat != view.me for tile in hand]
    return tile_numbers([*hands, *seen.boneyard])


def _own_ends(view: View) -> list[int]:
    """The values at which the own train goes on; none without an engine."""
    table = view.table
    ends = table.trains[view.me].ends(table.engine_value, table.rules.branches)
    return [end.value for end in ends if end.value >= 0]


def _continuations(view: View, moves: Sequence[Move], go_on: Callable[[], bool]) -> tuple[list[Line], int]:
    """The longest line on the own train that the rest of the hand makes after each move, and the length of that of the
    whole hand. Moves that leave the same hand and the same ends are looked at once."""
    before = (view.hand, tuple(_own_ends(view)))
    after = [_after(view, move, list(before[1])) for move in moves]
    asked = dict.fromkeys([before, *after])
    most = min(LINE_STEPS, max(1, ALL_LINE_STEPS // len(asked)))
    found = {(hand, ends): _longest(hand, ends, view, most, go_on) for hand, ends in asked}
    return [found[one] for one in after], len(found[before].placed)


def _after(view: View, move: Move, ends: list[int]) -> tuple[tuple[Tile, ...], tuple[int, ...]]:
    """The hand and the ends of the own train after a move."""
    if not isinstance(move, Play):
        return view.hand, tuple(ends)
    if move.train == view.me:
        inner = next(s.value for s in spots(view.table) if (s.train, s.branch) == (move.train, move.branch))
        ends.remove(inner)
        ends.insert(0, move.tile.low + move.tile.high - inner)
    return tuple(without(view.hand, move.tile)), tuple(ends)


def _longest(hand: Sequence[Tile], ends: Sequence[int], view: View, most: int, go_on: Callable[[], bool]) -> Line:
    """The line of most tiles from one of the ends on, found in `most` steps."""
    steps = iter(range(most))
    scoring = view.table.rules.scoring
    return best_lines(
        hand, ends or [0], Goal.TILES, scoring, go_on=lambda: next(steps, None) is not None and go_on()
    ).best
