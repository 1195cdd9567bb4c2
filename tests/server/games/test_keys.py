"""A request that is repeated with its key counts once, and is answered as the first time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from server.games import store
from server.games.errors import KeyReused, NoGame, RoundOver
from server.games.service import Games
from server.games.tables import GameRow, KeyRow, SeatRow

from .table import PUREMCO, Table, new_key, tiles


def count(games: Games, table: Table) -> int:
    """How many events the log of the game has."""
    return len(games.database.read(lambda session: store.load(session, table.id)))


def test_a_game_is_made_once(games: Games) -> None:
    key = new_key()
    first = games.create(PUREMCO, ["Ann", "Bo"], "x", 1, key=key)
    games.close(first.state.id, first.host_token, 1, absent="zero", key=new_key())
    assert games.create(PUREMCO, ["Ann", "Bo"], "x", 1, key=key) == first
    for other in (["Ann", "Cy"], ["Bo", "Ann"]):
        with pytest.raises(KeyReused):
            games.create(PUREMCO, other, "x", 1, key=key)
    with pytest.raises(KeyReused):
        games.create(PUREMCO.change(draws=0), ["Ann", "Bo"], "x", 1, key=key)


def test_a_seat_is_taken_once_and_its_token_given_again(games: Games) -> None:
    table, key = Table(games), new_key()
    first = games.take_seat(table.code, 1, key=key)
    table.hand(0, "1-2")
    assert games.take_seat(table.code.lower(), 1, key=key) == first
    with pytest.raises(KeyReused):
        games.take_seat(table.code, 2, key=key)
    table.finish()
    assert games.take_seat(table.code, 1, key=key) == first
    assert count(games, table) == 4


@pytest.mark.parametrize("name", ["submit", "show_table", "close", "correct", "undo", "finish", "free"])
def test_every_write_counts_once(games: Games, name: str) -> None:
    table = Table(games)
    table.hand(0, "1-2")
    version = table.close(absent="zero").version
    host, key = table.tokens[None], new_key()
    writes: dict[str, tuple[Callable[..., Any], tuple[Any, ...], tuple[Any, ...]]] = {
        "submit": (games.submit, (2, 0, tiles("1-2")), (2, 0, tiles("1-3"))),
        "show_table": (games.show_table, (2, tiles("1-2")), (2, tiles("1-2 1-3"))),
        "close": (games.close, (version, False, "zero"), (version, True, "zero")),
        "correct": (games.correct, (version, 1, 0, 7), (version, 1, 0, 8)),
        "undo": (games.undo, (version,), (version + 1,)),
        "finish": (games.finish, (version,), (version + 1,)),
        "free": (games.free, (version, 0), (version, 1)),
    }
    write, wish, other = writes[name]
    first = write(table.id, host, *wish, key=key)
    assert first.state.version == version + 1
    if first.state.current is not None:  # Something happens before the answer is asked for again.
        games.show_table(table.id, host, first.state.current.number, [], key=new_key())
    after = count(games, table)
    assert write(table.id, host, *wish, key=key) == first
    with pytest.raises(KeyReused):
        write(table.id, host, *other, key=key)
    assert count(games, table) == after


def test_a_key_of_one_write_is_none_for_another(games: Games) -> None:
    table, key = Table(games), new_key()
    table.hand(0, "1-2", key=key)
    with pytest.raises(KeyReused):
        table.close(absent="zero", key=key)
    assert table.state().version == 2


def test_a_photo_is_kept_once(games: Games) -> None:
    table, key = Table(games, keep_photos=True), new_key()
    first = games.keep_photo(table.id, table.tokens[0], b"jpeg", "image/jpeg", key=key)
    assert games.keep_photo(table.id, table.tokens[0], b"jpeg", "image/jpeg", key=key) == first
    assert games.keep_photo(table.id, table.tokens[0], b"jpeg", "image/jpeg", key=new_key()) != first
    with pytest.raises(KeyReused):
        games.keep_photo(table.id, table.tokens[0], b"jpegs", "image/jpeg", key=key)


def test_two_seats_may_hit_on_the_same_key(games: Games) -> None:
    table, key = Table(games), new_key()
    table.sit(1)
    table.hand(0, "1-2", by=0, key=key)
    table.hand(1, "1-3", by=1, key=key)
    assert table.hand(2, "1-4", key=key).version == 5
    assert Table(games).hand(0, "1-2", key=key).version == 2


def test_a_refused_request_leaves_its_key_free(games: Games) -> None:
    table, key = Table(games), new_key()
    table.close(absent="zero")
    with pytest.raises(RoundOver):
        table.hand(0, "1-2", key=key)
    table.undo()
    assert table.hand(0, "1-2", key=key).version == 4


def test_a_key_opens_nothing_without_the_token(games: Games) -> None:
    table, key = Table(games), new_key()
    table.hand(0, "1-2", key=key)
    with pytest.raises(NoGame):
        games.submit(table.id, "other", 1, 0, tiles("1-2"), key=key)


def test_the_database_holds_no_token_and_no_key(games: Games) -> None:
    table, key = Table(games), new_key()
    seated = games.take_seat(table.code, 1, key=key)
    secrets = [table.tokens[None], table.tokens[0], seated.seat_token, key]

    def everything(session: Any) -> str:
        rows = [*session.scalars(select(GameRow)), *session.scalars(select(SeatRow)), *session.scalars(select(KeyRow))]
        return repr([vars(row) for row in rows])

    stored = games.database.read(everything)
    assert table.id in stored
    assert [secret for secret in secrets if secret in stored] == []


HAND = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=1, max_size=4)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(requests=st.lists(st.tuples(st.sampled_from("abc"), HAND), min_size=1, max_size=8))
def test_of_many_requests_each_key_counts_for_its_first_hand(
    games: Games, requests: list[tuple[str, list[tuple[int, int]]]]
) -> None:
    """Three keys, sent in any order with any hands."""
    table = Table(games)
    first = dict[str, tuple[Any, Any]]()
    for key, hand in requests:
        if key in first and first[key][0] != [sorted(tile) for tile in hand]:
            with pytest.raises(KeyReused):
                games.submit(table.id, table.tokens[0], 1, 0, hand, key=key)
            continue
        answer = games.submit(table.id, table.tokens[0], 1, 0, hand, key=key)
        assert first.setdefault(key, ([sorted(tile) for tile in hand], answer))[1] == answer
    assert count(games, table) == 1 + len(first)
