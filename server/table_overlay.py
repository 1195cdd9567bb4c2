"""Pictures of tables that were read: trains, ends and findings drawn on the photo, or what was laid since another."""

from __future__ import annotations

from pathlib import Path

from engine.audit import Severity
from server.diff_words import changes_title
from server.folders import put_picture
from server.overlay import as_jpeg
from server.reading import ReadTile
from server.seen_table import SeenTable, SeenTrain, TrainKind
from server.table_diff import TableDiff
from server.table_report import MARKED
from server.table_service import TablePhoto
from server.table_words import short_name, table_title
from vision.draw import Mark
from vision.draw_table import TrainMark, table_overlay
from vision.image import Image


def write_table_overlay(folder: Path, photo: TablePhoto) -> Path:
    """Draw the table on its photo, write the picture as JPEG, and say where it is.

    Raises:
        RequestError: when the file cannot be written.
    """
    return put_picture(folder, photo.path, "table", as_jpeg(draw_table(photo.pixels, photo.table)))


def draw_table(pixels: Image, table: SeenTable) -> Image:
    """The photo (H, W, 3) RGB uint8 with its tiles, trains and findings, and a line about them above."""
    reading = table.reading
    wrong = [
        reading.tiles[number].centre
        for finding in table.findings
        if finding.severity is Severity.ERROR
        for number in finding.numbers
    ]
    return table_overlay(
        pixels,
        [_mark(tile) for tile in reading.tiles],
        [tile.quad for tile in reading.observation.face_down],
        [_train(table, index, train) for index, train in enumerate(table.trains)],
        list(dict.fromkeys(wrong)),
        table_title(table),
    )


def write_changes_overlay(folder: Path, photo: TablePhoto, changes: TableDiff) -> Path:
    """Draw what changed on the photo AFTER, write the picture as JPEG, and say where it is.

    Raises:
        RequestError: when the file cannot be written.
    """
    return put_picture(folder, photo.path, "diff", as_jpeg(draw_changes(photo.pixels, photo.table, changes)))


def draw_changes(pixels: Image, after: SeenTable, changes: TableDiff) -> Image:
    """The photo AFTER (H, W, 3) RGB uint8 with the tiles that were laid or moved, and a line about all of it above.

    A line with the name of the train leads to each laid tile from the one that it lies on; a ring is a doubt.
    """
    tiles = after.reading.tiles
    new = [one.number for one in changes.laid] + [one.after for one in changes.moved]
    ways = [
        TrainMark(
            tuple(tiles[number].centre for number in (one.on, one.number) if number is not None),
            short_name(after, one.train), (), "", False,
        )
        for one in changes.laid
        if one.train is not None
    ]  # fmt: skip
    doubtful = [tiles[one.after].centre for one in changes.doubts if one.after is not None]
    return table_overlay(pixels, [_mark(tiles[number]) for number in new], [], ways, doubtful, changes_title(changes))


def _mark(tile: ReadTile) -> Mark:
    return Mark(tile.detection.quad, str(tile.a), str(tile.b), tile.sure)


def _train(table: SeenTable, index: int, train: SeenTrain) -> TrainMark:
    centres = [table.reading.tiles[number].centre for number in train.tiles]
    before = table.engine if train.kind is TrainKind.PERSONAL and train.branch_of is None else train.branch_of
    if before is not None:
        centres.insert(0, table.reading.tiles[before].centre)
    end = train.ends[0] if train.ends else None
    return TrainMark(
        tuple(centres),
        short_name(table, index),
        end.quad if end else (),
        str(end.value) if end else "",
        train.marker >= MARKED,
    )
