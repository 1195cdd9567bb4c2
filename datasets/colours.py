"""Random colours, words and choices for the surroundings of rendered scenes."""

from __future__ import annotations

import colorsys
from collections.abc import Mapping
from typing import TypeVar

import cv2
import numpy as np

Colour = tuple[int, int, int]
"""RGB, each 0 to 255."""
Choice = TypeVar("Choice")

LETTERS = "eeeeetttaaaooiinnsshhrrddllucmfwygpbvk"


def pick(rng: np.random.Generator, weights: Mapping[Choice, float]) -> Choice:
    """One key of `weights`, with a chance in proportion to its weight."""
    keys = list(weights)
    shares = np.fromiter(weights.values(), float, len(keys))
    return keys[int(rng.choice(len(keys), p=shares / shares.sum()))]


def chance(rng: np.random.Generator, probability: float) -> bool:
    """True with the given probability."""
    return bool(rng.random() < probability)


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """A colour from hue (a turn is 1), saturation and value (0 to 1, clipped)."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 1, min(max(saturation, 0), 1), min(max(value, 0), 1))
    return round(red * 255), round(green * 255), round(blue * 255)


TONES = {
    "white": 2.0,
    "grey": 1.6,
    "black": 1.4,
    "strong": 2.2,
    "muted": 2.2,
    "brown": 2.0,
    "pastel": 1.2,
    "cream": 1.2,
}
"""How often `random_colour` takes which kind of colour."""


def random_colour(rng: np.random.Generator, tone: str = "") -> Colour:
    """A colour of the named tone, a key of `TONES`; without a name the tone is random too."""
    hue, a, b = rng.random(3)
    match tone or pick(rng, TONES):
        case "white":
            return hsv(0.05 + 0.1 * hue if a < 0.7 else hue, 0.08 * a, 0.86 + 0.14 * b)
        case "grey":
            return hsv(hue, 0.1 * a, 0.3 + 0.5 * b)
        case "black":
            return hsv(hue, 0.4 * a, 0.05 + 0.2 * b)
        case "strong":
            return hsv(hue, 0.65 + 0.35 * a, 0.4 + 0.6 * b)
        case "muted":
            return hsv(hue, 0.2 + 0.4 * a, 0.3 + 0.5 * b)
        case "brown":
            return hsv(0.03 + 0.09 * hue, 0.3 + 0.5 * a, 0.2 + 0.65 * b)
        case "pastel":
            return hsv(hue, 0.12 + 0.25 * a, 0.8 + 0.2 * b)
        case "cream":
            return hsv(0.09 + 0.07 * hue, 0.08 + 0.25 * a, 0.8 + 0.18 * b)
    raise ValueError(f"unknown tone {tone!r}; known: {', '.join(TONES)}")


def scaled(colour: Colour, factor: float) -> Colour:
    """The colour made darker (factor below 1) or brighter (above 1)."""
    red, green, blue = (min(255, max(0, round(c * factor))) for c in colour)
    return red, green, blue


def blend(one: Colour, other: Colour, share: float) -> Colour:
    """The colour that lies at `share` (0 to 1) of the way from `one` to `other`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def contrasting(rng: np.random.Generator, colour: Colour, distance: int = 90) -> Colour:
    """A random colour whose brightness differs by at least `distance` levels (at most 100)."""
    for _ in range(12):
        other = random_colour(rng)
        if abs(sum(other) - sum(colour)) >= 3 * distance:
            return other
    return (20, 20, 20) if sum(colour) > 380 else (240, 240, 240)


def random_word(rng: np.random.Generator, length: int) -> str:
    """A made-up word."""
    return "".join(LETTERS[i] for i in rng.integers(0, len(LETTERS), length))


def random_text(rng: np.random.Generator, length: int) -> str:
    """Made-up words and numbers, `length` characters in all."""
    words: list[str] = []
    while sum(map(len, words)) + len(words) <= length:
        word = random_word(rng, int(rng.integers(1, 10)))
        words.append(str(rng.integers(0, 3000)) if rng.random() < 0.1 else word.title() if rng.random() < 0.2 else word)
    return " ".join(words)[:length]


FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_PLAIN,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)


def write(
    picture: np.ndarray,
    words: str,
    centre: tuple[float, float],
    height: float,
    colour: Colour,
    font: int,
    thickness: int = 1,
) -> None:
    """Write into uint8 RGB so that capitals are `height` pixels high and the words are centred on (x, y)."""
    (_, unit), _ = cv2.getTextSize("H", font, 1.0, 1)
    scale = height / max(unit, 1)
    (width, tall), _ = cv2.getTextSize(words, font, scale, thickness)
    corner = (round(centre[0] - width / 2), round(centre[1] + tall / 2))
    cv2.putText(picture, words, corner, font, scale, colour, thickness, cv2.LINE_AA)
