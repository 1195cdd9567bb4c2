"""What each network is told about its mistakes."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

from datasets.networks import MAP_CHANNELS


def detector_loss(maps: Tensor, heat: Tensor, known: Tensor, vectors: Tensor, weight: Tensor, shapes: Tensor) -> Tensor:
    """Focal loss on the heat (as in CenterNet), distances on the vectors, cross entropy on the helping shapes."""
    logits = maps[:, :2]
    p = torch.sigmoid(logits)
    at_peak = (heat > 0.999).float()
    positive = at_peak * (1 - p).square() * F.logsigmoid(logits)
    negative = (1 - at_peak) * (1 - heat).pow(4) * p.square() * F.logsigmoid(-logits)
    peaks = at_peak.sum().clamp(min=1.0)
    focal = -((positive + negative) * known).sum() / peaks
    total = weight.sum().clamp(min=1.0)
    error = (maps[:, 2:MAP_CHANNELS] - vectors).abs()
    scale = error.new_tensor([0.25, 0.25, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])[:, None, None]
    placed = (error * scale).sum(1).mul(weight).sum() / total
    helping = F.binary_cross_entropy_with_logits(maps[:, MAP_CHANNELS:], shapes)
    return focal + placed + helping


def refiner_loss(output: Tensor, points: Tensor, kind: Tensor, located: Tensor) -> Tensor:
    """Smooth distance of the six points (in 50ths of the crop) and cross entropy of the kind."""
    error = F.smooth_l1_loss(output[:, :12] * 50, points.flatten(1) * 50, reduction="none").mean(1)
    placed = (error * located).sum() / located.sum().clamp(min=1.0)
    sorts = F.cross_entropy(output[:, 12:], kind.clamp(min=0), reduction="none")
    open_ = (kind >= 0).float()
    return placed + 2 * (sorts * open_).sum() / open_.sum().clamp(min=1.0)


def reader_loss(logits: Tensor, density: Tensor, value: Tensor, true_density: Tensor, counted: Tensor) -> Tensor:
    """Cross entropy of the value, squared distance of the density map and of its sum where there are pips."""
    sorts = F.cross_entropy(logits, value, label_smoothing=0.02)
    n = counted.sum().clamp(min=1.0)
    local = ((density - true_density).square().sum((1, 2)) * counted).sum() / n
    total = ((density.sum((1, 2)) - true_density.sum((1, 2))).abs() * counted).sum() / n
    return sorts + 0.3 * local + 0.05 * total
