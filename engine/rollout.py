"""Play-outs: a round played to its end from any position, thousands of times a second, for hints and comparisons.

Importing this loads numba; nothing else in `engine` does so but what gives hints. `warm_up` compiles what is needed, or
loads what an earlier process has compiled: call it at the start, so that no request waits for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

import numpy as np

from engine import rollout_kernel as kernel
from engine.compiled import Floats, Ints, Words
from engine.errors import PlayOutError
from engine.moves import DRAW, PASS, Move, Play
from engine.rollout_state import deal_hidden, encode, move_code, move_of
from engine.rules import Rules
from engine.state import TableState, new_trains
from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Policy:
    """How a seat chooses among its plays in a play-out: the one whose weights add up to most.

    A policy knows its own hand and what lies on the table. Added up are

    - `points` for each point that the tile costs in a hand,
    - `double` for a double, and `bare_double` more when no other tile of the hand fits on it,
    - `own` on the own train, `close` more when that takes its marker off, and `chain` for each other tile of the hand
      that fits behind the tile there,
    - `mexican` on a Mexican train; on another's nothing,
    - on all trains but the own one: `broken` for a tile that would fit on the own train, and `linked` for each other
      tile of the hand that shares a value with it.

    `epsilon`, from 0 to 1, is how often any play is chosen instead, all equally likely. `noise`, from 0, is the
    temperature: with `noise` t a play is chosen with a probability in proportion to exp(sum / t), the softmax; with 0
    the best one is, of equals the first.
    """

    points: float = 0.0
    double: float = 0.0
    bare_double: float = 0.0
    own: float = 0.0
    mexican: float = 0.0
    close: float = 0.0
    chain: float = 0.0
    broken: float = 0.0
    linked: float = 0.0
    epsilon: float = 0.0
    noise: float = 0.0


RANDOM = Policy(epsilon=1.0)
"""Lays any tile that fits."""

HEAVIEST = Policy(points=1.0, own=0.5)
"""Lays the tile that costs most, at home first, as `engine.players.heaviest` does."""

SENSIBLE = Policy(
    points=1.0, double=6.0, bare_double=-6.0, own=1.0, mexican=1.0, close=8.0, chain=3.0, broken=-4.0, linked=-1.0
)
"""Keeps a chain for the own train, closes the own marker soon, and lays doubles that can be covered."""


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
    rows = np.arange(count, dtype=np.int64) if which is None else np.ascontiguousarray(which, np.int64)
    first = np.full(count, kernel.NO_CODE, np.int64) if codes is None else np.ascontiguousarray(codes, np.int64)
    if states.ndim != 2 or states.shape[1] != kernel.SIZE or states.dtype != np.int64:
        raise PlayOutError(f"Positions are int64 (positions, {kernel.SIZE}), not {states.dtype} {states.shape}.")
    if rows.shape != (count,) or first.shape != (count,):
        raise PlayOutError(f"{count} seeds need as many positions and first moves, not {len(rows)} and {len(first)}.")
    if count and not 0 <= rows.min() <= rows.max() < len(states):
        raise PlayOutError(f"Play-outs start from positions 0 to {len(states) - 1}, not {rows.min()} to {rows.max()}.")
    players = int(states[0, kernel.PLAYERS]) if len(states) else 0
    if (states[:, kernel.PLAYERS] != players).any():
        raise PlayOutError("All positions must have as many players.")
    points = np.zeros((count, players), np.int64)
    winners = np.full(count, -1, np.int64)
    weights = weights_of(policies, players)
    own_seeds = np.ascontiguousarray(seeds, np.uint64)
    kernel.play_all(np.ascontiguousarray(states), rows, first, weights, own_seeds, points, winners)
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


def legal_moves(state: Ints) -> tuple[Move, ...]:
    """What `engine.moves.legal_moves` says of the same position, in another order; nothing when the round is over."""
    if state[kernel.ENDING] != kernel.RUNNING:
        return ()
    found = np.empty(kernel.MAX_PLAYS, np.int64)
    count = kernel.plays(state, found)
    if count == 0:
        return (DRAW,) if kernel.may_draw(state) else (PASS,)
    moves = [move_of(state, int(code)) for code in found[:count]]
    last = state[kernel.SIZES + state[kernel.TURN]] == 2
    if last and state[kernel.LAST_TILE] == kernel.ANNOUNCE_OR_DRAW:
        moves += [Play(move.tile, move.train, move.branch, silent=True) for move in moves]
    return tuple(moves)


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
    """Compile everything that this module calls, or load it from disk."""
    rules = Rules(highest=6, deal=((2, 1),))
    table = TableState(rules, Tile(6, 6), new_trains(rules, 2), 0, (1, 1), 1)
    base = encode(table, [[Tile(1, 6)], None], None)
    states = deal_hidden(base, [1], np.array([[2 + 32 * 3, 6 + 32 * 6]], np.int64))
    move = legal_moves(states[0])[0]
    code = move_code(states[0], move)
    play_out(states, [SENSIBLE], seeds_from(0, 1), np.array([code], np.int64))
    step(states[0], code)
    score(states[0])
