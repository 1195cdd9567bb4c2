"""What can be wrong with what a caller of the engine asks.

    EngineError
    ├── TileError    no such tile, or a text that is not one
    ├── SetError     no such domino set
    ├── RulesError   an option with a value that nobody plays, or options that contradict each other
    ├── DealError    a round or game that cannot begin
    ├── MoveError    a move against the rules
    ├── PlayOutError a position that cannot be played out
    ├── NotationError    a text that says something else than was expected
    ├── LineError    a line that cannot be looked for
    ├── HintError    a table that no advice can be given on
    ├── ArenaError   a player or a contest that does not exist
    └── ScoreError   a round that cannot be scored, or a sheet without such a place

Every message is one sentence that can be shown to a person.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.violations import Violation

LONGEST = 60
"""So many characters of what came are shown in an error; a file can hold a line of any length."""


class EngineError(ValueError):
    """The root of all errors that the engine raises."""


class TileError(EngineError):
    """No domino tile looks like this."""


class SetError(EngineError):
    """No domino set goes by this name or size."""


class RulesError(EngineError):
    """An option of the rules has a value that it cannot have."""


class DealError(EngineError):
    """Hands and a boneyard that do not make a round, or a game that cannot begin or go on."""


class MoveError(EngineError):
    """A move against the rules; `violation` says which."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(f"This move is against the rules: {violation.code.replace('_', ' ')}.")
        self.violation = violation


class PlayOutError(EngineError):
    """A position that cannot be played out, or arrays that do not describe one."""


class NotationError(EngineError):
    """A text that is not what it should be: `came` stands on `line`, counted from 1, where `expected` should."""

    def __init__(self, came: str, expected: str, line: int = 1) -> None:
        super().__init__(f"Line {line}: expected {expected}, but found {shown(came) if came else 'nothing'}.")
        self.came, self.expected, self.line = came, expected, line

    def at(self, line: int) -> NotationError:
        """The same on another line."""
        return NotationError(self.came, self.expected, line)


def shown(value: object) -> str:
    """A value as an error shows it: as Python writes it, but short, however long it is."""
    if isinstance(value, int) and abs(value) >= 10**LONGEST:
        return "so large a number"
    if isinstance(value, str):
        return repr(value if len(value) <= LONGEST else f"{value[:LONGEST]}…")
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


class ScoreError(EngineError):
    """A round that cannot be scored, such as one in which a player has two hands."""


class LineError(EngineError):
    """A line that starts nowhere, or fewer than no runners-up."""


class HintError(EngineError):
    """A table, a hand or a memory on which no advice can be given, as they cannot be."""


class ArenaError(EngineError):
    """A player that nobody knows, or a contest that cannot be held."""
