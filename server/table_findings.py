"""What is wrong with a table that was seen: what `engine.audit` finds in it, and what only a photo shows."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from engine.audit import Finding, FindingCode, Severity, audit
from engine.rules import Rules
from engine.state import ENGINE, Train, set_up
from engine.tiles import Tile
from server.bridge import SURE
from server.reading import DoubtCode, ReadTile
from server.seen_table import SeenFinding, SeenTable, TableFindingCode, TileCount, TrainKind
from server.table_state import WholeTrain, whole_trains
from server.words import looks_like
from vision.types import Point

CODES = {
    FindingCode.ENDS_DIFFER: TableFindingCode.ENDS_DIFFER,
    FindingCode.NOT_FROM_ENGINE: TableFindingCode.TRAIN_NOT_FROM_ENGINE,
    FindingCode.UNCOVERED_DOUBLE: TableFindingCode.UNCOVERED_DOUBLE,
    FindingCode.TOO_MANY_BRANCHES: TableFindingCode.TOO_MANY_BRANCHES,
}
"""What is taken over about single trains; how often tiles are there is counted on the whole table, hands and all."""


def with_findings(
    table: SeenTable,
    rules: Rules,
    engine_value: int | None = None,
    hands: Sequence[Sequence[Tile]] = (),
    doubtful: Collection[Tile] = (),
    players: int | None = None,
) -> SeenTable:
    """The table with all that is wrong with it, errors first.

    `engine_value` is the value of this round's engine, where that is known; `hands` are the tiles of players, where
    these are known; with those of all `players` tiles that are nowhere are a finding, too. `doubtful` are those of them
    that were not read surely. Where nobody says how many play, a hand for each train is taken for all, and what is
    nowhere then is only a note.
    """
    found = [
        *_engine(table, engine_value),
        *_trains(table, rules),
        *_copies(table, rules, hands, doubtful),
        *_not_in_set(table),
        *_loose(table),
        *(_missing(table, rules, hands, not doubtful, players is None) if are_all(table, hands, players) else ()),
    ]
    return replace(table, findings=tuple(sorted(found, key=lambda one: one.severity is not Severity.ERROR)))


def are_all(table: SeenTable, hands: Sequence[Sequence[Tile]], players: int | None = None) -> bool:
    """Whether there is a hand for each player: only then is it known what is nowhere.

    Where nobody says how many play, that may be so with one hand at least, and one for each train from the engine.
    """
    if players is not None:
        return len(hands) >= players
    own = sum(train.kind is TrainKind.PERSONAL and train.branch_of is None for train in table.trains)
    return len(hands) >= max(1, own)


def _finding(
    table: SeenTable,
    code: TableFindingCode,
    numbers: Sequence[int],
    severity: Severity = Severity.ERROR,
    train: int | None = None,
) -> SeenFinding:
    tiles = [table.reading.tiles[number] for number in numbers]
    return SeenFinding(
        code, severity, tuple(tile.tile for tile in tiles), tuple(numbers), train, all(map(_sure, tiles))
    )


def _sure(tile: ReadTile) -> bool:
    """Whether the tile was read surely by itself, even if another one was read as the same."""
    return all(doubt.code is DoubtCode.DUPLICATE for doubt in tile.doubts)


def _engine(table: SeenTable, value: int | None) -> Iterator[SeenFinding]:
    engine = table.engine_tile
    if table.engine is None or engine is None:
        if len(table.reading.tiles) > 1:
            yield SeenFinding(TableFindingCode.NO_ENGINE, Severity.NOTE, (), (), None, False)
    elif not engine.is_double or value not in (None, engine.high):
        finding = _finding(table, TableFindingCode.WRONG_ENGINE, (table.engine,))
        expected = () if value is None else (Tile(value, value),)
        yield replace(finding, tiles=(*finding.tiles, *expected))


def _trains(table: SeenTable, rules: Rules) -> Iterator[SeenFinding]:
    whole = whole_trains(table)
    trains = tuple(
        Train(seat if one.kind is TrainKind.PERSONAL else None, one.placed) for seat, one in enumerate(whole)
    )
    some = (1,) * len(trains)  # hands decide nothing here, as long as nobody has gone out
    state = set_up(rules, table.engine_tile, trains, some, 0)
    for finding in audit(state):
        if finding.code is FindingCode.TOO_MANY_OPEN_DOUBLES:
            doubles = [whole[one.train].tiles[one.position] for one in state.open_doubles]
            yield _finding(table, TableFindingCode.TOO_MANY_OPEN_DOUBLES, doubles)
        if finding.code in CODES and finding.train is not None and finding.position is not None:
            if finding.code is FindingCode.ENDS_DIFFER and _halves_agree(table, whole[finding.train], finding.position):
                continue  # it lies at the wrong half, which is a branch too many
            found = _of_train(table, whole[finding.train], finding)
            yield replace(found, sure=found.sure and _touch_surely(table, found.numbers))
    mexican = [one for one in whole if one.kind is TrainKind.MEXICAN]
    if len(mexican) > rules.mexican_trains:
        yield _finding(table, TableFindingCode.TOO_MANY_TRAINS, [one.tiles[0] for one in mexican], Severity.NOTE)


def _touch_surely(table: SeenTable, numbers: Sequence[int]) -> bool:
    """Whether shapes leave no doubt that these tiles touch; so do tiles that no joint is known of, or a single one."""
    joints = (joint for joint in table.layout.joints if set(joint.tiles) == set(numbers))
    return all(joint.confidence >= SURE for joint in joints)


def _halves_agree(table: SeenTable, train: WholeTrain, position: int) -> bool:
    """Whether the halves of two tiles that touch show the same, whichever these are."""
    pair = {train.tiles[position], train.tiles[train.placed[position].on]}
    for joint in table.layout.joints:
        if set(joint.tiles) == pair:
            first, second = (_value_at(table.reading.tiles[joint.tiles[side]], joint.at[1 - side]) for side in (0, 1))
            return first == second
    return False


def _value_at(tile: ReadTile, at: Point) -> int:
    """What the half nearest to a place shows."""
    away = [math.dist(half.centre, at) for half in tile.detection.halves]
    return tile.a if away[0] < away[1] else tile.b


def _of_train(table: SeenTable, train: WholeTrain, finding: Finding) -> SeenFinding:
    position = finding.position or 0
    numbers = [train.tiles[position]] if position != ENGINE else []
    severity = finding.severity
    if finding.code is FindingCode.ENDS_DIFFER:
        numbers.insert(0, train.tiles[train.placed[position].on])
    elif finding.code is FindingCode.NOT_FROM_ENGINE:
        if train.kind is TrainKind.APART:
            severity = Severity.NOTE  # perhaps no train at all
        if table.engine is not None:
            numbers.insert(0, table.engine)
    elif finding.code is FindingCode.UNCOVERED_DOUBLE:
        severity = Severity.NOTE  # it may have been laid just now
    return _finding(table, CODES[finding.code], numbers, severity, train.index)


def _copies(
    table: SeenTable, rules: Rules, hands: Sequence[Sequence[Tile]], doubtful: Collection[Tile]
) -> Iterator[SeenFinding]:
    places: dict[Tile, list[int]] = defaultdict(list)
    for number, tile in enumerate(table.reading.tiles):
        places[tile.tile].append(number)
    held = Counter(tile for hand in hands for tile in hand)
    # Those that are held only come last.
    for name in (*sorted(places), *sorted(held.keys() - places.keys())):
        numbers = places.get(name, [])
        count = TileCount(len(numbers) + held[name], sum(name in hand for hand in hands), rules.copies)
        if count.there > count.allowed:
            finding = _finding(table, TableFindingCode.DUPLICATE_TILE, numbers)
            yield replace(finding, tiles=(name,), sure=finding.sure and name not in doubtful, count=count)


def _not_in_set(table: SeenTable) -> Iterator[SeenFinding]:
    for number, tile in enumerate(table.reading.tiles):
        if any(doubt.code is DoubtCode.NOT_IN_SET for doubt in tile.doubts):
            finding = _finding(table, TableFindingCode.TILE_NOT_IN_SET, (number,))
            yield replace(finding, tiles=(Tile.of(*looks_like(tile, table.reading.domino_set.highest)),))


def _loose(table: SeenTable) -> Iterator[SeenFinding]:
    for number in table.loose:
        yield _finding(table, TableFindingCode.LOOSE_TILE, (number,), Severity.NOTE)


def _missing(
    table: SeenTable, rules: Rules, hands: Sequence[Sequence[Tile]], sure: bool, if_all: bool
) -> Iterator[SeenFinding]:
    """Tiles that are nowhere: an error when more are missing than lie face down, and these surely are all hands."""
    there = Counter(tile.tile for tile in table.reading.tiles) + Counter(tile for hand in hands for tile in hand)
    missing = [tile for tile in rules.domino_set for _ in range(rules.copies - there[tile])]
    if missing:
        severity = Severity.ERROR if len(missing) > table.face_down and not if_all else Severity.NOTE
        yield SeenFinding(
            TableFindingCode.MISSING_TILES, severity, tuple(missing), (), None, table.sure and sure, if_all=if_all
        )
