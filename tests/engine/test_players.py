"""The simple players do what they are called."""

from __future__ import annotations

from itertools import pairwise

from engine.moves import Play
from engine.players import follow_ups, heaviest, longest_train
from engine.presets import PRESETS
from engine.state import Placed, TableState, Train, View
from engine.tiles import Tile

T = Tile.parse


def view(hand: str, own: str = "", mexican: str = "", marked: str = "") -> View:
    """A player whose train, the Mexican one and a marked one of the neighbour end in the last of these values."""
    rules = PRESETS["sixteen"]

    def train(owner: int | None, ends: str, is_open: bool = False) -> Train:
        values = [12, *map(int, ends.split())]
        placed = tuple(Placed(a, b, k - 1) for k, (a, b) in enumerate(pairwise(values)))
        return Train(owner, placed, is_open)

    trains = (train(0, own), train(1, marked, bool(marked)), train(None, mexican))
    tiles = tuple(map(T, hand.split()))
    return View(TableState(rules, T("12-12"), trains, 0, (len(tiles), 9), 30, turns=5), 0, tiles)


def test_the_heaviest_tile_goes_first() -> None:
    assert heaviest(view("12-1 12-9 4-5")) == Play(T("9-12"), 0)
    assert follow_ups(view("12-1 12-9 4-5")) == Play(T("9-12"), 0)


def test_who_counts_follow_ups_prefers_a_tile_that_others_fit_on() -> None:
    hand = "12-3 12-4 3-5 3-6 3-7"
    assert heaviest(view(hand)) == Play(T("4-12"), 0)
    assert follow_ups(view(hand)) == Play(T("3-12"), 0)


def test_the_plan_is_laid_at_home_and_the_rest_elsewhere() -> None:
    hand = "12-1 1-2 2-3 12-11 12-10"
    # The plan at home is 12-1 1-2 2-3 behind one of the other two, or none of them: 11-12 leads back to 12.
    first = longest_train(view("5-1 1-2 2-3 5-11 7-9", own="5", mexican="7"))
    assert first == Play(T("7-9"), 2)
    then = longest_train(view("5-1 1-2 2-3 5-11 8-9", own="5", mexican="7"))
    assert then == Play(T("1-5"), 0)
    assert longest_train(view(hand)).tile in map(T, hand.split())


def test_a_tile_of_the_plan_is_spared_where_another_will_do() -> None:
    # 5-1 begins the plan at home; on the marked train 1-2, of the plan, or 1-9, which the plan does without.
    move = longest_train(view("5-1 1-2 2-3 1-9", own="5", mexican="6", marked="1"))
    assert move == Play(T("1-9"), 1)
