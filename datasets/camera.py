"""A pinhole camera over a table: the plane z = 0, unit = one domino's length, z upwards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the camera stands and how it looks.

    `position` (3,), `rotation` (3, 3) world -> camera with rows right, down, forward; `focal` in pixels;
    `centre` (2,) the principal point in pixels.
    """

    position: Floats
    rotation: Floats
    focal: float
    centre: Floats

    def project(self, points: Floats) -> Floats:
        """World points (..., 3) -> pixels (..., 2). Points must lie in front of the camera."""
        local = (points - self.position) @ self.rotation.T
        depth = np.maximum(local[..., 2:3], 1e-3)
        return local[..., :2] / depth * self.focal + self.centre

    def depth(self, points: Floats) -> Floats:
        """Distance along the optical axis of world points (..., 3) -> (...)."""
        return (points - self.position) @ self.rotation[2]

    def table_homography(self, height: float = 0.0) -> Floats:
        """(3, 3) matrix that takes points (x, y, 1) at this height above the table to homogeneous pixels."""
        k = np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1]])
        moved = self.rotation @ (np.array([0.0, 0.0, height]) - self.position)
        return k @ np.column_stack([self.rotation[:, 0], self.rotation[:, 1], moved])


def look_at(
    target: Floats, elevation: float, azimuth: float, roll: float, distance: float, focal: float, centre: Floats
) -> Camera:
    """A camera `distance` away from `target` (3,), seen `elevation` radians above the table from `azimuth`.

    `roll` turns the picture around the optical axis. An elevation of pi/2 looks straight down.
    """
    back = np.array([np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation)])
    forward = -back
    side = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    down = np.cross(forward, side)
    c, s = np.cos(roll), np.sin(roll)
    right, down = c * side + s * down, -s * side + c * down
    return Camera(target + back * distance, np.stack([right, down, forward]), focal, centre)
