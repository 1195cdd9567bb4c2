"""Moves tried on common deals, and no longer those that fall clearly behind: a race (Maron and Moore 1994).

The tiles that cannot be seen are dealt at random, in agreement with all that is known (`engine.hidden`); each move is
tried on the same deals and the round played to its end by the policy of `engine.rollout`, with the same luck for each
move. What is told of a move afterwards rests on more deals where these few say too little. Importing this loads the
compiled play-outs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count

import numpy as np
from numpy.typing import NDArray

from engine import rollout
from engine import rollout_kernel as kernel
from engine.evidence import CLEARLY, NEARLY_ALWAYS, USUALLY, share_range
from engine.hidden import hidden_tiles, samples
from engine.memory import Memory
from engine.moves import Move
from engine.rollout_state import deal_hidden, encode, move_code, tile_numbers
from engine.state import Position, View

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]

POLICY = rollout.SENSIBLE
"""How everybody is expected to play on."""
LARGE_HAND, SHORT_REACH = 20, 6
"""Whoever holds more tiles is expected to plan only so far ahead: there are too many chains through so many tiles."""
FIRST_DEALS, HEAT_SHARE = 24, 6
"""Deals that every move is tried on at first, and into how many heats the effort is divided."""
MANY_MOVES, FEWEST_DEALS = 40, 6
"""With more moves each is tried on fewer deals at first, but on so many at least."""
AT_ONCE = 1000
"""About so many play-outs are made before it is asked whether to go on."""
BEHIND = CLEARLY
"""A move is out of the race when it is worse than the best by so many standard errors of their difference."""
LOOKS = 400
"""Deals on which the next player's plays are counted."""
SURE_DEALS = 500
"""Deals that can tell whether I nearly always go out first; no fewer than 441 can, even if I do each time."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """How the round is expected to end: `mine` points for me, `others` points for the others on average, `out_first`
    how likely I go out, from 0 to 1, and between which shares that is 95 times in a hundred; `error` is the standard
    error of `lead`, from `deals` deals."""

    mine: float
    others: float
    out_first: float
    out_range: tuple[float, float]
    error: float
    deals: int

    @property
    def lead(self) -> float:
        """By how many points the others are expected to do worse than me: the more the better."""
        return self.others - self.mine


@dataclass(slots=True)
class _Results:
    """What came of a move, deal by deal: by how many points the others did worse, my own, and whether I went out."""

    leads: Floats
    mine: Floats
    out: Floats


class Race:
    """Moves tried on common deals: results are kept per move, a number for each deal."""

    def __init__(
        self,
        view: View,
        memory: Memory,
        moves: Sequence[Move],
        seed: int,
        seen: Position | None,
        go_on: Callable[[], bool],
    ) -> None:
        """As `engine.hints.advise` has them; raises HintError for a table that cannot be."""
        table = view.table
        self._policies, self._go_on, self._in_time = policies(table.hand_sizes), go_on, True
        hands = [view.hand if seat == view.me else None for seat in range(table.players)]
        self._base = encode(table, hands, None)
        self._seats = [seat for seat in range(table.players) if seat != view.me]
        self._numbers = tile_numbers(hidden_tiles(view))
        self._view, self._memory = view, memory
        self._truth = None if seen is None else _as_dealt(seen, view)
        self._rng = np.random.default_rng([seed, 0x417])
        self._codes = np.array([move_code(self._base, move) for move in moves], np.int64)
        self._found = [_Results(np.zeros(0), np.zeros(0), np.zeros(0)) for _ in moves]
        self._outs_beside = [np.zeros(0) for _ in moves]
        self._states = np.zeros((0, len(self._base)), np.int64)

    def run(self, effort: int) -> None:
        """Make about `effort` play-outs, heat after heat, until one move is left or effort or time is spent."""
        running = list(range(len(self._codes)))
        first = max(FEWEST_DEALS, min(FIRST_DEALS, FIRST_DEALS * MANY_MOVES // len(running)))
        for heat in count():
            deals = first if heat == 0 else max(first, effort // HEAT_SHARE // len(running))
            deals = min(deals, max(effort // len(running), 1 if heat else first))
            self.try_on(running, deals)
            if not self._in_time:
                return
            effort -= deals * len(running)
            best = self.ranking()[0]
            running = [k for k in running if k == best or self.apart(best, k) <= BEHIND]
            if len(running) == 1 or effort < len(running):
                return

    def try_on(self, moves: Sequence[int], deals: int) -> None:
        """Try each of those moves on so many new deals, or on fewer where there is no time to go on."""
        states = self._dealt(deals)
        self._states = np.concatenate([self._states, states[: LOOKS - len(self._states)]])
        seeds = self._seeds(deals)
        step = max(FEWEST_DEALS, AT_ONCE // len(moves))
        for at in range(0, deals, step):
            results = self._play(moves, states[at : at + step], seeds[at : at + step])
            for k, new in zip(moves, results, strict=True):
                old = self._found[k]
                joined = [(old.leads, new.leads), (old.mine, new.mine), (old.out, new.out)]
                self._found[k] = _Results(*(np.concatenate(parts) for parts in joined))
            self._in_time = self._go_on()
            if not self._in_time:
                return

    def make_sure(self) -> None:
        """Where I seem to go out first nearly always, but on few deals, look at more; the ranking stays as it is."""
        for k, found in enumerate(self._found):
            more = SURE_DEALS - len(found.out)
            if more > 0 and self._in_time and self._truth is None and found.out.mean() >= NEARLY_ALWAYS:
                (result,) = self._play([k], self._dealt(more), self._seeds(more))
                self._outs_beside[k] = result.out
                self._in_time = self._go_on()

    def ranking(self) -> list[int]:
        """The moves, best first: those tried longest before those that fell behind, of equals the first."""
        leads = [found.leads for found in self._found]
        return sorted(range(len(leads)), key=lambda k: (-len(leads[k]), -float(leads[k].mean()), k))

    def apart(self, better: int, worse: int, fewest: int = 1) -> float:
        """By how many standard errors of their difference a move is better than another, on their common deals; 0
        where these are fewer than `fewest`."""
        one, other = self._found[better].leads, self._found[worse].leads
        common = min(len(one), len(other))
        return standard_errors(one[:common] - other[:common]) if common >= fewest else 0.0

    def estimate(self, k: int) -> Estimate:
        """What was found out about a move."""
        found, out = self._found[k], self._outs(k)
        leads, mine, share = found.leads, float(found.mine.mean()), float(out.mean())
        error = float(leads.std(ddof=1)) / len(leads) ** 0.5 if len(leads) > 1 else float("inf")
        around = share_range(share, len(out), USUALLY)
        return Estimate(mine, float(leads.mean()) + mine, share, around, error, len(leads))

    def surely_out_first(self, k: int) -> float:
        """How likely, from 0 to 1, I go out first at least, after a move."""
        out = self._outs(k)
        return share_range(float(out.mean()), len(out), CLEARLY)[0]

    def next_can_play(self) -> list[Bools | None]:
        """For each move whether the next player can lay a tile after it, on the same `LOOKS` deals for all; None where
        the turn, or the round, does not go on with that player, and where there was no time for so many deals."""
        if len(self._states) < LOOKS and self._in_time:
            self._states = np.concatenate([self._states, self._dealt(LOOKS - len(self._states))])
        if len(self._states) < LOOKS:
            return [None] * len(self._codes)
        return [self._next_can_play(int(code)) for code in self._codes]

    def _next_can_play(self, code: int) -> Bools | None:
        me, plays, able = self._view.me, np.empty(kernel.MAX_PLAYS, np.int64), np.zeros(LOOKS, bool)
        for number, state in enumerate(self._states.copy()):
            kernel.step(state, code, plays)
            if state[kernel.TURN] == me or state[kernel.ENDING] != kernel.RUNNING:
                return None
            able[number] = kernel.plays(state, plays) > 0
        return able

    def _play(self, moves: Sequence[int], states: Ints, seeds: Words) -> list[_Results]:
        """What comes of each of the moves on those deals."""
        deals = len(states)
        played = rollout.play_out(
            states,
            self._policies,
            np.tile(seeds, len(moves)),
            np.repeat(self._codes[moves], deals),
            np.tile(np.arange(deals), len(moves)),
        )
        me = self._view.me
        points = played.points.reshape(len(moves), deals, -1).astype(np.float64)
        mine = points[:, :, me]
        others = (points.sum(2) - mine) / (points.shape[2] - 1)
        out = (played.winners.reshape(len(moves), deals) == me).astype(np.float64)
        return [_Results(others[k] - mine[k], mine[k], out[k]) for k in range(len(moves))]

    def _dealt(self, deals: int) -> Ints:
        """The position with the hidden tiles dealt so many times."""
        if self._truth is None:
            dealt = self._numbers[samples(self._view, self._memory, deals, self._rng)]
        else:
            dealt = np.tile(self._truth, (deals, 1))
        return deal_hidden(self._base, self._seats, dealt)

    def _seeds(self, deals: int) -> Words:
        return self._rng.integers(2**64, size=deals, dtype=np.uint64)

    def _outs(self, k: int) -> Floats:
        return np.concatenate([self._found[k].out, self._outs_beside[k]])


def policies(hand_sizes: Sequence[int]) -> tuple[rollout.Policy, ...]:
    """How each seat is expected to play on, by the size of its hand."""
    short = replace(POLICY, reach=min(POLICY.reach, SHORT_REACH))
    return tuple(short if size > LARGE_HAND else POLICY for size in hand_sizes)


def standard_errors(differences: Floats) -> float:
    """How many standard errors the mean of some differences is above 0; infinite where all of them are the same."""
    mean = float(differences.mean())
    error = float(differences.std(ddof=1)) / len(differences) ** 0.5 if len(differences) > 1 else 0.0
    if error > 0:
        return mean / error
    return 0.0 if mean == 0 else float(np.copysign(np.inf, mean))


def _as_dealt(seen: Position, view: View) -> Ints:
    """The hidden tiles where they lie in truth, as one row for `deal_hidden`."""
    hands = [tile for seat, hand in enumerate(seen.hands) if seat != view.me for tile in hand]
    return tile_numbers([*hands, *seen.boneyard])
