"""How the tiles of a table may lie together, where their shapes alone do not tell."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.tiles import DominoSet
from server.table_reading import BESIDE, TableReading, likely_engines
from vision.layout import TableShape, lying_like
from vision.types import Layout, Observation


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

    Where shapes and pips agree that a double is the engine, all trains start there, and it can be this round's, whose
    value is `engine_value` where that is known, nothing else is worth trying.
    """
    shape = TableShape(
        [tile.quad.corners for tile in observation.tiles], [tile.quad.corners for tile in observation.face_down]
    )
    plain = shape.lay_out()
    likely = likely_engines(observation, domino_set)
    if plain.engine in likely and all(chain.from_engine for chain in plain.chains):
        probs = observation.tiles[plain.engine].halves[0].probs[: domino_set.highest + 1]
        if engine_value in (None, probs.index(max(probs))):
            return (plain,)
    return (plain, *(shape.lay_out(engine) for engine in likely if engine != plain.engine))
