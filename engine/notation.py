"""The text of tiles, hands, trains and moves, as a person can write them; parsing and formatting are inverse.

    hand    6-12 0-3 5-5
    train   12-6 6-6 6-3 3-1, the end towards the engine first; 6-1@2 lies on the second tile of the train
    move    12-6 on Ann · 6-3 on Mexican · 6-1 on Bo/2, its second end · 6-1 silently on Ann · draw · pass

A Mexican train is called Mexican; further ones Mexican 2, Mexican 3.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.errors import NotationError, TileError
from engine.moves import DRAW, PASS, Draw, Move, Play
from engine.state import ENGINE, Placed
from engine.tiles import HIGHEST_PIPS, Tile

MEXICAN = "Mexican"
RESERVED = (MEXICAN, "over", "points", "totals", "boneyard", "end")
"""Words that start lines or name trains, so that no player can be called so."""

_PLACED = re.compile(r"(\d{1,2})-(\d{1,2})(?:@(\d{1,3}))?", re.ASCII)
_PLAY = re.compile(r"(\S+) (silently )?on (.+?)(?:/([1-9]\d?))?", re.ASCII)
_NAME = re.compile(r"[^\s:,/#]+(?: [^\s:,/#]+)*")


def is_name(text: str) -> bool:
    """Whether a player can be called so: words without `:`, `,`, `/` and `#` that mean nothing else here."""
    return len(text) <= 40 and bool(_NAME.fullmatch(text)) and text.isprintable() and text.split()[0] not in RESERVED


def format_tiles(tiles: Sequence[Tile]) -> str:
    """The text of a hand or a boneyard, in its order."""
    return " ".join(map(str, tiles))


def parse_tile(text: str) -> Tile:
    """The tile that a text names, in any order of its halves; raises NotationError."""
    try:
        return Tile.parse(text)
    except TileError as error:
        raise NotationError(text, "a tile such as 6-12") from error


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles that a text names, in its order; raises NotationError."""
    return tuple(parse_tile(word) for word in text.split())


def format_train(placed: Sequence[Placed]) -> str:
    """The tiles of a train from the engine on."""
    return " ".join(
        f"{one.inner}-{one.outer}" + ("" if one.on == position - 1 else f"@{one.on + 1}")
        for position, one in enumerate(placed)
    )


def parse_train(text: str) -> tuple[Placed, ...]:
    """The tiles of a train, whether or not their ends agree; raises NotationError."""
    placed = []
    for position, word in enumerate(text.split()):
        match = _PLACED.fullmatch(word)
        if match is None or max(int(match[1]), int(match[2])) > HIGHEST_PIPS:
            raise NotationError(word, "a tile of a train such as 6-12 or, on the second tile, 6-12@2")
        on = position - 1 if match[3] is None else int(match[3]) - 1
        if not ENGINE <= on < position:
            raise NotationError(word, f"a tile that lies on one of the {position} before it")
        placed.append(Placed(int(match[1]), int(match[2]), on))
    return tuple(placed)


def train_name(train: int, players: Sequence[str]) -> str:
    """What the train of that number is called at a table of these players."""
    if train < len(players):
        return players[train]
    number = train - len(players) + 1
    return MEXICAN if number == 1 else f"{MEXICAN} {number}"


def parse_train_name(text: str, players: Sequence[str]) -> int:
    """The number of the train that is called so; raises NotationError."""
    if text in players:
        return players.index(text)
    match = re.fullmatch(rf"{MEXICAN}(?: ([2-9]))?", text, re.ASCII)
    if match is None:
        raise NotationError(text, f"one of {', '.join(players)} or {MEXICAN}")
    return len(players) + int(match[1] or 1) - 1


def format_move(move: Move, players: Sequence[str]) -> str:
    """The text of a move at a table of these players."""
    if isinstance(move, Play):
        how = "silently on" if move.silent else "on"
        branch = f"/{move.branch + 1}" if move.branch else ""
        return f"{move.tile} {how} {train_name(move.train, players)}{branch}"
    return "draw" if isinstance(move, Draw) else "pass"


def parse_move(text: str, players: Sequence[str]) -> Move:
    """The move that a text describes, legal or not; raises NotationError."""
    if text in ("draw", "pass"):
        return DRAW if text == "draw" else PASS
    match = _PLAY.fullmatch(text)
    if match is None:
        raise NotationError(text, "a move such as 6-12 on Ann, draw or pass")
    train = parse_train_name(match[3], players)
    return Play(parse_tile(match[1]), train, int(match[4] or 1) - 1, silent=match[2] is not None)
