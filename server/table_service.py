"""The use cases of tables, free of how they are asked for: see what lies there, from a photo or from an observation."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.presets import PRESETS
from engine.rules import Rules
from engine.tiles import DominoSet, Tile
from server.bridge import read_as
from server.seen_table import SeenTable, SeenTrain, TrainKind
from server.service import Image, Reader
from server.table_findings import with_findings
from server.table_layouts import layouts_worth_trying, without_odd_backs, without_slots
from server.table_merge import merge_photos
from server.table_reading import read_table
from server.table_trains import seen_trains
from vision import image
from vision.markers import EndPlace, marker_odds, outward_half
from vision.types import Observation

USUAL_RULES = "puremco"
"""The preset by which a table is looked at when nobody says what is played."""


@dataclass(frozen=True, slots=True)
class TablePhoto:
    """A photo of a table that was read, upright, with its pixels."""

    path: Path
    pixels: Image
    table: SeenTable


def read_table_photo(
    reader: Reader,
    path: Path,
    domino_set: DominoSet,
    *,
    rules: Rules | None = None,
    engine_value: int | None = None,
    hands: Sequence[Sequence[Tile]] = (),
    doubtful: Collection[Tile] = (),
) -> TablePhoto:
    """Load the photo of a table and see what lies there; see `see_table`.

    Raises:
        vision.errors.ImageError: when the file is missing, broken, too large or no picture.
    """
    pixels = image.load(path)
    seen = see_table(
        reader.read(pixels),
        domino_set,
        rules=rules,
        engine_value=engine_value,
        hands=hands,
        doubtful=doubtful,
        pixels=pixels,
    )
    return TablePhoto(path, pixels, seen)


def see_table(
    observation: Observation,
    domino_set: DominoSet,
    *,
    rules: Rules | None = None,
    engine_value: int | None = None,
    hands: Sequence[Sequence[Tile]] = (),
    doubtful: Collection[Tile] = (),
    pixels: Image | None = None,
) -> SeenTable:
    """The table that was observed: every tile with its values, the trains, and what is wrong.

    `rules` are those of the game, the usual ones if nobody says; the set is `domino_set` in any case. `engine_value` is
    the value of this round's engine where it is known, `hands` the tiles of all players where these are, and
    `doubtful` those of them that were not read surely. With the `pixels` of the photo markers are looked for.
    """
    played = (rules or PRESETS[USUAL_RULES]).change(highest=domino_set.highest)
    seen, observation = observation, without_odd_backs(observation)
    layouts = layouts_worth_trying(observation, domino_set, engine_value)
    found = read_table(observation, layouts, domino_set, played.copies, engine_value)
    found = without_slots(found)
    reading = read_as(found.observation, domino_set, found.values, found.confidence, found.settled, played.copies)
    trains = seen_trains(found)
    if pixels is not None:
        trains = _with_markers(trains, seen, pixels)
    placed = {number for train in trains for number in train.tiles} | {found.engine}
    placed |= {number for row in found.layout.rows for number in row}
    loose = tuple(number for number in range(len(reading.tiles)) if number not in placed)
    table = SeenTable(reading, found.layout, found.engine, trains, found.layout.rows, loose, ())
    return with_findings(table, played, engine_value, hands, doubtful)


def merged_table(
    photos: Sequence[tuple[Path, Image, Observation]],
    domino_set: DominoSet,
    *,
    rules: Rules | None = None,
    engine_value: int | None = None,
    hands: Sequence[Sequence[Tile]] = (),
    doubtful: Collection[Tile] = (),
) -> TablePhoto:
    """Several photos of one table as one, in the places of the first; see `see_table` and `table_merge`.

    Raises:
        RequestError: when the photos share too few tiles, or contradict each other.
    """
    merged = merge_photos([one for _, _, one in photos], domino_set, [str(path) for path, _, _ in photos]).observation
    path, pixels, _ = photos[0]
    return TablePhoto(
        path,
        pixels,
        see_table(merged, domino_set, rules=rules, engine_value=engine_value, hands=hands, doubtful=doubtful),
    )


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
