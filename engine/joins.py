"""What a line has to leave behind at least, so that every value has as many tiles as a line needs: a minimum T-join."""

from __future__ import annotations

from engine.pieces import Pieces


def cheapest_join(pieces: Pieces, forced: int, values: list[int], wrong: list[int]) -> set[int] | None:
    """The pieces of least worth that, left behind, put every value right that is `wrong`; None if there are none.

    Pieces with a tile of `forced` stay. As every worth is above 0, no two of the ways share a piece.
    """
    if not wrong:
        return set()
    far = 1 + sum(pieces.worths)
    place = {value: row for row, value in enumerate(values)}
    cost = [[far] * len(values) for _ in values]
    step: dict[tuple[int, int], int] = {}
    for piece in set().union(*pieces.at):
        if pieces.masks[piece] & forced:
            continue
        a = place[pieces.lefts[piece]]
        b = place[pieces.sums[piece] ^ pieces.lefts[piece]]
        if pieces.worths[piece] < cost[a][b]:
            cost[a][b] = cost[b][a] = pieces.worths[piece]
            step[a, b] = step[b, a] = piece
    via = _shortest_ways(cost, far)
    todo = _pair([place[value] for value in wrong], cost, far)
    if todo is None:
        return None
    join = set()
    while todo:
        a, b = todo.pop()
        if (a, b) in via:
            todo += [(a, via[a, b]), (via[a, b], b)]
        else:
            join.add(step[a, b])
    return join


def _shortest_ways(cost: list[list[int]], far: int) -> dict[tuple[int, int], int]:
    """Make `cost` that of the shortest ways (Floyd and Warshall); where one is no single step, a place on it."""
    via = {}
    for middle, onward in enumerate(cost):
        for a, row in enumerate(cost):
            first = row[middle]
            if first >= far or a == middle:
                continue
            for b, second in enumerate(onward):
                if first + second < row[b]:
                    row[b] = first + second
                    via[a, b] = middle
    return via


def _pair(places: list[int], cost: list[list[int]], far: int) -> list[tuple[int, int]] | None:
    """Pair all places at the least cost, by trying all partners of the first one; None if it cannot be done."""
    best: dict[int, tuple[int, int]] = {0: (0, 0)}

    def least(open_: int) -> int:
        if open_ not in best:
            first = (open_ & -open_).bit_length() - 1
            others = open_ & (open_ - 1)
            row = cost[places[first]]
            chosen = far, 0
            for second in range(first + 1, len(places)):
                if others >> second & 1 and row[places[second]] < chosen[0]:
                    chosen = min(chosen, (row[places[second]] + least(others & ~(1 << second)), second))
            best[open_] = chosen
        return best[open_][0]

    open_ = (1 << len(places)) - 1
    if least(open_) >= far:
        return None
    pairs = []
    while open_:
        first, second = (open_ & -open_).bit_length() - 1, best[open_][1]
        pairs.append((places[first], places[second]))
        open_ &= ~(1 << first | 1 << second)
    return pairs
