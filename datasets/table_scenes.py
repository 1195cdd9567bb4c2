"""A whole table as a scene from one seed: trains, hub, markers, hands, boneyard, household, and faults of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from datasets.camera import Camera
from datasets.clutter import KINDS
from datasets.faces import SetStyle, random_style
from datasets.hubs import Hub, random_hub
from datasets.layouts import Rng, footprint
from datasets.pips import MAX_VALUE
from datasets.scene import Piece, Scene, Thing, place
from datasets.table_faults import CHANCES, Chances, Fault, concerned, with_faults
from datasets.table_lines import Line, lines_of, without, without_ties
from datasets.table_marking import Standing, outline_of, random_markers
from datasets.table_room import overlapping
from datasets.table_trains import random_habits
from datasets.table_view import SEAT, table_camera
from datasets.tables import LaidTable, Plan, lay_table, most_trains

Floats = NDArray[np.float64]

SIZE = (2400, 1800)
SHORTEST, LONGEST = 92.0, 172.0
"""A tile in the middle of the table is about so long, in pixels."""
DENSITY = 0.2
"""Of the tiles that would fill the picture so many lie in trains at most."""
WITH_HUB = 0.45
HOUSEHOLD = (
    *("cup", "plate", "phone", "pen", "note", "card", "chip", "coin", "die", "key", "bottle_cap", "hand", "remote"),
    *("crumbs", "book", "matchbox", "scissors", "cable", "calculator", "chocolate"),
)
"""What else lies on tables where people play, kinds of `datasets.clutter.KINDS`."""
CLEAR = 0.6
"""How far such things stay away from tiles, in tile lengths."""


@dataclass(frozen=True, slots=True)
class TableScene:
    """A scene with what is true about it. The first pieces of the scene are the tiles of `laid`, in its order.

    `lines`: trains and branches; `standing`: markers and where they stand; `faults`: what is wrong; `length`: of a tile
    in the middle of the table, in pixels.
    """

    scene: Scene
    laid: LaidTable
    lines: tuple[Line, ...]
    standing: tuple[Standing, ...]
    faults: tuple[Fault, ...]
    length: float


def make_table_scene(seed: int, size: tuple[int, int] = SIZE, chances: Chances = CHANCES) -> TableScene:
    """The table of a seed, the same for the same arguments on every machine.

    `size` is the picture's width and height in pixels, at least 400 each, `chances` are those of faults, as in
    `datasets.table_faults`. Raises ValueError for a smaller size.
    """
    if min(size) < 400:
        raise ValueError(f"a whole table needs a picture of at least 400 x 400 pixels, got {size[0]} x {size[1]}")
    rng = np.random.default_rng([seed, 0x7AB1E])
    highest = int(rng.choice([9, 12, 12, 12, 15, 18]))
    style = _style(rng, highest)
    laid, hub, camera, length = _lay_and_look(rng, size, highest, style.aspect)
    laid, faults = with_faults(rng, laid, chances)
    styles = (style, _foreign(rng, style))
    lines = lines_of(laid.trains)
    bare = {tile for fault in faults for tile in concerned(laid, fault)}
    standing = random_markers(rng, laid, lines, style.thickness, bare)
    markers = tuple(one.marker for one in standing)
    beside = _household(rng, size, camera, laid, [outline_of(marker, 0.3) for marker in markers])
    lamp, height = rng.uniform(0, 2 * np.pi), rng.uniform(np.radians(35), np.radians(85))
    light = np.array([np.cos(height) * np.cos(lamp), np.cos(height) * np.sin(lamp), np.sin(height)])
    scene = Scene(
        seed, "table", size, styles, _pieces(rng, laid, styles), camera, light, float(rng.uniform(0.4, 0.85)), (), (),
        float(rng.uniform(0.05, 0.4)) if not beside and rng.random() < 0.3 else None, 0.8 * float(rng.beta(1.1, 5.0)),
        beside=beside, hub=hub, markers=markers, ground=(1024, 16.0), open_table=True,
    )  # fmt: skip
    return TableScene(scene, laid, lines, standing, faults, length)


def _style(rng: Rng, highest: int) -> SetStyle:
    """A set on which a double blank is told from a slab."""
    while True:
        style = random_style(rng, highest)
        if style.blanks_show:
            return style


def _lay_and_look(
    rng: Rng, size: tuple[int, int], highest: int, aspect: float
) -> tuple[LaidTable, Hub | None, Camera, float]:
    """A table and a camera that has all its trains in the picture, with fewer tiles until they are large enough."""
    wanted = float(np.exp(rng.uniform(np.log(SHORTEST), np.log(LONGEST))))
    most = int(min(most_trains(highest), DENSITY * size[0] * size[1] / wanted**2))
    players = int(rng.integers(2, 9))
    # Half of the tables are those of a round's end.
    fewest = max(players, most // 2) if rng.random() < 0.5 else players
    tiles = int(rng.integers(min(fewest, most), most + 1))
    while True:
        mexican = str(rng.choice(["apart", "apart", "beside", "hub", "none"]))
        laid = without_ties(lay_table(rng, Plan(highest, aspect, players, mexican, tiles, random_habits(rng))))
        laid = _seated(rng, laid)
        hub = None
        if rng.random() < WITH_HUB:
            ring = laid.ring
            hub = random_hub(rng, ring.places, ring.start, ring.radius, aspect, laid.up[0].heading)
        camera, length = table_camera(rng, size, *must_be_seen(laid), wanted)
        if length >= 0.9 * wanted or (tiles <= 2 and players <= 2):
            return laid, hub, camera, length
        tiles, players = max(2, int(0.8 * tiles)), max(2, players - int(rng.integers(2)))


def must_be_seen(laid: LaidTable) -> tuple[Floats, Floats]:
    """Points (n, 2) of a table that have to be in a picture of it, and points (m, 2) that should be."""
    inner = np.vstack([footprint(laid.up[0], laid.aspect, 0.4), *_around_trains(laid)])
    return inner, np.vstack([footprint(pose, laid.aspect, 0.1) for pose in (*laid.up, *laid.down)])


def _around_trains(laid: LaidTable) -> list[Floats]:
    """Outlines around the tiles of trains; around last ones so wide that a marker is in the picture, too."""
    outlines = []
    for train in laid.trains:
        lain_on = {on for _, _, on in train.links}
        for spot, (tile, _, _) in enumerate(train.links):
            outlines.append(footprint(laid.up[tile], laid.aspect, 0.3 if spot in lain_on else 0.9))
    return outlines


def _seated(rng: Rng, laid: LaidTable) -> LaidTable:
    """The table with its hands as players have them: faces that stand look at their player, some lie face down.

    Hands that show their backs to the camera are no tiles to be read; they are counted with the boneyard.
    """
    up, down, hidden = list(laid.up), list(laid.down), set()
    for hand in laid.hands:
        out = np.mean([[up[number].x, up[number].y] for number in hand], axis=0)
        out = out / max(float(np.linalg.norm(out)), 1e-6)
        turned = rng.random() < 0.3
        for number in hand:
            pose = up[number]
            if pose.lean:
                heading = float(np.arctan2(out[1], out[0])) + np.pi / 2
                up[number] = replace(pose, heading=heading, lean=np.pi / 2 - 0.12)
            elif turned:
                up[number] = replace(pose, face_up=False)
        if up[hand[0]].lean:
            turned = float(out @ [np.cos(SEAT), np.sin(SEAT)]) < 0.3
        if turned:
            hidden |= set(hand)
            down += [up[number] for number in hand]
    down[: len(laid.down)] = [replace(pose, face_up=False) for pose in laid.down]
    return without(replace(laid, up=tuple(up), down=tuple(down)), hidden)


def _foreign(rng: Rng, style: SetStyle) -> SetStyle:
    """A larger set whose tiles are as large: of the same maker, or another one."""
    other = random_style(rng, MAX_VALUE) if rng.random() < 0.5 else style
    return replace(other, max_value=MAX_VALUE, aspect=style.aspect, thickness=style.thickness)


def _pieces(rng: Rng, laid: LaidTable, styles: tuple[SetStyle, SetStyle]) -> tuple[Piece, ...]:
    """All tiles: those face up first, then the boneyard with values that nobody sees."""
    used = {tuple(sorted(pair)) for pair in laid.values}
    rest = [pair for pair in combinations_with_replacement(range(laid.highest + 1), 2) if pair not in used]
    hidden = [rest[int(rng.integers(len(rest)))] for _ in laid.down]
    pieces = []
    for pose, values in zip((*laid.up, *laid.down), (*laid.values, *hidden), strict=True):
        foreign = int(max(values) > laid.highest)
        pieces.append(place(pose, foreign, styles[foreign], values))
    return tuple(pieces)


def _household(
    rng: Rng, size: tuple[int, int], camera: Camera, laid: LaidTable, taken: Sequence[Floats]
) -> tuple[Thing, ...]:
    """Things where the picture shows bare table."""
    back = np.linalg.inv(camera.table_homography())
    taken = [*taken, *(footprint(pose, laid.aspect, CLEAR) for pose in (*laid.up, *laid.down))]
    things: list[Thing] = []
    for _ in range(int(rng.choice([0, 1, 2, 4], p=[0.3, 0.3, 0.25, 0.15]))):
        kind = HOUSEHOLD[int(rng.integers(len(HOUSEHOLD)))]
        half = KINDS[kind].length[1] / 2
        for _ in range(25):
            x, y, w = back @ np.array([*rng.uniform(0.0, 1.0, 2) * size, 1.0])
            spot = np.array([x, y]) / w
            square = spot + half * np.array([[1, -1], [1, 1], [-1, 1], [-1, -1.0]])
            if not len(overlapping(square, taken)):
                things.append(Thing(kind, float(spot[0]), float(spot[1]), float(rng.uniform(0, 2 * np.pi))))
                taken.append(square)
                break
    return tuple(things)
