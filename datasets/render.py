"""Draws a scene: a pure function scene -> picture and labels (2.5-D: boxes with warped faces, painter's order)."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.backgrounds import random_backdrop, random_background
from datasets.brush import blend, box_of, cast, darken, fill, hull, visible
from datasets.clutter import Clutter, object_of, random_object
from datasets.effects import apply, random_effects
from datasets.faces import SetStyle, draw_back, draw_face
from datasets.hubs import draw_hub
from datasets.labels import TileLabel
from datasets.lighting import glare, light_field
from datasets.scene import Piece, Scene, Thing
from datasets.solids import draw_solid
from vision.geometry import project

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
Rng = np.random.Generator

ABOVE = 0
"""What is seen at a pixel: number of a tile from 1 on, of a thing below the tiles down from -1, or this: a thing that
lies on tiles, or the bare table."""
BESIDE = -30_000
"""What `datasets.scene.Scene.beside` is seen as."""
FLAT = 0.15
"""Things beside the tiles throw shadows as if they were no higher, in tile lengths."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture (height, width, 3) uint8 RGB, the labels of every tile that shows in it, and the outlines (n, 4, 2) in
    pixels of `decoys`: things that may be taken for tiles, and printed tiles, of which at least half shows.

    `pieces`: for each label the number of its tile in `Scene.pieces`.
    """

    picture: Image
    labels: list[TileLabel]
    decoys: Floats
    pieces: tuple[int, ...]


def render(scene: Scene) -> tuple[Image, list[TileLabel]]:
    """The picture (height, width, 3) uint8 RGB of a scene and the labels of every tile that shows in it."""
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
    if scene.hub is not None:
        draw_hub(canvas, ids, ABOVE, scene.camera, scene.light, scene.ambient, scene.hub, scene.styles[0].aspect)
    for thing in scene.beside:
        _draw_beside(canvas, ids, scene, thing, rng)
    if scene.open_table:
        _shadows_below(canvas, scene)
    drawn: list[tuple[int, TileLabel]] = []
    for i in _painters_order(scene):
        if i >= len(scene.pieces):
            body = scene.markers[i - len(scene.pieces)].parts()
            draw_solid(canvas, ids, ABOVE, scene.camera, scene.light, scene.ambient, body)
            continue
        label = _draw_piece(canvas, ids, gloss, scene, scene.pieces[i], i + 1, rng)
        if label is not None:
            drawn.append((i + 1, label))
    for place in scene.clutter_above:
        _draw_clutter(canvas, ids, ABOVE, scene, place, rng)
    lit = cv2.multiply(canvas.astype(np.float32), light_field(rng, *canvas.shape[:2]))
    shot = glare(np.clip(lit, 0, 255).astype(np.uint8), rng, gloss, not scene.open_table)
    widths = [label.width for _, label in drawn]
    detail = float(np.quantile(widths, 0.3)) if widths else 40.0
    shot = apply(random_effects(rng, scene.severity), shot, rng, detail)
    labels = [_with_visibility(label, number, ids) for number, label in drawn]
    seen = [quad for number, quad in decoys if visible(quad, number, ids) >= 0.5]
    outlines = np.stack(seen) if seen else np.zeros((0, 4, 2))
    return Shot(shot, labels, outlines, tuple(number - 1 for number, _ in drawn))


def _painters_order(scene: Scene) -> list[int]:
    """Numbers of tiles, and after them those of markers, from the farthest and lowest on."""
    camera = scene.camera.position
    keys = [piece.level * 1e4 - float(np.linalg.norm(piece.centre - camera)) for piece in scene.pieces]
    for marker in scene.markers:
        away = float(np.linalg.norm(np.array([marker.x, marker.y, marker.z]) - camera))
        keys.append((1e4 if marker.z > 0 else 0.0) - away)
    return sorted(range(len(keys)), key=keys.__getitem__)


def _table(scene: Scene, rng: Rng) -> Image:
    width, height = scene.size
    texture = random_background(rng, scene.ground[0])
    scale = scene.ground[1] * float(np.exp(rng.normal(0, 0.45))) / texture.shape[0]
    # A texture seen from afar is repeated by reflection; table coordinates -> texture pixels.
    turn, origin = rng.uniform(0, 2 * np.pi), rng.uniform(0, texture.shape[0], 2)
    c, s = np.cos(turn) / scale, np.sin(turn) / scale
    to_texture = np.array([[c, -s, origin[0]], [s, c, origin[1]], [0, 0, 1]])
    back = np.linalg.inv(scene.camera.table_homography())
    picture = cv2.warpPerspective(
        texture,
        to_texture @ back,
        (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REFLECT,
    )
    mask = _beyond_table(scene, back)
    if mask is not None:
        cv2.copyTo(random_backdrop(rng, height, width), mask.astype(np.uint8), picture)
    return np.ascontiguousarray(picture)


def _beyond_table(scene: Scene, back: Floats) -> NDArray[np.bool_] | None:
    """Pixels that do not show the table: above the horizon, and beyond the edge where the scene has one."""
    width, height = scene.size
    ys, xs = np.arange(height)[:, None], np.arange(width)
    w = back[2, 0] * xs + back[2, 1] * ys + back[2, 2]
    middle = back[2] @ np.array([(width - 1) / 2, (height - 1) / 2, 1.0])
    mask = (w if middle > 0 else -w) <= abs(middle) * 0.08
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
    thing = random_object(rng) if scene.things is None else object_of(scene.things, rng)
    return _lay(canvas, ids, number, scene, place, thing, rng)


def _draw_beside(canvas: Image, ids: NDArray[np.int16], scene: Scene, beside: Thing, rng: Rng) -> None:
    """Lay a thing of a known kind on the table, beside the tiles."""
    thing = object_of(beside.kind, rng)
    # It is flat, whatever it is: a long shadow would show that.
    top = np.array([[beside.x, beside.y, min(thing.height, FLAT)]])
    fall = (scene.camera.project(cast(top, scene.light)) - scene.camera.project(top * [1, 1, 0]))[0]
    _lay(canvas, ids, BESIDE, scene, (beside.x, beside.y, beside.heading, 1.0), thing, rng, fall)


def _lay(
    canvas: Image,
    ids: NDArray[np.int16],
    number: int,
    scene: Scene,
    place: tuple[float, float, float, float],
    thing: Clutter,
    rng: Rng,
    fall: Floats | None = None,
) -> Floats:
    """Warp a flat object onto the table, or `ABOVE` the tiles; returns its decoys. `fall` is where its shadow falls,
    in pixels, by chance if it is None."""
    camera = scene.camera
    nothing = np.zeros((0, 4, 2))
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
    shadow = outline + (thing.height * scale * 12 * rng.normal(0, 0.5, 2) if fall is None else fall)
    box = box_of(np.vstack([outline, shadow]), canvas.shape, 6)
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
        darken(roi, soft, 0.5)
    blend(roi, warped[..., :3], alpha)
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


def _shadows_below(canvas: Image, scene: Scene) -> None:
    """The shadows of all tiles at once, before any tile is drawn."""
    mask = np.zeros(canvas.shape[:2], np.uint8)
    softness = 0
    for piece in scene.pieces:
        style, camera = scene.styles[piece.style], scene.camera
        outline = _rounded(style.aspect / 2, style.corner * style.aspect)
        plane = piece.centre + outline @ piece.axes[:, :2].T
        rise = piece.axes[:, 2] * style.thickness / 2
        shadow = camera.project(cast(np.vstack([plane + rise, plane - rise]), scene.light))
        softness = max(softness, int(camera.focal / float(camera.depth(piece.centre)) * style.thickness * 0.22))
        if box_of(shadow, canvas.shape, 8) is not None:
            fill(mask, hull(shadow), 255)
    _cast_shadow(canvas, mask, softness, scene.ambient)


def _cast_shadow(roi: Image, mask: Image, softness: int, ambient: float) -> None:
    """Darken `roi` in place where `mask` (uint8) is in shadow, with edges as soft as the light."""
    soft = cv2.blur(mask, (k := 1 + 2 * softness, k))
    soft = cv2.max(soft, cv2.blur(mask, (3, 3))) if ambient < 0.45 else soft
    darken(roi, soft, 0.30 + 0.5 * (1 - ambient))


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
    shadow = camera.project(cast(piece.centre + plane + normal * half_t, scene.light))
    ground = camera.project(cast(piece.centre + plane - normal * half_t, scene.light))
    scale = camera.focal / float(camera.depth(piece.centre))
    softness = int(scale * style.thickness * 0.22)
    box = box_of(np.vstack([near, far, shadow, ground]), canvas.shape, 8 + softness)
    if box is None:
        return None
    x0, y0, x1, y1 = box
    offset = np.array([x0, y0])
    roi = canvas[y0:y1, x0:x1]
    mask = np.zeros(roi.shape[:2], np.uint8)
    fill(mask, hull(np.vstack([shadow, ground])) - offset, 255)
    if not scene.open_table:
        _cast_shadow(roi, mask, softness, scene.ambient)
    silhouette = hull(np.vstack([near, far])) - offset
    mask[:] = 0
    fill(mask, silhouette, 255)
    blend(roi, _sides(roi.shape, scene, piece, style, normal, across, along, offset), mask)
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
    fill(mask, near - offset, 255)
    blend(roi, warped, mask)
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
            fill(layer, points, tuple(float(v) for v in np.clip(colour * shade, 0, 255)))
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


def _with_visibility(label: TileLabel, number: int, ids: NDArray[np.int16]) -> TileLabel:
    """The label with the share of each half that is neither hidden nor outside the frame."""
    q, d = label.quad, label.divider
    halves = (np.array([q[0], q[1], d[0], d[1]]), np.array([q[2], q[3], d[1], d[0]]))
    first, second = (visible(half, number, ids) for half in halves)
    return TileLabel(q, d, label.values, label.face_up, (first, second), label.standing, label.facing, label.style)
