"""Players against each other over whole games, so that luck and seats cancel out.

Every game, a series of deals that its seed decides, is played once for each way the players can sit. What is compared
are means over such groups of games, and the interval comes from how these means differ from group to group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from statistics import NormalDist, fmean, stdev

from engine.game import Game
from engine.memory import Memory, blank_memory, remember
from engine.moves import Move
from engine.rules import Rules
from engine.state import Position, View

Chooser = Callable[[View, Memory, Position], Move]
"""A player at the arena: sees the own view, remembers what was shown, and could peek (only one who is there to show
what could be reached at best does)."""

CONFIDENCE = 0.95
ALIKE = 1e-9
"""Shares that differ by no more are the same; they are sums of fractions."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player by name, and how it chooses."""

    name: str
    choose: Chooser


@dataclass(frozen=True, slots=True)
class Played:
    """A game of one way to sit, by seat: the entrants' names, totals, moves that were a choice, seconds for these."""

    seating: tuple[str, ...]
    totals: tuple[int, ...]
    choices: tuple[int, ...]
    seconds: tuple[float, ...]

    def share(self, name: str) -> float:
        """The part of the win that each seat of that entrant has, on average; equals share one."""
        best = min(self.totals)
        winners = self.totals.count(best)
        own = [total for seat, total in zip(self.seating, self.totals, strict=True) if seat == name]
        return fmean((total == best) / winners for total in own)

    def points(self, name: str) -> float:
        """The mean total of that entrant's seats."""
        return fmean(total for seat, total in zip(self.seating, self.totals, strict=True) if seat == name)


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and how far a 95 % confidence interval reaches on either side of it."""

    mean: float
    reach: float

    @property
    def low(self) -> float:
        """Its lower end."""
        return self.mean - self.reach


@dataclass(frozen=True, slots=True)
class Standing:
    """How an entrant did: wins per seat as a share of the games, total points a game, milliseconds for a choice by the
    clock that was given to `play_group`. Where all deals went alike, `wins` reaches as far as that leaves open.

    `fair` is the share of somebody who plays as well as the others.
    """

    name: str
    wins: Interval
    fair: float
    points: Interval
    games: int
    ms_per_choice: float


def seatings(names: Sequence[str]) -> list[tuple[str, ...]]:
    """All ways in which the players, some of them perhaps alike, can sit."""
    return sorted(set(permutations(names)))


def play_group(rules: Rules, entrants: Sequence[Entrant], seed: int, clock: Callable[[], float]) -> tuple[Played, ...]:
    """The game of one seed, played once for each way to sit.

    Raises:
        RulesError: when the rules do not deal to so many players.
    """
    choosers = {entrant.name: entrant.choose for entrant in entrants}
    return tuple(
        _play(rules, [choosers[name] for name in seating], seating, seed, clock)
        for seating in seatings([entrant.name for entrant in entrants])
    )


def standings(groups: Iterable[Sequence[Played]], names: Sequence[str]) -> tuple[Standing, ...]:
    """How each entrant did in groups of games, at least one, in the order of their names' first mention."""
    groups = list(groups)
    return tuple(_standing(groups, name, len(names)) for name in dict.fromkeys(names))


def _standing(groups: Sequence[Sequence[Played]], name: str, seats: int) -> Standing:
    wins = _share_interval(
        [fmean(game.share(name) for game in group) for group in groups], seats, groups[0][0].seating.count(name)
    )
    points = _interval([fmean(game.points(name) for game in group) for group in groups])
    games = [game for group in groups for game in group]
    own = [
        (n, s)
        for game in games
        for who, n, s in zip(game.seating, game.choices, game.seconds, strict=True)
        if who == name
    ]
    choices = sum(n for n, _ in own)
    return Standing(name, wins, 1 / seats, points, len(games), 1000 * sum(s for _, s in own) / max(choices, 1))


def _interval(values: Sequence[float]) -> Interval:
    """The mean of independent values with its interval; a single value says nothing about how they spread."""
    if len(values) < 2:
        return Interval(fmean(values), float("inf"))
    reach = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) * stdev(values) / len(values) ** 0.5
    return Interval(fmean(values), reach)


def _share_interval(shares: Sequence[float], seats: int, own: int) -> Interval:
    """That of wins per seat, where the entrant has `own` of the seats.

    Deals that all went alike show no spread, but the next one may go otherwise. With confidence 1 - a, n of n deals
    alike leave it a chance of at most 1 - a**(1/n) (exact, from the binomial distribution); so far the mean can move
    from the share that was found to the one that is furthest from it, of none of the wins or all of them.
    """
    interval = _interval(shares)
    if own == seats or len(shares) < 2 or max(shares) - min(shares) > ALIKE:
        return interval
    other = 1 - (1 - CONFIDENCE) ** (1 / len(shares))
    return Interval(interval.mean, other * max(interval.mean, 1 / own - interval.mean))


def _play(
    rules: Rules, choosers: Sequence[Chooser], seating: tuple[str, ...], seed: int, clock: Callable[[], float]
) -> Played:
    """One whole game: every round to its end."""
    players = len(choosers)
    game = Game.start(rules, [f"P{seat + 1}" for seat in range(players)], seed)
    choices, seconds = [0] * players, [0.0] * players
    while True:
        memory = blank_memory(game.round.position.table)
        while not game.round.is_over:
            position = game.round.position
            seat = position.table.turn
            legal = game.round.legal_moves()
            move = legal[0]
            if len(legal) > 1:
                began = clock()
                move = choosers[seat](position.view(), memory, position)
                seconds[seat] += clock() - began
                choices[seat] += 1
            memory = remember(memory, position, move)
            game = game.play(move, checked=len(legal) > 1)
        if game.is_over:
            return Played(seating, game.totals(), tuple(choices), tuple(seconds))
        game = game.next_round()
