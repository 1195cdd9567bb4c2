"""How a game stands as values that JSON knows: the answers of the web, field by field as in `state.py`."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any

from engine.rules import Rules
from engine.rulesfile import table_of
from engine.tiles import Tile
from server.games.state import GameState, Lobby


def game_data(state: GameState) -> dict[str, Any]:
    """A game: tiles are pairs of halves, times ISO 8601, rules a preset and what was changed of it."""
    told = _fields(state) | {"rules": rules_data(state.rules, state.preset), "set": state.set}
    del told["preset"]  # which is told with the rules
    return told


def lobby_data(lobby: Lobby) -> dict[str, Any]:
    """What the code of a game shows."""
    return _fields(lobby)


def rules_data(rules: Rules, preset: str | None) -> dict[str, Any]:
    """Rules as the preset that was chosen, or else the nearest one, and the options that differ from it."""
    table = table_of(rules, preset)
    return {"preset": table.pop("preset"), "changes": table}


def _fields(value: Any) -> dict[str, Any]:
    return {item.name: _plain(getattr(value, item.name)) for item in fields(value)}


def _plain(value: Any) -> Any:
    match value:
        case Tile():
            return [value.low, value.high]
        case datetime():
            return value.isoformat()
        case tuple():
            return [_plain(item) for item in value]
    return _fields(value) if is_dataclass(value) else value
