"""Printed and drawn surfaces: paper, newspaper, boards, keys. Every maker returns uint8 RGB (size, size, 3)."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.colours import FONTS, chance, contrasting, pick, random_colour, random_text, random_word, scaled, write
from datasets.noise import Array, light, paint, value_noise


def _paper(rng: np.random.Generator, size: int) -> Array:
    """An empty sheet."""
    colour = random_colour(rng, pick(rng, {"white": 5.0, "cream": 3.0, "pastel": 1.0, "black": 0.4}))
    return paint(value_noise(rng, size, size, (3, 3), 3), [scaled(colour, rng.uniform(0.85, 1)), colour])


def _ink(rng: np.random.Generator, picture: Array) -> tuple[int, int, int]:
    red, green, blue = picture[0, 0].tolist()
    return contrasting(rng, (red, green, blue), 80)


def text(rng: np.random.Generator, size: int) -> Array:
    """A page of printed or hand-written lines."""
    picture = _paper(rng, size)
    ink, font = _ink(rng, picture), int(rng.choice(FONTS))
    height = rng.uniform(5, 26)
    letters = int(size / height * 1.1)
    for y in np.arange(height, size, height * rng.uniform(1.5, 2.5)):
        if chance(rng, 0.93):
            line = random_text(rng, int(letters * (1 if chance(rng, 0.8) else rng.random())) + 1)
            cv2.putText(picture, line, (int(height), int(y)), font, height / 22, ink, 1 + (height > 16), cv2.LINE_AA)
    return picture


def newspaper(rng: np.random.Generator, size: int) -> Array:
    """Columns of small print, headlines and pictures."""
    picture = _paper(rng, size)
    ink, columns = _ink(rng, picture), int(rng.integers(2, 6))
    width, line = size // columns, int(rng.integers(7, 13))
    for left in range(0, size, width):
        y = int(rng.integers(-40, 20))
        while y < size:
            kind = pick(rng, {"print": 6.0, "headline": 1.0, "picture": 1.0})
            if kind == "print":
                for _ in range(int(rng.integers(4, 20))):
                    words = random_text(rng, int(width / line * 1.7))
                    cv2.putText(picture, words, (left + 4, y), FONTS[4], line / 16, ink, 1, cv2.LINE_AA)
                    y += line
            elif kind == "headline":
                words = random_text(rng, int(width / line * 0.7))
                cv2.putText(picture, words, (left + 4, y + 2 * line), FONTS[1], line / 15, ink, 2, cv2.LINE_AA)
                y += 4 * line
            else:
                height = int(width * rng.uniform(0.5, 0.9))
                tall, wide = picture[max(y, 0) : y + height, left + 4 : left + width - 4].shape[:2]
                if tall > 0 and wide > 0:
                    photo = paint(value_noise(rng, tall, wide, (3, 4), 5), [random_colour(rng) for _ in range(3)])
                    picture[max(y, 0) : max(y, 0) + tall, left + 4 : left + 4 + wide] = photo
                y += height + 2 * line
    return picture


def ruled(rng: np.random.Generator, size: int) -> Array:
    """Ruled or squared paper, sometimes with large handwriting, or a score sheet."""
    picture = _paper(rng, size)
    ink = random_colour(rng, pick(rng, {"pastel": 2.0, "muted": 2.0, "grey": 1.0}))
    step, thickness = int(rng.integers(size // 50, size // 8)), int(rng.integers(1, 3))
    for at in range(int(rng.integers(step)), size, step):
        cv2.line(picture, (0, at), (size, at), ink, thickness)
    if chance(rng, 0.6):
        for at in range(int(rng.integers(step)), size, step):
            cv2.line(picture, (at, 0), (at, size), ink, thickness)
    pen = _ink(rng, picture)
    for _ in range(int(rng.integers(0, 30))):
        x, y = rng.uniform(0, size, 2)
        write(picture, str(rng.integers(0, 200)), (x, y // step * step + step / 2), step * 0.6, pen, FONTS[5])
    return picture


def keys(rng: np.random.Generator, size: int) -> Array:
    """A grid of labelled keys: keyboard, calculator, crossword."""
    ground = random_colour(rng, pick(rng, {"black": 2.0, "grey": 2.0, "white": 2.0, "muted": 1.0}))
    picture = np.full((size, size, 3), ground, np.uint8)
    cap = contrasting(rng, ground, 25) if chance(rng, 0.7) else scaled(ground, 0.85)
    ink, step = contrasting(rng, cap), int(rng.integers(size // 20, size // 6))
    gap, shift = max(1, round(step * rng.uniform(0.03, 0.12))), rng.uniform(0, 0.6) * chance(rng, 0.5)
    for row, top in enumerate(range(0, size, step)):
        for left in range(round(-step * shift * (row % 4)), size, step):
            corner, far = (left + gap, top + gap), (left + step - gap, top + step - gap)
            cv2.rectangle(picture, corner, far, cap, -1)
            cv2.rectangle(picture, corner, far, scaled(cap, 0.7), 1)
            write(picture, random_word(rng, 1).upper(), (left + step / 2, top + step / 2), step * 0.35, ink, FONTS[0])
    return picture


def board(rng: np.random.Generator, size: int) -> Array:
    """A chess or draughts board, or another game's track of squares."""
    one = random_colour(rng)
    other, step = contrasting(rng, one, 50), int(rng.integers(size // 14, size // 4))
    odd = (np.arange(size) // step) % 2
    picture = np.where(
        (odd[:, None] ^ odd[None, :])[..., None] == 1, np.array(one, np.uint8), np.array(other, np.uint8)
    )
    if chance(rng, 0.5):
        for at in range(0, size, step):
            cv2.line(picture, (at, 0), (at, size), contrasting(rng, one), 2)
            cv2.line(picture, (0, at), (size, at), contrasting(rng, one), 2)
    return light(picture, value_noise(rng, size, size, (8, 2), 4), rng.uniform(0.75, 1), 1.1)


def shapes(rng: np.random.Generator, size: int) -> Array:
    """Circles, triangles, squares and bars in strong colours."""
    picture = np.full((size, size, 3), random_colour(rng), np.uint8)
    for _ in range(int(rng.integers(10, 70))):
        x, y = rng.uniform(0, size, 2)
        radius, colour = rng.uniform(size / 60, size / 6), random_colour(rng)
        width = -1 if chance(rng, 0.7) else int(rng.integers(1, 6))
        at = (round(x), round(y))
        match rng.integers(4):
            case 0:
                cv2.circle(picture, at, round(radius), colour, width, cv2.LINE_AA)
            case 1:
                angles = rng.uniform(0, 6.3) + np.array([0.0, 2.1, 4.2])
                corners = np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], 1)
                cv2.polylines(picture, [np.rint(corners).astype(np.int32)], True, colour, max(width, 2), cv2.LINE_AA)
            case 2:
                # Never about twice as long as wide: that would be a tile lying face down.
                long = radius * pick(rng, {1.0: 2.0, 1.3: 1.0, 3.5: 1.0, 6.0: 1.0})
                corners = cv2.boxPoints(((x, y), (radius, long), rng.uniform(0, 180)))
                cv2.fillConvexPoly(picture, np.rint(corners).astype(np.int32), colour, cv2.LINE_AA)
            case _:
                end = (round(x + rng.uniform(-3, 3) * radius), round(y + rng.uniform(-3, 3) * radius))
                cv2.line(picture, at, end, colour, int(rng.integers(1, 12)), cv2.LINE_AA)
    return picture


def photograph(rng: np.random.Generator, size: int) -> Array:
    """A poster or printed place mat: blots of many colours without any meaning."""
    colours = [random_colour(rng) for _ in range(int(rng.integers(3, 7)))]
    cells = (int(rng.integers(2, 10)), int(rng.integers(2, 10)))
    return paint(value_noise(rng, size, size, cells, int(rng.integers(1, 7)), rng.uniform(0.4, 0.8)), colours)


def sheets(rng: np.random.Generator, size: int) -> Array:
    """Large sheets of paper laid over each other, edges showing."""
    picture = _paper(rng, size)
    for _ in range(int(rng.integers(2, 6))):
        x, y = rng.uniform(0, size, 2)
        side = rng.uniform(0.5, 0.9) * size
        box = cv2.boxPoints(((x, y), (side, side * 1.41), rng.normal(0, 8) + 90 * rng.integers(2)))
        corners = np.rint(box).astype(np.int32)
        red, green, blue = picture[0, 0].tolist()
        tone = scaled((red, green, blue), rng.uniform(0.93, 1.07)) if chance(rng, 0.7) else random_colour(rng)
        cv2.polylines(picture, [corners + 2], True, scaled(tone, 0.8), 2, cv2.LINE_AA)
        cv2.fillConvexPoly(picture, corners, tone, cv2.LINE_AA)
    return picture
