"""Scenes for the tests of the rendered pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.camera import look_at
from datasets.labels import TileLabel
from datasets.layouts import Pose
from datasets.render import render
from datasets.scene import Scene, make_scene, place
from datasets.sets import random_style

SIZE = 256
Picture = tuple[Scene, NDArray[np.uint8], list[TileLabel]]


@pytest.fixture(scope="session")
def pictures() -> list[Picture]:
    """Thirty small rendered scenes with their pictures and labels."""
    scenes = [make_scene(seed, SIZE) for seed in range(30)]
    return [(scene, *render(scene)) for scene in scenes]


class Tabletop:
    """Builds scenes by hand: tiles under a camera, nothing else about."""

    @staticmethod
    def scene(
        poses: list[Pose],
        elevation: float = 90.0,
        azimuth: float = -90.0,
        length: float = 80.0,
        values: tuple[int, int] = (3, 5),
    ) -> Scene:
        """Tiles at `poses`, seen from `elevation` degrees, a tile at the origin about `length` pixels long."""
        style = replace(random_style(np.random.default_rng(3), 12), thickness=0.15, aspect=0.5)
        focal = 1.2 * SIZE
        camera = look_at(
            np.zeros(3),
            np.radians(elevation),
            np.radians(azimuth),
            0.0,
            focal / length,
            focal,
            np.full(2, (SIZE - 1) / 2),
        )
        pieces = tuple(place(pose, 0, style, values) for pose in poses)
        return Scene(
            1, "scatter", (SIZE, SIZE), (style,), pieces, camera, np.array([0.0, 0.0, 1.0]), 0.9, (), (), None, 0.0
        )


@pytest.fixture(scope="session")
def tabletop() -> type[Tabletop]:
    """A builder of scenes made by hand."""
    return Tabletop


class Drawn:
    """Builds labels by hand."""

    @staticmethod
    def label(
        x: float,
        y: float,
        length: float = 60.0,
        turn: float = 0.0,
        aspect: float = 0.5,
        face_up: bool = True,
        values: tuple[int, int] = (3, 5),
        visible: tuple[float, float] = (1.0, 1.0),
    ) -> TileLabel:
        """A tile seen straight from above, its half A pointing up the screen when `turn` (radians) is 0."""
        along = np.array([np.sin(turn), -np.cos(turn)]) * length / 2
        across = np.array([-along[1], along[0]]) * aspect
        middle = np.array([x, y])
        quad = middle + np.array([along - across, along + across, across - along, -along - across])
        divider = middle + np.array([across, -across])
        return TileLabel(quad, divider, values, face_up, visible, False, 1.0, 0)


@pytest.fixture(scope="session")
def drawn() -> type[Drawn]:
    """A builder of labels made by hand."""
    return Drawn
