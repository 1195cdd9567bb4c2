"""Contests: fair to every seat, and as sure of their result as they say."""

from __future__ import annotations

from itertools import count

import pytest

from engine.arena import Played, play_group, seatings, standings
from engine.entrants import entrant
from engine.errors import ArenaError, RulesError
from engine.presets import PRESETS

SHORT = PRESETS["danish"].change(highest=6, rounds=1)


def clock() -> float:
    return float(next(TICKS))


TICKS = count()


def test_everybody_sits_everywhere() -> None:
    assert seatings(["a", "b"]) == [("a", "b"), ("b", "a")]
    assert len(seatings(["a", "b", "b", "b"])) == 4
    assert len(seatings(["a", "b", "c"])) == 6


def test_a_group_is_one_game_played_from_every_seat() -> None:
    group = play_group(SHORT, [entrant("heaviest"), entrant("random", 4)], 11, clock)
    assert [game.seating for game in group] == [("heaviest", "random"), ("random", "heaviest")]
    assert group[0].totals != group[1].totals
    for game in group:
        assert all(number > 0 for number in game.choices)
        assert game.seconds == tuple(float(number) for number in game.choices)
    again = play_group(SHORT, [entrant("heaviest"), entrant("random", 4)], 11, clock)
    assert [game.totals for game in again] == [game.totals for game in group]


def test_like_against_like_is_fair() -> None:
    groups = [play_group(SHORT, [entrant("heaviest"), entrant("heaviest")], seed, clock) for seed in range(6)]
    (one,) = standings(groups, ["heaviest", "heaviest"])
    assert (one.wins.mean, one.wins.reach, one.fair) == (0.5, 0.0, 0.5)
    assert one.games == 6
    assert one.ms_per_choice == 1000.0


def test_wins_are_shared_and_intervals_come_from_the_groups() -> None:
    def game(a: int, b: int, seating: tuple[str, str] = ("x", "y")) -> Played:
        return Played(seating, (a, b), (1, 1), (0.1, 0.3))

    x, y = standings([[game(5, 9), game(9, 9)], [game(7, 3), game(3, 7, ("y", "x"))]], ["x", "y"])
    assert (x.name, y.name) == ("x", "y")
    assert (x.wins.mean, y.wins.mean) == (0.375, 0.625)
    assert x.points.mean == 7.0
    assert x.wins.reach == pytest.approx(1.96 * 0.53033 / 2**0.5, abs=1e-3)
    assert x.ms_per_choice == pytest.approx(150.0)
    assert x.wins.low == x.wins.mean - x.wins.reach
    (alone,) = standings([[game(1, 2, ("x", "x"))]], ["x", "x"])
    assert alone.wins.reach == float("inf")


def alike(*totals: int, names: tuple[str, ...] = ("x", "y"), deals: int = 4) -> list[list[Played]]:
    return [[Played(names, totals, (1,) * len(names), (0.1,) * len(names))] for _ in range(deals)]


@pytest.mark.parametrize("deals", [2, 4, 20, 59])
def test_deals_that_all_went_alike_leave_open_what_another_may_do(deals: int) -> None:
    x, y = standings(alike(1, 9, deals=deals), ["x", "y"])
    assert (x.wins.mean, y.wins.mean) == (1, 0)
    # At the end of the interval, so many deals alike are just as likely as 95 % confidence allows.
    assert x.wins.low**deals == pytest.approx(0.05)
    assert y.wins.reach == x.wins.reach
    # Points have no bound, so only their spread tells about them.
    assert x.points.reach == 0


def test_how_far_a_share_can_move_depends_on_what_can_be_won() -> None:
    other = 1 - 0.05 ** (1 / 4)
    x, _ = standings(alike(3, 3), ["x", "y"])
    assert (x.wins.mean, x.wins.reach) == (0.5, pytest.approx(other / 2))
    x, y = standings(alike(9, 1, 3, 3, names=("x", "y", "y", "y")), ["x", "y", "y", "y"])
    assert (x.wins.mean, x.wins.reach) == (0, pytest.approx(other))
    # Three seats share what they win, so that none of them can have more of it than a third.
    assert (y.wins.mean, y.wins.reach) == (pytest.approx(1 / 3), pytest.approx(other / 3))


def test_a_plan_beats_chance() -> None:
    names, rules = ["longest", "random"], PRESETS["danish"].change(rounds=1)
    groups = [play_group(rules, [entrant(name, seed) for name in names], seed, clock) for seed in range(16)]
    best, other = standings(groups, names)
    assert best.wins.low > 0.5
    assert best.points.mean + best.points.reach < other.points.mean


@pytest.mark.parametrize("name", ["best", "hint", "hint:", "hint:x", "hint:0", "hint:-1", "hint:nan", "seeing:99", ""])
def test_a_player_that_nobody_knows_is_one_sentence(name: str) -> None:
    with pytest.raises(ArenaError, match=r"There is no player|thinks for a number of seconds"):
        entrant(name)


def test_rules_say_how_many_can_play() -> None:
    with pytest.raises(RulesError, match="not to 1"):
        play_group(SHORT, [entrant("heaviest")], 1, clock)
