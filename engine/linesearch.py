"""The search for the best lines through a hand, each proven to be the best that is left.

A hand of up to `SMALL` tiles is walked through in every way, which is quicker there. For others every start and every
end is a task (`engine.trails`), with what its lines can be worth at most; the most promising is looked at first, and
split when the best tiles for it are no line. What comes up as a line is therefore worth as much as any that is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from engine.pieces import VALUES, Edges
from engine.trails import Relaxed, Task, relax

SMALL = 15
"""Up to so many tiles every line is walked: ARCHITECTURE.md has the times of both ways."""


class Sets(NamedTuple):
    """Sets of tiles that make a line, as masks, from the best on.

    The first `proven` of them are proven to be the best of all, of all others, and so on; `most` is what no set is
    worth more than.
    """

    masks: tuple[int, ...]
    proven: int
    most: int


def best_sets(edges: Edges, starts: Sequence[int], closed: bool, wanted: int, go_on: Callable[[], bool]) -> Sets:
    """The `wanted` best sets of tiles that make a line from one of the starts; fewer, if there are no more.

    No set is part of one before it. With `closed` a line may not end on a double. `go_on` is asked before every step
    but the first; when it says no, the last set is only the best that was seen.
    """
    if wanted == 1 and len(edges.ends) <= SMALL:
        mask = _walk(edges, starts, closed)
        return Sets((mask,), 1, edges.total(mask))
    kinds = _kinds(edges)
    number = count()
    heap: list[tuple[int, int, Task, Relaxed | None]] = []
    for task, most in _tasks(edges, starts, closed):
        heappush(heap, (-most, next(number), task, None))
    seen, best = {0}, list[int]()
    most, looked = -heap[0][0], False
    while heap and len(best) < wanted:
        worth, _, task, relaxed = heappop(heap)
        most = min(most, -worth) if not best else most
        if relaxed is None:
            if looked and not go_on():
                others = [mask for mask in seen if not _within_any(mask, best, kinds)]
                others = sorted(others, key=edges.total)[-1:]
                return Sets((*best, *others), len(best), most)
            looked, relaxed = True, relax(edges, task)
            if relaxed is not None:
                seen.add(relaxed.line)
                heappush(heap, (-relaxed.worth, next(number), task, relaxed))
            continue
        splits: Iterable[tuple[int, int]] = relaxed.splits
        if not splits:
            known = next((mask for mask in best if _within(relaxed.kept, mask, kinds)), None)
            if known is None:
                best.append(relaxed.kept)
                known = relaxed.kept
            splits = _beyond(task, known, kinds)
        for forced, dropped in splits:
            heappush(heap, (worth, next(number), task._replace(forced=forced, dropped=dropped), None))
    return Sets(tuple(best), len(best), most)


def _tasks(edges: Edges, starts: Sequence[int], closed: bool) -> Iterator[tuple[Task, int]]:
    """Every start with every end, and what a line between them is worth at most.

    Each value with a wrong number of tiles has to lose one, and no tile is lost by more than two values.
    """
    for start in starts:
        reach, out = _out_of_reach(edges, start)
        cheapest = [0] * len(VALUES)
        odd = set[int]()
        total = 0
        for bit, ((a, b), worth) in enumerate(zip(edges.ends, edges.worths, strict=True)):
            if out >> bit & 1:
                continue
            total += worth
            if a != b:
                odd ^= {a, b}
                cheapest[a] = min(worth, cheapest[a] or worth)
                cheapest[b] = min(worth, cheapest[b] or worth)
        for end in reach:
            wrong = odd ^ ({start} ^ {end})
            least = (sum(cheapest[value] for value in wrong) + 1) // 2
            yield Task(start, end, 0, out, closed), total - least


def _out_of_reach(edges: Edges, start: int) -> tuple[list[int], int]:
    """The values that can be reached from one, in order, and the mask of the tiles that cannot."""
    reach = {start}
    for _ in VALUES:
        reach |= {value for ends in edges.ends if not reach.isdisjoint(ends) for value in ends}
    out = sum(1 << bit for bit, (a, _) in enumerate(edges.ends) if a not in reach)
    return sorted(reach), out


def _kinds(edges: Edges) -> list[int]:
    """The masks of equal tiles."""
    kinds: dict[tuple[int, int], int] = {}
    for bit, ends in enumerate(edges.ends):
        kinds[ends] = kinds.get(ends, 0) | 1 << bit
    return list(kinds.values())


def _within(mask: int, other: int, kinds: Sequence[int]) -> bool:
    """Whether all tiles of one mask are in the other, whichever of equal tiles it is."""
    return all((mask & kind).bit_count() <= (other & kind).bit_count() for kind in kinds)


def _within_any(mask: int, others: Sequence[int], kinds: Sequence[int]) -> bool:
    return any(_within(mask, other, kinds) for other in others)


def _beyond(task: Task, known: int, kinds: Sequence[int]) -> Iterator[tuple[int, int]]:
    """What to force and drop for the lines of a task that lay a tile which `known` lacks, each line in one case only.

    Which of equal tiles it is makes no difference, as long as none of them is forced or dropped.
    """
    dropped = task.dropped
    for kind in kinds:
        has = (known & kind).bit_count()
        free = kind & ~task.forced & ~dropped
        missing = has + 1 - (kind & task.forced).bit_count()
        if free.bit_count() >= missing and kind.bit_count() > has:
            yield task.forced | _lowest(free, missing), dropped
            dropped |= _lowest(free, (kind & ~dropped).bit_count() - has)


def _lowest(mask: int, bits: int) -> int:
    """The lowest bits of a mask, so many of them."""
    rest = mask
    for _ in range(bits):
        rest &= rest - 1
    return mask ^ rest


def _walk(edges: Edges, starts: Sequence[int], closed: bool) -> int:
    """The best set of tiles by walking every line, but no two that lay the same tiles and end alike."""
    at: list[list[tuple[int, int, int]]] = [[] for _ in VALUES]
    doubles, worths = [0] * len(VALUES), [0] * len(VALUES)
    for bit, ((a, b), worth) in enumerate(zip(edges.ends, edges.worths, strict=True)):
        if a == b:
            doubles[a] |= 1 << bit
            worths[a] += worth
        else:
            at[a].append((1 << bit, b, worth))
            at[b].append((1 << bit, a, worth))
    best = chosen = 0
    todo = [(start, 0, 0) for start in starts]
    seen = set[tuple[int, int]]()
    while todo:
        value, mask, total = todo.pop()
        new = doubles[value] & ~mask
        if new and closed and total > best:
            best, chosen = total, mask
        if new:
            mask |= new
            total += worths[value]
        if (value, mask) in seen:
            continue
        seen.add((value, mask))
        if total > best and not (new and closed):
            best, chosen = total, mask
        for bit, other, worth in at[value]:
            if not mask & bit:
                todo.append((other, mask | bit, total + worth))
    return chosen
