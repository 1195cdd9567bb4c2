"""Whether a photo that was taken for one of a hand shows a table, or the other way round."""

from __future__ import annotations

from engine.deals import COMMON_DEALS
from engine.presets import preset
from server.reading import Reading
from server.seen_table import SeenTable, TrainKind
from server.table_known import Known
from server.table_service import see_table
from server.table_sides import own_trains
from server.textfiles import DEFAULT_PRESET

FEWEST_TRAINS, FEWEST_TILES = 2, 2
"""Tiles of a hand may lie end to end, but not in so many trains of so many tiles away from one double."""


def looks_like_table(reading: Reading) -> bool:
    """Whether trains leave a double in the middle, or more tiles lie there than anybody is dealt from the set."""
    highest = reading.domino_set.highest
    if len(reading.tiles) > max(tiles for _, tiles in COMMON_DEALS[highest]):
        return True
    table = see_table(reading.observation, Known(preset(DEFAULT_PRESET, highest)))
    if table.engine_tile is None or not table.engine_tile.is_double:
        return False
    return sum(len(table.trains[index].tiles) >= FEWEST_TILES for index in own_trains(table)) >= FEWEST_TRAINS


def looks_like_hand(table: SeenTable) -> bool:
    """Whether no engine is to be seen among the tiles of a photo of a table, nor a train that starts with its value."""
    starts = table.engine is not None or any(train.kind is not TrainKind.APART for train in table.trains)
    return len(table.reading.tiles) > 1 and not starts
