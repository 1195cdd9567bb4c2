"""Everything that cannot be right on a table, as a list: players make mistakes, and photos show them.

Nothing here raises for a wrong table; a table without fault has no finding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.state import ENGINE, OpenDouble, TableState, first_train_doubles
from engine.tiles import Tile


class FindingCode(StrEnum):
    """What is wrong; `Finding` holds the tiles and the place."""

    ENDS_DIFFER = "ends_differ"
    TILE_TOO_OFTEN = "tile_too_often"
    TILE_NOT_IN_SET = "tile_not_in_set"
    NO_ENGINE = "no_engine"
    WRONG_ENGINE = "wrong_engine"
    NOT_FROM_ENGINE = "not_from_engine"
    UNCOVERED_DOUBLE = "uncovered_double"
    TOO_MANY_OPEN_DOUBLES = "too_many_open_doubles"
    TOO_MANY_BRANCHES = "too_many_branches"
    TOO_MANY_TRAINS = "too_many_trains"
    HAND_SIZE = "hand_size"
    TILES_MISSING = "tiles_missing"
    TILES_TOO_MANY = "tiles_too_many"


class Severity(StrEnum):
    """Whether something cannot be, or can be and deserves a look."""

    ERROR = "error"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong.

    - `tiles`: the tiles it is about; for a wrong engine the one that lies there, then the one that should; for too many
      open doubles all of them.
    - `train`, `position`: where, counted from 0; None where it is about no train.
    - `seat`: whose hand; `expected`, `found`: sizes, or the values of ends that differ.
    """

    code: FindingCode
    severity: Severity = Severity.ERROR
    tiles: tuple[Tile, ...] = ()
    train: int | None = None
    position: int | None = None
    seat: int | None = None
    expected: int | None = None
    found: int | None = None


def audit(
    table: TableState,
    hands: Sequence[Sequence[Tile]] = (),
    boneyard: Sequence[Tile] = (),
    expected_engine: Tile | None = None,
) -> tuple[Finding, ...]:
    """All that is wrong with a table, and with those hands and tiles of the boneyard that are known.

    `expected_engine` is the double of this round, where that is known. Hands are given by seat, or not at all.
    """
    known = [*table.tiles(), *(tile for hand in hands for tile in hand), *boneyard]
    return (
        *_engine(table, expected_engine),
        *_set(table, known),
        *_trains(table),
        *_doubles(table),
        *_sizes(table, hands),
    )


def _engine(table: TableState, expected: Tile | None) -> Iterator[Finding]:
    engine = table.engine
    if engine is None:
        yield Finding(FindingCode.NO_ENGINE, tiles=() if expected is None else (expected,))
    elif not engine.is_double or expected not in (None, engine):
        yield Finding(FindingCode.WRONG_ENGINE, tiles=(engine,) if expected is None else (engine, expected))


def _set(table: TableState, known: Sequence[Tile]) -> Iterator[Finding]:
    for tile, count in sorted(Counter(known).items()):
        if tile not in table.rules.domino_set:
            yield Finding(FindingCode.TILE_NOT_IN_SET, tiles=(tile,))
        elif count > table.rules.copies:
            yield Finding(FindingCode.TILE_TOO_OFTEN, tiles=(tile,), expected=table.rules.copies, found=count)


def _trains(table: TableState) -> Iterator[Finding]:
    """Tiles that do not fit on what they lie on, and more tiles on one than it takes."""
    own = [train.owner for train in table.trains if train.owner is not None]
    mexican = len(table.trains) - len(own)
    if mexican > table.rules.mexican_trains:
        yield Finding(FindingCode.TOO_MANY_TRAINS, expected=table.rules.mexican_trains, found=mexican)
    if len(own) > table.players:
        yield Finding(FindingCode.TOO_MANY_TRAINS, expected=table.players, found=len(own))
    for number, train in enumerate(table.trains):
        for position, one in enumerate(train.placed):
            if one.on == ENGINE:
                if table.engine is not None and one.inner != table.engine_value:
                    yield Finding(
                        FindingCode.NOT_FROM_ENGINE, Severity.ERROR, (one.tile,), number, position,
                        expected=table.engine_value, found=one.inner,
                    )  # fmt: skip
            elif one.inner != train.placed[one.on].outer:
                yield Finding(
                    FindingCode.ENDS_DIFFER, Severity.ERROR, (train.placed[one.on].tile, one.tile), number, position,
                    expected=train.placed[one.on].outer, found=one.inner,
                )  # fmt: skip
        from_engine = sum(one.on == ENGINE for one in train.placed)
        if from_engine > 1:
            yield Finding(FindingCode.TOO_MANY_BRANCHES, train=number, position=ENGINE, expected=1, found=from_engine)
        for position, (one, covers) in enumerate(zip(train.placed, train.covers(), strict=True)):
            most = table.rules.branches if one.is_double else 1
            if covers > most:
                yield Finding(
                    FindingCode.TOO_MANY_BRANCHES, Severity.ERROR, (one.tile,), number, position,
                    expected=most, found=covers,
                )  # fmt: skip


def _doubles(table: TableState) -> Iterator[Finding]:
    """Doubles that are not satisfied: each is worth a look, and several together are wrong where there can be one."""
    rules = table.rules
    if rules.follow == "never":
        return
    # Those that may be of a long first train oblige nobody.
    free = set(first_train_doubles(table))
    uncovered = [
        (number, position, one.tile)
        for number, train in enumerate(table.trains)
        for position, (one, covers) in enumerate(zip(train.placed, train.covers(), strict=True))
        if one.is_double and covers < rules.branches and OpenDouble(number, position) not in free
    ]
    one_at_a_time = rules.copies == 1 and (rules.follow in ("double", "nothing") or rules.second_double == "no")
    if one_at_a_time and rules.first_turn == "one tile" and len(uncovered) > 1:
        tiles = tuple(tile for _, _, tile in uncovered)
        yield Finding(FindingCode.TOO_MANY_OPEN_DOUBLES, tiles=tiles, expected=1, found=len(tiles))
        return
    for number, position, tile in uncovered:
        yield Finding(FindingCode.UNCOVERED_DOUBLE, Severity.NOTE, (tile,), number, position)


def _sizes(table: TableState, hands: Sequence[Sequence[Tile]]) -> Iterator[Finding]:
    """Hands and a boneyard that cannot be so large or so small, and tiles that are nowhere."""
    rules, sizes = table.rules, table.hand_sizes
    total, on_table = rules.total_tiles, len(table.tiles())
    for seat, size in enumerate(sizes):
        if not 0 <= size <= total - on_table:
            yield Finding(FindingCode.HAND_SIZE, seat=seat, expected=max(total - on_table, 0), found=size)
        elif seat < len(hands) and len(hands[seat]) != size:
            hand = tuple(hands[seat])
            yield Finding(FindingCode.HAND_SIZE, tiles=hand, seat=seat, expected=size, found=len(hand))
    found = on_table + sum(sizes) + table.boneyard
    if found != total:
        code = FindingCode.TILES_MISSING if found < total else FindingCode.TILES_TOO_MANY
        yield Finding(code, expected=total, found=found)
