"""Colours of domino sets: bodies, and pips that can be told from them."""

from __future__ import annotations

import colorsys

import numpy as np

RGB = tuple[int, int, int]

BLACKS: tuple[RGB, ...] = ((18, 18, 20), (30, 30, 32), (44, 42, 42), (26, 28, 36))

_BODIES: tuple[tuple[float, tuple[RGB, ...]], ...] = (
    (0.34, ((250, 250, 248), (244, 243, 240), (235, 236, 238), (228, 227, 222))),  # white
    (0.24, ((246, 240, 222), (240, 230, 204), (233, 221, 190), (226, 214, 178))),  # ivory, cream
    (0.06, ((222, 200, 140), (232, 206, 120), (204, 182, 130))),  # yellowed
    (0.15, BLACKS),  # black
    (0.04, ((66, 38, 22), (88, 52, 30), (50, 30, 24))),  # dark brown
    (0.06, ((196, 152, 98), (168, 118, 70), (214, 178, 128))),  # wooden
)


def jitter(colour: RGB, amount: float, rng: np.random.Generator) -> RGB:
    """The colour with each channel moved by up to about `amount` (0 to 255), most of it shared by the channels."""
    moved = np.array(colour) + rng.normal(0, amount * 0.5) + rng.normal(0, amount * 0.35, 3)
    return as_rgb(moved)


def as_rgb(values: np.ndarray) -> RGB:
    """Three numbers rounded and clipped to a colour."""
    r, g, b = (min(255, max(0, round(float(v)))) for v in values)
    return r, g, b


def mix(a: RGB, b: RGB, t: float) -> RGB:
    """The colour at `t` (0 to 1) on the way from `a` to `b`."""
    return (
        min(255, max(0, round(a[0] + (b[0] - a[0]) * t))),
        min(255, max(0, round(a[1] + (b[1] - a[1]) * t))),
        min(255, max(0, round(a[2] + (b[2] - a[2]) * t))),
    )


def shade(colour: RGB, amount: float) -> RGB:
    """Towards black for a negative `amount` (-1 to 1), towards white for a positive one."""
    return mix(colour, (255, 255, 255), amount) if amount > 0 else mix(colour, (0, 0, 0), -amount)


def luma(colour: RGB) -> float:
    """Brightness, 0 to 255."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]


def contrast(a: RGB, b: RGB) -> float:
    """How well two colours can be told apart: 0 to 255, brightness counts more than hue."""
    dy = luma(a) - luma(b)
    d = np.array(a, float) - np.array(b, float) - dy
    return float(np.sqrt(dy * dy + 0.25 * (d * d).sum()))


def vivid(rng: np.random.Generator, saturation: tuple[float, float], value: tuple[float, float]) -> RGB:
    """A colour of any hue with saturation and value (0 to 1) drawn from the ranges."""
    r, g, b = colorsys.hsv_to_rgb(rng.random(), rng.uniform(*saturation), rng.uniform(*value))
    return as_rgb(np.array((r, g, b)) * 255)


def random_body(rng: np.random.Generator) -> RGB:
    """The colour of a set's tiles: mostly white, ivory or black, sometimes anything else."""
    draw = rng.random()
    for weight, colours in _BODIES:
        if draw < weight:
            return jitter(colours[rng.integers(len(colours))], 8, rng)
        draw -= weight
    if rng.random() < 0.15:
        return jitter((140, 140, 142), 40, rng)
    if rng.random() < 0.3:  # pastel
        return vivid(rng, (0.12, 0.4), (0.75, 1.0))
    return vivid(rng, (0.5, 1.0), (0.25, 1.0))


def random_ink(body: RGB, least: float, rng: np.random.Generator) -> RGB:
    """One colour for all the pips of a set, at least `least` away from the body (see `contrast`)."""
    dark, light = (18, 18, 20), (246, 244, 238)
    usual = dark if luma(body) > 128 else light
    choices = (usual, usual, usual, jitter(usual, 40, rng), (196, 158, 70), (120, 30, 30), (30, 50, 110))
    ink = jitter(choices[rng.integers(len(choices))], 10, rng)
    if rng.random() < 0.2:
        ink = vivid(rng, (0.3, 1.0), (0.2, 1.0))
    return ink if contrast(ink, body) >= least else usual


def random_inks(body: RGB, least: float, count: int, rng: np.random.Generator) -> tuple[RGB, ...]:
    """A colour for each of `count` values, with repeats, each at least `least` away from the body."""
    mood = rng.integers(5)
    saturation, value = (
        ((0.65, 1.0), (0.5, 1.0)),
        ((0.2, 0.55), (0.7, 1.0)),
        ((0.5, 1.0), (0.2, 0.6)),
        ((0.75, 1.0), (0.8, 1.0)),
        ((0.15, 1.0), (0.3, 1.0)),
    )[mood]
    pool: list[RGB] = []
    size = int(rng.integers(2, 14))
    for _ in range(size * 12):
        grey = rng.random() < 0.15
        ink = jitter((int(rng.integers(10, 225)),) * 3, 6, rng) if grey else vivid(rng, saturation, value)
        if contrast(ink, body) >= least:
            pool.append(ink)
        if len(pool) == size:
            break
    pool.append(random_ink(body, least, rng))
    order = rng.permutation(len(pool))
    if rng.random() < 0.5:  # neighbours differ as on most sets; otherwise any repeat may happen
        return tuple(pool[order[i % len(pool)]] for i in range(count))
    return tuple(pool[i] for i in rng.integers(len(pool), size=count))
