"""Devices with screens, buttons, slots and domes. Every maker returns a sprite, uint8 RGBA (H, W, 4)."""

from __future__ import annotations

import numpy as np

from datasets.colours import FONTS, chance, contrasting, pick, random_colour, random_text, random_word, scaled, write
from datasets.noise import Array, paint, value_noise
from datasets.sprite import Canvas


def phone(rng: np.random.Generator) -> Array:
    """A telephone, face up (dark, or with a page of boxes and lines) or face down with its lenses."""
    height, width = 250, int(rng.integers(112, 126))
    canvas, body = (
        Canvas(height, width),
        random_colour(rng, pick(rng, {"black": 4.0, "grey": 1.0, "white": 1.0, "strong": 1.0})),
    )
    canvas.solid_box((3, 3, width - 4, height - 4), rng.uniform(8, 22), body)
    match rng.integers(3):
        case 0:
            canvas.ink_box((8, 10, width - 9, height - 11), (14, 14, 18))
        case 1:
            _page(rng, canvas, (8, 10, width - 9, height - 11))
        case _:
            canvas.ink_box((12, 12, 50, 60), scaled(body, 0.8))
            for x, y in ((22, 24), (40, 34), (22, 46))[: int(rng.integers(1, 4))]:
                canvas.ink_disc((x, y), 8, (20, 20, 24))
                canvas.ink_disc((x, y), 4, (60, 60, 90))
    canvas.relief(rng.uniform(0, 6.3), 0.5)
    return canvas.rgba()


def _page(rng: np.random.Generator, canvas: Canvas, box: tuple[float, float, float, float]) -> None:
    """A screen's content: a title, blocks and lines of text."""
    left, top, right, bottom = box
    ground = random_colour(rng, pick(rng, {"white": 3.0, "black": 2.0, "pastel": 1.0}))
    canvas.ink_box(box, ground)
    canvas.ink_box((left, top, right, top + 16), random_colour(rng))
    y, ink = top + 24, contrasting(rng, ground)
    while y < bottom - 24:
        if chance(rng, 0.5):
            x = left + 5
            across = (right - left) * pick(rng, {0.9: 1.0, 0.28: 2.0})
            while x + across < right:
                canvas.ink_box((x, y, x + across, min(y + 30, bottom - 4)), random_colour(rng))
                x += across + 4
            y += 36
        else:
            write(canvas.rgb, random_text(rng, 12), ((left + right) / 2, y + 4), 6, ink, FONTS[0])
            y += 14


def tablet(rng: np.random.Generator) -> Array:
    """A tablet or small screen."""
    height, width = 250, 186
    canvas = Canvas(height, width)
    canvas.solid_box(
        (3, 3, width - 4, height - 4), 12, random_colour(rng, pick(rng, {"black": 3.0, "white": 1.0, "grey": 1.0}))
    )
    if chance(rng, 0.3):
        colours = [random_colour(rng) for _ in range(4)]
        canvas.rgb[16:-16, 14:-14] = paint(value_noise(rng, height - 32, width - 28, (4, 4), 4), colours)
    else:
        _page(rng, canvas, (14, 16, width - 15, height - 17))
    return canvas.rgba()


def remote(rng: np.random.Generator) -> Array:
    """A remote control with rows of buttons."""
    height, width = 250, int(rng.integers(54, 72))
    canvas, body = Canvas(height, width), random_colour(rng, pick(rng, {"black": 4.0, "grey": 1.5, "white": 1.0}))
    canvas.solid_box((3, 3, width - 4, height - 4), rng.uniform(4, 26), body)
    columns, rows = int(rng.integers(2, 5)), int(rng.integers(5, 13))
    ink, radius = contrasting(rng, body, 40), 0.3 * min(width / (columns + 0.5), 210 / rows)
    is_round, is_gay = chance(rng, 0.6), chance(rng, 0.3)
    for y in np.linspace(24, height - 34, rows):
        if chance(rng, 0.15):
            continue
        for x in np.linspace(0, width, columns + 2)[1:-1]:
            colour = random_colour(rng, "strong") if is_gay else ink
            if is_round:
                canvas.ink_disc((x, y), radius, colour)
            else:
                canvas.ink_box((x - radius, y - radius * 0.7, x + radius, y + radius * 0.7), colour)
    canvas.relief(rng.uniform(0, 6.3), 0.6)
    return canvas.rgba()


def calculator(rng: np.random.Generator) -> Array:
    """A pocket calculator."""
    height, width = 220, int(rng.integers(124, 160))
    canvas, body = Canvas(height, width), random_colour(rng)
    canvas.solid_box((3, 3, width - 4, height - 4), 9, body)
    canvas.ink_box((14, 16, width - 15, 56), (165, 178, 160))
    write(canvas.rgb, str(rng.integers(0, 10**6)), (width * 0.6, 37), 18, (40, 45, 40), FONTS[0], 2)
    cap, columns = contrasting(rng, body, 30), int(rng.integers(4, 6))
    ink, step = contrasting(rng, cap), (width - 28) / columns
    for y in np.linspace(76, height - 26, 5):
        for column in range(columns):
            x = 14 + step * (column + 0.5)
            canvas.ink_box((x - step * 0.4, y - 11, x + step * 0.4, y + 11), cap)
            write(canvas.rgb, str(rng.integers(0, 10)), (x, y), 9, ink, FONTS[0])
    return canvas.rgba()


def socket(rng: np.random.Generator) -> Array:
    """An electric socket or light switch, or two side by side."""
    count, side = int(rng.integers(1, 3)), 110
    canvas, body = Canvas(side, side * count), random_colour(rng, pick(rng, {"white": 4.0, "cream": 1.0, "grey": 1.0}))
    canvas.solid_box((3, 3, side * count - 4, side - 4), 6, body)
    is_switch, slots = chance(rng, 0.4), chance(rng, 0.4)
    for index in range(count):
        x, y = side * (index + 0.5), side / 2
        if is_switch:
            canvas.ink_box((x - 32, y - 32, x + 32, y + 32), scaled(body, 0.93))
            canvas.ink_line([(x - 32, y), (x + 32, y)], 1, scaled(body, 0.7))
        else:
            canvas.ink_disc((x, y), 38, scaled(body, 0.88))
            canvas.ink_disc((x, y), 38, scaled(body, 0.65), 2)
            for dx in (-15, 15):
                if slots:
                    canvas.ink_box((x + dx - 3, y - 10, x + dx + 3, y + 10), (30, 30, 30))
                else:
                    canvas.ink_disc((x + dx, y), 5, (30, 30, 30))
    canvas.relief(rng.uniform(0, 6.3), 0.5)
    return canvas.rgba()


def blister(rng: np.random.Generator) -> Array:
    """A strip of pills: rows of shining domes, much like pips."""
    rows, columns, pitch = int(rng.integers(3, 8)), int(rng.integers(2, 4)), 32
    canvas = Canvas(rows * pitch + 12, columns * pitch + 12)
    foil, pill = random_colour(rng, pick(rng, {"grey": 3.0, "white": 2.0, "strong": 0.5})), random_colour(rng)
    canvas.solid_box((3, 3, columns * pitch + 8, rows * pitch + 8), 7, foil)
    radius = rng.uniform(8, 13)
    for y in 6 + pitch * (np.arange(rows) + 0.5):
        for x in 6 + pitch * (np.arange(columns) + 0.5):
            canvas.ink_disc((x, y), radius + 2, scaled(foil, 0.75), 2)
            if chance(rng, 0.85):
                canvas.ink_disc((x, y), radius, pill)
            canvas.ink_disc((x - radius * 0.35, y - radius * 0.35), radius * 0.25, scaled(pill, 1.6))
    canvas.relief(rng.uniform(0, 6.3), 0.4)
    return canvas.rgba()


def usb_stick(rng: np.random.Generator) -> Array:
    """A memory stick or a lighter: a body and a metal end."""
    length = int(rng.integers(150, 200))
    canvas, body = Canvas(length, 56), random_colour(rng)
    canvas.solid_box((12, 4, 43, 50), 1, scaled((190, 192, 196), rng.uniform(0.6, 1.1)))
    for x in (20, 31):
        canvas.ink_box((x, 14, x + 5, 20), (40, 40, 44))
    canvas.solid_box((5, 42, 50, length - 5), rng.uniform(3, 16), body)
    write(canvas.rgb, random_word(rng, 3), (28, length * 0.6), 10, contrasting(rng, body), FONTS[0])
    canvas.relief(rng.uniform(0, 6.3), 0.6)
    return canvas.rgba()
