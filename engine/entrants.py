"""Who can play at the arena, by name: simple players, advice with some effort, and advice that sees all hands."""

from __future__ import annotations

from random import Random

from engine.arena import Chooser, Entrant
from engine.errors import ArenaError
from engine.memory import Memory
from engine.moves import Move
from engine.players import follow_ups, heaviest, longest_train, random_player
from engine.state import Position, View

SIMPLE = {"heaviest": heaviest, "longest": longest_train, "follow-ups": follow_ups}
"""Players that think nothing out."""
HINT, SEEING = THINKING = "hint", "seeing"
NAMES = ("random", *SIMPLE, f"{HINT}:SECONDS", f"{SEEING}:SECONDS")
"""What `entrant` understands. `seeing` knows all hands: nobody could play so, it shows what more knowledge is worth."""
MOST_SECONDS = 10.0


def entrant(name: str, seed: int = 0) -> Entrant:
    """The player of a name in `NAMES`, such as longest or hint:0.2; `seed` decides what it leaves to chance.

    Raises:
        ArenaError: for a name that is none of them, and for an effort that is not between 0 and 10 seconds.
    """
    if name in SIMPLE:
        player = SIMPLE[name]
        return Entrant(name, lambda view, memory, position: player(view))
    if name == "random":
        anything = random_player(Random(seed))
        return Entrant(name, lambda view, memory, position: anything(view))
    kind, _, effort = name.partition(":")
    if kind not in (HINT, SEEING):
        raise ArenaError(f"There is no player called {name!r}; choose among {', '.join(NAMES)}.")
    try:
        seconds = float(effort)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= MOST_SECONDS:
        raise ArenaError(
            f"{kind} thinks for a number of seconds up to {MOST_SECONDS:g}, as {kind}:0.2, not {effort!r}."
        )
    return Entrant(name, _advised(seconds, seed, sees=kind == SEEING))


def _advised(seconds: float, seed: int, sees: bool) -> Chooser:
    def choose(view: View, memory: Memory, position: Position) -> Move:
        from engine.hints import advise  # here, for it loads a compiler, and whoever only names players needs none

        return advise(view, memory, effort=seconds, seed=seed, seen=position if sees else None).best.move

    return choose
