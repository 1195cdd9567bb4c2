"""A drawing of every kind of joint as `vision.layout` reads it: `python -m datasets.joint_cases` writes it anew.

Each case is a few outlines; the lines in the drawing are the joints that were read, not those that were meant.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from datasets.layouts import Pose, footprint
from vision.layout import lay_out
from vision.types import JointKind

DRAWING = Path(__file__).parent / "samples" / "joints.svg"
SCALE, WIDE, HIGH = 48, 240, 190
COLOURS = {
    JointKind.END: "#1b7837", JointKind.SIDE: "#2166ac", JointKind.BEND: "#b2182b", JointKind.FAN: "#e08214",
    JointKind.HUB: "#762a83",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Case:
    """Tiles as (x, y, heading in degrees), in tile lengths, y away from the viewer; which is the engine, if one is."""

    title: str
    tiles: tuple[tuple[float, float, float], ...]
    kinds: tuple[JointKind, ...]
    engine: int | None = None

    def outlines(self) -> np.ndarray:
        """Corners (n, 4, 2) in the drawing's pixels, clockwise, half A first."""
        quads = [footprint(Pose(x, y, np.radians(heading)), 0.5) for x, y, heading in self.tiles]
        return np.array(quads) * (SCALE, -SCALE) + (WIDE / 2, HIGH / 2 + 8)


_E, _S, _B, _F, _H = JointKind.END, JointKind.SIDE, JointKind.BEND, JointKind.FAN, JointKind.HUB
CASES = (
    Case("end to end", ((-1.03, 0, 0), (0.02, 0.03, 2), (1.05, 0, -2)), (_E, _E)),
    Case("a gap of up to half a tile", ((-0.75, 0, 0), (0.7, 0.02, 2)), (_E,)),
    Case("a double across", ((-0.8, 0, 0), (0, 0, 90), (0.8, 0, 0)), (_S, _S)),
    Case("a double along", ((-1.03, 0, 0), (0, 0, 0), (1.03, 0, 0)), (_E, _E)),
    Case("a turn at a double's end", ((-0.9, 0.3, 0), (-0.1, 0.3, 90), (-0.1, -0.75, 90)), (_S, _E)),
    Case("a bend: end at a half's side", ((-0.6, 0.5, 0), (-0.35, -0.3, 90), (-0.35, -1.33, 90)), (_B, _E)),
    Case("a bend: half's side at an end", ((-0.6, 0.5, 0), (0.2, 0.25, 90), (0.2, -0.78, 90)), (_B, _E)),
    Case("two branches, ahead and at an end", ((-1.1, 0.3, 0), (-0.3, 0.3, 90), (0.5, 0.3, 0), (-0.3, -0.75, 90)),
         (_S, _S, _E)),
    Case("two branches side by side", ((-0.9, 0, 0), (-0.1, 0, 90), (0.7, 0.27, 0), (0.7, -0.27, 0)), (_S, _B, _B)),
    Case("three branches: ahead and ends", ((-0.8, 0, 0), (0, 0, 90), (0.8, 0, 0), (0, 1.05, 90), (0, -1.05, 90)),
         (_S, _S, _E, _E)),
    Case("three branches, fanned out",
         ((-1.65, 0, 90), (-0.85, 0, 0), (-0.05, 0, 90), (0.75, 0, 0), (0.65, 0.84, 45), (0.65, -0.84, -45)),
         (_H, _S, _S, _F, _F), 0),
    Case("trains in a hub", ((0, 0, 20), *((1.35 * np.cos(a), 1.35 * np.sin(a), np.degrees(a))
         for a in np.radians([0, 60, 120, 180, 240, 300]))), (_H,) * 6, 0),
    Case("trains that pass: no joint",
         ((-1.03, 0.3, 0), (0, 0.3, 0), (1.03, 0.3, 0), (-0.6, -0.28, 1), (0.43, -0.27, 0)),
         (_E, _E, _E)),
    Case("a hand: no joint", tuple((0.54 * i - 1.08, 0, 90) for i in range(5)), ()),
    Case("doubles that nearly touch: no joint",
         ((-0.8, 0.4, 0), (0, 0.4, 90), (0.8, 0.4, 0), (0.02, -0.42, 0), (1.05, -0.42, 0)),
         (_S, _S, _E)),
)  # fmt: skip


def drawing() -> str:
    """All cases as one SVG picture."""
    columns = 5
    rows = -(-len(CASES) // columns)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{columns * WIDE}" height="{rows * HIGH}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{columns * WIDE}" height="{rows * HIGH}" fill="#f4f1ea"/>',
    ]
    for number, case in enumerate(CASES):
        row, column = divmod(number, columns)
        parts.append(f'<g transform="translate({column * WIDE},{row * HIGH})">')
        parts.append(f'<text x="{WIDE // 2}" y="16" text-anchor="middle">{case.title}</text>')
        parts += _case(case)
        parts.append("</g>")
    return "\n".join([*parts, "</svg>"]) + "\n"


def _case(case: Case) -> list[str]:
    quads = case.outlines()
    parts = []
    for tile, quad in enumerate(quads):
        fill = "#ffe08a" if tile == case.engine else "#ffffff"
        points = " ".join(f"{x:.0f},{y:.0f}" for x, y in quad)
        parts.append(f'<polygon points="{points}" fill="{fill}" stroke="#333"/>')
        (a, b), (c, d) = (quad[1] + quad[2]) / 2, (quad[3] + quad[0]) / 2
        parts.append(f'<path d="M{a:.0f} {b:.0f}L{c:.0f} {d:.0f}" stroke="#999"/>')
    for joint in lay_out(quads, engine=case.engine).joints:
        ends = [quads[tile].mean(axis=0) for tile in joint.tiles]
        way = "L".join(f"{x:.0f} {y:.0f}" for x, y in (ends[0], joint.at[0], joint.at[1], ends[1]))
        parts.append(f'<path d="M{way}" stroke="{COLOURS[joint.kind]}" stroke-width="3" fill="none"/>')
    return parts


if __name__ == "__main__":
    DRAWING.write_text(drawing(), encoding="utf-8")
