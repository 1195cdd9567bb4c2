"""How two photos of one table lie on each other: the map from one view from above to the other.

Seen from above in tile lengths the two differ by a turn and a shift alone, so two tiles that both photos show tell how;
of all such guesses those are followed up under which most tiles of equal value come to lie on each other. What the two
views have wrong is then made good by a map that stays close to that turn and shift unless many tiles pull it away.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry import project

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

TURN = np.radians(35)
"""And so far they may have turned."""
NEARER = (0.6, 0.4, 0.25)
"""Tile lengths within which tiles draw the map, from round to round."""
NOISE, ODD = 0.03, 0.1
"""How far corners are off as a rule, and from where on they count less, in tile lengths."""
LOOSELY = np.array([30.0, 30.0, 3.0, 0.03, 0.03, 0.03, 0.008, 0.008])
"""How far the map may leave the guess: shift, turn, size, two kinds of shear, tilt (per tile length)."""
MOST_GUESSES, TRIED = 4000, 6
RATIO = 1.2
"""How unlike the distance of two tiles may be in the two views from above."""


@dataclass(frozen=True, slots=True)
class Shared:
    """Tiles of equal value in both photos (k), each with its place (k, 2) and direction (k,) there, and its weight.

    Directions are angles of the lower half; `double` (k,): it can be either way round.
    """

    first: Floats
    second: Floats
    turn: Floats
    double: Bools
    weight: Floats
    corners_first: Floats
    corners_second: Floats


def heading(corners: Floats) -> Floats:
    ahead = corners[:, :2].mean(axis=1) - corners[:, 2:].mean(axis=1)
    return np.asarray(np.arctan2(ahead[:, 1], ahead[:, 0]))


def wrapped(angle: Floats, double: Bools) -> Floats:
    """Angles from 0 to pi between directions, to pi/2 where either way round will do."""
    whole = np.abs((angle + np.pi) % (2 * np.pi) - np.pi)
    return np.where(double, np.minimum(whole, np.pi - whole), whole)


def guesses(shared: Shared) -> list[tuple[float, Floats]]:
    """The likeliest turns and shifts (2,): first = turned second + shift."""
    count = len(shared.first)
    k, m = np.triu_indices(count, 1)
    if len(k) > MOST_GUESSES:  # the surest first; a set of 91 tiles has as many pairs
        order = np.argsort(-(shared.weight[k] * shared.weight[m]), kind="stable")
        step = order[np.linspace(0, len(order) - 1, MOST_GUESSES).astype(np.int64)]
        k, m = k[step], m[step]
    here, there = shared.first[m] - shared.first[k], shared.second[m] - shared.second[k]
    far, far_there = np.linalg.norm(here, axis=1), np.linalg.norm(there, axis=1)
    alike = (far > 0.3) & (far_there > 0.3) & (far < RATIO * far_there) & (far_there < RATIO * far)
    turn = np.arctan2(here[:, 1], here[:, 0]) - np.arctan2(there[:, 1], there[:, 0])
    for n in (k, m):
        alike &= wrapped(turn - shared.turn[n], shared.double[n]) < TURN
    turns = [turn[alike], shared.turn, shared.turn[shared.double] + np.pi]
    middles = [
        ((shared.first[k] + shared.first[m])[alike] / 2, (shared.second[k] + shared.second[m])[alike] / 2),
        (shared.first, shared.second),
        (shared.first[shared.double], shared.second[shared.double]),
    ]
    turn = np.concatenate(turns)
    shift = np.concatenate([to - _turned(by, of) for by, (to, of) in zip(turns, middles, strict=True)])
    apart = np.linalg.norm(_turned(turn[:, None], shared.second[None]) + shift[:, None] - shared.first[None], axis=2)
    aligned = wrapped(turn[:, None] - shared.turn[None], shared.double[None]) < TURN
    worth = (shared.weight * aligned * np.maximum(0, 1 - (apart / NEARER[0]) ** 2)).sum(axis=1)
    best: list[tuple[float, Floats]] = []
    for guess in np.argsort(-worth, kind="stable").tolist():
        by, to = float(turn[guess]), shift[guess]
        if all(abs(np.sin((by - known) / 2)) > 0.05 or np.hypot(*(to - there)) > 0.5 for known, there in best):
            best.append((by, to))
        if len(best) == TRIED:
            break
    return best


def _turned(turn: Floats, points: Floats) -> Floats:
    c, s = np.cos(turn), np.sin(turn)
    return np.stack([c * points[..., 0] - s * points[..., 1], s * points[..., 0] + c * points[..., 1]], axis=-1)


def refined(shared: Shared, turn: float, shift: Floats) -> tuple[float, Floats]:
    """The map (3, 3) from the second view from above to the first, and what it is worth."""
    c, s = np.cos(turn), np.sin(turn)
    rigid = np.array([[c, -s, shift[0]], [s, c, shift[1]], [0, 0, 1.0]])
    whole = rigid
    worth = 0.0
    for near in NEARER:
        mapped = project(whole, shared.corners_second)
        ways = np.stack([mapped, np.where(shared.double[:, None, None], np.roll(mapped, 2, axis=1), mapped)])
        off = np.linalg.norm(ways - shared.corners_first, axis=3).mean(axis=2)
        way = off.argmin(axis=0)
        close = off.min(axis=0) < near
        worth = float((shared.weight * np.maximum(0, 1 - (off.min(axis=0) / near) ** 2)).sum())
        if not close.any():
            break
        source = np.where((way == 1)[:, None, None], np.roll(shared.corners_second, 2, axis=1), shared.corners_second)
        weight = shared.weight[close] / (1 + (off.min(axis=0)[close] / ODD) ** 2)
        whole = _fit(rigid, source[close].reshape(-1, 2), shared.corners_first[close].reshape(-1, 2), weight)
    return worth, whole


def _fit(rigid: Floats, source: Floats, target: Floats, weight: Floats) -> Floats:
    """The map near `rigid` that takes points (n, 2) to others; each weight is that of four points in a row."""
    middle = target.mean(axis=0)
    (x, y), (u, v) = (project(rigid, source) - middle).T, (target - middle).T
    one, none = np.ones_like(x), np.zeros_like(x)
    rows = np.concatenate(
        [
            np.stack([one, none, -y, x, x, y, -x * u, -y * u], axis=1),
            np.stack([none, one, x, y, -y, x, -x * v, -y * v], axis=1),
        ]
    )
    wanted = np.concatenate([u - x, v - y])
    heavy = np.tile(np.repeat(weight, 4), 2)[:, None]
    left = rows.T @ (rows * heavy) + np.diag((NOISE / LOOSELY) ** 2)
    p = np.linalg.solve(left, rows.T @ (wanted[:, None] * heavy))[:, 0]
    near = np.array([[1 + p[3] + p[4], p[5] - p[2], p[0]], [p[5] + p[2], 1 + p[3] - p[4], p[1]], [p[6], p[7], 1.0]])
    to, back = np.eye(3), np.eye(3)
    to[:2, 2], back[:2, 2] = -middle, middle
    return np.asarray(back @ near @ to @ rigid)
