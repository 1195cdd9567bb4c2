"""Things to write, read and cut with. Every maker returns a sprite, uint8 RGBA (H, W, 4)."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.colours import (
    FONTS,
    blend,
    chance,
    contrasting,
    pick,
    random_colour,
    random_text,
    random_word,
    scaled,
    write,
)
from datasets.noise import Array, paint, value_noise
from datasets.sprite import Canvas


def pen(rng: np.random.Generator) -> Array:
    """A pen or pencil."""
    length, half = 250, rng.uniform(4, 9)
    canvas, body = Canvas(length, 40), random_colour(rng)
    canvas.solid_box((20 - half, 4, 20 + half, length - 30), half * rng.uniform(0.1, 0.9), body)
    tip = contrasting(rng, body, 40)
    canvas.solid_polygon(
        [(20 - half, length - 32), (20 + half, length - 32), (20.5, length - 6), (19.5, length - 6)], tip
    )
    for _ in range(int(rng.integers(1, 4))):
        y = rng.uniform(6, length - 60)
        canvas.ink_box((20 - half, y, 20 + half, y + rng.uniform(3, 60)), random_colour(rng))
    canvas.ink_line([(20 - half / 2, 8), (20 - half / 2, length - 34)], max(1, half / 4), scaled(body, 1.5))
    if chance(rng, 0.5):
        canvas.solid_box((20 + half / 3, 10, 23 + half / 3, 66), 1, contrasting(rng, body, 30))
    canvas.relief(0, 0.6)
    return canvas.rgba()


def note(rng: np.random.Generator) -> Array:
    """A sheet, sticky note, score sheet, receipt or envelope with writing."""
    width = int(rng.integers(110, 240))
    height = round(width * pick(rng, {1.0: 2.0, 1.41: 2.0, 0.7: 1.5}))
    canvas = Canvas(min(height, 256), width)
    height = len(canvas.rgb)
    paper = random_colour(rng, pick(rng, {"white": 4.0, "cream": 2.0, "pastel": 2.0, "strong": 0.5}))
    lean = rng.uniform(-4, 4, 2)
    corners = [(4, 4), (width - 5, 4 + max(lean[0], 0)), (width - 5 - max(lean[1], 0), height - 5), (4, height - 5)]
    canvas.solid_polygon(corners, paper)
    ink, step, font = contrasting(rng, paper), rng.uniform(9, 26), int(rng.choice(FONTS))
    if chance(rng, 0.3):
        for x in np.linspace(0, width, int(rng.integers(3, 7))):
            canvas.ink_line([(x, 0), (x, height)], 1, blend(paper, ink, 0.4))
    for y in np.arange(10 + step / 2, height - 10, step):
        if chance(rng, 0.4):
            canvas.ink_line([(0, y + step / 2), (width, y + step / 2)], 1, blend(paper, ink, 0.3))
        if chance(rng, 0.75):
            words = random_text(rng, int(rng.uniform(0.2, 1) * width / step * 1.3) + 1)
            cv2.putText(canvas.rgb, words, (10, round(y)), font, step / 36, ink, 1, cv2.LINE_AA)
    return canvas.rgba()


def scissors(rng: np.random.Generator) -> Array:
    """A pair of scissors, a little open."""
    canvas, spread = Canvas(250, 140), rng.uniform(6, 34)
    steel, grip = (
        scaled((185, 188, 192), rng.uniform(0.6, 1.1)),
        random_colour(rng, pick(rng, {"strong": 3.0, "black": 2.0})),
    )
    for side in (-1, 1):
        canvas.solid_polygon(
            [(70 - 7 * side, 150), (70 + 5 * side, 150), (70 + spread * side, 6)], scaled(steel, 1 + 0.1 * side)
        )
        canvas.solid_path([(70, 140), (70 - 26 * side, 185)], 13, grip)
        canvas.solid_ring((70 - 34 * side, 210), 22, 10, grip)
    canvas.solid_disc((70, 142), 5, scaled(steel, 0.6))
    canvas.relief(rng.uniform(0, 6.3), 0.7)
    return canvas.rgba()


def eraser(rng: np.random.Generator) -> Array:
    """A rubber in a paper sleeve."""
    length = int(rng.integers(150, 190))
    canvas, body = Canvas(length, 60), random_colour(rng, pick(rng, {"white": 3.0, "pastel": 1.0, "strong": 1.0}))
    canvas.solid_box((4, 4, 55, length - 5), 9, body)
    start = rng.uniform(30, 60)
    bands = [random_colour(rng, "strong"), random_colour(rng), random_colour(rng, "strong")]
    for index, band in enumerate(bands):
        canvas.ink_box((0, start + index * 30, 60, start + (index + 1) * 30), band)
    canvas.relief(rng.uniform(0, 6.3), 0.5)
    return canvas.rgba()


def ruler(rng: np.random.Generator) -> Array:
    """A ruler with its scale."""
    length, width = 256, int(rng.integers(24, 40))
    canvas, body = Canvas(length, width), random_colour(rng)
    canvas.solid_box((2, 2, width - 3, length - 3), 1, body)
    ink, step = contrasting(rng, body), rng.uniform(3, 6)
    for index, y in enumerate(np.arange(6, length - 6, step)):
        reach = width * (0.35 if index % 10 == 0 else 0.25 if index % 5 == 0 else 0.15)
        canvas.ink_line([(2, y), (2 + reach, y)], 1, ink)
        if index % 10 == 0:
            write(canvas.rgb, str(index // 10), (width * 0.65, y), 7, ink, FONTS[0])
    return canvas.rgba()


def book(rng: np.random.Generator) -> Array:
    """A book, box or packet with a title and a picture."""
    height, width = 240, int(rng.integers(150, 190))
    canvas, body = Canvas(height, width), random_colour(rng)
    canvas.solid_box((3, 3, width - 4, height - 4), 3, body)
    ink = contrasting(rng, body)
    for y in rng.uniform(20, height - 20, int(rng.integers(1, 5))):
        word = random_word(rng, int(rng.integers(3, 9)))
        write(canvas.rgb, word, (width / 2, y), rng.uniform(8, 20), ink, int(rng.choice(FONTS)), 2)
    if chance(rng, 0.7):
        top, tall = int(rng.integers(20, 120)), int(rng.integers(40, 100))
        photo = paint(value_noise(rng, tall, width - 40, (3, 4), 4), [random_colour(rng) for _ in range(4)])
        canvas.rgb[top : top + tall, 20 : width - 20] = photo
    canvas.relief(rng.uniform(0, 6.3), 0.5)
    return canvas.rgba()
