"""Faults of players, planted on a table with known chances: other values on tiles that stay where they lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

from datasets.layouts import Rng
from datasets.pips import MAX_VALUE
from datasets.table_trains import ENGINE
from datasets.tables import LaidTable

ENDS_DIFFER, DUPLICATE = "ENDS_DIFFER", "DUPLICATE_TILE"
NOT_FROM_ENGINE, NOT_IN_SET = "TRAIN_NOT_FROM_ENGINE", "TILE_NOT_IN_SET"

Chances = tuple[tuple[str, float], ...]
"""Codes of faults and how likely each is."""

CHANCES: Chances = (
    (ENDS_DIFFER, 0.35),
    (ENDS_DIFFER, 0.1),
    (DUPLICATE, 0.2),
    (NOT_FROM_ENGINE, 0.08),
    (NOT_IN_SET, 0.05),
)
"""Which faults are tried, and how likely; rarely a table has no tile for one."""
BOTH = 0.25
"""Of the tiles whose ends differ, so many have two wrong values and fit at neither side."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and at which tile."""

    code: str
    tile: int


@dataclass(frozen=True, slots=True)
class Place:
    """A tile of a train that is no double: half towards the start, tile it lies on, and those that lie on it."""

    tile: int
    inner: int
    on: int | None
    at_engine: bool
    followed: tuple[int, ...]


def with_faults(rng: Rng, laid: LaidTable, chances: Chances = CHANCES) -> tuple[LaidTable, tuple[Fault, ...]]:
    """The table with some tiles replaced, and what is wrong with it now.

    No two faults lie at tiles that touch, and a tile that replaces another lies nowhere else, but for the duplicates.
    """
    faults: list[Fault] = []
    for code, chance in chances:
        wanted = rng.random() < chance
        kept = {tile for fault in faults for tile in concerned(laid, fault)}
        places = [p for p in _places(laid) if _suits(p, code, laid) and p.tile not in kept and not _near(p, faults)]
        if not wanted or not places:
            continue
        for number in rng.permutation(len(places)).tolist():
            place = places[number]
            pair = _wrong(rng, laid, place, code)
            if pair is not None:
                laid = _replaced(laid, place, pair)
                faults.append(Fault(code, place.tile))
                break
    return laid, tuple(faults)


def concerned(laid: LaidTable, fault: Fault) -> frozenset[int]:
    """The tiles that somebody has to read to see a fault."""
    if fault.code == DUPLICATE:
        pair = set(laid.values[fault.tile])
        return frozenset(tile for tile in _chained(laid) if set(laid.values[tile]) == pair)
    before = (place.on if place.on is not None else 0 for place in _places(laid) if place.tile == fault.tile)
    return frozenset({fault.tile} if fault.code == NOT_IN_SET else {fault.tile, *before})


def _chained(laid: LaidTable) -> list[int]:
    return [tile for train in laid.trains for tile, _, _ in train.links]


def _places(laid: LaidTable) -> Iterator[Place]:
    for train in laid.trains:
        for place, (tile, inner, on) in enumerate(train.links):
            if inner is not None and laid.values[tile][0] != laid.values[tile][1]:
                after = tuple(number for number, _, below in train.links if below == place)
                before = None if on == ENGINE else train.links[on][0]
                yield Place(tile, inner, before, on == ENGINE and train.starts_at_engine, after)


def _suits(place: Place, code: str, laid: LaidTable) -> bool:
    """Whether a tile may have this fault: in the middle, at the end, or at the engine."""
    if code == ENDS_DIFFER:
        return place.on is not None
    if code == NOT_FROM_ENGINE:
        return place.at_engine
    return not place.followed and (code == DUPLICATE or laid.highest < MAX_VALUE)


def _near(place: Place, faults: list[Fault]) -> bool:
    return bool({fault.tile for fault in faults} & {place.tile, place.on, *place.followed})


def _wrong(rng: Rng, laid: LaidTable, place: Place, code: str) -> tuple[int, int] | None:
    """Other values for a tile, inner and outer; None where there are none."""
    inner, outer = laid.values[place.tile][place.inner], laid.values[place.tile][1 - place.inner]
    used = {tuple(sorted(pair)) for pair in laid.values}
    unused = [pair for pair in combinations_with_replacement(range(laid.highest + 1), 2) if pair not in used]
    found: list[tuple[int, int]]
    if code == DUPLICATE:
        others = [laid.values[tile] for tile in _chained(laid) if tile != place.tile]
        found = [(inner, a + b - inner) for a, b in others if a != b and inner in (a, b)]
    elif code == NOT_IN_SET:
        found = [(inner, value) for value in range(laid.highest + 1, MAX_VALUE + 1)]
    else:
        both = code == ENDS_DIFFER and bool(place.followed) and rng.random() < BOTH
        turned = [*unused, *((b, a) for a, b in unused)]
        found = [
            (a, b)
            for a, b in turned
            if a != b and a != inner and ((b not in (outer, inner)) if both else b == outer)
        ]  # fmt: skip
    return found[int(rng.integers(len(found)))] if found else None


def _replaced(laid: LaidTable, place: Place, pair: tuple[int, int]) -> LaidTable:
    values = list(laid.values)
    values[place.tile] = pair if place.inner == 0 else (pair[1], pair[0])
    return replace(laid, values=tuple(values))
