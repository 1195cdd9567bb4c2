"""The samples of the README: one table at two moments."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.sample import EARLIER_SEED, LAID_LAST, TABLE_SEED, TABLE_SIZE, earlier
from datasets.scene import Scene
from datasets.table_scenes import TableScene, make_table_scene


@pytest.fixture(scope="module")
def table() -> TableScene:
    return make_table_scene(TABLE_SEED, TABLE_SIZE)


def values(scene: Scene) -> list[tuple[int, ...]]:
    """Of all tiles, those that lie face down too."""
    return sorted(tuple(sorted(piece.values)) for piece in scene.pieces)


def test_a_turn_earlier_one_tile_is_not_there_yet(table: TableScene) -> None:
    before, after = values(earlier(table, EARLIER_SEED)), values(table.scene)
    assert sorted([*before, tuple(sorted(LAID_LAST))]) == after


def test_it_is_seen_from_another_place(table: TableScene) -> None:
    before = earlier(table, EARLIER_SEED)
    assert np.linalg.norm(before.camera.position - table.scene.camera.position) > 1
    assert before.size == table.scene.size


def test_a_table_without_that_tile_is_refused() -> None:
    other = make_table_scene(2, (400, 400))
    assert not any(set(pair) == set(LAID_LAST) for pair in other.laid.values)
    with pytest.raises(ValueError, match="not in list"):
        earlier(other, EARLIER_SEED)
