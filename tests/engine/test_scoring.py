"""Points of tiles, hands and rounds under the house rules."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RulesError, ScoreError
from engine.rules import SCORING_OPTIONS, ScoringRules
from engine.scoring import hand_points, score_round, tile_points
from engine.tiles import DominoSet, Tile

ALL_RULES = [ScoringRules(*values) for values in product(*SCORING_OPTIONS.values())]

hands = st.lists(st.sampled_from(DominoSet(12).tiles()), max_size=20)
rules = st.sampled_from(ALL_RULES)


@given(hands)
def test_plain_points_are_pips(hand: list[Tile]) -> None:
    assert hand_points(hand) == sum(tile.low + tile.high for tile in hand)


@given(hands, hands, rules)
def test_points_add_up(one: list[Tile], other: list[Tile], rules: ScoringRules) -> None:
    assert hand_points(one + other, rules) == hand_points(one, rules) + hand_points(other, rules)


@pytest.mark.parametrize(
    ("tile", "options", "points"),
    [
        ("0-0", {}, 0),
        ("0-0", {"double_blank": 25}, 25),
        ("0-0", {"double_blank": 50, "doubles_twice": True}, 50),
        ("0-0", {"blank_half": 5}, 10),
        ("0-0", {"blank_half": 5, "doubles_twice": True}, 10),
        ("0-0", {"blank_half": 25, "double_blank": 50}, 50),
        ("0-7", {}, 7),
        ("0-7", {"blank_half": 25}, 32),
        ("0-7", {"double_blank": 50}, 7),
        ("6-6", {}, 12),
        ("6-6", {"doubles_twice": True}, 24),
        ("5-6", {"doubles_twice": True, "blank_half": 25, "double_blank": 50}, 11),
    ],
)
def test_house_rules(tile: str, options: dict[str, int], points: int) -> None:
    assert tile_points(Tile.parse(tile), ScoringRules(**options)) == points


@given(hands, rules)
def test_tiles_are_never_worth_less_than_their_pips(hand: list[Tile], rules: ScoringRules) -> None:
    assert hand_points(hand, rules) >= hand_points(hand)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"double_blank": 7}, "The rule for double blank is 0, 25 or 50, not 7."),
        ({"blank_half": -5}, "The rule for blank half is 0, 5 or 25, not -5."),
        ({"doubles_twice": 1}, "The rule for doubles twice is False or True, not 1."),
        ({"going_out": 5}, "The rule for going out is 0, -5 or -10, not 5."),
        ({"double_blank": False}, "The rule for double blank is 0, 25 or 50, not False."),
    ],
)
def test_rules_nobody_plays_are_refused(options: dict[str, int], sentence: str) -> None:
    with pytest.raises(RulesError) as refused:
        ScoringRules(**options)
    assert str(refused.value) == sentence


def test_a_round_ranks_the_players_and_equals_share_a_place() -> None:
    score = score_round([("Ann", [Tile(3, 4)]), ("Bo", []), ("Cy", [Tile(0, 7)]), ("Di", [Tile(12, 12)])])
    assert [own.points for own in score.players] == [7, 0, 7, 24]
    assert [(own.place, own.player) for own in score.ranking()] == [(1, "Bo"), (2, "Ann"), (2, "Cy"), (4, "Di")]
    assert [own.went_out for own in score.players] == [False, True, False, False]


def test_going_out_is_rewarded_and_a_hand_of_no_points_is_not() -> None:
    score = score_round([("Ann", [Tile(0, 0)]), ("Bo", [])], ScoringRules(going_out=-10))
    assert [(own.player, own.points) for own in score.ranking()] == [("Bo", -10), ("Ann", 0)]


def test_a_player_has_one_hand() -> None:
    with pytest.raises(ScoreError, match="Ann is there twice"):
        score_round([("Ann", []), ("Bo", []), ("Ann", [])])


@given(st.lists(hands, max_size=8), rules)
def test_places_follow_from_points(given_hands: list[list[Tile]], rules: ScoringRules) -> None:
    score = score_round([(str(number), hand) for number, hand in enumerate(given_hands)], rules)
    ranking = score.ranking()
    assert sorted(own.player for own in ranking) == sorted(own.player for own in score.players)
    assert [own.points for own in ranking] == sorted(own.points for own in ranking)
    assert all(own.place == 1 + sum(other.points < own.points for other in ranking) for own in ranking)
