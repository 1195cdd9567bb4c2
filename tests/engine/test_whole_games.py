"""Whole games of random rules, from the first deal to the last round: what has to hold in every one of them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.deals import DealTable
from engine.errors import RulesError
from engine.game import Game, Round
from engine.gametext import format_game, parse_game, replay
from engine.moves import DRAW
from engine.players import heaviest, random_player
from engine.rules import Rules
from engine.state import Ending, Position
from engine.textlines import format_rules

GAMES = int(os.environ.get("PIPWISE_GAMES", "2000" if "PIPWISE_SLOW" in os.environ else "10"))
"""How many games are played; the slow suite sets PIPWISE_SLOW, and PIPWISE_GAMES sets any other number."""

BLOCK = 50
"""Games in one test, so that a long run shows how far it is."""

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kay", "Lou", "Max", "Nan", "Ole", "Pia")


def rules_with_any_deal(rules: Rules, rng: Random) -> Rules:
    """The rules, now and then with a deal table of its own, for as many players as can be dealt to."""
    if rng.random() < 0.7:
        return rules
    most = min(16, (rules.total_tiles - 1) // 2)
    players = rng.sample(range(2, most + 1), rng.randint(1, min(4, most - 1)))
    table: DealTable = tuple((count, rng.randint(1, (rules.total_tiles - 1) // count)) for count in sorted(players))
    try:
        return rules.change(deal=table)
    except RulesError:
        return rules


def tiles_of(position: Position) -> Counter[Any]:
    held = [tile for hand in position.hands for tile in hand]
    return Counter((*position.table.tiles(), *position.boneyard, *held))


def check_position(rules: Rules, position: Position) -> None:
    """What costs little, after every move: no tile is created or lost."""
    table = position.table
    assert table.hand_sizes == tuple(map(len, position.hands))
    assert table.boneyard == len(position.boneyard)
    assert sum(table.hand_sizes) + table.boneyard + len(table.tiles()) == rules.total_tiles


def check_round(rules: Rules, round_: Round) -> None:
    """What has to hold when a round is over."""
    assert tiles_of(round_.position) == Counter(dict.fromkeys(rules.domino_set, rules.copies))
    assert round_.legal_moves() == ()
    outcome = round_.position.outcome
    assert outcome is not None
    if outcome.ending is Ending.OUT:
        assert outcome.winner is not None
        assert round_.position.hands[outcome.winner] == ()
    else:
        assert outcome.winner is None
        assert not round_.position.boneyard or rules.draws == 0
    assert len(round_.points()) == len(round_.position.hands)
    assert round_.moves.count(DRAW) <= len(round_.deal.boneyard)


def play_game(rules: Rules, players: int, seed: int) -> Game:
    """A whole game, each round begun and ended as the rules say; everyone plays at random, or all lay the heaviest."""
    rng = Random(seed)
    player = heaviest if rng.random() < 0.3 else random_player(rng)
    game = Game.start(rules, NAMES[:players], seed)
    while True:
        assert not game.is_over
        most = 100 * rules.total_tiles
        while not game.round.is_over:
            game = game.play(player(game.round.position.view()), checked=False)
            check_position(rules, game.round.position)
            assert len(game.round.moves) < most, "the round does not end"
        check_round(rules, game.round)
        if len(game.rounds) == rules.round_count:
            return game
        game = game.next_round()


def check_game(game: Game) -> None:
    """What has to hold when a game is over: its end, its totals, its text, and its replay."""
    assert game.is_over
    points = [round_.points() for round_ in game.rounds]
    assert game.totals() == tuple(map(sum, zip(*points, strict=True)))
    totals = dict(zip(game.players, game.totals(), strict=True))
    assert set(game.winners()) == {name for name in totals if totals[name] == min(totals.values())}
    for round_ in game.rounds:
        assert Round.replay(round_.rules, round_.deal, round_.moves) == round_
    text = format_game(game)
    written = parse_game(text)
    assert (written.rules, written.players, written.seed) == (game.rules, game.players, game.seed)
    assert [round_.deal for round_ in written.rounds] == [round_.deal for round_ in game.rounds]
    moves = [tuple(step.move for step in round_.steps) for round_ in written.rounds]
    assert moves == [round_.moves for round_ in game.rounds]
    again, fault = replay(written)
    assert fault is None
    assert again == game
    assert format_game(again) == text


@pytest.mark.parametrize("first", range(0, GAMES, BLOCK))
def test_whole_games_of_random_rules(first: int, make_rules: Callable[[Random], Rules]) -> None:
    for seed in range(first, min(first + BLOCK, GAMES)):
        rng = Random(f"game {seed}")
        rules = rules_with_any_deal(make_rules(rng), rng)
        players = rng.choice(rules.deal)[0]
        try:
            check_game(play_game(rules, players, seed))
        except (AssertionError, ValueError) as error:
            pytest.fail(f"Game {seed} of {players} players: {error!r}\n{format_rules(rules)}")
