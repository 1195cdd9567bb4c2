"""The icons of the page, drawn: a tilted tile on green. `python tests/page/draw_icons.py` writes them anew."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageDraw

ICONS = Path(__file__).resolve().parents[2] / "server" / "static" / "icons"
GROUND, FACE, LINE = "#0b6350", "#fffaf0", "#b9b09c"
PIPS = {"3": ("#b3261e", [(-26, -26), (0, 0), (26, 26)]), "2": ("#1f7a43", [(-26, 26), (26, -26)])}
TILT = -22.0
SMOOTH = 4
"""Drawn so many times larger, then shrunk."""


def circles() -> Iterator[tuple[str, float, float]]:
    """Colour and place of each pip, the middle of the tile being (0, 0); the tile is 100 wide and 200 high."""
    for (colour, places), down in zip(PIPS.values(), (-50, 50), strict=True):
        for x, y in places:
            yield colour, x, y + down


def svg() -> str:
    """The icon as SVG, 512 by 512."""
    pips = "".join(f'<circle cx="{x}" cy="{y}" r="11" fill="{colour}"/>' for colour, x, y in circles())
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">'
        f'<rect width="512" height="512" rx="112" fill="{GROUND}"/>'
        f'<g transform="translate(256 256) rotate({TILT:g}) scale(1.62)">'
        f'<rect x="-50" y="-100" width="100" height="200" rx="18" fill="{FACE}"/>'
        f'<path d="M-36 0h72" stroke="{LINE}" stroke-width="4" stroke-linecap="round"/>{pips}</g></svg>\n'
    )


def picture(size: int, maskable: bool = False) -> Image.Image:
    """The icon as a picture; where it is `maskable` the ground goes to the edge and the tile is smaller."""
    whole = size * SMOOTH
    unit = whole / 512 * (1.62 if not maskable else 1.32)
    ground = Image.new("RGBA", (whole, whole), (0, 0, 0, 0))
    radius = 0 if maskable else whole * 112 // 512
    ImageDraw.Draw(ground).rounded_rectangle((0, 0, whole - 1, whole - 1), radius, fill=GROUND)
    tile = Image.new("RGBA", (whole, whole), (0, 0, 0, 0))
    pen, middle = ImageDraw.Draw(tile), whole / 2

    def box(x: float, y: float, reach_x: float, reach_y: float) -> tuple[float, float, float, float]:
        across, down, wide, high = middle + x * unit, middle + y * unit, reach_x * unit, reach_y * unit
        return across - wide, down - high, across + wide, down + high

    pen.rounded_rectangle(box(0, 0, 50, 100), round(18 * unit), fill=FACE)
    pen.rounded_rectangle(box(0, 0, 38, 2), round(2 * unit), fill=LINE)
    for colour, x, y in circles():
        pen.ellipse(box(x, y, 11, 11), fill=colour)
    tile = tile.rotate(math.fmod(-TILT, 360), Image.Resampling.BICUBIC)
    ground.alpha_composite(tile)
    return ground.resize((size, size), Image.Resampling.LANCZOS)


def files() -> dict[str, Image.Image]:
    """Every picture by the name of its file."""
    return {
        "icon-180.png": picture(180, maskable=True),  # a phone rounds its corners itself
        "icon-192.png": picture(192),
        "icon-512.png": picture(512),
        "icon-maskable-512.png": picture(512, maskable=True),
    }


if __name__ == "__main__":
    ICONS.mkdir(exist_ok=True)
    (ICONS / "icon.svg").write_text(svg(), encoding="utf-8")
    for name, image in files().items():
        image.save(ICONS / name, optimize=True)
