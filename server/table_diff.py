"""What changed between two photos of one table: tiles laid, gone and moved, and what is in doubt.

Tiles are the same that lie where one lay, whatever the photos read; then those of equal value, wherever they lie. Of
what is left, much can be told by shape: a tile on which an old one lies was there before and was only overlooked, and
where a photo does not reach nothing can be missed. Hands are no part of the table: a tile from one that lies on a train
now was laid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from engine.tiles import Tile
from server.seen_table import SeenTable, TrainKind
from server.table_match import Glimpse, Match, Matrix, behind, match, moved
from server.table_state import WholeTrain, whole_trains
from vision.geometry import overlap_area, polygon_area, project
from vision.types import Point

SHARE = 0.5
"""This share of the tiles of the emptier table must be on the other one, too."""
CLASHES = 0.5
"""And for each of these at most so many places may show another tile."""
FEW_READ, PLACES = 4, 0.7
"""Where hardly a value can be read, so many tiles and this share of all places that fit will do, too."""
TAKEN = 0.35
"""Share of a tile that lies on what another photo shows there, from which on it is no new one."""


class ChangeDoubt(StrEnum):
    """What cannot be told, or should be looked at."""

    OVERLOOKED_BEFORE = "overlooked_before"
    """An old tile lies on it, so it was there already."""
    OVERLOOKED_AFTER = "overlooked_after"
    """What lay on it is still there, so it is hidden or was missed."""
    NOT_IN_VIEW_BEFORE = "not_in_view_before"
    NOT_IN_VIEW_AFTER = "not_in_view_after"
    """The other photo does not show its place."""
    READ_OTHERWISE = "read_otherwise"
    """It lies where it lay, and the photos read different values, not both surely."""
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


def diff(before: SeenTable, after: SeenTable) -> TableDiff | None:
    """What changed from one photo to the other, taken from any place; None when they do not show the same table."""
    found = match(_glimpses(after), _glimpses(before))
    if found is None or not _is_same_table(found, before, after):
        return None
    return _Changes(before, after, found).told()


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

    def __init__(self, before: SeenTable, after: SeenTable, found: Match) -> None:
        self.before, self.after, self.found = before, after, found
        self.places_before, self.places_after = _places(before), _places(after)
        self.old: dict[int, int] = {pair.first: pair.second for pair in found.pairs}
        self.new: dict[int, int] = {pair.second: pair.first for pair in found.pairs}
        self.elsewhere = self._elsewhere()

    def told(self) -> TableDiff:
        """All changes, laid tiles in the order in which they lie on each other."""
        doubts = list(self._exchanged())
        laid, gone, moved_tiles = [], [], []
        were, are = _on_table(self.before), _on_table(self.after)
        lying = [number for number in self.after.loose if number not in are]
        for number in (*_in_order(self.after), *lying):
            before = self.elsewhere.get(number)
            if number in self.old or (number in lying and before not in were):
                continue
            if before is not None and before in were:
                moved_tiles.append(self._moved(before, number))
            elif (doubt := self._why_not_laid(number, before)) is not None:
                doubts.append(doubt)
            else:
                laid.append(self._laid(number, before))
                doubts += self._unsure(laid[-1].sure, laid[-1].tile, before, number)
        kept = {before: number for number, before in self.elsewhere.items()}
        for number in _in_order(self.before):
            if number in self.new or kept.get(number) in (*are, *lying):
                continue
            if (doubt := self._why_not_gone(number)) is not None:
                doubts.append(doubt)
                continue
            read = self.before.reading.tiles[number]
            place = self.places_before.get(number)
            gone.append(Gone(number, read.tile, None if place is None else place.train, number in kept))
            doubts += self._unsure(read.sure, read.tile, number, None)
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

    def _exchanged(self) -> Iterator[Doubtful]:
        on_table = _on_table(self.after)
        for pair in self.found.pairs:
            if not pair.same and pair.first in on_table:
                now, then = self.after.reading.tiles[pair.first], self.before.reading.tiles[pair.second]
                both = now.sure and then.sure
                code = ChangeDoubt.EXCHANGED if both else ChangeDoubt.READ_OTHERWISE
                yield Doubtful(code, now.tile, pair.second, pair.first)

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

    def _why_not_laid(self, number: int, before: int | None) -> Doubtful | None:
        tile = self.after.reading.tiles[number].tile
        if before is None and self._carries(number, self.places_after, self.old):
            return Doubtful(ChangeDoubt.OVERLOOKED_BEFORE, tile, None, number)
        back = _inverse(self.found.to_first)
        if before is None and not _in_view(back, self.after, number, self.before, self.found.pairs[0].first):
            return Doubtful(ChangeDoubt.NOT_IN_VIEW_BEFORE, tile, None, number)
        if _is_taken(back, self.after, number, self.before):
            return Doubtful(ChangeDoubt.PLACE_TAKEN, tile, before, number)
        return None

    def _why_not_gone(self, number: int) -> Doubtful | None:
        tile = self.before.reading.tiles[number].tile
        if self._carries(number, self.places_before, self.new):
            return Doubtful(ChangeDoubt.OVERLOOKED_AFTER, tile, number, None)
        if not _in_view(self.found.to_first, self.before, number, self.after, self.found.pairs[0].second):
            return Doubtful(ChangeDoubt.NOT_IN_VIEW_AFTER, tile, number, None)
        if _is_taken(self.found.to_first, self.before, number, self.after):
            return Doubtful(ChangeDoubt.PLACE_TAKEN, tile, number, None)
        return None

    def _carries(self, number: int, places: Mapping[int, _Place], known: Mapping[int, int]) -> bool:
        """Whether a tile that is in both photos lies on this one, or on what lies on it."""
        waiting = list(places[number].under) if number in places else []
        while waiting:
            one = waiting.pop()
            if one in known:
                return True
            waiting += places[one].under
        return False

    def _touching_nothing(self) -> Iterator[Doubtful]:
        were, are = _on_table(self.before), _on_table(self.after)
        for number in self.after.loose:
            tile, before = self.after.reading.tiles[number].tile, self.elsewhere.get(number)
            if number not in self.old and number not in are and before not in were:
                touches = Doubtful(ChangeDoubt.TOUCHES_NOTHING, tile, before, number)
                yield self._why_not_laid(number, before) or touches

    def _unsure(self, sure: bool, tile: Tile, before: int | None, after: int | None) -> Sequence[Doubtful]:
        return () if sure else (Doubtful(ChangeDoubt.UNSURE, tile, before, after),)


def _inverse(matrix: Matrix) -> Matrix:
    a, b, c = (tuple(row) for row in np.linalg.inv(np.array(matrix)).tolist())
    return a, b, c


def _in_view(to_other: Matrix, here: SeenTable, number: int, there: SeenTable, shared: int) -> bool:
    """Whether the other photo shows the place of a tile whole; `shared` is one that both show."""
    corners = here.reading.tiles[number].detection.quad.corners
    anchor: Point = here.reading.tiles[shared].centre
    if any(behind(to_other, corner, anchor) for corner in corners):
        return False
    width, height = there.reading.observation.image_size
    return all(0 <= x < width and 0 <= y < height for x, y in (moved(to_other, corner) for corner in corners))


def _is_taken(to_other: Matrix, here: SeenTable, number: int, there: SeenTable) -> bool:
    """Whether the other photo shows a tile, face up or down, where this one lies in part."""
    seen = there.reading.observation
    others = [tile.quad.corners for tile in seen.tiles] + [back.quad.corners for back in seen.face_down]
    if not others:
        return False
    corners = np.array([moved(to_other, corner) for corner in here.reading.tiles[number].detection.quad.corners])
    shared = overlap_area(np.broadcast_to(corners, (len(others), 4, 2)), np.array(others))
    return bool(shared.max() >= TAKEN * float(polygon_area(corners)))
