"""True tables seen by a further camera, reported as a reader of photos would report them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import NDArray

from datasets.camera import look_at
from datasets.tables import HEIGHT, WIDTH, TrueTable
from vision.geometry import default_divider, half_centres, project, tile_length
from vision.layout_plane import plane
from vision.types import N_CLASSES, DetectedTile, HalfReading, Observation, Quad

Floats = NDArray[np.float64]
Rng = np.random.Generator


def other_camera(true: TrueTable, rng: Rng) -> Floats:
    """What takes the pixels of a true table to those of a camera that stands somewhere else (3, 3)."""
    above = np.linalg.inv(plane(true.quads).to_picture)
    seen = project(above, true.quads).reshape(-1, 2)
    middle = (seen.min(axis=0) + seen.max(axis=0)) / 2
    reach = float(np.linalg.norm(seen - middle, axis=1).max()) + 1
    centre = np.array([(WIDTH - 1) / 2, (HEIGHT - 1) / 2])
    elevation, azimuth, roll = rng.uniform(np.radians(55), np.radians(88)), *rng.uniform(0, 2 * np.pi, 2)
    camera = look_at(np.zeros(3), elevation, azimuth, roll, 3 * reach, 1.0, centre)
    shift = np.array([[1, 0, -middle[0]], [0, -1, middle[1]], [0, 0, 1.0]])
    # As near as it can be with all in the picture.
    angle = np.linspace(0, 2 * np.pi, 60)
    rim = camera.project(np.stack([reach * np.cos(angle), reach * np.sin(angle), 0 * angle], axis=1)) - centre
    zoom = float((centre / np.abs(rim).max(axis=0)).min()) * 0.97
    zoomed = np.array([[zoom, 0, centre[0] * (1 - zoom)], [0, zoom, centre[1] * (1 - zoom)], [0, 0, 1]])
    return zoomed @ camera.table_homography() @ shift @ above


def observe(
    true: TrueTable,
    rng: Rng,
    *,
    camera: Floats | None = None,
    only: Collection[int] | None = None,
    noise: float = 0.01,
    odd: Mapping[int, Mapping[int, float]] | None = None,
    flip: bool = True,
) -> tuple[Observation, list[int]]:
    """A photo of the table, and the true number of each of its tiles.

    `only`: the tiles that are there; `noise`: how far corners are off, in tile lengths; `odd`: for some tiles, what
    their half B shows instead; `flip`: which half is called A is left to chance.
    """
    numbers = list(range(len(true.quads)) if only is None else sorted(only))
    tiles = []
    for number in numbers:
        quad, (a, b) = true.quads[number], true.values[number]
        shown: list[Mapping[int, float]] = [{a: 0.998}, (odd or {}).get(number, {b: 0.998})]
        quad = quad if camera is None else project(camera, quad)
        quad = quad + rng.normal(0, noise / np.sqrt(2), (4, 2)) * tile_length(quad)
        if flip and rng.random() < 0.5:
            quad, shown = np.roll(quad, 2, axis=0), shown[::-1]
        tiles.append(detected(quad, shown[0], shown[1]))
    return Observation((WIDTH, HEIGHT), tuple(tiles), (), (), ("made-up 1",), (("read", 10.0),)), numbers


def detected(quad: Floats, a: Mapping[int, float], b: Mapping[int, float], score: float = 0.999) -> DetectedTile:
    """A tile with the outline (4, 2), half A first, whose halves show values with these probabilities."""
    divider = default_divider(quad)
    centres = half_centres(quad, divider)
    corners = [(float(x), float(y)) for x, y in quad]
    ends = [(float(x), float(y)) for x, y in divider]
    halves = []
    for shown, (x, y) in zip((a, b), centres.tolist(), strict=True):
        probs = np.full(N_CLASSES, (1 - sum(shown.values())) / (N_CLASSES - len(shown)))
        for value, chance in shown.items():
            probs[value] = chance
        halves.append(HalfReading((x, y), tuple((probs / probs.sum()).tolist())))
    outline = Quad((corners[0], corners[1], corners[2], corners[3]), (ends[0], ends[1]))
    return DetectedTile(outline, (halves[0], halves[1]), score)
