"""Names of players and games, and other short texts that people type: one spelling, no tricks.

>>> clean_names([" Ann ", "Bo"])
('Ann', 'Bo')
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from server.games.errors import BadRequest

LONGEST_NAME = 40
"""Characters of a player's name."""
LONGEST_TITLE = 60
"""Characters of a game's name."""
LONGEST_REASON = 200
"""Characters of the reason for a correction."""

_JOINERS = "\u200c\u200d"
"""Format characters that names and emoji need; all others are invisible, or turn the direction of what follows."""
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters, marks and signs that fonts show as nothing: fillers of Hangul, and Braille without a dot among them."""


def clean_text(text: str, what: str, longest: int, code: str = "bad_text") -> str:
    """A text without space around it, in Unicode's composed form (NFC); it may be empty.

    Raises:
        BadRequest: with `code`, when it has more than `longest` characters, or one that cannot be seen.
    """
    cleaned = unicodedata.normalize("NFC", text.strip()).strip()
    if len(cleaned) > longest:
        raise BadRequest(code, f"{what} has at most {longest} characters, not {len(cleaned)}.")
    if any(_is_hidden(character) for character in cleaned):
        raise BadRequest(code, f"{what} has a character that cannot be seen; type it again.")
    return cleaned


def clean_name(name: str) -> str:
    """The name of a player, 1 to 40 characters, one of which can be seen.

    Raises:
        BadRequest: `bad_name`, for any other.
    """
    cleaned = clean_text(name, "A name", LONGEST_NAME, "bad_name")
    if not any(unicodedata.category(character)[0] in "LNPS" for character in cleaned):
        raise BadRequest("bad_name", "Every player needs a name.")
    return cleaned


def clean_names(names: Iterable[str]) -> tuple[str, ...]:
    """The names of all players.

    Raises:
        BadRequest: `bad_name`, as `clean_name` does, and `same_name` when two look alike but for their case.
    """
    cleaned = tuple(clean_name(name) for name in names)
    seen = set[str]()
    for name in cleaned:
        if _alike(name) in seen:
            raise BadRequest("same_name", f"Two players are called {name}; add a letter to one of them.")
        seen.add(_alike(name))
    return cleaned


def _alike(name: str) -> str:
    """What two names share that people would take for one."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.split())


def _is_hidden(character: str) -> bool:
    category = unicodedata.category(character)
    if character in _BLANK:
        return True
    return category in ("Cc", "Cs", "Zl", "Zp") or (category == "Cf" and character not in _JOINERS)
