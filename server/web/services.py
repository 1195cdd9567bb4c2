"""What the routes work with: one value for each application, made by `server.web.app` and found from a request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Event
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from server.games.service import Games
from server.service import Reader
from server.web.leaving import Leaving
from server.web.limits import Guesses, Writes
from server.web.pool import Pool
from server.web.settings import Settings
from server.web.watchers import Watchers


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that requests share.

    - `reader` reads photos, `frame_reader` the frames of the live view; `models` are their networks' versions by name.
    - `readings` and `hints` run what keeps a core busy; `is_warm` is set once advice need not be compiled any more.
    - `guesses` and `writes` limit how often codes are tried, and how often a seat writes.
    - `watchers` tell connections of changes in games; `live` holds the live views and their addresses.
    - `leaving` ends requests when the server ends.
    - `lan_url` is how phones reach the server, where that is known.
    """

    settings: Settings
    reader: Reader
    frame_reader: Reader
    models: Mapping[str, str]
    games: Games
    readings: Pool
    hints: Pool
    guesses: Guesses
    writes: Writes
    watchers: Watchers
    clock: Callable[[], float]
    lan_url: str | None = None
    is_warm: Event = field(default_factory=Event)
    live: dict[int, str] = field(default_factory=dict)
    leaving: Leaving = field(default_factory=Leaving)


def services_of(connection: HTTPConnection) -> Services:
    """The services of the application that a request or a WebSocket came to."""
    services: Services = connection.app.state.services
    return services


Shared = Annotated[Services, Depends(services_of)]
"""The services, as a parameter of a route."""
