from __future__ import annotations

from dataclasses import fields, replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.effects import Effects, apply, random_effects
from datasets.lighting import glare, light_field

Image = NDArray[np.uint8]

ALONE = {
    "exposure": -1.0,
    "clip": 0.2,
    "white_balance": (1.2, 1.0, 0.7),
    "contrast": 1.3,
    "gamma": 1.3,
    "haze": 0.2,
    "saturation": 0.0,
    "vignette": 0.5,
    "defocus": 0.06,
    "motion": 0.2,
    "shrink": 2.0,
    "noise": 0.05,
    "chroma_noise": 0.05,
    "blotches": 0.04,
    "denoise": 0.8,
    "sharpen": 1.0,
    "posterise": 8,
    "jpeg": 30,
    "jpeg_again": 30,
}


def table(height: int = 200, width: int = 260) -> Image:
    """Ivory tiles with coloured pips on a green cloth with some grain."""
    rng = np.random.default_rng(7)
    image = np.full((height, width, 3), (70, 110, 80), np.uint8)
    image = cv2.add(image, rng.integers(0, 12, image.shape).astype(np.uint8))
    for x in range(20, width - 50, 60):
        cv2.rectangle(image, (x, 40), (x + 40, 120), (235, 228, 205), -1)
        cv2.line(image, (x + 4, 80), (x + 36, 80), (40, 40, 40), 1)
        cv2.circle(image, (x + 20, 60), 5, (180, 30, 40), -1)
        cv2.circle(image, (x + 20, 100), 5, (30, 40, 150), -1)
    return np.asarray(image, dtype=np.uint8)


def psnr(one: Image, other: Image) -> float:
    return 20 * float(np.log10(255 / max(1e-6, np.sqrt(np.mean((one.astype(float) - other) ** 2)))))


def test_default_effects_return_an_equal_copy() -> None:
    image = table()
    out = apply(Effects(), image, np.random.default_rng(0))
    assert np.array_equal(out, image)
    assert not np.shares_memory(out, image)


def test_all_fields_are_tested_alone() -> None:
    assert set(ALONE) | {"motion_angle"} == {field.name for field in fields(Effects)}


@pytest.mark.parametrize("name", ALONE)
def test_each_effect_alone_changes_the_picture_but_not_its_subject(name: str) -> None:
    image = table()
    before = image.copy()
    out = apply(replace(Effects(), **{name: ALONE[name]}), image, np.random.default_rng(0), detail=40)
    assert out.shape == image.shape
    assert out.dtype == np.uint8
    assert np.array_equal(image, before)
    assert 0.3 < np.abs(out.astype(float) - image).mean() < 70
    assert np.corrcoef(out.ravel(), image.ravel())[0, 1] > 0.8


def test_motion_smears_along_its_angle() -> None:
    image = np.zeros((41, 41, 3), np.uint8)
    image[20, 20] = 255
    rng = np.random.default_rng(0)
    wide = apply(Effects(motion=0.25, motion_angle=0.0), image, rng, detail=40)[..., 0]
    tall = apply(Effects(motion=0.25, motion_angle=np.pi / 2), image, rng, detail=40)[..., 0]
    assert np.count_nonzero(wide.max(axis=0)) >= 9
    assert np.count_nonzero(wide.max(axis=1)) <= 2
    assert np.abs(wide.astype(int) - tall.T).max() <= 1


def test_blurs_grow_with_the_tiles() -> None:
    image = table()
    rng = np.random.default_rng(0)
    small = apply(Effects(defocus=0.05, motion=0.1), image, rng, detail=12)
    large = apply(Effects(defocus=0.05, motion=0.1), image, rng, detail=60)
    assert psnr(small, image) > psnr(large, image) + 5


def test_exposure_dims_and_burns() -> None:
    image = table()
    rng = np.random.default_rng(0)
    means = [apply(Effects(exposure=stops), image, rng).mean() for stops in (-2.0, 0.0, 1.0)]
    assert means[0] < 0.6 * means[1] < 0.6 * means[2]


def test_grey_photo_has_equal_channels() -> None:
    out = apply(Effects(saturation=0.0), table(), np.random.default_rng(0)).astype(int)
    assert np.ptp(out, axis=2).max() <= 1


def test_noise_has_the_stated_strength_and_comes_from_the_generator() -> None:
    image = np.full((900, 300, 3), 128, np.uint8)
    first, second = (apply(Effects(noise=0.05), image, np.random.default_rng(seed)) for seed in (1, 2))
    assert (first.astype(float) / 255).std() == pytest.approx(0.05, rel=0.1)
    assert not np.array_equal(first, second)


def test_severity_zero_changes_little_and_one_changes_much() -> None:
    image = table()
    values = {}
    for severity in (0.0, 1.0):
        rng = np.random.default_rng(3)
        values[severity] = [psnr(apply(random_effects(rng, severity), image, rng), image) for _ in range(40)]
    assert np.median(values[0.0]) > 26
    assert min(values[0.0]) > 18
    assert np.median(values[1.0]) < np.median(values[0.0]) - 8


def test_random_effects_cover_the_bad_ones_in_moderation() -> None:
    rng = np.random.default_rng(5)
    drawn = [random_effects(rng) for _ in range(3000)]
    assert 0.02 < np.mean([e.saturation == 0 for e in drawn]) < 0.07
    assert 0.03 < np.mean([e.exposure < -0.9 for e in drawn]) < 0.3
    assert 0.03 < np.mean([e.exposure > 0.7 for e in drawn]) < 0.3
    assert 0.03 < np.mean([e.sharpen > 1 for e in drawn]) < 0.3
    assert 0.005 < np.mean([e.defocus > 0.06 for e in drawn]) < 0.08
    assert max(e.defocus for e in drawn) <= 0.12
    assert all(15 <= quality <= 98 for e in drawn for quality in (e.jpeg, e.jpeg_again) if quality)
    assert min(e.defocus for e in drawn) == min(e.motion for e in drawn) == 0


def test_same_seed_same_picture() -> None:
    def shot(seed: int) -> Image:
        rng = np.random.default_rng(seed)
        lit = np.clip(table() * light_field(rng, 200, 260), 0, 255).astype(np.uint8)
        return apply(random_effects(rng, 0.8), glare(lit, rng), rng)

    assert np.array_equal(shot(11), shot(11))
    assert not np.array_equal(shot(11), shot(12))


@pytest.mark.parametrize("value", [0, 255])
@pytest.mark.parametrize("shape", [(16, 16), (90, 33)])
def test_black_white_and_tiny_pictures_survive(shape: tuple[int, int], value: int) -> None:
    image = np.full((*shape, 3), value, np.uint8)
    rng = np.random.default_rng(value)
    for _ in range(60):
        out = apply(random_effects(rng, 1.0), glare(image, rng), rng, detail=float(rng.uniform(6, 90)))
        assert out.shape == image.shape
        assert out.dtype == np.uint8
    strong = replace(Effects(), **{name: value for name, value in ALONE.items() if name != "white_balance"})
    assert apply(strong, image, rng).shape == image.shape


def test_noise_does_not_wrap_around() -> None:
    rng = np.random.default_rng(0)
    effects = Effects(noise=0.1, chroma_noise=0.1)
    assert apply(effects, np.full((64, 64, 3), 250, np.uint8), rng).min() > 60
    assert apply(effects, np.full((64, 64, 3), 3, np.uint8), rng).max() < 190


def test_light_fields_are_about_one_bounded_and_sometimes_even() -> None:
    rng = np.random.default_rng(2)
    drawn = [light_field(rng, 96, 128) for _ in range(300)]
    assert all(f.shape == (96, 128, 3) and f.dtype == np.float32 for f in drawn)
    assert all(f.min() >= 0.11 and f.max() <= 1.61 for f in drawn)
    assert 0.75 < np.mean([f.mean() for f in drawn]) < 1.05
    even = np.mean([np.ptp(f.mean(axis=2)) < 0.35 for f in drawn])
    assert 0.2 < even < 0.6
    assert light_field(rng, 16, 16).shape == (16, 16, 3)


def test_some_shadows_have_hard_edges() -> None:
    rng = np.random.default_rng(4)
    steps = [np.abs(np.diff(light_field(rng, 128, 128)[..., 1], axis=1)).max() for _ in range(100)]
    assert 5 < sum(step > 0.06 for step in steps) < 60


def test_glare_only_brightens_and_keeps_to_the_gloss() -> None:
    image = table()
    mask = np.zeros(image.shape[:2], np.float32)
    mask[:, 130:] = 1
    rng = np.random.default_rng(6)
    changed = matt_changed = 0
    for _ in range(200):
        out = glare(image, rng, mask)
        assert out.shape == image.shape
        assert out.dtype == np.uint8
        assert (out.astype(int) - image).min() >= -1
        changed += not np.array_equal(out, image)
        matt_changed += bool(np.abs(out[:, :130].astype(int) - image[:, :130]).max() > 1)
    assert 60 < changed < 150
    assert 0 < matt_changed < 40  # plastic film alone
