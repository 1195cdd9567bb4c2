"""Rendered training data and the training of the networks; not part of the installed package."""

from __future__ import annotations

import sys
from types import TracebackType

OF_THE_EXTRA = frozenset({"matplotlib", "onnx", "torch", "tqdm"})
"""What `.[train]` installs, and a plain installation does not."""


def _told(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say in one sentence what a command lacks, in place of a traceback; anything else is told as ever."""
    if isinstance(error, ModuleNotFoundError) and error.name in OF_THE_EXTRA:
        print(f"datasets: {error.name} is not installed; this needs pip install -e '.[train]'.", file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)


# So long as Python looks for the module of `python -m datasets.…`, that is its name. Who imports the package sees
# errors of its own.
if sys.argv[:1] == ["-m"]:
    sys.excepthook = _told
