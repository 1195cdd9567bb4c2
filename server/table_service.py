"""The use cases of tables, free of how they are asked for: see what lies there, from a photo or from an observation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.presets import PRESETS
from engine.rules import Rules
from engine.tiles import DominoSet, Tile
from server.bridge import read_as
from server.seen_table import SeenTable
from server.service import Image, Reader
from server.table_findings import with_findings
from server.table_layouts import layouts_worth_trying, without_odd_backs
from server.table_reading import read_table
from server.table_trains import seen_trains
from vision import image
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
) -> TablePhoto:
    """Load the photo of a table and see what lies there; see `see_table`.

    Raises:
        vision.errors.ImageError: when the file is missing, broken, too large or no picture.
    """
    pixels = image.load(path)
    seen = see_table(
        reader.read(pixels), domino_set, rules=rules, engine_value=engine_value, hands=hands, pixels=pixels
    )
    return TablePhoto(path, pixels, seen)


def see_table(
    observation: Observation,
    domino_set: DominoSet,
    *,
    rules: Rules | None = None,
    engine_value: int | None = None,
    hands: Sequence[Sequence[Tile]] = (),
    pixels: Image | None = None,
) -> SeenTable:
    """The table that was observed: every tile with its values, the trains, and what is wrong.

    `rules` are those of the game, the usual ones if nobody says; the set is `domino_set` in any case. `engine_value` is
    the value of this round's engine where it is known, `hands` the tiles of all players where these are. With the
    `pixels` of the photo markers are looked for.
    """
    played = (rules or PRESETS[USUAL_RULES]).change(highest=domino_set.highest)
    observation = without_odd_backs(observation)
    layouts = layouts_worth_trying(observation, domino_set, engine_value)
    found = read_table(observation, layouts, domino_set, played.copies, engine_value)
    reading = read_as(observation, domino_set, found.values, found.confidence, found.settled, played.copies)
    trains = seen_trains(found)
    placed = {number for train in trains for number in train.tiles} | {found.engine}
    placed |= {number for row in found.layout.rows for number in row}
    loose = tuple(number for number in range(len(reading.tiles)) if number not in placed)
    table = SeenTable(reading, found.layout, found.engine, trains, found.layout.rows, loose, ())
    return with_findings(table, played, engine_value, hands)
