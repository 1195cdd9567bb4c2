"""Cloth, carpet and felt seen from straight above. Every maker returns uint8 RGB (size, size, 3)."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.colours import Colour, blend, chance, contrasting, pick, random_colour, scaled
from datasets.noise import Array, light, mix, paint, roughen, speckle, stretch, value_noise


def _weave(rng: np.random.Generator, size: int) -> Array:
    """Threads over and under each other, a field."""
    period = 2 * int(rng.integers(1, 6))
    y, x = np.mgrid[0:period, 0:period] * (2 * np.pi / period)
    over = (x < np.pi) ^ (y < np.pi)
    cell = stretch(np.where(over, np.abs(np.sin(x)), np.abs(np.sin(y)) * rng.uniform(0.5, 1)))
    repeats = size // period + 1
    return np.tile(cell, (repeats, repeats))[:size, :size]


def _clothed(rng: np.random.Generator, picture: Array) -> Array:
    """The picture on cloth: threads, sometimes folds."""
    size = len(picture)
    if chance(rng, 0.7):
        picture = light(picture, _weave(rng, size), rng.uniform(0.6, 0.95), 1.1)
    if chance(rng, 0.4):
        folds = np.abs(2 * value_noise(rng, size, size, (int(rng.integers(2, 5)), int(rng.integers(1, 4))), 2) - 1)
        picture = light(picture, folds, rng.uniform(0.5, 0.9), 1.1)
    return roughen(rng, picture, int(rng.integers(0, 10)))


def cloth(rng: np.random.Generator, size: int) -> Array:
    """One colour of woven cloth, linen or denim."""
    colour = random_colour(rng)
    threads = value_noise(rng, size, size, (size // 3, 6), 2) + value_noise(rng, size, size, (6, size // 3), 2)
    return _clothed(rng, paint(stretch(threads), [scaled(colour, rng.uniform(0.6, 0.95)), scaled(colour, 1.1)]))


def felt(rng: np.random.Generator, size: int) -> Array:
    """The card table's cloth."""
    colour = random_colour(rng, pick(rng, {"strong": 4.0, "muted": 2.0, "grey": 1.0, "black": 1.0}))
    field = value_noise(rng, size, size, (size // 16, size // 16), 4, 0.9)
    depth = rng.uniform(0.05, 0.3)
    return roughen(rng, paint(field, [scaled(colour, 1 - depth), scaled(colour, 1 + depth)]), int(rng.integers(3, 18)))


def carpet(rng: np.random.Generator, size: int) -> Array:
    """Loops of several colours, coarse and rough."""
    scale = rng.uniform(2, 9)
    loops = cv2.addWeighted(speckle(rng, size, size, scale), 0.7, speckle(rng, size, size, 1.5), 0.3, 0)
    base = random_colour(rng)
    colours = [scaled(base, 0.4), base, blend(base, random_colour(rng), rng.uniform(0, 0.8)), scaled(base, 1.2)]
    return light(paint(loops, colours), value_noise(rng, size, size, (3, 3), 3), rng.uniform(0.6, 0.95), 1.15)


def towel(rng: np.random.Generator, size: int) -> Array:
    """Terry cloth with woven borders."""
    base = random_colour(rng)
    picture = paint(speckle(rng, size, size, rng.uniform(1.5, 4)), [scaled(base, 0.65), scaled(base, 1.1)])
    for _ in range(int(rng.integers(0, 4))):
        top, height = int(rng.integers(size)), int(rng.integers(4, size // 6))
        band = picture[top : top + height]
        picture[top : top + height] = cv2.addWeighted(band, 0.4, np.full_like(band, random_colour(rng)), 0.6, 0)
    return light(picture, value_noise(rng, size, size, (3, 3), 2), rng.uniform(0.5, 0.9), 1.1)


def _bands(rng: np.random.Generator, size: int, colours: list[Colour], widest: int) -> Array:
    """A line of `size` colours in stripes that repeat, uint8 (size, 3)."""
    widths = rng.integers(1, max(widest, 2), int(rng.integers(2, 8)))
    line = np.concatenate(
        [np.tile(np.array(colours[i % len(colours)], np.uint8), (w, 1)) for i, w in enumerate(widths)]
    )
    return np.resize(line, (size, 3))


def _cloth_colours(rng: np.random.Generator, count: int) -> list[Colour]:
    first = random_colour(rng)
    return [first] + [contrasting(rng, first, int(rng.integers(10, 100))) for _ in range(count - 1)]


def stripes(rng: np.random.Generator, size: int) -> Array:
    """Stripes of many widths."""
    widest = int(rng.integers(size // 60, size // 8))
    line = _bands(rng, size, _cloth_colours(rng, int(rng.integers(2, 5))), widest)
    return _clothed(rng, np.ascontiguousarray(np.broadcast_to(line, (size, size, 3))))


def checks(rng: np.random.Generator, size: int) -> Array:
    """Gingham, plaid and tartan: stripes crossing stripes."""
    colours = _cloth_colours(rng, int(rng.integers(2, 5)))
    if chance(rng, 0.5):
        step = int(rng.integers(size // 50, size // 6))
        line = np.resize(np.repeat(np.array(colours[:2], np.uint8), step, axis=0), (size, 3))
    else:
        line = _bands(rng, size, colours, int(rng.integers(size // 40, size // 6)))
    across = np.ascontiguousarray(np.broadcast_to(line, (size, size, 3)))
    return _clothed(rng, cv2.addWeighted(across, 0.5, cv2.transpose(across), 0.5, 0))


def _places(rng: np.random.Generator, size: int, step: int) -> list[tuple[float, float]]:
    """Where the figures of a print stand: in rows, in staggered rows, or at random."""
    if chance(rng, 0.35):
        return [(x, y) for x, y in rng.uniform(0, size, ((size // step) ** 2, 2))]
    shift = step / 2 if chance(rng, 0.5) else 0.0
    lines = enumerate(range(0, size + step, step))
    return [(x + shift * (row % 2), y) for row, y in lines for x in range(-step, size + step, step)]


def _flower(rng: np.random.Generator, radius: float, colours: list[Colour]) -> tuple[Array, Array]:
    """A small picture of a flower, leaf or star and its mask."""
    side = 2 * round(radius) + 3
    picture = np.full((side, side, 3), colours[0], np.uint8)
    mask = np.zeros((side, side), np.uint8)
    centre, petals = side // 2, int(rng.integers(3, 9))
    reach, petal = radius * 0.55, max(1, round(radius * rng.uniform(0.25, 0.45)))
    for turn in np.arange(petals) * 2 * np.pi / petals + rng.uniform(0, 6):
        at = (round(centre + reach * np.cos(turn)), round(centre + reach * np.sin(turn)))
        axes = (petal, max(1, round(petal * rng.uniform(0.5, 1))))
        cv2.ellipse(mask, at, axes, float(np.degrees(turn)), 0, 360, 255, -1, cv2.LINE_AA)
    core = max(1, round(radius * rng.uniform(0.15, 0.4)))
    cv2.circle(mask, (centre, centre), core, 255, -1, cv2.LINE_AA)
    cv2.circle(picture, (centre, centre), core, colours[-1], -1, cv2.LINE_AA)
    return picture, mask


def floral(rng: np.random.Generator, size: int) -> Array:
    """Flowers strewn over a tablecloth."""
    picture = np.full((size, size, 3), random_colour(rng), np.uint8)
    step = int(rng.integers(size // 18, size // 4))
    base = (int(picture[0, 0, 0]), int(picture[0, 0, 1]), int(picture[0, 0, 2]))
    flowers = [
        _flower(rng, step * rng.uniform(0.25, 0.6), [contrasting(rng, base, 40), random_colour(rng)]) for _ in range(4)
    ]
    for x, y in _places(rng, size, step):
        flower, mask = flowers[int(rng.integers(len(flowers)))]
        side = len(mask)
        left, top = round(x) - side // 2, round(y) - side // 2
        if 0 <= left < size - side and 0 <= top < size - side:
            part = picture[top : top + side, left : left + side]
            part[:] = mix(part, flower, mask)
    return _clothed(rng, picture)


def dots(rng: np.random.Generator, size: int) -> Array:
    """Polka dots, rings, or groups of dots set like pips: much like a tile's face, without being one."""
    ground = random_colour(rng)
    picture = np.full((size, size, 3), ground, np.uint8)
    colours = [contrasting(rng, ground, 60) for _ in range(int(rng.integers(1, 4)))]
    step = int(rng.integers(size // 24, size // 5))
    grouped, ring = chance(rng, 0.5), chance(rng, 0.15)
    radius = max(1.0, step * (rng.uniform(0.06, 0.11) if grouped else rng.uniform(0.1, 0.4)))
    for x, y in _places(rng, size, step):
        colour = colours[int(rng.integers(len(colours)))]
        spots = np.zeros((1, 2))
        if grouped:
            grid = np.stack(np.meshgrid((-1, 0, 1), (-1, 0, 1)), -1).reshape(-1, 2) * step * 0.28
            spots = grid[rng.random(9) < rng.uniform(0.2, 1)]
        for dx, dy in spots:
            at = (round((x + dx) * 8), round((y + dy) * 8))
            cv2.circle(picture, at, round(radius * 8), colour, 2 if ring else -1, cv2.LINE_AA, 3)
    return _clothed(rng, picture)
