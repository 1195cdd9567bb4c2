"""The words for rules: every option and value of the engine, in every language of the page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from engine.presets import PRESETS
from engine.rules import OPTIONS

STATIC = Path(__file__).resolve().parents[2] / "server" / "static"
LANGUAGES = ("en", "da", "hu", "es")


def words(language: str) -> dict[str, str]:
    """The words for rules in a language."""
    text = (STATIC / "lang" / language / "rules.json").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(text)
    return found


def key_of(option: str, value: object) -> str:
    """The key of a value's words, as JavaScript writes the value."""
    return f"{option}.{str(value).lower() if isinstance(value, bool) else value}"


def wanted() -> set[str]:
    """All keys that there have to be."""
    groups = re.findall(r"^  \['([a-z]+)', \[", (STATIC / "game" / "rules.js").read_text(encoding="utf-8"), re.M)
    keys = {f"group.{group}" for group in groups} | {f"preset.{name}.text" for name in PRESETS}
    for option, values in OPTIONS.items():
        keys |= {option, f"{option}.help"} | {key_of(option, value) for value in values}
    return keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_value_has_words_and_no_words_are_left(language: str) -> None:
    assert words(language).keys() == wanted()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_values_of_an_option_can_be_told_apart(language: str) -> None:
    own = words(language)
    for option, values in OPTIONS.items():
        told = [own[key_of(option, value)] for value in values]
        assert len(set(told)) == len(told), option


def test_each_option_is_in_one_group_of_the_form() -> None:
    text = (STATIC / "game" / "rules.js").read_text(encoding="utf-8")
    groups = text[text.index("export const GROUPS") : text.index("export const MOOT")]
    named = [
        name for line in re.findall(r"\[((?:'[a-z_]+'(?:, )?)+)\]", groups) for name in re.findall(r"'([a-z_]+)'", line)
    ]
    assert sorted(named) == sorted(OPTIONS)
