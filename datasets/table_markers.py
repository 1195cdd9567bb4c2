"""Markers of open trains: a small locomotive, a pawn, a cone, a coin, a button, a car of plastic.

Unit = one domino's length; each stands on the table around the origin and looks along x.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from datasets.colours import Colour, pick, random_colour, scaled
from datasets.solids import Part, block, moved, prism, turned

BLACK: Colour = (28, 28, 30)


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker: which of `SHAPES`, its colour, where its middle stands, on what height, its heading and its size."""

    shape: str
    colour: Colour
    x: float
    y: float
    z: float
    heading: float
    scale: float

    def parts(self) -> tuple[Part, ...]:
        """Its body, where it stands."""
        return moved(SHAPES[self.shape].build(self.colour), self.x, self.y, self.z, self.heading, self.scale)


def locomotive(colour: Colour) -> list[Part]:
    """The marker that comes with most sets, a steam locomotive of one colour."""
    dark, bright = scaled(colour, 0.75), scaled(colour, 1.1)
    wheels = [
        turned([(0.065, -0.02), (0.065, 0.02)], dark, 0.2, (x, side * 0.125, 0.065), "y", 18)
        for x in (-0.22, -0.02, 0.18)
        for side in (-1, 1)
    ]
    return [
        block((-0.34, -0.11, 0.06), (0.34, 0.11, 0.13), dark),
        turned([(0.10, -0.08), (0.10, 0.33), (0.07, 0.345)], colour, 0.4, (0.0, 0.0, 0.22), "x"),
        block((-0.33, -0.125, 0.12), (-0.06, 0.125, 0.37), colour),
        block((-0.36, -0.15, 0.37), (-0.03, 0.15, 0.41), bright),
        turned([(0.04, 0.28), (0.04, 0.36), (0.06, 0.42)], dark, 0.3, (0.24, 0.0, 0.0)),
        turned([(0.045, 0.28), (0.045, 0.335), (0.02, 0.36)], bright, 0.5, (0.08, 0.0, 0.0)),
        prism([(0.34, 0.03), (0.43, 0.03), (0.34, 0.13)], -0.11, 0.11, dark),
        *wheels,
    ]


def pawn(colour: Colour) -> list[Part]:
    """A pawn with a round head."""
    ball = [(0.095 * np.cos(a), 0.43 + 0.095 * np.sin(a)) for a in np.linspace(-1.1, 1.5, 9)]
    foot = [(0.17, 0.0), (0.17, 0.035), (0.13, 0.075), (0.075, 0.17), (0.055, 0.30), (0.09, 0.325), (0.05, 0.35)]
    return [turned([*foot, *ball], colour, 0.7)]


def cone(colour: Colour) -> list[Part]:
    """A cone with a blunt tip."""
    return [turned([(0.19, 0.0), (0.19, 0.02), (0.03, 0.46), (0.012, 0.48)], colour, 0.4)]


def coin(colour: Colour) -> list[Part]:
    """A coin or a plain counter with a rim."""
    rim = [(0.205, 0.0), (0.215, 0.008), (0.215, 0.03), (0.205, 0.036), (0.185, 0.036), (0.18, 0.03)]
    face = turned([(0.178, 0.0), (0.178, 0.0305)], scaled(colour, 0.9), 0.5)
    stamp = turned([(0.09, 0.0), (0.09, 0.033)], scaled(colour, 1.08), 0.5)
    return [turned(rim, colour, 0.6), face, stamp]


def button(colour: Colour) -> list[Part]:
    """A button with four holes."""
    body = turned([(0.17, 0.0), (0.2, 0.02), (0.2, 0.05), (0.17, 0.065), (0.14, 0.05)], colour, 0.6)
    holes = [
        turned([(0.022, 0.0), (0.022, 0.052)], scaled(colour, 0.3), 0.0, (x, y, 0.0), "z", 12)
        for x in (-0.04, 0.04)
        for y in (-0.04, 0.04)
    ]
    return [body, *holes]


def car(colour: Colour) -> list[Part]:
    """A car, of plastic."""
    glass, dark = (70, 80, 95), scaled(colour, 0.8)
    wheels = [
        turned([(0.065, -0.025), (0.065, 0.025)], BLACK, 0.2, (x, side * 0.14, 0.065), "y", 18)
        for x in (-0.19, 0.19)
        for side in (-1, 1)
    ]
    return [
        prism(
            [(-0.31, 0.05), (0.31, 0.05), (0.32, 0.12), (0.29, 0.165), (-0.3, 0.175), (-0.32, 0.12)],
            -0.14, 0.14, colour, 0.6,
        ),
        prism([(-0.25, 0.17), (0.15, 0.165), (0.07, 0.26), (-0.2, 0.26)], -0.115, 0.115, glass, 0.9),
        block((-0.19, -0.11, 0.255), (0.06, 0.11, 0.275), colour, 0.6),
        block((0.305, -0.12, 0.06), (0.335, 0.12, 0.09), dark),
        *wheels,
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shape:
    """How often a shape is taken, how far it reaches along and across its heading, and who builds it."""

    weight: float
    length: float
    width: float
    build: Callable[[Colour], list[Part]]


SHAPES: dict[str, Shape] = {
    "locomotive": Shape(4.0, 0.8, 0.3, locomotive),
    "pawn": Shape(1.5, 0.34, 0.34, pawn),
    "cone": Shape(1.5, 0.38, 0.38, cone),
    "coin": Shape(1.5, 0.43, 0.43, coin),
    "button": Shape(1.0, 0.4, 0.4, button),
    "car": Shape(1.5, 0.66, 0.33, car),
}
"""All markers."""

METALS: dict[Colour, float] = {(196, 160, 80): 2.0, (176, 112, 76): 1.0, (172, 172, 176): 2.0}


def random_shape(rng: np.random.Generator) -> str:
    """The kind of markers that are used at a table."""
    return pick(rng, {name: shape.weight for name, shape in SHAPES.items()})


def random_marker_colour(rng: np.random.Generator, shape: str) -> Colour:
    """A colour for a marker; coins are of metal."""
    if shape == "coin":
        return scaled(pick(rng, METALS), float(rng.uniform(0.8, 1.15)))
    return random_colour(rng, pick(rng, {"strong": 5.0, "grey": 1.0, "white": 0.7, "black": 0.7}))
