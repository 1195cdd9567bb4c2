"""Doubts and warnings in English words, for the command line and its JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from unicodedata import category

from engine.tiles import SET_SIZES, DominoSet, Tile
from server.places import middle, places, reading_order, region
from server.reading import Doubt, DoubtCode, Reading, ReadTile, WarningCode
from vision.types import UNREADABLE, Point, Warning

WARNINGS = {
    "too_dark": "The tiles are dark in this photo; turn on more light, and take it again.",
    "blurred": "The tiles are blurred in this photo; focus on a tile, hold still, and take it again.",
    "too_small": "The tiles are too far away: most are less than 36 pixels long in this photo; go twice as close, or "
    "take it in parts.",
    "glare": "Light is mirrored in a tile and may hide pips; move the lamp or the phone, and take the photo again.",
    "cut_off": "A tile is cut off by the edge of the photo; move it or the phone until all of it is in the photo.",
    "overlap": "Tiles lie on top of each other, or one was seen twice; move them apart.",
    WarningCode.DUPLICATE_TILE: "The same tile was read twice, and a set holds each tile once.",
    WarningCode.SET_TOO_SMALL: "Some tiles seem to show more pips than the set has; name a larger one with --set.",
    WarningCode.NO_TILES: "No dominoes were found. Lay the tiles face up on a plain surface, in even light, and take "
    "the photo from above, close enough for the tiles to fill it.",
    WarningCode.ONLY_FACE_DOWN: "Only tiles that seem to lie face down were found; turn them over to have them read.",
}
"""What each warning about a photo says."""

MOST_REASONS = 2
"""More than this about one tile nobody reads: it has to be looked at anyway."""

JOINERS = "\u200c\u200d"
"""Characters without a width that names in some scripts, and emojis, are written with."""

FEW_BACKS = 3
"""Up to so many tiles that seem to lie face down are named with their places: a mistake among them can be found."""


def warning_text(warning: Warning) -> str:
    """The sentence for a warning."""
    return WARNINGS[warning.code]


def warning_line(warning: Warning) -> str:
    """The sentence for a warning, with the place in the photo that it is about."""
    text = warning_text(warning)
    if warning.at is None:
        return text
    seen, mark, advice = text[:-1].partition(";")
    return f"{seen} ({_at(warning.at)}){mark}{advice}."


def check_lines(reading: Reading) -> list[str]:
    """What deserves a look: first whether the set is too small, then each tile in doubt, then what else was noticed."""
    told = (WarningCode.DUPLICATE_TILE, WarningCode.SET_TOO_SMALL)  # by the tiles themselves, and by the first line
    others = [warning_line(warning) for warning in reading.warnings if warning.code not in told]
    return [*set_lines(reading), *doubt_lines(reading), *dict.fromkeys(others)]


def set_lines(reading: Reading) -> list[str]:
    """One line that names a larger set where the tiles seem to be of one; none where the set is large enough."""
    if not _too_small(reading):
        return []
    highest = reading.domino_set.highest
    beyond = [max(looks_like(tile, highest)) for tile in reading.tiles if _beyond(tile)]
    larger = next(size for size in SET_SIZES if size >= max(beyond))
    seem = f"{counted(len(beyond), 'tile')} {'seems' if len(beyond) == 1 else 'seem'}"
    return [f"{seem} to show more than {highest} pips on a half; try --set double-{larger}."]


def _too_small(reading: Reading) -> bool:
    return any(warning.code == WarningCode.SET_TOO_SMALL for warning in reading.warnings)


def _beyond(tile: ReadTile) -> bool:
    return any(doubt.code is DoubtCode.NOT_IN_SET for doubt in tile.doubts)


def looks_like(tile: ReadTile, highest: int) -> tuple[int, int]:
    """What the halves most likely show, with more pips than the set's `highest` where that is the doubt."""
    starts = [highest + 1 if Doubt(DoubtCode.NOT_IN_SET, half) in tile.doubts else 0 for half in (0, 1)]
    a, b = (
        max(range(start, UNREADABLE), key=lambda v: half.probs[v])
        for start, half in zip(starts, tile.detection.halves, strict=True)
    )
    return a, b


def _at(point: Point) -> str:
    return f"x {point[0]:.0f}, y {point[1]:.0f}"


def face_down_text(reading: Reading) -> str:
    """How many tiles seem to lie face down, and where, unless it is a whole boneyard; nothing when there are none."""
    backs = [middle(back.quad) for back in reading.observation.face_down]
    if not backs:
        return ""
    seem = f"{counted(len(backs), 'tile')} {'seems' if len(backs) == 1 else 'seem'} to lie face down"
    if len(backs) > FEW_BACKS:
        return f"{seem}, not counted"
    where = "; ".join(f"{region(centre, reading.observation.image_size)} ({_at(centre)})" for centre in backs)
    return f"{seem}, {where}, not counted" if len(backs) == 1 else f"{seem}, not counted: {where}"


def in_reading_order(reading: Reading) -> Reading:
    """The same reading with its tiles as one reads a page."""
    order = reading_order([tile.centre for tile in reading.tiles], _reaches(reading))
    return replace(reading, tiles=tuple(reading.tiles[index] for index in order))


def tile_places(reading: Reading) -> list[str]:
    """Where each tile of the reading lies, in words."""
    return places([tile.centre for tile in reading.tiles], _reaches(reading), reading.observation.image_size)


def _reaches(reading: Reading) -> list[float]:
    heights = [[y for _, y in tile.detection.quad.corners] for tile in reading.tiles]
    return [max(ys) - min(ys) for ys in heights]


def doubt_text(tile: ReadTile, doubt: Doubt, domino_set: DominoSet) -> str:
    """Why the tile deserves a look: part of a sentence, without the tile and its place."""
    match doubt.code:
        case DoubtCode.NOT_A_TILE:
            return "it may be no tile at all"
        case DoubtCode.DUPLICATE:
            return "the same tile was read elsewhere in the photo"
        case DoubtCode.IN_TWO_HANDS:
            return "another player's photo shows the same tile"
        case DoubtCode.VALUE_TAKEN:
            return "it looks more like a tile that lies elsewhere in the photo"
        case DoubtCode.SETTLED:
            return "it looks more like another tile, but fits its neighbours only as this one"
    return _half_text(tile, doubt, domino_set)


def _half_text(tile: ReadTile, doubt: Doubt, domino_set: DominoSet) -> str:
    index = doubt.half or 0
    half, value = tile.detection.halves[index], (tile.a, tile.b)[index]
    name = f"the {value}" if tile.a != tile.b else f"the {value} {_side(tile, index)}"
    match doubt.code:
        case DoubtCode.UNREADABLE:
            return f"{name} can hardly be read"
        case DoubtCode.NOT_IN_SET:
            return f"{name} may be {_a(looks_like(tile, domino_set.highest)[index])}"
        case DoubtCode.COUNT_DISAGREES:
            return f"{name} seems to have {counted(round(half.count or 0), 'pip')} when they are counted"
    others = [v for v in range(domino_set.highest + 1) if v != value]
    likeliest = max(others, key=lambda v: half.probs[v])
    if half.probs[UNREADABLE] > half.probs[likeliest]:
        return f"{name} is hard to read"
    return f"{name} may be {_a(likeliest)}"


def _side(tile: ReadTile, index: int) -> str:
    """Which half of a double is meant, as it lies in the photo."""
    (x, y), (other_x, other_y) = tile.detection.halves[index].centre, tile.detection.halves[1 - index].centre
    if abs(x - other_x) > abs(y - other_y):
        return "on the left" if x < other_x else "on the right"
    return "at the top" if y < other_y else "at the bottom"


def _a(value: int) -> str:
    return f"{'an' if value in (8, 11, 18) else 'a'} {value}"


def doubt_lines(reading: Reading) -> list[str]:
    """One line for each tile in doubt: what was read, where it lies, and why it deserves a look."""
    return [
        f"{tile.tile}, {place} ({_at(tile.centre)}): {_reasons(tile, reading)}"
        for tile, place in zip(reading.tiles, tile_places(reading), strict=True)
        if not tile.sure
    ]


def _reasons(tile: ReadTile, reading: Reading) -> str:
    if not _beyond(tile):
        told = dict.fromkeys(doubt_text(tile, doubt, reading.domino_set) for doubt in tile.doubts)
        return "; ".join(list(told)[:MOST_REASONS])
    # What else is in doubt about a value that the set lacks explains nothing.
    a, b = looks_like(tile, reading.domino_set.highest)
    return f"looks like {Tile.of(a, b)}" if _too_small(reading) else f"may show {_a(max(a, b))}"


def printable(text: str) -> str:
    """The text with control characters as in Python's string literals, so that a name cannot steer a terminal."""
    return "".join(char.encode("unicode_escape").decode() if _steers(char) else char for char in text)


def _steers(char: str) -> bool:
    return category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") and char not in JOINERS


def counted(number: int, thing: str) -> str:
    """`1 tile`, `2 tiles`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def in_a_row(things: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(things[:-1]), things[-1]] if len(things) > 1 else things)
