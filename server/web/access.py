"""Who asks, and for what time: the token and the key that come with a request, and how games refuse."""

from __future__ import annotations

import math
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, Path, Request, Security
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from server.games.errors import Conflict, GamesError, HandsMissing
from server.web.game_links import game_json
from server.web.problems import Problem, answer
from server.web.services import Shared

COME_AGAIN = {"Retry-After": "2"}

SHORTEST_KEY = 16
"""Characters of a key. Who guesses the key of another's request is answered as that one was, with a token perhaps."""

_bearer = HTTPBearer(auto_error=False, description="The token of a game's host or of one of its seats.")


def _token(given: Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)]) -> str:
    if given is None or not given.credentials:
        message = "Say who you are: send the token of the game as Authorization: Bearer TOKEN."
        raise Problem(401, "no_token", message, {"WWW-Authenticate": "Bearer"})
    return given.credentials


Token = Annotated[str, Depends(_token)]
"""The token, as a parameter of a route; without one the answer is 401."""

Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        min_length=SHORTEST_KEY,
        max_length=64,
        pattern=r"^[!-~]+$",
        description="Made up at random for each new request; sent again with the same key, it is carried out once.",
        examples=["0b1f3a5c7d9e2b4d"],
    ),
]
"""The key of a write, as a parameter of a route."""

GameId = Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$", description="The game.")]


def _writer(game: GameId, token: Token, services: Shared) -> str:
    seat = services.games.seat_of(game, token)
    wait = 0.0 if seat is None else services.writes.charge(game, seat)
    if wait > 0:
        seconds = max(1, math.ceil(wait))
        message = f"This seat has sent too much; try again in {seconds} second{'' if seconds == 1 else 's'}."
        raise Problem(429, "too_many_writes", message, {"Retry-After": str(seconds)}, seconds=seconds)
    return token


Writer = Annotated[str, Depends(_writer)]
"""The token of whoever writes; 429 for a seat that does so all the time, which would leave the host no moment."""


def answer_errors_of_games(app: FastAPI) -> None:
    """Have what games refuse answered as all errors are."""

    @app.exception_handler(GamesError)
    async def of_games(request: Request, error: GamesError) -> JSONResponse:
        headers = COME_AGAIN if error.status == 503 else {}
        details: dict[str, Any] = {}
        match error:
            case Conflict():
                details["state"] = game_json(error.state, request)
            case HandsMissing():
                details["seats"] = list(error.seats)
        return answer(error.status, error.code, error.message, headers, **details)
