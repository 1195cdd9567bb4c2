"""Trains with forks as lines without any: the train itself, and each branch as a train that leaves it at a double.

Of what goes on from a double the longest part is the train itself. Tables are kept free of parts equally long, for then
nothing would tell which of them it is.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from datasets.table_trains import ENGINE
from datasets.tables import LaidTable, Link, TrueTrain


@dataclass(frozen=True, slots=True)
class Line:
    """A train or a branch: the number of its train, its tiles from the start outwards, which half of each is towards
    the start (None: a double met at its side), and for a branch the double that it leaves."""

    train: int
    tiles: tuple[int, ...]
    inner: tuple[int | None, ...]
    branch_of: int | None


def lines_of(trains: Sequence[TrueTrain]) -> tuple[Line, ...]:
    """All trains as lines, the branches of each right after it."""
    lines: list[Line] = []
    for number, train in enumerate(trains):
        below, size = _below(train.links), _sizes(train.links)
        waiting: list[tuple[int, int | None]] = [(place, None) for place in below.get(ENGINE, [])]
        while waiting:
            place, leaves = waiting.pop(0)
            line = [place]
            while onwards := sorted(below.get(line[-1], []), key=lambda child: -size[child]):
                waiting += [(child, train.links[line[-1]][0]) for child in onwards[1:]]
                line.append(onwards[0])
            tiles = tuple(train.links[one][0] for one in line)
            lines.append(Line(number, tiles, tuple(train.links[one][1] for one in line), leaves))
    return tuple(lines)


def without_ties(laid: LaidTable) -> LaidTable:
    """The table with last tiles taken off where two parts behind a double are the longest alike."""
    while (tile := _tied(laid.trains)) is not None:
        laid = without(laid, {tile})
    return laid


def _below(links: Sequence[Link]) -> dict[int, list[int]]:
    """For each place of a train the places of the tiles that lie on it."""
    below: dict[int, list[int]] = {}
    for place, (_, _, on) in enumerate(links):
        below.setdefault(on, []).append(place)
    return below


def _sizes(links: Sequence[Link]) -> list[int]:
    """How many tiles hang on each, itself included."""
    size = [1] * len(links)
    for place in reversed(range(len(links))):
        if links[place][2] != ENGINE:
            size[links[place][2]] += size[place]
    return size


def _tied(trains: Sequence[TrueTrain]) -> int | None:
    """A last tile of one of two parts that are the longest alike."""
    for train in trains:
        below, size = _below(train.links), _sizes(train.links)
        for parts in below.values():
            longest = sorted(parts, key=lambda place: -size[place])
            if len(longest) > 1 and size[longest[0]] == size[longest[1]]:
                last = longest[1]
                while last in below:
                    last = max(below[last], key=lambda place: size[place])
                return train.links[last][0]
    return None


def without(laid: LaidTable, tiles: Set[int]) -> LaidTable:
    """The table without some tiles that no other lies on; those that are left are counted anew."""
    left = [number for number in range(len(laid.up)) if number not in tiles]
    now = {number: place for place, number in enumerate(left)}
    trains = []
    for train in laid.trains:
        kept = [place for place, link in enumerate(train.links) if link[0] in now]
        places = {ENGINE: ENGINE} | {place: index for index, place in enumerate(kept)}
        links = ((train.links[place], places[train.links[place][2]]) for place in kept)
        trains.append(replace(train, links=tuple((now[number], inner, on) for (number, inner, _), on in links)))
    hands = (tuple(now[number] for number in hand if number in now) for hand in laid.hands)
    return replace(
        laid,
        up=tuple(laid.up[number] for number in left),
        values=tuple(laid.values[number] for number in left),
        trains=tuple(train for train in trains if train.links),
        hands=tuple(hand for hand in hands if hand),
        loose=tuple(now[number] for number in laid.loose if number in now),
    )
