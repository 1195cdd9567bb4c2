"""Games as logs: deals, rounds, totals, undoing, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.dealing import Deal
from engine.errors import DealError, MoveError, RulesError
from engine.game import Game, Round
from engine.moves import PASS
from engine.players import heaviest
from engine.presets import PRESETS, preset
from engine.state import Ending, Outcome
from engine.tiles import Tile


def played(rules_name: str, seed: int = 1, **changes: object) -> Game:
    game = Game.start(preset(rules_name).change(**changes), ["Ann", "Bo", "Cy"], seed)
    while not game.is_over:
        game = game.next_round() if game.round.is_over else game.play(heaviest(game.round.position.view()))
    return game


@pytest.mark.parametrize("name", PRESETS)
def test_a_whole_game_adds_up(name: str) -> None:
    game = played(name)
    assert len(game.rounds) == 13
    points = [round_.points() for round_ in game.rounds]
    assert game.totals() == tuple(map(sum, zip(*points, strict=True)))
    totals = dict(zip(game.players, game.totals(), strict=True))
    assert {totals[name] for name in game.winners()} == {min(totals.values())}
    with pytest.raises(DealError, match="All 13 rounds"):
        game.next_round()


def test_equal_totals_win_together() -> None:
    game = played("danish", rounds=1)
    position = replace(game.round.position, hands=((Tile(0, 1),), (), ()), outcome=Outcome(Ending.OUT, 1))
    assert replace(game, rounds=(replace(game.round, position=position),)).winners() == ("Bo", "Cy")


def test_engines_by_rule() -> None:
    fixed = played("danish", rounds=4, next_engine="fixed")
    assert {str(round_.deal.engine) for round_ in fixed.rounds} == {"12-12"}
    drawn = [round_.deal.engine for round_ in played("danish", next_engine="random").rounds]
    assert len(set(drawn)) == 13
    held = Game.start(preset("danish").change(next_engine="highest held"), ["Ann", "Bo"], 2).round
    doubles = [tile for hand in held.deal.hands for tile in hand if tile.is_double]
    assert held.position.table.engine == max(doubles)


def test_the_seed_decides_the_deal() -> None:
    deals = [Game.start(preset("danish"), ["Ann", "Bo"], seed).round.deal for seed in (1, 1, 2)]
    assert deals[0] == deals[1] != deals[2]


def test_undoing_goes_back_to_the_beginning_and_over_rounds() -> None:
    game = Game.start(preset("danish").change(rounds=4), ["Ann", "Bo"], 1)
    states = [game]
    while len(game.rounds) < 2 or len(game.round.moves) < 3:
        game = game.next_round() if game.round.is_over else game.play(heaviest(game.round.position.view()))
        states.append(game)
    for before in reversed(states[:-1]):
        game = game.undo()
        assert game == before
    with pytest.raises(DealError):
        game.undo()


def test_what_cannot_be_is_refused() -> None:
    game = Game.start(preset("danish"), ["Ann", "Bo"], 1)
    good = game.round.deal
    with pytest.raises(DealError, match="when this one is over"):
        game.next_round()
    with pytest.raises(DealError, match="same name"):
        Game.start(preset("danish"), ["Ann", "Ann"], 1)
    with pytest.raises(RulesError, match="not to 9"):
        Game.start(preset("danish"), [str(seat) for seat in range(9)], 1)
    with pytest.raises(MoveError):
        game.play(PASS)
    wrong_deals = [
        replace(good, hands=(good.hands[0], good.hands[0])),
        replace(good, hands=(good.hands[0], ())),
        replace(good, boneyard=good.boneyard[1:]),
        replace(good, engine=Tile(11, 12)),
        replace(good, engine=None),
        replace(good, starter=2),
        replace(good, boneyard=(*good.boneyard[1:], Tile(13, 13))),
    ]
    for deal in wrong_deals:
        with pytest.raises(DealError):
            Round.start(preset("danish"), deal)


def test_an_engine_that_is_all_of_a_hand_cannot_be_laid_from_it() -> None:
    """The round would begin with a player who has gone out, and goes on."""
    assert preset("danish", 6).change(deal=((2, 1),)).tiles_each(2) == 1
    for engine, option in [(Tile(6, 6), "fixed"), (None, "highest held")]:
        rules = preset("danish", 6).change(engine_set_aside=False, next_engine=option)
        rest = tuple(tile for tile in rules.domino_set if tile not in (Tile(6, 6), Tile(1, 2), Tile(1, 3)))
        with pytest.raises(DealError, match="6-6 is all of a hand"):
            Round.start(rules, Deal(engine, 0, ((Tile(1, 2), Tile(1, 3)), (Tile(6, 6),)), rest))
        begun = Round.start(rules, Deal(engine, 0, ((Tile(1, 2),), (Tile(6, 6), Tile(1, 3))), rest))
        assert begun.position.table.hand_sizes == (1, 1)


def test_given_hands_are_played() -> None:
    game = Game.start(preset("danish"), ["Ann", "Bo"], 1)
    swapped = Deal(game.round.deal.engine, 1, game.round.deal.hands[::-1], game.round.deal.boneyard)
    assert replace(game, rounds=()).next_round(swapped).round.position.hands == swapped.hands


def test_scoring_rules_reach_the_round() -> None:
    plain = played("puremco", rounds=1).round
    dear = replace(plain, rules=plain.rules.change(going_out=-10, open_train=25, doubles_twice=True))
    marked = [train.is_open for train in plain.position.table.trains[:3]]
    for seat, hand in enumerate(plain.position.hands):
        doubles = sum(tile.pips for tile in hand if tile.is_double)
        extra = (25 if marked[seat] else 0) + (doubles if hand else -10)
        assert dear.points()[seat] == plain.points()[seat] + extra
