"""A table of people who play: a game, with a new key for every request."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from engine.presets import preset
from engine.rules import Rules
from engine.tiles import Tile
from server.games.service import Games
from server.games.state import GameState

PUREMCO = preset("puremco")


def new_key() -> str:
    return secrets.token_hex(8)


def tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of a text such as `1-2 3-3`."""
    return tuple(Tile.parse(part) for part in text.split())


class Table:
    """A game whose host sits at seat 0; `tokens` has the seats that were joined, and at None the host's."""

    def __init__(
        self, games: Games, rules: Rules = PUREMCO, players: Sequence[str] = ("Ann", "Bo", "Cy"), **options: Any
    ) -> None:
        created = games.create(rules, players, **{"host_seat": 0, **options}, key=new_key())
        self.games, self.id = games, created.state.id
        self.tokens: dict[int | None, str] = {None: created.host_token}
        if created.seat_token is not None:
            self.tokens[0] = created.seat_token
        assert created.state.join is not None
        self.code = created.state.join.code

    def state(self, who: int | None = None) -> GameState:
        return self.games.see(self.id, self.tokens[who]).state

    def sit(self, seat: int) -> GameState:
        seated = self.games.take_seat(self.code, seat, key=new_key())
        self.tokens[seat] = seated.seat_token
        return seated.state

    def hand(self, seat: int, text: str, round: int = 1, by: int | None = None, **options: Any) -> GameState:
        """Submit the tiles of the text, or going out for an empty one."""
        hand = tiles(text)
        options = {"out": not hand, "key": new_key(), **options}
        return self.games.submit(self.id, self.tokens[by], round, seat, hand, **options).state

    def close(self, **options: Any) -> GameState:
        """The host, who looks first, closes the round."""
        version = self.state().version
        return self.games.close(self.id, self.tokens[None], version, **{"key": new_key(), **options}).state

    def correct(self, round: int, seat: int, points: int, **options: Any) -> GameState:
        version = self.state().version
        options = {"key": new_key(), **options}
        return self.games.correct(self.id, self.tokens[None], version, round, seat, points, **options).state

    def undo(self) -> GameState:
        return self.games.undo(self.id, self.tokens[None], self.state().version, key=new_key()).state

    def finish(self) -> GameState:
        return self.games.finish(self.id, self.tokens[None], self.state().version, key=new_key()).state

    def free(self, seat: int) -> GameState:
        return self.games.free(self.id, self.tokens[None], self.state().version, seat, key=new_key()).state
