"""Photos of tables in, trains and findings out; and the same once more for tiles that a person corrected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Body, Query

from engine.presets import PRESETS
from engine.tiles import DominoSet
from server.table_known import Known
from server.web.corrected_tables import look_anew
from server.web.photo_reading import table_of
from server.web.pool import BusyError
from server.web.problems import Problem, busy, may_answer
from server.web.schemas import PresetName, SetName
from server.web.schemas_audit import AUDIT_EXAMPLE, AuditIn
from server.web.schemas_tables import TABLE_EXAMPLE, TableOut, table_out
from server.web.services import Services, Shared
from server.web.uploads import PHOTO_BODY, PhotoBody, media_type

router = APIRouter(prefix="/api")

ENGINE = "The value of this round's engine, where it is known; another double in the middle is a finding then."
TOLD = {200: {"content": {"application/json": {"example": TABLE_EXAMPLE}}}}


@router.post(
    "/tables",
    summary="Read a table in a photo",
    openapi_extra=PHOTO_BODY,
    responses={**TOLD, **may_answer(400, 403, 408, 413, 415, 422, 503)},  # type: ignore[dict-item]
)
def read_table_photo(
    photo: PhotoBody,
    services: Shared,
    domino_set: Annotated[SetName, Query(alias="set", description="The set that is played with.")] = "double-12",
    engine: Annotated[int | None, Query(ge=0, le=18, description=ENGINE)] = None,
    preset: Annotated[PresetName, Query(description="The rules that are played by.")] = "puremco",
    copies: Annotated[int | None, Query(ge=1, le=2, description="How many such sets are mixed.")] = None,
    branches: Annotated[int | None, Query(ge=1, le=3, description="How many tiles a double takes.")] = None,
    mexican_trains: Annotated[int | None, Query(ge=0, le=4, description="How many Mexican trains there are.")] = None,
) -> TableOut:
    """The engine, the trains with their open ends, and all that cannot be right. The photo is read, and forgotten."""
    media_type(photo, services.settings.max_pixels)
    chosen = DominoSet.parse(domino_set)
    if engine is not None and engine > chosen.highest:
        raise Problem(422, "not_in_set", f"A {chosen} set has no double {engine}; name a larger set.")
    told = {"copies": copies, "branches": branches, "mexican_trains": mexican_trains}
    changes = {name: value for name, value in told.items() if value is not None}
    known = Known(PRESETS[preset].change(highest=chosen.highest, **changes), engine)
    return _in_turn(services, lambda: table_of(photo, services.reader, known, services.clock))


@router.post(
    "/tables/audit",
    summary="Look at a corrected table anew",
    responses={**TOLD, **may_answer(400, 403, 408, 413, 422, 503)},  # type: ignore[dict-item]
)
def audit_table(asked: Annotated[AuditIn, Body(examples=[AUDIT_EXAMPLE])], services: Shared) -> TableOut:
    """Makes trains and findings of the tiles that are sent, without a photo. Tiles keep their order."""

    def anew() -> TableOut:
        began = services.clock()
        table = look_anew(asked)
        return table_out(table, 1000 * (services.clock() - began))

    return _in_turn(services, anew)


def _in_turn(services: Services, job: Callable[[], TableOut]) -> TableOut:
    try:
        return services.readings.run(job)
    except BusyError as error:
        message = "Many photos are being read at the moment; send it again in a few seconds."
        raise busy("busy", message, error.seconds) from error
