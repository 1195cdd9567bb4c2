"""Hands that are typed in, held against the rules before anything is worked out."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import NotationError, shown
from engine.notation import parse_tiles
from engine.rules import Rules
from engine.tiles import Tile
from server.errors import RequestError


def parse_option(option: str, text: str) -> tuple[Tile, ...]:
    """The tiles that the text of an option names; raises RequestError for a word that names none."""
    try:
        return parse_tiles(text)
    except NotationError as error:
        raise RequestError(f'{option} takes tiles such as "6-1 2-2"; {shown(error.came)} is none.') from error


def check_doubles(option: str, tiles: Sequence[Tile], rules: Rules) -> None:
    """Raises RequestError for what cannot be the doubles of one table: none at all, another tile, one too often."""
    if not tiles:
        raise RequestError(f'There is no tile in {option}; name the open doubles, as in {option} "7-7 9-9".')
    for tile in tiles:
        if not tile.is_double:
            raise RequestError(f'{option} takes doubles such as "7-7 9-9"; {tile} is none.')
    check_hand(tiles, rules)


def check_hand(tiles: Sequence[Tile], rules: Rules) -> None:
    """Raises RequestError for a tile that the set does not have, or that is there too often."""
    for tile in tiles:
        if tile not in rules.domino_set:
            raise RequestError(f"{tile} is no tile of a {rules.domino_set} set; name the right set with --set.")
        if tiles.count(tile) > rules.copies:
            times = "each tile once" if rules.copies == 1 else "no tile more than twice"
            raise RequestError(f"{tile} is there {tiles.count(tile)} times; these rules have {times}.")
