"""Rounds and games as logs: a round is its deal and its moves, a game its seed and its rounds.

Everything else follows from the log, so that replaying it gives the same state and undoing is dropping the last event.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Self

from engine.dealing import Deal, deal, next_engine, start
from engine.errors import DealError, shown
from engine.moves import Move
from engine.notation import is_name
from engine.rules import Rules
from engine.scoring import score_hands
from engine.state import Ending, Position
from engine.tiles import Tile
from engine.turns import apply, moves_in

MAX_SEED = 10**18 - 1
"""The largest seed, so that every game can be written down."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its rules, its deal, the moves so far, and the position to which they lead."""

    rules: Rules
    deal: Deal
    moves: tuple[Move, ...]
    position: Position

    @classmethod
    def start(cls, rules: Rules, deal: Deal) -> Self:
        """A round before its first move; raises DealError for a deal that is none."""
        return cls(rules, deal, (), start(rules, deal))

    @classmethod
    def replay(cls, rules: Rules, deal: Deal, moves: Iterable[Move]) -> Self:
        """The round that these moves make; raises MoveError at the first that is against the rules."""
        round_ = cls.start(rules, deal)
        for move in moves:
            round_ = round_.play(move)
        return round_

    @property
    def is_over(self) -> bool:
        """Whether someone went out, or nobody can go on."""
        return self.position.outcome is not None

    def legal_moves(self) -> tuple[Move, ...]:
        """What the player whose turn it is may do; nothing when the round is over."""
        return moves_in(self.position)

    def play(self, move: Move, *, checked: bool = True) -> Self:
        """The round after a move; raises MoveError as `engine.turns.apply` does."""
        after = apply(self.position, move, checked=checked)
        return type(self)(self.rules, self.deal, (*self.moves, move), after)

    def undo(self) -> Self:
        """The round without its last move; raises DealError when nothing was played."""
        if not self.moves:
            raise DealError("Nothing was played in this round that could be taken back.")
        return type(self).replay(self.rules, self.deal, self.moves[:-1])

    def points(self) -> tuple[int, ...]:
        """What each seat scores with the tiles and marks that are there now."""
        position = self.position
        marked = [train.is_open for train in position.table.trains[: len(position.hands)]]
        blocked = position.outcome is not None and position.outcome.ending is Ending.BLOCKED
        return score_hands(position.hands, self.rules.scoring, marked, blocked)


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its rules, the names of the players clockwise, its seed, and its rounds, the last maybe unfinished.

    The seed decides every deal that is not given. Each round has a generator of its own, made from the seed and the
    number of the round, so that a deal does not depend on how earlier rounds went.
    """

    rules: Rules
    players: tuple[str, ...]
    seed: int
    rounds: tuple[Round, ...] = ()

    @classmethod
    def start(cls, rules: Rules, players: Iterable[str], seed: int) -> Self:
        """A game whose first round is dealt.

        Raises:
            DealError: when two players have the same name, or one that cannot be written into a game, as no seed can
                that is longer than 18 digits.
            RulesError: when the rules do not deal to so many players.
        """
        names = tuple(players)
        if len(set(names)) < len(names):
            raise DealError("Two players have the same name.")
        for name in names:
            if not is_name(name):
                raise DealError(f"{shown(name)} cannot be the name of a player.")
        if abs(seed) > MAX_SEED:
            raise DealError(f"A seed has at most 18 digits; {shown(seed)} is longer.")
        rules.tiles_each(len(names))
        return cls(rules, names, seed).next_round()

    @property
    def round(self) -> Round:
        """The round that is being played, or was played last."""
        return self.rounds[-1]

    @property
    def is_over(self) -> bool:
        """Whether all rounds were played."""
        return len(self.rounds) == self.rules.round_count and self.round.is_over

    def next_round(self, given: Deal | None = None) -> Self:
        """The game with one more round, from the seed or from a given deal.

        Raises:
            DealError: when a round is still being played, all are played, or the given deal is none.
        """
        number = len(self.rounds)
        if number and not self.round.is_over:
            raise DealError("The next round begins when this one is over.")
        if number == self.rules.round_count:
            raise DealError(f"All {number} rounds of this game are played.")
        new = self._deal(number) if given is None else given
        if len(new.hands) != len(self.players):
            raise DealError(f"{len(self.players)} players need as many hands, not {len(new.hands)}.")
        return self._with((*self.rounds, Round.start(self.rules, new)))

    def play(self, move: Move, *, checked: bool = True) -> Self:
        """The game after a move in its last round; raises MoveError as `engine.turns.apply` does."""
        return self._with((*self.rounds[:-1], self.round.play(move, checked=checked)))

    def undo(self) -> Self:
        """The game without its last event, a move or the deal of a round; raises DealError at the very beginning."""
        if self.round.moves:
            return self._with((*self.rounds[:-1], self.round.undo()))
        if len(self.rounds) == 1:
            raise DealError("Nothing was played in this game that could be taken back.")
        return self._with(self.rounds[:-1])

    def totals(self) -> tuple[int, ...]:
        """The points of each seat in all rounds that are over."""
        over = [round_.points() for round_ in self.rounds if round_.is_over]
        return tuple(sum(points[seat] for points in over) for seat in range(len(self.players)))

    def winners(self) -> tuple[str, ...]:
        """Who has the lowest total, several when they are equal; nobody before the game is over."""
        if not self.is_over:
            return ()
        totals = self.totals()
        return tuple(name for name, total in zip(self.players, totals, strict=True) if total == min(totals))

    def _with(self, rounds: tuple[Round, ...]) -> Self:
        return type(self)(self.rules, self.players, self.seed, rounds)

    def _deal(self, number: int) -> Deal:
        rng = Random(f"{self.seed}/{number}")
        engine = next_engine(self.rules, [tile for tile in map(_engine_of, self.rounds) if tile], rng)
        players = len(self.players)
        starter = (self.rounds[0].deal.starter + number) % players if number else rng.randrange(players)
        return deal(self.rules, players, engine, starter, rng)


def _engine_of(round_: Round) -> Tile | None:
    return round_.position.table.engine
