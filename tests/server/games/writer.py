"""Writes hands into a game, one after another, and says after each that it is stored; a test kills it meanwhile.

`main` takes URL GAME TOKEN COUNT as arguments of the process.
"""

from __future__ import annotations

import sys

from engine.tiles import DominoSet
from server.games.service import Games


def key_of(number: int) -> str:
    """The key of the request with this number."""
    return f"hand {number}"


def hand_of(number: int) -> tuple[tuple[int, int], ...]:
    """A hand that no other request has."""
    pairs = [(tile.low, tile.high) for tile in DominoSet(18)]
    return (pairs[number // len(pairs)], pairs[number % len(pairs)])


def write(games: Games, game: str, token: str, number: int) -> int:
    """Send a request; returns the version that answers it."""
    return games.submit(game, token, 1, 0, hand_of(number), key=key_of(number)).state.version


def main() -> None:
    url, game, token, count = sys.argv[1:]
    games = Games(url)
    for number in range(int(count)):
        write(games, game, token, number)
        print(number, flush=True)


if __name__ == "__main__":
    main()
