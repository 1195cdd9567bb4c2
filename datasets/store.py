"""Rendered pictures with their labels on disk, in shards that are written whole or not at all."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.labels import TileLabel

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
MAX_PIPS = 18
JPEG_QUALITY = 96


@dataclass(frozen=True, slots=True)
class Sample:
    """One picture: upright RGB, labels, and per label the pip centres (2, 18, 2) in the unit squares of its halves.

    Unused places are NaN; a numeral half has none at all. `decoys` (n, 4, 2) outlines of what looks like a tile and is
    none.
    """

    picture: Image
    labels: list[TileLabel]
    pips: NDArray[np.float32]
    decoys: Floats = field(default_factory=lambda: np.zeros((0, 4, 2)))


def write_shard(path: Path, samples: list[Sample]) -> None:
    """Write samples to `path` (.npz); an interrupted write leaves no file of that name."""
    jpegs = [
        cv2.imencode(
            ".jpg",
            cv2.cvtColor(s.picture, cv2.COLOR_RGB2BGR),
            [
                cv2.IMWRITE_JPEG_QUALITY,
                JPEG_QUALITY,
                cv2.IMWRITE_JPEG_SAMPLING_FACTOR,
                cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444,
            ],
        )[1]
        for s in samples
    ]
    labels = [label for s in samples for label in s.labels]
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    with partial.open("wb") as handle:
        np.savez(
            handle,
            jpeg=np.concatenate([j.ravel() for j in jpegs]),
            jpeg_end=np.cumsum([j.size for j in jpegs]),
            label_end=np.cumsum([len(s.labels) for s in samples]),
            decoy_end=np.cumsum([len(s.decoys) for s in samples]),
            decoys=np.concatenate([s.decoys for s in samples]).astype(np.float32),
            quad=np.array([x.quad for x in labels], np.float32).reshape(-1, 4, 2),
            divider=np.array([x.divider for x in labels], np.float32).reshape(-1, 2, 2),
            values=np.array([x.values for x in labels], np.int8).reshape(-1, 2),
            face_up=np.array([x.face_up for x in labels], bool),
            visible=np.array([x.visible for x in labels], np.float32).reshape(-1, 2),
            standing=np.array([x.standing for x in labels], bool),
            facing=np.array([x.facing for x in labels], np.float32),
            style=np.array([x.style for x in labels], np.int8),
            pips=np.concatenate([s.pips for s in samples]).astype(np.float16).reshape(-1, 2, MAX_PIPS, 2),
        )
    partial.replace(path)


class Shard:
    """A shard in memory; pictures are decoded when asked for."""

    def __init__(self, path: Path) -> None:
        with np.load(path) as stored:
            self._a = {name: stored[name] for name in stored.files}

    def __len__(self) -> int:
        return len(self._a["jpeg_end"])

    def __getitem__(self, i: int) -> Sample:
        a = self._a
        start = int(a["jpeg_end"][i - 1]) if i else 0
        bgr = cv2.imdecode(a["jpeg"][start : a["jpeg_end"][i]], cv2.IMREAD_COLOR)
        first, first_decoy = (int(a[end][i - 1]) if i else 0 for end in ("label_end", "decoy_end"))
        rows = range(first, int(a["label_end"][i]))
        labels = [
            TileLabel(
                a["quad"][k].astype(np.float64),
                a["divider"][k].astype(np.float64),
                (int(a["values"][k, 0]), int(a["values"][k, 1])),
                bool(a["face_up"][k]),
                (float(a["visible"][k, 0]), float(a["visible"][k, 1])),
                bool(a["standing"][k]),
                float(a["facing"][k]),
                int(a["style"][k]),
            )
            for k in rows
        ]
        part = slice(first, int(a["label_end"][i]))
        return Sample(
            np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB), np.uint8),
            labels,
            a["pips"][part].astype(np.float32),
            a["decoys"][first_decoy : a["decoy_end"][i]].astype(np.float64),
        )


def shards(folder: Path) -> list[Path]:
    """The finished shards of a folder, in order; raises FileNotFoundError when there is none."""
    found = sorted(folder.glob("shard-*.npz"))
    if not found:
        raise FileNotFoundError(f"{folder} holds no rendered shards; run `python -m datasets.build` first.")
    return found
