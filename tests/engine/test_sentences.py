"""The rows of the table of sources: a hand-made position for each, named after the sentence that it checks."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.dealing import Deal, deal, next_engine, start
from engine.game import Game, Round
from engine.moves import PASS, Move
from engine.notation import format_move, parse_move, parse_tiles, parse_train
from engine.players import heaviest
from engine.presets import PRESETS, preset
from engine.state import Ending, OpenDouble, Position, TableState, Train
from engine.tiles import Tile
from engine.turns import apply, moves_in, why_not
from engine.violations import ViolationCode

PLAYERS = ("Ann", "Bo")


def at_table(
    name: str,
    hands: tuple[str, ...],
    trains: tuple[str, ...],
    boneyard: str = "",
    opens: tuple[tuple[int, int], ...] = (),
    turns: int = 2,
    **changes: Any,
) -> Position:
    """Ann's turn after everyone's first, by default; a train text begins with * where it is marked."""
    rules = preset(name).change(**changes)
    seats = len(hands)
    laid = tuple(
        Train(number if number < seats else None, parse_train(text.lstrip("*")), text.startswith("*"))
        for number, text in enumerate(trains)
    )
    held, bones = tuple(map(parse_tiles, hands)), parse_tiles(boneyard)
    doubles = tuple(OpenDouble(*one) for one in opens)
    table = TableState(rules, Tile(12, 12), laid, 0, tuple(map(len, held)), len(bones), doubles, len(doubles), turns)
    return Position(table, held, bones)


def told(position: Position) -> list[str]:
    """The legal moves as text."""
    return sorted(format_move(move, PLAYERS) for move in moves_in(position))


def move(text: str) -> Move:
    return parse_move(text, PLAYERS)


def after(position: Position, *texts: str) -> Position:
    for text in texts:
        position = apply(position, move(text))
    return position


def why(position: Position, text: str) -> ViolationCode | None:
    violation = why_not(position, move(text))
    return violation and violation.code


def test_up_to_4_players_receive_15_each_5_or_6_take_12_7_or_8_take_10() -> None:
    for players, tiles in [(2, 15), (4, 15), (5, 12), (6, 12), (7, 10), (8, 10)]:
        dealt = deal(preset("sixteen"), players, Tile(12, 12), 0, Random(1))
        assert [len(hand) for hand in dealt.hands] == [tiles] * players
        assert len(dealt.boneyard) == 91 - players * tiles


def test_remove_the_double_12_from_the_set_and_place_it_in_the_middle() -> None:
    dealt = deal(preset("danish"), 3, Tile(12, 12), 0, Random(1))
    assert Tile(12, 12) not in (*dealt.boneyard, *(tile for hand in dealt.hands for tile in hand))
    assert start(preset("danish"), dealt).table.engine == Tile(12, 12)


def test_if_no_one_has_the_12_12_players_take_turns_drawing_until_someone_draws_it() -> None:
    rules = preset("sixteen").change(highest=6)
    rest = [tile for tile in rules.domino_set if tile not in parse_tiles("0-1 0-2 0-3 6-6 0-4 0-5")]
    hands = (parse_tiles("0-1"), parse_tiles("0-2"))
    dealt = Deal(Tile(6, 6), 0, hands, (*parse_tiles("0-3 0-4 6-6 0-5"), *rest))
    position = start(rules, dealt)
    assert position.hands == (parse_tiles("0-1 0-3"), parse_tiles("0-2 0-4"))
    assert (position.table.turn, position.table.engine) == (0, Tile(6, 6))


def test_the_player_with_the_12_12_begins() -> None:
    rules = preset("sixteen").change(highest=6)
    rest = tuple(tile for tile in rules.domino_set if tile not in parse_tiles("0-1 0-2 6-6"))
    position = start(rules, Deal(Tile(6, 6), 0, (parse_tiles("0-1"), parse_tiles("6-6 0-2")), rest))
    assert (position.table.turn, position.hands[1]) == (1, parse_tiles("0-2"))


def test_starting_players_rotate_clockwise_between_rounds_and_the_engine_falls_by_one() -> None:
    game = Game.start(preset("danish").change(rounds=4), ["Ann", "Bo", "Cy"], 3)
    while not game.is_over:
        game = game.next_round() if game.round.is_over else game.play(heaviest(game.round.position.view()))
    first = game.rounds[0].deal.starter
    assert [round_.deal.starter for round_ in game.rounds] == [(first + number) % 3 for number in range(4)]
    assert [str(round_.deal.engine) for round_ in game.rounds] == ["12-12", "11-11", "10-10", "9-9"]


def test_the_0_0_tile_is_the_concluding_engine() -> None:
    used = [Tile(value, value) for value in range(12, 0, -1)]
    assert next_engine(preset("puremco"), used, Random(1)) == Tile(0, 0)
    assert preset("puremco").round_count == 13


def test_for_the_first_round_of_turns_only_players_play_as_many_pieces_as_they_can() -> None:
    position = at_table("sixteen", ("4-12 4-9 9-9 1-9 0-0", "5-12 0-1"), ("", ""), turns=0)
    position = after(position, "4-12 on Ann", "4-9 on Ann", "9-9 on Ann", "1-9 on Ann")
    assert position.table.turn == 1
    position = after(position, "5-12 on Bo")
    assert (position.table.turn, position.table.open_doubles) == (0, ())


def test_in_the_first_turn_tiles_go_on_the_own_train() -> None:
    position = at_table("sixteen", ("4-12", "5-12"), ("", "*12-5"), turns=0)
    assert told(position) == ["4-12 on Ann"]
    assert why(position, "4-12 on Bo") is ViolationCode.OWN_TRAIN_FIRST


def test_the_first_player_lays_one_tile_on_the_own_train_or_the_mexican_train() -> None:
    for name in ("danish", "spanish", "puremco"):
        position = at_table(name, ("4-12 4-9", "0-1"), ("", "", ""), turns=0)
        assert told(position) == ["4-12 on Ann", "4-12 on Mexican"]
        assert after(position, "4-12 on Ann").table.turn == 1


def test_another_players_train_only_when_marked() -> None:
    closed = at_table("danish", ("3-7", "0-1"), ("12-4", "12-3", ""), boneyard="0-0")
    assert told(closed) == ["draw"]
    assert why(closed, "3-7 on Bo") is ViolationCode.TRAIN_CLOSED
    assert told(at_table("danish", ("3-7", "0-1"), ("12-4", "*12-3", ""))) == ["3-7 on Bo"]


def test_a_domino_may_not_be_drawn_if_there_is_a_playable_one() -> None:
    position = at_table("spanish", ("4-7 0-0", "0-1"), ("12-4", "12-3", ""), boneyard="1-2")
    assert why(position, "draw") is ViolationCode.MUST_PLAY
    assert why(position, "pass") is ViolationCode.MUST_PLAY


def test_he_draws_and_plays_it_if_possible_else_places_his_marker() -> None:
    position = at_table("sixteen", ("0-0", "0-1"), ("12-4", "12-3"), boneyard="4-6 5-5")
    assert told(position) == ["draw"]
    assert told(after(position, "draw")) == ["4-6 on Ann"]
    stuck = after(at_table("sixteen", ("0-0", "0-1"), ("12-4", "12-3"), boneyard="5-5"), "draw")
    assert told(stuck) == ["pass"]
    assert after(stuck, "pass").table.trains[0].is_open


def test_puremco_alone_also_marks_a_train_that_is_not_started() -> None:
    for name, marked in [("puremco", True), ("sixteen", False), ("danish", False), ("spanish", False)]:
        trains = 2 if name == "sixteen" else 3
        for turns in (0, 2):
            unstarted = after(at_table(name, ("0-0", "0-1"), ("", "", "")[:trains], turns=turns), "pass")
            assert unstarted.table.trains[0].is_open is marked
            assert unstarted.table.turn == 1
        started = after(at_table(name, ("0-0", "0-1"), ("12-4", "", "")[:trains]), "pass")
        assert started.table.trains[0].is_open


def test_others_can_start_a_marked_train_that_is_not_started() -> None:
    position = at_table("puremco", ("4-12 0-0", "0-1"), ("12-1", "*", "12-2"))
    assert told(position) == ["4-12 on Bo"]


def test_another_player_plays_on_the_marker_removing_it() -> None:
    for name, still_marked in [("sixteen", False), ("danish", True), ("puremco", True)]:
        position = at_table(name, ("3-7 0-0", "0-1"), ("12-4", "*12-3", "")[: 2 if name == "sixteen" else 3])
        assert after(position, "3-7 on Bo").table.trains[1].is_open is still_marked


def test_only_playing_on_the_own_train_removes_its_marker() -> None:
    position = at_table("puremco", ("4-7 2-5 0-0", "0-1"), ("*12-4", "12-3", "12-2"))
    assert after(position, "2-5 on Mexican").table.trains[0].is_open
    assert not after(position, "4-7 on Ann").table.trains[0].is_open


def test_if_a_double_is_played_a_second_domino_must_be_played() -> None:
    position = after(at_table("sixteen", ("4-4 4-7 0-0", "0-1"), ("12-4", "12-3")), "4-4 on Ann")
    assert (position.table.turn, told(position)) == (0, ["4-7 on Ann"])


def test_the_following_player_must_satisfy_the_double_else_the_one_after() -> None:
    hands = ("4-4 0-0", "3-7 0-1", "4-9 0-2")
    position = after(at_table("sixteen", hands, ("12-4", "12-3", "12-2"), turns=3), "4-4 on Ann", "pass")
    assert (position.table.turn, moves_in(position)) == (1, (PASS,))
    position = after(position, "pass")
    assert (position.table.turn, told(position)) == (2, ["4-9 on Ann"])


def test_the_second_domino_can_be_played_on_any_eligible_train_but_cannot_be_another_double() -> None:
    hands = ("4-4 2-2 2-7 0-0", "0-1")
    position = after(at_table("danish", hands, ("12-4", "12-3", "12-2")), "4-4 on Ann")
    assert told(position) == ["2-7 on Mexican"]
    assert why(position, "2-2 on Mexican") is ViolationCode.NO_SECOND_DOUBLE
    spanish = after(at_table("spanish", hands, ("12-4", "12-3", "12-2")), "4-4 on Ann")
    assert told(spanish) == ["2-2 on Mexican", "2-7 on Mexican"]


def test_if_the_drawn_domino_is_not_playable_the_turn_ends() -> None:
    position = at_table("spanish", ("4-4 0-0", "0-1"), ("12-4", "12-3", "12-2"), boneyard="5-5 1-1")
    position = after(position, "4-4 on Ann", "draw")
    assert told(position) == ["pass"]
    assert after(position, "pass").table.trains[0].is_open


def test_subsequent_players_cannot_play_on_any_other_train_until_the_double_is_satisfied() -> None:
    for name in ("spanish", "puremco", "danish"):
        position = at_table(name, ("4-7 2-5", "0-1"), ("12-7", "12-4 4-4", "12-2"), opens=((1, 1),))
        assert told(position) == ["4-7 on Bo"]
        assert why(position, "2-5 on Mexican") is ViolationCode.SATISFY_THE_DOUBLE
        assert after(position, "4-7 on Bo").table.open_doubles == ()


def test_several_doubles_have_to_be_satisfied_in_the_order_in_which_they_were_played() -> None:
    trains = ("12-7 7-7", "12-4 4-4", "12-2")
    position = at_table("spanish", ("4-6 5-7", "0-1"), trains, opens=((1, 1), (0, 1)))
    assert told(position) == ["4-6 on Bo"]
    assert why(position, "5-7 on Ann") is ViolationCode.ANOTHER_DOUBLE_FIRST


def test_two_doubles_onto_two_trains_if_an_extra_third_tile_from_his_hand_goes_on_one_of_them() -> None:
    trains = ("12-4", "12-3", "12-2")
    without_third = after(at_table("puremco", ("4-4 2-2 0-0", "0-1"), trains, boneyard="5-5"), "4-4 on Ann")
    assert told(without_third) == ["draw"]
    assert why(without_third, "2-2 on Mexican") is ViolationCode.NO_THIRD_TILE
    position = after(at_table("puremco", ("4-4 2-2 2-7 0-0", "0-1"), trains), "4-4 on Ann", "2-2 on Mexican")
    assert told(position) == ["2-7 on Mexican"]
    assert after(position, "2-7 on Mexican").table.open_doubles == (OpenDouble(0, 1),)


def test_the_third_tile_is_not_drawn() -> None:
    position = at_table("puremco", ("4-4 2-2 0-0", "0-1"), ("12-4", "12-3", "12-2"), boneyard="2-9 5-5")
    position = after(position, "4-4 on Ann", "draw")
    assert told(position) == ["2-9 on Mexican"]


def test_the_game_is_over_when_one_player_has_played_his_last_tile() -> None:
    outcome = after(at_table("danish", ("4-7", "0-1"), ("12-4", "12-3", "")), "4-7 on Ann").outcome
    assert outcome is not None
    assert (outcome.ending, outcome.winner) == (Ending.OUT, 0)


def test_a_game_can_end_by_playing_a_double_or_two_as_the_last_play_without_a_follow_up() -> None:
    one = after(at_table("puremco", ("4-4", "0-1"), ("12-4", "12-3", "")), "4-4 on Ann")
    two = after(at_table("puremco", ("4-4 2-2", "0-1"), ("12-4", "12-3", "12-2")), "4-4 on Ann", "2-2 on Mexican")
    assert one.outcome == two.outcome
    assert one.outcome is not None


def test_the_game_is_blocked_when_everyone_passes_and_the_bone_yard_is_empty() -> None:
    for name in ("sixteen", "danish", "spanish", "puremco"):
        trains = ("*12-4", "*12-3", "12-2")[: 2 if name == "sixteen" else 3]
        position = after(at_table(name, ("0-0", "0-1"), trains), "pass", "pass")
        assert position.outcome is not None
        assert position.outcome.ending is Ending.BLOCKED


def test_the_pips_left_are_counted_and_0_for_the_player_who_has_dominoed() -> None:
    rules = preset("puremco")
    played = after(at_table("puremco", ("4-7", "0-1 6-12"), ("12-4", "12-3", "")), "4-7 on Ann")
    deal_ = Deal(Tile(12, 12), 0, (), ())
    assert Round(rules, deal_, (), played).points() == (0, 19)


def with_two_tiles(name: str, boneyard: str = "1-1", **changes: Any) -> Position:
    """Ann holds two tiles, of which 4-7 fits on her train."""
    trains = ("12-4", "12-3", "")[: 2 if name == "sixteen" else 3]
    return at_table(name, ("4-7 0-0", "0-1"), trains, boneyard=boneyard, **changes)


def test_touch_the_last_domino_after_playing_the_penultimate() -> None:
    assert preset("spanish").last_tile == "announce"


def test_when_left_with_just_one_tile_he_must_give_notice_by_tapping_it_on_the_table() -> None:
    assert preset("puremco").last_tile == "announce"


def test_sixteen_and_danish_are_silent_about_the_last_tile() -> None:
    assert (preset("sixteen").last_tile, preset("danish").last_tile) == ("silent", "silent")


def test_a_last_tile_that_is_not_announced_costs_nothing_in_any_preset() -> None:
    for name in PRESETS:
        position = with_two_tiles(name)
        assert told(position) == ["4-7 on Ann"]
        assert why(position, "4-7 silently on Ann") is ViolationCode.NOTHING_TO_ANNOUNCE
        assert after(position, "4-7 on Ann").hands[0] == parse_tiles("0-0")


def test_last_tile_not_announced_draw_one() -> None:
    for name in PRESETS:
        position = with_two_tiles(name, boneyard="1-1 2-2", last_tile="announce or draw")
        assert told(position) == ["4-7 on Ann", "4-7 silently on Ann"]
        assert after(position, "4-7 on Ann").hands[0] == parse_tiles("0-0")
        caught = after(position, "4-7 silently on Ann")
        assert (caught.hands[0], caught.boneyard) == (parse_tiles("0-0 1-1"), parse_tiles("2-2"))
        assert caught.table.turn == 1


def test_from_an_empty_boneyard_nobody_draws_for_the_last_tile() -> None:
    caught = after(with_two_tiles("puremco", boneyard="", last_tile="announce or draw"), "4-7 silently on Ann")
    assert caught.hands[0] == parse_tiles("0-0")


def test_only_the_last_tile_is_announced() -> None:
    for hand in ("4-7 0-0 0-2", "4-7"):
        position = at_table("spanish", (hand, "0-1"), ("12-4", "12-3", ""), last_tile="announce or draw")
        assert told(position) == ["4-7 on Ann"]
        assert why(position, "4-7 silently on Ann") is ViolationCode.NOTHING_TO_ANNOUNCE


def test_who_drew_for_it_has_to_announce_the_last_tile_again() -> None:
    position = with_two_tiles("spanish", boneyard="7-9", last_tile="announce or draw")
    again = after(position, "4-7 silently on Ann", "pass")
    assert told(again) == ["7-9 on Ann", "7-9 silently on Ann"]


def test_by_rules_that_draw_nothing_a_draw_is_no_second_one() -> None:
    """Who is stuck passes, whether or not tiles lie face down; elsewhere one more draw than allowed is told as that."""
    trains = ("12-5", "12-6", "12-7")
    for boneyard in ("3-4", ""):
        stuck = at_table("danish", ("1-2 1-3", "8-9"), trains, boneyard, draws=0)
        assert told(stuck) == ["pass"]
        assert why(stuck, "draw") is ViolationCode.NO_DRAWS
    drew = after(at_table("danish", ("1-2 1-3", "8-9"), trains, "3-4 3-8"), "draw")
    assert why(drew, "draw") is ViolationCode.MAY_NOT_DRAW
    assert why(at_table("danish", ("1-2 1-3", "8-9"), trains), "draw") is ViolationCode.BONEYARD_EMPTY
