"""Three kinds of networks (PyTorch): plain dense convolutions, small enough for an answer at once on a laptop CPU.

All take uint8 RGB pictures in rows-columns-channels order, (N, H, W, 3). A picture's brightness and contrast are
divided out; its colours stay. In training that is done in floats (`normalise`); as they are shipped, networks are shown
pictures that `vision.evened` has evened in whole numbers (`Shown`).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from vision.evened import LEAST_SPREAD, MIDDLE, STEPS

HEADS = {"face": 1, "down": 1, "offset": 2, "along": 3, "across": 3}
"""Channels of the detector's map: heat of centres of faces and of backs (logits), offset of the centre within its cell,
and for each axis of the tile cos 2t, sin 2t of its direction and the logarithm of its half length in cells."""
AUXILIARY = {"mask": 1, "divider": 1, "border": 1}
"""Maps that only help the training: faces, dividers, borders between tiles and anything else."""
MAP_CHANNELS = sum(HEADS.values())
REFINER_SIZE = (144, 80)
READER_SIZE = 80
N_VALUES = 20


def normalise(pictures: Tensor) -> Tensor:
    """uint8 (N, H, W, 3) -> float (N, 3, H, W) with mean about 0 and spread about 1 per picture."""
    x = pictures.permute(0, 3, 1, 2).float()
    mean = x.mean(dim=(1, 2, 3), keepdim=True)
    spread = (x - mean).square().mean(dim=(1, 2, 3), keepdim=True).sqrt()
    return (x - mean) / (spread + LEAST_SPREAD)


def block(inputs: int, outputs: int, stride: int = 1, spread: int = 1) -> nn.Sequential:
    """3x3 convolution, its taps `spread` cells apart, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, spread, spread, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Detector(nn.Module):
    """A U-shaped network: (N, H, W, 3) -> maps (N, 10, H/4, W/4); H and W are multiples of 32."""

    def __init__(self) -> None:
        super().__init__()
        c1, c2, c3, c4, c5 = 16, 32, 48, 80, 112
        self.stem = block(3, c1, 2)
        self.down1 = nn.Sequential(block(c1, c2, 2), block(c2, c2))
        self.down2 = nn.Sequential(block(c2, c3, 2), block(c3, c3))
        self.down3 = nn.Sequential(block(c3, c4, 2), block(c4, c4))
        # The last step looks far: without dividers only the end of a chain tells which halves belong together.
        self.down4 = nn.Sequential(block(c4, c5, 2), block(c5, c5), block(c5, c5, spread=2))
        self.up4 = block(c5 + c4, c4)
        self.up3 = block(c4 + c3, c3)
        self.mix = nn.Conv2d(c3, c2, 1, bias=False)
        self.up2 = block(c2, c2)
        self.last = block(c2, c2)
        self.head = nn.Conv2d(c2, MAP_CHANNELS + sum(AUXILIARY.values()), 1)
        with torch.no_grad():
            self.head.bias[:2] = -4.0

    def forward(self, pictures: Tensor) -> Tensor:
        return self.answer(normalise(pictures))

    def answer(self, x: Tensor) -> Tensor:
        return self._maps(x)[:, :MAP_CHANNELS]

    def maps(self, pictures: Tensor) -> Tensor:
        """All maps, the auxiliary ones last."""
        return self._maps(normalise(pictures))

    def _maps(self, x: Tensor) -> Tensor:
        a = self.down1(self.stem(x))
        b = self.down2(a)
        c = self.down3(b)
        d = self.down4(c)
        c = self.up4(torch.cat([_double(d), c], 1))
        b = self.up3(torch.cat([_double(c), b], 1))
        a = self.last(self.up2(_double(self.mix(b)) + a))
        out: Tensor = self.head(a)
        return out


def _double(x: Tensor) -> Tensor:
    return F.interpolate(x, scale_factor=2.0, mode="nearest")


class Refiner(nn.Module):
    """A rough crop of a tile, (N, 144, 80, 3) -> (N, 16): corners and divider ends (x, y in units of the crop, 12
    numbers, corner order of `vision.types.Quad`), then logits of junk, face, back, decoy."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            block(3, 24, 2),
            block(24, 32),
            block(32, 48, 2),
            block(48, 48),
            block(48, 80, 2),
            block(80, 80),
            block(80, 112, 2),
            nn.Conv2d(112, 40, 1),
            nn.ReLU(inplace=True),
            nn.Flatten(),
        )
        self.head = nn.Sequential(nn.Linear(40 * 9 * 5, 192), nn.ReLU(inplace=True), nn.Linear(192, 16))

    def forward(self, crops: Tensor) -> Tensor:
        return self.answer(normalise(crops))

    def answer(self, x: Tensor) -> Tensor:
        out: Tensor = self.head(self.trunk(x))
        return out


class Reader(nn.Module):
    """A rectified half, divider at the bottom, (N, 80, 80, 3) -> logits (N, 20) of the values 0 to 18 and unreadable,
    and the density of pip centres (N, 20, 20), whose sum is an independent count."""

    def __init__(self) -> None:
        super().__init__()
        self.low = nn.Sequential(block(3, 24, 2), block(24, 32), block(32, 56, 2), block(56, 56))
        self.high = nn.Sequential(block(56, 80, 2), block(80, 80), block(80, 112, 2), block(112, 112))
        self.value = nn.Sequential(
            nn.Conv2d(112, 48, 1),
            nn.ReLU(inplace=True),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(48 * 5 * 5, 160),
            nn.ReLU(inplace=True),
            nn.Linear(160, N_VALUES),
        )
        self.density = nn.Sequential(block(56, 48), nn.Conv2d(48, 1, 1))

    def forward(self, halves: Tensor) -> tuple[Tensor, Tensor]:
        return self.answer(normalise(halves))

    def answer(self, x: Tensor) -> tuple[Tensor, Tensor]:
        low = self.low(x)
        density = F.softplus(self.density(low)[:, 0] - 3.0)
        return self.value(self.high(low)), density


class Shown(nn.Module):
    """A network as it is shipped: shown evened pictures, it answers what `forward` answers for the pictures."""

    def __init__(self, network: Detector | Refiner | Reader) -> None:
        super().__init__()
        self.network = network

    def forward(self, evened: Tensor) -> Tensor | tuple[Tensor, Tensor]:
        return self.network.answer((evened.permute(0, 3, 1, 2).float() - MIDDLE) / STEPS)
