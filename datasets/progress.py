"""Progress bars of the commands; without the package for them, one sentence says what has to be installed."""

from __future__ import annotations

try:
    from tqdm import tqdm
except ModuleNotFoundError as error:
    raise SystemExit("datasets: tqdm is not installed; this needs pip install -e '.[train]'.") from error

__all__ = ["tqdm"]
