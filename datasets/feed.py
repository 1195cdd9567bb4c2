"""Endless batches for the trainings, prepared in the background while the network is busy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset

from datasets.crops import reader_crops, refiner_crops, vary
from datasets.labels import TileLabel
from datasets.store import Sample, Shard
from datasets.targets import detector_targets

Rng = np.random.Generator
Batch = tuple[Tensor, ...]


def samples(paths: list[Path], rng: Rng, mix: int = 3) -> Iterator[Sample]:
    """All samples of the shards, again and again in new orders; `mix` shards are open at a time and drawn from."""
    while True:
        order = [paths[i] for i in rng.permutation(len(paths))]
        for start in range(0, len(order), mix):
            group = [Shard(path) for path in order[start : start + mix]]
            places = [(shard, i) for shard in group for i in range(len(shard))]
            for k in rng.permutation(len(places)):
                shard, i = places[k]
                yield shard[i]


def detector_batches(paths: list[Path], rng: Rng, size: int) -> Iterator[Batch]:
    """Pictures uint8 (n, H, W, 3), then the five maps of `datasets.targets.Targets`."""
    source = samples(paths, rng)
    while True:
        rows = []
        for _ in range(size):
            sample = flipped(rng, next(source))
            t = detector_targets(sample.labels, sample.picture.shape[0])
            rows.append((vary(rng, sample.picture), t.heat, t.known, t.vectors, t.weight, t.shapes))
        yield tuple(torch.from_numpy(np.stack(column)) for column in zip(*rows, strict=True))


def refiner_batches(paths: list[Path], rng: Rng, size: int) -> Iterator[Batch]:
    """Crops uint8 (n, 144, 80, 3), points (n, 6, 2), kind (n,), located (n,)."""
    for crops in _pooled(paths, rng, size, refiner_crops):
        pictures = torch.from_numpy(np.stack([vary(rng, c.picture) for c in crops]))
        yield (
            pictures,
            torch.from_numpy(np.stack([c.points for c in crops])),
            torch.tensor([c.kind for c in crops]),
            torch.tensor([float(c.located) for c in crops]),
        )


def reader_batches(paths: list[Path], rng: Rng, size: int) -> Iterator[Batch]:
    """Crops uint8 (n, 80, 80, 3), value (n,), density (n, 20, 20), counted (n,)."""
    for crops in _pooled(paths, rng, size, reader_crops):
        pictures = torch.from_numpy(np.stack([vary(rng, c.picture) for c in crops]))
        yield (
            pictures,
            torch.tensor([c.value for c in crops]),
            torch.from_numpy(np.stack([c.density for c in crops])),
            torch.tensor([float(c.counted) for c in crops]),
        )


def _pooled(
    paths: list[Path], rng: Rng, size: int, cut: Callable[[Rng, Sample, int], list[Any]]
) -> Iterator[list[Any]]:
    """Crops of many pictures, shuffled, so that a batch is not all of one set."""
    pool: list[Any] = []
    source = samples(paths, rng)
    while True:
        while len(pool) < 6 * size:
            sample = next(source)
            pool += cut(rng, sample, min(16, 3 + 2 * len(sample.labels)))
        rng.shuffle(pool)  # type: ignore[arg-type]
        yield pool[:size]
        del pool[:size]


def flipped(rng: Rng, sample: Sample) -> Sample:
    """The sample mirrored and turned by right angles at random (for the detector, to which mirror images are tiles)."""
    picture, labels = sample.picture, sample.labels
    last = picture.shape[0] - 1
    if rng.random() < 0.5:
        picture = picture[:, ::-1]
        labels = [_mapped(x, lambda p: np.stack([last - p[..., 0], p[..., 1]], -1), True) for x in labels]
    for _ in range(int(rng.integers(4))):
        picture = np.rot90(picture)
        labels = [_mapped(x, lambda p: np.stack([p[..., 1], last - p[..., 0]], -1), False) for x in labels]
    return Sample(np.ascontiguousarray(picture), labels, sample.pips)


def _mapped(label: TileLabel, move: Callable[[Any], Any], mirrored: bool) -> TileLabel:
    quad, divider = move(label.quad), move(label.divider)
    if mirrored:
        quad, divider = quad[[1, 0, 3, 2]], divider[[1, 0]]
    return TileLabel(
        quad, divider, label.values, label.face_up, label.visible, label.standing, label.facing, label.style
    )


class Endless(IterableDataset[Batch]):
    """An endless iterator of batches, made where it is used, so that a loader's process can run it."""

    def __init__(self, make: Callable[[], Iterator[Batch]]) -> None:
        self._make = make

    def __iter__(self) -> Iterator[Batch]:
        cv2.setNumThreads(1)
        return self._make()


def prefetched(make: Callable[[], Iterator[Batch]]) -> Iterator[Batch]:
    """The batches of `make`, prepared a few ahead in a process of their own while the network is busy."""
    return iter(DataLoader(Endless(make), batch_size=None, num_workers=1, prefetch_factor=3))
