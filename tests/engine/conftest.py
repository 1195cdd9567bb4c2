"""Random rules and random play."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.errors import RulesError
from engine.presets import PRESETS
from engine.rules import OPTIONS, Rules


def random_rules(rng: Random, options: int = 5) -> Rules:
    """A preset with some house rules on top, drawn until they do not contradict each other."""
    while True:
        names = rng.sample(sorted(OPTIONS), rng.randint(0, options))
        changes: dict[str, Any] = {name: rng.choice(OPTIONS[name]) for name in names}
        try:
            return PRESETS[rng.choice(sorted(PRESETS))].change(**changes)
        except RulesError:
            continue


@pytest.fixture(scope="session")
def make_rules() -> Callable[[Random], Rules]:
    """Draws random rules with the given generator."""
    return random_rules
