"""Advice: the moves of a table, ranked."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Body

from engine.hints import Advice, advise, check
from engine.moves import spots
from server.web.hint_tables import view_of
from server.web.pool import BusyError
from server.web.problems import busy, may_answer
from server.web.schemas_hints import HINT_EXAMPLE, HintIn, HintsOut, hints_out
from server.web.services import Shared

router = APIRouter(prefix="/api")

WARM_IN = 5.0
"""Seconds in which play-outs are compiled, about; only the very first start takes longer."""

LEEWAY = 2.0
"""Seconds that advice may take longer than was asked for, on a slow machine; then it is cut short."""


@router.post("/hints", summary="Rank the moves of a table", responses=may_answer(400, 403, 408, 413, 422, 503))
def hints(asked: Annotated[HintIn, Body(examples=[HINT_EXAMPLE])], services: Shared) -> HintsOut:
    """Plays every move out on common deals of what cannot be seen; the same `seed` gives the same answer.

    It ends two seconds after `seconds` at the latest, with what is known by then.
    """
    view = view_of(asked)
    check(view)
    if not services.is_warm.is_set():
        raise busy("warming_up", "Advice is being prepared; ask again in a few seconds.", WARM_IN)
    seed = secrets.randbelow(2**32) if asked.seed is None else asked.seed

    def advice_in_time() -> Advice:
        end = services.clock() + asked.seconds + LEEWAY
        return advise(view, effort=asked.seconds, seed=seed, go_on=lambda: services.clock() < end)

    try:
        advice = services.hints.run(advice_in_time)
    except BusyError as error:
        raise busy("busy", "Others are being advised at the moment; ask again in a moment.", error.seconds) from error
    return hints_out(advice, tuple(spots(view.table)), asked.players)
