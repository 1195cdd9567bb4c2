"""Advice: every legal move ranked, the same for the same arguments, and right where it is plain what is right."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from time import process_time

import pytest

from engine.deals import COMMON_DEALS
from engine.errors import HintError
from engine.evidence import NEARLY_ALWAYS
from engine.game import Game
from engine.hidden import hidden_tiles
from engine.hints import PER_SECOND, advise
from engine.memory import Held, watched
from engine.moves import Play, legal_moves
from engine.players import random_player
from engine.presets import PRESETS
from engine.race import AT_ONCE, FEWEST_DEALS, FIRST_DEALS, LARGE_HAND, POLICY, SHORT_REACH, policies
from engine.reasons import ReasonCode
from engine.state import OpenDouble, Placed, TableState, Train, View, new_trains, set_up
from engine.tiles import Tile

T = Tile.parse
EFFORT = 0.02


def middle(preset: str, players: int, seed: int, moves: int = 25) -> Game:
    """A game some moves into its first round, with more than one move to choose from."""
    game, player = Game.start(PRESETS[preset], [f"P{k}" for k in range(players)], seed), random_player(Random(seed))
    made = 0
    while made < moves or len(game.round.legal_moves()) < 2:
        game = game.play(player(game.round.position.view()))
        made += 1
        if game.round.is_over:
            return middle(preset, players, seed + 100, moves)
    return game


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_and_number_of_players(preset: str, players: int) -> None:
    game = middle(preset, players, players, moves=6 * players)
    view = game.round.position.view()
    advice = advise(view, watched(game.round), effort=EFFORT)
    legal = {move for move in legal_moves(view) if not (isinstance(move, Play) and move.silent)}
    assert {hint.move for hint in advice.hints} == legal
    assert len(advice.hints) == len(legal)
    assert advice.ignored == ()
    for hint in advice.hints:
        low, high = hint.estimate.out_range
        assert 0 <= low <= hint.estimate.out_first <= high <= 1
        assert hint.estimate.deals >= FIRST_DEALS
        rest = [*hint.line.tiles, *hint.line.left]
        laid = [hint.move.tile] if isinstance(hint.move, Play) else []
        assert sorted([*rest, *laid]) == sorted(view.hand)
    best = [hint for hint in advice.hints if hint.estimate.deals == advice.best.estimate.deals]
    assert [hint.estimate.lead for hint in best] == sorted((hint.estimate.lead for hint in best), reverse=True)


def test_the_same_seed_gives_the_same_answer_and_effort_buys_certainty() -> None:
    game = middle("sixteen", 4, 3)
    view, memory = game.round.position.view(), watched(game.round)
    assert advise(view, memory, effort=EFFORT, seed=5) == advise(view, memory, effort=EFFORT, seed=5)
    assert advise(view, memory, effort=EFFORT, seed=6) != advise(view, memory, effort=EFFORT, seed=5)
    more = advise(view, memory, effort=10 * EFFORT, seed=5)
    assert more.best.estimate.deals > 3 * advise(view, memory, effort=EFFORT, seed=5).best.estimate.deals
    assert more.best.estimate.error < advise(view, memory, effort=EFFORT, seed=5).best.estimate.error


def end_of_round(hand: str, sizes: tuple[int, ...], trains: tuple[Train, ...]) -> View:
    """Two players with few tiles left; all other tiles but the hidden hand lie in the boneyard."""
    rules = PRESETS["danish"]
    tiles = tuple(map(T, hand.split()))
    laid = 1 + sum(len(train.placed) for train in trains)
    boneyard = rules.total_tiles - laid - sum(sizes)
    return View(TableState(rules, T("12-12"), trains, 0, sizes, boneyard, turns=20), 0, tiles)


def test_the_heavy_tile_goes_before_the_other_goes_out() -> None:
    trains = (Train(0, (Placed(12, 9),)), Train(1, (Placed(12, 3),)), Train(None, (Placed(12, 0),)))
    view = end_of_round("9-10 0-1 5-6 4-6", (4, 1), trains)
    advice = advise(view, effort=0.1)
    assert advice.best.move == Play(T("9-10"), 0)
    assert ReasonCode.SHEDS_IN_TIME in {reason.code for reason in advice.best.reasons}
    assert advice.settled


def test_the_last_tile_is_laid_and_nothing_is_left_to_compare() -> None:
    trains = (Train(0, (Placed(12, 9),)), Train(1, (Placed(12, 3),)), Train(None, (Placed(12, 0),)))
    view = end_of_round("9-10", (1, 6), trains)
    advice = advise(view, effort=EFFORT)
    assert (advice.settled, advice.best.estimate.out_first) == (True, 1.0)
    assert {ReasonCode.ONLY_MOVE, ReasonCode.GOES_OUT} <= {reason.code for reason in advice.best.reasons}
    assert advice.best.estimate.mine <= 0


def test_a_double_that_only_i_can_follow_goes_out_whatever_the_others_hold() -> None:
    """The double first: it is laid, followed and the hand is empty within the turn."""
    trains = (Train(0, (Placed(12, 8),)), Train(1, (Placed(12, 3),)), Train(None, (Placed(12, 5),)))
    view = end_of_round("8-5 5-5", (2, 6), trains)
    advice = advise(view, effort=0.1)
    told = {hint.move: {reason.code for reason in hint.reasons} for hint in advice.hints}
    assert (advice.best.move, advice.best.estimate.out_first) == (Play(T("5-5"), 2), 1.0)
    assert ReasonCode.GOES_OUT_FIRST in told[advice.best.move]
    for hint in advice.hints:
        assert (ReasonCode.GOES_OUT_FIRST in told[hint.move]) == (hint.estimate.out_range[0] > 0.98)
    unsure = advise(end_of_round("8-2 6-4 9-9", (3, 6), trains), effort=0.1)
    assert all(ReasonCode.GOES_OUT_FIRST not in {reason.code for reason in hint.reasons} for hint in unsure.hints)


def test_going_out_first_is_told_from_so_many_deals_as_can_tell() -> None:
    """Also where the race ends before; and not where there is no time for them, though I went out each time."""
    trains = (Train(0, (Placed(12, 8),)), Train(1, (Placed(12, 3),)), Train(None, (Placed(12, 5),)))
    view = end_of_round("8-5 5-5", (2, 6), trains)
    for effort in (0.0025, 0.2):
        best = advise(view, effort=effort).best
        assert ReasonCode.GOES_OUT_FIRST in {reason.code for reason in best.reasons}
        assert best.estimate.out_range[0] > NEARLY_ALWAYS
    late = advise(view, effort=0.0025, go_on=lambda: False)
    assert late.best.estimate.out_first == 1.0
    assert late.best.estimate.out_range[0] < 0.9
    assert all(reason.code != ReasonCode.GOES_OUT_FIRST for hint in late.hints for reason in hint.reasons)


def test_settled_is_ahead_of_every_other_move() -> None:
    """The second may be far behind while a third that was dropped early is not: then more effort could tell more."""
    checked = 0
    for seed in range(12):
        game = middle("sixteen", 2, seed, moves=8)
        advice = advise(game.round.position.view(), watched(game.round), effort=EFFORT, seed=seed)
        best = {reason.code for reason in advice.best.reasons}
        assert (ReasonCode.WORKS_OUT_BEST in best) <= advice.settled
        assert (ReasonCode.AS_GOOD in best) <= (not advice.settled)
        checked += not advice.settled
    assert 0 < checked < 12


def test_without_an_engine_no_line_is_made_up() -> None:
    rules = PRESETS["puremco"].change(highest=6)
    trains = (Train(0), Train(1, (Placed(6, 2),), is_open=True), Train(None))
    hand = tuple(map(T, ("0-1", "1-2", "2-5")))
    view = View(set_up(rules, None, trains, (3, 4), 20), 0, hand)
    for hint in advise(view, effort=EFFORT).hints:
        assert hint.line.placed == ()
        assert sorted([*hint.line.left, hint.move.tile if isinstance(hint.move, Play) else T("0-0")]) == sorted(hand)
        assert not {ReasonCode.KEEPS_LINE, ReasonCode.SPARES_LINE} & {reason.code for reason in hint.reasons}


def test_the_line_that_a_tile_begins_lies_on_it_and_on_no_other_end() -> None:
    """The own train ends in 3 and in 5, the longest line is 5-1 1-2 2-4, and 3-0 begins none but leaves it whole."""
    own = Train(0, (Placed(12, 6), Placed(6, 6, 0), Placed(6, 3, 1), Placed(6, 5, 1)))
    mexican = Train(None, (Placed(12, 1),))
    hand = tuple(map(T, ("5-1", "1-2", "2-4", "3-0")))
    table = set_up(PRESETS["puremco"].change(branches=2), T("12-12"), (own, Train(1), mexican), (4, 5), 76)
    told = {
        (str(hint.move.tile), hint.move.train): {reason.code for reason in hint.reasons}
        for hint in advise(View(table, 0, hand), effort=EFFORT).hints
        if isinstance(hint.move, Play)
    }
    assert told.keys() == {("1-5", 0), ("0-3", 0), ("1-5", 2), ("1-2", 2)}
    lines = {ReasonCode.KEEPS_LINE, ReasonCode.SPARES_LINE}
    assert {where: codes & lines for where, codes in told.items()} == {
        ("1-5", 0): {ReasonCode.KEEPS_LINE},
        ("0-3", 0): {ReasonCode.SPARES_LINE},
        ("1-5", 2): set(),
        ("1-2", 2): set(),
    }


def test_a_double_that_branches_goes_on_behind_its_first_tile() -> None:
    """6-6 takes two tiles: with 6-1 on it, 6-2 2-3 3-4 can still be laid there."""
    own = Train(0, (Placed(12, 6), Placed(6, 6, 0)))
    hand = tuple(map(T, ("6-1", "6-2", "2-3", "3-4")))
    table = set_up(PRESETS["puremco"].change(branches=2), T("12-12"), (own, Train(1), Train(None)), (4, 5), 79)
    hints = advise(View(table, 0, hand), effort=EFFORT).hints
    lines = {str(hint.move.tile): hint.line.tiles for hint in hints if isinstance(hint.move, Play)}
    assert lines == {"1-6": tuple(map(T, ("2-6", "2-3", "3-4"))), "2-6": tuple(map(T, ("2-3", "3-4")))}


def test_what_others_could_not_play_changes_what_is_expected() -> None:
    """The other holds one tile: if it is known not to fit anywhere, I have more time."""
    trains = (Train(0, (Placed(12, 9),)), Train(1, (Placed(12, 3),), is_open=True), Train(None, (Placed(12, 0),)))
    view = end_of_round("9-10 9-2 2-5 4-6", (4, 1), trains)
    nothing = (Held(4),), (Held(1),)
    refused = (Held(4),), (Held(1, frozenset({0, 3, 9, 10, 2})),)
    free, safe = (advise(view, memory, effort=0.1).best.estimate for memory in (nothing, refused))
    assert safe.out_first > free.out_first + 0.05


def test_who_sees_all_hands_needs_no_deals_to_compare() -> None:
    game = middle("puremco", 3, 8)
    position = game.round.position
    advice = advise(position.view(), effort=EFFORT, seen=position)
    assert all(hint.estimate.error == 0 for hint in advice.hints)


def test_what_cannot_be_is_one_sentence() -> None:
    game = middle("sixteen", 4, 3)
    view = game.round.position.view()
    with pytest.raises(HintError, match="It is the turn of seat"):
        advise(View(view.table, (view.me + 1) % 4, view.hand))
    with pytest.raises(HintError, match="the table says"):
        advise(View(view.table, view.me, view.hand[1:]))
    with pytest.raises(HintError, match="Some effort"):
        advise(view, effort=0)
    somebody = (view.me + 1) % 4
    sizes = tuple(0 if seat == somebody else size for seat, size in enumerate(view.table.hand_sizes))
    boneyard = view.table.boneyard + view.table.hand_sizes[somebody]
    over = replace(view.table, hand_sizes=sizes, boneyard=boneyard)
    with pytest.raises(HintError, match="A player with 0 tiles has gone out, and the round is over"):
        advise(View(over, view.me, view.hand))
    with pytest.raises(HintError, match="not to be seen"):
        advise(View(replace(view.table, boneyard=view.table.boneyard + 1), view.me, view.hand))
    assert len(hidden_tiles(view)) == view.table.boneyard + sum(view.table.hand_sizes) - len(view.hand)


def test_who_went_out_on_a_double_that_waits_has_not_ended_the_round() -> None:
    trains = (Train(0, (Placed(12, 5),)), Train(1, (Placed(12, 7), Placed(7, 7, 0))), Train(None))
    view = end_of_round("7-1 2-3", (2, 0), trains)
    with pytest.raises(HintError, match="has gone out"):
        advise(view, effort=EFFORT)
    rules = view.table.rules.change(going_out_on_double="must be covered")
    waiting = replace(view.table, rules=rules, open_doubles=(OpenDouble(1, 1),), earlier=1)
    assert [hint.move.tile for hint in advise(replace(view, table=waiting), effort=EFFORT).hints] == [T("1-7")]


def crowded(tiles: int, trains: int = 2) -> View:
    """A large hand in a double-18 set: nearly all tiles with small values, so that there are very many chains."""
    rules = PRESETS["puremco"].change(highest=18, mexican_trains=trains)
    hand = tuple(tile for tile in rules.domino_set if tile != T("18-18"))[:tiles]
    sizes = (tiles, 20)
    laid = new_trains(rules, 2)
    boneyard = rules.total_tiles - 1 - sum(sizes)
    return View(TableState(rules, T("18-18"), laid, 0, sizes, boneyard), 0, hand)


def test_a_large_hand_takes_no_longer_than_its_effort() -> None:
    view = crowded(50)
    advise(view, effort=0.01)
    began = process_time()
    advice = advise(view, effort=0.2)
    assert sum(hint.estimate.deals for hint in advice.hints) <= 0.2 * PER_SECOND + AT_ONCE
    assert process_time() - began < 4.0  # More than 10 when everybody plans as far ahead as with a small hand.


def test_only_whoever_holds_many_tiles_plans_less() -> None:
    most_dealt = max(tiles for table in COMMON_DEALS.values() for _, tiles in table)
    assert most_dealt <= LARGE_HAND
    assert policies((most_dealt, LARGE_HAND)) == (POLICY, POLICY)
    large = policies((LARGE_HAND + 1, 5))
    assert large == (replace(POLICY, reach=SHORT_REACH), POLICY)


def test_sixty_tiles_end_when_there_is_no_time_left_and_every_move_was_tried() -> None:
    view, asked = crowded(60), 0

    def no_more() -> bool:
        nonlocal asked
        asked += 1
        return False

    advice = advise(view, effort=2.0, seed=1, go_on=no_more)
    assert len(advice.hints) > 3
    assert all(hint.estimate.deals >= FEWEST_DEALS for hint in advice.hints)
    assert sum(hint.estimate.deals for hint in advice.hints) <= max(AT_ONCE, FIRST_DEALS * len(advice.hints))
    assert 1 <= asked <= 2 + 2 * len(advice.hints)
    assert advise(view, effort=0.05, seed=1) == advise(view, effort=0.05, seed=1, go_on=lambda: True)
