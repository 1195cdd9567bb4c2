"""From joints to chains: walking from tile to tile."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from vision.types import Chain, Joint, Layout, Link

NO_TILE = -1
"""Where a link lies on nothing of its chain: on the engine, or as the first tile."""


Beside = Mapping[int, Sequence[tuple[int, Joint]]]
"""The joints of each tile that has some, with their numbers, in order."""


def by_tile(joints: Sequence[Joint]) -> Beside:
    """The joints by the tiles that they join."""
    of: dict[int, list[tuple[int, Joint]]] = {}
    for number, joint in enumerate(joints):
        for tile in joint.tiles:
            of.setdefault(tile, []).append((number, joint))
    return of


def chain_from(layout: Layout, tile: int, joints: Beside | None = None) -> Chain:
    """The chain that holds a tile, from that tile outwards and not over the engine.

    For chains that do not start at the engine: the pips may tell where they do. Who asks for several chains hands over
    the `joints` of the layout by their tiles.
    """
    joints = by_tile(layout.joints) if joints is None else joints
    return Chain(tuple(walk(joints, tile, first_inner(joints, tile), None, layout.engine)), False)


def other_end(joint: Joint, tile: int) -> tuple[int, int | None]:
    """The tile at the other end of a joint, and the half of it that touches."""
    side = 1 - joint.tiles.index(tile)
    return joint.tiles[side], joint.halves[side]


def first_inner(joints: Beside, tile: int) -> int | None:
    """The half of a chain's first tile away from the next: None for one that lies across, or has several next."""
    touching = [joint.halves[joint.tiles.index(tile)] for _, joint in joints.get(tile, ())]
    return 1 - touching[0] if len(touching) == 1 and touching[0] is not None else None


def walk(joints: Beside, tile: int, inner: int | None, joint: int | None, engine: int | None) -> Iterator[Link]:
    """Links from a first tile outwards, each after the one it lies on, the nearest first; never over the engine.

    `joint` is the number of the joint by which the first tile lies where it does, None for none.
    """
    waiting = deque([(tile, inner, NO_TILE, joint)])
    position = -1
    while waiting:
        tile, inner, on, by = waiting.popleft()
        position += 1
        yield Link(tile, inner, on, by)
        for number, one in joints.get(tile, ()):
            if number != by and engine not in one.tiles:
                waiting.append((*other_end(one, tile), position, number))
