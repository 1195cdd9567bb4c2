"""What is told when the disk takes nothing more, and what is not told."""

from __future__ import annotations

import logging

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError

from server.games.errors import StoreFull
from server.games.service import Games

from .table import Table


def limit_pages(games: Games, most: int) -> None:
    """Let the file of the games grow no further than so many pages, or its present size."""

    @event.listens_for(games.database.engine, "connect")
    def limit(connection: object, _: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {most}")  # type: ignore[attr-defined]

    games.database.engine.dispose()


def hand_in_again_and_again(table: Table) -> None:
    for _ in range(2000):
        table.hand(1, " ".join(f"1-{other}" for other in range(13)))


def test_a_full_disk_is_told_in_words_of_its_own_and_logged_once(
    file_games: Games, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(file_games)
    limit_pages(file_games, 1)
    saved, refused = 0, list[StoreFull]()
    with caplog.at_level(logging.WARNING):
        for number in range(2000):
            try:
                table.hand(1, " ".join(f"{number % 13}-{other}" for other in range(13)))
                saved += 1
            except StoreFull as error:
                refused.append(error)
                if len(refused) == 3:
                    break
    assert [(error.code, error.status) for error in refused] == [("store_full", 503)] * 3
    assert "disk" in refused[0].message
    assert [record.levelname for record in caplog.records if "Games cannot be saved" in record.message] == ["WARNING"]
    assert table.state().version == saved + 1  # What was acknowledged can be read, and nothing else is there.
    caplog.clear()
    limit_pages(file_games, 100_000)
    table.hand(1, "1-2")
    limit_pages(file_games, 1)
    with caplog.at_level(logging.WARNING), pytest.raises(StoreFull):
        hand_in_again_and_again(table)
    assert len(caplog.records) == 1  # After a write that went well it is news again.


def test_errors_of_the_database_do_not_repeat_what_people_sent(file_games: Games) -> None:
    with pytest.raises(DBAPIError) as caught, file_games.database.engine.begin() as connection:
        connection.execute(text("SELECT * FROM nowhere WHERE name = :name"), {"name": "Ann"})
    assert "Ann" not in str(caught.value)
