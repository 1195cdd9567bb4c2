"""Reading a text line by line, and the lines that games and tables share: rules and players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.errors import EngineError, NotationError, RulesError
from engine.notation import is_name
from engine.presets import nearest_preset
from engine.rules import Rules
from engine.rulesfile import format_value, read_rules

T = TypeVar("T")


class Lines:
    """The lines of a text that say something: without comments, which begin with #, and without blank lines."""

    def __init__(self, text: str) -> None:
        stripped = [(number, line.split("#")[0].strip()) for number, line in enumerate(text.splitlines(), start=1)]
        self._lines = [(number, line) for number, line in stripped if line]
        self._end = len(stripped) + 1
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
    name = lines.take("rules ", "the rules, such as rules danish")
    options = [f'preset = "{name}"']
    read_rules(options[0])
    while lines.next.startswith("option "):
        number = lines.number
        option = lines.take("option ", "an option")
        try:
            key = option.split("=")[0].strip()
            read_rules("\n".join([*options, option])) if key == "deal" else read_rules(option)
        except RulesError as error:
            raise RulesError(f"Line {number}: {error}") from error
        options.append(option)
    return read_rules("\n".join(options))


def parse_players(text: str) -> tuple[str, ...]:
    """Names with commas between them; raises NotationError."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if not is_name(name) or names.count(name) > 1:
            raise NotationError(name, "a name of its own, without : / #, for each player")
    return names


def parse_number(text: str) -> int:
    """A whole number; raises NotationError."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise NotationError(text, "a whole number")
    return int(text)


def format_counts(counts: Sequence[int], names: Sequence[str]) -> str:
    """Names, each with a number."""
    return ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True))


def parse_counts(text: str, names: Sequence[str]) -> tuple[int, ...]:
    """The number of each name, all of them in their order; raises NotationError."""
    parts = [part.strip().rpartition(" ") for part in text.split(",")]
    if [name.strip() for name, _, _ in parts] != list(names):
        raise NotationError(text, f"a number for each of {', '.join(names)}")
    return tuple(parse_number(number) for _, _, number in parts)
