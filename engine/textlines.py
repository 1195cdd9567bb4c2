"""Reading a text line by line, and the lines that games and tables share: rules and players."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.errors import EngineError, NotationError, RulesError
from engine.game import MAX_SEED
from engine.notation import RESERVED, is_name
from engine.presets import PRESETS, nearest_preset
from engine.rules import Rules
from engine.rulesfile import format_value, read_rules

T = TypeVar("T")


class Lines:
    """The lines of a text that say something: without comments, which begin with #, and without blank lines.

    Tabs and several spaces count as one space.
    """

    def __init__(self, text: str) -> None:
        said = [" ".join(line.split("#")[0].split()) for line in text.splitlines()]
        self._lines = [(number, line) for number, line in enumerate(said, start=1) if line]
        self._end = len(said) + 1
        self._at = 0

    @property
    def number(self) -> int:
        """The number of the next line in the text, counted from 1."""
        return self._lines[self._at][0] if self._at < len(self._lines) else self._end

    @property
    def next(self) -> str:
        """The next line, empty at the end of the text."""
        return self._lines[self._at][1] if self._at < len(self._lines) else ""

    def take(self, start: str, expected: str) -> str:
        """The rest of the next line, which has to begin with `start`; raises NotationError."""
        line = self.next
        if not line.startswith(start):
            raise NotationError(line, expected, self.number)
        self._at += 1
        return line[len(start) :].strip()

    def read(self, start: str, expected: str, parse: Callable[[str], T]) -> T:
        """What `parse` makes of the rest of the next line; its errors get the number of that line."""
        number = self.number
        rest = self.take(start, expected)
        try:
            return parse(rest)
        except NotationError as error:
            raise error.at(number) from error
        except EngineError as error:
            raise NotationError(f"{start}{rest}", expected, number) from error

    def finish(self) -> None:
        """Take the line `end`, behind which there has to be nothing; raises NotationError."""
        if self.next != "end":
            raise NotationError(self.next, "the line that says end", self.number)
        self._at += 1
        if self.next:
            raise NotationError(self.next, "nothing more", self.number)


def format_rules(rules: Rules) -> str:
    """The lines for the rules: the nearest preset, and a line for each option that differs."""
    name, changed = nearest_preset(rules)
    return "".join([f"rules {name}\n", *(f"option {key} = {format_value(value)}\n" for key, value in changed.items())])


def parse_rules(lines: Lines) -> Rules:
    """The rules that the next lines describe; raises NotationError, and RulesError for options that cannot be."""
    first = lines.number
    name = lines.take("rules ", "the rules, such as rules danish")
    if name not in PRESETS:
        raise NotationError(name, f"one of the rules {', '.join(PRESETS)}", first)
    options = [f'preset = "{name}"']
    number = first
    while lines.next.startswith("option "):
        number = lines.number
        option = lines.take("option ", "an option")
        key = option.split("=")[0].strip()
        if any(other.split("=")[0].strip() == key for other in options):
            raise NotationError(f"option {option}", f"another option: {key} is there already", number)
        try:
            tomllib.loads(option)
        except (ValueError, RecursionError) as error:
            raise NotationError(option, 'an option such as draws = 0 or last_tile = "silent"', number) from error
        try:
            # Whether a deal can be dealt is seen when the set is known, which a later option may change.
            read_rules(f"highest = 18\ncopies = 2\n{option}" if key == "deal" else option)
        except RulesError as error:
            raise RulesError(f"Line {number}: {error}") from error
        options.append(option)
    try:
        return read_rules("\n".join(options))
    except RulesError as error:
        raise RulesError(f"Lines {first} to {number}: {error}") from error


def parse_players(text: str) -> tuple[str, ...]:
    """Names with commas between them; raises NotationError."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if not is_name(name):
            raise NotationError(name, f"a name of up to 40 letters without : / #, and none of {', '.join(RESERVED)}")
        if names.count(name) > 1:
            raise NotationError(f"{name} twice", "a name of its own for each player")
    return names


def parse_number(text: str) -> int:
    """A whole number; raises NotationError."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise NotationError(text, "a whole number")
    return int(text)


def parse_count(text: str) -> int:
    """How many of something, a whole number from 0; raises NotationError."""
    if text.startswith("-"):
        raise NotationError(text, "a whole number from 0")
    return parse_number(text)


def parse_seed(text: str) -> int:
    """The seed of a game, a whole number of up to 18 digits; raises NotationError."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(MAX_SEED))):
        raise NotationError(text, "a whole number of up to 18 digits")
    return int(text)


def format_counts(counts: Sequence[int], names: Sequence[str]) -> str:
    """Names, each with a number."""
    return ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True))


def parse_counts(text: str, names: Sequence[str], parse: Callable[[str], int] = parse_count) -> tuple[int, ...]:
    """The number of each name, all of them in their order, each as `parse` reads it; raises NotationError."""
    parts = [part.strip().rpartition(" ") for part in text.split(",")]
    if [name.strip() for name, _, _ in parts] != list(names):
        raise NotationError(text, f"a number for each of {', '.join(names)}")
    return tuple(parse(number) for _, _, number in parts)
