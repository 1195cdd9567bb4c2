"""The drawn faces show what they claim to show."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from datasets.backs import _PATTERNS
from datasets.faces import SetStyle, draw_back, draw_face, pip_centres, random_style
from datasets.pips import MAX_VALUE, MIN_DISTANCE, layouts, nearest
from datasets.styles import BACKS

LIGHT = (0.6, -0.8)


def plain_set(seed: int) -> SetStyle:
    """A random set with flat black pips on white, without anything else on it and without wear."""
    rng = np.random.default_rng(seed)
    style = random_style(rng, MAX_VALUE)
    while style.pips is None or style.numerals:
        style = random_style(rng, MAX_VALUE)
    black = ((0, 0, 0),) * (MAX_VALUE + 1)
    radii = tuple(min(r, 0.4 * nearest(c)) for r, c in zip(style.pips.radii, style.pips.centres, strict=True))
    pips = replace(style.pips, kind="flat", shape="disc", rim=None, colours=black, radii=radii, dimples=None)
    return replace(
        style,
        pips=pips,
        body=(255, 255, 255),
        grain=None,
        divider=replace(style.divider, kind="none", spinner=None),
        border=None,
        logo=None,
        bevel_depth=0.0,
        wear=0.0,
        dirt=0.0,
    )


@pytest.mark.parametrize("value", range(MAX_VALUE + 1))
def test_layouts_have_their_pips_inside_and_apart(value: int) -> None:
    found = layouts(value)
    assert found
    for centres in found:
        assert centres.shape == (value, 2)
        assert centres.dtype == np.float32
        assert ((centres > 0.08) & (centres < 0.92)).all()
        assert nearest(centres) >= MIN_DISTANCE


def test_layouts_of_one_value_differ() -> None:
    for value in range(MAX_VALUE + 1):
        kinds = {np.round(c[np.lexsort(c.T)], 2).tobytes() for c in layouts(value)}
        assert len(kinds) == len(layouts(value))
    assert len(layouts(12)) >= 6


@pytest.mark.parametrize("value", [-1, MAX_VALUE + 1])
def test_there_are_no_layouts_beyond_the_values(value: int) -> None:
    with pytest.raises(ValueError, match="0 to 18"):
        layouts(value)


@pytest.mark.parametrize("length", [64, 96, 131])
@pytest.mark.parametrize("seed", range(12))
def test_textures_have_the_promised_shape_and_repeat(seed: int, length: int) -> None:
    style = random_style(np.random.default_rng(seed))
    values = (style.max_value, seed % (style.max_value + 1))
    for draw in (
        lambda s: draw_face(style, values, length, LIGHT, np.random.default_rng(s)),
        lambda s: draw_back(style, length, LIGHT, np.random.default_rng(s)),
    ):
        picture = draw(5)
        assert picture.shape == (length, round(length * style.aspect), 3)
        assert picture.dtype == np.uint8
        assert np.array_equal(picture, draw(5))
        assert not np.array_equal(picture, draw(6))


def test_equal_seeds_give_equal_sets() -> None:
    one, two = (random_style(np.random.default_rng(3)) for _ in range(2))
    faces = [draw_face(s, (1, 2), 100, LIGHT, np.random.default_rng(0)) for s in (one, two)]
    assert np.array_equal(*faces)


@pytest.mark.parametrize("value", range(MAX_VALUE + 1))
def test_as_many_blobs_as_the_value(value: int) -> None:
    for seed in range(4):
        style = plain_set(seed)
        other = (value * 7 + seed) % (MAX_VALUE + 1)
        face = draw_face(style, (value, other), 512, LIGHT, np.random.default_rng(seed))
        dark = (face.max(axis=2) < 128).astype(np.uint8)
        for half, expected in ((dark[:256], value), (dark[256:], other)):
            assert cv2.connectedComponents(half)[0] - 1 == expected


def test_pips_lie_where_pip_centres_says_and_half_b_is_turned() -> None:
    style = replace(plain_set(1), misprint=0.0)
    face = draw_face(style, (3, 5), 400, LIGHT, np.random.default_rng(0))
    columns = face.shape[1]
    for value, half in ((3, face[:200]), (5, face[200:][::-1, ::-1])):
        centres = pip_centres(style, value)
        assert centres.shape == (value, 2)
        for x, y in centres:
            assert half[round(y * 200 - 0.5), round(x * columns - 0.5)].max() < 60


def test_pips_can_be_seen_on_every_set() -> None:
    rng = np.random.default_rng(11)
    for _ in range(40):
        style = random_style(rng)
        new = replace(style, wear=0.0)
        one, blank = (draw_face(new, (v, 0), 128, LIGHT, np.random.default_rng(1)) for v in (1, 0))
        assert np.abs(one.astype(int) - blank)[:64].max() > 20


def test_drawn_pips_keep_apart_and_on_the_tile() -> None:
    rng = np.random.default_rng(4)
    for _ in range(60):
        style = random_style(rng)
        if style.pips is None:
            assert not style.has_pips
            assert pip_centres(style, 3).shape == (0, 2)
            continue
        for value in range(1, style.max_value + 1):
            centres, radius = pip_centres(style, value), style.pips.radii[value]
            assert ((centres > 0.03) & (centres < 0.97)).all()
            assert radius <= max(0.02, 0.57 * nearest(centres, 0.5 / style.aspect))
            assert value > 12 or radius <= max(0.02, 0.47 * nearest(centres, 0.5 / style.aspect))


def test_values_beyond_the_set_are_refused() -> None:
    style = random_style(np.random.default_rng(0), 6)
    with pytest.raises(ValueError, match="0 to 6"):
        draw_face(style, (7, 0), 128, LIGHT, np.random.default_rng(0))
    with pytest.raises(ValueError, match="max_value"):
        random_style(np.random.default_rng(0), 19)


def test_every_kind_of_back_is_drawn_and_is_no_face() -> None:
    assert set(_PATTERNS) == set(BACKS) - {"plain"}
    style = plain_set(2)
    face = draw_face(style, (4, 6), 128, LIGHT, np.random.default_rng(0)).astype(int)
    plain = replace(style.back, kind="plain", colour=(240, 240, 240), ink=(20, 40, 160), relief=0.8)
    bare = draw_back(replace(style, back=plain), 128, LIGHT, np.random.default_rng(0)).astype(int)
    for kind in BACKS:
        patterned = replace(style, back=replace(plain, kind=kind))
        back = draw_back(patterned, 128, LIGHT, np.random.default_rng(0)).astype(int)
        assert np.abs(back - face).mean() > 4
        assert (np.abs(back - bare).max() > 20) == (kind != "plain")
