"""Positions whose legal moves were worked out by hand from the rule descriptions.

Two players unless said otherwise: train 0 is player 0's, train 1 player 1's, train 2 the Mexican train. Engine 12-12.
"""

from __future__ import annotations

from typing import Any

import pytest

from .naive.generator import PRESETS, after, legal_moves, perft

DRAW, PASS = {("draw",)}, {("pass",)}


def train(owner: int | None, *numbers: int, marked: bool = False) -> dict[str, Any]:
    """A train of the tiles 12-a, a-b, b-c ... for the numbers a, b, c."""
    tiles = [(at - 1, inner, outer) for at, (inner, outer) in enumerate(zip((12, *numbers), numbers, strict=False))]
    return {"owner": owner, "marked": marked, "tiles": tiles}


def game(preset: str, hands: list[list[tuple[int, int]]], trains: list[dict[str, Any]], **changes: Any) -> dict:
    """A position after everyone's first turn; `house` overrides rules, every other keyword a part of the position."""
    position = {
        "rules": PRESETS[preset] | changes.pop("house", {}),
        "engine": 12,
        "laid": True,
        "turn": 0,
        "hands": hands,
        "turns": [1] * len(hands),
        "trains": trains,
        "open": [],
        "played": [],
        "drawn": [],
        "draws": 0,
        "passes": 0,
        "boneyard": 20,
        "last": [None] * len(hands),
    }
    return position | changes


def plays(*wanted: tuple[int, int, int]) -> set[tuple]:
    return {("play", (low, high), where) for low, high, where in wanted}


def moves(position: dict) -> set[tuple]:
    """The legal moves without the place on the train, which is its tail wherever doubles do not branch."""
    return {move[:3] for move in legal_moves(position)}


def lay(position: dict, low: int, high: int, where: int) -> dict:
    """Plays a tile that must be legal."""
    (move,) = [move for move in legal_moves(position) if move[:3] == ("play", (low, high), where)]
    return after(position, move)


OTHER = [(0, 1), (0, 2)]  # a hand that does not matter


class TestSixteen:
    def test_first_turn_is_for_the_own_train_and_goes_on_while_a_tile_fits(self) -> None:
        hand = [(3, 12), (9, 12), (3, 3), (3, 9)]
        g = game("sixteen", [hand, OTHER], [train(0), train(1, marked=True)], turns=[0, 0])
        assert moves(g) == plays((3, 12, 0), (9, 12, 0))
        g = lay(g, 3, 12, 0)
        assert (g["turn"], moves(g)) == (0, plays((3, 3, 0), (3, 9, 0)))
        g = lay(g, 3, 3, 0)
        assert (g["turn"], moves(g)) == (0, plays((3, 9, 0)))
        assert moves(lay(g, 3, 9, 0)) == plays((9, 12, 0))
        assert moves(lay(lay(g, 3, 9, 0), 9, 12, 0)) == set()  # went out

    def test_long_train_that_ends_on_a_double_binds_nobody(self) -> None:
        g = game("sixteen", [[(3, 12), (3, 3), (5, 7)], [(4, 12)]], [train(0), train(1)], turns=[0, 0])
        g = lay(lay(g, 3, 12, 0), 3, 3, 0)
        assert (g["turn"], g["turns"], g["open"], moves(g)) == (1, [1, 0], [], plays((4, 12, 1)))

    def test_first_turn_without_a_tile_that_fits_draws_then_passes_and_marks_nothing(self) -> None:
        g = game("sixteen", [[(3, 4)], OTHER], [train(0), train(1, marked=True)], turns=[0, 0])
        assert moves(g) == DRAW
        assert moves(after(g, ("draw",), (4, 12))) == plays((4, 12, 0))
        g = after(g, ("draw",), (5, 6))
        assert moves(g) == PASS
        g = after(g, ("pass",))
        assert (g["trains"][0]["marked"], g["turn"]) == (False, 1)

    @pytest.mark.parametrize("marked", [True, False])
    def test_trains_of_others_only_when_marked(self, marked: bool) -> None:
        g = game("sixteen", [[(4, 8), (6, 7), (5, 12)], OTHER], [train(0, 4), train(1, 6, marked=marked)])
        assert moves(g) == plays((4, 8, 0), *([(6, 7, 1)] if marked else []))

    def test_any_play_removes_the_marker(self) -> None:
        g = game("sixteen", [[(6, 7), (1, 1)], OTHER], [train(0, 4), train(1, 6, marked=True)])
        assert not lay(g, 6, 7, 1)["trains"][1]["marked"]

    def test_double_is_followed_on_the_double(self) -> None:
        g = game("sixteen", [[(4, 4), (4, 8), (6, 7)], OTHER], [train(0, 4), train(1, 6, marked=True)])
        assert moves(g) == plays((4, 4, 0), (4, 8, 0), (6, 7, 1))
        assert moves(lay(g, 4, 4, 0)) == plays((4, 8, 0))

    def test_duty_goes_round_until_someone_satisfies_the_double(self) -> None:
        hands = [[(1, 2)], [(6, 7), (1, 3)], [(4, 9), (5, 6)]]
        g = game("sixteen", hands, [train(0, 4, 4), train(1, 6), train(2, 5)], turn=1, open=[(0, 1)])
        assert moves(g) == DRAW  # 6-7 fits the own train, which is closed
        g = after(g, ("draw",), (6, 6))
        assert moves(g) == PASS
        g = after(g, ("pass",))
        assert (g["turn"], moves(g)) == (2, plays((4, 9, 0)))  # on a train of another, though it bears no marker
        assert (lay(g, 4, 9, 0)["open"], lay(g, 4, 9, 0)["turn"]) == ([], 0)

    def test_holder_lays_the_engine_and_goes_on(self) -> None:
        g = game("sixteen", [[(3, 4)], [(12, 12), (2, 12)]], [train(0), train(1)], laid=False, turns=[0, 0])
        g = g | {"turn": 1}
        assert legal_moves(g) == {("engine", (12, 12))}
        g = after(g, ("engine", (12, 12)))
        assert (g["turn"], moves(g)) == (1, plays((2, 12, 1)))

    def test_players_draw_in_turn_for_the_engine(self) -> None:
        g = game("sixteen", [[(3, 12)], [(2, 12)]], [train(0), train(1)], laid=False, turns=[0, 0])
        assert moves(g) == DRAW
        g = after(g, ("draw",), (1, 1))
        assert (g["turn"], moves(g)) == (1, DRAW)
        g = after(g, ("draw",), (12, 12))
        assert (g["turn"], g["turns"], legal_moves(g)) == (1, [0, 0], {("engine", (12, 12))})


class TestDanish:
    def test_first_turn_is_one_tile_on_the_own_or_the_mexican_train(self) -> None:
        g = game("danish", [[(3, 12), (5, 12), (3, 5)], OTHER], [train(0), train(1), train(None)], turns=[0, 0])
        assert moves(g) == plays((3, 12, 0), (3, 12, 2), (5, 12, 0), (5, 12, 2))
        assert lay(g, 3, 12, 0)["turn"] == 1

    def test_who_cannot_play_draws_one_then_marks(self) -> None:
        g = game("danish", [[(6, 7)], OTHER], [train(0, 4), train(1, 6), train(None)])
        assert moves(g) == DRAW
        assert moves(after(g, ("draw",), (4, 12))) == plays((4, 12, 0), (4, 12, 2))
        assert moves(after(g, ("draw",), (5, 5))) == PASS

    def test_who_cannot_play_passes_at_once_when_the_boneyard_is_empty(self) -> None:
        g = game("danish", [[(6, 7)], OTHER], [train(0, 4), train(1, 6), train(None)], boneyard=0)
        assert moves(g) == PASS

    def test_second_tile_goes_anywhere_but_is_no_double(self) -> None:
        hand = [(4, 4), (4, 9), (7, 7), (7, 8), (1, 2)]
        g = game("danish", [hand, OTHER], [train(0, 4), train(1, 1), train(None, 7)])
        assert moves(g) == plays((4, 4, 0), (4, 9, 0), (7, 7, 2), (7, 8, 2))
        assert moves(lay(g, 4, 4, 0)) == plays((4, 9, 0), (7, 8, 2))

    def test_only_another_double_in_hand_is_no_follow_up(self) -> None:
        g = game("danish", [[(4, 4), (7, 7), (1, 2)], OTHER], [train(0, 4), train(1, 1), train(None, 7)])
        g = lay(g, 4, 4, 0)
        assert moves(g) == DRAW
        g = after(g, ("draw",), (5, 6))
        assert moves(g) == PASS
        g = after(g, ("pass",))
        assert (g["trains"][0]["marked"], g["turn"], g["open"]) == (True, 1, [(0, 1)])

    def test_double_left_open_closes_all_trains_for_the_next(self) -> None:
        hands = [[(4, 4), (7, 8), (1, 2)], [(1, 6), (4, 6), (8, 8), (4, 8)]]
        g = game("danish", hands, [train(0, 4), train(1, 1), train(None, 7)])
        g = lay(lay(g, 4, 4, 0), 7, 8, 2)
        assert (g["turn"], moves(g)) == (1, plays((4, 6, 0), (4, 8, 0)))

    def test_only_the_owner_removes_the_marker_and_only_at_home(self) -> None:
        trains = [train(0, 4, marked=True), train(1, 1, marked=True), train(None, 7)]
        g = game("danish", [[(1, 4), (7, 8), (1, 2)], OTHER], trains)
        assert moves(g) == plays((1, 4, 0), (1, 4, 1), (7, 8, 2), (1, 2, 1))
        marks = {move: [t["marked"] for t in lay(g, *move)["trains"]] for move in [(1, 4, 0), (7, 8, 2), (1, 2, 1)]}
        assert marks == {
            (1, 4, 0): [False, True, False],
            (7, 8, 2): [True, True, False],
            (1, 2, 1): [True, True, False],
        }


class TestSpanish:
    TRAINS = (train(0, 4), train(1, 1, marked=True), train(None, 7))

    def test_first_turn_starts_the_own_or_the_mexican_train(self) -> None:
        g = game("spanish", [[(9, 12), (2, 9)], OTHER], [train(0), train(1), train(None)], turns=[0, 0])
        assert moves(g) == plays((9, 12, 0), (9, 12, 2))

    def test_may_not_draw_while_holding_a_playable_tile(self) -> None:
        g = game("spanish", [[(7, 9), (9, 9)], OTHER], [train(0, 4), train(1, 1), train(None, 7)])
        assert moves(g) == plays((7, 9, 2))

    def test_doubles_follow_doubles_and_are_satisfied_in_order(self) -> None:
        hands = [[(4, 4), (7, 7), (4, 9), (7, 8), (1, 2)], [(4, 7), (7, 11), (1, 3)]]
        g = lay(game("spanish", hands, list(self.TRAINS)), 4, 4, 0)
        assert moves(g) == plays((7, 7, 2), (4, 9, 0), (7, 8, 2), (1, 2, 1))
        g = lay(g, 7, 7, 2)
        assert (g["turn"], moves(g)) == (0, plays((4, 9, 0), (1, 2, 1)))  # 7-8 would satisfy the second double first
        g = lay(g, 1, 2, 1)
        assert (g["turn"], moves(g)) == (1, plays((4, 7, 0)))
        g = lay(g, 4, 7, 0)
        assert (g["turn"], moves(g)) == (0, plays((7, 8, 2)))  # 4-9 waits: all other trains are closed

    def test_drawn_double_is_played_and_its_follow_up_drawn_for(self) -> None:
        g = game("spanish", [[(5, 6), (2, 3)], OTHER], list(self.TRAINS))
        g = after(g, ("draw",), (4, 4))
        assert moves(g) == plays((4, 4, 0))
        g = lay(g, 4, 4, 0)
        assert moves(g) == DRAW
        assert moves(after(g, ("draw",), (1, 7))) == plays((1, 7, 1), (1, 7, 2))
        assert moves(after(g, ("draw",), (8, 8))) == PASS

    def test_who_cannot_satisfy_even_after_a_draw_marks_and_passes(self) -> None:
        trains = [train(0, 4, 4), train(1, 1), train(None, 7)]
        g = game("spanish", [OTHER, [(1, 7), (1, 12)]], trains, turn=1, open=[(0, 1)])
        g = after(g, ("draw",), (7, 7))
        assert moves(g) == PASS
        assert after(g, ("pass",))["trains"][1]["marked"]

    def test_round_is_paralysed_when_nobody_can_play_and_the_boneyard_is_empty(self) -> None:
        trains = [train(0, 4, marked=True), train(1, 1, marked=True), train(None, 7)]
        g = game("spanish", [[(5, 6)], [(3, 3)]], trains, boneyard=0, passes=2)
        assert moves(g) == set()
        assert moves(g | {"boneyard": 1}) == DRAW
        assert moves(g | {"passes": 1}) == PASS
        assert moves(g | {"hands": [[(5, 6)], [(3, 4)]]}) == PASS  # the other still holds a playable tile


class TestPuremco:
    TRAINS = (train(0, 4), train(1, 1, marked=True), train(None, 7))

    def start(self, *hand: tuple[int, int]) -> dict:
        return lay(game("puremco", [[(4, 4), *hand], [(7, 10), (1, 6), (4, 10)]], list(self.TRAINS)), 4, 4, 0)

    def test_second_double_goes_with_a_third_tile_from_the_hand(self) -> None:
        assert moves(self.start((7, 7), (4, 9))) == plays((7, 7, 2), (4, 9, 0))
        assert moves(self.start((7, 7), (7, 9))) == plays((7, 7, 2), (7, 9, 2))

    def test_second_double_does_not_go_without_a_third_tile(self) -> None:
        assert moves(self.start((7, 7), (3, 5))) == DRAW
        assert moves(self.start((7, 7), (1, 2))) == plays((1, 2, 1))

    def test_drawn_tile_is_not_the_third(self) -> None:
        g = self.start((7, 7), (3, 5))
        assert moves(after(g, ("draw",), (7, 9))) == plays((7, 9, 2))
        assert moves(after(g, ("draw",), (4, 9))) == plays((4, 9, 0))

    def test_third_tile_goes_on_either_double_and_the_next_plays_on_the_other(self) -> None:
        g = lay(self.start((7, 7), (4, 9), (7, 8), (1, 2)), 7, 7, 2)
        assert moves(g) == plays((4, 9, 0), (7, 8, 2))
        one, two = lay(g, 4, 9, 0), lay(g, 7, 8, 2)
        assert (one["turn"], moves(one)) == (1, plays((7, 10, 2)))
        assert (two["turn"], moves(two)) == (1, plays((4, 10, 0)))

    def test_round_may_end_with_two_doubles(self) -> None:
        g = self.start((7, 7))
        assert moves(g) == plays((7, 7, 2))
        assert moves(lay(g, 7, 7, 2)) == set()

    def test_round_may_end_with_one_double(self) -> None:
        assert moves(self.start()) == set()

    def test_it_alone_also_marks_a_train_that_is_not_started(self) -> None:
        for preset in PRESETS:
            for begun in (train(0), train(0, 4)):
                g = after(game(preset, [[(3, 3)], OTHER], [begun, train(1), train(None)], boneyard=0), ("pass",))
                assert g["trains"][0]["marked"] is (preset == "puremco" or bool(begun["tiles"])), preset

    def test_train_not_begun_is_marked_and_begun_by_others(self) -> None:
        g = game("puremco", [[(5, 12), (3, 3)], [(2, 3)]], [train(0, 4), train(1), train(None, 7)], turn=1)
        g = after(after(g, ("draw",), (8, 8)), ("pass",))
        assert (g["turn"], moves(g)) == (0, plays((5, 12, 1)))

    def test_playing_elsewhere_does_not_remove_the_marker(self) -> None:
        trains = [train(0, 4, marked=True), train(1, 1, marked=True), train(None, 7)]
        g = game("puremco", [[(1, 7), (4, 5), (0, 0)], OTHER], trains)
        assert moves(g) == plays((1, 7, 1), (1, 7, 2), (4, 5, 0))
        assert [t["marked"] for t in lay(g, 1, 7, 1)["trains"]] == [True, True, False]
        assert [t["marked"] for t in lay(g, 4, 5, 0)["trains"]] == [False, True, False]


class TestHouseRules:
    TRAINS = (train(0, 4), train(1, 1, marked=True), train(None, 7))

    def start(self, hand: list[tuple[int, int]], **house: Any) -> dict:
        return game("spanish", [hand, [(4, 6), (1, 5)]], list(self.TRAINS), house=house)

    def test_no_draws(self) -> None:
        assert moves(self.start([(2, 3)], draws=0)) == PASS

    def test_draws_until_playable(self) -> None:
        g = after(after(self.start([(2, 3)], draws=999), ("draw",), (2, 2)), ("draw",), (3, 3))
        assert moves(g) == DRAW
        assert moves(after(g, ("draw",), (4, 5))) == plays((4, 5, 0))

    def test_follow_on_the_double_only(self) -> None:
        g = lay(self.start([(4, 4), (7, 8), (4, 9)], follow="double"), 4, 4, 0)
        assert moves(g) == plays((4, 9, 0))

    def test_one_open_double_at_a_time(self) -> None:
        hand = [(4, 4), (7, 7), (4, 9), (1, 2)]
        g = lay(game("sixteen", [hand, OTHER], list(self.TRAINS)[:2], house={"follow": "any"}), 4, 4, 0)
        assert moves(g) == plays((4, 9, 0), (1, 2, 1))
        g["trains"][1] = train(1, 7, marked=True)
        assert moves(g) == plays((4, 9, 0))

    def test_follow_with_nothing(self) -> None:
        g = lay(self.start([(4, 4), (4, 9)], follow="nothing"), 4, 4, 0)
        assert (g["turn"], moves(g), g["trains"][0]["marked"]) == (1, plays((4, 6, 0)), False)

    def test_double_is_never_an_obligation(self) -> None:
        g = lay(self.start([(4, 4), (4, 9)], follow="never"), 4, 4, 0)
        assert (g["turn"], moves(g)) == (1, plays((1, 5, 1)))

    @pytest.mark.parametrize(
        ("order", "wanted"), [("played", [(4, 9, 0)]), ("reverse", [(7, 8, 2)]), ("any", [(4, 9, 0), (7, 8, 2)])]
    )
    def test_order_of_open_doubles(self, order: str, wanted: list[tuple[int, int, int]]) -> None:
        trains = [train(0, 4, 4), train(1, 1), train(None, 7, 7)]
        places = {"open": [(0, 1), (2, 1)], "house": {"order": order}}
        assert moves(game("spanish", [[(4, 9), (7, 8), (1, 1)], OTHER], trains, **places)) == plays(*wanted)

    def test_three_branches(self) -> None:
        hands = [[(4, 4), (4, 9), (9, 9)], [(4, 6), (1, 5), (9, 10)]]
        g = lay(game("spanish", hands, list(self.TRAINS), house={"branches": 3}), 4, 4, 0)
        g = lay(g, 4, 9, 0)
        assert (g["turn"], moves(g)) == (1, plays((4, 6, 0)))  # one of three lies, the double still binds
        g = lay(g, 4, 6, 0)
        assert g["open"] == [(0, 1)]
        g["hands"][0] = [(4, 5), (9, 9), (6, 8)]
        g = lay(g, 4, 5, 0)
        assert g["open"] == []
        assert legal_moves(g | {"turn": 0}) == {("play", (9, 9), 0, 2), ("play", (6, 8), 0, 3)}

    def test_marker_goes_with_anyones_play(self) -> None:
        assert not lay(self.start([(1, 2), (3, 3)], unmark="anyone"), 1, 2, 1)["trains"][1]["marked"]

    def test_last_double_must_be_covered(self) -> None:
        house = {"out on a double": "covered"}
        g = lay(self.start([(4, 4)], **house), 4, 4, 0)
        assert (g["turn"], moves(g)) == (0, DRAW)
        assert moves(lay(after(g, ("draw",), (4, 5)), 4, 5, 0)) == set()
        g = after(after(g, ("draw",), (2, 3)), ("pass",))
        assert (g["turn"], moves(g)) == (1, plays((4, 6, 0)))

    def test_mexican_train_after_everyones_first_turn(self) -> None:
        trains = [train(0), train(1, 2), train(None)]
        g = game("danish", [[(3, 12)], OTHER], trains, turns=[0, 1], house={"mexican": "later"})
        assert moves(g) == plays((3, 12, 0))
        assert moves(g | {"turns": [1, 1]}) == plays((3, 12, 0), (3, 12, 2))

    def test_several_mexican_trains(self) -> None:
        trains = [train(0, 4), train(1, 2), train(None, 7), train(None)]
        assert moves(game("danish", [[(7, 12)], OTHER], trains)) == plays((7, 12, 2), (7, 12, 3))

    def test_long_train_may_not_end_on_a_double(self) -> None:
        house = {"long train may end on a double": False}
        g = game("sixteen", [[(3, 12), (3, 3), (5, 7)], OTHER], [train(0), train(1)], turns=[0, 0], house=house)
        assert lay(g, 3, 12, 0)["turn"] == 1
        g["hands"][0].append((3, 8))
        assert moves(lay(g, 3, 12, 0)) == plays((3, 3, 0), (3, 8, 0))

    def test_twin_of_a_double_covers_it_and_binds_again(self) -> None:
        for preset in ("sixteen", "danish", "spanish", "puremco"):
            trains = [train(0, 4, 4), train(1, 1), train(None, 7)]
            g = game(preset, [OTHER, [(4, 4), (4, 5)]], trains, turn=1, open=[(0, 1)])
            assert moves(g) == plays((4, 4, 0), (4, 5, 0)), preset
            g = lay(g, 4, 4, 0)
            assert (g["turn"], g["open"], moves(g)) == (1, [(0, 2)], plays((4, 5, 0))), preset


def test_perft_counted_by_hand() -> None:
    hands = [[(1, 12), (5, 6)], [(2, 12), (3, 12)]]
    g = game("danish", hands, [train(0), train(1), train(None)], turns=[0, 0])
    # 1: 1-12 at home or as the Mexican train. 2: then two tiles on two trains, or two tiles on one.
    # 3: 5-6 fits nowhere, a draw. 4: the drawn 1-6 fits exactly where 1-12 lies. 5: the last tile starts the train
    # that is left, or, in the two lines where the Mexican train ends in 6, a draw.
    assert [perft(g, depth, [(1, 6), (8, 8)]) for depth in range(6)] == [1, 2, 6, 6, 6, 6]
