"""What is known of hidden hands: true of the real ones, and used by the samples."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from engine.errors import HintError
from engine.game import Game
from engine.hidden import hidden_tiles, samples, spread
from engine.memory import Held, blank_memory, remember, watched
from engine.moves import DRAW, PASS, Play
from engine.players import random_player
from engine.presets import PRESETS
from engine.rules import Rules
from engine.state import View
from engine.tiles import Tile


def fits(hand: tuple[Tile, ...], parts: tuple[Held, ...]) -> bool:
    """Whether the tiles can be shared out among the parts."""
    if not parts:
        return not hand
    (first, *rest) = parts
    if first.count == 0:
        return fits(hand, tuple(rest))
    smaller = (Held(first.count - 1, first.without), *rest)
    return any(fits((*hand[:k], *hand[k + 1 :]), smaller) for k, tile in enumerate(hand) if first.may_be(tile))


def test_what_is_remembered_is_true_of_every_hand(make_rules: Callable[[Random], Rules]) -> None:
    refusals = 0
    for seed in range(12):
        rng = Random(seed)
        rules = make_rules(rng)
        players = rng.choice([count for count, _ in rules.deal if count < 7] or [rules.deal[0][0]])
        game = Game.start(rules, [f"P{k}" for k in range(players)], seed)
        player, memory = random_player(rng), blank_memory(game.round.position.table)
        while not game.round.is_over:
            before = game.round.position
            move = player(before.view())
            memory = remember(memory, before, move)
            game = game.play(move)
            for hand, known in zip(game.round.position.hands, memory, strict=True):
                assert sum(held.count for held in known) == len(hand)
                banned = [held for held in known if held.without]
                refusals += len(banned)
                # Each part by itself, which is what can go wrong; all parts at once where hands are small.
                for held in banned:
                    assert sum(held.may_be(tile) for tile in hand) >= held.count
                if len(hand) <= 6:
                    assert fits(hand, known)
        assert watched(game.round) == memory
    assert refusals > 200


@pytest.fixture
def stuck() -> tuple[View, Game]:
    """A round of three in which the second player has passed."""
    game = Game.start(PRESETS["sixteen"], ("A", "B", "C"), 3)
    for _ in range(200):
        move = random_player(Random(5))(game.round.position.view())
        game = game.play(move)
        if move == PASS and game.round.position.table.turn == 2:
            return game.round.position.view(), game
    raise AssertionError("nobody passed")


def test_samples_hold_every_hidden_tile_once_and_what_is_known(stuck: tuple[View, Game]) -> None:
    view, game = stuck
    memory = watched(game.round)
    banned = frozenset.intersection(*(held.without for held in memory[1]))
    assert banned
    tiles = hidden_tiles(view)
    rows = samples(view, memory, 40, np.random.default_rng(0))
    assert rows.shape == (40, len(tiles))
    for row in rows:
        assert sorted(row) == list(range(len(tiles)))
        hands = spread(view, row)
        assert {seat: len(hand) for seat, hand in hands.items()} == {
            seat: size for seat, size in enumerate(view.table.hand_sizes) if seat != 2
        }
        assert not any({tile.low, tile.high} & banned for tile in hands[1])
    assert len({tuple(row) for row in rows}) == 40


def test_samples_are_spread_evenly() -> None:
    """Three hidden tiles, one of which cannot be in the other hand: the rest are there equally often."""
    rules = PRESETS["sixteen"].change(highest=6)
    game = Game.start(rules, ("A", "B"), 1)
    table, hand = game.round.position.table, game.round.position.hands[table_turn := game.round.position.table.turn]
    view = View(table, table_turn, hand)
    tiles = hidden_tiles(view)
    banned = frozenset({6})
    other = 1 - table_turn
    size = table.hand_sizes[other]
    memory = [(Held(len(hand)),), (Held(len(hand)),)]
    memory[other] = (Held(size - 1), Held(1, banned))
    rows = samples(view, tuple(memory), 4000, np.random.default_rng(1))
    last = np.bincount(rows[:, size - 1], minlength=len(tiles))
    allowed = np.array([6 not in (tile.low, tile.high) for tile in tiles])
    assert (last[~allowed] == 0).all()
    expected = 4000 / allowed.sum()
    assert np.abs(last[allowed] - expected).max() < 6 * expected**0.5


def test_what_cannot_be_is_one_sentence(stuck: tuple[View, Game]) -> None:
    view, game = stuck
    memory = watched(game.round)
    rng = np.random.default_rng(0)
    with pytest.raises(HintError, match="not to be seen"):
        samples(View(view.table, view.me, view.hand[1:]), memory, 1, rng)
    with pytest.raises(HintError, match="more than once"):
        samples(View(view.table, view.me, (view.hand[0], *view.hand[:-1])), memory, 1, rng)
    with pytest.raises(HintError, match="not in a double-12 set"):
        samples(View(view.table, view.me, (Tile(3, 15), *view.hand[1:])), memory, 1, rng)
    with pytest.raises(HintError, match="2 hands, but 3 players"):
        samples(view, memory[:2], 1, rng)
    with pytest.raises(HintError, match="the hand has"):
        samples(view, (memory[0][:0], *memory[1:]), 1, rng)
    nothing = (Held(view.table.hand_sizes[1], frozenset(range(13))),)
    with pytest.raises(HintError, match="cannot be"):
        samples(view, (memory[0], nothing, memory[2]), 1, rng)


def test_a_tile_laid_comes_from_where_it_may_have_been() -> None:
    game = Game.start(PRESETS["sixteen"], ("A", "B"), 3)
    position = game.round.position
    turn = position.table.turn
    play = next(move for move in game.round.legal_moves() if isinstance(move, Play))
    size = position.table.hand_sizes[turn]
    shows = frozenset({play.tile.low})
    known = [(Held(size),), (Held(size),)]
    # One part cannot have held it: the other is a tile shorter.
    known[turn] = (Held(2, shows), Held(size - 2, frozenset({99})))
    assert set(remember(tuple(known), position, play)[turn]) == {Held(2, shows), Held(size - 3, frozenset({99}))}
    # Both may have held it: only what is true of both is still known.
    known[turn] = (Held(2, frozenset({99, 98})), Held(size - 2, frozenset({99})))
    assert remember(tuple(known), position, play)[turn] == (Held(size - 1, frozenset({99})),)


def test_a_tile_drawn_is_unknown_until_it_is_passed_with() -> None:
    game = Game.start(PRESETS["sixteen"], ("A", "B"), 3)
    position = game.round.position
    turn = position.table.turn
    memory = blank_memory(position.table)
    drawn = remember(memory, position, DRAW)[turn]
    values = frozenset({position.table.engine_value})
    size = position.table.hand_sizes[turn]
    assert set(drawn) == {Held(size, values), Held(1)}
    passed = remember((*memory[:turn], drawn, *memory[turn + 1 :]), position, PASS)[turn]
    assert passed == (Held(size + 1, values),)
