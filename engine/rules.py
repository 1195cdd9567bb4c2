"""The house rules, as frozen values: one dataclass for each part of the game, every option with the usual default."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from engine.errors import RulesError


def _check_options(rules: Any, allowed: dict[str, tuple[int, ...]]) -> None:
    """Raise RulesError for the first field of the dataclass `rules` whose value is none of those `allowed`."""
    for field in fields(rules):
        value, values = getattr(rules, field.name), allowed[field.name]
        if type(value) is not type(values[0]) or value not in values:
            choices = f"{', '.join(map(str, values[:-1]))} or {values[-1]}"
            raise RulesError(f"The rule for {field.name.replace('_', ' ')} is {choices}, not {value!r}.")


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """What the tiles left in a hand cost.

    - `double_blank`: points for the tile 0-0; 0, 25 or 50. When it is 0, its halves count as any blank half does.
    - `blank_half`: points for a blank half of a tile; 0, 5 or 25. A `double_blank` above 0 takes its place on 0-0.
    - `doubles_twice`: whether the pips of a double count twice. Points for blanks never do: they are no pips.
    - `going_out`: points of a player who has no tile left; 0, -5 or -10.

    Raises:
        RulesError: for any other value.
    """

    double_blank: int = 0
    blank_half: int = 0
    doubles_twice: bool = False
    going_out: int = 0

    def __post_init__(self) -> None:
        _check_options(self, SCORING_OPTIONS)


SCORING_OPTIONS: dict[str, tuple[int, ...]] = {
    "double_blank": (0, 25, 50),
    "blank_half": (0, 5, 25),
    "doubles_twice": (False, True),
    "going_out": (0, -5, -10),
}
"""The values each option of `ScoringRules` can have, the default first."""
