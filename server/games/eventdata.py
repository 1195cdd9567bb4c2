"""Events as what a database stores: the name of a kind, and values that JSON knows.

Names of kinds and fields are in files of people's games: they may be added to, but not changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, cast

from engine.rules import Rules
from engine.rulesfile import full_table_of, rules_of
from engine.tiles import Tile
from server.games import events
from server.games.errors import StoreUnusable
from server.games.events import Event

KINDS: dict[str, type[Event]] = {
    "created": events.GameCreated,
    "seat_taken": events.SeatFilled,
    "seat_freed": events.SeatFreed,
    "hand_submitted": events.HandSubmitted,
    "table_shown": events.TableShown,
    "round_closed": events.RoundClosed,
    "score_corrected": events.ScoreCorrected,
    "undone": events.StepUndone,
    "finished": events.GameFinished,
}
_NAMES = {cls: name for name, cls in KINDS.items()}


def to_data(event: Event) -> tuple[str, dict[str, Any]]:
    """The kind of an event and its fields, made of what JSON knows."""
    return _NAMES[type(event)], {item.name: _plain(getattr(event, item.name)) for item in fields(event)}


def from_data(kind: str, body: Mapping[str, Any]) -> Event:
    """The event that `to_data` took apart.

    Raises:
        StoreUnusable: for a kind or a field that this version does not know.
    """
    cls = KINDS.get(kind)
    known = set() if cls is None else {item.name for item in fields(cls)}
    if cls is None or not body.keys() <= known:
        raise StoreUnusable("A game in this database was written by a newer Pipwise; install that one.")
    return cast(Event, cast(Any, cls)(**{name: _rich(name, value) for name, value in body.items()}))


def tiles_data(tiles: Sequence[Tile]) -> list[list[int]]:
    """Tiles as pairs of their halves."""
    return [[tile.low, tile.high] for tile in tiles]


def _plain(value: object) -> object:
    if isinstance(value, Rules):
        return full_table_of(value)
    if isinstance(value, Tile):
        return [value.low, value.high]
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _rich(name: str, value: Any) -> object:
    if name == "rules":
        return rules_of(value)
    if name == "tiles":
        return tuple(Tile(low, high) for low, high in value)
    return tuple(value) if isinstance(value, list) else value
