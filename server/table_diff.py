"""What changed between two photos of one table: tiles laid, gone and moved, and what is in doubt.

Tiles are the same that lie where one lay, whatever the photos read; then those of equal value, wherever they lie. Of
what is left a tile was laid where the photo BEFORE shows bare table, and is gone where the photo AFTER does. One on
which an old one lies, or that looks the same in both photos, was there all the time and was only overlooked; what is
hidden or out of view afterwards is no news. Hands are no part of the table: a tile from one that lies on a train now
was laid.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from engine.tiles import Tile
from server.diff_places import Sight, View, sight
from server.seen_table import SeenTable, TrainKind
from server.service import Image
from server.table_match import Glimpse, Match, inverse, match
from server.table_state import WholeTrain, whole_trains
from vision.geometry import project

SHARE = 0.5
"""This share of the tiles of the emptier table must be on the other one, too."""
CLASHES = 0.5
"""And for each of these at most so many places may show another tile."""
FEW_READ, PLACES = 4, 0.7
"""Where hardly a value can be read, so many tiles and this share of all places that fit will do, too."""


class ChangeDoubt(StrEnum):
    """What cannot be told, or should be looked at."""

    NOT_IN_VIEW = "not_in_view"
    """It is new, and the photo BEFORE does not reach so far."""
    HIDDEN = "hidden"
    """It is new, and something hid its place in the photo BEFORE."""
    READ_OTHERWISE = "read_otherwise"
    """Something was laid on it, and the photos read different values of it, not both surely."""
    EXCHANGED = "exchanged"
    """At one place, both photos surely show different tiles."""
    PLACE_TAKEN = "place_taken"
    """Where one photo shows it, the other shows something else, or the same tiles cut up in another way."""
    UNSURE = "unsure"
    """It was laid or is gone, and was not read surely."""
    TOUCHES_NOTHING = "touches_nothing"
    """It is new on the table, and on no train."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile that was laid: its number in the photo AFTER, and how it lies.

    `train`: index of its train there, None for a tile that touches none; `on`: the number of the tile that it lies on,
    the engine's for the first of a train, None where it lies on nothing. `inner` and `outer`: its values. `from_hand`:
    BEFORE shows it apart from the trains.
    """

    number: int
    tile: Tile
    train: int | None
    on: int | None
    inner: int
    outer: int
    from_hand: bool
    sure: bool


@dataclass(frozen=True, slots=True)
class Gone:
    """A tile that was on the table: its number in BEFORE, its train there, and whether it lies apart now."""

    number: int
    tile: Tile
    train: int | None
    to_hand: bool


@dataclass(frozen=True, slots=True)
class Moved:
    """A tile that lies elsewhere: its numbers, how far it went in tile lengths, whether it lies on the same tile."""

    before: int
    after: int
    tile: Tile
    lengths: float
    same_place_in_train: bool


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A doubt about a tile, with its numbers in the photos that show it."""

    code: ChangeDoubt
    tile: Tile
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class TableDiff:
    """What changed. `match` has AFTER as its first photo, so that places of both can be shown there."""

    match: Match
    laid: tuple[Laid, ...]
    gone: tuple[Gone, ...]
    moved: tuple[Moved, ...]
    doubts: tuple[Doubtful, ...]

    @property
    def bumped(self) -> int:
        """How many tiles lie a little beside where they lay: further than tiles are measured wrong."""
        return sum(pair.same and pair.apart > 0.15 for pair in self.match.pairs)


def diff(before: SeenTable, after: SeenTable, pixels: tuple[Image, Image] | None = None) -> TableDiff | None:
    """What changed from one photo to the other, taken from any place; None when they do not show the same table.

    With the `pixels` of both photos (each (H, W, 3) RGB uint8), BEFORE first, places are looked at again where only one
    of them has a tile; without, all places are taken to be bare at which none was read.
    """
    found = match(_glimpses(after), _glimpses(before))
    if found is None or not _is_same_table(found, before, after):
        return None
    then, now = (None, None) if pixels is None else pixels
    return _Changes(View(before, then), View(after, now), found).told()


def _glimpses(table: SeenTable) -> list[Glimpse]:
    return [Glimpse.of(tile.detection.quad, tile.a, tile.b, tile.sure) for tile in table.reading.tiles]


def _is_same_table(found: Match, before: SeenTable, after: SeenTable) -> bool:
    fewer = min(len(_on_table(before)), len(_on_table(after)))
    if fewer < 2:
        return found.agreeing >= fewer
    agreeing = found.agreeing
    if agreeing >= FEW_READ and not found.clashes and len(found.pairs) >= PLACES * fewer:
        return True
    return agreeing >= max(2, SHARE * fewer) and found.clashes <= CLASHES * agreeing


def _on_table(table: SeenTable) -> set[int]:
    """The tiles that are no part of a hand, and do not lie apart from all trains."""
    tiles = {number for train in table.trains for number in train.tiles}
    return tiles if table.engine is None else {*tiles, table.engine}


def _in_order(table: SeenTable) -> Iterator[int]:
    """The same tiles, each after the one that it lies on."""
    if table.engine is not None:
        yield table.engine
    for whole in whole_trains(table):
        yield from whole.tiles


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a tile of a train is: the index of the train, the tile that it lies on, the tiles that lie on it."""

    train: int
    on: int | None
    under: tuple[int, ...]
    inner: int
    outer: int


def _places(table: SeenTable) -> dict[int, _Place]:
    """The place of each tile of a train."""
    found: dict[int, _Place] = {}
    for whole in whole_trains(table):
        at = {number: index for index, train in enumerate(table.trains) for number in train.tiles}
        for position, (number, placed) in enumerate(zip(whole.tiles, whole.placed, strict=True)):
            on = whole.tiles[placed.on] if placed.on >= 0 else _start(table, whole)
            under = tuple(other for other, one in zip(whole.tiles, whole.placed, strict=True) if one.on == position)
            found[number] = _Place(at[number], on, under, placed.inner, placed.outer)
    return found


def _start(table: SeenTable, whole: WholeTrain) -> int | None:
    return table.engine if whole.kind is TrainKind.PERSONAL else None


class _Changes:
    """The comparison of two tables while it is made."""

    def __init__(self, then: View, now: View, found: Match) -> None:
        self.then, self.now, self.found = then, now, found
        self.before, self.after = then.table, now.table
        self.places_before, self.places_after = _places(self.before), _places(self.after)
        self.old: dict[int, int] = {pair.first: pair.second for pair in found.pairs}
        self.new: dict[int, int] = {pair.second: pair.first for pair in found.pairs}
        self.elsewhere = self._elsewhere()

    def told(self) -> TableDiff:
        """All changes, laid tiles in the order in which they lie on each other."""
        doubts: list[Doubtful] = []
        laid, moved_tiles = [], []
        were, are = _on_table(self.before), _on_table(self.after)
        lying = [number for number in self.after.loose if number not in are]
        for number in (*_in_order(self.after), *lying):
            before = self.elsewhere.get(number)
            if number in self.old or (number in lying and before not in were) or self._was_there(number):
                continue
            if before is not None and before in were:
                moved_tiles.append(self._moved(before, number))
            elif (code := self._why_not_laid(number, before)) is not None:
                doubts.append(Doubtful(code, self.after.reading.tiles[number].tile, before, number))
            else:
                laid.append(self._laid(number, before))
                doubts += self._unsure(laid[-1].sure, laid[-1].tile, before, number)
        kept = {before: number for number, before in self.elsewhere.items()}
        gone = []
        for number in _in_order(self.before):
            if number in self.new or kept.get(number) in (*are, *lying) or self._carries(number):
                continue
            read = self.before.reading.tiles[number]
            seen = self._sight_after(number)
            if seen is Sight.TAKEN:
                doubts.append(Doubtful(ChangeDoubt.PLACE_TAKEN, read.tile, number, None))
            elif seen is Sight.BARE:
                place = self.places_before.get(number)
                gone.append(Gone(number, read.tile, None if place is None else place.train, number in kept))
                doubts += self._unsure(read.sure, read.tile, number, None)
        doubts += self._read_otherwise({one.on for one in laid})
        doubts += self._touching_nothing()
        return TableDiff(self.found, tuple(laid), tuple(gone), tuple(moved_tiles), tuple(doubts))

    def _elsewhere(self) -> dict[int, int]:
        """Tiles without a partner at their place, by value: number in AFTER -> number in BEFORE."""
        left: dict[Tile, list[int]] = {}
        for number, read in enumerate(self.before.reading.tiles):
            if number not in self.new:
                left.setdefault(read.tile, []).append(number)
        found = {}
        for number, read in enumerate(self.after.reading.tiles):
            if number not in self.old and left.get(read.tile):
                found[number] = left[read.tile].pop(0)
        return found

    def _read_otherwise(self, below: Collection[int | None]) -> Iterator[Doubtful]:
        """Tiles that lie at one place and were read differently: those `below` a new one, and those read surely."""
        on_table = _on_table(self.after)
        for pair in self.found.pairs:
            if not pair.same and pair.first in on_table:
                now, then = self.after.reading.tiles[pair.first], self.before.reading.tiles[pair.second]
                if now.sure and then.sure:
                    yield Doubtful(ChangeDoubt.EXCHANGED, now.tile, pair.second, pair.first)
                elif pair.first in below:
                    yield Doubtful(ChangeDoubt.READ_OTHERWISE, now.tile, pair.second, pair.first)

    def _laid(self, number: int, before: int | None) -> Laid:
        read = self.after.reading.tiles[number]
        place = self.places_after.get(number)
        if place is None:  # an engine where there was none
            return Laid(number, read.tile, None, None, read.a, read.b, before is not None, read.sure)
        return Laid(number, read.tile, place.train, place.on, place.inner, place.outer, before is not None, read.sure)

    def _moved(self, before: int, after: int) -> Moved:
        then, now = self.places_before.get(before), self.places_after.get(after)
        on = (None, None) if then is None or now is None else (then.on, now.on)
        same = on[0] is not None and on[1] is not None and self._is(on[0], on[1])
        return Moved(before, after, self.after.reading.tiles[after].tile, self._far(before, after), same)

    def _is(self, before: int, after: int) -> bool:
        return self.old.get(after, self.elsewhere.get(after)) == before

    def _far(self, before: int, after: int) -> float:
        above = np.array(self.found.above)
        then = project(above @ np.array(self.found.to_first), np.array(self.before.reading.tiles[before].centre))
        now = project(above, np.array(self.after.reading.tiles[after].centre))
        return float(np.linalg.norm(then - now))

    def _was_there(self, number: int) -> bool:
        """Whether a tile of AFTER was there all the time, and BEFORE only overlooked it."""
        if self.elsewhere.get(number) is None and _lies_below(number, self.places_after, self.old):
            return True
        return self._sight_before(number) is Sight.SAME

    def _carries(self, number: int) -> bool:
        """Whether a tile of BEFORE is there still, since something lies on it that is."""
        return _lies_below(number, self.places_before, self.new)

    def _why_not_laid(self, number: int, before: int | None) -> ChangeDoubt | None:
        match self._sight_before(number):
            case Sight.TAKEN:
                return ChangeDoubt.PLACE_TAKEN
            case Sight.OUTSIDE if before is None:
                return ChangeDoubt.NOT_IN_VIEW
            case Sight.HIDDEN if before is None:
                return ChangeDoubt.HIDDEN
        return None

    def _sight_before(self, number: int) -> Sight:
        return sight(number, self.now, self.then, inverse(self.found.to_first), self.found.pairs[0].first)

    def _sight_after(self, number: int) -> Sight:
        return sight(number, self.then, self.now, self.found.to_first, self.found.pairs[0].second)

    def _touching_nothing(self) -> Iterator[Doubtful]:
        were, are = _on_table(self.before), _on_table(self.after)
        for number in self.after.loose:
            before = self.elsewhere.get(number)
            new = number not in self.old and number not in are and before not in were
            if new and self._sight_before(number) is Sight.BARE:
                yield Doubtful(ChangeDoubt.TOUCHES_NOTHING, self.after.reading.tiles[number].tile, before, number)

    def _unsure(self, sure: bool, tile: Tile, before: int | None, after: int | None) -> Sequence[Doubtful]:
        return () if sure else (Doubtful(ChangeDoubt.UNSURE, tile, before, after),)


def _lies_below(number: int, places: Mapping[int, _Place], known: Mapping[int, int]) -> bool:
    """Whether a tile that is in both photos lies on this one, or on what lies on it."""
    waiting = list(places[number].under) if number in places else []
    while waiting:
        one = waiting.pop()
        if one in known:
            return True
        waiting += places[one].under
    return False
