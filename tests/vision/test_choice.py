"""The choice among overlapping candidates: exact, and without conflicts."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.choice import (
    CREDIBLE,
    DIFFERENT,
    DISPUTED,
    DOUBLE_BLANK,
    LARGEST_EXACT,
    MANY,
    PLAINLY,
    PLAINLY_AMONG_MANY,
    UNPLAIN,
    USUAL_HEAT,
    WORTH_AT_LEAST,
    alike,
    among_others,
    belief,
    best_apart,
    certainty,
    choose,
    undisputed,
    worth,
)
from vision.types import N_CLASSES, UNREADABLE


def brute_force(weights: np.ndarray, conflicts: np.ndarray) -> float:
    best = 0.0
    n = len(weights)
    for size in range(n + 1):
        for some in combinations(range(n), size):
            if not conflicts[np.ix_(some, some)].any():
                best = max(best, float(weights[list(some)].sum()))
    return best


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 9), st.integers(0, 2**32 - 1), st.floats(0, 1))
def test_the_choice_is_worth_as_much_as_any(n: int, seed: int, density: float) -> None:
    rng = np.random.default_rng(seed)
    weights = rng.uniform(0.01, 1, n)
    upper = np.triu(rng.random((n, n)) < density, 1)
    conflicts = upper | upper.T
    chosen = best_apart(weights, conflicts)
    assert not conflicts[np.ix_(chosen, chosen)].any()
    assert np.isclose(weights[chosen].sum(), brute_force(weights, conflicts))


def test_a_large_tangle_ends_and_has_no_conflicts() -> None:
    rng = np.random.default_rng(4)
    n = 3 * LARGEST_EXACT
    upper = np.triu(rng.random((n, n)) < 0.08, 1)
    conflicts = upper | upper.T
    chosen = best_apart(rng.uniform(0.1, 1, n), conflicts)
    assert len(chosen) > 5
    assert not conflicts[np.ix_(chosen, chosen)].any()


def box(x: float, y: float, length: float = 100.0) -> np.ndarray:
    return np.array([[x, y], [x + length / 2, y], [x + length / 2, y + length], [x, y + length]])


def test_two_tiles_of_a_train_win_against_the_sighting_across_their_joint() -> None:
    corners = np.stack([box(0, 0), box(0, 102), box(0, 51)])
    assert set(choose(corners, np.array([0.7, 0.7, 0.9]))) == {0, 1}


def test_what_is_worth_too_little_is_dropped_and_a_doubtful_one_of_odd_size_too() -> None:
    corners = np.stack([box(0, 0), box(200, 0), box(400, 0), box(600, 0, 900.0), box(1800, 0), box(2000, 0)])
    assert set(choose(corners, np.array([0.9, 0.9, 0.9, 0.45, 0.1, 0.45]))) == {0, 1, 2, 5}


def shown(*values: tuple[int, int]) -> np.ndarray:
    probs = np.zeros((len(values), 2, N_CLASSES))
    for k, pair in enumerate(values):
        probs[k, (0, 1), pair] = 1.0
    return probs


def test_a_photo_shows_tiles_where_one_is_plain() -> None:
    assert belief(shown((1, 2), (3, 4)), np.array([0.45, PLAINLY + 0.01])) == 1
    assert belief(shown((1, 2), (3, 4)), np.array([0.45, PLAINLY - 0.01])) == 0
    assert belief(shown(), np.zeros(0)) == 0


def test_many_faint_tiles_bear_each_other_out() -> None:
    values = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6)]
    faint = np.array([PLAINLY_AMONG_MANY + 0.01] + [0.45] * (MANY - 1))
    assert belief(shown(*values), faint) == 1
    assert belief(shown(*values[:-1]), faint[:-1]) == 0
    assert belief(shown(*values), faint - 0.02) == 0


def test_many_different_tiles_need_no_plain_one_but_are_never_certain() -> None:
    values = [(value, value + 1) for value in range(DIFFERENT)]
    assert belief(shown(*values), np.full(DIFFERENT, CREDIBLE + 0.01)) == UNPLAIN
    assert belief(shown(*values), np.full(DIFFERENT, CREDIBLE - 0.01)) == 0
    one_twice = shown(*values[1:], values[1][::-1])
    assert belief(one_twice, np.full(DIFFERENT, CREDIBLE + 0.01)) == 0
    assert belief(shown(*values), np.array([PLAINLY, *[CREDIBLE] * (DIFFERENT - 1)])) == 1


def test_a_pattern_is_no_set_of_tiles_whichever_way_its_parts_lie() -> None:
    plain = np.full(5, 0.9)
    assert belief(shown((1, 2), (2, 1), (1, 2)), plain[:3]) == 1
    assert belief(shown((1, 2), (2, 1), (1, 2), (2, 1)), plain[:4]) == 0
    assert belief(shown((1, 2), (2, 1), (1, 2), (2, 1), (3, 3)), plain) == 1


def test_sizes_are_compared_only_where_there_are_enough() -> None:
    lengths = np.array([100.0, 104.0, 97.0, 400.0, 25.0])
    factors = alike(lengths, np.array([0.8, 0.8, 0.8, 0.4, 0.4]))
    assert (factors[:3] > 0.98).all()
    assert (factors[3:] < 0.72).all()
    assert (alike(lengths, np.array([0.6, 0.6, 0.2, 0.2, 0.2])) == 1).all()


def test_one_plain_tile_tells_on_what_is_far_smaller() -> None:
    factors = alike(np.array([200.0, 150.0, 15.0]), np.array([0.9, 0.5, 0.45]))
    assert factors[0] == 1
    assert factors[1] > 0.95
    assert factors[2] < 0.71


def test_no_candidates() -> None:
    assert len(choose(np.zeros((0, 4, 2)), np.zeros(0))) == 0


def test_what_cannot_be_read_is_worth_nothing_and_a_double_blank_less() -> None:
    probs = np.zeros((4, 2, N_CLASSES))
    probs[0, :, 4] = 1.0
    probs[1, :, UNREADABLE] = 1.0
    probs[2, 0, 4], probs[2, 1, :5] = 1.0, 0.2
    probs[3, :, 0] = 1.0
    clear, none, half, blank = worth(np.ones(4), np.ones(4), probs)
    assert (clear, none) == (1, 0)
    assert np.isclose(half, 0.2**0.5)
    assert blank == DOUBLE_BLANK < 1


def test_many_pips_are_a_tile_however_many_and_few_are_none_unless_they_can_be_told() -> None:
    probs = np.zeros((3, 2, N_CLASSES))
    probs[0, :, 12:15] = probs[1, :, 1:4] = probs[2, :, 7:10] = 0.3
    many, few, between = worth(np.full(3, 0.7), np.ones(3), probs)
    assert many > WORTH_AT_LEAST > few
    assert few == between


def test_two_tiles_side_by_side_are_disputed_where_they_might_be_cut_the_other_way() -> None:
    upright = np.array([[0, 0], [50, 0], [50, 100], [0, 100.0]])
    lying = np.array([[0, 50], [0, 0], [100, 0], [100, 50.0]])
    block = np.stack([upright, upright + [50, 0], lying, lying + [0, 50], upright + [300, 0]])
    worths = np.array([0.8, 0.9, 0.75, 0.5, 0.8])
    assert undisputed(block, worths, np.array([0, 1, 4])).tolist() == [DISPUTED, 1, 1, 1, 1]
    assert undisputed(block, np.ones(5), np.array([0, 1, 4])).tolist() == [DISPUTED, DISPUTED, 1, 1, 1]
    # One that lies along the tile, half a tile off, is no other way to cut it.
    assert undisputed(np.stack([upright, upright + [0, 50]]), np.ones(2), np.array([0])).tolist() == [1, 1]
    assert undisputed(np.zeros((0, 4, 2)), np.zeros(0), np.zeros(0, np.int64)).shape == (0,)


def test_a_double_blank_is_as_certain_as_it_was_seen_plainly_and_pips_vouch_for_themselves() -> None:
    probs = np.zeros((3, 2, N_CLASSES))
    probs[:2, :, 0] = 1.0
    probs[2, :, 5] = 1.0
    faint, plain, pips = certainty(np.array([0.4, 0.9, 0.4]), np.full(3, 0.99), probs)
    assert faint < 0.1 < 0.9 < plain < pips == 0.99


def test_a_faint_set_is_raised_where_all_its_tiles_are_faint() -> None:
    probs = np.zeros((5, 2, N_CLASSES))
    probs[:4, :, 6] = 1.0
    probs[4, :, 0] = 1.0
    face = np.ones(5)
    raised = among_others(np.array([0.4, 0.4, 0.4, 0.2, 0.4]), face, probs)
    assert np.allclose(raised, [USUAL_HEAT, USUAL_HEAT, USUAL_HEAT, USUAL_HEAT / 2, 0.4])
    # Beside plain tiles a faint one stays faint, and two tiles are too few to compare with.
    usual = np.array([0.9, 0.9, 0.9, 0.2, 0.4])
    assert np.allclose(among_others(usual, face, probs), usual)
    few = np.array([0.4, 0.4])
    assert np.allclose(among_others(few, face[:2], probs[:2]), few)
