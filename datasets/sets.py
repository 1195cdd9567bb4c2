"""Random domino sets: every property is drawn by itself, so that most of the sets never were."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from datasets.grain import random_grain
from datasets.inks import BLACKS, RGB, contrast, jitter, luma, random_body, random_ink, random_inks, shade, vivid
from datasets.numerals import random_masks
from datasets.pips import MAX_VALUE, Centres, layouts, nearest
from datasets.styles import (
    BACKS,
    DIVIDERS,
    PIP_KINDS,
    PIP_SHAPES,
    BackStyle,
    DividerStyle,
    NumeralStyle,
    PipStyle,
    SetStyle,
)

MAX_VALUES, MAX_VALUE_WEIGHTS = (6, 9, 12, 15, 18), (0.34, 0.1, 0.3, 0.1, 0.16)


FAINT_WEIGHTS = (0.7, 0.1, 0.14, 0.03, 0.03)


def random_style(rng: np.random.Generator, max_value: int | None = None, faint: bool = False) -> SetStyle:
    """A random set. `max_value` is its highest value (0 to 18), by default one of those that are sold.

    A `faint` set is black, with a divider that hardly shows or none, often with empty dimples or with small dim pips:
    where its tiles touch, little tells where one ends.
    """
    shares = FAINT_WEIGHTS if faint else MAX_VALUE_WEIGHTS
    top = int(rng.choice(MAX_VALUES, p=shares)) if max_value is None else max_value
    if not 0 <= top <= MAX_VALUE:
        raise ValueError(f"max_value must be 0 to {MAX_VALUE}, got {top}")
    low, high = ((0.5, 0.5), (0.47, 0.53), (0.44, 0.58))[rng.choice(3, p=(0.45, 0.35, 0.2))]
    aspect = float(rng.uniform(low, high))
    body = jitter(BLACKS[rng.integers(len(BLACKS))], 8, rng) if faint else random_body(rng)
    grain, vein = random_grain(body, rng)
    least = float(rng.uniform(26, 45)) if rng.random() < (0.4 if faint else 0.05) else 62.0
    colours = _value_colours(body, least, top, rng)
    draw = rng.random()
    divider = _random_divider(body, colours, rng, faint)
    numerals = pips = None
    if draw < 0.12 and not faint:
        numerals = _random_numerals(colours, rng, small=False)
    else:
        numerals = _random_numerals(colours, rng, small=True) if draw < 0.15 and not faint else None
        pips = _random_pips(body, colours, aspect, top, numerals, rng, faint)
    back = _random_back(body, rng)
    layered = rng.random() < 0.22
    back_side = back.colour if layered or back.colour != body else body
    if layered and back_side == body:
        back_side = random_body(rng)
    small_logo = rng.random() < 0.14
    return SetStyle(
        max_value=top,
        aspect=aspect,
        corner=float(rng.beta(1.6, 3.0) * 0.28 + 0.02),
        thickness=float(rng.uniform(0.12, 0.3)),
        gloss=float(rng.beta(1.2, 1.2)),
        body=body,
        vein=vein,
        grain=grain,
        side=body if rng.random() < 0.85 else jitter(shade(body, -0.2), 12, rng),
        back_side=back_side,
        split=float(rng.uniform(0.3, 0.75)) if back_side != body else 1.0,
        bevel=float(rng.uniform(0.01, 0.09)),
        bevel_depth=float(rng.beta(1.5, 2.0)),
        border=(divider.colour if rng.random() < 0.6 else random_ink(body, 40, rng)) if rng.random() < 0.08 else None,
        border_inset=float(rng.uniform(0.03, 0.07)),
        logo=random_ink(body, 40, rng) if small_logo else None,
        logo_seed=int(rng.integers(1 << 30)),
        misprint=float(rng.choice((0.002, 0.006, 0.014), p=(0.6, 0.3, 0.1))),
        wear=float(rng.beta(0.7, 2.5)),
        dirt=float(rng.beta(0.7, 2.5)),
        pips=pips,
        numerals=numerals,
        divider=divider,
        back=back,
    )


def _value_colours(body: RGB, least: float, top: int, rng: np.random.Generator) -> tuple[RGB, ...]:
    colourful = rng.random() < (0.2, 0.7)[top > 6]
    if colourful:
        return random_inks(body, least, MAX_VALUE + 1, rng)
    return (random_ink(body, least, rng),) * (MAX_VALUE + 1)


def _random_pips(
    body: RGB,
    colours: tuple[RGB, ...],
    aspect: float,
    top: int,
    numerals: NumeralStyle | None,
    rng: np.random.Generator,
    faint: bool,
) -> PipStyle:
    kind = str(rng.choice(PIP_KINDS, p=(0.28, 0.27, 0.2, 0.1, 0.09, 0.06)))
    shape = "disc" if rng.random() < 0.95 else str(rng.choice(PIP_SHAPES[1:]))
    kind = "flat" if shape != "disc" and kind in ("deep", "ring") else kind
    drilled = 0.75 if faint else 0.3 if luma(body) < 90 else 0.06
    lattice = kind in ("deep", "engraved", "glossy") and top <= 9 and rng.random() < drilled
    stretch = 0.5 / aspect
    spread_x, spread_y = rng.uniform(0.78, 1.15), rng.uniform(0.78, 1.1)
    middle = 0.5 - float(rng.uniform(0.0, 0.025))
    if numerals:  # the numeral takes the end of the half where it stands
        spread_y, middle = 0.6, 0.36 if numerals.centre[1] > 0.5 else 0.64
    along = rng.random() < 0.6
    centres = [_choose_layout(v, lattice, along, rng) for v in range(MAX_VALUE + 1)]
    spread, offset = np.array((spread_x, spread_y), np.float32), np.array((0.5, middle), np.float32)
    centres = [_placed(c, spread, offset) for c in centres]
    radii = _random_radii(centres, stretch, top, rng, small=0.5 if faint and not lattice else 0.17)
    depth = float(rng.uniform(0.25, 1.0))
    if lattice:  # filled places must differ from the empty ones
        clear = (245, 245, 240) if luma(body) < 128 else (20, 20, 22)
        colours = tuple(c if contrast(c, body) > 90 else clear for c in colours)
    elif kind in ("engraved", "deep") and rng.random() < 0.12:  # cut, but not painted: for all values or for some
        bare, depth = shade(body, float(rng.uniform(-0.3, -0.1)) if luma(body) > 60 else 0.15), max(depth, 0.7)
        share = 1.0 if rng.random() < 0.5 else 0.2
        colours = tuple(bare if rng.random() < share else c for c in colours)
    rim = None
    if kind == "ring" or rng.random() < 0.06:
        rim = random_ink(body, 50, rng) if rng.random() < 0.7 else (200, 170, 90)
    return PipStyle(
        kind=kind,
        shape=shape,
        depth=depth,
        gloss=float(rng.random()),
        rim=rim,
        centres=tuple(centres),
        radii=radii,
        colours=colours,
        dimples=_placed(layouts(9)[0], spread, offset) if lattice else None,
    )


def _random_radii(
    centres: list[Centres], stretch: float, top: int, rng: np.random.Generator, small: float
) -> tuple[float, ...]:
    """A radius for each value, a fraction of the width; pips stay apart, save on a few sets that crowd large values.

    `small` is the chance of a set with small pips.
    """
    wanted = float(rng.uniform(0.035, 0.075) if rng.random() < small else rng.uniform(0.075, 0.15))
    packed = 0.56 if rng.random() < 0.1 else float(rng.uniform(0.35, 0.47))
    radii = []
    for value, places in enumerate(centres):
        share = packed if value > 12 else min(packed, 0.47)
        radius = min(wanted, share * nearest(places, stretch))
        if value:
            edge = np.minimum(places.min(axis=0), 1 - places.max(axis=0))
            radius = min(radius, float(edge[0]) - 0.02, float(edge[1]) * stretch - 0.02)
        radii.append(max(0.02, radius))
    if rng.random() < (0.8 if top <= 9 else 0.4):  # one drill for all values of the set
        radii = [min(r, *radii[: top + 1]) for r in radii]
    elif rng.random() < 0.5:  # one up to nine, a smaller one above
        few, many = min(radii[:10]), min(radii[: top + 1])
        radii = [few if v < 10 else min(r, max(many, 0.03)) for v, r in enumerate(radii)]
    if top > 0 and rng.random() < 0.08:
        radii[1] *= 1.35
    return tuple(radii)


def _placed(centres: Centres, spread: NDArray[np.float32], offset: NDArray[np.float32]) -> Centres:
    """A layout spread about its middle as far as the edges allow, its middle at `offset`."""
    if not len(centres):
        return centres
    reach = np.abs(centres - 0.5).max(axis=0)
    scale = np.minimum(spread, 0.405 / np.maximum(reach, 0.01))
    return np.asarray((centres - 0.5) * scale + offset, np.float32)


def _choose_layout(value: int, lattice: bool, along: bool, rng: np.random.Generator) -> Centres:
    """One of the layouts, the usual ones more often; on a lattice only those that fit on three by three places."""
    options = list(layouts(value))
    if lattice and value <= 9:
        places = layouts(9)[0]
        gaps = [np.abs(o[:, None] - places[None]).max(axis=2).min(axis=1, initial=1.0) for o in options]
        options = [o for o, gap in zip(options, gaps, strict=True) if (gap < 0.03).all()]
    if 2 <= value <= 3:
        return options[rng.choice(len(options), p=(0.45, 0.45, 0.05, 0.05))]
    if value == 6 and len(options) > 1:
        return options[0 if rng.random() < 0.8 else 1]
    if len(options) > 1 and rng.random() < 0.55:
        return options[0 if along else 1]
    return options[min(len(options) - 1, int(rng.exponential(len(options) / 4)))]


def _random_numerals(colours: tuple[RGB, ...], rng: np.random.Generator, small: bool) -> NumeralStyle:
    turns = int(rng.choice((0, 2, 1, 3), p=(0.7, 0.1, 0.1, 0.1)))
    same_way = turns % 2 == 1 and rng.random() < 0.6
    # A six that may lie either way up needs its line.
    underline = turns != 0 or rng.random() < 0.4
    return NumeralStyle(
        masks=random_masks(rng, underline),
        colours=colours,
        turns=turns,
        same_way=same_way,
        height=float(rng.uniform(0.2, 0.28) if small else rng.uniform(0.38, 0.72)),
        centre=(0.5, (0.82, 0.17)[rng.integers(2)]) if small else (0.5, float(rng.uniform(0.44, 0.52))),
        relief=float(rng.uniform(-1, 1)) if rng.random() < 0.5 else 0.0,
        zero=bool(rng.random() < (0.2 if small else 0.4)),
    )


DIVIDER_WEIGHTS = (0.35, 0.23, 0.21, 0.06, 0.07, 0.06, 0.02)
FAINT_DIVIDER_WEIGHTS = (0.04, 0.2, 0.32, 0.04, 0.02, 0.0, 0.38)


def _random_divider(body: RGB, colours: tuple[RGB, ...], rng: np.random.Generator, faint: bool) -> DividerStyle:
    kind = str(rng.choice(DIVIDERS, p=FAINT_DIVIDER_WEIGHTS if faint else DIVIDER_WEIGHTS))
    colour = colours[0] if rng.random() < 0.3 else random_ink(body, 50, rng)
    if faint:
        colour = shade(body, float(rng.uniform(0.04, 0.25)))
    thickness = rng.uniform(0.006, 0.03) if kind in ("bar", "dashed") else rng.uniform(0.004, 0.014)
    spinner = None
    if rng.random() < (0.04 if faint else 0.24):
        choices: tuple[RGB, ...] = ((196, 160, 80), (205, 205, 208), (240, 240, 238), (150, 120, 60))
        spinner = jitter(choices[rng.integers(4)], 14, rng)
    return DividerStyle(
        kind=kind,
        colour=colour,
        reach=1.0 if rng.random() < 0.25 else float(rng.uniform(0.45, 0.92)),
        thickness=float(thickness),
        spinner=spinner,
        spinner_radius=float(rng.uniform(0.035, 0.085)),
    )


def _random_back(body: RGB, rng: np.random.Generator) -> BackStyle:
    colour = body if rng.random() < 0.72 else random_body(rng)
    if rng.random() < 0.1:
        colour = vivid(rng, (0.4, 1.0), (0.2, 0.9))
    kind = "plain" if rng.random() < 0.5 else str(rng.choice(BACKS[1:]))
    tone = shade(colour, -0.25 if luma(colour) > 90 else 0.2)
    ink = random_ink(colour, 30, rng) if rng.random() < 0.7 else tone
    return BackStyle(
        kind=kind,
        colour=colour,
        ink=ink,
        seed=int(rng.integers(1 << 30)),
        relief=float(rng.uniform(0.2, 1.0)) if kind == "emboss" or rng.random() < 0.3 else 0.0,
    )
