"""The assignment is the cheapest there is."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.assignment import assign

sizes = st.tuples(st.integers(0, 4), st.integers(0, 3))


@given(sizes, st.integers(0, 2**32 - 1), st.booleans())
def test_no_other_assignment_is_cheaper(size: tuple[int, int], seed: int, with_ties: bool) -> None:
    rows, more = size
    rng = np.random.default_rng(seed)
    shape = (rows, rows + more)
    cost = rng.integers(-2, 4, shape).astype(float) if with_ties else rng.normal(size=shape)
    columns = assign(cost)
    assert len(set(columns)) == rows
    best = min(sum(cost[row, column] for row, column in enumerate(c)) for c in permutations(range(rows + more), rows))
    assert sum(cost[row, column] for row, column in enumerate(columns)) == pytest.approx(best)


def test_a_whole_set_is_quick_and_exact() -> None:
    rng = np.random.default_rng(3)
    shuffled = rng.permutation(190)
    cost = rng.uniform(1, 2, (190, 380))
    cost[np.arange(190), shuffled] = 0
    assert assign(cost) == shuffled.tolist()


@pytest.mark.parametrize("cost", [np.zeros((3, 2)), np.zeros(3), np.full((1, 2), np.inf), np.full((1, 1), np.nan)])
def test_impossible_costs_are_refused(cost: np.ndarray) -> None:
    with pytest.raises(ValueError, match="finite"):
        assign(cost)
