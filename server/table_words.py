"""Tables in English words: trains, what is wrong, and what to do about it."""

from __future__ import annotations

from string import ascii_lowercase

from engine.audit import Severity
from engine.tiles import Tile
from server.seen_table import SeenFinding, SeenTable, TableFindingCode, TrainKind
from server.words import counted, in_a_row
from vision.closer import Part, parts_to_take_closer

MOST_NAMED = 12
"""So many tiles that are nowhere are named; more of them nobody reads."""


def train_words(table: SeenTable, index: int) -> str:
    """The name of a train, as `train 2`, `the Mexican train`, `branch a of train 2`."""
    if table.trains[index].branch_of is not None:
        main, letter = _branch(table, index)
        return f"branch {letter} of {train_words(table, main)}"
    number, alike = _numbered(table, index)
    match table.trains[index].kind:
        case TrainKind.PERSONAL:
            return f"train {number}"
        case TrainKind.MEXICAN:
            return "the Mexican train" if alike == 1 else f"Mexican train {number}"
        case TrainKind.APART:
            return "the chain apart" if alike == 1 else f"chain {number} apart"


def short_name(table: SeenTable, index: int) -> str:
    """A name that fits on a photo: 1, 2, … for personal trains, M for the Mexican one, * for a chain apart; M1, M2, …
    and *1, *2, … where there are several."""
    if table.trains[index].branch_of is not None:
        main, letter = _branch(table, index)
        return f"{short_name(table, main)}{letter}"
    number, alike = _numbered(table, index)
    kind = table.trains[index].kind
    if kind is TrainKind.PERSONAL:
        return str(number)
    return f"{'M' if kind is TrainKind.MEXICAN else '*'}{number if alike > 1 else ''}"


def table_title(table: SeenTable) -> str:
    """The table in a line: its engine, how many trains and tiles, and what deserves a look."""
    engine = "no engine" if table.engine_tile is None else f"engine {table.engine_tile}"
    trains = sum(train.branch_of is None for train in table.trains)
    parts = [engine, counted(trains, "train"), counted(len(table.reading.tiles), "tile")]
    if table.face_down:
        parts.append(f"{table.face_down} face down")
    errors = sum(finding.severity is Severity.ERROR for finding in table.findings)
    parts.append(counted(errors, "fault") if errors else "no fault")
    doubtful = sum(not tile.sure for tile in table.reading.tiles)
    if doubtful:
        parts.append(f"please check {doubtful}")
    return ", ".join(parts)


def parts_to_look_at(table: SeenTable) -> tuple[Part, ...]:
    """The parts of the photo that should be taken again from nearer, since tiles there are too small to be sure of."""
    tiles = table.reading.tiles
    quads = [tile.detection.quad.corners for tile in tiles]
    return parts_to_take_closer(quads, [tile.sure for tile in tiles], table.reading.observation.image_size)


def closer_sentence(part: Part) -> str:
    """What to do about tiles that are too small."""
    small = f"{counted(len(part.tiles), 'tile')} there {'is' if len(part.tiles) == 1 else 'are'} small"
    return f"Take {part.words} of the photo again from nearer: {small}."


def _numbered(table: SeenTable, index: int) -> tuple[int, int]:
    """The number of a train among those of its kind, from 1, and how many of these there are; branches are not
    counted."""
    kind = table.trains[index].kind
    alike = [place for place, one in enumerate(table.trains) if one.kind is kind and one.branch_of is None]
    return alike.index(index) + 1, len(alike)


def _branch(table: SeenTable, index: int) -> tuple[int, str]:
    """The train that a branch leaves, and its letter there: branches stand right after their train."""
    main = max(place for place in range(index) if table.trains[place].branch_of is None)
    return main, ascii_lowercase[(index - main - 1) % len(ascii_lowercase)]


def finding_sentence(table: SeenTable, finding: SeenFinding) -> str:
    """What is wrong, in one sentence; "it seems" where it rests on tiles that were not read surely."""
    text = _sentence(table, finding)
    if finding.sure or finding.code is TableFindingCode.NO_ENGINE:
        return text
    return (
        f"{text[:-1]}, if these tiles were read right."
        if len(finding.numbers) > 1
        else f"{text[:-1]}, if it was read right."
    )


def _sentence(table: SeenTable, finding: SeenFinding) -> str:
    tiles = [str(tile) for tile in finding.tiles]
    train = None if finding.train is None else train_words(table, finding.train)
    match finding.code:
        case TableFindingCode.ENDS_DIFFER:
            return f"On {train}, {tiles[1]} does not fit on {tiles[0]}."
        case TableFindingCode.DUPLICATE_TILE:
            return f"{tiles[0]} is {_too_often(finding)}."
        case TableFindingCode.TILE_NOT_IN_SET:
            return f"{tiles[0]} does not belong to a {table.reading.domino_set} set."
        case TableFindingCode.NO_ENGINE:
            return "No engine can be told from the other tiles; photograph the middle of the table, too."
        case TableFindingCode.WRONG_ENGINE:
            should = f"; it should be {tiles[1]}" if len(tiles) > 1 else "; it is no double"
            return f"The trains start at {tiles[0]}{should}."
        case TableFindingCode.TRAIN_NOT_FROM_ENGINE:
            value = "" if table.engine_tile is None else f", the engine's {table.engine_tile.high}"
            return f"{_capital(train)} starts with {tiles[-1]}, which does not show what it should{value}."
        case TableFindingCode.UNCOVERED_DOUBLE:
            return f"The double {tiles[-1]} on {train} still has to be covered."
        case TableFindingCode.TOO_MANY_OPEN_DOUBLES:
            return f"{in_a_row(tiles)} are not covered, and by these rules one double can be open at a time."
        case TableFindingCode.TOO_MANY_BRANCHES:
            return f"More tiles go on from {tiles[-1] if tiles else 'the engine'} on {train} than the rules allow."
        case TableFindingCode.TOO_MANY_TRAINS:
            return f"There are {len(finding.tiles)} Mexican trains, more than the rules allow."
        case TableFindingCode.LOOSE_TILE:
            return f"{tiles[0]} lies face up and belongs to no train."
        case TableFindingCode.MISSING_TILES:
            return _missing(table, finding.tiles, finding.if_all)


def _too_often(finding: SeenFinding) -> str:
    """Where a tile is that is there too often, or how often; of mixed sets also how often they have it."""
    count, seen = finding.count, len(finding.numbers)
    if count is None:
        return f"there {_times(seen)}"
    if count.allowed > 1:
        return f"there {_times(count.there)}, and the tiles hold it {_times(count.allowed)}"
    if seen == 1 and count.there == 2:
        return "there on the table and in a hand"
    if not seen and count.hands > 1:
        return "there in more than one hand"
    return f"{'there' if seen else 'in one hand'} {_times(count.there)}"


def _times(number: int) -> str:
    return {1: "once", 2: "twice", 3: "three times"}.get(number, f"{number} times")


def _missing(table: SeenTable, tiles: tuple[Tile, ...], if_all: bool) -> str:
    named = ", ".join(str(tile) for tile in tiles[:MOST_NAMED])
    more = f" and {len(tiles) - MOST_NAMED} more" if len(tiles) > MOST_NAMED else ""
    down = f"{counted(table.face_down, 'tile')} {'lies' if table.face_down == 1 else 'lie'} face down"
    known = ", if these are all hands" if if_all else ""
    return f"{named}{more} {'is' if len(tiles) == 1 else 'are'} neither on the table nor in a hand{known}; {down}."


def _capital(words: str | None) -> str:
    return "A train" if words is None else words[0].upper() + words[1:]
