"""Hard table surfaces seen from straight above. Every maker returns uint8 RGB (size, size, 3)."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.colours import blend, chance, contrasting, hsv, pick, random_colour, scaled
from datasets.noise import Array, cell_noise, light, mix, paint, roughen, speckle, stretch, value_noise


def plain(rng: np.random.Generator, size: int) -> Array:
    """One colour, a little uneven: laminate, lacquer, card, a screen."""
    colour = random_colour(rng)
    uneven = rng.uniform(0, 0.12)
    field = value_noise(rng, size, size, (2, 2), int(rng.integers(1, 6)), rng.uniform(0.3, 0.7))
    picture = paint(field, [scaled(colour, 1 - uneven), scaled(colour, 1 + uneven / 2)])
    return roughen(rng, picture, int(rng.integers(0, 7)), rng.uniform(1, 3))


def textured(rng: np.random.Generator, size: int) -> Array:
    """Nearly plain with a fine regular relief: a table mat, synthetic leather, hammered plastic."""
    colour = random_colour(rng)
    period = int(rng.integers(3, 12))
    y, x = np.mgrid[0:period, 0:period] / period
    match rng.integers(3):
        case 0:
            bumps = np.sin(2 * np.pi * x) * np.sin(2 * np.pi * y)
        case 1:
            bumps = np.sin(2 * np.pi * (x + y))
        case _:
            bumps = np.where((x < 0.5) ^ (y < 0.5), np.sin(4 * np.pi * x), np.sin(4 * np.pi * y))
    repeats = size // period + 1
    relief = np.tile(stretch(bumps), (repeats, repeats))[:size, :size]
    depth = rng.uniform(0.05, 0.35)
    picture = paint(relief, [scaled(colour, 1 - depth), scaled(colour, 1 + depth)])
    return roughen(rng, picture, int(rng.integers(2, 14)))


def _grain(rng: np.random.Generator, size: int) -> Array:
    """Wood grain running across, a field: long fibres and the rings of the trunk, bent around knots."""
    half = size // 2
    y, x = np.mgrid[0:half, 0:half].astype(np.float32) / half
    bend = value_noise(rng, half, half, (4, 2), 3)
    phase = y * rng.uniform(2, 14) + bend * rng.uniform(0.5, 4)
    for _ in range(int(rng.integers(0, 4))):
        across, down = rng.random(2)
        width = rng.uniform(0.02, 0.06)
        reach = ((x - across) / (2.2 * width)) ** 2 + ((y - down) / width) ** 2
        phase += rng.uniform(1, 4) * np.exp(-reach)
    rings = cv2.resize(np.abs(phase % 1 - rng.uniform(0.2, 0.8)), (size, size))
    fibres = value_noise(rng, size, size, (int(rng.integers(30, 160)), 3), 3, 0.8)
    return stretch(rings * rng.uniform(0.1, 1.0) + fibres * rng.uniform(0.3, 1.0))


def _wood_colours(rng: np.random.Generator) -> list[tuple[int, int, int]]:
    tone = pick(rng, {"brown": 6.0, "cream": 1.5, "grey": 1.0, "black": 1.0, "white": 0.7, "muted": 0.5})
    early = random_colour(rng, tone)
    late = blend(early, scaled(early, rng.uniform(0.35, 0.8)), rng.uniform(0.4, 1.0))
    return [late, early, scaled(early, rng.uniform(1.0, 1.15))]


def veneer(rng: np.random.Generator, size: int) -> Array:
    """One sheet of wood without seams."""
    return paint(_grain(rng, size), _wood_colours(rng))


def planks(rng: np.random.Generator, size: int) -> Array:
    """Boards side by side, each cut from another place, some with ends."""
    sheet = paint(_grain(rng, size), _wood_colours(rng))
    picture = np.empty_like(sheet)
    height = int(rng.integers(size // 14, size // 3))
    uneven, seam = rng.uniform(0.02, 0.3), int(rng.integers(1, 4))
    ends, gap = chance(rng, 0.5), scaled((60, 45, 30), rng.uniform(0.2, 1.2))
    for top in range(-int(rng.integers(height)), size, height):
        first, last = max(top, 0), min(top + height, size)
        board = np.roll(sheet, (int(rng.integers(size)), int(rng.integers(size))), (0, 1))[: last - first]
        picture[first:last] = cv2.convertScaleAbs(board, alpha=1 + uneven * (rng.random() - 0.6))
        cv2.line(picture, (0, first), (size, first), gap, seam)
        if ends:
            at = int(rng.integers(size))
            cv2.line(picture, (at, first), (at, last), gap, seam)
    return picture


def parquet(rng: np.random.Generator, size: int) -> Array:
    """Squares of parallel staves, every second square turned."""
    colours, staves = _wood_colours(rng), int(rng.integers(4, 7))
    block = int(rng.integers(size // 8, size // 3))
    sheet = _grain(rng, size)
    across = (np.arange(size) // max(block // staves, 1)).astype(np.uint8)
    tint = cv2.LUT(across, rng.random(256).astype(np.float32))
    lying = stretch(sheet + 0.5 * tint[:, None])
    turned = np.ascontiguousarray(lying.T)
    odd = (np.arange(size) // block) % 2
    picture = paint(np.where(odd[:, None] ^ odd[None, :], lying, turned), colours)
    for at in range(0, size, block):
        cv2.line(picture, (at, 0), (at, size), scaled(colours[0], 0.5), 1)
        cv2.line(picture, (0, at), (size, at), scaled(colours[0], 0.5), 1)
    return picture


def marble(rng: np.random.Generator, size: int) -> Array:
    """Veined stone."""
    base = random_colour(rng, pick(rng, {"white": 4.0, "cream": 2.0, "black": 1.5, "grey": 1.0, "muted": 1.0}))
    vein = blend(base, contrasting(rng, base, 60), rng.uniform(0.3, 0.9))
    cells = (int(rng.integers(2, 6)), int(rng.integers(2, 6)))
    ridge = 1 - np.abs(2 * value_noise(rng, size, size, cells, 6, rng.uniform(0.45, 0.65)) - 1)
    cloud = value_noise(rng, size, size, (3, 3), 4)
    veins = cv2.pow(ridge, float(rng.uniform(5, 18))) * (0.3 + 0.7 * cloud) + rng.uniform(0, 0.3) * cloud
    return paint(veins, [base, vein])


def granite(rng: np.random.Generator, size: int) -> Array:
    """Stone of many coloured grains."""
    scale = rng.uniform(1.2, 6)
    grains = cv2.addWeighted(speckle(rng, size, size, scale), 0.6, speckle(rng, size, size, scale * 2.5), 0.4, 0)
    base = random_colour(rng)
    others = [blend(base, random_colour(rng), rng.uniform(0.2, 0.8)) for _ in range(4)]
    stops = np.concatenate([[0.0], np.sort(rng.uniform(0.2, 0.8, 3)), [1.0]])
    return paint(grains, [others[0], others[1], base, others[2], others[3]], stops.tolist())


def terrazzo(rng: np.random.Generator, size: int) -> Array:
    """Chips of stone cast in one colour."""
    picture = plain(rng, size)
    colours = [random_colour(rng) for _ in range(int(rng.integers(2, 6)))]
    largest = rng.uniform(3, 16)
    for x, y, radius in zip(*rng.integers(0, size, (2, 300)), rng.uniform(1, largest, 300), strict=True):
        angles = np.sort(rng.random(5)) * 2 * np.pi
        chip = np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], 1).astype(np.int32)
        cv2.fillConvexPoly(picture, chip, colours[int(x) % len(colours)], cv2.LINE_AA)
    return picture


def concrete(rng: np.random.Generator, size: int) -> Array:
    """Stained grey, plaster or rust, with pores and cracks."""
    base = random_colour(rng, pick(rng, {"grey": 4.0, "muted": 1.0, "cream": 1.0, "brown": 1.0}))
    field = value_noise(rng, size, size, (3, 3), 7, rng.uniform(0.5, 0.85))
    picture = paint(field, [scaled(base, rng.uniform(0.5, 0.9)), base, scaled(base, rng.uniform(1.0, 1.25))])
    pores = rng.integers(0, size, (int(rng.integers(0, 120)), 2)).tolist()
    for x, y in pores:
        cv2.circle(picture, (x, y), int(rng.integers(1, 3)), scaled(base, 0.4), -1, cv2.LINE_AA)
    return roughen(rng, picture, int(rng.integers(2, 16)))


def metal(rng: np.random.Generator, size: int) -> Array:
    """Brushed metal with soft reflections."""
    base = random_colour(rng, pick(rng, {"grey": 4.0, "brown": 1.0, "black": 1.0}))
    brushed = value_noise(rng, size, size, (size // 2, 4), 2, 0.7)
    gloss = value_noise(rng, size, size, (2, 3), 2)
    return light(paint(brushed, [scaled(base, 0.85), scaled(base, 1.15)]), gloss, 0.6, 1.5)


def glossy(rng: np.random.Generator, size: int) -> Array:
    """A dark or coloured shiny top that mirrors lamps and windows."""
    colour = random_colour(rng, pick(rng, {"black": 3.0, "strong": 1.0, "brown": 1.0, "grey": 1.0}))
    picture = paint(value_noise(rng, size, size, (2, 2), 3), [scaled(colour, 0.85), scaled(colour, 1.1)])
    quarter = size // 4
    glow: Array = np.zeros((quarter, quarter), np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        at = rng.integers(0, quarter, 2).tolist()
        half = rng.integers(quarter // 20 + 1, quarter // 4, 2).tolist()
        box = cv2.boxPoints(((at[0], at[1]), (2 * half[0], 2 * half[1]), rng.uniform(0, 90))).astype(np.int32)
        level = int(rng.integers(60, 255))
        if chance(rng, 0.5):
            cv2.fillConvexPoly(glow, box, level)
        else:
            cv2.circle(glow, at, half[0], level, -1)
    # Sharp edges would make a mirrored window look like the back of a tile.
    glow = cv2.resize(cv2.GaussianBlur(glow, (0, 0), rng.uniform(quarter / 40, quarter / 10)), (size, size))
    return mix(picture, np.full_like(picture, 245), glow)


def tiles(rng: np.random.Generator, size: int) -> Array:
    """Square or long tiles with joints, in rows that may be shifted; small ones make a mosaic."""
    mosaic = chance(rng, 0.4)
    height = int(rng.integers(size // 40, size // 14) if mosaic else rng.integers(size // 10, size // 2))
    # Twice as long as wide would be a tile of the game lying face down.
    width = round(height * pick(rng, {1.0: 3.0, 3.0: 1.0, 1.3: 0.5, 4.0: 0.5}))
    joint = max(1, round(height * rng.uniform(0.02, 0.14)))
    shift = round(width * pick(rng, {0.0: 3.0, 0.5: 1.0, 0.33: 0.5}))
    base = random_colour(rng)
    others = [base] + [blend(base, random_colour(rng), rng.uniform(0, 1)) for _ in range(3 if mosaic else 1)]
    rows = np.arange(size) // height
    columns = (np.arange(size)[None, :] + (rows * shift)[:, None]) // width
    codes = ((columns * 7919 + (rows * 104729)[:, None]) % 251).astype(np.uint8)
    levels = cv2.LUT(codes, rng.random(256).astype(np.float32))
    picture = paint(levels, others)
    if chance(rng, 0.6):
        picture = light(picture, value_noise(rng, size, size, (6, 6), 5), rng.uniform(0.75, 1), 1.1)
    along = (np.arange(size)[None, :] + (rows * shift)[:, None]) % width < joint
    gaps = along | ((np.arange(size) % height) < joint)[:, None]
    picture[gaps] = contrasting(rng, base, int(rng.integers(20, 90)))
    return picture


def hexagons(rng: np.random.Generator, size: int) -> Array:
    """Six-sided tiles or a honeycomb."""
    radius = int(rng.integers(size // 40, size // 9))
    base = random_colour(rng)
    other = blend(base, random_colour(rng), rng.uniform(0.1, 1))
    picture = np.full((size, size, 3), contrasting(rng, base, 30), np.uint8)
    step, inner = radius * np.sqrt(3), radius * rng.uniform(0.86, 0.97)
    angles = np.arange(6) * np.pi / 3 + np.pi / 6
    corners = np.stack([np.cos(angles), np.sin(angles)], 1) * inner
    for row, y in enumerate(np.arange(0, size + radius, 1.5 * radius)):
        for x in np.arange(step / 2 if row % 2 else 0, size + step, step):
            colour = blend(base, other, float(rng.random()))
            cv2.fillConvexPoly(picture, np.rint(corners + np.array((x, y))).astype(np.int32), colour, cv2.LINE_AA)
    return picture


def pebbles(rng: np.random.Generator, size: int) -> Array:
    """Cells with dark seams: leather, cobbles, cracked paint, cork."""
    half = size // 2
    field = cell_noise(rng, half, half, int(10 ** rng.uniform(1.8, 3.6)))
    base = random_colour(rng)
    colours = [scaled(base, 1.15), base, scaled(base, rng.uniform(0.3, 0.9))]
    picture = paint(cv2.resize(field, (size, size)), colours, [0.0, rng.uniform(0.3, 0.7), 1.0])
    return light(picture, value_noise(rng, size, size, (5, 5), 4), rng.uniform(0.6, 1), 1.1)


def grass(rng: np.random.Generator, size: int) -> Array:
    """Lawn, straw, sand or gravel: a game out of doors."""
    hue, saturation = pick(rng, {(0.25, 0.6): 3.0, (0.12, 0.35): 1.5, (0.1, 0.15): 1.0})
    dark, bright = hsv(hue, saturation, rng.uniform(0.1, 0.4)), hsv(hue - 0.03, saturation * 0.8, rng.uniform(0.6, 0.9))
    coarse = value_noise(rng, size, size, (size // 10, size // 14), 3, 1.0)
    return paint(coarse, [dark, bright])
