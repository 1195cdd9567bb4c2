"""How the tiles of a table may lie together, where their shapes alone do not tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.tiles import DominoSet
from server.table_reading import BESIDE, LikelyEngine, TableReading, likely_engines
from vision.layout import TableShape, lying_like
from vision.types import Layout, Observation

SEVERAL = 3
"""So many tiles beside a double with its value, on a table whose shapes tell the same engine, are no chance."""


def without_odd_backs(observation: Observation) -> Observation:
    """The observation with only those tiles face down that lie on the table as the others do."""
    alike = lying_like(
        [tile.quad.corners for tile in observation.tiles], [tile.quad.corners for tile in observation.face_down]
    )
    return replace(
        observation, face_down=tuple(back for back, is_so in zip(observation.face_down, alike, strict=True) if is_so)
    )


def without_slots(found: TableReading) -> TableReading:
    """The table without tiles face down beside the engine: those are the slots of a hub."""
    if found.engine is None:
        return found
    engine = np.array([half.centre for half in found.observation.tiles[found.engine].halves])
    reach = BESIDE * 2 * float(np.linalg.norm(engine[0] - engine[1]))
    backs = tuple(
        back
        for back in found.observation.face_down
        if np.linalg.norm(np.mean(back.quad.corners, axis=0) - engine.mean(axis=0)) >= reach
    )
    return replace(found, observation=replace(found.observation, face_down=backs))


def layouts_worth_trying(
    observation: Observation, domino_set: DominoSet, engine_value: int | None = None
) -> tuple[Layout, ...]:
    """The layout that the shapes tell, and one with each tile that may be the engine.

    Nothing else is worth trying where shapes and pips clearly agree on the engine and it can be this round's, whose
    value is `engine_value` where that is known.
    """
    shape = TableShape(
        [tile.quad.corners for tile in observation.tiles], [tile.quad.corners for tile in observation.face_down]
    )
    plain = shape.lay_out()
    likely = likely_engines(observation, domino_set)
    if _is_clear(plain, likely, engine_value):
        return (plain,)
    return (plain, *(shape.lay_out(engine.number) for engine in likely if engine.number != plain.engine))


def _is_clear(plain: Layout, likely: Sequence[LikelyEngine], engine_value: int | None) -> bool:
    """Whether pips leave no doubt that trains start from the engine that the shapes tell: all do, or several tiles
    beside it show its value, and more than beside any other double."""
    engine = next((one for one in likely if one.number == plain.engine), None)
    if engine is None or engine_value not in (None, engine.value):
        return False
    others = max((one.trains for one in likely if one.number != engine.number), default=0)
    # Not for a double blank, which bare places and backs are taken for, as are the blanks beside it.
    agreed = engine.trains >= SEVERAL and engine.trains > others and engine.value > 0
    return agreed or all(chain.from_engine for chain in plain.chains)
