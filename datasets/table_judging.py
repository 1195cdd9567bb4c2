"""How well the chains of a table were read: trains exactly right, chains that are none, the engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from datasets.tables import TrueTable, TrueTrain
from vision.layout_chains import chain_from
from vision.types import Chain, Layout

Told = frozenset[tuple[int, int | None, int]]
"""Of each tile of a train its number, its half towards the start (None for doubles) and the tile that it lies on."""


@dataclass(frozen=True, slots=True)
class TableScore:
    """Of one table: its trains, those read exactly, chains that hold other tiles, and whether the engine is right.

    `wrong`: the numbers of the trains that were not read exactly.
    """

    trains: int
    exact: int
    false_chains: int
    engine: bool
    wrong: tuple[int, ...]


def judge(true: TrueTable, layout: Layout, numbers: Sequence[int] | None = None) -> TableScore:
    """Compare a layout with the truth; `numbers` are the true numbers of the layout's tiles if some were overlooked.

    A train is right if all its tiles hang together as they were laid, in direction and halves, and no others do. A
    Mexican train that starts away from the engine is right in either direction, since shape does not tell where it
    starts; with a single tile it is right if that tile is in no chain. An overlooked tile makes its train wrong.
    """
    known = list(range(len(true.quads)) if numbers is None else numbers)
    place = {tile: number for number, tile in enumerate(known)}
    doubles = {tile for tile, (a, b) in enumerate(true.values) if a == b}
    from_engine = [_told([(known[link.tile], link.inner, link.on) for link in chain.links], doubles)
                   for chain in layout.chains if chain.from_engine]  # fmt: skip
    chained = {known[link.tile] for chain in layout.chains for link in chain.links}
    wrong = []
    for number, train in enumerate(true.trains):
        want = _told(train.links, doubles)
        if train.starts_at_engine:
            right = want in from_engine and layout.engine is not None and known[layout.engine] == true.engine
        elif not all(tile in place for tile, _, _ in train.links):
            right = False
        elif len(train.links) == 1:
            right = train.links[0][0] not in chained
        else:
            chain = chain_from(layout, place[train.links[0][0]])
            right = want == _told([(known[link.tile], link.inner, link.on) for link in chain.links], doubles)
            right = right and not any(c.from_engine and _shares(c, known, train) for c in layout.chains)
        if not right:
            wrong.append(number)
    laid = {tile for train in true.trains for tile, _, _ in train.links}
    false = sum(any(known[link.tile] not in laid for link in chain.links) for chain in layout.chains)
    engine = layout.engine is not None and known[layout.engine] == true.engine
    return TableScore(len(true.trains), len(true.trains) - len(wrong), false, engine, tuple(wrong))


def _told(links: Sequence[tuple[int, int | None, int]], doubles: set[int]) -> Told:
    return frozenset(
        (tile, None if tile in doubles else inner, links[on][0] if on >= 0 else -1) for tile, inner, on in links
    )


def _shares(chain: Chain, known: Sequence[int], train: TrueTrain) -> bool:
    return bool({known[link.tile] for link in chain.links} & {tile for tile, _, _ in train.links})
