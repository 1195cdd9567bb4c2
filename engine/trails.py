"""The best tiles for a line between two values, when they need not hang together; and what to try if they do not.

Tiles are the edges of a graph whose vertices are the values of their halves; a line is a trail in it, which uses no
edge twice. Tiles make a trail from one value to another exactly if they are connected and every value but those two has
an even number of tiles (Euler). So the best line leaves behind the cheapest tiles that put these numbers right, which
is a minimum T-join (Edmonds and Johnson, 1973): the values that are wrong are paired along shortest ways. Only being
connected is left out of account: no line is worth more than what this keeps, and what it keeps mostly is a line.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.joins import cheapest_join
from engine.pieces import VALUES, Edges, Pieces


class Task(NamedTuple):
    """Lines from `start` to `end` that lay the tiles of the mask `forced` and none of the mask `dropped`.

    With `closed` they may not end on a double.
    """

    start: int
    end: int
    forced: int
    dropped: int
    closed: bool


class Relaxed(NamedTuple):
    """The answer to a task: no line of it is worth more than `worth`, the worth of the tiles `kept`.

    `line` are tiles among them that are a line, if not always one of the task. If `kept` is a line of the task `splits`
    is empty; else it holds pairs (forced, dropped), and every line of the task is one of a task with one of these.
    """

    worth: int
    kept: int
    line: int
    splits: tuple[tuple[int, int], ...]


def relax(edges: Edges, task: Task) -> Relaxed | None:
    """The best tiles for a task, connected or not; None if it has no line."""
    start, end, forced, dropped, closed = task
    pieces = Pieces(edges, dropped)
    pieces.reduce(start, end)
    values = [value for value in VALUES if pieces.at[value] or value in (start, end)]
    everything = worth = 0
    for value in values:
        everything |= pieces.loops[value]
        worth += pieces.loop_worths[value]
    for piece in set().union(*pieces.at):
        everything |= pieces.masks[piece]
        worth += pieces.worths[piece]
    if forced & ~everything:
        return None
    wrong = [value for value in values if len(pieces.at[value]) % 2 != (start != end and value in (start, end))]
    join = cheapest_join(pieces, forced, values, wrong)
    if join is None:
        return None
    kept = everything
    for piece in join:
        kept &= ~pieces.masks[piece]
        worth -= pieces.worths[piece]
    reached, line = pieces.reach(start, join)
    splits = _connect(pieces, task, values, reached, join)
    last_doubles = _last_doubles(edges, pieces, task, join) if closed else 0
    if last_doubles and not splits:
        others = _one_of(pieces, task, list(pieces.at[end] & join))
        splits = ((forced, dropped | last_doubles), *others)
    return Relaxed(worth, kept, line & ~last_doubles, splits)


def _connect(
    pieces: Pieces, task: Task, values: list[int], reached: list[int], join: set[int]
) -> tuple[tuple[int, int], ...]:
    """How to go on if tiles that are kept are not `reached` from the start.

    Of the tiles around such an island all are left behind, or one of those that lead there is laid: the first of them,
    or not that but the second, and so on. The island with the fewest ways is taken.
    """
    seen = set(reached)
    islands = []
    for value in values:
        if value not in seen:
            inside, tiles = pieces.reach(value, join)
            seen.update(inside)
            if tiles:
                ways = [piece for x in inside for piece in pieces.at[x] & join if pieces.sums[piece] ^ x not in inside]
                islands.append((len(ways), inside, ways))
    if not islands:
        return ()
    _, inside, ways = min(islands)
    around = 0
    for value in inside:
        around |= pieces.loops[value]
        for piece in pieces.at[value]:
            around |= pieces.masks[piece]
    return ((task.forced, task.dropped | around), *_one_of(pieces, task, ways))


def _one_of(pieces: Pieces, task: Task, choice: list[int]) -> list[tuple[int, int]]:
    """What to force and drop so that at least one of some pieces is laid, each line in one case only."""
    cases = []
    dropped = task.dropped
    for piece in sorted(choice, key=lambda piece: (pieces.worths[piece], piece)):
        cases.append((task.forced | pieces.masks[piece], dropped))
        dropped |= pieces.masks[piece]
    return cases


def _last_doubles(edges: Edges, pieces: Pieces, task: Task, join: set[int]) -> int:
    """The doubles with which a line of the tiles that are kept has to end, as there is one way only to their value."""
    end = task.end
    doubles = sum(1 << bit for bit, ends in enumerate(edges.ends) if ends == (end, end)) & pieces.loops[end]
    round_trips = pieces.loops[end] & ~doubles
    return 0 if round_trips or len(pieces.at[end] - join) > 1 else doubles
