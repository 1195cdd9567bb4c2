"""Doubts and warnings in English words, for the command line and its JSON."""

from __future__ import annotations

from collections.abc import Sequence

from engine.tiles import DominoSet
from server.places import places
from server.reading import Doubt, DoubtCode, Reading, ReadTile, WarningCode
from vision.types import UNREADABLE, Warning

WARNINGS = {
    "too_dark": "The tiles are dark in this photo; more light makes them easier to read.",
    "blurred": "The tiles are blurred in this photo; hold still or tap a tile to focus before taking it.",
    "too_small": "The tiles are small in this photo; take it from closer, or in parts.",
    "cut_off": "A tile is cut off by the edge of the photo.",
    "overlap": "Tiles lie on top of each other, or one was seen twice.",
    WarningCode.DUPLICATE_TILE: "The same tile was read twice, and a set holds each tile once.",
    WarningCode.SET_TOO_SMALL: "Some tiles seem to show more pips than the set has; name a larger one with --set.",
    WarningCode.NO_TILES: "No dominoes were found. Lay the tiles face up on a plain surface, in even light, and take "
    "the photo from above, close enough for the tiles to fill it.",
    WarningCode.ONLY_FACE_DOWN: "Only tiles lying face down were found; turn them over to have them read.",
}
"""What each warning about a photo says."""


def warning_text(warning: Warning) -> str:
    """The sentence for a warning."""
    return WARNINGS[warning.code]


def warning_line(warning: Warning) -> str:
    """The sentence for a warning, with the place in the photo that it is about."""
    text = warning_text(warning)
    return f"{text[:-1]} (x {warning.at[0]:.0f}, y {warning.at[1]:.0f})." if warning.at else text


def tile_places(reading: Reading) -> list[str]:
    """Where each tile of the reading lies, in words."""
    heights = [[y for _, y in tile.detection.quad.corners] for tile in reading.tiles]
    reaches = [max(ys) - min(ys) for ys in heights]
    return places([tile.centre for tile in reading.tiles], reaches, reading.observation.image_size)


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
    return _half_text(tile, doubt, domino_set)


def _half_text(tile: ReadTile, doubt: Doubt, domino_set: DominoSet) -> str:
    index = doubt.half or 0
    half, value = tile.detection.halves[index], (tile.a, tile.b)[index]
    name = f"the {value}" if tile.a != tile.b else f"the {value} {_side(tile, index)}"
    match doubt.code:
        case DoubtCode.UNREADABLE:
            return f"{name} can hardly be read"
        case DoubtCode.NOT_IN_SET:
            return f"{name} seems to be a value that {_a(domino_set)} set does not have"
        case DoubtCode.COUNT_DISAGREES:
            return f"{name} seems to have {round(half.count or 0)} pips when they are counted"
    others = [v for v in range(domino_set.highest + 1) if v != value]
    likeliest = max(others, key=lambda v: half.probs[v])
    if half.probs[UNREADABLE] > half.probs[likeliest]:
        return f"{name} is hard to read"
    return f"{name} may be {'a' if likeliest not in (8, 11, 18) else 'an'} {likeliest}"


def _side(tile: ReadTile, index: int) -> str:
    """Which half of a double is meant, as it lies in the photo."""
    (x, y), (other_x, other_y) = tile.detection.halves[index].centre, tile.detection.halves[1 - index].centre
    if abs(x - other_x) > abs(y - other_y):
        return "on the left" if x < other_x else "on the right"
    return "at the top" if y < other_y else "at the bottom"


def _a(domino_set: DominoSet) -> str:
    return f"a {domino_set}"


def doubt_lines(reading: Reading) -> list[str]:
    """One line for each tile in doubt: what was read, where it lies, and why it deserves a look."""
    return [
        f"{tile.a}-{tile.b}, {place} (x {tile.centre[0]:.0f}, y {tile.centre[1]:.0f}): "
        + _joined([doubt_text(tile, doubt, reading.domino_set) for doubt in tile.doubts])
        for tile, place in zip(reading.tiles, tile_places(reading), strict=True)
        if not tile.sure
    ]


def _joined(parts: Sequence[str]) -> str:
    return "; ".join(dict.fromkeys(parts))


def counted(number: int, thing: str) -> str:
    """`1 tile`, `2 tiles`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"
