"""Where markers stand: at the open ends of trains, beside or behind the last tile, or on it, hiding pips."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.colours import pick
from datasets.layouts import Pose, Rng, footprint
from datasets.table_lines import Line
from datasets.table_markers import SHAPES, Marker, random_marker_colour, random_shape
from datasets.table_room import overlapping
from datasets.tables import LaidTable

Floats = NDArray[np.float64]

PERSONAL, MEXICAN = 0.4, 0.5
"""How likely a marker stands at a train; the Mexican one often has its own."""
WHERE: dict[str, float] = {"behind": 0.4, "beside": 0.35, "on": 0.25}
"""Where it stands; on the last tile also where there is no room elsewhere."""
ROOM = 0.02
"""Between a marker and the tiles around it, in tile lengths."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A marker, the line at whose end it stands, and where: of `WHERE`."""

    marker: Marker
    line: int
    where: str


def random_markers(
    rng: Rng, laid: LaidTable, lines: Sequence[Line], thickness: float, bare: Set[int] = frozenset()
) -> tuple[Standing, ...]:
    """Markers at a table: mostly all of one shape, at most one at each train, at one of its ends if it forks.

    None stands on the tiles `bare`; `thickness` is that of the tiles.
    """
    if rng.random() < 0.12:
        return ()
    common = random_shape(rng) if rng.random() < 0.75 else None
    taken = [footprint(pose, laid.aspect, ROOM) for pose in (*laid.up, *laid.down)]
    standing: list[Standing] = []
    for number, train in enumerate(laid.trains):
        if rng.random() >= (MEXICAN if train.kind == "mexican" else PERSONAL):
            continue
        ends = [place for place, line in enumerate(lines) if line.train == number]
        line = ends[int(rng.integers(len(ends)))]
        shape = common or random_shape(rng)
        one = _stand(rng, laid, lines, line, shape, thickness, taken)
        if one.where != "on" or lines[line].tiles[-1] not in bare:
            standing.append(one)
    return tuple(standing)


def outline_of(marker: Marker, grow: float = 0.0) -> Floats:
    """The rectangle (4, 2) on the table that a marker takes, grown on each side."""
    shape = SHAPES[marker.shape]
    return _rectangle(marker.x, marker.y, marker.heading, shape.length * marker.scale, shape.width * marker.scale, grow)


def outward(laid: LaidTable, lines: Sequence[Line], number: int) -> Floats:
    """The direction (2,) in which a line would go on."""
    line = lines[number]
    pose = laid.up[line.tiles[-1]]
    along = np.array([np.cos(pose.heading), np.sin(pose.heading)])
    if line.inner[-1] is not None:
        return along if line.inner[-1] == 1 else -along
    before = line.tiles[-2] if len(line.tiles) > 1 else line.branch_of or 0
    across = np.array([-along[1], along[0]])
    came = np.array([pose.x - laid.up[before].x, pose.y - laid.up[before].y])
    return across if across @ came >= 0 else -across


def _stand(
    rng: Rng, laid: LaidTable, lines: Sequence[Line], number: int, shape: str, thickness: float, taken: list[Floats]
) -> Standing:
    """A marker at the end of a line, where there is room; its place is taken then."""
    last, crosswise = laid.up[lines[number].tiles[-1]], lines[number].inner[-1] is None
    ahead = outward(laid, lines, number)
    scale, colour = float(rng.uniform(0.8, 1.15)), random_marker_colour(rng, shape)
    first = pick(rng, WHERE)
    for where in (first, first, "behind", "behind", "beside", "beside"):
        if where == "on":
            break
        marker = _beside(rng, last, ahead, crosswise, laid.aspect, where, (shape, scale), colour)
        if not len(overlapping(outline_of(marker), taken)):
            taken.append(outline_of(marker, ROOM))
            return Standing(marker, number, where)
    x, y = np.array([last.x, last.y]) + _upon(rng, last, ahead, crosswise)
    heading = float(np.arctan2(ahead[1], ahead[0]) + rng.choice([0.0, np.pi / 2, np.pi]) + rng.normal(0, 0.2))
    return Standing(Marker(shape, colour, float(x), float(y), thickness, heading, scale), number, "on")


def _beside(
    rng: Rng, last: Pose, ahead: Floats, crosswise: bool, aspect: float, where: str, form: tuple[str, float],
    colour: tuple[int, int, int],
) -> Marker:  # fmt: skip
    """A marker behind the last tile of a train, or at its side, whether there is room or not."""
    shape, scale = form
    turn = float(rng.choice([0.0, np.pi])) if SHAPES[shape].length > SHAPES[shape].width else float(rng.uniform(0, 6.3))
    quarter = rng.random() < 0.25
    size = np.array([SHAPES[shape].length, SHAPES[shape].width]) * scale
    deep, wide = size[::-1] if quarter else size
    reach, half = (aspect / 2, 0.5) if crosswise else (0.5, aspect / 2)
    aside = np.array([-ahead[1], ahead[0]]) * float(rng.choice([-1, 1]))
    if where == "behind":
        move = ahead * (reach + deep / 2 + float(rng.uniform(0.05, 0.35))) + aside * float(rng.normal(0, 0.08))
    else:
        move = aside * (half + wide / 2 + float(rng.uniform(0.04, 0.2))) + ahead * float(rng.uniform(-0.1, 0.3))
    heading = float(np.arctan2(ahead[1], ahead[0])) + turn + quarter * np.pi / 2 + float(rng.normal(0, 0.12))
    return Marker(shape, colour, last.x + float(move[0]), last.y + float(move[1]), 0.0, heading, scale)


def _upon(rng: Rng, last: Pose, ahead: Floats, crosswise: bool) -> Floats:
    """From the middle of a tile to where a marker stands on it: mostly on its outer half."""
    if crosswise:
        return np.array([np.cos(last.heading), np.sin(last.heading)]) * float(rng.uniform(-0.3, 0.3))
    return ahead * float(rng.uniform(-0.05, 0.33))


def _rectangle(x: float, y: float, heading: float, length: float, width: float, grow: float) -> Floats:
    u = np.array([np.cos(heading), np.sin(heading)]) * (length / 2 + grow)
    v = np.array([np.sin(heading), -np.cos(heading)]) * (width / 2 + grow)
    centre = np.array([x, y])
    return np.stack([centre + u - v, centre + u + v, centre - u + v, centre - u - v])
