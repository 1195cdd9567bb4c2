"""Scenes of trains with things at some of their open ends: before them, beside the last tile, or on it.

From one seed comes one scene. The things lie flat, as all clutter of the renderer does.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.camera import look_at
from datasets.clutter import KINDS
from datasets.faces import SetStyle, random_style
from datasets.layouts import Pose, Rng
from datasets.render import shoot
from datasets.scene import Piece, Scene, place
from datasets.table_trains import Laid, engine_and_trains, random_habits
from vision.geometry import is_convex
from vision.markers import EndPlace

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
Spot = tuple[float, float, float, float]

SIZE = 1024
MARKERS = (
    *("coin", "coin", "toy_train", "toy_train", "cone", "cone"),
    *("button", "bottle_cap", "chip", "draughtsman", "die", "brick"),
)
ZONES = ("before", "before", "before", "beside", "on")
CLEAR_OF_ENDS = 1.5
"""Things that are no markers stay so far away from open ends, in tile lengths."""
NOISE = 0.015
"""How far the corners that a reader finds are off, in tile lengths (standard deviation)."""


@dataclass(frozen=True, slots=True)
class Tip:
    """An open end on the table: tile, outward half, centre of the tile, direction outwards, and how far its edge is."""

    tile: int
    half: int | None
    centre: Floats
    out: Floats
    reach: float


@dataclass(frozen=True, slots=True)
class MarkerPhoto:
    """A picture (SIZE, SIZE, 3), outlines (n, 4, 2) of its tiles as a reader finds them, its open ends, and in which
    of the `ZONES` a thing lies at each; None for a bare end."""

    picture: Image
    tiles: Floats
    ends: tuple[EndPlace, ...]
    zones: tuple[str | None, ...]


def marker_photo(seed: int) -> MarkerPhoto:
    """The photo of a seed."""
    rng = np.random.default_rng([seed, 77])
    style = random_style(rng)
    highest, players = int(np.clip(style.max_value, 6, 12)), int(rng.integers(2, 6))
    wanted, mexican = int(rng.integers(players, players * 5 + 1)), str(rng.choice(["apart", "none"]))
    engine, value, trains, _ = engine_and_trains(
        rng, highest, style.aspect, players, wanted, random_habits(rng), mexican
    )
    laid = [one for train in trains for one in train]
    poses = [engine, *(one.pose for one in laid)]
    values = [(value, value), *((one.values[::-1] if one.inner == 1 else one.values) for one in laid)]
    tips = _tips(engine, trains, style.aspect)
    middle = np.array([[pose.x, pose.y] for pose in poses])
    low, high = middle.min(0), middle.max(0)
    middle, extent = (low + high) / 2, float((high - low).max()) / 2 + 1.1
    elevation = np.radians(float(rng.choice([90, rng.uniform(62, 90), rng.uniform(42, 65)])))
    distance = extent * float(rng.uniform(2.0, 3.5))
    turns, focal = rng.uniform(0, 2 * np.pi, 2), 0.95 * SIZE * distance / (2 * extent)
    camera = look_at(
        np.array([*middle, 0.0]), float(elevation), *turns.tolist(), distance, focal, np.full(2, (SIZE - 1) / 2)
    )
    kind, share = str(rng.choice(MARKERS)), float(rng.choice([0.3, 0.5, 0.6]))
    zones = tuple(str(rng.choice(ZONES)) if rng.random() < share else None for _ in tips)
    spots = [
        (zone, _spot(rng, tip, zone, sum(KINDS[kind].length) / 2, style.aspect))
        for tip, zone in zip(tips, zones, strict=True)
        if zone
    ]
    under = [spot for zone, spot in spots if zone != "on"]
    for x, y in middle + rng.uniform(-extent, extent, (int(rng.choice([0, 0, 1, 3])), 2)):
        if all(np.hypot(*(tip.centre - (x, y))) > CLEAR_OF_ENDS + tip.reach for tip in tips):
            under.append((float(x), float(y), float(rng.uniform(0, 2 * np.pi)), 1.0))
    top = style.max_value
    pieces = tuple(
        place(pose, 0, style, (min(a, top), min(b, top))) for pose, (a, b) in zip(poses, values, strict=True)
    )
    lamp, height = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(np.radians(25), np.radians(85)))
    light = np.array([np.cos(height) * np.cos(lamp), np.cos(height) * np.sin(lamp), np.sin(height)])
    scene = Scene(
        seed, "hub", SIZE, (style,), pieces, camera, light, float(rng.uniform(0.35, 0.85)),
        tuple(under), tuple(spot for zone, spot in spots if zone == "on"), None, float(rng.beta(1.1, 2.8)), kind,
    )  # fmt: skip
    faces = [camera.project(_face(piece, style)) for piece in pieces]
    lengths = [float(np.linalg.norm(face[:2].mean(0) - face[2:].mean(0))) for face in faces]
    tiles = np.array([face + rng.normal(0, NOISE * size, (4, 2)) for face, size in zip(faces, lengths, strict=True)])
    places = [camera.project(_next_tile(tip, style)) + rng.normal(0, NOISE * lengths[tip.tile], 2) for tip in tips]
    ends = tuple(EndPlace(tip.tile, tip.half, _corners(quad)) for tip, quad in zip(tips, places, strict=True))
    return MarkerPhoto(shoot(scene).picture, tiles, ends, zones)


def _tips(engine: Pose, trains: list[list[Laid]], aspect: float) -> list[Tip]:
    tips, number = [], 0
    for train in trains:
        lain_on = {one.on for one in train}
        for position, one in enumerate(train):
            number += 1
            if position in lain_on:
                continue
            centre, heading = np.array([one.pose.x, one.pose.y]), one.pose.heading
            along = np.array([np.cos(heading), np.sin(heading)])
            if one.inner is None:
                before = engine if one.on < 0 else train[one.on].pose
                across = np.array([-along[1], along[0]])
                out = across * np.sign(across @ (centre - (before.x, before.y)))
                tips.append(Tip(number, None, centre, out, aspect / 2))
            else:
                tips.append(Tip(number, 1 - one.inner, centre, along if one.inner == 1 else -along, 0.5))
    return tips


def _spot(rng: Rng, tip: Tip, zone: str, length: float, aspect: float) -> Spot:
    """Where a thing of this length lies at an end: x, y, heading, scale."""
    scale = float(np.clip(np.exp(rng.normal(-0.15, 0.25)), 0.5, 1.5))
    radius, side = length * scale / 2, np.array([-tip.out[1], tip.out[0]])
    if zone == "before":
        away, aside = tip.reach + radius * rng.uniform(0.6, 1.15) + rng.uniform(0, 0.12), rng.normal(0, 0.09)
    elif zone == "beside":
        edge = aspect / 2 if tip.half is not None else 0.5
        aside = float(rng.choice([-1, 1])) * (edge + radius * rng.uniform(0.7, 1.1) + 0.03)
        away = tip.reach * rng.uniform(-0.4, 1)
    else:
        away, aside = tip.reach * rng.uniform(0.3, 0.9), rng.normal(0, 0.05)
    x, y = tip.centre + tip.out * away + side * aside
    return float(x), float(y), float(rng.uniform(0, 2 * np.pi)), scale


def _face(piece: Piece, style: SetStyle) -> Floats:
    across, along, normal = piece.axes.T
    wide = style.aspect / 2
    corners = np.array([[-wide, 0.5], [wide, 0.5], [wide, -0.5], [-wide, -0.5]])
    return np.asarray(piece.centre + corners[:, :1] * across + corners[:, 1:] * along + normal * style.thickness / 2)


def _next_tile(tip: Tip, style: SetStyle) -> Floats:
    near, far = tip.centre + tip.out * (tip.reach + 0.02), tip.centre + tip.out * (tip.reach + 1.02)
    wide = np.array([-tip.out[1], tip.out[0]]) * style.aspect / 2
    return np.column_stack([[near - wide, near + wide, far + wide, far - wide], np.full(4, style.thickness)])


def _corners(quad: Floats) -> tuple[tuple[float, float], ...]:
    clockwise = quad if is_convex(quad) else quad[[1, 0, 3, 2]]
    return tuple((float(x), float(y)) for x, y in clockwise)
