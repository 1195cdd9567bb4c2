"""The most likely values of tiles that touch each other, exactly, and how likely each tile's values then are.

Tiles that hang together form trees, so dynamic programming over them is exact: from the leaves to the root each tile
sends what its whole branch is worth for every value at the joint, and back. That each tile of a set exists once ties
all trees together; where the best answer holds a tile twice, one of the two becomes another one or the copy is paid
for, and all these cases are searched, best first. What a case is worth is a bound on all that follow from it, so the
first answer without an open conflict is the best one.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Values = tuple[int, int]

NEVER = -1e9


@dataclass(frozen=True, slots=True)
class Touch:
    """Two tiles that touch: which half of each does; what is added, in nats, where the values there agree or differ.

    A half is 0, 1, or None for a tile that is met at its middle: it is a double.
    """

    tiles: tuple[int, int]
    halves: tuple[int | None, int | None]
    agree: float
    differ: float


@dataclass(frozen=True, slots=True)
class Answer:
    """The best values (a, b) of every tile, what they are worth, and by how much a better answer could beat them."""

    values: tuple[Values, ...]
    worth: float
    gap: float
    _puzzle: _Puzzle
    _scores: Floats

    def pairs(self) -> Floats:
        """The probability (n, V, V) of each tile's pairs of values, with all that hangs together with it."""
        return _marginals(self._scores, self._puzzle)


@dataclass(frozen=True, slots=True)
class _Puzzle:
    """What is left to be found out once the tiles that are fixed have told their neighbours.

    `scores` (n, V, V) with what they told; `touches` between other tiles, which are in `order`, parents first, each but
    the roots with its `parent`; `values` of fixed tiles and what these are `worth`.
    """

    scores: Floats
    order: tuple[int, ...]
    parent: Mapping[int, tuple[int, Touch]]
    values: Mapping[int, Values]
    worth: float


@dataclass(frozen=True, slots=True)
class _Case:
    """What has been decided of copies: tiles that are not (banned) or may be a further copy (paid) of some pair."""

    banned: frozenset[tuple[int, Values]] = frozenset()
    paid: frozenset[tuple[int, Values]] = frozenset()


def best_values(
    scores: Floats,
    touches: Sequence[Touch],
    fixed: Sequence[bool],
    copies: int,
    copy_cost: float,
    most_cases: int = 300,
) -> Answer:
    """The values with the largest sum of `scores`, of what touches add, and of `copy_cost` (below 0) for each copy.

    `scores` (n, V, V): log-probabilities of each tile showing (a, b). `fixed`: tiles whose values are settled by their
    scores alone; none becomes another tile for the sake of a neighbour or of a copy, and copies among them alone cost
    nothing. `copies`: how often a set has each tile. The answer is the best one (`gap` is 0) unless more than
    `most_cases` cases come up.

    Raises:
        ValueError: when tiles that are not fixed touch in a ring.
    """
    puzzle = _puzzle(scores, touches, fixed)

    def limited(case: _Case, cost: float = NEVER) -> Floats:
        tables = puzzle.scores.copy()
        for tile, (a, b) in case.banned:
            for pair in {(a, b), (b, a)}:
                tables[tile][pair] += cost
        return tables

    worth, values = _solve(puzzle.scores, puzzle)
    waiting = [(-worth, 0, _Case(), values)]
    cases = 0
    while True:
        minus, _, case, values = heapq.heappop(waiting)
        rivals = _rivals(values, fixed, copies, case)
        if rivals is None or cases > most_cases:
            unpaid = 0 if rivals is None else _unpaid(values, fixed, copies, case)
            # That a tile is the copy after all stays possible, at the price of one.
            return Answer(values, -minus + unpaid * copy_cost, -unpaid * copy_cost, puzzle, limited(case, copy_cost))
        for further in _decided(case, *rivals, values, fixed):
            cases += 1
            worth, found = _solve(limited(further), puzzle)
            heapq.heappush(waiting, (-worth - copy_cost * len(further.paid), cases, further, found))


def _puzzle(scores: Floats, touches: Sequence[Touch], fixed: Sequence[bool]) -> _Puzzle:
    tables, worth = scores.copy(), 0.0
    values: dict[int, Values] = {}
    for tile in np.flatnonzero(fixed).tolist():
        a, b = divmod(int(scores[tile].argmax()), scores.shape[2])
        values[tile] = a, b
        worth += float(scores[tile, a, b])
    left = []
    for touch in touches:
        one, other = touch.tiles if touch.tiles[0] in values else touch.tiles[::-1]
        if one not in values:
            left.append(touch)
            continue
        if other in values:
            worth += _between(touch, one, values[one], other, values[other])
        else:
            told = _told(touch, one, values[one], scores.shape[1])
            tables[other] += _spread(told, _half(touch, other), NEVER)
    order, parent = _forest([tile for tile in range(len(scores)) if tile not in values], left)
    return _Puzzle(tables, tuple(order), parent, values, worth)


def _told(touch: Touch, tile: int, values: Values, count: int) -> Floats:
    """What each value (V,) of its neighbour adds, by what this tile shows."""
    half = _half(touch, tile)
    message = np.full(count, touch.differ)
    message[values[half or 0]] = touch.agree
    return message if half is not None or values[0] == values[1] else message + NEVER


def _between(touch: Touch, one: int, values: Values, other: int, others: Values) -> float:
    """What two tiles with these values add by touching."""
    half, met = _half(touch, one), _half(touch, other)
    if (half is None and values[0] != values[1]) or (met is None and others[0] != others[1]):
        return NEVER
    return touch.agree if values[half or 0] == others[met or 0] else touch.differ


def _holders(values: Sequence[Values], case: _Case) -> dict[Values, list[int]]:
    """The tiles by what they are, without copies that are paid for."""
    holders: dict[Values, list[int]] = {}
    for tile, (a, b) in enumerate(values):
        name = (min(a, b), max(a, b))
        if (tile, name) not in case.paid:
            holders.setdefault(name, []).append(tile)
    return holders


def _rivals(values: Sequence[Values], fixed: Sequence[bool], copies: int, case: _Case) -> tuple[int, int] | None:
    """Two tiles that are the same beyond what the set has, the second not fixed; None without any."""
    for tiles in _holders(values, case).values():
        loose = [tile for tile in tiles if not fixed[tile]]
        if len(tiles) > copies and loose:
            others = [tile for tile in tiles if tile != loose[-1]]
            return (next((tile for tile in others if fixed[tile]), others[0]), loose[-1])
    return None


def _unpaid(values: Sequence[Values], fixed: Sequence[bool], copies: int, case: _Case) -> int:
    return sum(
        min(len(tiles) - copies, sum(not fixed[tile] for tile in tiles))
        for tiles in _holders(values, case).values()
        if len(tiles) > copies
    )


def _decided(case: _Case, one: int, other: int, values: Sequence[Values], fixed: Sequence[bool]) -> Iterator[_Case]:
    """The ways out for two rivals: one is something else, the other is, or the other is a copy."""
    a, b = values[other]
    name = (min(a, b), max(a, b))
    if not fixed[one]:
        yield _Case(case.banned | {(one, name)}, case.paid)
    yield _Case(case.banned | {(other, name)}, case.paid)
    yield _Case(case.banned, case.paid | {(other, name)})


def _forest(tiles: Sequence[int], touches: Sequence[Touch]) -> tuple[list[int], dict[int, tuple[int, Touch]]]:
    """Tiles in an order in which parents come first, and for each but the roots its parent and the touch to it."""
    beside: dict[int, list[tuple[int, Touch]]] = {}
    for touch in touches:
        a, b = touch.tiles
        beside.setdefault(a, []).append((b, touch))
        beside.setdefault(b, []).append((a, touch))
    order: list[int] = []
    parent: dict[int, tuple[int, Touch]] = {}
    seen: set[int] = set()
    for root in tiles:
        waiting = [] if root in seen else [root]
        seen.add(root)
        while waiting:
            tile = waiting.pop()
            order.append(tile)
            for other, touch in beside.get(tile, ()):
                if tile in parent and parent[tile][1] is touch:
                    continue
                if other in seen:
                    raise ValueError(f"tiles must not touch in a ring; tile {other} lies in one")
                seen.add(other)
                parent[other] = (tile, touch)
                waiting.append(other)
    return order, parent


def _half(touch: Touch, tile: int) -> int | None:
    return touch.halves[touch.tiles.index(tile)]


def _best_at(table: Floats, half: int | None) -> Floats:
    """The best of a tile's pairs (V, V) for each value at a half."""
    return np.asarray(np.diagonal(table) if half is None else table.max(axis=1 - half))


def _sum_at(table: Floats, half: int | None) -> Floats:
    return np.asarray(np.diagonal(table) if half is None else table.sum(axis=1 - half))


def _spread(message: Floats, half: int | None, otherwise: float) -> Floats:
    """A message (V,) about the value at a half as a table over pairs; `otherwise` for pairs that are no double."""
    if half is None:
        table: Floats = np.full((len(message), len(message)), otherwise)
        np.fill_diagonal(table, message)
        return table
    return message[:, None] if half == 0 else message[None, :]


def _solve(scores: Floats, puzzle: _Puzzle) -> tuple[float, tuple[Values, ...]]:
    """The largest sum by these scores, and the values that reach it."""
    tables = scores.copy()
    worth = puzzle.worth
    for tile in reversed(puzzle.order):
        if tile not in puzzle.parent:
            worth += float(tables[tile].max())
            continue
        above, touch = puzzle.parent[tile]
        best = _best_at(tables[tile], _half(touch, tile))
        # The best with another value: that of all, or the second best for the best value itself.
        first, second = np.argsort(-best, kind="stable")[:2]
        others = np.full(len(best), best[first])
        others[first] = best[second]
        message = np.maximum(best + touch.agree, others + touch.differ)
        tables[above] += _spread(message, _half(touch, above), NEVER)
    values = dict(puzzle.values)
    for tile in puzzle.order:
        table = tables[tile]
        if tile in puzzle.parent:
            above, touch = puzzle.parent[tile]
            table = table + _spread(_told(touch, above, values[above], len(table)), _half(touch, tile), NEVER)
        a, b = divmod(int(table.argmax()), table.shape[1])
        values[tile] = a, b
    return worth, tuple(values[tile] for tile in range(len(scores)))


def _marginals(scores: Floats, puzzle: _Puzzle) -> Floats:
    """The probability (n, V, V) of each tile's pairs: the same way there and back with sums in place of the best."""
    tables = np.exp(scores - scores.max(axis=(1, 2), keepdims=True))
    sent: dict[int, Floats] = {}
    order, parent = puzzle.order, puzzle.parent
    for tile in reversed(order):
        if tile in parent:
            above, touch = parent[tile]
            sent[tile] = _spread(_mixed(touch, _sum_at(tables[tile], _half(touch, tile))), _half(touch, above), 0.0)
            tables[above] = _scaled(tables[above] * sent[tile])
    for tile in order:
        if tile in parent:
            above, touch = parent[tile]
            # What the tile itself has sent is no news to it.
            rest = np.divide(tables[above], sent[tile], out=np.zeros_like(tables[above]), where=sent[tile] > 0)
            message = _mixed(touch, _sum_at(rest, _half(touch, above)))
            tables[tile] = tables[tile] * _spread(message, _half(touch, tile), 0.0)
        tables[tile] = tables[tile] / max(float(tables[tile].sum()), 1e-300)
    for tile, values in puzzle.values.items():
        tables[tile] = 0.0
        tables[tile][values] = 1.0
    return np.asarray(tables)


def _mixed(touch: Touch, weights: Floats) -> Floats:
    return _scaled(np.exp(touch.agree) * weights + np.exp(touch.differ) * (weights.sum() - weights))


def _scaled(numbers: Floats) -> Floats:
    return np.asarray(numbers / max(float(numbers.max()), 1e-300))
