"""Who a token belongs to."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.orm import Session

from server.games import secrets, store
from server.games.errors import NoGame
from server.games.events import HOST
from server.games.fold import Course
from server.games.state import Viewer
from server.games.tables import GameRow

_NOBODY = bytes(32)
"""The digest of no token; it is compared where there is no game, so that this takes no less time."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Whoever holds a token of a game: the player of a seat, or, with None, the host."""

    seat: int | None

    @property
    def by(self) -> str:
        """As the log tells it."""
        return HOST if self.seat is None else f"seat {self.seat}"

    def viewer(self, course: Course) -> Viewer:
        """How the holder sees the game; the host has a seat while nobody else was given it."""
        return Viewer(True, course.host_seat) if self.seat is None else Viewer(False, self.seat)


def entered(session: Session, game: str, token: str, lock: bool = False) -> tuple[GameRow, Holder]:
    """The game that the token opens, and its holder; raises NoGame when it opens none of this name.

    All digests of the game are compared, whichever is the right one. With `lock`, other writers of the game wait.
    """
    row = store.game_row(session, game, lock)
    is_host = secrets.same(token, _NOBODY if row is None else row.host_digest)
    seat = secrets.which(token, [] if row is None else store.seat_digests(session, row.id))
    if row is None or (not is_host and seat is None):
        raise NoGame()
    return row, Holder(None if is_host else seat)
