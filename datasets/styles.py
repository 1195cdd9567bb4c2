"""What all tiles of one domino set have in common."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.inks import RGB
from datasets.numerals import Mask
from datasets.pips import Centres

PIP_KINDS = ("flat", "engraved", "glossy", "deep", "raised", "ring")
PIP_SHAPES = ("disc", "star", "diamond", "flower", "square")
DIVIDERS = ("bar", "line", "groove", "double", "dashed", "ornament", "none")
BACKS = (
    *("plain", "emboss", "lines", "dots", "stars", "swirl", "text"),
    *("train", "checks", "rings", "border", "medal", "frame"),
)


@dataclass(frozen=True, slots=True, eq=False)
class PipStyle:
    """How a set shows its values by pips. `centres`, `radii` and `colours` have an entry for each value 0 to 18.

    Radii are fractions of the tile's width. `depth` (0 to 1) is the strength of the shading. `dimples` are the
    places of the lattice that are drilled on every half, filled or not (see `pip_centres` for their unit), or None.
    """

    kind: str
    shape: str
    depth: float
    gloss: float
    rim: RGB | None
    centres: tuple[Centres, ...]
    radii: tuple[float, ...]
    colours: tuple[RGB, ...]
    dimples: Centres | None


@dataclass(frozen=True, slots=True, eq=False)
class NumeralStyle:
    """How a set shows its values by numerals.

    `turns` is the number of quarter turns (counter-clockwise) from upright when the half is upright. With `same_way`
    both numerals of a tile are read from the same side. `height` is a fraction of the tile's width, `centre` a place
    in the half's unit square. `relief` (-1 to 1) is how far the numerals are raised (positive) or cut in.
    """

    masks: tuple[Mask, ...]
    colours: tuple[RGB, ...]
    turns: int
    same_way: bool
    height: float
    centre: tuple[float, float]
    relief: float
    zero: bool


@dataclass(frozen=True, slots=True, eq=False)
class DividerStyle:
    """The line between the halves: `reach` is a fraction of the width, `thickness` a fraction of the length."""

    kind: str
    colour: RGB
    reach: float
    thickness: float
    spinner: RGB | None
    spinner_radius: float


@dataclass(frozen=True, slots=True, eq=False)
class BackStyle:
    """The face-down side: `seed` fixes the pattern's details, `relief` (0 to 1) is how strongly it is embossed."""

    kind: str
    colour: RGB
    ink: RGB
    seed: int
    relief: float


@dataclass(frozen=True, slots=True, eq=False)
class SetStyle:
    """Everything that one domino set has in common.

    `aspect` is width over length; `thickness` a fraction of the length; `corner` (the radius of the rounding) and
    `bevel` fractions of the width. The sides have the colour `side` for the share `split` (0 to 1) of the thickness
    next to the face and `back_side` for the rest. `grain` is float32 (h, w) in -1 to 1, the veins of the material,
    which turn `body` into `vein`; None for a plain material.
    """

    max_value: int
    aspect: float
    corner: float
    thickness: float
    gloss: float
    body: RGB
    vein: RGB
    grain: NDArray[np.float32] | None
    side: RGB
    back_side: RGB
    split: float
    bevel: float
    bevel_depth: float
    border: RGB | None
    border_inset: float
    logo: RGB | None
    logo_seed: int
    misprint: float
    wear: float
    dirt: float
    pips: PipStyle | None
    numerals: NumeralStyle | None
    divider: DividerStyle
    back: BackStyle

    @property
    def blanks_show(self) -> bool:
        """Whether a double blank differs from a plain slab: by its divider, its dimples or its zeros."""
        zeros = self.numerals is not None and self.numerals.zero
        dimples = self.pips is not None and self.pips.dimples is not None
        return self.divider.kind != "none" or self.divider.spinner is not None or zeros or dimples

    @property
    def has_pips(self) -> bool:
        """Whether values are shown by pips (there may be numerals besides)."""
        return self.pips is not None


def pip_centres(style: SetStyle, value: int) -> Centres:
    """The pips of `value` as the set shows them: float32 (n, 2) in the half's unit square, empty without pips."""
    return style.pips.centres[value] if style.pips else np.zeros((0, 2), np.float32)
