"""Work that keeps a core busy: how much at once, how much waits, and in which order."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from time import monotonic, sleep

import pytest

from server.web.pool import BusyError, Pool


def until(true: object) -> None:
    end = monotonic() + 20
    while not true():  # type: ignore[operator]
        assert monotonic() < end
        sleep(0.001)


def test_no_more_run_at_once_than_may() -> None:
    pool, lock, running, most = Pool(3, 50), Lock(), 0, 0

    def job() -> int:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        sleep(0.002)
        with lock:
            running -= 1
        return 7

    with ThreadPoolExecutor(20) as threads:
        assert [one.result() for one in [threads.submit(pool.run, job) for _ in range(50)]] == [7] * 50
    assert most == 3
    assert pool.load == (0, 0)


def test_who_waits_gets_its_turn_in_order() -> None:
    pool, go_on, order = Pool(1, 3), Event(), []
    with ThreadPoolExecutor(4) as threads:
        first = threads.submit(pool.run, go_on.wait)
        until(lambda: pool.load == (1, 0))
        others = []
        for number in range(3):
            others.append(threads.submit(pool.run, lambda number=number: order.append(number)))
            until(lambda number=number: pool.load == (1, number + 1))
        with pytest.raises(BusyError):
            pool.run(lambda: None)
        go_on.set()
        assert first.result()
        for one in others:
            one.result()
    assert order == [0, 1, 2]
    assert pool.load == (0, 0)


def test_who_may_not_wait_is_sent_away_and_takes_no_place_of_others() -> None:
    pool, go_on = Pool(1, 3), Event()
    with ThreadPoolExecutor(1) as threads:
        held = threads.submit(pool.run, go_on.wait)
        until(lambda: pool.load == (1, 0))
        with pytest.raises(BusyError):
            pool.run(lambda: None, may_wait=False)
        go_on.set()
        held.result()
    assert pool.run(lambda: 5, may_wait=False) == 5


def test_a_job_that_fails_leaves_its_place() -> None:
    pool = Pool(1, 0)
    with pytest.raises(ZeroDivisionError):
        pool.run(lambda: 1 // 0)
    assert pool.run(lambda: 5) == 5


def test_the_time_to_wait_follows_from_how_long_jobs_took() -> None:
    times = iter([0.0, 10.0, 10.0])
    pool, go_on = Pool(1, 0, lambda: next(times)), Event()
    pool.run(lambda: None)  # ten seconds by that clock
    with ThreadPoolExecutor(1) as threads:
        held = threads.submit(pool.run, lambda: go_on.wait(20))
        until(lambda: pool.load == (1, 0))
        with pytest.raises(BusyError) as refused:
            pool.run(lambda: None)
        assert 2 < refused.value.seconds < 10
        times = iter([20.0])
        go_on.set()
        held.result()


def test_closing_sends_all_away_who_wait_and_lets_go_on_what_runs() -> None:
    pool, go_on = Pool(1, 3), Event()
    with ThreadPoolExecutor(3) as threads:
        held = threads.submit(pool.run, lambda: go_on.wait(20))
        until(lambda: pool.load == (1, 0))
        waiting = [threads.submit(pool.run, lambda: 1) for _ in range(2)]
        until(lambda: pool.load == (1, 2))
        pool.close()
        for one in waiting:
            with pytest.raises(BusyError):
                one.result(20)
        go_on.set()
        assert held.result(20)
    with pytest.raises(BusyError):
        pool.run(lambda: None)
    assert pool.load == (0, 0)
