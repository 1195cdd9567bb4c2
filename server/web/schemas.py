"""Values that many requests and answers hold: tiles, sets, rules."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema, create_model

from engine.rules import OPTIONS, Rules
from engine.rulesfile import format_value, rules_of
from engine.tiles import HIGHEST_PIPS, Tile


def _whole(value: Any) -> Any:
    """In JSON 13.0 is a whole number, too; and `true` is none."""
    return int(value) if type(value) is float and value.is_integer() else value


WHOLE = BeforeValidator(_whole)
"""Stands behind the `Field` of a strict whole number; before it, its limits would be lost from the description."""


def pair_of(kind: type, **limits: float) -> WithJsonSchema:
    """How an array of two such numbers is described: as a list, which every reader of descriptions understands."""
    name = "integer" if kind is int else "number"
    return WithJsonSchema({"type": "array", "items": {"type": name, **limits}, "minItems": 2, "maxItems": 2})


Pips = Annotated[int, Field(strict=True, ge=0, le=HIGHEST_PIPS), WHOLE]
"""The pips on a half; `true` is not 1."""
HalvesIn = Annotated[tuple[Pips, Pips], pair_of(int, minimum=0, maximum=HIGHEST_PIPS)]
"""A tile as two halves, in any order."""
HalvesOut = Annotated[tuple[int, int], pair_of(int)]
"""A tile as it is told."""
MOST_TILES = 380
"""Two sets of double-18."""
Hand = Annotated[list[HalvesIn], Field(max_length=MOST_TILES)]
SetName = Literal["double-6", "double-9", "double-12", "double-15", "double-18"]
PresetName = Literal["puremco", "spanish", "danish", "sixteen"]
"""The presets; which order they have is for the page to show them in."""
Seat = Annotated[int, Field(strict=True, ge=0, le=15), WHOLE]


class Body(BaseModel):
    """A JSON object that is sent here; a field that nobody knows is a mistake of who sends it."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


def _choice(name: str) -> Any:
    """An option that may be left out and has no null: what is not named stays as the preset has it."""
    values = OPTIONS[name]

    def exactly_one_of_them(value: Any) -> Any:
        # Among literals, false passes for 0 and 1 for true.
        if not any(type(value) is type(other) and value == other for other in values):
            raise ValueError(f"it is one of {', '.join(map(format_value, values))}")
        return value

    kind = Annotated[Literal[values], BeforeValidator(exactly_one_of_them)]  # type: ignore[valid-type]
    return kind, Field(None, json_schema_extra=_without_default)


def _without_default(schema: dict[str, Any]) -> None:
    schema.pop("default", None)


Deal = Annotated[str, Field(max_length=200, description="Players and tiles, such as 2-4: 15, 5-6: 12.")]
RuleChanges = create_model(
    "RuleChanges",
    __base__=Body,
    deal=(Deal, Field(None, json_schema_extra=_without_default)),
    **{name: _choice(name) for name in OPTIONS},
)
"""Options of the rules that are not as the preset has them, each with one of its values; how many tiles are dealt to
how many players is a text."""


class RulesIn(Body):
    """Rules: a preset, and the options that differ from it."""

    preset: PresetName = "puremco"
    changes: RuleChanges = Field(default_factory=RuleChanges)  # type: ignore[valid-type]

    def rules(self) -> Rules:
        """The rules themselves; raises RulesError for options that contradict each other and a deal that is none."""
        given: BaseModel = self.changes
        return rules_of({"preset": self.preset, **given.model_dump(exclude_unset=True)})


class RulesOut(BaseModel):
    """Rules: the preset that they were chosen by, and the options that differ from it; they can be sent back so."""

    preset: PresetName
    changes: dict[str, bool | int | str]


def tile_of(halves: tuple[int, int]) -> Tile:
    """The tile that two halves make."""
    return Tile.of(*halves)


def halves_of(tile: Tile) -> tuple[int, int]:
    """A tile as it is told: its lower half first."""
    return tile.low, tile.high
