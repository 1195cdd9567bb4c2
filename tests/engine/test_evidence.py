"""What a share that was found by trying says about the true one."""

from __future__ import annotations

from math import comb

import pytest

from engine.evidence import CLEARLY, NEARLY_ALWAYS, USUALLY, share_range
from engine.race import SURE_DEALS


@pytest.mark.parametrize("tries", [24, 100, 500])
@pytest.mark.parametrize("truth", [0.02, 0.3, 0.5, 0.9, 0.98])
def test_the_truth_lies_within_as_often_as_it_is_said(truth: float, tries: int) -> None:
    """Added up over everything that can be found, by how likely it is."""
    for errors, least in ((USUALLY, 0.9), (CLEARLY, 0.985)):
        within = 0.0
        for often in range(tries + 1):
            low, high = share_range(often / tries, tries, errors)
            assert 0 <= low <= often / tries <= high <= 1
            if low <= truth <= high:
                within += comb(tries, often) * truth**often * (1 - truth) ** (tries - often)
        assert within > least


def test_more_tries_say_more_and_always_is_never_certain() -> None:
    ranges = [share_range(1.0, tries, USUALLY) for tries in (1, 10, 100, 1000)]
    assert [low for low, _ in ranges] == sorted(low for low, _ in ranges)
    assert all(low < 1 and high == 1 for low, high in ranges)
    low, high = share_range(0.0, 24, USUALLY)
    assert (low, high) == (0.0, pytest.approx(1 - share_range(1.0, 24, USUALLY)[0]))


def test_how_many_tries_can_show_that_something_happens_nearly_always() -> None:
    assert share_range(1.0, 440, CLEARLY)[0] < NEARLY_ALWAYS < share_range(1.0, 442, CLEARLY)[0]
    assert share_range(1.0, SURE_DEALS, CLEARLY)[0] > NEARLY_ALWAYS
    assert share_range(1.0, 24, USUALLY)[0] < 0.9
