"""Things that lie about on a table: cups, keys, hands, crumbs. Every maker returns a sprite, uint8 RGBA (H, W, 4)."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.colours import (
    FONTS,
    blend,
    chance,
    contrasting,
    hsv,
    pick,
    random_colour,
    random_word,
    scaled,
    write,
)
from datasets.noise import Array, paint, value_noise
from datasets.sprite import Canvas, Point


def _curve(rng: np.random.Generator, side: int, bends: int) -> list[Point]:
    """A smooth line through random points, well inside a square canvas."""
    knots = rng.uniform(0.12, 0.88, (bends, 2)).astype(np.float32) * side
    line = cv2.resize(knots, (2, 60), interpolation=cv2.INTER_CUBIC)
    return [(float(x), float(y)) for x, y in np.clip(line, 0.05 * side, 0.95 * side)]


def button(rng: np.random.Generator) -> Array:
    """A button with two or four holes."""
    side = int(rng.integers(48, 80))
    canvas, centre = Canvas(side, side), (side / 2, side / 2)
    body = random_colour(rng)
    canvas.solid_disc(centre, side / 2 - 2, body)
    canvas.ink_disc(centre, side * rng.uniform(0.3, 0.4), scaled(body, 0.75), 2)
    canvas.relief(rng.uniform(0, 6.3), 0.6)
    apart, turn = side * rng.uniform(0.09, 0.14), rng.uniform(0, 6.3)
    holes = int(pick(rng, {2: 1.0, 4: 2.0}))
    for angle in turn + np.arange(holes) * 2 * np.pi / holes:
        at = (centre[0] + apart * np.cos(angle), centre[1] + apart * np.sin(angle))
        canvas.ink_disc(at, side * 0.05, scaled(body, 0.4))
        canvas.hole(at, side * 0.04)
    return canvas.rgba()


def cable(rng: np.random.Generator) -> Array:
    """A cable, string or rubber band."""
    side = int(rng.integers(160, 257))
    canvas, colour = Canvas(side, side), random_colour(rng, pick(rng, {"black": 3.0, "white": 3.0, "strong": 1.0}))
    line = _curve(rng, side, int(rng.integers(3, 9)))
    width = rng.uniform(1.5, 5)
    canvas.solid_path(line, width, colour)
    canvas.ink_line(line, width / 4, scaled(colour, 1.3))
    if chance(rng, 0.6):
        (x, y), (nx, ny) = line[0], line[3]
        canvas.solid_path([(x, y), (x + (x - nx) * 0.3, y + (y - ny) * 0.3)], 3 * width, scaled(colour, 0.9))
    return canvas.rgba()


def ring(rng: np.random.Generator) -> Array:
    """The rim of a glass, a finger ring, a washer, the stain of a cup: mostly a hole."""
    side = int(rng.integers(60, 220))
    canvas, centre = Canvas(side, side), (side / 2, side / 2)
    colour, width = random_colour(rng), side * rng.uniform(0.02, 0.09)
    canvas.solid_ring(centre, side / 2 - width - 2, width, colour)
    if chance(rng, 0.5):
        canvas.solid_ring(centre, side * rng.uniform(0.28, 0.36), width * 0.5, scaled(colour, 1.2))
    canvas.relief(rng.uniform(0, 6.3), 0.7)
    canvas.alpha = cv2.convertScaleAbs(canvas.alpha, alpha=1.0 if chance(rng, 0.6) else rng.uniform(0.4, 0.9))
    canvas.alpha[round(centre[1]), round(width + 2)] = 255
    return canvas.rgba()


DRINKS = {(60, 35, 20): 2.0, (120, 70, 25): 1.0, (225, 215, 200): 1.0, (200, 120, 20): 1.0, (140, 20, 40): 0.7}
"""Coffee, tea, milk, juice and wine."""


def cup(rng: np.random.Generator) -> Array:
    """A cup or glass from above, with what is in it and perhaps a handle."""
    side, r = 216, rng.uniform(60, 84)
    canvas, body = Canvas(side, side), random_colour(rng)
    centre = (side / 2, side / 2)
    if chance(rng, 0.6):
        canvas.solid_path([centre, (side / 2, 8.0)], rng.uniform(12, 24), scaled(body, 0.9))
    canvas.solid_disc(centre, r, body)
    canvas.ink_disc(centre, r * 0.9, scaled(body, 0.6))
    drink = pick(rng, DRINKS)
    canvas.ink_disc((centre[0] + r * 0.04, centre[1] + r * 0.04), r * rng.uniform(0.7, 0.86), drink)
    canvas.ink_disc((centre[0] - r * 0.3, centre[1] - r * 0.3), r * 0.12, blend(drink, (255, 255, 255), 0.5))
    canvas.ink_disc(centre, r * 0.97, scaled(body, 1.2), 2)
    canvas.relief(rng.uniform(0, 6.3), 0.5)
    return canvas.rgba()


def plate(rng: np.random.Generator) -> Array:
    """A plate, saucer or bowl, with crumbs or biscuits."""
    side = 256
    canvas, body = Canvas(side, side), random_colour(rng, pick(rng, {"white": 4.0, "pastel": 1.0, "strong": 1.0}))
    centre, trim = (side / 2, side / 2), random_colour(rng)
    canvas.solid_disc(centre, side / 2 - 3, body)
    if chance(rng, 0.5):
        canvas.ink_disc(centre, side * rng.uniform(0.4, 0.47), trim, rng.uniform(2, 9))
    canvas.ink_disc(centre, side * 0.33, scaled(body, 0.85), 4)
    canvas.ink_disc(centre, side * 0.32, scaled(body, 0.97))
    for _ in range(int(rng.integers(0, 14))):
        x, y = rng.normal(side / 2, side * 0.12, 2)
        canvas.ink_disc((x, y), rng.uniform(2, 20), random_colour(rng, "brown"))
    canvas.relief(rng.uniform(0, 6.3), 0.6, 3)
    return canvas.rgba()


def key(rng: np.random.Generator) -> Array:
    """A door or car key, perhaps on a ring."""
    canvas = Canvas(200, 100)
    metal = scaled(pick(rng, {(180, 180, 182): 3.0, (196, 160, 80): 1.0}), rng.uniform(0.6, 1.1))
    head = metal if chance(rng, 0.5) else random_colour(rng, "black")
    canvas.solid_box((44, 60, 56, 190), 2, metal)
    for y in rng.uniform(110, 185, 6):
        canvas.solid_box((54, y, 56 + rng.uniform(3, 9), y + 6), 0, metal)
    canvas.solid_box((26, 16, 74, 72), rng.uniform(8, 24), head)
    canvas.hole((50, 28), 6)
    if chance(rng, 0.6):
        canvas.solid_ring((50, 22), 18, 3, scaled(metal, 0.8))
    canvas.relief(rng.uniform(0, 6.3), 0.8)
    return canvas.rgba()


def hand(rng: np.random.Generator) -> Array:
    """A hand reaching in, or single fingers, with nails and perhaps a sleeve."""
    canvas = Canvas(256, 180)
    skin = hsv(rng.uniform(0.03, 0.09), rng.uniform(0.25, 0.65), rng.uniform(0.3, 0.98))
    body = paint(value_noise(rng, 256, 180, (5, 4), 3), [scaled(skin, 0.85), scaled(skin, 1.08)])
    fingers = int(pick(rng, {1: 1.0, 2: 1.0, 4: 3.0}))
    width = rng.uniform(20, 27)
    canvas.solid_path([(90, 250), (90, 190)], 70, body)
    canvas.solid_box((46, 120, 134, 214), 26, body)
    roots = (46 + width / 2) + np.arange(4) * (88 - width) / 3
    spread = rng.uniform(0, 14)
    for index, root in enumerate(roots):
        reach = (70 + 14 * (index in (1, 2)) + 6 * (index == 0)) * rng.uniform(0.75, 1.1) if index < fingers else 6.0
        tip = (root + (index - 1.5) * spread, 128 - reach)
        canvas.ink_line([(root - width / 2, 140), (tip[0] - width / 2, tip[1])], 3, scaled(skin, 0.6))
        canvas.solid_path([(root, 140), tip], width, scaled(skin, rng.uniform(0.92, 1.05)))
        if reach > 20:
            nail = (round(tip[0]), round(tip[1] - width * 0.15))
            axes = (round(width * 0.3), round(width * 0.38))
            cv2.ellipse(canvas.rgb, nail, axes, 0, 0, 360, blend(skin, (255, 225, 220), 0.4), -1, cv2.LINE_AA)
            canvas.ink_line(
                [(tip[0] - 6, tip[1] + reach * 0.4), (tip[0] + 6, tip[1] + reach * 0.4)], 1, scaled(skin, 0.8)
            )
    if chance(rng, 0.8):
        canvas.solid_path([(126, 190), (156, 150), (164, 116)], width * 1.1, body)
    if chance(rng, 0.6):
        canvas.solid_box((34, 214, 146, 254), 4, random_colour(rng))
    canvas.relief(rng.uniform(0, 6.3), 0.6, 5)
    return canvas.rgba()


def bottle_cap(rng: np.random.Generator) -> Array:
    """A crown cap or screw cap."""
    side, teeth = 80, int(rng.integers(16, 26))
    canvas, body = Canvas(side, side), random_colour(rng)
    turns = np.linspace(0, 2 * np.pi, 4 * teeth, endpoint=False)
    radius = (side / 2 - 4) * (1 + 0.05 * np.sign(np.sin(turns * teeth)))
    canvas.solid_polygon(
        list(zip(side / 2 + radius * np.cos(turns), side / 2 + radius * np.sin(turns), strict=True)), body
    )
    canvas.ink_disc((side / 2, side / 2), side * 0.36, blend(body, random_colour(rng), rng.uniform(0, 1)))
    write(canvas.rgb, random_word(rng, 3), (side / 2, side / 2), side * 0.16, contrasting(rng, body), FONTS[1], 2)
    canvas.relief(rng.uniform(0, 6.3), 0.8)
    return canvas.rgba()


def chocolate(rng: np.random.Generator) -> Array:
    """A bar or piece of chocolate: a grid of bevelled blocks."""
    rows, columns, pitch = int(rng.integers(2, 7)), int(rng.integers(2, 5)), 34
    tall = round(pitch * pick(rng, {1.0: 1.0, 0.7: 1.0, 1.3: 1.0}))
    canvas = Canvas(rows * tall + 8, columns * pitch + 8)
    body = pick(rng, {(70, 40, 25): 3.0, (110, 65, 40): 3.0, (240, 225, 190): 1.0})
    canvas.solid_box((3, 3, columns * pitch + 4, rows * tall + 4), 4, body)
    for top in range(4, rows * tall, tall):
        for left in range(4, columns * pitch, pitch):
            canvas.ink_box((left + 1, top + 1, left + pitch - 2, top + tall - 2), scaled(body, 0.7))
            canvas.ink_box((left + 2, top + 2, left + pitch - 7, top + tall - 7), scaled(body, 1.3))
            canvas.ink_box((left + 6, top + 6, left + pitch - 7, top + tall - 7), scaled(body, 1.05))
    canvas.relief(rng.uniform(0, 6.3), 0.4)
    return canvas.rgba()


def matchbox(rng: np.random.Generator) -> Array:
    """A matchbox, tea box or other small printed packet."""
    width = 100
    height = round(width * pick(rng, {1.45: 2.0, 1.0: 1.0, 1.3: 1.0}))
    canvas, body = Canvas(height, width), random_colour(rng)
    canvas.solid_box((3, 3, width - 4, height - 4), rng.uniform(0, 5), body)
    canvas.ink_box((14, 14, width - 15, height - 15), random_colour(rng), int(pick(rng, {-1: 1.0, 3: 1.0})))
    for _ in range(int(rng.integers(1, 5))):
        place = (width / 2, rng.uniform(0.2, 0.8) * height)
        word = random_word(rng, int(rng.integers(2, 7))).upper()
        write(canvas.rgb, word, place, rng.uniform(7, 18), random_colour(rng), FONTS[1], 2)
    canvas.relief(rng.uniform(0, 6.3), 0.5)
    return canvas.rgba()


def crumbs(rng: np.random.Generator) -> Array:
    """Crumbs, peas, beads, raisins, drops: a loose heap."""
    side = int(rng.integers(90, 200))
    canvas, body = Canvas(side, side), random_colour(rng)
    radius = side * rng.uniform(0.01, 0.05)
    for _ in range(int(rng.integers(4, 24))):
        x, y = np.clip(rng.normal(side / 2, side * 0.17, 2), 0.1 * side, 0.9 * side)
        canvas.solid_disc((x, y), max(1.5, radius * rng.uniform(0.5, 1.5)), scaled(body, rng.uniform(0.7, 1.2)))
    canvas.relief(rng.uniform(0, 6.3), 0.6)
    return canvas.rgba()


def sticker(rng: np.random.Generator) -> Array:
    """A round or star-shaped sticker, lid or coaster with a print."""
    side = int(rng.integers(70, 180))
    canvas, body = Canvas(side, side), random_colour(rng)
    points = int(pick(rng, {0: 3.0, 5: 1.0, 8: 1.0, 12: 1.0}))
    centre = (side / 2, side / 2)
    if points:
        turns = np.arange(2 * points) * np.pi / points
        radius = (side / 2 - 3) * np.where(np.arange(2 * points) % 2, rng.uniform(0.5, 0.9), 1.0)
        star = zip(side / 2 + radius * np.cos(turns), side / 2 + radius * np.sin(turns), strict=True)
        canvas.solid_polygon(list(star), body)
    else:
        canvas.solid_disc(centre, side / 2 - 3, body)
    canvas.ink_disc(centre, side * rng.uniform(0.2, 0.4), random_colour(rng), float(pick(rng, {-1: 1.0, 3: 1.0})))
    write(
        canvas.rgb, random_word(rng, 4).upper(), centre, side * 0.14, contrasting(rng, body), int(rng.choice(FONTS)), 2
    )
    return canvas.rgba()
