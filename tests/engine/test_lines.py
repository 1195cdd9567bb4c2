"""The best line through a hand: against walking every line, and where that takes too long by what can be proven."""

from __future__ import annotations

import importlib.util
import os
from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import chain, combinations, combinations_with_replacement, count, repeat
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import linesearch
from engine.errors import LineError
from engine.lines import Goal, Line, Lines, best_lines, lay_out
from engine.notation import format_tiles, format_train, parse_tiles
from engine.rules import ScoringRules
from engine.scoring import hand_points, tile_points
from engine.tiles import DominoSet, Tile

HANDS = 5000 if "PIPWISE_SLOW" in os.environ else 80
"""How many hands are compared for each goal; the slow suite sets PIPWISE_SLOW."""

SCORINGS = (
    ScoringRules(),
    ScoringRules(double_blank=50),
    ScoringRules(double_blank=25, blank_half=25, doubles_twice=True),
)
"""Ways to count points; with the first a tile is worth nothing."""

hands = st.lists(st.sampled_from(DominoSet(6).tiles() * 2), max_size=20, unique_by=id).map(tuple)
values = st.integers(0, 6)
goals = st.sampled_from(Goal)


@pytest.fixture(scope="module")
def naive() -> ModuleType:
    path = Path(__file__).parent / "naive" / "lines.py"
    spec = importlib.util.spec_from_file_location("naive_lines", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def random_hand(rng: Random) -> list[Tile]:
    """Up to 12 tiles: any of one or two sets, or of few values, or groups that few tiles join."""
    kind = rng.choice(["any", "few values", "twins", "groups"])
    if kind == "any":
        highest, copies, most = rng.choice([(6, 1, 12), (6, 2, 10), (9, 1, 12), (12, 1, 12), (12, 2, 12)])
        return rng.sample(DominoSet(highest).tiles() * copies, rng.randint(0, most))
    if kind == "groups":
        return groups(rng, rng.choice([[3, 3], [4, 2], [2, 2, 2]]), 12)
    order = rng.sample(range(7), 5)
    few = [Tile.of(a, b) for a, b in combinations_with_replacement(order[:4] if kind == "twins" else order, 2)]
    return rng.sample(few * 2, 9) if kind == "twins" else rng.sample(few, 11)


def groups(rng: Random, sizes: Sequence[int], most: int) -> list[Tile]:
    """Tiles of groups of values, few of which join two groups."""
    order = iter(rng.sample(range(13 if sum(sizes) > 7 else 7), sum(sizes)))
    parts = [[next(order) for _ in range(size)] for size in sizes]
    inner = [Tile.of(a, b) for part in parts for a, b in combinations_with_replacement(part, 2)]
    outer = [Tile.of(a, b) for one, other in combinations(parts, 2) for a in one for b in other]
    tiles = rng.sample(inner, len(inner) * 4 // 5)
    return (tiles + rng.sample(outer, min(len(outer), 2 * len(sizes))))[:most]


def check(naive: ModuleType, found: Lines, hand: Sequence[Tile], scoring: ScoringRules, may: bool) -> None:
    """Every line lies as it may, is out of this hand, and counts what it says."""
    for line in found.lines:
        assert naive.is_line([(one.inner, one.outer) for one in line.placed], line.start, may)
        assert [one.on for one in line.placed] == list(range(-1, len(line.placed) - 1))
        assert Counter(line.tiles) + Counter(line.left) == Counter(hand)
        assert list(line.left) == sorted(line.left)
        assert (line.points, line.points_left) == (hand_points(line.tiles, scoring), hand_points(line.left, scoring))


@pytest.mark.parametrize("goal", Goal)
def test_the_best_lines_are_those_of_walking_every_line(
    naive: ModuleType, goal: Goal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From one to three ends, with up to three runners-up; small hands are searched like large ones now and then."""
    rng = Random(goal)
    for _ in range(HANDS):
        hand = random_hand(rng)
        ends = sorted({6}.union(*((tile.low, tile.high) for tile in hand)))
        starts = rng.sample(ends, min(len(ends), rng.choice([1, 1, 1, 2, 3])))
        scoring, may, more = rng.choice(SCORINGS), rng.random() < 0.6, rng.choice([0, 0, 1, 3])
        monkeypatch.setattr(linesearch, "SMALL", rng.choice([0, 15]))
        found = best_lines(hand, starts, goal, scoring, may_end_on_double=may, runners_up=more)
        check(naive, found, hand, scoring, may)
        sets, key = naive.best_sets(tuple(sorted(hand)), starts, goal, scoring, may, more + 1)
        told = f"{format_tiles(hand)} from {starts}, {scoring}, {may}"
        assert [tuple(sorted(line.tiles)) for line in found.lines] == sets, told
        assert all(line.proven and line.start in starts for line in found.lines)
        assert found.limit == found.best.worth(goal)
        assert key(found.best.tiles)[0] == (found.best.points if goal == Goal.LEFT else found.limit)


def test_walking_and_searching_agree_on_larger_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(1)
    for _ in range(HANDS):
        sizes = rng.choice([[3, 3, 3], [2, 2, 2, 2], [5, 1, 1], []])
        hand = groups(rng, sizes, 20) if sizes else rng.sample(DominoSet(12).tiles(), 20)
        starts, goal, may = rng.sample(range(13), rng.choice([1, 3])), rng.choice(list(Goal)), rng.random() < 0.5
        found = []
        for small in (0, 20):
            monkeypatch.setattr(linesearch, "SMALL", small)
            found.append(best_lines(hand, starts, goal, may_end_on_double=may))
        assert found[0] == found[1]


@given(hands, values, values, goals, st.booleans(), st.randoms())
def test_what_makes_a_hand_better_or_changes_nothing(
    hand: tuple[Tile, ...], start: int, other: int, goal: Goal, may: bool, rng: Random
) -> None:
    def best(tiles: Sequence[Tile], *starts: int, goal: Goal = goal, may: bool = may) -> Line:
        return best_lines(tiles, starts, goal, may_end_on_double=may).best

    def worth(line: Line) -> int:
        return -line.worth(goal) if goal is Goal.LEFT else line.worth(goal)

    line = best(hand, start)
    assert best(rng.sample(hand, len(hand)), start) == line
    assert worth(best(hand, start, other)) == max(worth(line), worth(best(hand, other)))
    assert worth(best(hand, start, may=True)) >= worth(line) >= worth(best(hand, start, may=False))
    assert best(hand, start, goal=Goal.TILES).worth(Goal.TILES) >= len(line.placed)
    assert best(hand, start, goal=Goal.POINTS) == best(hand, start, goal=Goal.LEFT)
    # What is left does not go on the line, and a hand without it has the same line.
    assert all(line.end not in (tile.low, tile.high) for tile in line.left) or not may
    assert best(line.tiles, start) == Line(line.start, line.placed, (), line.points, 0, True)


@given(hands, values, goals, st.booleans())
def test_runners_up_lay_something_that_no_better_line_does(
    hand: tuple[Tile, ...], start: int, goal: Goal, may: bool
) -> None:
    lines = best_lines(hand, [start], goal, may_end_on_double=may, runners_up=4).lines
    assert lines[0] == best_lines(hand, [start], goal, may_end_on_double=may).best
    for better, worse in combinations(lines, 2):
        assert Counter(worse.tiles) - Counter(better.tiles)
        assert (
            (better.worth(goal) <= worse.worth(goal))
            if goal is Goal.LEFT
            else (better.worth(goal) >= worse.worth(goal))
        )


def least_left(hand: Sequence[Tile], start: int, costs: dict[Tile, int]) -> int:
    """What a line from `start` leaves behind at least, by another way of counting.

    Every value but the ends needs an even number of tiles; one that has not loses a tile, and each tile serves two.
    """
    odd = {value for value in range(19) if sum((tile.low == value) != (tile.high == value) for tile in hand) % 2}
    cheapest = {
        value: min((costs[tile] for tile in hand if value in (tile.low, tile.high) and not tile.is_double), default=0)
        for value in range(19)
    }
    return min(-(-sum(cheapest[value] for value in odd ^ ({start} ^ {end})) // 2) for end in range(19))


def random_line(rng: Random, hand: Sequence[Tile], start: int) -> list[Tile]:
    """A line that is laid at random, doubles at once, until nothing fits."""
    left, laid, value = list(hand), list[Tile](), start
    while fitting := [tile for tile in left if value in (tile.low, tile.high)]:
        tile = next((tile for tile in fitting if tile.is_double), None) or rng.choice(fitting)
        left.remove(tile)
        laid.append(tile)
        value = tile.low + tile.high - value
    return laid


@pytest.mark.parametrize(("highest", "copies", "size"), [(12, 1, 28), (12, 1, 45), (12, 2, 60), (18, 1, 80)])
def test_no_bound_is_beaten_and_no_line_beats_the_best(naive: ModuleType, highest: int, copies: int, size: int) -> None:
    rng = Random(size)
    for _ in range(max(5, HANDS // 50)):
        hand, scoring = rng.sample(DominoSet(highest).tiles() * copies, size), rng.choice(SCORINGS)
        start = rng.randint(0, highest)
        tries = [random_line(rng, hand, start) for _ in range(100)]
        most = best_lines(hand, [start], Goal.TILES, scoring)
        check(naive, most, hand, scoring, True)
        assert max(map(len, tries)) <= len(most.best.placed) <= size - least_left(hand, start, dict.fromkeys(hand, 1))
        fewest = best_lines(hand, [start], Goal.LEFT, scoring)
        check(naive, fewest, hand, scoring, True)
        costs = {tile: tile_points(tile, scoring) for tile in hand}
        assert least_left(hand, start, costs) <= fewest.best.points_left
        assert fewest.best.points >= max(hand_points(tiles, scoring) for tiles in tries)


@pytest.mark.parametrize(
    ("highest", "tiles", "left"), [(6, 28, 0), (9, 51, 28), (12, 91, 0), (15, 129, 91), (18, 190, 0)]
)
def test_whole_sets(highest: int, tiles: int, left: int) -> None:
    """Where every value is on an even number of tiles all can be laid; else all values but the two ends lose one.

    Fewest points stay behind if the line ends on the highest values: 0 to 7 of a double-9, 0 to 13 of a double-15.
    """
    whole = DominoSet(highest).tiles()
    assert len(best_lines(whole, [highest]).best.placed) == tiles
    assert best_lines(whole, [highest], Goal.LEFT).best.points_left == left


@pytest.mark.parametrize(
    ("hand", "start", "may", "train"),
    [
        ("6-6", 6, True, "6-6"),
        ("6-6", 6, False, ""),
        ("6-1 1-1", 6, True, "6-1 1-1"),
        ("6-1 1-1", 6, False, "6-1"),
        ("6-6 6-1 1-6", 6, False, "6-6 6-1 1-6"),
        ("6-1 1-1 1-2 2-1", 6, False, "6-1 1-1 1-2 2-1"),
        ("6-1 1-1 1-1", 6, False, "6-1"),
        ("6-1 6-2 2-2", 6, True, "6-2 2-2"),
        ("6-1 6-2 2-2", 6, False, "6-2"),
        ("1-2 3-3", 6, True, ""),
        ("", 6, True, ""),
    ],
)
def test_a_double_at_the_end(hand: str, start: int, may: bool, train: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for small in (0, 15):
        monkeypatch.setattr(linesearch, "SMALL", small)
        assert format_train(best_lines(parse_tiles(hand), [start], may_end_on_double=may).best.placed) == train


@pytest.mark.parametrize(
    ("hand", "goal", "scoring", "train"),
    [
        ("6-1 1-2 6-12", Goal.TILES, ScoringRules(), "6-1 1-2"),
        ("6-1 1-2 6-12", Goal.POINTS, ScoringRules(), "6-12"),
        ("6-1 1-2 6-3 3-2", Goal.TILES, ScoringRules(), "6-1 1-2 2-3 3-6"),
        ("6-1 1-2 6-3 3-4", Goal.TILES, ScoringRules(), "6-3 3-4"),  # equal in tiles: more points
        ("6-0 0-0 6-1", Goal.POINTS, ScoringRules(), "6-1"),
        ("6-0 0-0 6-1", Goal.POINTS, ScoringRules(double_blank=25), "6-0 0-0"),
        ("6-0 0-0 6-0", Goal.POINTS, ScoringRules(), "6-0 0-0 0-6"),
        ("6-5 6-2 2-3", Goal.POINTS, ScoringRules(), "6-2 2-3"),  # 13 points against 11
        ("6-1 1-3 6-2 2-2", Goal.TILES, ScoringRules(), "6-2 2-2"),  # 12 points against 11
        ("6-2 2-4 6-5 5-1", Goal.TILES, ScoringRules(), "6-5 5-1"),
        ("6-0 0-3 6-1 1-1", Goal.POINTS, ScoringRules(), "6-1 1-1"),  # equal in both: the heaviest tile
    ],
)
def test_goals_and_what_decides_between_equals(hand: str, goal: Goal, scoring: ScoringRules, train: str) -> None:
    assert format_train(best_lines(parse_tiles(hand), [6], goal, scoring).best.placed) == train


def test_the_best_line_may_start_at_any_open_end() -> None:
    hand = parse_tiles("12-11 11-11 3-4 4-5 5-5")
    found = best_lines(hand, [12, 3, 12])
    assert (found.best.start, found.best.end, format_train(found.best.placed)) == (3, 5, "3-4 4-5 5-5")
    assert best_lines(hand, [12, 3], Goal.POINTS).best.start == 12
    assert best_lines(parse_tiles("3-4"), [4, 3]).best.start == 4


@pytest.mark.parametrize(
    ("hand", "goal", "may", "lines"),
    [
        # Two tiles of a kind of which the best line lays both, the second one, the third one again.
        ("0-2 0-2 0-0 1-2 1-4 2-2 2-4 3-4", Goal.POINTS, True, 3),
        # A double that the best line to its value would have to end with is laid by a line that comes there twice.
        ("0-1 0-2 1-1 1-3 1-4 2-3 3-4 4-4", Goal.TILES, False, 4),
        ("0-1 0-3 1-1 1-2 1-4 2-4 3-4 4-4", Goal.POINTS, False, 4),
    ],
)
def test_no_runner_up_is_passed_over(naive: ModuleType, hand: str, goal: Goal, may: bool, lines: int) -> None:
    tiles = parse_tiles(hand)
    found = best_lines(tiles, [0], goal, may_end_on_double=may, runners_up=5)
    sets, _ = naive.best_sets(tiles, [0], goal, ScoringRules(), may, 6)
    assert [tuple(sorted(line.tiles)) for line in found.lines] == sets
    assert len(sets) == lines


def test_stopped_at_once_a_line_ends_as_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linesearch, "SMALL", 0)
    found = best_lines(parse_tiles("6-1 1-1"), [6], may_end_on_double=False, go_on=lambda: False)
    assert (format_train(found.best.placed), found.best.proven, found.limit) == ("6-1", False, 2)


def test_runners_up_end_when_there_are_no_more() -> None:
    found = best_lines(parse_tiles("6-1 1-1 6-2 6-3 3-6"), [6], runners_up=9)
    assert [format_train(line.placed) for line in found.lines] == ["6-3 3-6 6-1 1-1", "6-3 3-6 6-2"]


def test_without_time_a_line_comes_that_is_not_proven(naive: ModuleType) -> None:
    """However few steps there are: the line is legal, the limit holds, and enough steps prove the best."""
    hand = Random(3).sample(DominoSet(12).tiles(), 28)
    for goal in Goal:
        best = best_lines(hand, [3, 5, 9], goal, runners_up=2, may_end_on_double=False)
        for steps in count(0, 5):
            answers = chain(repeat(True, steps), repeat(False))
            found = best_lines(
                hand, [3, 5, 9], goal, runners_up=2, may_end_on_double=False, go_on=partial(next, answers)
            )
            check(naive, found, hand, ScoringRules(), False)
            proven = [line.proven for line in found.lines]
            assert proven == sorted(proven, reverse=True)
            assert proven.count(False) <= 1
            assert [line for line in found.lines if line.proven] == list(best.lines[: sum(proven)])
            if goal is Goal.LEFT:
                assert found.limit <= best.limit <= found.best.worth(goal)
            else:
                assert found.limit >= best.limit >= found.best.worth(goal)
            if steps == 0:
                assert not found.best.proven
            if found == best:
                break
        assert steps > 5


def test_an_order_is_laid_out_doubles_first() -> None:
    assert format_train(lay_out(parse_tiles("5-5 5-6 6-6 5-5 5-2 2-5"), 6)) == "6-6 6-5 5-5 5-5 5-2 2-5"


@pytest.mark.parametrize(
    ("starts", "more", "part"),
    [([], 0, "value to start from"), ([19], 0, "not from 19"), ([-1], 0, "not from -1"), ([True], 0, "True"),
     ([6], -1, "-1 runners-up")],
)  # fmt: skip
def test_what_cannot_be_looked_for(starts: list[int], more: int, part: str) -> None:
    with pytest.raises(LineError, match=part):
        best_lines(parse_tiles("6-1"), starts, runners_up=more)
