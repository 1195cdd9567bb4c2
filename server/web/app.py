"""The application: everything it works with is handed to it, so that tests can hand it something else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from threading import Thread
from time import perf_counter

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI

from engine import hints
from server.games.service import Games
from server.selfcheck import own_version
from server.service import Reader
from server.web import (
    live,
    routes_games,
    routes_hints,
    routes_joins,
    routes_photos,
    routes_reading,
    routes_rules,
    routes_tables,
    watch,
)
from server.web.access import answer_errors_of_games
from server.web.bodies import BodyLimits, LimitedBodies
from server.web.guard import Guard
from server.web.hosts import own_names
from server.web.leaving import Leave
from server.web.limits import Guesses, Writes
from server.web.page import add_page
from server.web.pool import Pool
from server.web.problems import answer_all_errors
from server.web.refusal import sentences
from server.web.services import Services
from server.web.settings import Settings
from server.web.watchers import Watchers

PLAIN_THREADS = 40
"""Threads for everything that is quick, beside those in which photos and advice wait for their turn."""


def create_app(
    settings: Settings,
    reader: Reader,
    games: Games,
    *,
    frame_reader: Reader | None = None,
    models: Mapping[str, str] | None = None,
    lan_url: str | None = None,
    warm_up: Callable[[], None] = hints.warm_up,
    guesses: Guesses | None = None,
    writes: Writes | None = None,
    clock: Callable[[], float] = perf_counter,
) -> FastAPI:
    """The web application around a reader of photos and a store of games, both of which serve many threads.

    - `frame_reader`: a quicker reader for the live view; `models`: versions of the networks by name.
    - `lan_url`: how phones reach a server that was itself reached by a name of this machine only.
    - `warm_up` prepares advice, in the background, once the server runs; `guesses` limits wrong codes, `writes`
      what seats send; `clock` gives seconds.

    The games are closed when the application ends.
    """
    services = Services(
        settings=settings,
        reader=reader,
        frame_reader=reader if frame_reader is None else frame_reader,
        models={} if models is None else models,
        games=games,
        readings=Pool(settings.readings, settings.waiting),
        hints=Pool(settings.hints, settings.hints_waiting),
        guesses=Guesses() if guesses is None else guesses,
        writes=Writes() if writes is None else writes,
        watchers=Watchers(settings.watchers),
        clock=clock,
        lan_url=lan_url,
    )
    app = FastAPI(
        title="Pipwise",
        version=own_version(),
        summary="Reads dominoes in photos, adds up hands, advises on moves and keeps the score of Mexican Train.",
        openapi_url="/api/openapi.json",
        # Their pages load scripts from elsewhere.
        docs_url=None,
        redoc_url=None,
        lifespan=lambda app: _running(app, services, warm_up),
        redirect_slashes=False,
    )
    app.state.services = services
    for part in (
        routes_reading, routes_tables, routes_rules, routes_hints,
        routes_joins, routes_games, routes_photos, live, watch,
    ):  # fmt: skip
        app.include_router(part.router)
    add_page(app, settings.page)
    answer_all_errors(app)
    answer_errors_of_games(app)
    limits = BodyLimits(
        settings.max_bytes, settings.max_json_bytes, settings.max_body_bytes_in_all, settings.body_seconds
    )
    app.add_middleware(LimitedBodies, limits, services.leaving)
    app.add_middleware(Leave, services.leaving)
    app.add_middleware(Guard, settings.origins, own_names(settings), sentences(settings.page))
    return app


def stop_taking(app: FastAPI, seconds: float = 0.0) -> None:
    """Send away what waits, what comes from now on, and after so many seconds what still runs."""
    services: Services = app.state.services
    services.leaving.begin(seconds)
    services.readings.close()
    services.hints.close()


@asynccontextmanager
async def _running(app: FastAPI, services: Services, warm_up: Callable[[], None]) -> AsyncIterator[None]:
    waiting = services.settings.readings + services.settings.waiting
    waiting += services.settings.hints + services.settings.hints_waiting + services.settings.live
    current_default_thread_limiter().total_tokens = PLAIN_THREADS + waiting

    def warm() -> None:
        warm_up()
        services.is_warm.set()

    services.leaving.start(asyncio.get_running_loop())
    services.readings.open()
    services.hints.open()
    # It may be in the midst of compiling when the server ends, and nobody waits for that.
    Thread(target=warm, name="warm up", daemon=True).start()
    services.watchers.start(asyncio.get_running_loop())
    unsubscribe = services.games.subscribe(services.watchers.changed)
    try:
        yield
    finally:
        unsubscribe()
        services.watchers.start(None)
        stop_taking(app)
        await asyncio.to_thread(services.games.close_all)
