"""The use cases of tables, free of how they are asked for: see what lies there, from a photo or from an observation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from server.bridge import read_as
from server.seen_table import OpenEnd, SeenTable, SeenTrain, TrainKind
from server.service import Image, Reader
from server.table_findings import with_findings
from server.table_known import Known
from server.table_layouts import layouts_worth_trying, without_odd_backs, without_slots
from server.table_match import Matrix, inverse, moved
from server.table_merge import IDENTITY, merge_photos
from server.table_reading import read_table
from server.table_trains import seen_trains
from vision import image
from vision.markers import EndPlace, marker_odds, outward_half
from vision.types import Observation


@dataclass(frozen=True, slots=True)
class TablePhoto:
    """A photo of a table that was read, upright, with its pixels."""

    path: Path
    pixels: Image
    table: SeenTable


def read_table_photo(reader: Reader, path: Path, known: Known) -> TablePhoto:
    """Load the photo of a table and see what lies there; see `see_table`.

    Raises:
        vision.errors.ImageError: when the file is missing, broken, too large or no picture.
    """
    pixels = image.load(path)
    return TablePhoto(path, pixels, see_table(reader.read(pixels), known, pixels))


def see_table(observation: Observation, known: Known, pixels: Image | None = None) -> SeenTable:
    """The table that was observed: every tile with its values, the trains, and what is wrong.

    With the `pixels` of the photo (H, W, 3) markers are looked for.
    """
    own = {number: number for number in range(len(observation.tiles))}
    return _seen(observation, known, () if pixels is None else (_Look(pixels, observation, own, IDENTITY),))


@dataclass(frozen=True, slots=True)
class _Look:
    """A photo in which markers are looked for: its pixels, all that was seen there, the numbers there of tiles of the
    table, and what takes pixels of the table to its own."""

    pixels: Image
    observation: Observation
    numbers: Mapping[int, int]
    from_table: Matrix


def _seen(observation: Observation, known: Known, looks: Sequence[_Look]) -> SeenTable:
    domino_set, copies = known.domino_set, known.rules.copies
    observation = without_odd_backs(observation)
    layouts = layouts_worth_trying(observation, domino_set, known.engine)
    found = read_table(observation, layouts, domino_set, copies, known.engine)
    found = without_slots(found)
    reading = read_as(found.observation, domino_set, found.values, found.confidence, found.settled, copies)
    trains = seen_trains(found)
    if looks:
        trains = _with_markers(trains, looks)
    placed = {number for train in trains for number in train.tiles} | {found.engine}
    placed |= {number for row in found.layout.rows for number in row}
    loose = tuple(number for number in range(len(reading.tiles)) if number not in placed)
    table = SeenTable(reading, found.layout, found.engine, trains, found.layout.rows, loose, ())
    return with_findings(table, known.rules, known.engine, known.hands, known.doubtful, known.players)


def merged_table(photos: Sequence[tuple[Path, Image, Observation]], known: Known) -> TablePhoto:
    """Several photos of one table as one, in the places of the first; see `see_table` and `table_merge`.

    Raises:
        RequestError: when the photos share too few tiles, or contradict each other.
    """
    observations, names = [one for _, _, one in photos], [str(path) for path, _, _ in photos]
    merged = merge_photos(observations, known.domino_set, names)
    looks = []
    for photo, ((_, pixels, observation), to_first) in enumerate(zip(photos, merged.to_first, strict=True)):
        numbers = {tile: at for tile, seen in enumerate(merged.sources) for shown, at in seen if shown == photo}
        looks.append(_Look(pixels, observation, numbers, inverse(to_first)))
    path, pixels, _ = photos[0]
    return TablePhoto(path, pixels, _seen(merged.observation, known, looks))


def _with_markers(trains: Sequence[SeenTrain], looks: Sequence[_Look]) -> tuple[SeenTrain, ...]:
    """The trains with how likely a marker stands at their ends, by the photo that speaks most for one.

    Only personal trains are ever marked.
    """
    found = [0.0] * len(trains)
    personal = [(index, train) for index, train in enumerate(trains) if train.kind is TrainKind.PERSONAL]
    for look in looks:
        ends = [(index, end) for index, train in personal for end in train.ends if end.on in look.numbers]
        for (index, _), likely in zip(ends, _marker_odds(look, [end for _, end in ends]), strict=True):
            found[index] = max(found[index], likely)
    return tuple(replace(train, marker=likely) for train, likely in zip(trains, found, strict=True))


def _marker_odds(look: _Look, ends: Sequence[OpenEnd]) -> list[float]:
    """How likely a marker stands at each of these ends, by what one photo shows there."""
    seen = look.observation
    quads = [tile.quad.corners for tile in seen.tiles] + [back.quad.corners for back in seen.face_down]
    places = []
    for end in ends:
        a, b, c, d = (moved(look.from_table, corner) for corner in end.quad)
        number = look.numbers[end.on]
        places.append(EndPlace(number, outward_half(quads[number], (a, b, c, d)), (a, b, c, d)))
    return [float(likely) for likely in marker_odds(look.pixels, quads, places)]
