"""A small canvas with transparency, on which objects are drawn as seen from straight above."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from datasets.colours import Colour
from datasets.noise import Array

Point = tuple[float, float]

BITS = 4
"""Fractional bits of the coordinates handed to OpenCV, so that shapes may lie between pixels."""


def _fixed(value: float) -> int:
    return round(value * (1 << BITS))


class Canvas:
    """An RGB picture and its opacity, uint8 (height, width, 3) and (height, width); it starts fully transparent.

    `solid…` methods draw parts of the object (they make it opaque); `ink…` methods colour what is there.
    """

    __slots__ = ("alpha", "rgb")

    def __init__(self, height: int, width: int) -> None:
        self.rgb: Array = np.zeros((height, width, 3), np.uint8)
        self.alpha: Array = np.zeros((height, width), np.uint8)

    def solid(self, mask: Array, colour: Colour | Array) -> None:
        """Lay a colour or a picture of the canvas's size over the object where the uint8 mask says so."""
        over = colour if isinstance(colour, np.ndarray) else np.full_like(self.rgb, colour)
        if not self.alpha.any():
            self.rgb[:] = over  # Outside too, so that edges do not darken when the sprite is resized.
        else:
            weight = mask.astype(np.float32) * (1 / 255)
            self.rgb = cv2.blendLinear(over, self.rgb, weight, 1 - weight)
        self.alpha = cv2.max(self.alpha, mask)

    def _mask(self) -> Array:
        return np.zeros_like(self.alpha)

    def solid_disc(self, centre: Point, radius: float, colour: Colour | Array) -> None:
        mask = self._mask()
        cv2.circle(mask, (_fixed(centre[0]), _fixed(centre[1])), _fixed(radius), 255, -1, cv2.LINE_AA, BITS)
        self.solid(mask, colour)

    def solid_ring(self, centre: Point, radius: float, width: float, colour: Colour | Array) -> None:
        mask = self._mask()
        at = (_fixed(centre[0]), _fixed(centre[1]))
        cv2.circle(mask, at, _fixed(radius), 255, max(1, round(width)), cv2.LINE_AA, BITS)
        self.solid(mask, colour)

    def solid_polygon(self, corners: Sequence[Point], colour: Colour | Array) -> None:
        mask = self._mask()
        cv2.fillPoly(mask, [np.rint(np.array(corners) * (1 << BITS)).astype(np.int32)], 255, cv2.LINE_AA, BITS)
        self.solid(mask, colour)

    def solid_box(self, box: tuple[float, float, float, float], round_by: float, colour: Colour | Array) -> None:
        """A box (left, top, right, bottom) whose corners have the radius `round_by`."""
        mask = self._mask()
        left, top, right, bottom = box
        radius = max(0.0, min(round_by, (right - left) / 2 - 1, (bottom - top) / 2 - 1))
        for dx, dy in ((radius, 0.0), (0.0, radius)):
            first, last = (_fixed(left + dx), _fixed(top + dy)), (_fixed(right - dx), _fixed(bottom - dy))
            cv2.rectangle(mask, first, last, 255, -1, cv2.LINE_AA, BITS)
        if radius:
            for x in (left + radius, right - radius):
                for y in (top + radius, bottom - radius):
                    cv2.circle(mask, (_fixed(x), _fixed(y)), _fixed(radius), 255, -1, cv2.LINE_AA, BITS)
        self.solid(mask, colour)

    def solid_path(self, points: Sequence[Point], width: float, colour: Colour | Array) -> None:
        """A thick line with round ends through the points: a cable, a finger, a wire."""
        mask = self._mask()
        line = np.rint(np.array(points) * (1 << BITS)).astype(np.int32)
        cv2.polylines(mask, [line], False, 255, max(1, round(width)), cv2.LINE_AA, BITS)
        self.solid(mask, colour)

    def ink_disc(self, centre: Point, radius: float, colour: Colour, width: float = -1) -> None:
        """A disc, or a ring if a width is given."""
        at = (_fixed(centre[0]), _fixed(centre[1]))
        cv2.circle(self.rgb, at, _fixed(radius), colour, max(1, round(width)) if width > 0 else -1, cv2.LINE_AA, BITS)

    def ink_box(self, box: tuple[float, float, float, float], colour: Colour, width: int = -1) -> None:
        left, top, right, bottom = map(_fixed, box)
        cv2.rectangle(self.rgb, (left, top), (right, bottom), colour, width, cv2.LINE_AA, BITS)

    def ink_line(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        line = np.rint(np.array(points) * (1 << BITS)).astype(np.int32)
        cv2.polylines(self.rgb, [line], False, colour, max(1, round(width)), cv2.LINE_AA, BITS)

    def hole(self, centre: Point, radius: float) -> None:
        """Make a disc transparent."""
        cv2.circle(self.alpha, (_fixed(centre[0]), _fixed(centre[1])), _fixed(radius), 0, -1, cv2.LINE_AA, BITS)

    def relief(self, angle: float, strength: float, reach: float = 2.0) -> None:
        """Lighten the edges that face `angle` (radians) and darken those that look away, over `reach` pixels."""
        soft = cv2.GaussianBlur(self.alpha, (0, 0), reach)
        across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
        slope = cv2.addWeighted(across, -np.cos(angle) * strength, down, -np.sin(angle) * strength, 0)
        self.rgb = np.clip(self.rgb + slope[..., None], 0, 255).astype(np.uint8)

    def rgba(self) -> Array:
        """The object as uint8 (H, W, 4), cut to its outline with a transparent margin of one pixel."""
        left, top, width, height = cv2.boundingRect(self.alpha)
        cut = np.dstack([self.rgb, self.alpha])[top : top + height, left : left + width]
        return cv2.copyMakeBorder(cut, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(*cut[0, 0, :3].tolist(), 0))
