"""The joints that are worth most together.

What one tile's joints are worth together is not the sum of what each is worth alone: an end takes one tile, a half
takes one tile at its end or at its sides, tiles with more than two neighbours are rare. So each tile is a table over
its possible joints, and the sum of all weights and tables is made as large as can be (`layout_groups`). Rings are no
trains: where the best choice holds a ring, one of the joints of the ring has to go, and all these cases are searched,
best first. Only where tiles are packed as no players lay them, with more joints that compete or more rings than the
bounds allow, the weakest joints go before, and what is chosen may be less than the best.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from functools import cache

import numpy as np

from vision.layout_groups import NEVER, Group, Table, choices, grouped, tables_without, top
from vision.layout_joints import (
    A_LEFT,
    A_RIGHT,
    ANYWHERE,
    B_LEFT,
    B_RIGHT,
    END_A,
    END_B,
    FAN_A_LEFT,
    FAN_A_RIGHT,
    FAN_B_LEFT,
    FAN_B_RIGHT,
    LEFT,
    RIGHT,
    Candidates,
)
from vision.layout_plane import Floats

MOST_AT_A_TILE = 10
"""A tile's weakest candidates beyond so many are dropped; on a table nothing has so many."""
DEGREE: Floats = np.array([0.0, 0.0, 0.0, 1.5, 2.5, *[NEVER] * 8])
"""What it costs, in nats, that a tile touches so many others: more than two is a house rule."""
TURN_AT_END, OFF_CENTRE, U_TURN, TWO_BRANCHES = 0.5, 0.25, 2.5, 0.25
"""Further costs, of pairs of joints: a double left by its end, a double met at one half, an ordinary tile met at both
halves from the side, and two tiles side by side at one side of a double."""
FAN_ALONE = 3.0
"""And of a slanting branch at a double that no tile meets at the middle of a side."""
FANS = (FAN_A_RIGHT, FAN_A_LEFT, FAN_B_RIGHT, FAN_B_LEFT)
MOST_TRIALS = 200
"""Rings are searched exactly as long as it takes no more trials than this."""

Memory = dict[tuple[tuple[object, ...], ...], Group]
"""Groups, by what their joints are."""


ON_DOUBLE_A, ON_DOUBLE_B = 12, 13
"""A tile's ends where they touch a tile across, so that this one is no double: no value is on two doubles."""


def _pair_costs() -> Floats:
    cost = np.zeros((14, 14))

    def put(a: int, b: int, price: float) -> None:
        cost[a, b] = cost[b, a] = max(price, cost[a, b])

    halves = (
        (END_A, A_RIGHT, A_LEFT, FAN_A_RIGHT, FAN_A_LEFT),
        (END_B, B_RIGHT, B_LEFT, FAN_B_RIGHT, FAN_B_LEFT),
    )
    sides = (
        (RIGHT, (A_RIGHT, B_RIGHT), (FAN_A_RIGHT, FAN_B_RIGHT)),
        (LEFT, (A_LEFT, B_LEFT), (FAN_A_LEFT, FAN_B_LEFT)),
    )
    for end, right, left, fan_right, fan_left in halves:
        for square in (right, left):
            put(end, square, NEVER)
            for fan in (fan_right, fan_left):
                put(square, fan, NEVER)
        put(right, left, NEVER)
        put(end, fan_right, NEVER)
        put(end, fan_left, NEVER)
    for middle, squares, fans in sides:
        for end in (END_A, END_B):
            put(middle, end, TURN_AT_END)
        for square in squares:
            put(middle, square, NEVER)
        put(*squares, TWO_BRANCHES)
        for square in squares:
            for fan in fans:
                put(square, fan, NEVER)
    for middle, others in ((RIGHT, sides[1][1]), (LEFT, sides[0][1])):
        for square in others:
            put(middle, square, OFF_CENTRE)
    put(A_RIGHT, B_LEFT, U_TURN)
    put(A_LEFT, B_RIGHT, U_TURN)
    for end, on_double in ((END_A, ON_DOUBLE_A), (END_B, ON_DOUBLE_B)):
        cost[on_double] = np.maximum(cost[on_double], cost[end])
        put(end, on_double, NEVER)
        for crossing in (RIGHT, LEFT, *FANS):
            put(on_double, crossing, NEVER)
    cost = np.maximum(cost, cost.T)
    np.fill_diagonal(cost, NEVER)
    return cost


PAIR_COSTS: Floats = _pair_costs()


@cache
def tile_costs(places: tuple[int, ...]) -> Floats | None:
    """The cost of every choice among joints at these places of one tile, shape (2,) * k; not to be written to.

    None where every choice is free.
    """
    chosen = choices(len(places))
    among = np.triu(PAIR_COSTS[np.ix_(places, places)], 1)
    cost = DEGREE[chosen.sum(axis=1).astype(np.int64)] + ((chosen @ among) * chosen).sum(axis=1)
    fans, middles = (chosen @ np.isin(places, those) > 0 for those in (FANS, (RIGHT, LEFT)))
    cost += FAN_ALONE * (fans & ~middles)
    return np.asarray(np.minimum(cost, NEVER).reshape((2,) * len(places))) if cost.any() else None


class Choice:
    """The best choice among `joints`, its worth, and what it adds that two tiles touch.

    Choices of one table, with one engine or another, have most groups in common: those that `memory` holds are not
    solved again.
    """

    def __init__(self, joints: Candidates, tiles: int, memory: Memory | None = None) -> None:
        self._weight: list[float] = joints.weight.tolist()
        self._ends = list(zip(joints.first.tolist(), joints.second.tolist(), strict=True))
        tables, left_out = _tables(joints, tiles)
        usable = [joint for joint in range(len(joints)) if joint not in left_out]
        self._free, groups = grouped(usable, tables, self._weight)
        rows = list(zip(self._ends, joints.places.tolist(), self._weight, strict=True))
        known = {} if memory is None else memory
        self._groups: list[tuple[tuple[int, ...], Group]] = []
        self._group_of: dict[int, int] = {}
        for number, (members, shared) in enumerate(groups):
            self._group_of |= dict.fromkeys(members, number)
            key = tuple((ends, *places, weight) for ends, places, weight in (rows[joint] for joint in members))
            if key not in known:
                known[key] = Group([self._weight[joint] for joint in members], shared)
            self._groups.append((members, known[key]))
        self.banned: frozenset[int] = frozenset()
        self.worth, self.chosen = self._without_rings()

    def margin(self, joint: int) -> float:
        """How much less the best choice is worth in which the two tiles of this chosen joint do not touch, in nats."""
        number = self._group_of.get(joint)
        if number is None:
            return self._weight[joint]
        pair = set(self._ends[joint])
        apart = {other for other in self._groups[number][0] if set(self._ends[other]) == pair}
        return self._group(number, self.banned)[0] - self._group(number, self.banned | apart)[0]

    def _group(self, number: int, banned: frozenset[int]) -> tuple[float, tuple[int, ...]]:
        """What a group is worth without some joints, and those of it that are chosen."""
        members, group = self._groups[number]
        missing = tuple(place for place, joint in enumerate(members) if joint in banned) if banned else ()
        worth, chosen = group.best(missing)
        return worth, tuple(members[place] for place in chosen)

    def _all_groups(self, banned: frozenset[int]) -> tuple[float, tuple[int, ...]]:
        solved = [self._group(number, banned) for number in range(len(self._groups))]
        free = [joint for joint in self._free if joint not in banned]
        worth = sum(self._weight[joint] for joint in free) + sum(worth for worth, _ in solved)
        return worth, tuple(sorted([*free, *(joint for _, chosen in solved for joint in chosen)]))

    def _without_rings(self) -> tuple[float, tuple[int, ...]]:
        worth, chosen = self._all_groups(frozenset())
        waiting: list[tuple[float, tuple[int, ...], tuple[int, ...]]] = [(-worth, (), chosen)]
        seen: set[frozenset[int]] = set()
        trials = 0
        while True:
            worth, banned, chosen = heapq.heappop(waiting)
            ring = self._ring(chosen)
            if not ring:
                self.banned = frozenset(banned)
                return -worth, chosen
            if trials > MOST_TRIALS:  # no longer exact: the weakest joint of the ring goes
                ring = [min(ring, key=lambda joint: self._weight[joint])]
                waiting.clear()
                seen.clear()
            for joint in ring:
                without = frozenset((*banned, joint))
                if without not in seen:
                    seen.add(without)
                    trials += 1
                    next_worth, next_chosen = self._all_groups(without)
                    heapq.heappush(waiting, (-next_worth, tuple(sorted(without)), next_chosen))

    def _ring(self, chosen: Sequence[int]) -> list[int]:
        """The joints of some ring among the chosen ones; empty without any."""
        of: dict[int, int] = {}
        for number, joint in enumerate(chosen):
            a, b = (top(of, tile) for tile in self._ends[joint])
            if a == b:
                return [*self._way(chosen[:number], *self._ends[joint]), joint]
            of[a] = b
        return []

    def _way(self, forest: Sequence[int], start: int, goal: int) -> list[int]:
        """The joints from one tile to another, which these joints join without a ring."""
        beside: dict[int, list[tuple[int, int]]] = {}
        for joint in forest:
            a, b = self._ends[joint]
            beside.setdefault(a, []).append((b, joint))
            beside.setdefault(b, []).append((a, joint))
        waiting: list[tuple[int, int, list[int]]] = [(start, -1, [])]
        while True:
            tile, before, way = waiting.pop()
            if tile == goal:
                return way
            waiting += [(other, tile, [*way, joint]) for other, joint in beside[tile] if other != before]


def _tables(joints: Candidates, tiles: int) -> tuple[list[Table], set[int]]:
    """A table for each tile at which joints have to do with each other, over the joints there; and the joints beyond
    those that a tile can have."""
    at: list[list[tuple[int, int]]] = [[] for _ in range(tiles)]
    for joint, (a, b, (place_a, place_b)) in enumerate(
        zip(joints.first.tolist(), joints.second.tolist(), joints.places.tolist(), strict=True)
    ):
        for tile, place, other in ((a, place_a, place_b), (b, place_b, place_a)):
            if place in (END_A, END_B) and other in (RIGHT, LEFT, *FANS):
                place += ON_DOUBLE_A - END_A
            if place != ANYWHERE:
                at[tile].append((joint, place))
    tables: list[Table] = []
    left_out: set[int] = set()
    for here in at:
        if len(here) < 2 and not any(place in FANS for _, place in here):
            continue
        if len(here) > MOST_AT_A_TILE:
            here = sorted(here, key=lambda one: -joints.weight[one[0]])
            left_out |= {joint for joint, _ in here[MOST_AT_A_TILE:]}
            here = sorted(here[:MOST_AT_A_TILE])
        cost = tile_costs(tuple(place for _, place in here))
        if cost is not None:
            tables.append((tuple(joint for joint, _ in here), cost))
    return list(tables_without(tables, left_out)), left_out
