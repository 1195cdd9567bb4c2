"""The words of the page: every language has every text, with the same places to fill in, and none that nobody shows."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

STATIC = Path(__file__).resolve().parents[2] / "server" / "static"
LANGUAGES = ("en", "da", "hu", "es")
PARTS = ("app", "score", "table", "hint", "live", "game", "rules")
FORMS = ("zero", "one", "two", "few", "many", "other")
PLURALS = {"one", "other"}
"""What `Intl.PluralRules` of these four languages tells apart; the `many` of Spanish begins at a million."""

LITERAL = re.compile(rf"""['"]((?:{"|".join(PARTS)})\.[a-z0-9_.]+)['"]""")
TEMPLATE = re.compile(rf"`((?:{'|'.join(PARTS)})\.[a-z0-9_.]*)\$\{{")


def catalogue(language: str) -> dict[str, str]:
    """All texts of a language by their full keys."""
    found = {}
    for part in PARTS:
        text = (STATIC / "lang" / language / f"{part}.json").read_text(encoding="utf-8")
        found.update({f"{part}.{key}": value for key, value in json.loads(text, object_pairs_hook=each_once).items()})
    return found


def each_once(pairs: list[tuple[str, str]]) -> dict[str, str]:
    keys = [key for key, _ in pairs]
    assert len(set(keys)) == len(keys), sorted(key for key in keys if keys.count(key) > 1)
    return dict(pairs)


def without_form(key: str) -> str:
    """The key that the page asks for: that of the text without the form for a number."""
    stem, _, form = key.rpartition(".")
    return stem if form in FORMS else key


def sources() -> str:
    """All JavaScript of the page."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(STATIC.rglob("*.js")))


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_a_language_lacks_no_text_and_has_none_left_over(language: str) -> None:
    assert catalogue(language).keys() == catalogue("en").keys()


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_a_translation_fills_in_the_same_things(language: str) -> None:
    english, own = catalogue("en"), catalogue(language)
    for key, text in english.items():
        assert set(re.findall(r"\{\w+\}", own.get(key, ""))) == set(re.findall(r"\{\w+\}", text)), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_a_key(language: str) -> None:
    for key, text in catalogue(language).items():
        assert text.strip() == text != "", key
        assert "TODO" not in text, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_with_a_form_for_a_number_has_all_of_them(language: str) -> None:
    forms: dict[str, set[str]] = {}
    for key in catalogue(language):
        if without_form(key) != key:
            forms.setdefault(without_form(key), set()).add(key.rpartition(".")[2])
    assert forms
    assert {key: found for key, found in forms.items() if found != PLURALS} == {}


def test_every_text_that_is_asked_for_exists() -> None:
    known = {without_form(key) for key in catalogue("en")}
    # A file of a catalogue is named in code, too.
    asked = {key for key in LITERAL.findall(sources()) if not key.endswith((".json", ".js"))}
    assert len(asked) > 100
    assert asked - known == set()


def test_no_text_is_left_that_nobody_asks_for() -> None:
    text = sources()
    asked, beginnings = set(LITERAL.findall(text)), tuple(set(TEMPLATE.findall(text)))
    left = {without_form(key) for key in catalogue("en")} - asked
    assert {key for key in left if not key.startswith(beginnings)} == set()


def test_the_page_speaks_of_every_code_that_the_reader_gives() -> None:
    """Warnings, doubts and reasons have words of their own: the English of the server is for what is unknown."""
    from engine.reasons import ReasonCode
    from server.reading import DoubtCode
    from server.words import WARNINGS

    known = {without_form(key) for key in catalogue("en")}
    # These two are said by the page itself, from the tiles as they are after corrections.
    warnings = {str(code) for code in WARNINGS} - {"duplicate_tile", "set_too_small"}
    assert {f"score.warning.{code}" for code in warnings} <= known
    assert {f"score.doubt.{code}" for code in DoubtCode} <= known
    assert {f"hint.reason.{code.replace(' ', '_')}" for code in ReasonCode} <= known
