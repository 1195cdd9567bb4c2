"""What can be wrong with what a caller of the engine asks.

    EngineError
    ├── TileError    no such tile, or a text that is not one
    ├── SetError     no such domino set
    ├── RulesError   an option with a value that nobody plays
    └── ScoreError   a round that cannot be scored

Every message is one sentence that can be shown to a person.
"""

from __future__ import annotations


class EngineError(ValueError):
    """The root of all errors that the engine raises."""


class TileError(EngineError):
    """No domino tile looks like this."""


class SetError(EngineError):
    """No domino set goes by this name or size."""


class RulesError(EngineError):
    """An option of the rules has a value that it cannot have."""


class ScoreError(EngineError):
    """A round that cannot be scored, such as one in which a player has two hands."""
