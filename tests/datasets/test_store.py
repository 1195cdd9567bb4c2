from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from datasets.build import make_sample
from datasets.store import Sample, Shard, shards, write_shard


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    """Pictures with tiles, and one without any in between."""
    rich = [sample for sample in (make_sample(seed, 128) for seed in range(8)) if sample.labels][:2]
    empty = Sample(np.full((128, 128, 3), 90, np.uint8), [], np.zeros((0, 2, 18, 2), np.float32))
    decoys = np.random.default_rng(0).uniform(0, 128, (2, 4, 2))
    return [rich[0], replace(empty, decoys=decoys), replace(rich[1], decoys=decoys[:1])]


def test_what_was_written_is_read_back(tmp_path: Path, samples: list[Sample]) -> None:
    path = tmp_path / "shard-001-00000.npz"
    write_shard(path, samples)
    shard = Shard(path)
    assert len(shard) == 3
    for stored, sample in zip((shard[i] for i in range(3)), samples, strict=True):
        assert np.abs(stored.picture.astype(int) - sample.picture).mean() < 4
        assert len(stored.labels) == len(sample.labels)
        assert np.allclose(stored.pips, sample.pips, atol=1e-3, equal_nan=True)
        assert stored.decoys == pytest.approx(sample.decoys, abs=1e-3)
        for ours, theirs in zip(stored.labels, sample.labels, strict=True):
            assert np.allclose(ours.quad, theirs.quad, atol=1e-3)
            assert np.allclose(ours.divider, theirs.divider, atol=1e-3)
            assert np.allclose(ours.visible, theirs.visible, atol=1e-6)
            assert np.allclose(ours.facing, theirs.facing, atol=1e-6)
            assert (ours.values, ours.face_up, ours.standing, ours.style) == (
                theirs.values,
                theirs.face_up,
                theirs.standing,
                theirs.style,
            )


def test_an_interrupted_write_leaves_no_shard(
    tmp_path: Path, samples: list[Sample], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(handle: object, **_: object) -> None:
        handle.write(b"the beginning")  # type: ignore[attr-defined]
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez", interrupted)
    path = tmp_path / "shard-001-00000.npz"
    with pytest.raises(KeyboardInterrupt):
        write_shard(path, samples)
    assert not path.exists()
    with pytest.raises(FileNotFoundError, match="holds no rendered shards"):
        shards(tmp_path)


def test_pips_are_known_where_the_set_has_pips() -> None:
    for sample in (make_sample(seed, 128) for seed in range(6)):
        numbers = np.array([label.values for label in sample.labels]).reshape(-1, 2)
        marked = (~np.isnan(sample.pips[..., 0])).sum(2)
        # A set of numerals has no pips on any half.
        assert np.all((marked == numbers) | (marked == 0))
