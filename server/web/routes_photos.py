"""Photos that a game keeps, where its players wanted that."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Response

from server.games.errors import PhotosNotKept
from server.web.access import SHORTEST_KEY, GameId, Token, Writer
from server.web.problems import may_answer
from server.web.schemas_games import PhotoOut
from server.web.services import Shared
from server.web.uploads import MEDIA_TYPES, PHOTO_BODY, PhotoBody, media_type

router = APIRouter(prefix="/api/games/{game}/photos")

PHOTO: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The photo as it was sent.",
        "content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in MEDIA_TYPES.values()},
    }
}
PhotoKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=SHORTEST_KEY,
        max_length=64,
        pattern=r"^[!-~]+$",
        description="Made up at random for each photo. Without it, a photo that is sent twice is kept twice.",
    ),
]


def _album(game: GameId, token: Writer, services: Shared) -> str:
    if not services.games.see(game, token).state.keep_photos:
        raise PhotosNotKept()
    return token


Album = Annotated[str, Depends(_album)]
"""The token of whoever brings a photo to a game that keeps them; that is asked before the photo is looked into."""


@router.post(
    "",
    status_code=201,
    summary="Keep a photo",
    openapi_extra=PHOTO_BODY,
    responses=may_answer(400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 503),
)
def keep(game: GameId, token: Album, photo: PhotoBody, services: Shared, key: PhotoKey = None) -> PhotoOut:
    """In a game that was created so; a hand can refer to it then."""
    kind = media_type(photo, services.settings.max_pixels)
    chosen = secrets.token_urlsafe(16) if key is None else key
    return PhotoOut(photo=services.games.keep_photo(game, token, photo, kind, key=chosen))


@router.get(
    "/{photo}",
    summary="A photo that was kept",
    responses={**PHOTO, **may_answer(401, 403, 404, 422, 503)},
    response_class=Response,
)
def look(
    game: GameId,
    photo: Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")],
    token: Token,
    services: Shared,
) -> Response:
    """For the host and for the seat whose hand it shows."""
    data, kind = services.games.photo(game, token, photo)
    return Response(data, media_type=kind)
