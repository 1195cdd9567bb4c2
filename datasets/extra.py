"""What trainings need and nothing that is installed does. Their commands import it before all that builds on it."""

from __future__ import annotations

from datasets.missing import missing

try:
    import onnx
    import torch
    from torch import Tensor, nn
except ModuleNotFoundError as error:
    raise missing(error) from error

__all__ = ["Tensor", "nn", "onnx", "torch"]
