"""The truth of a rendered table, in the format of `datasets.labels` with what whole tables add to it.

- `engine`: its value; `set`: the highest value of the set; `hub`: whether there is one.
- `trains`: kind, `tiles` as [inner, outer] from the start outwards and their `numbers` in `tiles`; `marker`, and where
  it stands; `readable`: whether all tiles are legible. A branch is a train of its own, right after the one that it
  leaves; its `branch_of` is the number of the double.
- `faults`: what a player laid wrong, each with code, train, position and tile, and whether the tiles that show it are
  legible; those that only somebody sees who knows the set or the engine are `other_faults`.
- Each tile has a `role`: engine, personal, mexican, hand or loose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from datasets.labels import TileLabel
from datasets.table_faults import DUPLICATE, ENDS_DIFFER, concerned
from datasets.table_lines import Line
from datasets.table_scenes import TableScene
from vision.geometry import half_centres

SHOWN = 0.2
"""Tiles of which less is seen of either half are none; those of trains always are."""


def table_truth(
    identity: str, table: TableScene, labels: Sequence[TileLabel], pieces: Sequence[int]
) -> dict[str, Any]:  # fmt: skip
    """The truth of a table as a JSON object; `labels` and `pieces` as `datasets.render.shoot` gives them."""
    laid, lines = table.laid, table.lines
    seen = dict(zip(pieces, labels, strict=True))
    roles = _roles(table)
    chained = {0, *(tile for line in lines for tile in line.tiles)}
    shown = [
        tile
        for tile in range(len(laid.up))
        if tile in seen and (tile in chained or (seen[tile].face_up and max(seen[tile].visible) >= SHOWN))
    ]
    number = {tile: place for place, tile in enumerate(shown)}
    marked = {one.line: one.where for one in table.standing}
    trains = []
    for place, line in enumerate(lines):
        train: dict[str, Any] = {
            "kind": laid.trains[line.train].kind,
            "tiles": [list(pair) for pair in _pairs(table, line)],
            "marker": place in marked,
            "numbers": [number[tile] for tile in line.tiles],
            "readable": all(seen[tile].legible for tile in line.tiles),
        }
        if place in marked:
            train["marker_at"] = marked[place]
        if line.branch_of is not None:
            train["branch_of"] = number[line.branch_of]
        trains.append(train)
    faults, others = [], []
    for fault in table.faults:
        train_number, line = next((n, line) for n, line in enumerate(lines) if fault.tile in line.tiles)
        position = line.tiles.index(fault.tile)
        told = {
            "code": fault.code,
            "train": train_number,
            "position": position,
            "tile": list(_pairs(table, line)[position]),
            "legible": all(tile in seen and seen[tile].legible for tile in concerned(laid, fault)),
        }
        (faults if fault.code in (ENDS_DIFFER, DUPLICATE) else others).append(told)
    down = [label for piece, label in seen.items() if piece not in number and not label.face_up]
    return {
        "id": identity,
        "size": list(table.scene.size),
        "tiles": [_tile(seen[tile], roles[tile]) for tile in shown],
        "face_down": sum(min(label.visible) > 0.5 for label in down),
        "backs": [np.round(label.quad, 1).tolist() for label in down],
        "scene": "table",
        "set": laid.highest,
        "engine": laid.values[0][0],
        "trains": trains,
        "faults": faults,
        "other_faults": others,
        "hub": table.scene.hub is not None,
        "notes": "rendered",
    }


def _tile(label: TileLabel, role: str) -> dict[str, Any]:
    return {
        "pips": list(label.values),
        "ends": np.round(half_centres(label.quad, label.divider), 1).tolist(),
        "legible": label.legible,
        "quad": np.round(label.quad, 1).tolist(),
        "role": role,
        "note": "",
    }


def _pairs(table: TableScene, line: Line) -> list[tuple[int, int]]:
    """The values of a line's tiles, inner and outer."""
    pairs = []
    for tile, inner in zip(line.tiles, line.inner, strict=True):
        a, b = table.laid.values[tile]
        pairs.append((b, a) if inner == 1 else (a, b))
    return pairs


def _roles(table: TableScene) -> dict[int, str]:
    roles = {0: "engine"}
    for line in table.lines:
        roles |= dict.fromkeys(line.tiles, table.laid.trains[line.train].kind)
    for hand in table.laid.hands:
        roles |= dict.fromkeys(hand, "hand")
    return roles | dict.fromkeys(table.laid.loose, "loose")
