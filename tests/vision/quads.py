"""Made-up outlines for the tests of what quads are cut and measured by."""

from __future__ import annotations

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from vision.geometry import quad_from_centre

SOME = settings(max_examples=40, deadline=None)


@st.composite
def tiles(draw, spread=400.0):
    """Perspective views of a tile: convex, clockwise, half A first."""
    centre = (draw(st.floats(0, spread)), draw(st.floats(0, spread)))
    angle, slant = draw(st.floats(0, 2 * np.pi)), draw(st.floats(-0.5, 0.5))
    length, width = draw(st.floats(20, 120)), draw(st.floats(10, 60))
    along = np.array([np.cos(angle), np.sin(angle)]) * length
    across = np.array([-np.sin(angle + slant), np.cos(angle + slant)]) * width
    quad = quad_from_centre(centre, along, across)
    pull = draw(st.floats(0, 0.3))
    quad[:2] += (quad[:2].mean(axis=0) - quad[:2]) * pull
    return quad


def rectangle(left, top, width, height):
    return np.array([(left, top), (left + width, top), (left + width, top + height), (left, top + height)], float)
