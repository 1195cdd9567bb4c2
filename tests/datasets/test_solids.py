"""Markers and hubs: closed bodies, hidden sides hidden, shadows where the light does not come."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.camera import Camera, look_at
from datasets.hubs import draw_hub, outline_of, random_hub
from datasets.solids import block, draw_solid, moved, normal_of
from datasets.table_markers import SHAPES, Marker

WHITE = 230
LIGHT = np.array([0.5, 0.0, 0.866])
RED, BLUE = (200, 30, 30), (30, 30, 200)


def above(elevation: float = 90.0) -> Camera:
    """A tile at the origin is 100 pixels long, in a picture of 300 x 300."""
    return look_at(np.zeros(3), np.radians(elevation), -np.pi / 2, 0.0, 6.0, 600.0, np.full(2, 149.5))


def table() -> tuple[np.ndarray, np.ndarray]:
    return np.full((300, 300, 3), WHITE, np.uint8), np.full((300, 300), -7, np.int16)


@pytest.mark.parametrize("name", SHAPES)
def test_markers_are_closed_bodies_that_stand_on_the_table(name: str) -> None:
    shape = SHAPES[name]
    parts = shape.build(RED)
    for part in parts:
        # The normals of a closed body sum to nothing, and it has a volume if they look outwards.
        assert np.abs(sum(normal_of(facet) for facet in part.facets)).max() < 1e-9
        assert sum(float(facet[0] @ normal_of(facet)) for facet in part.facets) > 0
    points = np.concatenate([facet for part in parts for facet in part.facets])
    assert points[:, 2].min() == pytest.approx(0, abs=1e-9)
    size = np.ptp(points, axis=0)
    assert size[0] == pytest.approx(shape.length, rel=0.05)
    assert size[1] == pytest.approx(shape.width, rel=0.05)


@pytest.mark.parametrize("name", SHAPES)
def test_a_marker_shows_its_colour_and_throws_a_shadow_away_from_the_lamp(name: str) -> None:
    canvas, ids = table()
    draw_solid(canvas, ids, 3, above(), LIGHT, 0.5, Marker(name, RED, 0.0, 0.0, 0.0, 0.4, 1.0).parts())
    body = ids == 3
    assert 0.5 < body.sum() / (1e4 * SHAPES[name].length * SHAPES[name].width) < 1.8
    red = canvas[..., 0].astype(int) - canvas[..., 2]
    assert np.median(red[body]) > 20
    dark = (canvas.mean(axis=2) < 0.9 * WHITE) & ~body
    columns = np.flatnonzero(dark.any(axis=0))
    # The lamp is to the right; what is flat throws hardly any shadow.
    longer = 0 if name in ("coin", "button") else 4
    assert 149.5 - columns.min() > columns.max() - 149.5 + longer
    assert (canvas[:60] == WHITE).all()


def test_what_is_behind_is_hidden() -> None:
    near, far = block((-0.3, -0.4, 0), (0.3, -0.2, 0.5), RED), block((-0.3, 0.2, 0), (0.3, 0.4, 0.5), BLUE)
    for parts in ([near, far], [far, near]):
        canvas, ids = table()
        draw_solid(canvas, ids, 3, above(10.0), LIGHT, 0.5, parts)
        x, y = np.round(above(10.0).project(np.array([0.0, -0.4, 0.25]))).astype(int)
        assert canvas[y, x, 0] > canvas[y, x, 2]


def test_moved_parts_are_turned_enlarged_and_lifted() -> None:
    (part,) = moved([block((0, 0, 0), (1, 0.5, 0.2), RED)], 2.0, 3.0, 0.1, np.pi / 2, 2.0)
    points = np.concatenate(part.facets)
    assert points.min(axis=0) == pytest.approx([1, 3, 0.1])
    assert points.max(axis=0) == pytest.approx([2, 5, 0.5])


def test_a_body_outside_the_picture_leaves_it_as_it_is() -> None:
    canvas, ids = table()
    draw_solid(canvas, ids, 3, above(), LIGHT, 0.5, Marker("pawn", RED, 9.0, 0.0, 0.0, 0.0, 1.0).parts())
    assert (canvas == WHITE).all()
    assert (ids == -7).all()


def test_a_hub_has_darker_slots_where_trains_begin() -> None:
    hub = random_hub(np.random.default_rng(2), 6, 0.3, 0.6, 0.5, 0.3)
    canvas, ids = table()
    draw_hub(canvas, ids, 5, above(), LIGHT, 0.5, hub, 0.5)
    area = cv2.contourArea(outline_of(hub).astype(np.float32))
    assert (ids == 5).sum() == pytest.approx(area * 1e4, rel=0.05)

    def brightness(angle: float, reach: float) -> float:
        point = np.array([np.cos(angle) * reach, np.sin(angle) * reach, hub.height])
        x, y = np.round(above().project(point)).astype(int)
        return float(canvas[y, x].mean())

    reach = (hub.inner + hub.radius) / 2
    for slot in range(6):
        angle = hub.start + slot * np.pi / 3
        assert brightness(angle, reach) < 0.85 * brightness(angle + np.pi / 6, reach)
    assert np.linalg.norm(outline_of(hub), axis=1).min() >= hub.radius - 1e-9
