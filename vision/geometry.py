"""Quads in the plane: corner order, perspective, halves and overlap.

Points are (x, y) pixels, y downwards, a pixel's centre at integer coordinates; corners and dividers are ordered as in
`vision.types.Quad`. Every function takes anything numpy can turn into floats and computes in float64; where a shape
starts with "...", any number of leading axes is allowed. Quads are meant to be strictly convex; for others the results
stay finite but mean nothing, so ask `is_convex` first when in doubt.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

COLLINEAR = "a homography needs four points of which no three lie on one line"


def quad_from_centre(centre: ArrayLike, along: ArrayLike, across: ArrayLike) -> Floats:
    """Corners (..., 4, 2) of a parallelogram around `centre` (..., 2), clockwise on the screen, half A first.

    `along` (..., 2) points from the centre to the middle of half A's outer edge, `across` (..., 2) from the centre to
    the middle of a long edge; either of the two long edges will do.
    """
    centre, along, across = _floats(centre), _floats(along), _floats(across)
    across = np.where(_cross(along, across)[..., None] < 0, -across, across)
    return np.stack(
        [centre + along - across, centre + along + across, centre - along + across, centre - along - across], axis=-2
    )


def homography(src: ArrayLike, dst: ArrayLike) -> Floats:
    """The matrices (..., 3, 3) that take the four points `src` (..., 4, 2) exactly to `dst` (..., 4, 2).

    Raises ValueError when three of the four points of either side lie on one line.
    """
    from_src, to_dst = _from_unit_square(_floats(src)), _from_unit_square(_floats(dst))
    # By the square: the inverse up to scale is the adjugate, whose rows are cross products of the columns.
    a, b, c = np.moveaxis(from_src, -1, 0)
    back = np.stack([_cross3(b, c), _cross3(c, a), _cross3(a, b)], axis=-2)
    h = to_dst @ back
    return np.asarray(h / np.abs(h).max(axis=(-2, -1), keepdims=True))


def project(h: ArrayLike, points: ArrayLike) -> Floats:
    """Points (..., 2) moved by the homography `h` (3, 3)."""
    h = _floats(h)
    mapped = _floats(points) @ h[:, :2].T + h[:, 2]
    return mapped[..., :2] / mapped[..., 2:]


def half_quads(corners: ArrayLike, divider: ArrayLike) -> Floats:
    """Outlines (..., 2, 4, 2) of halves A and B, from `corners` (..., 4, 2) and `divider` (..., 2, 2).

    Each runs clockwise and starts at its outer edge, so that a half rectified to a square has its outer edge on top
    and the divider at the bottom.
    """
    corners, divider = _floats(corners), _floats(divider)
    half_a = np.concatenate([corners[..., :2, :], divider], axis=-2)
    half_b = np.concatenate([corners[..., 2:, :], divider[..., ::-1, :]], axis=-2)
    return np.stack([half_a, half_b], axis=-3)


def half_centres(corners: ArrayLike, divider: ArrayLike) -> Floats:
    """Centres (..., 2, 2) of halves A and B as perspective shows them: where the diagonals of each half cross."""
    return diagonal_crossing(half_quads(corners, divider))


def diagonal_crossing(corners: ArrayLike) -> Floats:
    """Where the diagonals of quads (..., 4, 2) cross (..., 2): the image of a rectangle's centre."""
    corners = _floats(corners)
    start, ray = corners[..., 0, :], corners[..., 2, :] - corners[..., 0, :]
    other_start, other_ray = corners[..., 1, :], corners[..., 3, :] - corners[..., 1, :]
    scale = _cross(ray, other_ray)[..., None]
    share = _cross(other_start - start, other_ray)[..., None] / np.where(scale == 0, 1.0, scale)
    return np.where(scale == 0, corners.mean(axis=-2), start + share * ray)


def default_divider(corners: ArrayLike) -> Floats:
    """The line across the middle (..., 2, 2) of tiles (..., 4, 2) as perspective shows it.

    It goes through the crossing of the diagonals and the vanishing point of the short edges; lines and points are
    homogeneous, so that parallel short edges, whose vanishing point is a direction, need no case of their own.
    """
    corners = _floats(corners)
    shift = corners.mean(axis=-2, keepdims=True)
    flat = np.concatenate([corners - shift, np.ones_like(corners[..., :1])], axis=-1)
    c0, c1, c2, c3 = (flat[..., i, :] for i in range(4))
    vanishing = np.cross(np.cross(c0, c1), np.cross(c2, c3))
    middle = np.cross(np.cross(np.cross(c0, c2), np.cross(c1, c3)), vanishing)
    ends = np.stack([np.cross(middle, np.cross(c1, c2)), np.cross(middle, np.cross(c3, c0))], axis=-2)
    weight = ends[..., 2:]
    midpoints = np.stack([corners[..., 1:3, :].mean(axis=-2), corners[..., (3, 0), :].mean(axis=-2)], axis=-2)
    return np.where(weight == 0, midpoints, ends[..., :2] / np.where(weight == 0, 1.0, weight) + shift)


def tile_length(corners: ArrayLike) -> Floats:
    """Distance (...) in pixels between the middles of the two short edges of tiles (..., 4, 2)."""
    corners = _floats(corners)
    ends = corners[..., :2, :].mean(axis=-2) - corners[..., 2:, :].mean(axis=-2)
    return np.asarray(np.hypot(ends[..., 0], ends[..., 1]))


def is_convex(corners: ArrayLike) -> NDArray[np.bool_]:
    """Whether quads (..., 4, 2) are strictly convex and clockwise on the screen, (...) booleans."""
    corners = _floats(corners)
    edges = _next(corners) - corners
    return np.asarray(np.all(_cross(edges, _next(edges)) > 0, axis=-1))


def polygon_area(points: ArrayLike) -> Floats:
    """Areas (...) of polygons (..., n, 2) without crossing edges, at least 0."""
    return np.abs(_signed_area(_floats(points)))


def overlap_area(quads: ArrayLike, others: ArrayLike) -> Floats:
    """Area (...) shared by each of the convex quads (..., 4, 2) with its partner in `others` (..., 4, 2)."""
    others = _floats(others)
    shift = others[..., 3:, :]
    shape, window = _floats(quads) - shift, others - shift
    turn = np.sign(_signed_area(window))[..., None]
    for i in range(2):
        start = window[..., i, None, :]
        shape = _clip(shape, start, window[..., i + 1, None, :] - start, turn)
    # The last two edges meet at the origin. What runs along them encloses nothing with it, so it is enough to add up
    # what each edge of the shape, as far as it lies between them, encloses with the origin.
    way = _next(shape) - shape
    enclosed = _cross(shape, way)
    start, stop = np.zeros_like(enclosed), np.ones_like(enclosed)
    for edge in (-window[..., 2, None, :], window[..., 0, None, :]):
        side, slope = turn * _cross(edge, shape), turn * _cross(edge, way)
        share = -side / np.where(slope == 0, 1.0, slope)
        start = np.where(slope > 0, np.maximum(start, share), start)
        stop = np.where(slope < 0, np.minimum(stop, share), np.where((slope == 0) & (side < 0), 0.0, stop))
    return np.asarray(np.abs((np.maximum(stop - start, 0) * enclosed).sum(axis=-1)) / 2)


def overlap_of_smaller(quads: ArrayLike, asked: ArrayLike = True) -> Floats:
    """For n convex quads (n, 4, 2): the area each pair shares, as a share of the smaller one, (n, n) from 0 to 1.

    Pairs that are not `asked` for, symmetric booleans (n, n), share nothing.
    """
    quads = _floats(quads).reshape(-1, 4, 2)
    result = _shares(quads, quads, np.triu(_boxes_meet(quads, quads) & np.asarray(asked), k=1))
    result += result.T
    np.fill_diagonal(result, 1.0)
    return result


def overlap_with(quads: ArrayLike, others: ArrayLike) -> Floats:
    """The same for each of the convex quads (n, 4, 2) with each of `others` (m, 4, 2): (n, m) from 0 to 1."""
    quads, others = (_floats(some).reshape(-1, 4, 2) for some in (quads, others))
    return _shares(quads, others, _boxes_meet(quads, others))


def _boxes_meet(quads: Floats, others: Floats) -> NDArray[np.bool_]:
    """Whether the upright boxes around quads (n, 4, 2) and (m, 4, 2) overlap, (n, m)."""
    meet = np.ones((len(quads), len(others)), dtype=bool)
    sides = (shape.T for some in (quads, others) for shape in (some.min(axis=1), some.max(axis=1)))
    for low, high, other_low, other_high in zip(*sides, strict=True):
        meet &= (low[:, None] < other_high) & (other_low < high[:, None])
    return meet


def _shares(quads: Floats, others: Floats, asked: NDArray[np.bool_]) -> Floats:
    """What quads (n, 4, 2) and (m, 4, 2) share of the smaller one, (n, m), where that is `asked` (n, m), else 0."""
    first, second = np.nonzero(asked)
    smaller = np.minimum(polygon_area(quads)[first], polygon_area(others)[second])
    shared = overlap_area(quads[first], others[second]) / np.where(smaller == 0, np.inf, smaller)
    result = np.zeros(asked.shape)
    result[first, second] = np.clip(shared, 0.0, 1.0)
    return result


def _floats(values: ArrayLike) -> Floats:
    return np.asarray(values, dtype=np.float64)


def _cross(a: Floats, b: Floats) -> Floats:
    """Positive where `b` is clockwise from `a` on the screen."""
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])


def _next(points: Floats) -> Floats:
    """For each of the corners of polygons (..., n, 2) the one after it; `np.roll` takes several times as long."""
    return np.concatenate([points[..., 1:, :], points[..., :1, :]], axis=-2)


def _signed_area(points: Floats) -> Floats:
    centred = points - points[..., :1, :]
    return np.asarray(_cross(centred, _next(centred)).sum(axis=-1) / 2)


def _from_unit_square(points: Floats) -> Floats:
    """The homographies (..., 3, 3) from (0, 0), (1, 0), (1, 1), (0, 1) to `points` (..., 4, 2), in closed form
    (Heckbert 1989, 2.2.3)."""
    (x0, x1, x2, x3), (y0, y1, y2, y3) = np.moveaxis(points, (-1, -2), (0, 1))
    dx1, dx2, dy1, dy2 = x1 - x2, x3 - x2, y1 - y2, y3 - y2
    sx, sy = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    corner = dx1 * dy2 - dx2 * dy1
    size = np.maximum(dx1 * dx1 + dy1 * dy1, dx2 * dx2 + dy2 * dy2)
    if not ((np.abs(corner) > 1e-9 * size) & (size > 0)).all():
        raise ValueError(COLLINEAR)
    g, h = (sx * dy2 - dx2 * sy) / corner, (dx1 * sy - sx * dy1) / corner
    a, b = x1 - x0 + g * x1, x3 - x0 + h * x3
    d, e = y1 - y0 + g * y1, y3 - y0 + h * y3
    det = a * (e - y0 * h) - b * (d - y0 * g) + x0 * (d * h - e * g)
    if not (np.abs(det) > 1e-9 * size).all():
        raise ValueError(COLLINEAR)
    rows = [np.stack(row, axis=-1) for row in ((a, b, x0), (d, e, y0), (g, h, np.ones_like(g)))]
    return np.stack(rows, axis=-2)


def _cross3(a: Floats, b: Floats) -> Floats:
    """Cross products of vectors (..., 3); `np.cross` takes several times as long."""
    (a0, a1, a2), (b0, b1, b2) = np.moveaxis(a, -1, 0), np.moveaxis(b, -1, 0)
    return np.stack([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0], axis=-1)


def _clip(shape: Floats, start: Floats, edge: Floats, turn: Floats) -> Floats:
    """Cuts polygons (..., n, 2) at lines through `start` along `edge` (..., 1, 2); gives (..., 2n, 2).

    Points on the far side are pulled onto the line instead of dropped: the outline then runs to and fro along the
    line, which encloses nothing, and all polygons of a batch keep the same number of points.
    """
    normal = np.stack([-edge[..., 1], edge[..., 0]], axis=-1)
    length = np.maximum((edge * edge).sum(axis=-1), 1e-300)
    side = turn * _cross(edge, shape - start) / length
    pulled = shape - (np.minimum(side, 0) * turn)[..., None] * normal
    following, side_after = _next(shape), np.concatenate([side[..., 1:], side[..., :1]], axis=-1)
    crosses = (side < 0) != (side_after < 0)
    share = side / np.where(crosses, side - side_after, 1.0)
    crossing = np.where(crosses[..., None], shape + share[..., None] * (following - shape), pulled)
    both = np.stack([pulled, crossing], axis=-2)
    return np.asarray(both.reshape(*shape.shape[:-2], 2 * shape.shape[-2], 2))
