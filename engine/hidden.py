"""Samples of what nobody sees: the other hands and the boneyard, in agreement with everything that is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.errors import HintError
from engine.memory import Held, Memory
from engine.state import View
from engine.tiles import Tile

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

SWAPS = 8
"""How often, on average, each hidden tile of a sample is tried in another place."""


def hidden_tiles(view: View) -> tuple[Tile, ...]:
    """All tiles that are neither on the table nor in the own hand, in tile order.

    Raises:
        HintError: when a tile is there too often, or hands, table and boneyard do not add up to the set.
    """
    table = view.table
    rules = table.rules
    left = Counter(dict.fromkeys(rules.domino_set, rules.copies))
    for tile in (*table.tiles(), *view.hand):
        if tile not in left:
            raise HintError(f"The tile {tile} is not in a {rules.domino_set} set; take it away or name a larger set.")
        if left[tile] == 0:
            allowed = "once" if rules.copies == 1 else "twice"
            raise HintError(f"The tile {tile} is there more than {allowed}; look at the table and at the hand again.")
        left[tile] -= 1
    others = sum(size for seat, size in enumerate(table.hand_sizes) if seat != view.me)
    if left.total() != others + table.boneyard:
        raise HintError(
            f"{left.total()} tiles are not to be seen, but the other hands and the boneyard hold "
            f"{others + table.boneyard}; count them again."
        )
    return tuple(sorted(left.elements()))


def samples(view: View, memory: Memory, count: int, rng: np.random.Generator) -> Ints:
    """`count` ways the hidden tiles may lie: int64 (count, hidden), places in `hidden_tiles`.

    A row holds the hands of the other seats one after the other, then the boneyard in the order of drawing. All ways
    that agree with `memory` are equally likely: each row begins with one of them, and random exchanges of two tiles
    are made wherever both may lie in the other's place (a Markov chain whose moves are as likely forth as back).

    Raises:
        HintError: as `hidden_tiles`, when the memory does not fit the table, and when nothing agrees with it.
    """
    tiles = hidden_tiles(view)
    places = _places(view, memory)
    allowed = np.array([[held.may_be(tile) for tile in tiles] for held in places], bool).reshape(-1, len(tiles))
    if allowed.all():
        return rng.permuted(np.tile(np.arange(len(tiles)), (count, 1)), axis=1)
    rows = np.tile(_one_way(allowed), (count, 1))
    number = np.arange(count)
    for _ in range(SWAPS * len(tiles)):
        a, b = rng.integers(len(tiles), size=(2, count))
        one, other = rows[number, a], rows[number, b]
        fits = allowed[a, other] & allowed[b, one]
        rows[number[fits], a[fits]], rows[number[fits], b[fits]] = other[fits], one[fits]
    return rows


def _places(view: View, memory: Memory) -> list[Held]:
    """What is known of each hidden tile, place by place."""
    table = view.table
    if len(memory) != table.players:
        raise HintError(f"What is remembered is of {len(memory)} hands, but {table.players} players sit at the table.")
    places = []
    for seat, (hand, size) in enumerate(zip(memory, table.hand_sizes, strict=True)):
        known = sum(held.count for held in hand)
        if known != size:
            raise HintError(f"What is remembered of seat {seat} are {known} tiles, but the hand has {size}.")
        if seat != view.me:
            places += [held for held in hand for _ in range(held.count)]
    return places + [Held(1)] * table.boneyard


def _one_way(allowed: Bools) -> Ints:
    """A tile for every place, each once, by augmenting paths (Kuhn); `allowed` (places, tiles)."""
    place_of = np.full(allowed.shape[1], -1)

    def find(place: int, tried: set[int]) -> bool:
        for tile in np.flatnonzero(allowed[place]).tolist():
            if tile not in tried:
                tried.add(tile)
                if place_of[tile] < 0 or find(int(place_of[tile]), tried):
                    place_of[tile] = place
                    return True
        return False

    # The places with fewest tiles first: the others find one of those that are left.
    for place in np.argsort(allowed.sum(1), kind="stable").tolist():
        if not find(place, set()):
            raise HintError("What is remembered cannot be: no tiles are left for a hand that could not play so often.")
    return np.argsort(place_of).astype(np.int64)


def spread(view: View, rows: Sequence[int]) -> dict[int, tuple[Tile, ...]]:
    """The hands by seat that a row of `samples` deals; for tests and for showing one."""
    tiles, at, hands = hidden_tiles(view), 0, {}
    for seat, size in enumerate(view.table.hand_sizes):
        if seat != view.me:
            hands[seat] = tuple(tiles[k] for k in rows[at : at + size])
            at += size
    return hands
