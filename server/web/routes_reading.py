"""Photos in, readings out; and how the server is."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel

from server.selfcheck import own_version
from server.web.photo_reading import reading_of
from server.web.pool import BusyError
from server.web.problems import busy, may_answer
from server.web.schemas import SetName
from server.web.schemas_reading import READING_EXAMPLE, ReadingOut
from server.web.services import Shared
from server.web.uploads import PHOTO_BODY, PhotoBody, media_type

router = APIRouter(prefix="/api")


class Load(BaseModel):
    """How many photos are being read, and how many wait."""

    running: int
    waiting: int


class Health(BaseModel):
    """That the server is there, which version of Pipwise it is, with which networks, and how busy."""

    status: Literal["ok"]
    version: str
    models: dict[str, str]
    readings: Load


@router.get("/health", responses=may_answer(), summary="Is the server there?")
def health(services: Shared) -> Health:
    """Answers at once, also while photos are being read."""
    running, waiting = services.readings.load
    return Health(
        status="ok",
        version=own_version(),
        models=dict(services.models),
        readings=Load(running=running, waiting=waiting),
    )


@router.post(
    "/readings",
    summary="Read the tiles in a photo",
    openapi_extra=PHOTO_BODY,
    responses={
        200: {"content": {"application/json": {"example": READING_EXAMPLE}}},
        **may_answer(400, 403, 408, 413, 415, 422, 503),
    },
)
def read_photo(
    photo: PhotoBody,
    services: Shared,
    domino_set: Annotated[SetName, Query(alias="set", description="The set that is played with.")] = "double-12",
    detail: Annotated[Literal["quads"], Query(description="How tiles are outlined.")] = "quads",
) -> ReadingOut:
    """The photo is read, and forgotten. Many at once wait for each other; too many are asked to come again."""
    media_type(photo, services.settings.max_pixels)
    try:
        return services.readings.run(lambda: reading_of(photo, services.reader, domino_set, services.clock))
    except BusyError as error:
        message = "Many photos are being read at the moment; send it again in a few seconds."
        raise busy("busy", message, error.seconds) from error
