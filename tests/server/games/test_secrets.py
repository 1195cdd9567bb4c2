"""Tokens, codes and seals."""

from __future__ import annotations

import secrets as system_secrets
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.games import secrets

TOKEN = st.binary(min_size=32, max_size=32).map(lambda data: secrets.new_token(lambda _: data))
TEXT = st.text(st.characters(), max_size=70)  # Lone surrogates, too: they can come out of a header.


def test_a_token_has_256_bits_that_a_url_can_hold() -> None:
    asked = list[int]()

    def token_bytes(count: int) -> bytes:
        asked.append(count)
        return bytes([255]) * count

    token = secrets.new_token(token_bytes)
    assert asked == [32]
    assert len(token) == 43
    assert set(token) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_letters_of_codes_are_equally_likely() -> None:
    """Every byte stands for one letter, as many for each, or for none."""
    letters = Counter[str]()
    for value in range(256):
        answers = iter([bytes([value]) * 8, b"", bytes(8)])
        letters[secrets.new_code(lambda count, answers=answers: next(answers))[0]] += 1  # type: ignore[misc]
    unused = 256 % len(secrets.CODE_LETTERS)
    assert letters["A"] == 10 + unused
    assert {letters[letter] for letter in secrets.CODE_LETTERS[1:]} == {10}


@given(st.binary(min_size=64, max_size=64))
def test_what_was_a_code_is_read_as_one(data: bytes) -> None:
    code = secrets.new_code(lambda count: data[:count] if any(byte < 240 for byte in data[:count]) else bytes(count))
    assert len(code) == 6
    for typed in (code, code.lower(), f" {code[:3]} {code[3:]} ", f"{code[:2]}-{code[2:]}"):
        assert secrets.read_code(typed) == code


@given(TEXT)
def test_what_is_read_as_a_code_is_one(text: str) -> None:
    code = secrets.read_code(text)
    assert code is None or (len(code) == 6 and set(code) <= set(secrets.CODE_LETTERS))


@pytest.mark.parametrize("text", ["ABCDE\u017f", "ABCDEß", "ABCDE\u0131", "ABCDE\u212a", "ABCDEI", "ABCDEO", "ABCDE\n"])
def test_letters_that_look_like_others_are_none(text: str) -> None:
    assert secrets.read_code(text) is None


@given(st.lists(TOKEN, min_size=1, max_size=8, unique=True), st.data())
def test_a_token_finds_its_own_digest_only(tokens: list[str], data: st.DataObject) -> None:
    stored = [(number, secrets.digest(token)) for number, token in enumerate(tokens)]
    number = data.draw(st.integers(0, len(tokens) - 1))
    assert secrets.which(tokens[number], stored) == number
    assert secrets.same(tokens[number], stored[number][1])
    assert secrets.which(tokens[number] + "A", stored) is None
    assert secrets.which(tokens[number][:-1], stored) is None


def test_every_digest_is_compared_whichever_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = list[bytes]()
    compare = secrets.hmac.compare_digest

    def counting(left: bytes, right: bytes) -> bool:
        compared.append(right)
        return compare(left, right)

    monkeypatch.setattr(secrets.hmac, "compare_digest", counting)
    stored = [(number, secrets.digest(str(number))) for number in range(5)]
    assert secrets.which("0", stored) == 0
    assert compared == [other for _, other in stored]


@given(st.lists(TOKEN, min_size=1, max_size=3), TEXT, TEXT)
def test_a_seal_opens_with_its_key_and_no_other(tokens: list[str], key: str, other: str) -> None:
    sealed = secrets.seal(tokens, key, system_secrets.token_bytes)
    assert list(secrets.unseal(sealed, key)) == tokens
    assert all(token.encode() not in sealed for token in tokens)
    if other != key:
        assert not set(secrets.unseal(sealed, other)) & set(tokens)


def test_a_seal_is_another_each_time() -> None:
    token = secrets.new_token(system_secrets.token_bytes)
    sealed = [secrets.seal([token, token], "key", system_secrets.token_bytes) for _ in range(2)]
    parts = [data[start : start + 32] for data in sealed for start in (0, 32, 64)]
    assert len(set(parts)) == 6


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=8,
)


@given(JSON, JSON)
def test_requests_have_one_fingerprint_if_they_are_the_same(left: object, right: object) -> None:
    # Python takes True for 1; a request does not.
    assert (secrets.fingerprint(left) == secrets.fingerprint(right)) == (left == right and repr(left) == repr(right))
