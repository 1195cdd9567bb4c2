"""How often codes may be guessed, by a clock that the tests turn."""

from __future__ import annotations

import pytest

from server.web.limits import MOST_ADDRESSES, Guesses, Writes, network


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_ten_wrong_guesses_a_minute_from_an_address() -> None:
    clock = Clock()
    guesses = Guesses(10, 1000, clock)
    assert [guesses.charge("10.0.0.1") for _ in range(10)] == [0] * 10
    assert guesses.charge("10.0.0.1") == pytest.approx(6)
    assert guesses.charge("10.0.0.2") == 0
    clock.now += 6.001
    assert guesses.charge("10.0.0.1") == 0
    assert guesses.charge("10.0.0.1") > 5
    clock.now += 3600
    assert [guesses.charge("10.0.0.1") for _ in range(11)][:10] == [0] * 10
    assert guesses.charge("10.0.0.1") > 0


def test_right_guesses_cost_nothing() -> None:
    guesses = Guesses(10, 20, Clock())
    for _ in range(100):
        assert guesses.charge("10.0.0.1") == 0
        guesses.give_back("10.0.0.1")


def test_all_addresses_together_have_a_limit() -> None:
    guesses = Guesses(10, 25, Clock())
    waits = [guesses.charge(f"10.0.{number}.1") for number in range(30)]
    assert waits[:25] == [0] * 25
    assert all(wait > 0 for wait in waits[25:])


def test_a_forgotten_address_is_one_that_was_long_not_seen() -> None:
    guesses = Guesses(1, 10**9, Clock())
    guesses.charge("10.0.0.1")
    for number in range(MOST_ADDRESSES):
        guesses.charge(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
        if number % 1000 == 0:
            assert guesses.charge("10.0.0.1") > 0
    assert len(guesses._buckets) <= MOST_ADDRESSES


def test_a_seat_writes_so_often_a_minute() -> None:
    clock = Clock()
    writes = Writes(30, clock)
    assert [writes.charge("game", 1) for _ in range(30)] == [0] * 30
    assert writes.charge("game", 1) == pytest.approx(2)
    assert writes.charge("game", 2) == writes.charge("other", 1) == 0
    clock.now += 2.001
    assert writes.charge("game", 1) == 0
    assert writes.charge("game", 1) > 1


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:10.0.0.1", "10.0.0.1", True),
        ("::ffff:10.0.0.1", "::ffff:10.0.0.2", False),
        ("testclient", "testclient", True),
    ],
)
def test_addresses_of_one_guest_are_one(one: str, other: str, same: bool) -> None:
    assert (network(one) == network(other)) is same
