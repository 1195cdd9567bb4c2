"""Joining a game by its code, which may be guessed only so often."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

from fastapi import APIRouter, Request

from server.games.errors import GamesError, UnknownCode
from server.games.statedata import lobby_data
from server.web.access import Key
from server.web.game_links import seated_out
from server.web.problems import Problem, may_answer
from server.web.schemas_games import CodeIn, LobbyOut, SeatedOut, SeatIn
from server.web.services import Services, Shared

router = APIRouter(prefix="/api/joins")

NOWHERE = "nowhere"
"""Stands for the address of whoever has none."""


@router.post("", summary="Look a code up", responses=may_answer(400, 403, 404, 408, 413, 422, 429, 503))
def look_up(asked: CodeIn, request: Request, services: Shared) -> LobbyOut:
    """The game that goes on under a code, and its seats."""
    with _one_guess(request, services):
        lobby = services.games.look_up(asked.code)
    return LobbyOut.model_validate(lobby_data(lobby))


@router.post("/seat", summary="Take a seat", responses=may_answer(400, 403, 404, 408, 409, 413, 422, 429, 503))
def take_seat(asked: SeatIn, key: Key, request: Request, services: Shared) -> SeatedOut:
    """The token of the seat is told now, and again to a repeated request."""
    with _one_guess(request, services):
        seated = services.games.take_seat(asked.code, asked.seat, key=key)
    return seated_out(seated, request)


@contextmanager
def _one_guess(request: Request, services: Services) -> Iterator[None]:
    """Count a guess, unless what is tried inside finds that the code is a right one; 429 when there were too many."""
    address = request.client.host if request.client else NOWHERE
    wait = services.guesses.charge(address)
    if wait > 0:
        seconds = max(1, math.ceil(wait))
        message = f"Too many codes were wrong; try again in {seconds} second{'' if seconds == 1 else 's'}."
        raise Problem(429, "too_many_guesses", message, {"Retry-After": str(seconds)}, seconds=seconds)
    try:
        yield
    except UnknownCode:
        raise
    except GamesError:
        services.guesses.give_back(address)
        raise
    services.guesses.give_back(address)
