"""The use cases of tables, free of how they are asked for: see what lies there, from a photo or from an observation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from server.bridge import read_as
from server.seen_table import SeenTable, SeenTrain, TrainKind
from server.service import Image, Reader
from server.table_findings import with_findings
from server.table_known import Known
from server.table_layouts import layouts_worth_trying, without_odd_backs, without_slots
from server.table_merge import merge_photos
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
    domino_set, copies = known.domino_set, known.rules.copies
    seen, observation = observation, without_odd_backs(observation)
    layouts = layouts_worth_trying(observation, domino_set, known.engine)
    found = read_table(observation, layouts, domino_set, copies, known.engine)
    found = without_slots(found)
    reading = read_as(found.observation, domino_set, found.values, found.confidence, found.settled, copies)
    trains = seen_trains(found)
    if pixels is not None:
        trains = _with_markers(trains, seen, pixels)
    placed = {number for train in trains for number in train.tiles} | {found.engine}
    placed |= {number for row in found.layout.rows for number in row}
    loose = tuple(number for number in range(len(reading.tiles)) if number not in placed)
    table = SeenTable(reading, found.layout, found.engine, trains, found.layout.rows, loose, ())
    return with_findings(table, known.rules, known.engine, known.hands, known.doubtful)


def merged_table(photos: Sequence[tuple[Path, Image, Observation]], known: Known) -> TablePhoto:
    """Several photos of one table as one, in the places of the first; see `see_table` and `table_merge`.

    Raises:
        RequestError: when the photos share too few tiles, or contradict each other.
    """
    observations, names = [one for _, _, one in photos], [str(path) for path, _, _ in photos]
    merged = merge_photos(observations, known.domino_set, names).observation
    path, pixels, _ = photos[0]
    return TablePhoto(path, pixels, see_table(merged, known))


def _with_markers(trains: Sequence[SeenTrain], seen: Observation, pixels: Image) -> tuple[SeenTrain, ...]:
    """The trains with how likely a marker stands at their ends, looked for among all that was `seen`."""
    quads = [tile.quad.corners for tile in seen.tiles] + [back.quad.corners for back in seen.face_down]
    ends = [EndPlace(end.on, outward_half(quads[end.on], end.quad), end.quad) for train in trains for end in train.ends]
    odds = iter(marker_odds(pixels, quads, ends).tolist())
    found = [max((next(odds) for _ in train.ends), default=0.0) for train in trains]
    # Only personal trains are ever marked.
    return tuple(
        replace(train, marker=likely if train.kind is TrainKind.PERSONAL else 0.0)
        for train, likely in zip(trains, found, strict=True)
    )
