"""Many people at once: nothing is lost, nothing counts twice, and who comes second is told."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine
from sqlalchemy.orm import Session

from server.games import store
from server.games.errors import Conflict, GamesError, SeatTaken, StoreBusy
from server.games.events import HandSubmitted, Logged
from server.games.secrets import CODE_LETTERS
from server.games.service import Games, utc_now

from .table import PUREMCO, Table, new_key


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What the calls return or raise of their own kind of errors, made in threads of their own."""

    def outcome(call: Callable[[], Any]) -> Any:
        try:
            return call()
        except GamesError as error:
            return error

    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(outcome, call) for call in calls]]


def log_of(games: Games, table: Table) -> tuple[Logged, ...]:
    return games.database.read(lambda session: store.load(session, table.id))


def test_hands_of_a_whole_table_come_in_at_once(games: Games) -> None:
    table = Table(games, players=[f"P{seat}" for seat in range(8)])
    answers = at_once(*[lambda seat=seat: table.hand(seat, f"0-{seat + 1}") for seat in range(8)])
    assert sorted(state.version for state in answers) == list(range(2, 10))
    state = table.state()
    assert state.current is not None
    assert [item.points for item in state.current.submissions] == list(range(1, 9))
    assert [entry.number for entry in log_of(games, table)] == list(range(1, 10))


def test_one_of_two_closes_the_round_and_the_other_sees_it(games: Games) -> None:
    table, version = Table(games), 1
    close = lambda: games.close(table.id, table.tokens[None], version, absent="zero", key=new_key())  # noqa: E731
    answers = at_once(*[close] * 4)
    refused = [answer for answer in answers if isinstance(answer, Conflict)]
    assert len(refused) == 3
    assert all(len(error.state.rounds) == 1 and error.state.version == 2 for error in refused)
    assert len(table.state().rounds) == 1


def test_one_of_two_gets_the_seat(games: Games) -> None:
    table = Table(games)
    answers = at_once(*[lambda: table.sit(1)] * 4)
    assert [type(answer) for answer in answers].count(SeatTaken) == 3
    assert table.state(1).you.seat == 1


def test_a_request_that_is_repeated_before_it_is_answered_counts_once(games: Games) -> None:
    table = Table(games)
    keys = [new_key() for _ in range(3)]
    hands = at_once(*[lambda: table.hand(1, "1-2", key=keys[0])] * 4)
    assert [state.version for state in hands] == [2] * 4
    seats = at_once(*[lambda: games.take_seat(table.code, 1, key=keys[1])] * 4)
    assert len({seated.seat_token for seated in seats}) == 1
    made = at_once(*[lambda: games.create(PUREMCO, ["Ann", "Bo"], key=keys[2])] * 4)
    assert len({created.host_token for created in made}) == 1
    assert len({created.state.id for created in made}) == 1


def test_two_with_one_code_for_two_games_do_not_meet(games: Games, shared_url: str) -> None:
    """The random source gives the same code again: the second game gets another."""
    taken = Table(games)
    drawn = [bytes(map(CODE_LETTERS.index, taken.code + "AA"))]

    def token_bytes(count: int) -> bytes:
        return drawn.pop() if count == 8 and drawn else secrets.token_bytes(count)

    second = Games(shared_url, token_bytes=token_bytes)
    assert Table(second).code != taken.code
    assert not drawn
    second.close_all()


def test_a_code_that_went_to_another_game_is_not_taken_back(games: Games) -> None:
    table, other = Table(games), Table(games)
    table.finish()

    def take_over(session: Session) -> None:
        row = store.game_row(session, other.id)
        assert row is not None
        row.code = table.code
        store.open_or_shut(session, row, True, lambda: "")
        store.open_or_shut(session, row, False, lambda: "")

    games.database.write(take_over)
    state = table.undo()
    assert state.join is not None
    assert state.join.code != table.code
    assert games.look_up(table.code).game == other.id
    assert games.look_up(state.join.code).game == table.id


def test_games_of_two_processes_see_each_other(shared_url: str) -> None:
    here, there = Games(shared_url), Games(shared_url)
    table = Table(here)
    key = new_key()
    submit = lambda games: games.submit(table.id, table.tokens[0], 1, 0, [(1, 2)], key=key)  # noqa: E731
    answers = at_once(*[lambda: submit(here), lambda: submit(there)] * 4)
    assert {answer.state.version for answer in answers} == {2}
    assert [type(entry.event) for entry in log_of(there, table)][1:] == [HandSubmitted]
    here.close_all()
    there.close_all()


def test_a_locked_file_is_told_and_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.games.database.PATIENCE_S", 0.05)
    games = Games(f"sqlite:///{tmp_path / 'games.db'}")
    table, key = Table(games), new_key()
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy):
        table.hand(0, "1-2", key=key)
    assert table.state().version == 1
    other.execute("ROLLBACK")
    other.close()
    assert table.hand(0, "1-2", key=key).version == 2
    games.close_all()


def end_all_connections(url: str) -> None:
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        ended = connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).all()
    assert ended
    engine.dispose()


def test_a_database_server_that_was_started_again_is_found_again(postgres_url: str) -> None:
    games = Games(postgres_url)
    table = Table(games)
    end_all_connections(postgres_url)
    assert table.hand(0, "1-2").version == 2
    games.close_all()


def test_a_connection_that_breaks_within_a_write_is_told_and_nothing_is_written(postgres_url: str) -> None:
    breaks = False

    def clock() -> datetime:
        """The clock is asked in the middle of a write."""
        if breaks:
            end_all_connections(postgres_url)
        return utc_now()

    games = Games(postgres_url, clock)
    table, key = Table(games), new_key()
    breaks = True
    with pytest.raises(StoreBusy):
        table.hand(0, "1-2", key=key)
    breaks = False
    assert table.state().version == 1
    assert table.hand(0, "1-2", key=key).version == 2
    games.close_all()
