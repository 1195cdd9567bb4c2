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

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from vision.geometry import project
from vision.layout_chains import by_tile, first_inner, other_end, walk
from vision.layout_choice import Choice, Memory
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
from vision.layout_plane import Flags, Floats, Plane, plane
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
        self._hub = hub_weights(self._table)
        self._grounds: dict[int | None, _Ground] = {}

    def lay_out(self, engine: int | None = None) -> Layout:
        """How the tiles lie together; see the function `lay_out`."""
        if engine is not None and not 0 <= engine < self.tiles:
            raise ValueError(f"the engine must be one of the {self.tiles} tiles, counted from 0; it is {engine}")
        ground = self._ground(None)
        # An engine that is known is used even where its outline looks as if it stood, or lay in a hand.
        if engine is not None and not ground.usable[engine]:
            ground = self._ground(engine)
        joints, choice, engine = ground.chosen(engine)
        return _describe(self._table, self.backs, ground.rows, joints, choice, engine)

    def _ground(self, engine: int | None) -> _Ground:
        if engine not in self._grounds:
            self._grounds[engine] = _Ground(self._table, self._obstacles, self._hub, engine)
        return self._grounds[engine]


class _Ground:
    """What layouts of a table have in common: its hands, the joints between its other tiles, and groups of joints that
    were solved. `engine` is one whose outline is not that of a tile in a train, None for all others."""

    def __init__(self, table: Plane, obstacles: Plane, hub: tuple[Floats, Floats], engine: int | None) -> None:
        self._table, self._obstacles, self._hub = table, obstacles, hub
        usable = table.flat.copy()
        if engine is not None:
            usable[engine] = True
        every = candidates(table, usable, obstacles)
        self.rows = _hands(rows_side_by_side(table), every, len(usable))
        in_rows = np.isin(np.arange(len(usable)), [tile for row in self.rows for tile in row if tile != engine])
        self.usable = usable & ~in_rows
        self.plain = every.subset(~in_rows[every.first] & ~in_rows[every.second])
        self._memory: Memory = {}
        self._choices: dict[int | None, tuple[Candidates, Choice]] = {}

    def chosen(self, known: int | None) -> tuple[Candidates, Choice, int | None]:
        """The best joints, with the engine that is known or else the one that explains the table clearly best."""
        if known is not None:
            return *self._choice(known), known
        tried = [(*self._choice(engine), engine) for engine in _likely_engines(self.plain, self._hub[0], self.usable)]
        tried.sort(key=lambda one: -one[1].worth)
        plain, without = self._choice(None)
        worths = [choice.worth for _, choice, _ in tried]
        if tried and worths[0] - without.worth >= TELLS and (len(tried) < 2 or worths[0] - worths[1] >= MARGIN):
            return tried[0]
        return plain, without, None

    def _choice(self, engine: int | None) -> tuple[Candidates, Choice]:
        if engine not in self._choices:
            joints = self.plain if engine is None else self._with_engine(engine)
            self._choices[engine] = joints, Choice(joints, len(self.usable), self._memory)
        return self._choices[engine]

    def _with_engine(self, engine: int) -> Candidates:
        """The candidates where `engine` takes as many trains as like to start there, at any place."""
        places = self.plain.places.copy()
        places[self.plain.first == engine, 0] = ANYWHERE
        places[self.plain.second == engine, 1] = ANYWHERE
        anywhere = replace(self.plain, places=places)
        return anywhere.and_also(hub_candidates(self._table, self._hub, self.usable, self._obstacles, engine))


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


def _likely_engines(plain: Candidates, hub: Floats, usable: Flags) -> list[int]:
    """Tiles that others point at from afar and do not touch anyway, those with most to say first."""
    gain = np.where(usable[None, :, None], hub, 0.0).max(axis=2, initial=0.0)
    for a, b in ((plain.first, plain.second), (plain.second, plain.first)):
        np.subtract.at(gain, (a, b), plain.weight)
    worth = np.maximum(gain, 0).sum(axis=1) * usable
    return [tile for tile in np.argsort(-worth, kind="stable")[:MOST_ENGINES].tolist() if worth[tile] > 0]


def _describe(
    table: Plane, backs: int, rows: tuple[tuple[int, ...], ...], joints: Candidates, choice: Choice, engine: int | None
) -> Layout:
    at = project(table.to_picture, joints.at)
    described = _joints(joints, at, choice)
    of_tile = by_tile(described)
    chains, left = [], set(range(len(table.centre))) - {tile for row in rows for tile in row}
    if engine is not None:
        left.discard(engine)
        for number, joint in of_tile.get(engine, ()):
            start, inner = other_end(joint, engine)
            links = tuple(walk(of_tile, start, inner, number, engine))
            chains.append(Chain(links, True))
            left -= {link.tile for link in links}
    away = table.centre - (0 if engine is None else table.centre[engine])
    order = [(0.0 if engine is None else float(far), tile) for tile, far in enumerate(np.hypot(*away.T))]
    neighbours = {tile: len(of_tile.get(tile, ())) for tile in left}
    loose = tuple(sorted(tile for tile in left if not neighbours[tile]))
    left -= set(loose)
    while left:
        # Of the ends of a chain that could be its start, the one nearest to the engine.
        start = min(order[tile] for tile in left if neighbours[tile] == 1)[1]
        links = tuple(walk(of_tile, start, first_inner(of_tile, start), None, engine))
        chains.append(Chain(links, False))
        left -= {link.tile for link in links}
    return Layout(engine, described, tuple(chains), rows, loose, backs, choice.worth)


def _joints(joints: Candidates, at: Floats, choice: Choice) -> tuple[Joint, ...]:
    """The chosen joints, which touch at `at` (k, 2, 2) in the picture."""
    chosen = list(choice.chosen)
    confidence = 1 / (1 + np.exp(-np.array([choice.margin(k) for k in chosen], dtype=np.float64)))
    columns = (joints.first, joints.second, joints.places, joints.gap, at)
    described = []
    for first, second, (here, there), gap, ((x, y), (u, v)), sure in zip(
        *(column[chosen].tolist() for column in columns), confidence.tolist(), strict=True
    ):
        kind = JointKind.HUB if ANYWHERE in (here, there) else KIND_OF[max(here, there)]
        halves = HALF_OF[here], HALF_OF[there]
        described.append(Joint((first, second), halves, kind, gap, sure, ((x, y), (u, v))))
    return tuple(described)
