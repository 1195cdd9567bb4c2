"""What the tiles lie on and what is seen beyond it: random table surfaces and random rooms."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from datasets import fabrics, prints, surfaces
from datasets.colours import Colour, chance, hsv, pick, random_colour, scaled
from datasets.noise import Array, light, paint, roughen, value_noise

SURFACES: dict[Callable[[np.random.Generator, int], Array], float] = {
    surfaces.plain: 24.0,
    surfaces.textured: 5.0,
    surfaces.glossy: 4.0,
    surfaces.veneer: 7.0,
    surfaces.planks: 9.0,
    surfaces.parquet: 1.5,
    surfaces.marble: 3.0,
    surfaces.granite: 3.0,
    surfaces.terrazzo: 1.5,
    surfaces.concrete: 2.5,
    surfaces.metal: 1.0,
    surfaces.tiles: 3.0,
    surfaces.hexagons: 0.7,
    surfaces.pebbles: 1.5,
    surfaces.grass: 1.0,
    fabrics.cloth: 4.0,
    fabrics.felt: 4.0,
    fabrics.carpet: 2.0,
    fabrics.towel: 1.0,
    fabrics.stripes: 2.0,
    fabrics.checks: 3.0,
    fabrics.floral: 2.5,
    fabrics.dots: 3.5,
    prints.sheets: 2.0,
    prints.text: 1.5,
    prints.newspaper: 1.5,
    prints.ruled: 1.5,
    prints.keys: 1.2,
    prints.board: 1.0,
    prints.shapes: 1.5,
    prints.photograph: 2.0,
}
"""Makers of surfaces and how often each is taken; a good third is plain or nearly so, as tables are."""

SHADED = 0.6
"""Share of surfaces with slow changes of brightness."""


def random_background(rng: np.random.Generator, size: int = 640) -> Array:
    """A table's surface seen from straight above, uint8 RGB (size, size, 3); `size` is at least 64."""
    picture = pick(rng, SURFACES)(rng, size)
    picture = np.ascontiguousarray(np.rot90(picture, int(rng.integers(4))))
    if chance(rng, SHADED):
        picture = light(
            picture, value_noise(rng, size, size, (2, 2), 2), rng.uniform(0.65, 1.0), rng.uniform(1.0, 1.15)
        )
    return picture


def _ground(rng: np.random.Generator, height: int, width: int) -> Array:
    """Wall above, floor or lawn below."""
    wall = random_colour(rng)
    floor = random_colour(rng, pick(rng, {"brown": 3.0, "grey": 2.0, "muted": 2.0, "black": 1.0, "cream": 1.0}))
    if chance(rng, 0.12):
        floor = hsv(rng.uniform(0.2, 0.35), rng.uniform(0.4, 0.8), rng.uniform(0.2, 0.6))
    picture = np.empty((height, width, 3), np.uint8)
    horizon = int(height * rng.uniform(-0.3, 0.8))
    picture[: max(horizon, 0)] = wall
    picture[max(horizon, 0) :] = floor
    return light(picture, value_noise(rng, height, width, (4, 4), 5, 0.6), rng.uniform(0.5, 0.9), 1.2)


def _person(rng: np.random.Generator, picture: Array) -> None:
    """A head, a trunk and two arms, as they show out of focus."""
    height, width = picture.shape[:2]
    x, y = int(rng.uniform(0, width)), int(rng.uniform(-0.1, 0.6) * height)
    head = max(2, int(rng.uniform(0.05, 0.14) * height))
    skin, shirt = hsv(rng.uniform(0.03, 0.09), rng.uniform(0.25, 0.65), rng.uniform(0.3, 0.95)), random_colour(rng)
    cv2.ellipse(picture, (x, y + 4 * head), (2 * head, 3 * head), 0, 0, 360, shirt, -1)
    cv2.ellipse(picture, (x, y), (head, int(1.3 * head)), 0, 0, 360, skin, -1)
    cv2.ellipse(picture, (x, y - head // 3), (head, head), 0, 180, 360, random_colour(rng, "black"), -1)
    for side in (-2, 2):
        hand = (x + side * head + int(rng.normal(0, 2 * head)), y + int(rng.uniform(5, 9) * head))
        cv2.line(picture, (x + side * head, y + 3 * head), hand, shirt if chance(rng, 0.5) else skin, max(2, head))


def _furniture(rng: np.random.Generator, picture: Array) -> None:
    """A cupboard, window, chair or shelf: upright or slightly leaning boxes with parts."""
    height, width = picture.shape[:2]
    centre = (rng.uniform(0, width), rng.uniform(0, height))
    extent = (rng.uniform(0.03, 0.5) * width, rng.uniform(0.03, 0.6) * height)
    colour: Colour = random_colour(rng)
    for part in range(int(rng.integers(1, 4))):
        box = cv2.boxPoints((centre, (extent[0] / (1 + part), extent[1] / (1 + 0.5 * part)), rng.normal(0, 6)))
        cv2.fillConvexPoly(picture, box.astype(np.int32), scaled(colour, rng.uniform(0.5, 1.3)))


def random_backdrop(rng: np.random.Generator, height: int, width: int) -> Array:
    """What is seen beyond the table's edge, mostly out of focus: uint8 RGB (height, width, 3)."""
    if chance(rng, 0.15):
        flat = random_colour(rng)
        field = value_noise(rng, height, width, (2, 2), 2)
        return roughen(rng, paint(field, [scaled(flat, rng.uniform(0.5, 1)), flat]), int(rng.integers(0, 6)))
    rows, columns = max(height // 3, 16), max(width // 3, 16)
    picture = _ground(rng, rows, columns)
    for _ in range(int(rng.integers(0, 9))):
        _furniture(rng, picture)
    for _ in range(int(rng.choice(3, p=(0.6, 0.25, 0.15)))):
        _person(rng, picture)
    for _ in range(int(rng.choice(4, p=(0.6, 0.2, 0.1, 0.1)))):
        at = (int(rng.integers(columns)), int(rng.integers(rows)))
        glow = hsv(rng.uniform(0.08, 0.16), rng.uniform(0, 0.4), 1.0)
        cv2.circle(picture, at, int(rng.integers(2, max(rows // 8, 4))), glow, -1)
    blur = 10 ** rng.uniform(-0.3, 1.0)
    picture = cv2.GaussianBlur(picture, (0, 0), blur)
    return roughen(rng, cv2.resize(picture, (width, height), interpolation=cv2.INTER_CUBIC), int(rng.integers(0, 6)))
