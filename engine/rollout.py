"""Play-outs: a round played to its end from any position, thousands of times a second, for hints and comparisons.

Importing this loads numba; nothing else in `engine` does so but what gives hints. `warm_up` compiles what is needed, or
loads what an earlier process has compiled: call it at the start, so that no request waits for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

import numpy as np

from engine import rollout_kernel as kernel
from engine.compiled import Floats, Ints, Words, Work
from engine.errors import PlayOutError
from engine.moves import DRAW, PASS, Move, Play
from engine.rollout_state import deal_hidden, encode, move_code, move_of, plain, tile_numbers
from engine.rules import Rules
from engine.state import TableState, new_trains
from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Policy:
    """How a seat chooses among its plays in a play-out: the one whose weights add up to most.

    A policy knows its own hand and what lies on the table. Added up are

    - `points` for each point that the tile costs in a hand,
    - `double` for a double, and `bare_double` more when no other tile of the hand fits on it,
    - `own` on the own train, and `close` more when that takes the own marker off,
    - `mexican` on a Mexican train; on another player's train nothing,
    - `chain` for each tile of the longest chain that the rest of the hand can still lay on the own train; a search for
      it ends when `reach` tiles are found, and takes the longer the more that is. A tile that lies elsewhere is worth
      less, then, when the chain needs it. With a `reach` of 0 nobody searches.

    `epsilon`, from 0 to 1, is how often any play is chosen instead, all equally likely. `noise`, from 0, is the
    temperature of a softmax: with `noise` t a play is chosen with a probability in proportion to exp(sum / t); with 0
    the best is chosen, of equals the first.
    """

    points: float = 0.0
    double: float = 0.0
    bare_double: float = 0.0
    own: float = 0.0
    mexican: float = 0.0
    close: float = 0.0
    chain: float = 0.0
    reach: int = 0
    epsilon: float = 0.0
    noise: float = 0.0


SENSIBLE = Policy(points=1.0, double=15.0, bare_double=-3.0, own=1.0, close=12.0, chain=16.0, reach=12)
"""Keeps a chain for the own train, lays doubles early, and else what costs most. The weights are those from which no
single change gained a point a round, over all presets and two to six players, one against others of its kind."""


@dataclass(frozen=True, slots=True, eq=False)
class PlayOuts:
    """How play-outs ended: `points` int64 (play-outs, seats), `winners` int64, the seats that went out; -1: blocked."""

    points: Ints
    winners: Ints


def play_out(
    states: Ints, policies: Sequence[Policy], seeds: Words, codes: Ints | None = None, which: Ints | None = None
) -> PlayOuts:
    """Play positions to the end of the round; the same arguments give the same answer.

    Args:
        states: int64 (positions, SIZE) as `encode` and `deal_hidden` write them; they are not changed.
        policies: one for each seat, or a single one for all.
        seeds: uint64 (play-outs); each play-out has a generator of its own.
        codes: int64 (play-outs), a first move for each as `move_code` writes it, `NO_CODE` for none; None: for none.
        which: int64 (play-outs), the row of `states` from which each starts; None: one from each.

    Raises:
        PlayOutError: when the arguments do not go together, or a first move is against the rules.
    """
    count = len(seeds)
    states = plain(states, np.int64)
    rows = np.arange(count) if which is None else plain(which, np.int64)
    first = np.full(count, kernel.NO_CODE) if codes is None else plain(codes, np.int64)
    if states.ndim != 2 or states.shape[1] != kernel.SIZE or not len(states):
        raise PlayOutError(f"Positions are an array (positions, {kernel.SIZE}), not one of the shape {states.shape}.")
    if rows.shape != (count,) or first.shape != (count,):
        raise PlayOutError(f"{count} seeds need as many positions and first moves, not {len(rows)} and {len(first)}.")
    if count and not 0 <= rows.min() <= rows.max() < len(states):
        raise PlayOutError(f"Play-outs start from positions 0 to {len(states) - 1}, not {rows.min()} to {rows.max()}.")
    players = int(states[0, kernel.PLAYERS])
    if (states[:, kernel.PLAYERS] != players).any():
        raise PlayOutError("Positions that are played out together must have as many players each.")
    points, winners = np.zeros((count, players), np.int64), np.full(count, -1)
    weights, words = weights_of(policies, players), plain(seeds, np.uint64)
    kernel.play_all(states, rows, first, weights, words, points, winners, _work())
    if (winners == kernel.WRONG).any():
        number = int(np.argmax(winners == kernel.WRONG))
        raise PlayOutError(f"The first move of play-out {number}, {first[number]}, is against the rules there.")
    return PlayOuts(points, winners)


def weights_of(policies: Sequence[Policy], players: int) -> Floats:
    """The weights of the policies, float64 (players, WEIGHTS); a single policy stands for all seats."""
    given = list(policies) * players if len(policies) == 1 else list(policies)
    if len(given) != players:
        raise PlayOutError(f"{players} players need 1 or {players} policies, not {len(policies)}.")
    return np.array([astuple(policy) for policy in given], np.float64).reshape(players, kernel.WEIGHTS)


def seeds_from(seed: int, count: int) -> Words:
    """`count` seeds that follow from one whole number, uint64."""
    words: Words = np.random.SeedSequence(seed).generate_state(count, np.uint64).astype(np.uint64)
    return words


def _work() -> Work:
    """Room for `kernel.play_all` to work in, which takes no memory itself."""
    plays = kernel.MAX_PLAYS
    return np.empty(kernel.SIZE, np.int64), np.empty(plays, np.int64), np.empty(1, np.uint64), np.empty((3, plays))


def legal_moves(state: Ints) -> tuple[Move, ...]:
    """What `engine.moves.legal_moves` says of the same position, in another order; nothing when the round is over."""
    if state[kernel.ENDING] != kernel.RUNNING:
        return ()
    state, found = plain(state, np.int64), np.empty(kernel.MAX_PLAYS, np.int64)
    count = kernel.plays(state, found)
    if count == 0:
        return (DRAW,) if kernel.may_draw(state) else (PASS,)
    moves = [move_of(state, int(code)) for code in found[:count]]
    last_but_one = state[kernel.SIZES + state[kernel.TURN]] == 2
    if last_but_one and state[kernel.LAST_TILE] == kernel.ANNOUNCE_OR_DRAW:
        moves += [Play(move.tile, move.train, move.branch, silent=True) for move in moves]
    return tuple(moves)


def choose(state: Ints, policy: Policy, seed: int = 0) -> Move:
    """What a player with this policy does now; raises PlayOutError when the round is over."""
    if state[kernel.ENDING] != kernel.RUNNING:
        raise PlayOutError("The round is over; there is nothing to choose.")
    state, (_, found, _, room) = np.array(state, np.int64), _work()
    count = kernel.plays(state, found)
    if count == 0:
        return DRAW if kernel.may_draw(state) else PASS
    weights = weights_of([policy], int(state[kernel.PLAYERS]))
    return move_of(state, kernel.choose(state, found, count, weights, seeds_from(seed, 1), room))


def step(state: Ints, code: int) -> None:
    """Make a move in place, by its number; raises PlayOutError when it is against the rules."""
    if not kernel.step(state, code, np.empty(kernel.MAX_PLAYS, np.int64)):
        raise PlayOutError(f"The move {code} is against the rules here.")


def score(state: Ints) -> tuple[int, ...]:
    """What each seat scores with what is in its hand now, as `engine.game.Round.points`."""
    points = np.zeros(int(state[kernel.PLAYERS]), np.int64)
    kernel.score(state, points)
    return tuple(points.tolist())


def warm_up() -> None:
    """Compile everything that this module and `engine.rollout_state` call, or load it from disk."""
    rules = Rules(highest=6, deal=((2, 1),))
    table = TableState(rules, Tile(6, 6), new_trains(rules, 2), 0, (1, 1), 1)
    base = encode(table, [[Tile(1, 6)], None], None)
    states = deal_hidden(base, [1], tile_numbers([Tile(2, 3), Tile(4, 4)])[np.newaxis])
    legal_moves(states[0])
    code = move_code(states[0], choose(states[0], SENSIBLE))
    play_out(states, [SENSIBLE], seeds_from(0, 1), np.array([code]))
    step(states[0], code)
    score(states[0])
