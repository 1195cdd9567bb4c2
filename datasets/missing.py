"""What is said where a package that only these commands need is not installed."""

from __future__ import annotations


def missing(error: ModuleNotFoundError) -> SystemExit:
    """The end of a command, with one sentence that says what has to be installed."""
    return SystemExit(f"datasets: {error.name} is not installed; this needs pip install -e '.[train]'.")
