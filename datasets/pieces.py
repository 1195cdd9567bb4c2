"""Things that belong to games: dice, cards, chips, stones. Every maker returns a sprite, uint8 RGBA (H, W, 4)."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.colours import (
    FONTS,
    Colour,
    blend,
    chance,
    contrasting,
    pick,
    random_colour,
    random_word,
    scaled,
    write,
)
from datasets.noise import Array, paint, value_noise
from datasets.sprite import Canvas

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where a die's pips are."""

RED, BLACK = (200, 25, 30), (25, 25, 28)


def die(rng: np.random.Generator) -> Array:
    """A die: the face on top and slivers of two sides."""
    side = int(rng.integers(44, 80))
    lean = rng.uniform(-0.25, 0.25, 2) * side
    canvas = Canvas(2 * side, 2 * side)
    body = random_colour(rng, pick(rng, {"white": 4.0, "cream": 2.0, "strong": 3.0, "black": 1.5}))
    ink, left, bend = contrasting(rng, body), side / 2, side * rng.uniform(0.05, 0.25)
    for step in np.linspace(1, 0, 5):
        x, y = left + lean * step
        shade = 1.0 if step == 0 else 0.72 + 0.1 * (1 - step)
        canvas.solid_box((x, y, x + side, y + side), bend, scaled(body, shade))
    radius = side * rng.uniform(0.07, 0.13)
    turned = chance(rng, 0.5)
    for across, down in PIPS[int(rng.integers(1, 7))]:
        x, y = (down, across) if turned else (across, down)
        canvas.ink_disc((left + side * (0.5 + 0.27 * x), left + side * (0.5 + 0.27 * y)), radius, ink)
    return canvas.rgba()


def coin(rng: np.random.Generator) -> Array:
    """A coin with a number or a head on it."""
    side = int(rng.integers(48, 110))
    metal = pick(rng, {(196, 160, 80): 2.0, (170, 105, 70): 2.0, (175, 175, 178): 2.0, (120, 80, 55): 1.0})
    metal = scaled(metal, rng.uniform(0.6, 1.2))
    canvas, centre = Canvas(side, side), (side / 2, side / 2)
    uneven = paint(value_noise(rng, side, side, (4, 4), 3), [scaled(metal, 0.8), scaled(metal, 1.15)])
    canvas.solid_disc(centre, side / 2 - 2, uneven)
    if chance(rng, 0.25):
        canvas.ink_disc(centre, side * 0.33, pick(rng, {(190, 190, 190): 1.0, (200, 165, 90): 1.0}))
    canvas.ink_disc(centre, side * 0.44, scaled(metal, 0.65), 1)
    if chance(rng, 0.5):
        number = pick(rng, {"1": 1.0, "2": 1.0, "5": 1.0, "10": 1.0, "20": 1.0, "50": 1.0})
        write(canvas.rgb, number, centre, side * 0.4, scaled(metal, 0.5), FONTS[2], 2)
    else:
        axes = (round(side * 0.17), round(side * 0.25))
        cv2.ellipse(canvas.rgb, (side // 2, side // 2), axes, 0, 0, 360, scaled(metal, 0.75), -1, cv2.LINE_AA)
        cv2.ellipse(canvas.rgb, (side // 2 - 1, side // 2 - 1), axes, 0, 40, 230, scaled(metal, 1.3), 1, cv2.LINE_AA)
    canvas.relief(rng.uniform(0, 6.3), 0.5)
    return canvas.rgba()


def _suit(canvas: Canvas, suit: int, x: float, y: float, r: float, ink: Colour) -> None:
    """One of the four suits, about 2r high."""
    if suit == 0:
        corners = np.array([(x, y - r), (x + 0.75 * r, y), (x, y + r), (x - 0.75 * r, y)])
        cv2.fillConvexPoly(canvas.rgb, np.rint(corners).astype(np.int32), ink, cv2.LINE_AA)
        return
    flip = 1 if suit == 1 else -1
    tip = np.array([(x - 0.85 * r, y - 0.05 * r * flip), (x + 0.85 * r, y - 0.05 * r * flip), (x, y + r * flip)])
    lobes = [(-0.42, -0.3 * flip), (0.42, -0.3 * flip)] if suit < 3 else [(-0.45, 0.15), (0.45, 0.15), (0, -0.45)]
    if suit < 3:
        cv2.fillConvexPoly(canvas.rgb, np.rint(tip).astype(np.int32), ink, cv2.LINE_AA)
    for dx, dy in lobes:
        canvas.ink_disc((x + dx * r, y + dy * r), 0.47 * r, ink)
    if suit > 1:
        canvas.ink_line([(x, y), (x, y + r)], max(1, 0.25 * r), ink)


CARD_ROWS = {2: 2, 3: 3, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 4}
"""How many suits stand in a side column, or for 2 and 3 in the middle one."""


def card(rng: np.random.Generator) -> Array:
    """A playing card: suits like pips, a picture, or a patterned back."""
    height, width = 224, 152
    canvas = Canvas(height, width)
    canvas.solid_box((2, 2, width - 3, height - 3), 10, random_colour(rng, pick(rng, {"white": 5.0, "cream": 1.0})))
    kind, suit = pick(rng, {"pips": 5.0, "back": 2.0, "picture": 1.5}), int(rng.integers(4))
    ink = RED if suit < 2 else BLACK
    if kind == "back":
        back, other = random_colour(rng, "strong"), random_colour(rng)
        canvas.ink_box((10, 10, width - 11, height - 11), back)
        step = int(rng.integers(8, 28))
        for at in range(-height, width, step):
            lines = [[(at, 10), (at + height, height + 10)], [(at + height, 10), (at, height + 10)]]
            for line in lines:
                canvas.ink_line(line, 2, blend(back, other, 0.6))
        canvas.ink_box((5, 5, width - 6, height - 6), random_colour(rng, "white"), 9)
        return canvas.rgba()
    value = int(rng.integers(1, 11)) if kind == "pips" else int(rng.integers(11, 14))
    corner = "A" if value == 1 else str(value) if value < 11 else "JQK"[value - 11]
    write(canvas.rgb, corner, (17, 22), 17, ink, FONTS[1], 2)
    _suit(canvas, suit, 17, 46, 8, ink)
    canvas.rgb[height // 2 :] = canvas.rgb[: height // 2][::-1, ::-1]
    if kind == "picture":
        photo = paint(value_noise(rng, 164, 92, (4, 3), 3), [random_colour(rng, "strong") for _ in range(5)])
        canvas.rgb[30:194, 30:122] = photo
        canvas.ink_box((30, 30, 121, 193), ink, 1)
    elif value == 1:
        _suit(canvas, suit, width / 2, height / 2, 30, ink)
    else:
        rows = np.linspace(48, height - 49, CARD_ROWS[value])
        columns = (width / 2,) if value < 4 else (52, width - 53)
        for y in rows:
            for x in columns:
                _suit(canvas, suit, x, y, 13, ink)
        middles = value - len(rows) * len(columns)
        for y in (height / 2,) if middles == 1 else (76, height - 77)[: max(middles, 0)]:
            _suit(canvas, suit, width / 2, y, 13, ink)
    return canvas.rgba()


def chip(rng: np.random.Generator) -> Array:
    """A poker chip with edge spots."""
    side = int(rng.integers(80, 140))
    canvas, centre = Canvas(side, side), (side / 2, side / 2)
    body = random_colour(rng, pick(rng, {"strong": 4.0, "black": 1.0, "white": 1.0}))
    spot, count = contrasting(rng, body, 60), int(rng.integers(4, 9))
    canvas.solid_disc(centre, side / 2 - 2, body)
    for turn in np.arange(count) * 360 / count:
        axes = (round(side * 0.44), round(side * 0.44))
        half = 150 / count / 2
        cv2.ellipse(canvas.rgb, (side // 2, side // 2), axes, 0, turn - half, turn + half, spot, side // 9)
    canvas.ink_disc(centre, side * 0.36, body)
    canvas.ink_disc(centre, side * 0.3, spot, 2)
    if chance(rng, 0.6):
        write(canvas.rgb, str(rng.integers(1, 500)), centre, side * 0.17, spot, FONTS[1], 2)
    return canvas.rgba()


def draughtsman(rng: np.random.Generator) -> Array:
    """A round stone with rings, or a smooth go stone."""
    side = int(rng.integers(50, 100))
    canvas, centre = Canvas(side, side), (side / 2, side / 2)
    body = random_colour(rng, pick(rng, {"black": 2.0, "white": 2.0, "brown": 2.0, "strong": 1.0, "cream": 1.0}))
    canvas.solid_disc(centre, side / 2 - 2, body)
    for radius in np.linspace(0.18, 0.42, int(rng.integers(0, 4))):
        canvas.ink_disc(centre, side * radius, scaled(body, 0.7), 2)
        canvas.ink_disc((centre[0] - 1, centre[1] - 1), side * radius, scaled(body, 1.3), 1)
    canvas.relief(rng.uniform(0, 6.3), 0.8, side / 16)
    return canvas.rgba()


def letter_tile(rng: np.random.Generator) -> Array:
    """A square or slightly oblong tile with a letter, number or symbol."""
    width = int(rng.integers(56, 90))
    height = round(width * pick(rng, {1.0: 2.0, 1.15: 1.0, 1.33: 2.0}))
    canvas = Canvas(height, width)
    body = random_colour(rng, pick(rng, {"cream": 4.0, "white": 2.0, "brown": 1.5, "strong": 0.7}))
    canvas.solid_box((2, 2, width - 3, height - 3), width * rng.uniform(0.04, 0.18), body)
    ink = contrasting(rng, body)
    match rng.integers(4):
        case 0:
            write(canvas.rgb, random_word(rng, 1).upper(), (width * 0.45, height * 0.45), width * 0.5, ink, FONTS[1], 3)
            write(canvas.rgb, str(rng.integers(1, 11)), (width * 0.8, height * 0.82), width * 0.15, ink, FONTS[0])
        case 1:
            write(canvas.rgb, str(rng.integers(0, 19)), (width / 2, height * 0.42), width * 0.42, ink, FONTS[1], 3)
            canvas.ink_disc((width / 2, height * 0.8), width * 0.1, ink, 2)
        case 2:
            rows, columns = int(rng.integers(1, 4)), int(rng.integers(1, 4))
            for y in np.linspace(0, 1, rows + 2)[1:-1]:
                for x in np.linspace(0, 1, columns + 2)[1:-1]:
                    canvas.ink_disc((x * width, y * height), width * 0.1, random_colour(rng, "strong"), 3)
                    canvas.ink_disc((x * width, y * height), width * 0.04, ink)
        case _:
            for _ in range(int(rng.integers(3, 8))):
                ends = rng.uniform(0.2, 0.8, (2, 2)) * (width, height)
                canvas.ink_line([(x, y) for x, y in ends], 3, ink)
    canvas.relief(rng.uniform(0, 6.3), 0.4)
    return canvas.rgba()


def toy_train(rng: np.random.Generator) -> Array:
    """The small marker train from above: boiler, cab and chimney of one colour."""
    height, width = 128, 60
    canvas = Canvas(height, width)
    body = random_colour(rng, pick(rng, {"black": 3.0, "strong": 3.0, "grey": 1.0}))
    canvas.solid_box((12, 6, 48, 122), 12, scaled(body, 0.8))
    canvas.solid_box((5, 84, 55, 124), 4, body)
    for y in (26, 52, 78):
        canvas.solid_box((4, y - 9, 56, y + 9), 8, scaled(body, 0.6))
    canvas.solid_box((16, 8, 44, 92), 14, scaled(body, 1.15))
    canvas.ink_line([(25, 16), (25, 84)], 3, scaled(body, 1.6))
    for y, radius in ((24, 9), (50, 6), (70, 5)):
        canvas.ink_disc((30, y), radius, scaled(body, 0.5))
        canvas.ink_disc((30, y), radius, scaled(body, 1.4), 1)
    canvas.relief(rng.uniform(0, 6.3), 0.6)
    return canvas.rgba()


def cone(rng: np.random.Generator) -> Array:
    """A pawn, cone or other marker seen from above: rings round a top that leans a little."""
    side = int(rng.integers(48, 80))
    canvas, body = Canvas(side, side), random_colour(rng, pick(rng, {"strong": 4.0, "black": 1.0, "brown": 1.0}))
    lean = rng.uniform(-0.12, 0.12, 2) * side
    steps = int(rng.integers(3, 7))
    for step in range(steps):
        share = step / steps
        centre = (side / 2 + lean[0] * share, side / 2 + lean[1] * share)
        radius = (side / 2 - 2) * (1 - share) * rng.uniform(0.9, 1) if step else side / 2 - 2
        canvas.solid_disc(centre, radius, scaled(body, 0.7 + 0.6 * share))
    canvas.relief(rng.uniform(0, 6.3), 0.5)
    return canvas.rgba()


def hub(rng: np.random.Generator) -> Array:
    """The plastic centre piece of the game, with slots all round for the trains."""
    side = 224
    canvas, centre = Canvas(side, side), (side / 2, side / 2)
    body = random_colour(rng, pick(rng, {"strong": 3.0, "black": 2.0, "grey": 1.0, "brown": 1.0, "white": 1.0}))
    canvas.solid_disc(centre, side / 2 - 3, body)
    slots = int(rng.integers(4, 13))
    dark = scaled(body, 0.65)
    for turn in np.arange(slots) * 2 * np.pi / slots:
        along, reach = np.array((np.cos(turn), np.sin(turn))), side / 2
        wide = np.array((-along[1], along[0])) * reach * min(0.22, 1.9 / slots)
        near, far = centre + along * reach * rng.uniform(0.5, 0.55), centre + along * reach * 0.93
        corners = np.rint([near - wide, near + wide, far + wide, far - wide]).astype(np.int32)
        cv2.fillConvexPoly(canvas.rgb, corners, dark, cv2.LINE_AA)
        cv2.polylines(canvas.rgb, [corners], True, scaled(body, 0.45), 2, cv2.LINE_AA)
    half = side * rng.uniform(0.08, 0.13)
    middle = (centre[0] - half, centre[1] - half, centre[0] + half, centre[1] + half)
    canvas.ink_box(middle, scaled(body, 0.75))
    canvas.ink_disc(centre, side * 0.46, scaled(body, 1.25), 2)
    canvas.relief(rng.uniform(0, 6.3), 0.6)
    return canvas.rgba()


STUDS = {(1, 1): 1.0, (2, 1): 1.0, (2, 2): 2.0, (3, 2): 1.0, (4, 2): 3.0, (6, 2): 1.0, (4, 1): 1.0}
"""How many rows and columns of studs bricks have, and how often."""


def brick(rng: np.random.Generator) -> Array:
    """A building brick with studs."""
    rows, columns = pick(rng, STUDS)
    pitch = 28
    canvas = Canvas(rows * pitch + 6, columns * pitch + 6)
    body = random_colour(rng, pick(rng, {"strong": 4.0, "white": 1.0, "black": 1.0, "grey": 1.0}))
    canvas.solid_box((3, 3, columns * pitch + 3, rows * pitch + 3), 1, body)
    turn = rng.uniform(0, 6.3)
    dx, dy = 1.5 * np.cos(turn), 1.5 * np.sin(turn)
    for row in range(rows):
        for column in range(columns):
            x, y = 3 + pitch * (column + 0.5), 3 + pitch * (row + 0.5)
            canvas.ink_disc((x - dx, y - dy), 9, scaled(body, 0.6))
            canvas.ink_disc((x + dx, y + dy), 8.5, scaled(body, 1.35))
            canvas.ink_disc((x, y), 8, scaled(body, 1.05))
    canvas.relief(turn, 0.4)
    return canvas.rgba()
