"""Progress bars of the commands."""

from __future__ import annotations

from datasets.missing import missing

try:
    from tqdm import tqdm
except ModuleNotFoundError as error:
    raise missing(error) from error

__all__ = ["tqdm"]
