"""How the tiles of a table hang together: from outlines to joints, and from joints to chains. Shapes only, no pips.

`lay_out` looks at the table from above (`layout_plane`), lists the joints that could be (`layout_joints`) and takes
those that are worth most together (`layout_choice`). The joints it knows, with `=` for a tile that lies along the
train and `#` for one that lies across::

    END            SIDE             BEND             FAN               HUB
                      #                   =            = =
    ==== ====      ==== # ====      ====  =             = =             ==  .---.  ==
                      #             ==== ==          ==== #               ==| = |==
    in one line,   the middle of    an end at the       #==             up to a tile's
    up to half a   a double's       side of a half:    = =              length from the
    tile apart     long side        left or right   slantwise at a      engine, and
                                                    half of a double    pointing at it

At a double one, two or three tiles may go on: from the far side, from both ends, or fanned out; a train that leaves a
double by its end turns. All of them, drawn from outlines that this module has read: `datasets/samples/joints.svg`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from vision.geometry import project
from vision.layout_chains import first_inner, other_end, walk
from vision.layout_choice import Choice
from vision.layout_joints import (
    ANYWHERE,
    HALF_OF,
    KIND_OF,
    Candidates,
    candidates,
    hub_candidates,
    hub_weights,
    rows_side_by_side,
)
from vision.layout_plane import Flags, Plane, plane
from vision.types import Chain, Joint, JointKind, Layout

MOST_ENGINES = 5
"""How many tiles are tried as the engine: those most tiles point at."""
CLEAR_JOINT = 3.0
"""What a joint must be worth, in nats, to speak against a hand."""
FEWEST, LIKE = 3, (0.85, 1.18)
"""With so many tiles the others are compared, and between these lengths, in those of the tiles, they are alike."""
TELLS, MARGIN = 5.0, 2.0
"""By how many nats an engine must make the table likelier than none, and than the second best one."""


class TableShape:
    """The outlines of a table, seen from above once, to be laid out with one engine or another."""

    def __init__(self, quads: ArrayLike, face_down: ArrayLike = ()) -> None:
        outlines = np.asarray(quads, dtype=np.float64).reshape(-1, 4, 2)
        backs = np.asarray(face_down, dtype=np.float64).reshape(-1, 4, 2)
        self.tiles, self.backs = len(outlines), len(backs)
        self._table, self._obstacles = plane(np.concatenate([outlines, backs])).split(len(outlines))
        self._found: dict[int | None, tuple[Candidates, tuple[tuple[int, ...], ...]]] = {}

    def lay_out(self, engine: int | None = None) -> Layout:
        """How the tiles lie together; see the function `lay_out`."""
        if engine is not None and not 0 <= engine < self.tiles:
            raise ValueError(f"the engine must be one of the {self.tiles} tiles, counted from 0; it is {engine}")
        usable = self._table.flat.copy()
        # An engine that is known is used even where its outline looks as if it stood.
        odd = None if engine is None or usable[engine] else engine
        if odd is not None:
            usable[odd] = True
        if odd not in self._found:
            plain = candidates(self._table, usable, self._obstacles)
            self._found[odd] = plain, _hands(rows_side_by_side(self._table), plain, self.tiles)
        plain, rows = self._found[odd]
        in_rows = np.isin(np.arange(self.tiles), [tile for row in rows for tile in row if tile != engine])
        plain = plain.subset(~in_rows[plain.first] & ~in_rows[plain.second])
        chosen = _choose(plain, self._table, usable & ~in_rows, self._obstacles, engine)
        return _describe(self._table, self.backs, rows, *chosen)


def lying_like(quads: ArrayLike, others: ArrayLike) -> Flags:
    """Which of the outlines `others` (m, 4, 2) are of the size and shape of the tiles `quads` (n, 4, 2).

    What only looks like a tile face down, a square of a floor or a slot of a hub, seldom is. All are while there are
    fewer than three tiles to compare them with.
    """
    outlines = np.asarray(quads, dtype=np.float64).reshape(-1, 4, 2)
    asked = np.asarray(others, dtype=np.float64).reshape(-1, 4, 2)
    if len(outlines) < FEWEST or len(asked) == 0:
        return np.ones(len(asked), dtype=bool)
    table = plane(np.concatenate([outlines, asked])).split(len(outlines))[1]
    return np.asarray(table.flat & (table.length > LIKE[0]) & (table.length < LIKE[1]))


def lay_out(quads: ArrayLike, face_down: ArrayLike = (), engine: int | None = None) -> Layout:
    """How tiles with the outlines `quads` (n, 4, 2) lie together; `face_down` (m, 4, 2) are those that show no pips.

    Outlines are in pixels, clockwise, half A first, as in `vision.types.Quad`. `engine` is the number of the engine
    among the quads where it is known (the pips tell); otherwise it is the tile that the trains point at, if that is
    clear: with a single train, or two that touch it like any double, it is not.

    Raises:
        ValueError: when the engine is no number of a quad.
    """
    return TableShape(quads, face_down).lay_out(engine)


def _hands(rows: tuple[tuple[int, ...], ...], plain: Candidates, tiles: int) -> tuple[tuple[int, ...], ...]:
    """The rows that are hands: three tiles or more, since two may be trains that pass each other.

    Where most of three tiles touch others that lie beside none, there are trains, too: branches of a double with one
    that passes them.
    """
    in_row = np.isin(np.arange(tiles), [tile for row in rows for tile in row])
    clear = plain.subset(plain.weight > CLEAR_JOINT)
    touching = {a for a, b in zip(clear.first.tolist(), clear.second.tolist(), strict=True) if not in_row[b]}
    touching |= {b for a, b in zip(clear.first.tolist(), clear.second.tolist(), strict=True) if not in_row[a]}
    return tuple(row for row in rows if len(row) > 3 or (len(row) == 3 and len(touching.intersection(row)) < 2))


def _choose(
    plain: Candidates, table: Plane, usable: Flags, obstacles: Plane, known: int | None
) -> tuple[Candidates, Choice, int | None]:
    """The best joints, with the engine that is known or else the one that explains the table clearly best."""
    if known is not None:
        joints = _with_engine(plain, table, usable, obstacles, known)
        return joints, Choice(joints, len(usable)), known
    without = Choice(plain, len(usable))
    tried = []
    for engine in _likely_engines(plain, table, usable):
        joints = _with_engine(plain, table, usable, obstacles, engine)
        choice = Choice(joints, len(usable))
        tried.append((choice.worth, engine, joints, choice))
    tried.sort(key=lambda one: -one[0])
    if tried and tried[0][0] - without.worth >= TELLS and (len(tried) < 2 or tried[0][0] - tried[1][0] >= MARGIN):
        _, engine, joints, choice = tried[0]
        return joints, choice, engine
    return plain, without, None


def _likely_engines(plain: Candidates, table: Plane, usable: Flags) -> list[int]:
    """Tiles that others point at from afar and do not touch anyway, those with most to say first."""
    gain = hub_weights(table, usable)[0].max(axis=2, initial=0.0)
    for a, b in ((plain.first, plain.second), (plain.second, plain.first)):
        np.subtract.at(gain, (a, b), plain.weight)
    worth = np.maximum(gain, 0).sum(axis=1) * usable
    return [tile for tile in np.argsort(-worth, kind="stable")[:MOST_ENGINES].tolist() if worth[tile] > 0]


def _with_engine(plain: Candidates, table: Plane, usable: Flags, obstacles: Plane, engine: int) -> Candidates:
    """The candidates where `engine` takes as many trains as like to start there, at any place."""
    places = plain.places.copy()
    places[plain.first == engine, 0] = ANYWHERE
    places[plain.second == engine, 1] = ANYWHERE
    fields = {name: getattr(plain, name) for name in Candidates.__slots__} | {"places": places}
    return Candidates(**fields).and_also(hub_candidates(table, usable, obstacles, engine))


def _describe(
    table: Plane, backs: int, rows: tuple[tuple[int, ...], ...], joints: Candidates, choice: Choice, engine: int | None
) -> Layout:
    at = project(table.to_picture, joints.at)
    described = tuple(_joint(joints, at[k].tolist(), k, choice.margin(k)) for k in choice.chosen)
    chains, left = [], set(range(len(table.centre))) - {tile for row in rows for tile in row}
    if engine is not None:
        left.discard(engine)
        for number, joint in enumerate(described):
            if engine in joint.tiles:
                start, inner = other_end(joint, engine)
                links = tuple(walk(described, start, inner, number, engine))
                chains.append(Chain(links, True))
                left -= {link.tile for link in links}
    neighbours: dict[int, int] = dict.fromkeys(left, 0)
    for joint in described:
        for tile in joint.tiles:
            if tile in neighbours:
                neighbours[tile] += 1
    loose = tuple(sorted(tile for tile in left if not neighbours[tile]))
    left -= set(loose)
    while left:
        start = min(
            (tile for tile in left if neighbours[tile] == 1), key=lambda tile: _start_order(table, tile, engine)
        )
        links = tuple(walk(described, start, first_inner(described, start), None, engine))
        chains.append(Chain(links, False))
        left -= {link.tile for link in links}
    return Layout(engine, described, tuple(chains), rows, loose, backs)


def _joint(joints: Candidates, at: Sequence[Sequence[float]], k: int, margin: float) -> Joint:
    here, there = joints.places[k].tolist()
    kind = JointKind.HUB if ANYWHERE in (here, there) else KIND_OF[max(here, there)]
    (x, y), (u, v) = at
    confidence = float(1 / (1 + np.exp(-margin)))
    tiles = int(joints.first[k]), int(joints.second[k])
    return Joint(tiles, (HALF_OF[here], HALF_OF[there]), kind, float(joints.gap[k]), confidence, ((x, y), (u, v)))


def _start_order(table: Plane, tile: int, engine: int | None) -> tuple[float, int]:
    """Of the ends of a chain that could be its start, the one nearest to the engine."""
    if engine is None:
        return 0.0, tile
    return float(np.linalg.norm(table.centre[tile] - table.centre[engine])), tile
