"""From what was seen to what lies there: the one place where observations become tiles of a domino set.

A half arrives as probabilities. Three things that the eye does not know are added here: how far the values of the set
go, that a set holds each tile once, and how sure is sure enough. What stays open is data: every doubt has a code and
says which half it is about, and nothing that was read with certainty is ever "repaired".
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.tiles import HIGHEST_PIPS, DominoSet, Tile
from server.assignment import assign
from server.reading import Doubt, DoubtCode, Reading, ReadTile, WarningCode
from vision.types import UNREADABLE, DetectedTile, HalfReading, Observation, Warning

SURE = 0.97
"""The confidence from which a reading stands without a question to a person.

The product's most important number: wrong readings that claim to be sure must stay below one in two hundred on photos.
On rendered pictures, which are meant to be harder, seven in a thousand are still wrong at this value, a third of them
tiles that are only printed.
"""

SURE_ON_TABLES = 0.985
"""The same for a photo of a whole table, where tiles are small. Of 7,401 tiles on 350 rendered tables 10 were wrong
from 0.97 on, of 7,124 from here on 4: less than one in a thousand."""

SECOND_COPY_ODDS = 0.01
"""How likely, next to a single copy, it is that two equal tiles do lie there: mixed sets and cheats are rare."""

MOSTLY = 0.5
"""The probability from which "cannot be read" or "not in this set" is what a half says above all."""

USUAL_HIGHEST = 12
"""The highest value of the set that Mexican Train is mostly played with."""

ALTERNATIVES = 5
COVERED = 0.99
"""Alternatives are listed until they and the reading cover this share of what is possible, five at the most."""

_NEVER = 1e-9
"""Stands for a probability of zero where its logarithm is needed."""

Values = tuple[int, int]
Array = NDArray[np.float64]


def read(observation: Observation, domino_set: DominoSet) -> Reading:
    """The most likely tiles of `domino_set` that explain the observation.

    Tiles that are certain by themselves stay as they are, also when two of them are equal (both are then in doubt).
    The others are chosen together: of all ways to name them, the one with the highest probability, where each copy of
    a tile beyond the first costs a factor of `SECOND_COPY_ODDS`. The result does not depend on the order of the tiles.
    """
    plain = [_most_likely(tile, domino_set) for tile in observation.tiles]
    chosen = _without_copies(observation.tiles, plain, domino_set)
    tiles = [
        _describe(tile, values, first, domino_set)
        for tile, values, first in zip(observation.tiles, chosen, plain, strict=True)
    ]
    return _whole(observation, domino_set, tiles, copies=1)


def read_as(
    observation: Observation,
    domino_set: DominoSet,
    values: Sequence[Values],
    confidence: Sequence[float],
    settled: Collection[int],
    copies: int,
) -> Reading:
    """The observation with values (a, b) of each tile that were found by the way the tiles lie on a table.

    `confidence` is how likely these are with all that is known of the table; `settled` are the numbers of tiles that
    look more like others: like one that lies elsewhere, or one that does not fit its neighbours. A set has each tile
    `copies` times.
    """
    tiles = []
    names = [Tile.of(*pair) for pair in values]
    for number, (tile, pair, likely) in enumerate(zip(observation.tiles, values, confidence, strict=True)):
        counted = [
            Doubt(DoubtCode.COUNT_DISAGREES, half)
            for half, agrees in enumerate(_counts_agree(tile, pair))
            if not agrees
        ]
        doubts = []
        if number in settled:
            is_taken = names.count(Tile.of(*_most_likely(tile, domino_set))) >= copies
            doubts.append(Doubt(DoubtCode.VALUE_TAKEN if is_taken else DoubtCode.SETTLED))
        weak = _weak_parts(tile, pair, domino_set, SURE_ON_TABLES) if likely < SURE_ON_TABLES else ()
        doubts = [*doubts, *counted, *weak]
        tiles.append(ReadTile(*pair, likely, tile, tuple(doubts), _alternatives(tile, pair, domino_set)))
    return _whole(observation, domino_set, tiles, copies)


def _whole(observation: Observation, domino_set: DominoSet, tiles: Sequence[ReadTile], copies: int) -> Reading:
    marked = _mark_copies(tiles, copies)
    warnings = (*observation.warnings, *_warnings(observation, marked, domino_set))
    return Reading(observation, domino_set, tuple(marked), warnings)


def to_hand(reading: Reading) -> tuple[Tile, ...]:
    """The tiles that lie face up, in the order of the reading; one that was read twice is there twice."""
    return tuple(tile.tile for tile in reading.tiles)


def mark_shared(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """The same readings of several hands of one round, in which tiles that two hands claim to hold are in doubt."""
    holders: dict[Tile, set[int]] = defaultdict(set)
    for index, reading in enumerate(readings):
        for tile in to_hand(reading):
            holders[tile].add(index)
    return tuple(
        replace(reading, tiles=tuple(_claimed(tile, holders[tile.tile]) for tile in reading.tiles))
        for reading in readings
    )


def _values(half: HalfReading, domino_set: DominoSet) -> Array:
    """The probabilities of the values that the set has, not made to add up to 1: what is missing is doubt."""
    return np.asarray(half.probs[: domino_set.highest + 1], dtype=np.float64)


def _joint(tile: DetectedTile, domino_set: DominoSet) -> Array:
    """The probability of every pair of values (a, b), shape (highest + 1, highest + 1)."""
    a, b = (_values(half, domino_set) for half in tile.halves)
    return tile.score * np.outer(a, b)


def _most_likely(tile: DetectedTile, domino_set: DominoSet) -> Values:
    a, b = (int(np.argmax(_values(half, domino_set))) for half in tile.halves)
    return a, b


def _counts_agree(tile: DetectedTile, values: Values) -> tuple[bool, bool]:
    a, b = (half.count_agrees(value) for half, value in zip(tile.halves, values, strict=True))
    return a, b


def _is_certain(tile: DetectedTile, values: Values) -> bool:
    return tile.confidence(*values) >= SURE and all(_counts_agree(tile, values))


def _without_copies(tiles: Sequence[DetectedTile], plain: Sequence[Values], domino_set: DominoSet) -> list[Values]:
    """Name the uncertain tiles anew where they collide; `plain` holds the likeliest values of each tile alone."""
    chosen = list(plain)
    if len({Tile.of(*values) for values in plain}) == len(plain):
        return chosen  # every tile is its likeliest self already
    open_rows = [i for i, tile in enumerate(tiles) if not _is_certain(tile, plain[i])]
    open_rows.sort(key=lambda i: (tiles[i].quad.corners, tiles[i].halves[0].probs, tiles[i].halves[1].probs))
    taken = {Tile.of(*values) for i, values in enumerate(plain) if i not in set(open_rows)}
    names = [name for name in domino_set if name not in taken]
    lows, highs = [name.low for name in names], [name.high for name in names]
    cost = np.full((len(open_rows), len(names) + len(open_rows)), -2 * np.log(_NEVER))
    for row, i in enumerate(open_rows):
        joint = _joint(tiles[i], domino_set)
        joint = np.maximum(joint / max(joint.sum(), _NEVER), _NEVER)
        either_way = np.maximum(joint, joint.T)
        cost[row, : len(names)] = -np.log(either_way[lows, highs])
        # A column of the tile's own: to be a further copy of what it looks like most.
        cost[row, len(names) + row] = -np.log(joint[plain[i]] * SECOND_COPY_ODDS)
    for i, column in zip(open_rows, assign(cost), strict=True):
        if column < len(names):
            low, high = lows[column], highs[column]
            joint = _joint(tiles[i], domino_set)
            chosen[i] = (low, high) if joint[low, high] >= joint[high, low] else (high, low)
    return chosen


def _describe(tile: DetectedTile, values: Values, plain: Values, domino_set: DominoSet) -> ReadTile:
    confidence = tile.confidence(*values)
    doubts = [Doubt(DoubtCode.VALUE_TAKEN)] if Tile.of(*values) != Tile.of(*plain) else []
    for half, agrees in enumerate(_counts_agree(tile, values)):
        if not agrees:
            doubts.append(Doubt(DoubtCode.COUNT_DISAGREES, half))
    if confidence < SURE:
        doubts += _weak_parts(tile, values, domino_set, SURE)
    return ReadTile(*values, confidence, tile, tuple(doubts), _alternatives(tile, values, domino_set))


def _weak_parts(tile: DetectedTile, values: Values, domino_set: DominoSet, sure: float) -> Iterable[Doubt]:
    """Which of the three factors of a confidence below `sure` are to blame; the weakest always is.

    A half that cannot be told makes a tile look less like one, so the tile is only blamed as the weakest factor.
    """
    share = sure ** (1 / 3)
    probabilities = [half.probs[value] for half, value in zip(tile.halves, values, strict=True)]
    if tile.score <= min(probabilities):
        yield Doubt(DoubtCode.NOT_A_TILE)
    for index, (half, probability) in enumerate(zip(tile.halves, probabilities, strict=True)):
        if probability >= share:
            continue
        if half.probs[UNREADABLE] >= MOSTLY:
            yield Doubt(DoubtCode.UNREADABLE, index)
        elif sum(half.probs[domino_set.highest + 1 : HIGHEST_PIPS + 1]) >= MOSTLY:
            yield Doubt(DoubtCode.NOT_IN_SET, index)
        else:
            yield Doubt(DoubtCode.VALUE_UNSURE, index)


def _alternatives(tile: DetectedTile, values: Values, domino_set: DominoSet) -> tuple[tuple[int, int, float], ...]:
    joint = _joint(tile, domino_set)
    enough = COVERED * joint.sum()
    covered = joint[values]
    if covered >= enough:
        return ()
    found: list[tuple[int, int, float]] = []
    for a, b in (divmod(place, len(joint)) for place in np.argsort(-joint, axis=None, kind="stable").tolist()):
        if covered >= enough or len(found) == ALTERNATIVES or joint[a, b] < _NEVER:
            break
        if (a, b) != values:
            found.append((a, b, float(joint[a, b])))
            covered += joint[a, b]
    return tuple(found)


def _doubting(tile: ReadTile, code: DoubtCode) -> ReadTile:
    return tile if Doubt(code) in tile.doubts else replace(tile, doubts=(*tile.doubts, Doubt(code)))


def _claimed(tile: ReadTile, holders: Collection[int]) -> ReadTile:
    return _doubting(tile, DoubtCode.IN_TWO_HANDS) if len(holders) > 1 else tile


def _mark_copies(tiles: Sequence[ReadTile], copies: int) -> list[ReadTile]:
    there = Counter(tile.tile for tile in tiles)
    return [_doubting(tile, DoubtCode.DUPLICATE) if there[tile.tile] > copies else tile for tile in tiles]


def _warnings(observation: Observation, tiles: Sequence[ReadTile], domino_set: DominoSet) -> Iterable[Warning]:
    if not tiles:
        yield Warning(WarningCode.ONLY_FACE_DOWN if observation.face_down else WarningCode.NO_TILES)
    for tile in tiles:
        if Doubt(DoubtCode.DUPLICATE) in tile.doubts:
            yield Warning(WarningCode.DUPLICATE_TILE, tile.centre)
    beyond = sum(any(doubt.code is DoubtCode.NOT_IN_SET for doubt in tile.doubts) for tile in tiles)
    # A single tile beyond one of the larger sets is more likely misread than a sign of a still larger one.
    if beyond > 1 or (beyond and domino_set.highest < USUAL_HIGHEST):
        yield Warning(WarningCode.SET_TOO_SMALL)
