"""A server that is killed in the middle of its work (kill -9) loses nothing that it acknowledged, doubles nothing."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from server.games import store
from server.games.events import HandSubmitted
from server.games.service import Games

from . import writer
from .table import Table

WRITES = 200


def written(games: Games, table: Table) -> list[tuple[tuple[int, int], ...]]:
    """The hands in the log of the game, as pairs."""
    log = games.database.read(lambda session: store.load(session, table.id))
    assert [entry.number for entry in log] == list(range(1, len(log) + 1))
    hands = [entry.event for entry in log if isinstance(entry.event, HandSubmitted)]
    return [tuple((tile.low, tile.high) for tile in hand.tiles) for hand in hands]


@pytest.mark.parametrize("seed", range(2))
def test_no_acknowledged_write_is_lost_and_none_is_doubled(shared_url: str, root: Path, seed: int) -> None:
    games = Games(shared_url)
    table = Table(games)
    rng = random.Random(seed)
    acknowledged = rng.randrange(20, WRITES - 40)
    code = "import sys; from tests.server.games import writer; writer.main()"
    arguments = [shared_url, table.id, table.tokens[0], str(WRITES)]
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments], cwd=root, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert process.stdout is not None
    heard = [int(process.stdout.readline()) for _ in range(acknowledged)]
    time.sleep(rng.uniform(0, 0.02))  # Somewhere in the next write, or the one after.
    process.send_signal(signal.SIGKILL)
    heard += map(int, process.communicate()[0].split())
    assert process.returncode == -signal.SIGKILL
    assert heard == list(range(len(heard)))
    assert len(heard) < WRITES

    before = written(games, table)
    assert before == [writer.hand_of(number) for number in range(len(before))]
    assert len(before) in (len(heard), len(heard) + 1)  # The last one may be stored, and its answer lost.

    again = Games(shared_url)
    for number in range(WRITES):  # A phone does not know what became of its requests, and sends them all again.
        assert writer.write(again, table.id, table.tokens[0], number) == number + 2
    assert written(again, table) == [writer.hand_of(number) for number in range(WRITES)]
    again.close_all()
    games.close_all()
