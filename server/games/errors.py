"""What can go wrong when people play a game together.

    GamesError
    ├── NoGame          no such game, or a token that opens none: which of both, nobody is told     404
    ├── NotAllowed      the token is another seat's, or not the host's                              403
    ├── Conflict        somebody else was quicker; `state` is how the game stands now               409
    ├── RoundOver       that round was closed                                                       409
    │   └── GameOver    the game was finished                                                       409
    ├── HandsMissing    a round cannot be closed while hands are missing; `seats` are theirs        409
    ├── SeatTaken       somebody sits there                                                         409
    ├── UnknownCode     no game that goes on can be joined by this code                             404
    ├── KeyReused       one key for two different requests                                          422
    ├── BadRequest      something that cannot be: a seat, a name, a tile                            422
    ├── PhotosNotKept   the game was created without photos                                         409
    ├── NoPhoto         the game has no such photo                                                  404
    ├── StoreBusy       the database did not answer in time; the same request may be sent again     503
    ├── StoreFull       nothing can be written: the disk is full, or may only be read               503
    └── StoreUnusable   the database cannot be opened, or was written by a newer Pipwise            500

Each has a `code` for programs, a `message` of one sentence for people, and a hint for the status of an answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from server.games.state import GameState


class GamesError(Exception):
    """The root of all errors that games raise on purpose."""

    status = 500

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


class NoGame(GamesError):
    """There is no such game for whoever asks."""

    status = 404

    def __init__(self) -> None:
        super().__init__("no_game", "There is no such game, or the token does not open it; join it again by its code.")


class NotAllowed(GamesError):
    """The token opens the game, but is not the one that this needs."""

    status = 403

    @classmethod
    def not_host(cls) -> NotAllowed:
        """Only the host may do this."""
        return cls("not_host", "Only the host of the game can do this.")

    @classmethod
    def not_your_seat(cls) -> NotAllowed:
        """The token is that of another seat."""
        return cls("not_your_seat", "This belongs to another seat; only its player or the host can do this.")


class Conflict(GamesError):
    """The game is not as whoever asks believes; `state` is how it stands."""

    status = 409

    def __init__(self, state: GameState) -> None:
        super().__init__("conflict", "The game has changed meanwhile; look at it again before you go on.")
        self.state = state


class RoundOver(GamesError):
    """The round was closed: its scores can be corrected, but no hand is taken any more."""

    status = 409

    @classmethod
    def of(cls, number: int) -> RoundOver:
        """For a round that was closed."""
        return cls("round_over", f"Round {number} is closed; ask the host to correct its score.")


class GameOver(RoundOver):
    """The game was finished, or all its rounds were played."""

    def __init__(self) -> None:
        super().__init__("game_over", "The game is over; the host can undo its end.")


class HandsMissing(GamesError):
    """Hands are missing; `seats` says whose."""

    status = 409

    def __init__(self, names: tuple[str, ...], seats: tuple[int, ...]) -> None:
        told = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
        super().__init__("hands_missing", f"No hand has come from {told} yet.")
        self.seats = seats


class SeatTaken(GamesError):
    """Somebody sits there already."""

    status = 409

    def __init__(self, name: str) -> None:
        super().__init__("seat_taken", f"The seat of {name} is taken; the host can free it.")


class UnknownCode(GamesError):
    """No game that goes on has this code."""

    status = 404

    def __init__(self) -> None:
        super().__init__(
            "unknown_code", "No game goes by this code; a code has six letters, and none of them is I or O."
        )


class KeyReused(GamesError):
    """The key came with another request before."""

    status = 422

    def __init__(self) -> None:
        super().__init__("key_reused", "This key was sent with another request before; every new one needs its own.")


class BadRequest(GamesError):
    """Something that cannot be."""

    status = 422


class PhotosNotKept(GamesError):
    """The game was created without photos."""

    status = 409

    def __init__(self) -> None:
        super().__init__("photos_not_kept", "This game keeps no photos; that is decided when a game is created.")


class NoPhoto(GamesError):
    """The game has no such photo."""

    status = 404

    def __init__(self) -> None:
        super().__init__("no_photo", "The game has no such photo.")


class StoreBusy(GamesError):
    """The database did not answer; nothing is known of what became of the request, so it is sent again with its key."""

    status = 503

    def __init__(self) -> None:
        super().__init__("store_busy", "The games cannot be reached at the moment; try again.")


class StoreFull(GamesError):
    """The database can be reached and not written; that lasts until somebody makes room for it."""

    status = 503

    def __init__(self) -> None:
        message = "Nothing can be saved: the server's disk is full or read-only; tell whoever runs it, and try again."
        super().__init__("store_full", message)


class StoreUnusable(GamesError):
    """The database cannot be used at all, and why."""

    def __init__(self, message: str) -> None:
        super().__init__("store_unusable", message)
