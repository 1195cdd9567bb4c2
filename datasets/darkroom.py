"""The steps by which a camera makes a picture; `datasets.effects` says which ones, how strong, and in what order.

Each takes an RGB uint8 picture (H, W, 3), leaves it as it is and returns one like it; strength 0 returns it unchanged.
"""

from __future__ import annotations

import functools

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

_BLOCK = 768
"""Side of the square of ready-made noise from which windows are cut, in pixels."""


def vignetted(image: Image, strength: float) -> Image:
    """Corners darker by the share `strength`, 0 to 1."""
    if strength <= 0:
        return image
    height, width = image.shape[:2]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None] ** 2
    x = np.linspace(-1, 1, width, dtype=np.float32)[None] ** 2
    kept = cv2.convertScaleAbs(1 - np.float32(strength / 2) * (x + y) * (x + y) / 2, alpha=255)
    return np.asarray(cv2.multiply(image, cv2.merge([kept] * 3), scale=1 / 255), dtype=np.uint8)


def defocused(image: Image, sigma: float) -> Image:
    """Blurred by a lens out of focus; `sigma` is the standard deviation in pixels."""
    if sigma < 0.2:
        return image
    if 0.8 < sigma < 2.0:
        return np.asarray(cv2.filter2D(image, -1, _disc(2 * sigma)), dtype=np.uint8)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), dtype=np.uint8)


def _disc(radius: float) -> Floats:
    """The picture a lens out of focus makes of a point."""
    reach = int(np.ceil(radius))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    kernel = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)


def shaken(image: Image, length: float, angle: float) -> Image:
    """Blurred along a line of `length` pixels at `angle` radians."""
    if length < 1:
        return image
    if length > 8:
        # A long line is a line of half the length seen twice: far cheaper than one large kernel.
        half = shaken(image, length / 2, angle)
        x, y = length / 4 * np.cos(angle), length / 4 * np.sin(angle)
        return np.asarray(cv2.addWeighted(_moved(half, x, y), 0.5, _moved(half, -x, -y), 0.5, 0), dtype=np.uint8)
    reach = int(np.ceil(length / 2)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for t in np.linspace(-length / 2, length / 2, 4 * reach):
        x, y = reach + t * np.cos(angle), reach + t * np.sin(angle)
        left, top = int(x), int(y)
        kernel[top : top + 2, left : left + 2] += np.outer([top + 1 - y, y - top], [left + 1 - x, x - left])
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), dtype=np.uint8)


def _moved(image: Image, x: float, y: float) -> Image:
    shift = np.array([[1, 0, x], [0, 1, y]], np.float32)
    size = image.shape[1], image.shape[0]
    return np.asarray(cv2.warpAffine(image, shift, size, borderMode=cv2.BORDER_REFLECT_101), dtype=np.uint8)


def resized(image: Image, height: int, width: int) -> Image:
    """Averaged when it gets smaller, interpolated when it gets larger."""
    if image.shape[:2] == (height, width):
        return image
    how = cv2.INTER_AREA if height < image.shape[0] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, (width, height), interpolation=how), dtype=np.uint8)


def recoded(image: Image, table: Image) -> Image:
    """Every value replaced by that of the table (256, 3) for its channel."""
    return np.asarray(cv2.LUT(image, table[None]), dtype=np.uint8)


def saturated(image: Image, saturation: float) -> Image:
    """Colours drawn towards grey (0) or away from it (above 1)."""
    if saturation == 1:
        return image
    grey = np.tile(np.array([0.299, 0.587, 0.114]) * (1 - saturation), (3, 1))
    return np.asarray(cv2.transform(image, grey + np.eye(3) * saturation), dtype=np.uint8)


@functools.cache
def _noise_block(grey: bool) -> Floats:
    """Normal noise (side, side, 3), slightly smoothed as demosaicing does; the same in all channels if `grey`."""
    rng = np.random.default_rng(1 if grey else 2)
    block = rng.standard_normal((_BLOCK, _BLOCK, 1 if grey else 3), np.float32)
    soft = cv2.GaussianBlur(block, (0, 0), 0.6)
    soft = cv2.merge([soft] * 3) if grey else soft
    return np.asarray(soft / soft.std(), dtype=np.float32)


def _noise_window(rng: np.random.Generator, height: int, width: int, grey: bool) -> Floats:
    """A window of the block at a random place; larger pictures see the block repeated."""
    block = _noise_block(grey)
    more = max(0, height - _BLOCK // 2), max(0, width - _BLOCK // 2)
    if max(more) > _BLOCK // 2:
        block = np.pad(block, ((0, more[0]), (0, more[1]), (0, 0)), mode="wrap")
    top, left = rng.integers(0, block.shape[0] - height + 1), rng.integers(0, block.shape[1] - width + 1)
    return block[top : top + height, left : left + width]


def noisy(image: Image, rng: np.random.Generator, grey: float, colour: float, blotches: float) -> Image:
    """Noise of a sensor: standard deviations, as shares of white, that a middle grey gets.

    `grey` is brightness, `colour` each channel for itself, `blotches` soft coloured spots of about ten pixels.
    """
    if max(grey, colour, blotches) <= 0:
        return image
    height, width = image.shape[:2]
    same, apart = _noise_window(rng, height, width, True), _noise_window(rng, height, width, False)
    signs = rng.choice([-1.0, 1.0], 2)
    noise = cv2.addWeighted(same, grey * signs[0], apart, colour * signs[1], 0)
    if blotches > 0:
        rough = rng.standard_normal((max(2, height // 10), max(2, width // 10), 3), np.float32)
        spots = cv2.resize(rough * np.float32(1.5 * blotches), (width, height), interpolation=cv2.INTER_LINEAR)
        noise = cv2.add(noise, spots)
    noise = cv2.multiply(noise, cv2.LUT(image, _noise_gain()))
    return np.asarray(cv2.add(image, noise, dtype=cv2.CV_8U), dtype=np.uint8)


def _noise_gain() -> Floats:
    """Table (256,): noise in grey levels at each brightness, for a noise of 1 at middle grey.

    Shot noise grows with the root of the light, and encoding stretches the dark part of it.
    """
    light = np.linspace(0, 1, 256) ** 2.2
    noise = np.sqrt(0.004 + light) * np.maximum(light, 0.012) ** (1 / 2.2 - 1)
    return np.asarray(noise / noise[128] * 255, dtype=np.float32)


def smoothed(image: Image, strength: float, size: int) -> Image:
    """Edges stay, texture goes: a median over `size` pixels, with colour smeared wider than brightness."""
    if strength <= 0:
        return image
    smooth = cv2.cvtColor(cv2.medianBlur(image, size), cv2.COLOR_RGB2YCrCb)
    wide = cv2.blur(smooth, (5, 5))
    cv2.mixChannels([wide], [smooth], [1, 1, 2, 2])
    smooth = cv2.cvtColor(smooth, cv2.COLOR_YCrCb2RGB)
    return np.asarray(cv2.addWeighted(smooth, strength, image, 1 - strength, 0), dtype=np.uint8)


def sharpened(image: Image, strength: float, sigma: float) -> Image:
    """Unsharp mask of `sigma` pixels; a strength above 1 leaves halos."""
    if strength <= 0:
        return image
    blurred = cv2.GaussianBlur(image, (0, 0), sigma)
    return np.asarray(cv2.addWeighted(image, 1 + strength, blurred, -strength, 0), dtype=np.uint8)


def posterised(image: Image, levels: int) -> Image:
    """Only so many levels left in each channel; 0 leaves all."""
    if levels <= 0:
        return image
    steps = max(1, levels - 1)
    table = np.round(np.round(np.arange(256) / 255 * steps) * 255 / steps).astype(np.uint8)
    return recoded(image, np.stack([table] * 3, axis=1))


def compressed(image: Image, quality: int) -> Image:
    """Through a JPEG and back. Red and blue change places for the codec, which colours them as a camera does."""
    if quality <= 0:
        return image
    _, data = cv2.imencode(".jpg", cv2.cvtColor(image, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR_RGB), dtype=np.uint8)
