"""Names that people type."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.games.errors import BadRequest
from server.games.names import clean_name, clean_names, clean_text


@given(st.text(max_size=50))
def test_a_name_that_is_taken_is_clean_and_stays_so(text: str) -> None:
    try:
        name = clean_name(text)
    except BadRequest:
        return
    assert 1 <= len(name) <= 40
    assert name == name.strip() == unicodedata.normalize("NFC", name)
    assert not any(unicodedata.category(character) in ("Cc", "Cs") for character in name)
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("typed", "name"),
    [(" Ann\t", "Ann"), ("e\u0301va", "éva"), ("Ann Bo", "Ann Bo"), ("👩\u200d👧", "👩\u200d👧"), ("x" * 40, "x" * 40)],
)
def test_names_are_trimmed_and_composed(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    "typed",
    ["", "  ", "\u200d", "A\x00n", "A\nn", "A\tn", "A\u202en", "A\u2028n", "\ud800", "\u0301", "x" * 41, "\u00a0"],
)
def test_names_that_cannot_be_seen_or_are_too_long_are_refused(typed: str) -> None:
    with pytest.raises(BadRequest) as caught:
        clean_name(typed)
    assert caught.value.code == "bad_name"


@pytest.mark.parametrize("blank", "\u034f\u115f\u1160\u17b4\u180e\u2800\u3164\uffa0")
def test_letters_that_look_like_nothing_make_no_name_and_no_second_name(blank: str) -> None:
    for typed in (blank, f"Ann{blank}"):
        with pytest.raises(BadRequest) as caught:
            clean_name(typed)
        assert caught.value.code == "bad_name"


@pytest.mark.parametrize("other", ["Ann", "ANN", " ann", "\uff21nn"])
def test_two_players_are_not_called_alike(other: str) -> None:
    with pytest.raises(BadRequest) as caught:
        clean_names(["Bo", "Ann", other])
    assert caught.value.code == "same_name"


@pytest.mark.parametrize("other", ["straße", "STRASSE"])
def test_case_is_ignored_in_all_languages(other: str) -> None:
    with pytest.raises(BadRequest):
        clean_names(["Strasse", other])


def test_other_texts_may_be_empty_and_have_their_own_length() -> None:
    assert clean_text(" ", "A reason", 3) == ""
    with pytest.raises(BadRequest) as caught:
        clean_text("four", "A reason", 3)
    assert caught.value.message == "A reason has at most 3 characters, not 4."
