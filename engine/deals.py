"""How many tiles each player is dealt: a table from the number of players to tiles, and its text form.

>>> table = parse_deal("2-3: 16, 4: 15")
>>> dict(table)
{2: 16, 3: 16, 4: 15}
>>> format_deal(table)
'2-3: 16, 4: 15'
"""

from __future__ import annotations

import re

from engine.errors import RulesError, shown

DealTable = tuple[tuple[int, int], ...]
"""Pairs (players, tiles for each of them), by rising number of players."""

MAX_PLAYERS = 16
"""More than this nobody seats, not even round a double-18."""

NO_TABLE = "The deal is a table of players and tiles, each number of players once, the fewest first."
"""What is said of anything else."""

_ENTRY = re.compile(r"\s*(\d{1,2})\s*(?:[-–]\s*(\d{1,2})\s*)?:\s*(\d{1,3})\s*", re.ASCII)


def parse_deal(text: str) -> DealTable:
    """The table that a text such as `2-4: 15, 5-6: 12` writes down.

    Raises:
        RulesError: for a text that is no such table, and for a number of players that is there twice.
    """
    table: dict[int, int] = {}
    for part in text.split(","):
        match = _ENTRY.fullmatch(part)
        if match is None:
            raise RulesError(
                f"{shown(part.strip())} says nothing about a deal; write players and tiles as 2-4: 15, 5: 12."
            )
        first, last = int(match[1]), int(match[2] or match[1])
        if first > last:
            raise RulesError(f"The deal for {first}-{last} players has to start with the lower number.")
        for players in range(first, last + 1):
            if players in table:
                raise RulesError(f"The deal names {players} players twice.")
            table[players] = int(match[3])
    return tuple(sorted(table.items()))


def format_deal(table: DealTable) -> str:
    """The text of a table; neighbours with as many tiles stand together."""
    spans: list[list[int]] = []
    for players, tiles in table:
        if spans and spans[-1][1:] == [players - 1, tiles]:
            spans[-1][1] = players
        else:
            spans.append([players, players, tiles])
    return ", ".join(f"{a}: {tiles}" if a == b else f"{a}-{b}: {tiles}" for a, b, tiles in spans)


def check_deal(table: object, set_aside: int, total: int, set_name: str) -> None:
    """Refuse a table that cannot be dealt from `total` tiles of which `set_aside` are laid aside before.

    With none set aside the engine is laid from a hand, which needs another tile to play on with.

    Raises:
        RulesError: with the first line of the table that is wrong.
    """
    if not isinstance(table, tuple) or not table or not all(isinstance(one, tuple) and len(one) == 2 for one in table):
        raise RulesError(NO_TABLE)
    before = 0
    for players, tiles in table:
        if type(players) is not int or not 2 <= players <= MAX_PLAYERS:
            raise RulesError(f"A game has 2 to {MAX_PLAYERS} players, not {players}.")
        if type(tiles) is not int or tiles < 1:
            raise RulesError(f"A hand has at least one tile, not {tiles}.")
        if tiles == 1 and not set_aside:
            raise RulesError("A hand has at least two tiles where the engine is laid from a hand, not 1.")
        if players <= before:
            raise RulesError(NO_TABLE)
        before = players
        needed = players * tiles + set_aside
        if needed > total:
            raise RulesError(f"{players} players with {tiles} tiles each need {needed} tiles; {set_name} has {total}.")


SIXTEEN_DEAL = parse_deal("2-4: 15, 5-6: 12, 7-8: 10")
DANISH_DEAL = parse_deal("2-3: 16, 4: 15, 5: 14, 6: 12, 7: 10, 8: 9")
PUREMCO_DEAL = parse_deal("2: 16, 3: 15, 4: 14, 5: 12, 6: 11, 7: 10, 8: 9")
CARDINAL_DEAL = parse_deal("2-4: 15, 5-6: 12, 7-8: 11")
FAMILY_DEAL = parse_deal("2-4: 15, 5-6: 11, 7-8: 8")

PLAYED_DEALS = (SIXTEEN_DEAL, DANISH_DEAL, PUREMCO_DEAL, CARDINAL_DEAL, FAMILY_DEAL)
"""What is dealt from a double-12, by the presets and by rules of the house, to choose from; any other table will do."""

COMMON_DEALS: dict[int, DealTable] = {
    6: parse_deal("2: 9, 3: 8, 4: 6"),
    9: parse_deal("2: 12, 3: 11, 4: 10"),
    12: PUREMCO_DEAL,
    15: parse_deal("2: 16, 3: 15, 4: 14, 5-9: 12, 10: 11, 11: 10, 12: 9"),
    18: parse_deal("2: 16, 3: 15, 4: 14, 5-13: 12, 14: 11, 15: 10, 16: 9"),
}
"""What is dealt from a set, by its highest double, when the rules say nothing else.

Rule sheets say what the large sets deal to many players only: double-15 from 9, double-18 from 13. Fewer players get
what Puremco's sheet deals from a double-12, but never less than the smallest table that is known for the
set: 12 tiles each.
"""
