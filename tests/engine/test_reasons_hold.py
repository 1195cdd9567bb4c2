"""Reasons of real advice, in rounds that are played: each is told exactly where it is true, by another way of looking.

What is read off table and hand is held against the engine's rules and plain search; what rests on play-outs against
other deals, and more of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from engine.game import Game
from engine.hidden import samples, spread
from engine.hints import Advice, Hint, advise
from engine.memory import Memory, watched
from engine.moves import Draw, Move, Pass, Play, legal_moves
from engine.players import longest_train, random_player
from engine.presets import PRESETS
from engine.race import Race
from engine.reasons import FEW, LINE, Reason, ReasonCode
from engine.scoring import hand_points
from engine.state import Position, TableState, View
from engine.tiles import Tile
from engine.turns import apply, moves_in

Code = ReasonCode
EFFORT, FRESH = 0.05, 600
"""Seconds of each advice, and other deals that a reason is held against."""
OF_TABLE = frozenset(Code) - {
    Code.GOES_OUT_FIRST,
    Code.DENIES_NEXT,
    Code.SAVES_DOUBLE,
    Code.WORKS_OUT_BEST,
    Code.AS_GOOD,
}
"""Codes that follow from table and hand alone."""


def decisions(preset: str, players: int, seed: int, most: int) -> list[Game]:
    """Turns of a round with something to choose, or nothing to lay; from its beginning, middle and end."""
    game, rng = Game.start(PRESETS[preset], [f"P{k}" for k in range(players)], seed), Random(seed)
    anyhow, seen = random_player(rng), []
    while not game.round.is_over:
        seen.append(game)
        view = game.round.position.view()
        game = game.play(anyhow(view) if rng.random() < 0.3 else longest_train(view))
    last = seen[-8:]
    return last + rng.sample(seen[:-8], min(most - len(last), len(seen) - 8))


def longest(hand: Sequence[Tile], table: TableState, me: int) -> int:
    """Tiles of the longest line on the own train, by laying every tile that fits."""

    def from_value(value: int, left: tuple[Tile, ...]) -> int:
        best = 0
        for number, tile in enumerate(left):
            if value in (tile.low, tile.high):
                rest = left[:number] + left[number + 1 :]
                best = max(best, 1 + from_value(tile.low + tile.high - value, rest))
        return best

    ends = table.trains[me].ends(table.engine_value, table.rules.branches)
    return max(from_value(end.value, tuple(hand)) for end in ends)


def expected(position: Position, move: Move, others: Sequence[Move]) -> set[ReasonCode]:
    """What table and hand say for a move."""
    table, me, hand = position.table, position.table.turn, position.hands[position.table.turn]
    if not isinstance(move, Play):
        return {Code.MUST_DRAW if isinstance(move, Draw) else Code.MUST_PASS}
    after = apply(position, move).table
    out = apply(position, move).outcome
    own = [one.trains[me] for one in (table, after)]
    found = set() if others else {Code.ONLY_MOVE}
    found |= {Code.GOES_OUT} if out is not None and out.winner == me else set()
    for double in table.open_doubles:
        covers = [one.trains[double.train].covers()[double.position] for one in (table, after)]
        found |= {Code.COVERS_DOUBLE} if covers[1] > covers[0] else set()
    mexican = [sum(not train.placed for train in one.trains if train.owner is None) for one in (table, after)]
    found |= {Code.STARTS_MEXICAN} if mexican[1] < mexican[0] else set()
    found |= {Code.STARTS_OWN} if own[1].placed and not own[0].placed else set()
    found |= {Code.CLOSES_OWN} if own[0].is_open and not own[1].is_open else set()
    points = {tile: hand_points([tile], table.rules.scoring) for tile in hand}
    rest = [other.tile for other in others if isinstance(other, Play) and other.tile != move.tile]
    if rest and points[move.tile] > max(points[tile] for tile in rest):
        near = any(0 < size <= FEW for seat, size in enumerate(table.hand_sizes) if seat != me)
        found |= {Code.SHEDS_IN_TIME if near and len(hand) > FEW else Code.SHEDS_MOST}
    is_long = table.rules.first_turn == "long train"
    fitting = [tile for tile in hand if not tile.is_double and move.tile.low in (tile.low, tile.high)]
    is_followed = table.rules.follow.startswith("double") and table.turns >= table.players * is_long
    found |= {Code.DOUBLE_IS_COVERED} if move.tile.is_double and fitting and is_followed else set()
    return found | line_kept(position, move, others)


def line_kept(position: Position, move: Play, others: Sequence[Move]) -> set[ReasonCode]:
    me = position.table.turn

    def whole(one: Play) -> int:
        left = list(position.hands[me])
        left.remove(one.tile)
        return (one.train == me) + longest(left, apply(position, one).table, me)

    most = longest(position.hands[me], position.table, me)
    if most < LINE or whole(move) < most or all(whole(one) >= most for one in others if isinstance(one, Play)):
        return set()
    return {Code.KEEPS_LINE if move.train == me else Code.SPARES_LINE}


def fresh_race(view: View, memory: Memory, moves: Sequence[Move]) -> Race:
    """Results of moves on many other deals, all on the same ones."""
    race = Race(view, memory, moves, 99, None, lambda: True)
    race.try_on(range(len(moves)), FRESH)
    return race


def check_played_out(view: View, memory: Memory, advice: Advice, hint: Hint, reason: Reason) -> bool | None:
    """Whether other deals bear out a reason that rests on play-outs; None for one that does not."""
    others = [one.move for one in advice.hints if one != hint]
    if reason.code == Code.GOES_OUT_FIRST:
        return fresh_race(view, memory, [hint.move]).estimate(0).out_first > 0.97
    if reason.code in (Code.WORKS_OUT_BEST, Code.SAVES_DOUBLE):
        if reason.code == Code.SAVES_DOUBLE:
            others = [move for move in others if isinstance(move, Play) and move.tile == reason.tile]
            assert others
        race = fresh_race(view, memory, [hint.move, *others])
        return all(race.apart(0, k) > 0 for k in range(1, len(others) + 1))
    if reason.code == Code.DENIES_NEXT:
        assert reason.number is not None
        less = next_can_play(view, memory, others) - next_can_play(view, memory, [hint.move])
        return abs(less - reason.number / 100) < 0.15 and less > 0
    return None


def next_can_play(view: View, memory: Memory, moves: Sequence[Move]) -> float:
    """How often the next player can play after moves with which the turn ends, on average, by the readable rules."""
    able = []
    rows = samples(view, memory, 100, np.random.default_rng(5))
    for move in moves:
        for row in rows:
            hands = spread(view, row)
            hands[view.me] = view.hand
            ordered = tuple(hands[seat] for seat in range(view.table.players))
            dealt = Position(view.table, ordered, (Tile(0, 0),) * view.table.boneyard)
            after = apply(dealt, move)
            if after.outcome is not None or after.table.turn == view.me:
                break
            able.append(isinstance(moves_in(after)[0], Play))
    return sum(able) / len(able)


@pytest.mark.parametrize(("preset", "players"), [("puremco", 2), ("spanish", 4), ("danish", 2), ("sixteen", 4)])
def test_reasons_are_true_of_real_rounds(preset: str, players: int) -> None:
    said, refuted = Counter[ReasonCode](), []
    for game in decisions(preset, players, 10 * players, 18):
        position, memory = game.round.position, watched(game.round)
        view = position.view()
        advice = advise(view, memory, effort=EFFORT)
        moves = [hint.move for hint in advice.hints]
        for number, hint in enumerate(advice.hints):
            codes = {reason.code for reason in hint.reasons}
            others = [move for move in moves if move != hint.move]
            assert codes & OF_TABLE == expected(position, hint.move, others), hint
            assert not codes & {Code.WORKS_OUT_BEST, Code.AS_GOOD} or (number == 0 and len(codes) == 1)
            assert codes or number > 0
            assert (Code.WORKS_OUT_BEST in codes) <= advice.settled
            said.update(codes)
            refuted += [one for one in hint.reasons if check_played_out(view, memory, advice, hint, one) is False]
    assert sum(said.values()) > 25
    assert len(refuted) <= 0.1 * sum(said[code] for code in set(Code) - OF_TABLE), (refuted, said)


@pytest.mark.parametrize("kind", [Draw, Pass])
def test_where_nothing_can_be_laid_nothing_else_is_said(kind: type[Move]) -> None:
    found = 0
    for seed in range(20):
        for game in decisions("puremco", 2, seed, 40):
            view = game.round.position.view()
            if isinstance(legal_moves(view)[0], kind) and found < 5:
                (hint,) = advise(view, watched(game.round), effort=0.01).hints
                assert len(hint.reasons) == 1
                found += 1
    assert found == 5
