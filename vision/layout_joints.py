"""Which tiles could touch, and how much speaks for it: every possible joint with a weight.

A weight is a difference of log-probabilities, in nats: how much likelier two tiles lie like this because one was laid
on the other than by chance. It falls with the gap, with the shift to the side and with the turn against the ideal
place, by the spreads below: bumps of some millimetres and a few degrees, gaps of up to half a tile. Only joints that
are worth more than nothing are listed.

Each joint takes one place at either tile. The places of a tile are its two ends, the middles of its two long sides,
and at each side the two halves, squarely or slantwise; what they are worth together is a matter of `layout_choice`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.layout_plane import WIDTH, Flags, Floats, Plane
from vision.types import JointKind

Whole = NDArray[np.int64]

END_A, END_B, RIGHT, LEFT = 0, 1, 2, 3
A_RIGHT, A_LEFT, B_RIGHT, B_LEFT = 4, 5, 6, 7
FAN_A_RIGHT, FAN_A_LEFT, FAN_B_RIGHT, FAN_B_LEFT = 8, 9, 10, 11
ANYWHERE = -1
"""The engine's place: as many trains as like start there."""
HALF_OF = (0, 1, None, None, 0, 0, 1, 1, 0, 0, 1, 1, None)  # the last for ANYWHERE
"""Which half a place belongs to, None for both."""
KIND_OF = (*[JointKind.END] * 2, *[JointKind.SIDE] * 2, *[JointKind.BEND] * 4, *[JointKind.FAN] * 4, JointKind.HUB)

_SIDE, _SLANT = WIDTH / 2, float(np.sqrt(0.5))
PLACES: Floats = np.array(
    [(0.5, 0), (-0.5, 0), (0, _SIDE), (0, -_SIDE)]
    + [(s, t) for s in (0.25, -0.25) for t in (_SIDE, -_SIDE)]
    + [(s, t) for s in (0.44, -0.44) for t in (_SIDE + 0.06, -_SIDE - 0.06)]
)
"""Where the other tile's end ideally is, in a tile's own frame: along towards half A, across to its right."""
OUTWARDS: Floats = np.array(
    [(1, 0), (-1, 0), (0, 1), (0, -1)]
    + [(0, 1), (0, -1)] * 2
    + [(s, t) for s in (_SLANT, -_SLANT) for t in (_SLANT, -_SLANT)]
)
WORTH: Floats = np.array([7.0] * 2 + [6.5] * 2 + [5.0] * 4 + [4.5] * 4)
"""What a perfect joint is worth: straight on is what players do most; branches laid slantwise are rare."""
SHIFT: Floats = np.array([0.07] * 2 + [0.09] * 2 + [0.07] * 4 + [0.12] * 4)
TURN: Floats = np.radians([7.0] * 2 + [9.0] * 2 + [7.0] * 4 + [13.0] * 4)
SLACK: Floats = np.array([0.11] * 4 + [0.08] * 4 + [0.1] * 4)
"""The gap, in tile lengths, that costs one nat."""
LONGEST_GAP, BEYOND = 0.5, 0.03
OVERLAP = 0.06
"""Standard deviation of gaps below 0: two tiles cannot overlap, but their outlines can."""

HUB_WORTH, HUB_SLACK, HUB_GAP, HUB_BEYOND, HUB_MISS, HUB_TURN = 6.0, 0.4, 1.05, 0.08, 0.17, np.radians(25)
"""For the first tile of a train: the gap that costs one nat, the longest without more, how far (tile lengths) its axis
may pass by the engine's centre, and how much it may be turned away from it."""

BESIDE_GAP, BESIDE_SHIFT, BESIDE_TURN = 0.35, 0.3, np.radians(13)
"""Tiles side by side: the space between their long sides, the shift along them and the turn, at most."""
CLEAR = 0.05
"""Gaps longer than this must not have another tile lying in them."""
WAY: Floats = np.linspace(0.1, 0.9, 7)[:, None]
"""Where on the way from one end to the other that is looked for."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Possible joints (k): of tiles `first` and `second` (k,), which touch with their `places` (k, 2).

    `gap` (k,) in tile lengths, `weight` (k,) above 0, `at` (k, 2, 2) where they touch, on the table.
    """

    first: Whole
    second: Whole
    places: Whole
    gap: Floats
    weight: Floats
    at: Floats

    def __len__(self) -> int:
        return len(self.weight)

    def subset(self, which: Flags | Whole) -> Candidates:
        """Those candidates only."""
        return Candidates(*(getattr(self, name)[which] for name in self.__slots__))

    def and_also(self, others: Candidates) -> Candidates:
        """These, then the others."""
        return Candidates(*(np.concatenate([getattr(self, name), getattr(others, name)]) for name in self.__slots__))


def rows_side_by_side(table: Plane) -> tuple[tuple[int, ...], ...]:
    """Groups of tiles that lie side by side, two or more, by their smallest number."""
    n = len(table.centre)
    between = table.centre[None] - table.centre[:, None]
    cosine = np.abs(table.along @ table.along.T)
    shift = np.abs(np.einsum("ijk,ik->ij", between, table.along))
    space = np.abs(np.einsum("ijk,ik->ij", between, table.across)) - WIDTH
    near = (cosine > np.cos(BESIDE_TURN)) & (shift < BESIDE_SHIFT) & (space < BESIDE_GAP) & (space > -WIDTH / 2)
    near &= near.T & table.flat & table.flat[:, None] & ~np.eye(n, dtype=bool)
    groups, seen = [], np.zeros(n, dtype=bool)
    for start in range(n):
        if seen[start]:
            continue
        group, frontier = {start}, [start]
        while frontier:
            more = set(np.flatnonzero(near[frontier.pop()]).tolist()) - group
            group |= more
            frontier += more
        seen[list(group)] = True
        if len(group) >= 2:
            groups.append(tuple(sorted(group)))
    return tuple(groups)


def candidates(table: Plane, usable: Flags, obstacles: Plane) -> Candidates:
    """All joints that could be between the `usable` (n,) tiles of a table, without those with an engine in a hub.

    `obstacles` are further things lying there, such as tiles face down, across which nothing is joined.
    """
    ends, outwards = _ends(table)
    reach = 2 * (WIDTH + LONGEST_GAP) + 0.2
    between = table.centre[:, None] - table.centre
    distance = np.hypot(between[..., 0], between[..., 1])
    first, second = np.nonzero((distance < reach) & usable[:, None] & usable & ~np.eye(len(usable), dtype=bool))
    first, second = np.repeat(first, 2), np.repeat(second, 2)
    end = np.tile([0, 1], len(first) // 2)
    unit = (table.length[first] + table.length[second]) / 2
    frame = np.stack([table.along[second], table.across[second]], axis=1)
    spot = np.einsum("kij,kj->ki", frame, ends[first, end] - table.centre[second]) / unit[:, None]
    facing = np.einsum("kij,kj->ki", frame, outwards[first, end])
    offset = spot[:, None] - PLACES
    gap = _dot(offset, OUTWARDS)
    shift = offset[..., 0] * OUTWARDS[:, 1] - offset[..., 1] * OUTWARDS[:, 0]
    cosine = -facing @ OUTWARDS.T
    turn = np.arccos(np.clip(cosine, -1, 1))
    weight = WORTH - (shift / SHIFT) ** 2 / 2 - (turn / TURN) ** 2 / 2 - _gap_cost(gap, SLACK, LONGEST_GAP, BEYOND)
    # Two ends are listed once, by the smaller number.
    weight[:, :2][second < first] = -1.0
    pair, place = np.nonzero(weight > 0)
    back = np.einsum("kji,kj->ki", frame[pair], PLACES[place]) * unit[pair, None] + table.centre[second[pair]]
    found = Candidates(
        first[pair], second[pair], np.stack([end[pair], place], axis=1), gap[pair, place], weight[pair, place],
        np.stack([ends[first[pair], end[pair]], back], axis=1),
    )  # fmt: skip
    return found.subset(_in_sight(found, table, obstacles))


def hub_weights(table: Plane) -> tuple[Floats, Floats]:
    """What speaks for each end of each tile starting a train, were another tile the engine, and how far off it is.

    Both are (n, n, 2): engine, tile, end. Whether something lies between is not looked at.
    """
    ends, outwards = _ends(table)
    way = table.centre[:, None, None] - ends
    distance = np.maximum(np.hypot(way[..., 0], way[..., 1]), 1e-9)
    ahead = _dot(way, outwards)
    miss = outwards[..., 0] * way[..., 1] - outwards[..., 1] * way[..., 0]
    turn = np.arccos(np.clip(ahead / distance, -1, 1))
    # How much of the way lies inside the engine: from its centre to its outline, towards the end.
    along, across = (
        np.maximum(np.abs(_dot(way, axis[:, None, None])) / distance, 1e-9) for axis in (table.along, table.across)
    )
    gap = distance - np.minimum(0.5 / along, WIDTH / 2 / across)
    # An end right at the engine may point beside its centre, and by how much says nothing of its turn.
    turned = np.maximum(turn - np.arctan2(WIDTH / 2, distance), 0)
    weight = (
        HUB_WORTH
        - (miss / HUB_MISS) ** 2 / 2
        - (turned / HUB_TURN) ** 2 / 2
        - _gap_cost(gap, HUB_SLACK, HUB_GAP, HUB_BEYOND)
    )
    weight[(ahead <= 0) | np.eye(len(distance), dtype=bool)[..., None]] = -1.0
    return weight, gap


def hub_candidates(
    table: Plane, weights: tuple[Floats, Floats], usable: Flags, obstacles: Plane, engine: int
) -> Candidates:
    """All first tiles, of those `usable` (n,), that trains from the tile `engine` could have, by `hub_weights`."""
    weight, gap = weights[0][engine], weights[1][engine]
    first, end = np.nonzero((weight > 0) & usable[:, None])
    start = _ends(table)[0][first, end]
    way = table.centre[engine] - start
    gap = gap[first, end]
    reached = start + way * (gap / np.maximum(np.linalg.norm(way, axis=1), 1e-9))[:, None]
    found = Candidates(
        first, np.full(len(first), engine), np.stack([end, np.full(len(first), ANYWHERE)], axis=1),
        gap, weight[first, end], np.stack([start, reached], axis=1),
    )  # fmt: skip
    return found.subset(_in_sight(found, table, obstacles))


def _ends(table: Plane) -> tuple[Floats, Floats]:
    """The middles of both ends (n, 2, 2), that of half A first, and the directions (n, 2, 2) they point to."""
    outwards = np.stack([table.along, -table.along], axis=1)
    return table.centre[:, None] + outwards * (table.length / 2)[:, None, None], outwards


def _gap_cost(gap: Floats, slack: Floats | float, longest: float, beyond: float) -> Floats:
    over = np.maximum(gap - longest, 0) / beyond
    return np.asarray(np.where(gap < 0, (gap / OVERLAP) ** 2 / 2, gap / slack + over))


def _dot(these: Floats, those: Floats) -> Floats:
    """Products of vectors (..., 2); a sum over so short an axis takes several times as long."""
    return np.asarray(these[..., 0] * those[..., 0] + these[..., 1] * those[..., 1])


def _in_sight(found: Candidates, table: Plane, obstacles: Plane) -> Flags:
    """Whether nothing lies between the two places (k,)."""
    seen = found.gap < CLEAR
    afar = np.flatnonzero(~seen)
    if len(afar) == 0:
        return seen
    centre = np.concatenate([table.centre, obstacles.centre])
    along, across = (np.concatenate([getattr(table, w), getattr(obstacles, w)]) for w in ("along", "across"))
    start, stop = found.at[afar, :1], found.at[afar, 1:]
    off = (start + (stop - start) * WAY)[:, :, None] - centre
    inside = (np.abs(_dot(off, along)) < 0.47) & (np.abs(_dot(off, across)) < WIDTH / 2 - 0.03)
    rows = np.arange(len(afar))
    inside[rows, :, found.first[afar]] = inside[rows, :, found.second[afar]] = False
    seen[afar] = ~inside.any(axis=(1, 2))
    return seen
