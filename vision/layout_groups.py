"""Groups of joints that have to do with each other, and the best choice in each.

The sum of all weights less the costs is made as large as can be by eliminating joints one after the other (bucket
elimination, which is dynamic programming on a graph): exact, and quick because only joints that compete share a table,
and these form small groups. How long it takes goes with the numbers in the largest table on the way, which doubles with
each joint in it. Tables of dominoes stay far below the bounds set here. Tiles laid as a parquet, each of which touches
others at all sides, do not: of such a group the weakest joints are left out before, and the choice is the best among
the others, no longer among all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, reduce

import numpy as np

from vision.layout_plane import Floats

Table = tuple[tuple[int, ...], Floats]
"""Joints, and what each choice among them costs or is worth, shape (2,) * k."""
Best = tuple[float, tuple[int, ...]]
"""What the best choice is worth, and the joints in it."""

NEVER = 1000.0
"""The cost, in nats, of what does not happen."""
MOST_TRIED_OUT = 8
"""Up to so many joints that have to do with each other, all choices among them are tried."""
MOST_TOGETHER, MOST_WIDE = 150, 12
"""A group has no more joints than this, and a table on the way no more than this; on tables of dominoes these are 24
and 8."""


@cache
def choices(k: int) -> Floats:
    """All choices among k things, (2**k, k) of 0 and 1, the last thing changing first."""
    return np.array([[code >> (k - 1 - i) & 1 for i in range(k)] for code in range(2**k)], dtype=np.float64)


@dataclass(frozen=True, slots=True)
class _Step:
    """A joint eliminated: the values added up for it by their number, each with its shape there; the axis of the joint,
    and the joints that it then depends on."""

    joint: int
    parts: tuple[tuple[int, tuple[int, ...]], ...]
    axis: int
    rest: tuple[int, ...]


class Group:
    """Joints with these weights, counted from 0, and the tables of costs that they share; see `grouped`."""

    def __init__(self, weights: Sequence[float], tables: Iterable[Table]) -> None:
        self._weights = tuple(weights)
        self._scopes = tuple(scope for scope, _ in tables)
        self._values = [-cost for _, cost in tables]
        self._solved: dict[tuple[int, ...], Best] = {}

    def best(self, without: tuple[int, ...] = ()) -> Best:
        """The largest sum of weights less costs, and the joints chosen for it, none of those `without`."""
        if without not in self._solved:
            gains = [-NEVER if joint in without else weight for joint, weight in enumerate(self._weights)]
            self._solved[without] = self._by_trying(gains) if len(gains) <= MOST_TRIED_OUT else self._by_steps(gains)
        return self._solved[without]

    def _by_trying(self, gains: Sequence[float]) -> Best:
        every = choices(len(gains))
        total = (every @ gains).reshape((2,) * len(gains))
        for scope, value in zip(self._scopes, self._values, strict=True):
            total = total + value.reshape(_shape(scope, range(len(gains))))
        best = int(total.argmax())
        return float(total.flat[best]), tuple(np.flatnonzero(every[best]).tolist())

    def _by_steps(self, gains: Sequence[float]) -> Best:
        values = [*self._values, *(np.array([0.0, gain]) for gain in gains)]
        worth = 0.0
        picks = []
        for step in self._steps:
            total = reduce(np.add, (values[number].reshape(shape) for number, shape in step.parts))
            picks.append(total.argmax(axis=step.axis))
            values.append(total.max(axis=step.axis))
            if not step.rest:
                worth += float(values[-1])
        taken: dict[int, int] = {}
        for step, pick in zip(reversed(self._steps), reversed(picks), strict=True):
            taken[step.joint] = int(pick[tuple(taken[other] for other in step.rest)])
        return worth, tuple(joint for joint in range(len(gains)) if taken[joint])

    @cached_property
    def _steps(self) -> tuple[_Step, ...]:
        steps = []
        joints = range(len(self._weights))
        scopes: dict[int, tuple[int, ...]] = dict(enumerate([*self._scopes, *((joint,) for joint in joints)]))
        made = len(scopes)
        for joint, scope in _elimination(joints, self._scopes, self._weights, set()):
            touching = [number for number, own in scopes.items() if joint in own]
            axis = scope.index(joint)
            rest = scope[:axis] + scope[axis + 1 :]
            parts = tuple((number, _shape(scopes.pop(number), scope)) for number in touching)
            steps.append(_Step(joint, parts, axis, rest))
            scopes[made] = rest
            made += 1
        return tuple(steps)


def grouped(
    joints: Iterable[int], tables: Iterable[Table], weight: Sequence[float]
) -> tuple[list[int], list[tuple[tuple[int, ...], tuple[Table, ...]]]]:
    """Joints that have to do with no other; and groups of those that share tables, directly or through others.

    The joints of a group ascend, those in its tables are counted from 0 within it. The weakest joints of groups that
    are too large or tangled are in neither.
    """
    left, shared = list(joints), list(tables)
    while True:
        free, groups = _parted(left, shared)
        gone: set[int] = set()
        for members, own in groups:
            if len(members) > MOST_TOGETHER:
                gone |= _too_many(members, own, weight)
            elif len(members) > MOST_WIDE:
                for _ in _elimination(members, [scope for scope, _ in own], weight, gone):
                    pass
        if not gone:
            return free, [(members, tuple(_renumbered(own, members))) for members, own in groups]
        left = [joint for joint in left if joint not in gone]
        shared = list(tables_without(shared, gone))


def tables_without(tables: Iterable[Table], gone: Collection[int]) -> Iterator[Table]:
    """The tables where these joints are not chosen; those that tell nothing then are left out."""
    for scope, cost in tables:
        here = cost[tuple(0 if joint in gone else slice(None) for joint in scope)]
        if here.any():
            yield tuple(joint for joint in scope if joint not in gone), np.asarray(here)


def top(of: dict[int, int], one: int) -> int:
    """The one that stands for all that hang together with this one."""
    while (above := of.get(one, one)) != one:
        of[one] = one = of.get(above, above)
    return one


def _parted(
    joints: Sequence[int], tables: Sequence[Table]
) -> tuple[list[int], list[tuple[tuple[int, ...], list[Table]]]]:
    """Joints that share tables with no other, and the groups of those that do."""
    of: dict[int, int] = {}
    for scope, _ in tables:
        for joint in scope[1:]:
            of[top(of, joint)] = top(of, scope[0])
    members: dict[int, list[int]] = {}
    for joint in joints:
        members.setdefault(top(of, joint), []).append(joint)
    shared: dict[int, list[Table]] = {}
    for table in tables:
        shared.setdefault(top(of, table[0][0]), []).append(table)
    free = [joint for root, group in members.items() if root not in shared for joint in group]
    return free, [(tuple(group), shared[root]) for root, group in members.items() if root in shared]


def _renumbered(tables: Iterable[Table], members: Sequence[int]) -> Iterator[Table]:
    place = {joint: number for number, joint in enumerate(members)}
    return ((tuple(place[joint] for joint in scope), cost) for scope, cost in tables)


def _too_many(members: Sequence[int], tables: Sequence[Table], weight: Sequence[float]) -> set[int]:
    """Joints without which a group falls into parts that are small enough: the strongest ones make up the parts."""
    at: dict[int, list[int]] = {joint: [] for joint in members}
    for number, (scope, _) in enumerate(tables):
        for joint in scope:
            at[joint].append(number)
    of: dict[int, int] = {}
    size: dict[int, int] = {}
    gone = set()
    for joint in sorted(members, key=lambda one: (-weight[one], one)):
        roots = {top(of, number) for number in at[joint]}
        together = 1 + sum(size.get(root, 0) for root in roots)
        if together > MOST_TOGETHER:
            gone.add(joint)
            continue
        first = min(roots)
        of |= dict.fromkeys(roots - {first}, first)
        size[first] = together
    return gone


def _elimination(
    joints: Iterable[int], scopes: Iterable[Sequence[int]], weight: Sequence[float], gone: set[int]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Each joint when it is eliminated, with those that it then shares a table with, itself among them, ascending.

    The one with the smallest table is next. Where that is too wide, the weakest joint in it is added to `gone` instead.
    """
    beside = {joint: {joint} for joint in joints}
    for scope in scopes:
        for joint in scope:
            beside[joint].update(scope)
    while beside:
        joint = min(beside, key=lambda one: (len(beside[one]), one))
        if len(beside[joint]) > MOST_WIDE:
            weakest = min(beside[joint], key=lambda one: (weight[one], one))
            gone.add(weakest)
            for other in beside.pop(weakest) - {weakest}:
                beside[other].discard(weakest)
            continue
        together = beside.pop(joint)
        for other in together - {joint}:
            beside[other] |= together
            beside[other].discard(joint)
        yield joint, tuple(sorted(together))


def _shape(own: Collection[int], scope: Iterable[int]) -> tuple[int, ...]:
    """The shape of a table with an axis for each joint of a larger scope."""
    return tuple(2 if joint in own else 1 for joint in scope)
