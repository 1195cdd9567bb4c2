"""Tiles as the edges of a graph, and as pieces that a line lays whole or not at all.

The vertices are the values of the halves: a tile joins two of them, a double is a loop.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.tiles import HIGHEST_PIPS

VALUES = range(HIGHEST_PIPS + 1)


@dataclass(frozen=True, slots=True)
class Edges:
    """Tiles in a fixed order: number `i` joins the values `ends[i]`, is worth `worths[i]`, and is bit `i` of a mask.

    Every worth is above 0.
    """

    ends: tuple[tuple[int, int], ...]
    worths: tuple[int, ...]

    def total(self, mask: int) -> int:
        """What the tiles of the mask are worth together."""
        return sum(worth for bit, worth in enumerate(self.worths) if mask >> bit & 1)


class Pieces:
    """Tiles as pieces that are laid whole or not at all: number `p` joins two values and is made of tiles `masks[p]`.

    `at` holds the pieces at each value, `sums` the exclusive or of both ends. `loops` are the tiles at each value that
    come and go with it: its doubles, and round trips that meet no other line.
    """

    __slots__ = ("at", "lefts", "loop_worths", "loops", "masks", "sums", "worths")

    def __init__(self, edges: Edges, dropped: int) -> None:
        self.at: list[set[int]] = [set() for _ in VALUES]
        self.lefts: list[int] = []
        self.sums: list[int] = []
        self.worths: list[int] = []
        self.masks: list[int] = []
        self.loops = [0] * len(VALUES)
        self.loop_worths = [0] * len(VALUES)
        for bit, ((a, b), worth) in enumerate(zip(edges.ends, edges.worths, strict=True)):
            if not dropped >> bit & 1:
                self.add(a, b, worth, 1 << bit)

    def add(self, a: int, b: int, worth: int, mask: int) -> None:
        """Add a piece."""
        if a == b:
            self.loops[a] |= mask
            self.loop_worths[a] += worth
            return
        self.at[a].add(len(self.masks))
        self.at[b].add(len(self.masks))
        self.lefts.append(a)
        self.sums.append(a ^ b)
        self.worths.append(worth)
        self.masks.append(mask)

    def reduce(self, start: int, end: int) -> None:
        """Take away what no line from `start` to `end` can lay, and join pieces that are laid together or not at all.

        A value in between is left as often as it is reached: with one piece it is out of reach, and of two pieces
        either both are laid, and what loops there, or neither.
        """
        at, sums = self.at, self.sums
        todo = [value for value in VALUES if len(at[value]) <= 2]
        while todo:
            value = todo.pop()
            if value in (start, end) or len(at[value]) > 2:
                continue
            loops, worth = self.loops[value], self.loop_worths[value]
            self.loops[value] = self.loop_worths[value] = 0
            if not at[value]:
                continue
            first = at[value].pop()
            a = sums[first] ^ value
            at[a].remove(first)
            if at[value]:
                second = at[value].pop()
                b = sums[second] ^ value
                at[b].remove(second)
                worth += self.worths[first] + self.worths[second]
                self.add(a, b, worth, self.masks[first] | self.masks[second] | loops)
                if a != b:
                    continue
            todo.append(a)

    def reach(self, value: int, without: set[int]) -> tuple[list[int], int]:
        """The values that can be reached from one without some pieces, and the tiles on all ways between them."""
        found, tiles = [value], self.loops[value]
        seen = {value}
        for x in found:
            for piece in self.at[x] - without:
                tiles |= self.masks[piece]
                y = self.sums[piece] ^ x
                if y not in seen:
                    seen.add(y)
                    found.append(y)
                    tiles |= self.loops[y]
        return found, tiles
