"""The rules that can be chosen, and what tiles that are left cost by them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Body
from pydantic import BaseModel, Field

from engine.presets import PRESETS
from engine.rules import OPTIONS
from engine.scoring import tile_points
from engine.tiles import SET_SIZES
from server.rule_words import OPTION_WORDS
from server.web.problems import may_answer
from server.web.rule_help import OPTION_HELP, PRESET_SUMMARIES
from server.web.schemas import Body as JsonBody
from server.web.schemas import HalvesOut, Hand, RulesIn, halves_of, tile_of

router = APIRouter(prefix="/api")

Value = bool | int | str


class PresetOut(BaseModel):
    """A rule system with the value of every option."""

    name: str
    summary: str
    values: dict[str, Value]


class OptionOut(BaseModel):
    """An option: its name in requests, what it is called, what it is about, and the values that it can have.

    Where there are no `choices`, it is a whole number from `min` to `max`.
    """

    name: str
    words: str
    help: str
    choices: list[Value] | None
    min: int | None
    max: int | None
    default: Value


class RulesAnswer(BaseModel):
    """All rule systems, options and sets."""

    presets: list[PresetOut]
    options: list[OptionOut]
    sets: list[int]


class ScoreIn(JsonBody):
    """Tiles that are left in a hand, and the rules they are counted by."""

    tiles: Hand
    rules: RulesIn = Field(default_factory=RulesIn)


class ScoreOut(BaseModel):
    """What each tile costs, in their order, and all together.

    `duplicates` are tiles that are there more often than the set has them, each named once; `not_in_set` tiles that it
    has not. Both count all the same, for a person to look at.
    """

    total: int
    points: list[int]
    duplicates: list[HalvesOut]
    not_in_set: list[HalvesOut]


@router.get("/rules", responses=may_answer(), summary="Rule systems and house rules")
def rules() -> RulesAnswer:
    """Everything from which a form for rules can be made."""
    return _all_rules()


@cache
def _all_rules() -> RulesAnswer:
    presets = [
        PresetOut(
            name=name,
            summary=PRESET_SUMMARIES[name],
            values={option: preset.option(option) for option in OPTIONS},
        )
        for name, preset in PRESETS.items()
    ]
    options = [
        OptionOut(
            name=name,
            words=OPTION_WORDS[name],
            help=OPTION_HELP[name],
            choices=list(values),
            min=None,
            max=None,
            default=values[0],
        )
        for name, values in OPTIONS.items()
    ]
    return RulesAnswer(presets=presets, options=options, sets=list(SET_SIZES))


EXAMPLE = {"tiles": [[6, 1], [0, 0]], "rules": {"preset": "puremco", "changes": {"double_blank": 50}}}


@router.post(
    "/scores",
    summary="Add up tiles",
    responses={
        200: {
            "content": {
                "application/json": {"example": {"total": 57, "points": [7, 50], "duplicates": [], "not_in_set": []}}
            }
        },
        **may_answer(400, 403, 408, 413, 422),
    },
)
def score(asked: Annotated[ScoreIn, Body(examples=[EXAMPLE])]) -> ScoreOut:
    """The points of a hand. No tiles make 0 points: what going out is worth belongs to a round."""
    chosen = asked.rules.rules()
    tiles = [tile_of(halves) for halves in asked.tiles]
    points = [tile_points(tile, chosen.scoring) for tile in tiles]
    counts = sorted(Counter(tiles).items())
    return ScoreOut(
        total=sum(points),
        points=points,
        duplicates=[halves_of(tile) for tile, count in counts if count > chosen.copies],
        not_in_set=[halves_of(tile) for tile, _ in counts if tile not in chosen.domino_set],
    )
