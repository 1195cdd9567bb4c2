"""What must not be guessed: tokens of hosts and seats, the codes by which a game is joined, and what of them is stored.

A token is 256 random bits. The store holds its SHA-256 only, so that who reads the database can open no game with it.
An answer that gave tokens must be given again when its request is repeated; for that they are kept sealed with the key
of the request, which the store does not know either.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Callable, Iterable, Sequence

TokenBytes = Callable[[int], bytes]
"""So many random bytes that nobody can guess; `secrets.token_bytes` is one."""

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The letters of a code: I and O are taken for digits."""
CODE_LENGTH = 6
_TOKEN_BYTES = 32
_EVEN = 256 - 256 % len(CODE_LETTERS)
"""Bytes from here on would make the first letters of the alphabet likelier than the last."""


def new_token(token_bytes: TokenBytes) -> str:
    """A token of 43 characters that a URL and a header can hold."""
    return _text(token_bytes(_TOKEN_BYTES))


def new_id(token_bytes: TokenBytes) -> str:
    """The name of a game or a photo in a URL, 16 characters; it opens nothing, and cannot be guessed all the same."""
    return _text(token_bytes(12))


def new_code(token_bytes: TokenBytes) -> str:
    """A code of six letters, each as likely as the other."""
    letters = list[str]()
    while len(letters) < CODE_LENGTH:
        letters += [CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in token_bytes(8) if byte < _EVEN]
    return "".join(letters[:CODE_LENGTH])


def read_code(text: str) -> str | None:
    """The code that somebody typed, in any case, with spaces or dashes between; None when it cannot be one."""
    typed = "".join(character for character in text if character not in " -").upper()
    if not text.isascii() or len(typed) != CODE_LENGTH or any(letter not in CODE_LETTERS for letter in typed):
        return None
    return typed


def digest(secret: str) -> bytes:
    """What is stored of a secret: its SHA-256, 32 bytes."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def same(secret: str, stored: bytes) -> bool:
    """Whether `stored` is the digest of this secret, in a time that does not tell how much of it is right."""
    return hmac.compare_digest(digest(secret), stored)


def which(secret: str, stored: Iterable[tuple[int, bytes]]) -> int | None:
    """The number that stands with the digest of this secret, or None; all are compared, whichever it is."""
    found = None
    for number, other in stored:
        if same(secret, other):
            found = number
    return found


def fingerprint(request: object) -> bytes:
    """The SHA-256 of a request, given as values that JSON knows; the order of keys does not count."""
    text = json.dumps(request, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).digest()


def seal(tokens: Sequence[str], key: str, token_bytes: TokenBytes) -> bytes:
    """Tokens that only `unseal` with the same key brings back."""
    salt = token_bytes(_TOKEN_BYTES)
    return salt + b"".join(_crossed(_bytes(token), key, salt, place) for place, token in enumerate(tokens))


def unseal(sealed: bytes, key: str) -> tuple[str, ...]:
    """The tokens that were sealed with this key; with another, tokens that open nothing."""
    salt, rest = sealed[:_TOKEN_BYTES], sealed[_TOKEN_BYTES:]
    parts = [rest[start : start + _TOKEN_BYTES] for start in range(0, len(rest), _TOKEN_BYTES)]
    return tuple(_text(_crossed(part, key, salt, place)) for place, part in enumerate(parts))


def _crossed(part: bytes, key: str, salt: bytes, place: int) -> bytes:
    """32 bytes, crossed with 32 that follow from the key, the salt and the place, and are used for nothing else."""
    pad = hmac.digest(key.encode("utf-8", "surrogatepass"), salt + bytes([place]), "sha256")
    return bytes(own ^ other for own, other in zip(part, pad, strict=True))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
