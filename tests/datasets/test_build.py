"""Rendering the training pictures into shards."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from datasets.build import SEED_STRIDE, THINGS_FROM, build, make_sample, thing_shown
from datasets.clutter import KINDS
from datasets.store import Shard, shards


def test_every_other_picture_of_things_shows_boxes_and_all_others_have_their_turn() -> None:
    shown = [thing_shown(index) for index in range(2 * len(KINDS))]
    assert shown[::2] == ["box"] * len(KINDS)
    assert set(shown) == set(KINDS)


def test_pictures_of_things_have_seeds_of_their_own_and_no_tiles(tmp_path: Path) -> None:
    build(tmp_path / "things", 4, seed=3, size=128, workers=1, things=True)
    build(tmp_path / "pictures", 4, seed=3, size=128, workers=1)
    (path,) = shards(tmp_path / "things")
    things = Shard(path)
    assert [len(things[i].labels) for i in range(len(things))] == [0] * 4
    assert sum(len(things[i].decoys) for i in range(len(things))) > 0
    again = make_sample(3 * SEED_STRIDE + THINGS_FROM, 128)
    assert things[0].decoys.shape == again.decoys.shape
    (path,) = shards(tmp_path / "pictures")
    assert not np.array_equal(things[0].picture, Shard(path)[0].picture)


def test_a_shard_that_is_there_is_not_rendered_again(tmp_path: Path) -> None:
    build(tmp_path, 2, seed=3, size=64, workers=1)
    (path,) = shards(tmp_path)
    before = path.stat().st_mtime_ns
    build(tmp_path, 2, seed=3, size=64, workers=1)
    assert path.stat().st_mtime_ns == before
