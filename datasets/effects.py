"""What a camera does to a scene before anyone sees it: optics, sensor, processing, compression.

The order in `apply` is the order in a phone: the lens blurs, the sensor measures too much or too little and adds noise,
the processor smooths, enlarges, sharpens, and at the end a JPEG is written, sometimes twice.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets import darkroom

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Effects:
    """What happens to one picture; the defaults do nothing at all.

    Blurs are given in tile widths, so that they mean the same on large and on small tiles.
    """

    exposure: float = 0.0
    """Stops of light too much (positive) or too little."""
    clip: float = 0.0
    """Share of the brightness range, from the top, that burns out to white."""
    white_balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Gain of red, green and blue, in linear light."""
    contrast: float = 1.0
    gamma: float = 1.0
    """Above 1 the middle tones get darker."""
    haze: float = 0.0
    """How far black is lifted towards white, 0 to 1: dirty lens, backlight."""
    saturation: float = 1.0
    """0 is a grey photo."""
    vignette: float = 0.0
    """Darkening of the corners, 0 to 1."""
    defocus: float = 0.0
    """Standard deviation of the lens blur, in tile widths."""
    motion: float = 0.0
    """Length of the shake, in tile widths."""
    motion_angle: float = 0.0
    """Direction of the shake, in radians."""
    shrink: float = 1.0
    """The sensor has this many times fewer pixels per side, and the picture is enlarged again."""
    noise: float = 0.0
    """Standard deviation of the brightness noise in a middle grey, 0 to 1 is black to white."""
    chroma_noise: float = 0.0
    """The same, independent in each colour."""
    blotches: float = 0.0
    """The same for coloured spots of about ten pixels, which night modes leave."""
    denoise: float = 0.0
    """Share of the picture replaced by its smoothed version, 0 to 1."""
    sharpen: float = 0.0
    """Strength of the unsharp mask; above 1 there are halos."""
    posterise: int = 0
    """Number of levels per channel that remain; 0 leaves all."""
    jpeg: int = 0
    """Quality of the camera's JPEG, 1 to 100; 0 writes none."""
    jpeg_again: int = 0
    """Quality of a second JPEG, by whoever passed the picture on."""


def random_effects(rng: np.random.Generator, severity: float | None = None) -> Effects:
    """Effects of a camera in a place.

    `severity` goes from 0 (new phone, good light) to 1 (everything may go wrong at once); None draws one, mostly mild.
    Whether an effect occurs at all is drawn for each on its own, except that two of a kind which together would wipe
    out the pips (two strong blurs, two ways of burning out, noise under strong sharpening) temper each other.
    """
    bad = float(rng.beta(1.2, 1.9)) if severity is None else severity

    def maybe(chance: float, most: float) -> float:
        """0, or with a chance that grows with badness something up to `most`, mostly well below."""
        present = rng.random() < chance * min(1.0, 2 * bad)
        amount = min(1.0, (0.3 + bad) * rng.random() ** 1.5)
        return most * amount if present else 0.0

    light = rng.random()
    if light < 0.33 * bad:
        exposure = -rng.uniform(0.7, 2.6)
    elif light > 1 - 0.22 * bad:
        exposure = rng.uniform(0.5, 1.5)
    else:
        exposure = rng.normal(0.0, 0.08 + 0.45 * bad)
    # Lamplight left uncorrected is common, light as blue as it is orange is not.
    warm, tint = np.clip(rng.normal(0.0, 0.03 + 0.35 * bad, 2), -0.35, 0.6) * (1.0, 0.3)
    colour = rng.random()
    burnt = exposure > 0.5
    gamma = float(np.exp(rng.normal(0.0, 0.02 + 0.22 * bad)))
    out_of_focus = rng.random() < 0.05
    defocus = 0.12 * float(rng.uniform(0.5, 1.0)) * min(1.0, 2 * bad) if out_of_focus else maybe(0.45, 0.06)
    motion = maybe(0.3, 0.36 if rng.random() < 0.2 else 0.2)
    sharpen = float(rng.uniform(0, 0.3)) + maybe(0.4, 2.5)
    quality = 97 - 20 * rng.random() * min(1.0, 5 * bad) - 60 * bad * rng.random() ** 2
    return Effects(
        exposure=float(np.clip(exposure, -2.8, 1.6)),
        clip=0.0 if burnt else maybe(0.25, 0.3),
        white_balance=(float(np.exp(warm)), float(np.exp(tint)), float(np.exp(-1.2 * warm))),
        contrast=float(np.exp(rng.normal(0.0, 0.02 + 0.3 * bad))),
        gamma=max(1.0, gamma) if burnt else gamma,
        haze=maybe(0.25, 0.4),
        saturation=0.0 if colour < 0.1 * bad else float(np.exp(rng.normal(0.0, 0.03 + 0.35 * bad))),
        vignette=maybe(0.35, 0.6),
        defocus=defocus,
        motion=0.0 if out_of_focus else motion,
        motion_angle=float(rng.uniform(0, np.pi)),
        shrink=1 + maybe(0.35, 2.5),
        noise=maybe(0.6, 0.1) / (1 + sharpen),
        chroma_noise=maybe(0.5, 0.08) / (1 + sharpen),
        blotches=maybe(0.25, 0.06) / (1 + sharpen),
        denoise=maybe(0.4, 1.0),
        sharpen=sharpen,
        posterise=int(rng.integers(12, 48)) if rng.random() < 0.05 * bad else 0,
        jpeg=0 if rng.random() < 0.1 else int(np.clip(quality, 15, 98)),
        jpeg_again=int(rng.integers(30, 92)) if rng.random() < 0.5 * bad else 0,
    )


def apply(effects: Effects, image: Image, rng: np.random.Generator, detail: float = 48.0) -> Image:
    """The picture as that camera delivers it.

    `image` is RGB uint8 (H, W, 3) and stays as it is; `detail` is the usual width of a tile in it, in pixels. `rng`
    serves the noise only. Returns a new RGB uint8 array of the same shape.
    """
    height, width = image.shape[:2]
    # A tile of less than eight pixels' width cannot be read by anyone.
    shrink = min(effects.shrink, max(1.0, detail / 8))
    out = darkroom.vignetted(image.copy(), effects.vignette)
    out = darkroom.defocused(out, effects.defocus * detail)
    out = darkroom.shaken(out, effects.motion * detail, effects.motion_angle)
    out = darkroom.resized(out, max(4, round(height / shrink)), max(4, round(width / shrink)))
    out = darkroom.recoded(out, _tone_curves(effects))
    out = darkroom.saturated(out, effects.saturation)
    out = darkroom.noisy(out, rng, effects.noise, effects.chroma_noise, effects.blotches)
    out = darkroom.smoothed(out, effects.denoise, 5 if effects.denoise > 0.5 and detail / shrink > 30 else 3)
    out = darkroom.compressed(out, effects.jpeg)
    out = darkroom.resized(out, height, width)
    out = darkroom.sharpened(out, effects.sharpen, 0.9 * shrink)
    out = darkroom.posterised(out, effects.posterise)
    return darkroom.compressed(out, effects.jpeg_again)


def _tone_curves(effects: Effects) -> Image:
    """Table (256, 3): brightness in, brightness out, for red, green and blue."""
    value = np.linspace(0, 1, 256)[:, None] ** 2.2
    value = value * 2.0**effects.exposure * np.array(effects.white_balance)
    value = np.clip(value, 0, 1) ** (effects.gamma / 2.2)
    value = np.clip(value / (1 - min(effects.clip, 0.9)), 0, 1)
    value = np.clip(0.5 + (value - 0.5) * effects.contrast, 0, 1)
    value = value + (0.85 - value) * effects.haze
    return np.asarray(np.round(value * 255), dtype=np.uint8)
