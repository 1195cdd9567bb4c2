"""Labels: what is truly in a picture, for training and for judging, and the folder format they are kept in.

A folder holds `ID.jpg` and `ID.json`: `{"id", "size": [w, h], "tiles": [{"pips": [a, b], "ends": [[x, y], [x, y]],
"legible": bool, "quad": [[x, y] * 4]}], "face_down": n, "backs": [quad…], "scene", "set"}`; quads and backs are there
only for rendered pictures. A half of an illegible tile may be null.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TileLabel:
    """One tile in a rendered picture.

    `quad` (4, 2) corners of the face (or of the back, when `face_up` is false), clockwise on the screen from the left
    end of half A's outer edge; `divider` (2, 2) its ends on the edge 1-2 and on the edge 3-0; `values` of halves A and
    B; `visible` the share of each half that can be seen (0 to 1); `standing`: not lying flat; `facing`: cosine of the
    angle between the face and the line of sight; `style` index of the set it belongs to.
    """

    quad: Floats
    divider: Floats
    values: tuple[int, int]
    face_up: bool
    visible: tuple[float, float]
    standing: bool
    facing: float
    style: int

    @property
    def length(self) -> float:
        """Length of the tile in pixels, between the middles of its outer edges."""
        top, bottom = (self.quad[0] + self.quad[1]) / 2, (self.quad[2] + self.quad[3]) / 2
        return float(np.hypot(*(top - bottom)))

    @property
    def width(self) -> float:
        """Length of the divider in pixels."""
        return float(np.hypot(*(self.divider[0] - self.divider[1])))

    def quad_centre(self) -> Floats:
        """(2,) where the tile's centre is seen: the crossing of the face's diagonals."""
        a, b, c, d = self.quad
        u, v, w = c - a, d - b, b - a
        cross = u[0] * v[1] - u[1] * v[0]
        if abs(cross) < 1e-9:
            return np.asarray(self.quad.mean(0))
        return np.asarray(a + u * ((w[0] * v[1] - w[1] * v[0]) / cross))

    @property
    def legible(self) -> bool:
        """Whether a careful person could read both halves."""
        return self.face_up and min(self.visible) > 0.8 and self.length > 18 and self.width > 7 and self.facing > 0.2


def truth(identity: str, size: tuple[int, int], labels: list[TileLabel], scene: str) -> dict[str, Any]:
    """The truth of a rendered picture as the JSON object described above."""
    from vision.geometry import half_centres

    tiles = []
    for label in labels:
        if not label.face_up or max(label.visible) < 0.2:
            continue
        ends = half_centres(label.quad, label.divider)
        tiles.append(
            {
                "pips": list(label.values),
                "ends": np.round(ends, 1).tolist(),
                "legible": label.legible,
                "quad": np.round(label.quad, 1).tolist(),
            }
        )
    down = sum(not label.face_up and min(label.visible) > 0.5 for label in labels)
    return {"id": identity, "size": list(size), "tiles": tiles, "face_down": down, "scene": scene, "set": "rendered"}


def load_truths(folder: Path) -> list[dict[str, Any]]:
    """All truths of a folder in the order of their names; raises FileNotFoundError when there is none."""
    paths = sorted(folder.glob("*.json"))
    if not paths:
        raise FileNotFoundError(f"{folder} holds no ID.json label files; give a folder of ID.jpg and ID.json pairs.")
    return [json.loads(path.read_text(encoding="utf-8")) for path in paths]
