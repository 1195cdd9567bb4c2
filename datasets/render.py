"""Draws a scene: a pure function scene -> picture and labels (2.5-D: boxes with warped faces, painter's order)."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.backgrounds import random_backdrop, random_background
from datasets.clutter import object_of, random_object
from datasets.effects import apply, random_effects
from datasets.faces import SetStyle, draw_back, draw_face
from datasets.labels import TileLabel
from datasets.lighting import glare, light_field
from datasets.scene import Piece, Scene
from vision.geometry import project

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
Rng = np.random.Generator

SHIFT = 4
"""cv2 draws polygons with 4 binary digits after the point."""
BACKGROUND_UNITS = 9.0
"""How many tile lengths a background texture covers, at scale 1."""
ABOVE = 0
"""What is seen at a pixel: number of a tile from 1 on, of a thing below the tiles down from -1, or this: a thing that
lies on tiles, or the bare table."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture (size, size, 3) uint8 RGB, the labels of every tile that shows in it, and the outlines (n, 4, 2) in
    pixels of `decoys`: things that may be taken for tiles, and printed tiles, of which at least half shows."""

    picture: Image
    labels: list[TileLabel]
    decoys: Floats


def render(scene: Scene) -> tuple[Image, list[TileLabel]]:
    """The picture (size, size, 3) uint8 RGB of a scene and the labels of every tile that shows in it."""
    taken = shoot(scene)
    return taken.picture, taken.labels


def shoot(scene: Scene) -> Shot:
    """The picture of a scene with all that is known about it."""
    rng = np.random.default_rng([scene.seed, 0xD4A3])
    canvas = _table(scene, rng)
    ids = np.zeros(canvas.shape[:2], np.int16)
    decoys: list[tuple[int, Floats]] = []
    for number, place in enumerate(scene.clutter, start=1):
        decoys += [(-number, quad) for quad in _draw_clutter(canvas, ids, -number, scene, place, rng)]
    gloss = np.full(canvas.shape[:2], 0.35, np.float32)
    order = sorted(range(len(scene.pieces)), key=lambda i: _painter_key(scene, i))
    drawn: list[tuple[int, TileLabel]] = []
    for i in order:
        label = _draw_piece(canvas, ids, gloss, scene, scene.pieces[i], i + 1, rng)
        if label is not None:
            drawn.append((i + 1, label))
    for place in scene.clutter_above:
        _draw_clutter(canvas, ids, ABOVE, scene, place, rng)
    lit = cv2.multiply(canvas.astype(np.float32), light_field(rng, *canvas.shape[:2]))
    shot = glare(np.clip(lit, 0, 255).astype(np.uint8), rng, gloss)
    widths = [label.width for _, label in drawn]
    detail = float(np.quantile(widths, 0.3)) if widths else 40.0
    shot = apply(random_effects(rng, scene.severity), shot, rng, detail)
    labels = [_with_visibility(label, number, ids) for number, label in drawn]
    seen = [quad for number, quad in decoys if _visible(quad, number, ids) >= 0.5]
    return Shot(shot, labels, np.stack(seen) if seen else np.zeros((0, 4, 2)))


def _painter_key(scene: Scene, i: int) -> float:
    piece = scene.pieces[i]
    return piece.level * 1e4 - float(np.linalg.norm(piece.centre - scene.camera.position))


def _table(scene: Scene, rng: Rng) -> Image:
    size = scene.size
    texture = random_background(rng, 512)
    scale = BACKGROUND_UNITS * float(np.exp(rng.normal(0, 0.45))) / texture.shape[0]
    # A texture seen from afar is repeated by reflection; table coordinates -> texture pixels.
    turn, origin = rng.uniform(0, 2 * np.pi), rng.uniform(0, texture.shape[0], 2)
    c, s = np.cos(turn) / scale, np.sin(turn) / scale
    to_texture = np.array([[c, -s, origin[0]], [s, c, origin[1]], [0, 0, 1]])
    back = np.linalg.inv(scene.camera.table_homography())
    picture = cv2.warpPerspective(
        texture,
        to_texture @ back,
        (size, size),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REFLECT,
    )
    mask = _beyond_table(scene, back)
    if mask is not None:
        backdrop = random_backdrop(rng, size, size)
        picture = np.where(mask[..., None], backdrop, picture)
    return np.ascontiguousarray(picture)


def _beyond_table(scene: Scene, back: Floats) -> NDArray[np.bool_] | None:
    """Pixels that do not show the table: above the horizon, and beyond the edge where the scene has one."""
    size = scene.size
    ys, xs = np.mgrid[0:size, 0:size]
    w = back[2, 0] * xs + back[2, 1] * ys + back[2, 2]
    middle = back[2] @ np.array([(size - 1) / 2, (size - 1) / 2, 1.0])
    mask = w * np.sign(middle) <= abs(middle) * 0.08
    if scene.table_edge is not None:
        direction = scene.camera.rotation[1, :2] if abs(scene.camera.rotation[1, :2]).sum() > 0 else np.ones(2)
        direction = -direction / np.linalg.norm(direction)
        x = (back[0, 0] * xs + back[0, 1] * ys + back[0, 2]) / np.where(w == 0, 1e-9, w)
        y = (back[1, 0] * xs + back[1, 1] * ys + back[1, 2]) / np.where(w == 0, 1e-9, w)
        along = x * direction[0] + y * direction[1]
        reach = max((float(p.centre[:2] @ direction) for p in scene.pieces), default=0.0) + 0.6 + 3 * scene.table_edge
        mask |= along > reach
    return mask if mask.any() else None


def _draw_clutter(
    canvas: Image,
    ids: NDArray[np.int16],
    number: int,
    scene: Scene,
    place: tuple[float, float, float, float],
    rng: Rng,
) -> Floats:
    """Warp a flat object onto the table, or `ABOVE` the tiles; returns its decoys. `ids` has `number` where it lies."""
    nothing = np.zeros((0, 4, 2))
    thing = random_object(rng) if scene.things is None else object_of(scene.things, rng)
    camera = scene.camera
    x, y, heading, scale = place
    rows, columns = thing.rgba.shape[:2]
    unit = thing.length * scale / max(rows, columns)
    if number == ABOVE:
        # What lies on tiles is small: a marker, a coin, a finger tip.
        unit *= min(1.0, 0.8 / max(thing.length * scale, 1e-3))
    c, s = np.cos(heading) * unit, np.sin(heading) * unit
    to_table = np.array(
        [[c, s, x - c * columns / 2 - s * rows / 2], [s, -c, y - s * columns / 2 + c * rows / 2], [0, 0, 1]]
    )
    whole = camera.table_homography() @ to_table
    corners = np.array([[0, 0, 1], [columns, 0, 1], [columns, rows, 1], [0, rows, 1]]) @ whole.T
    if (corners[:, 2] <= 1e-6).any():
        return nothing
    outline = corners[:, :2] / corners[:, 2:]
    shadow = outline + thing.height * scale * 12 * rng.normal(0, 0.5, 2)
    box = _box(np.vstack([outline, shadow]), canvas.shape, 6)
    if box is None or (box[2] - box[0]) * (box[3] - box[1]) < 9:
        return nothing
    x0, y0, x1, y1 = box
    move = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]])
    warped = cv2.warpPerspective(thing.rgba, move @ whole, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
    alpha = warped[..., 3]
    roi = canvas[y0:y1, x0:x1]
    if thing.height > 0.01:
        dx, dy = (shadow - outline)[0]
        soft = cv2.warpAffine(alpha, np.array([[1, 0, dx], [0, 1, dy]]), (x1 - x0, y1 - y0))
        soft = cv2.GaussianBlur(soft, (0, 0), 2.5)
        _darken(roi, soft, 0.5)
    _blend(roi, warped[..., :3], alpha)
    ids[y0:y1, x0:x1][alpha > 127] = number
    return _decoys(outline, project(whole, thing.printed.reshape(-1, 2)).reshape(-1, 4, 2))


def _decoys(outline: Floats, printed: Floats) -> Floats:
    """What of an object may be taken for a tile: the tiles printed on it, or else itself, where it is no longer than
    three times its width. Corners go round as those of tiles, from a short side on."""
    if len(printed):
        return printed if _clockwise(printed[0]) else printed[:, [1, 0, 3, 2]]
    outline = outline if _clockwise(outline) else outline[::-1]
    sides = np.linalg.norm(np.roll(outline, -1, axis=0) - outline, axis=1)
    outline = np.roll(outline, -int(sides[0] + sides[2] > sides[1] + sides[3]), axis=0)
    return outline[None] if sides.max() < 3.2 * sides.min() else np.zeros((0, 4, 2))


def _clockwise(quad: Floats) -> bool:
    """Whether corners (4, 2) go round clockwise on the screen (y downwards)."""
    x, y = quad.T
    return bool((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() > 0)


def _draw_piece(
    canvas: Image, ids: NDArray[np.int16], gloss: NDArray[np.float32], scene: Scene, piece: Piece, number: int, rng: Rng
) -> TileLabel | None:
    """Draw one tile with its shadow, sides and cap; returns its label, or None when neither cap faces the camera."""
    style, camera = scene.styles[piece.style], scene.camera
    across, along, normal = piece.axes.T
    half_w, half_t = style.aspect / 2, style.thickness / 2
    towards = camera.position - piece.centre
    face_front = float(normal @ (towards - normal * half_t)) > 0
    if not face_front:
        # The cap that is seen is the back: mirror the frame so that it is drawn like a face.
        normal, across = -normal, -across
    cap_seen = float(normal @ (towards - normal * half_t)) > 0
    outline = _rounded(half_w, style.corner * style.aspect)
    plane = outline[:, :1] * across + outline[:, 1:] * along
    near, far = (
        camera.project(piece.centre + plane + normal * half_t),
        camera.project(piece.centre + plane - normal * half_t),
    )
    shadow = camera.project(_cast(piece.centre + plane + normal * half_t, scene.light))
    ground = camera.project(_cast(piece.centre + plane - normal * half_t, scene.light))
    scale = camera.focal / float(camera.depth(piece.centre))
    softness = int(scale * style.thickness * 0.22)
    box = _box(np.vstack([near, far, shadow, ground]), canvas.shape, 8 + softness)
    if box is None:
        return None
    x0, y0, x1, y1 = box
    offset = np.array([x0, y0])
    roi = canvas[y0:y1, x0:x1]
    mask = np.zeros(roi.shape[:2], np.uint8)
    _fill(mask, _hull(np.vstack([shadow, ground])) - offset, 255)
    soft = cv2.blur(mask, (k := 1 + 2 * softness, k))
    soft = cv2.max(soft, cv2.blur(mask, (3, 3))) if scene.ambient < 0.45 else soft
    _darken(roi, soft, 0.30 + 0.5 * (1 - scene.ambient))
    hull = _hull(np.vstack([near, far])) - offset
    mask[:] = 0
    _fill(mask, hull, 255)
    _blend(roi, _sides(roi.shape, scene, piece, style, normal, across, along, offset), mask)
    region = ids[y0:y1, x0:x1]
    region[mask > 127] = number
    gloss[y0:y1, x0:x1][mask > 127] = style.gloss
    if not cap_seen:
        return None
    corners = np.array([[-half_w, 0.5], [half_w, 0.5], [half_w, -0.5], [-half_w, -0.5]])
    world = piece.centre + corners[:, :1] * across + corners[:, 1:] * along + normal * half_t
    quad = camera.project(world)
    middle = camera.project(piece.centre + normal * half_t + np.array([[half_w], [-half_w]]) * across)
    light = np.array([scene.light @ across, -(scene.light @ along)])
    light /= max(float(np.linalg.norm(light)), 1e-6)
    length = float(np.hypot(*((quad[0] + quad[1] - quad[2] - quad[3]) / 2)))
    texels = int(np.clip(max(length, scale * 0.8) * 1.25, 28, 400))
    lamp = (float(light[0]), float(light[1]))
    texture = draw_face(style, piece.values, texels, lamp, rng) if face_front else draw_back(style, texels, lamp, rng)
    shade = scene.ambient + (1 - scene.ambient) * max(0.0, float(normal @ scene.light)) * 1.25
    rows, columns = texture.shape[:2]
    source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
    whole = cv2.getPerspectiveTransform(source, (quad - offset).astype(np.float32))
    warped = cv2.warpPerspective(
        texture, whole, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    warped = cv2.convertScaleAbs(warped, alpha=min(shade, 1.25))
    mask[:] = 0
    _fill(mask, near - offset, 255)
    _blend(roi, warped, mask)
    facing = float(normal @ towards / np.linalg.norm(towards))
    return TileLabel(quad, middle, piece.values, face_front, (1.0, 1.0), piece.standing, facing, piece.style)


def _sides(
    shape: tuple[int, ...],
    scene: Scene,
    piece: Piece,
    style: SetStyle,
    normal: Floats,
    across: Floats,
    along: Floats,
    offset: Floats,
) -> Image:
    """A layer with the four sides of the box, in two bands where the set has two layers, shaded by the lamp."""
    half_w, half_t = style.aspect / 2, style.thickness / 2
    layer = np.empty(shape, np.uint8)
    face_side = np.array(style.side, np.float64)
    back_side = np.array(style.back_side, np.float64)
    flipped = float(normal @ piece.axes[:, 2]) < 0
    bands = [(half_t, 0.0, back_side if flipped else face_side), (0.0, -half_t, face_side if flipped else back_side)]
    layer[:] = np.clip(face_side * (scene.ambient * 0.9), 0, 255).astype(np.uint8)
    ring = [(-half_w, 0.5), (half_w, 0.5), (half_w, -0.5), (-half_w, -0.5)]
    outward = [along, across, -along, -across]
    for k in range(4):
        (ax, ay), (bx, by) = ring[k], ring[(k + 1) % 4]
        middle = piece.centre + outward[k] * (0.5 if k % 2 == 0 else half_w)
        if outward[k] @ (scene.camera.position - middle) <= 0:
            continue
        shade = scene.ambient * 0.85 + (1 - scene.ambient) * max(0.0, float(outward[k] @ scene.light)) * 1.2
        for top, bottom, colour in bands:
            corners = np.array(
                [
                    ax * across + ay * along + normal * top,
                    bx * across + by * along + normal * top,
                    bx * across + by * along + normal * bottom,
                    ax * across + ay * along + normal * bottom,
                ]
            )
            points = scene.camera.project(piece.centre + corners) - offset
            _fill(layer, points, tuple(float(v) for v in np.clip(colour * shade, 0, 255)))
    return layer


def _rounded(half_w: float, radius: float) -> Floats:
    """Outline of a 1 x 2*half_w rectangle with rounded corners, (20, 2) as (across, along), clockwise."""
    radius = float(np.clip(radius, 0.002, half_w * 0.98))
    arc = np.linspace(0, np.pi / 2, 5)
    points = []
    for k, (sx, sy) in enumerate([(1, 1), (1, -1), (-1, -1), (-1, 1)]):
        start = np.pi / 2 - k * np.pi / 2
        angles = start - arc
        centre = np.array([sx * (half_w - radius), sy * (0.5 - radius)])
        points.append(centre + radius * np.column_stack([np.cos(angles), np.sin(angles)]))
    return np.vstack(points)


def _cast(points: Floats, light: Floats) -> Floats:
    """Shadows of points (n, 3) on the table plane."""
    fall = np.maximum(points[:, 2], 0) / max(float(light[2]), 0.3)
    return np.column_stack([points[:, 0] - fall * light[0], points[:, 1] - fall * light[1], np.zeros(len(points))])


def _hull(points: Floats) -> Floats:
    return cv2.convexHull(points.astype(np.float32))[:, 0].astype(np.float64)


def _box(points: Floats, shape: tuple[int, ...], grow: int) -> tuple[int, int, int, int] | None:
    """Bounding box x0, y0, x1, y1 of points clipped to the picture, or None when it lies outside or is degenerate."""
    if not np.isfinite(points).all() or abs(points).max() > 1e5:
        return None
    x0, y0 = np.maximum(np.floor(points.min(0)).astype(int) - grow, 0)
    x1, y1 = np.minimum(np.ceil(points.max(0)).astype(int) + grow + 1, [shape[1], shape[0]])
    return (int(x0), int(y0), int(x1), int(y1)) if x1 - x0 > 1 and y1 - y0 > 1 else None


def _fill(target: Image, points: Floats, colour: float | tuple[float, ...]) -> None:
    value = colour if isinstance(colour, tuple) else (colour,)
    cv2.fillPoly(target, [np.round(points * (1 << SHIFT)).astype(np.int32)], value, cv2.LINE_AA, SHIFT)


def _blend(roi: Image, layer: Image, alpha: Image) -> None:
    """Put `layer` over `roi` where `alpha` (uint8) says, in place."""
    solid = alpha == 255
    edge = (alpha > 0) & ~solid
    roi[solid] = layer[solid]
    if edge.any():
        weight = alpha[edge].astype(np.float32)[:, None] / 255
        roi[edge] = (layer[edge] * weight + roi[edge] * (1 - weight)).astype(np.uint8)


def _darken(roi: Image, mask: Image, strength: float) -> None:
    """Darken `roi` in place by up to `strength` where `mask` (uint8) is full."""
    factor = cv2.merge([cv2.convertScaleAbs(mask, alpha=-strength, beta=0)] * 3)
    cv2.subtract(roi, cv2.multiply(roi, factor, scale=1 / 255), dst=roi)


def _with_visibility(label: TileLabel, number: int, ids: NDArray[np.int16]) -> TileLabel:
    """The label with the share of each half that is neither hidden nor outside the frame."""
    q, d = label.quad, label.divider
    halves = (np.array([q[0], q[1], d[0], d[1]]), np.array([q[2], q[3], d[1], d[0]]))
    first, second = (_visible(half, number, ids) for half in halves)
    return TileLabel(q, d, label.values, label.face_up, (first, second), label.standing, label.facing, label.style)


def _visible(outline: Floats, number: int, ids: NDArray[np.int16]) -> float:
    """The share of an outline (n, 2) in which `ids` shows `number`: neither hidden nor outside the frame."""
    area = abs(float(cv2.contourArea(outline.astype(np.float32))))
    box = _box(outline, ids.shape, 1)
    if box is None or area < 4:
        return 0.0
    x0, y0, x1, y1 = box
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillPoly(mask, [np.round((outline - [x0, y0]) * (1 << SHIFT)).astype(np.int32)], (1,), cv2.LINE_8, SHIFT)
    inside = float((ids[y0:y1, x0:x1][mask > 0] == number).sum())
    drawn = float(max(mask.sum(), 1))
    # `drawn` counts the pixels in the frame; `area` also what lies outside of it.
    return min(1.0, inside / drawn) * min(1.0, drawn / max(area, 1.0))
