"""Each reason appears where it is true, and stays away where it is not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import fmean
from typing import NamedTuple

import pytest

from engine.evidence import CLEARLY, NEARLY_ALWAYS
from engine.moves import DRAW, PASS, Move, Play
from engine.presets import PRESETS
from engine.reasons import LESS_LIKELY, Comparison, Reason, ReasonCode, Weighed, reasons
from engine.state import OpenDouble, Placed, TableState, Train, View
from engine.tiles import Tile
from server.reason_words import reason_text

T = Tile.parse
RULES = PRESETS["sixteen"]


def table(trains: tuple[Train, ...] | None = None, sizes: tuple[int, ...] = (4, 9, 9), **more: object) -> TableState:
    """Three players and a Mexican train around the engine 12-12; seat 0 is to move."""
    trains = trains or tuple(Train(owner) for owner in (0, 1, 2, None))
    base = TableState(RULES, T("12-12"), trains, 0, sizes, 40, turns=6)
    return replace(base, **more)


def view(hand: str = "12-1 1-2 3-4 5-5", **more: object) -> View:
    tiles = tuple(map(T, hand.split()))
    sizes = more.pop("sizes", (len(tiles), 9, 9))
    return View(table(sizes=sizes, **more), 0, tiles)


def play(tile: str, train: int = 0) -> Play:
    return Play(T(tile), train)


class Case(NamedTuple):
    """A move with its numbers, and by how many standard errors it is behind the best."""

    numbers: Weighed
    behind: float


def weighed(
    move: Move,
    line: int = 0,
    behind: float = 0.0,
    next_plays: float | None = 0.5,
    out_first: float = 0.3,
    limit: int | None = None,
) -> Case:
    most = line if limit is None else limit
    begun = (1 + line, 1 + most) if isinstance(move, Play) and move.train == 0 else (0, 0)
    return Case(Weighed(move, line, most, *begun, next_plays, 0.0, out_first), behind)


def told(
    seen: View,
    cases: Sequence[Case],
    longest: int = 0,
    number: int = 0,
    ahead: Callable[[int, int], float] | None = None,
) -> tuple[Reason, ...]:
    """The reasons for one of the moves; how often the next player is denied follows from how often each lets play."""
    moves = []
    for k, case in enumerate(cases):
        others = [other.numbers.next_plays for j, other in enumerate(cases) if j != k]
        known = [chance for chance in others if chance is not None]
        own = case.numbers.next_plays
        denied = fmean(known) - own if known and own is not None else 0.0
        moves.append(replace(case.numbers, denied=denied))
    best = min(range(len(cases)), key=lambda k: cases[k].behind)
    plain = ahead or (lambda better, worse: cases[worse].behind - cases[better].behind)
    return reasons(seen, Comparison(tuple(moves), best, longest, plain), number)


def said(
    seen: View,
    cases: Sequence[Case],
    longest: int = 0,
    number: int = 0,
    ahead: Callable[[int, int], float] | None = None,
) -> dict[ReasonCode, Reason]:
    return {reason.code: reason for reason in told(seen, cases, longest, number, ahead)}


def test_nothing_to_choose() -> None:
    assert told(view(), [weighed(DRAW, next_plays=None, out_first=1.0)], 3) == (Reason(ReasonCode.MUST_DRAW),)
    assert told(view(), [weighed(PASS, next_plays=None, out_first=1.0)], 3) == (Reason(ReasonCode.MUST_PASS),)
    assert not {ReasonCode.MUST_DRAW, ReasonCode.MUST_PASS} & said(view(), [weighed(play("12-1"))]).keys()
    assert ReasonCode.ONLY_MOVE in said(view(), [weighed(play("12-1"))])
    assert ReasonCode.ONLY_MOVE not in said(view(), [weighed(play("12-1")), weighed(play("12-1", 3))])


def test_a_double_that_closes_all_else_is_named() -> None:
    trains = (Train(0), Train(1, (Placed(12, 8), Placed(8, 8, 0)), True), Train(2), Train(None))
    seen = view(trains=trains, open_doubles=(OpenDouble(1, 1),), earlier=1)
    stuck = [weighed(DRAW, next_plays=None)]
    assert told(seen, stuck, 3) == (Reason(ReasonCode.MUST_DRAW, tile=T("8-8")),)
    assert reason_text(told(seen, stuck, 3)[0], ["Ann"]).startswith("no tile fits on the double 8-8")
    assert reason_text(Reason(ReasonCode.MUST_DRAW), ["Ann"]) == "no tile fits: draw one"


def test_the_last_tile_goes_out_unless_it_has_to_be_covered() -> None:
    assert ReasonCode.GOES_OUT in said(view("12-1"), [weighed(play("12-1"))])
    assert ReasonCode.GOES_OUT not in said(view(), [weighed(play("12-1"))])
    marked = (Train(0, (Placed(12, 5),)), Train(1), Train(2), Train(None))
    for preset, out in (("sixteen", True), ("spanish", PRESETS["spanish"].going_out_on_double == "ends")):
        seen = view("5-5", trains=marked, rules=PRESETS[preset])
        assert (ReasonCode.GOES_OUT in said(seen, [weighed(play("5-5"))])) == out
    covered = view("5-5", trains=marked, rules=RULES.change(going_out_on_double="must be covered"))
    assert ReasonCode.GOES_OUT not in said(covered, [weighed(play("5-5"))])


def test_going_out_first_is_told_only_where_it_is_as_good_as_certain() -> None:
    other = weighed(play("12-1", 3))
    for out_first, is_told in ((1.0, True), (NEARLY_ALWAYS, True), (NEARLY_ALWAYS - 0.01, False), (0.0, False)):
        found = said(view(), [weighed(play("12-1"), out_first=out_first), other])
        assert (ReasonCode.GOES_OUT_FIRST in found) == is_told
    # Another move's chance is no merit of this one; of the last tile it need not be said.
    assert ReasonCode.GOES_OUT_FIRST not in said(view(), [other, weighed(play("12-1"), out_first=1.0)])
    assert said(view("12-1"), [weighed(play("12-1"), out_first=1.0)]).keys() == {
        ReasonCode.ONLY_MOVE, ReasonCode.GOES_OUT, ReasonCode.STARTS_OWN
    }  # fmt: skip


def test_covering_a_double_names_it() -> None:
    trains = (Train(0), Train(1, (Placed(12, 5), Placed(5, 5, 0))), Train(2), Train(None))
    seen = view("5-1 12-2", trains=trains, open_doubles=(OpenDouble(1, 1),), earlier=1)
    assert said(seen, [weighed(play("5-1", 1))])[ReasonCode.COVERS_DOUBLE].tile == T("5-5")
    opened = replace(trains[1], is_open=True)
    free = view("5-1 12-2", trains=(Train(0), opened, Train(2), Train(None)))
    assert ReasonCode.COVERS_DOUBLE not in said(free, [weighed(play("5-1", 1))])


def test_first_tiles_of_trains_and_the_marker() -> None:
    own, mexican = weighed(play("12-1")), weighed(play("12-1", 3))
    assert ReasonCode.STARTS_OWN in said(view(), [own, mexican])
    assert ReasonCode.STARTS_MEXICAN in said(view(), [mexican, own])
    assert not {ReasonCode.STARTS_OWN, ReasonCode.CLOSES_OWN} & said(view(), [mexican, own]).keys()
    begun = (Train(0, (Placed(12, 1),), is_open=True), Train(1), Train(2), Train(None, (Placed(12, 1),)))
    seen = view("1-2 1-3", trains=begun)
    at_home, away = said(seen, [weighed(play("1-2")), weighed(play("1-2", 3))]), weighed(play("1-2", 3))
    assert ReasonCode.CLOSES_OWN in at_home
    assert ReasonCode.STARTS_OWN not in at_home
    assert not {ReasonCode.STARTS_MEXICAN, ReasonCode.CLOSES_OWN} & said(seen, [away]).keys()


def test_the_longest_line_is_begun_or_spared_only_if_others_break_it() -> None:
    begins, spares, breaks = weighed(play("12-1"), 2), weighed(play("12-3", 3), 3), weighed(play("12-2"), 0)
    seen = view("12-1 12-2 12-3 1-4")
    assert said(seen, [begins, breaks], 3)[ReasonCode.KEEPS_LINE].number == 3
    assert said(seen, [spares, breaks], 3)[ReasonCode.SPARES_LINE].number == 3
    # Where only some of the others break it, it is said of both that do not; the words may not claim more.
    assert {ReasonCode.KEEPS_LINE} <= said(seen, [begins, spares, breaks], 3).keys()
    assert {ReasonCode.SPARES_LINE} <= said(seen, [spares, begins, breaks], 3).keys()
    for moves in ([begins, spares], [spares, begins]):
        assert not {ReasonCode.KEEPS_LINE, ReasonCode.SPARES_LINE} & said(seen, moves, 3).keys()
    assert ReasonCode.KEEPS_LINE not in said(seen, [breaks, begins], 3)
    assert ReasonCode.KEEPS_LINE not in said(seen, [weighed(play("12-1"), 0), weighed(play("12-2", 3), 0)], 1)


def test_of_lines_nothing_is_said_that_is_not_proven() -> None:
    seen = view("12-1 12-2 12-3 1-4")
    begins, breaks = weighed(play("12-1"), 2), weighed(play("12-2"), 0)
    # A line that may be as long for all that is known does not count as broken, nor does the hand's own if not known.
    assert ReasonCode.KEEPS_LINE not in said(seen, [begins, weighed(play("12-2"), 0, limit=2)], 3)
    assert ReasonCode.KEEPS_LINE in said(seen, [begins, weighed(play("12-2"), 0, limit=1)], 3)
    assert ReasonCode.KEEPS_LINE not in said(seen, [begins, breaks], 0)
    # What is there at least is enough for what is kept, what may be there is not.
    assert ReasonCode.KEEPS_LINE in said(seen, [weighed(play("12-1"), 2, limit=9), breaks], 3)
    assert ReasonCode.KEEPS_LINE not in said(seen, [weighed(play("12-1"), 1, limit=9), breaks], 3)


def test_the_heaviest_tile_is_strictly_the_heaviest() -> None:
    seen = view("12-1 12-2 3-4 5-5")
    heavy, light = weighed(play("12-2")), weighed(play("12-1"))
    assert said(seen, [heavy, light])[ReasonCode.SHEDS_MOST].number == 14
    assert ReasonCode.SHEDS_MOST not in said(seen, [light, heavy])
    assert ReasonCode.SHEDS_MOST not in said(seen, [heavy, weighed(play("12-2", 3))])
    equal = view("12-1 11-2 3-4 5-5")
    assert ReasonCode.SHEDS_MOST not in said(equal, [weighed(play("12-1")), weighed(play("11-2"))])


@pytest.mark.parametrize(("sizes", "seat", "number"), [((4, 9, 2), 2, 2), ((4, 1, 2), 1, 1), ((4, 2, 2), 1, 2)])
def test_somebody_about_to_go_out_is_named(sizes: tuple[int, ...], seat: int, number: int) -> None:
    seen = view("12-1 12-2 3-4 5-5", sizes=sizes)
    reason = said(seen, [weighed(play("12-2")), weighed(play("12-1"))])[ReasonCode.SHEDS_IN_TIME]
    assert (reason.seat, reason.number) == (seat, number)


def test_the_next_player_is_denied_only_by_a_clear_difference() -> None:
    tight, loose = weighed(play("12-1"), next_plays=0.3), weighed(play("12-2"), next_plays=0.7)
    reason = said(view(), [tight, loose])[ReasonCode.DENIES_NEXT]
    assert (reason.seat, reason.number) == (1, 40)
    assert ReasonCode.DENIES_NEXT not in said(view(), [loose, tight])
    assert ReasonCode.DENIES_NEXT not in said(view(), [tight, weighed(play("12-2"), next_plays=0.35)])
    for more, is_told in ((LESS_LIKELY + 0.01, True), (LESS_LIKELY - 0.01, False)):
        found = said(view(), [tight, weighed(play("12-2"), next_plays=0.3 + more)])
        assert (ReasonCode.DENIES_NEXT in found) == is_told
    # A difference that may be chance is handed over as none.
    unsure = Comparison((tight.numbers, loose.numbers), 0, 0, lambda better, worse: 0.0)
    assert ReasonCode.DENIES_NEXT not in {reason.code for reason in reasons(view(), unsure, 0)}
    assert ReasonCode.DENIES_NEXT not in said(view(), [weighed(play("5-5"), next_plays=None), loose])
    # Not the tightest of three: no merit of this move.
    middling = weighed(play("3-4"), next_plays=0.4)
    assert ReasonCode.DENIES_NEXT not in said(view(), [middling, tight, weighed(play("1-2"), next_plays=0.9)])


def test_doubles_are_followed_or_kept() -> None:
    seen = view("5-5 5-1 5-2 12-3")
    double, other = weighed(play("5-5", 3), behind=3.5), weighed(play("12-3"))
    assert said(seen, [double, other])[ReasonCode.DOUBLE_IS_COVERED].number == 2
    assert ReasonCode.DOUBLE_IS_COVERED not in said(view("5-5 12-3"), [double, other])
    assert said(seen, [other, double])[ReasonCode.SAVES_DOUBLE].tile == T("5-5")
    close = weighed(play("5-5", 3), behind=1.0)
    assert ReasonCode.SAVES_DOUBLE not in said(seen, [other, close])
    assert ReasonCode.SAVES_DOUBLE not in said(seen, [double, other])


@pytest.mark.parametrize(
    ("change", "turns", "is_told"),
    [
        ({}, 6, True),
        ({"follow": "double or train"}, 6, True),
        ({"follow": "nothing"}, 6, False),  # the duty falls on the next player
        ({"follow": "never"}, 6, False),
        ({}, 0, False),  # in a long first train
    ],
)
def test_a_double_is_followed_only_where_its_player_has_to(change: dict[str, str], turns: int, is_told: bool) -> None:
    seen = view("5-5 5-1 5-2 12-3", rules=RULES.change(**change), turns=turns)
    found = said(seen, [weighed(play("5-5")), weighed(play("12-3"))])
    assert (ReasonCode.DOUBLE_IS_COVERED in found) == is_told


def test_a_double_is_saved_only_if_this_move_beats_it_wherever_it_may_be_laid() -> None:
    seen = view("5-5 7-7 5-1 5-2 12-3")
    other, here, there = weighed(play("12-3")), weighed(play("5-5", 3), behind=3.5), weighed(play("5-5", 1), behind=1.0)
    assert ReasonCode.SAVES_DOUBLE not in said(seen, [other, here, there])
    sevens = weighed(play("7-7", 1), behind=4.0)
    assert said(seen, [other, here, there, sevens])[ReasonCode.SAVES_DOUBLE].tile == T("7-7")
    # What counts is how the two compare with each other, not with the best.
    between = [weighed(play("12-4")), weighed(play("12-3"), behind=0.5), here]
    for errors, is_told in ((CLEARLY + 0.1, True), (CLEARLY - 0.1, False)):
        found = said(seen, between, number=1, ahead=lambda better, worse, errors=errors: errors)  # type: ignore[misc]
        assert (ReasonCode.SAVES_DOUBLE in found) == is_told


def test_the_best_move_always_has_a_word() -> None:
    """Tiles that nothing else can be said of: not the heaviest, no double, on a train that is under way."""
    begun = (Train(0, (Placed(12, 1),)), Train(1), Train(2), Train(None, (Placed(12, 1),)))
    seen = view("1-2 1-3 1-4", trains=begun)
    one, heavier = weighed(play("1-2")), play("1-4", 3)
    assert said(seen, [one, weighed(heavier, behind=CLEARLY + 0.1)]).keys() == {ReasonCode.WORKS_OUT_BEST}
    (close,) = said(seen, [one, weighed(heavier, behind=CLEARLY - 0.1), weighed(play("1-3"), behind=9.0)]).values()
    assert (close.code, close.number) == (ReasonCode.AS_GOOD, 1)
    # Neither a worse move, nor one with a reason of its own, nor one that ties with the best.
    assert said(seen, [weighed(heavier), weighed(play("1-2"), behind=0.5)], number=1) == {}
    assert said(seen, [weighed(heavier), weighed(play("1-2"), behind=0.5)]).keys() == {ReasonCode.SHEDS_MOST}
    assert said(seen, [weighed(heavier), weighed(play("1-2"))], number=1) == {}
