"""How others get into a game: a link with the code behind `#`, which no browser sends or logs, and its QR code."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import quote

import segno
from starlette.requests import Request

from server.games.state import Created, GameState, Seated
from server.games.statedata import game_data
from server.web.schemas_games import CreatedOut, GameOut, SeatedOut
from server.web.services import Services, services_of

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def address(request: Request, services: Services) -> str:
    """The address of the page for other phones, without a slash at its end.

    It is the one that was set, or else the one by which this request came, unless that leads nowhere but here.
    """
    if services.settings.url is not None:
        return services.settings.url.rstrip("/")
    if request.url.hostname in LOOPBACK and services.lan_url is not None:
        return services.lan_url
    return str(request.base_url).rstrip("/")


@lru_cache(maxsize=64)
def qr_svg(link: str) -> str:
    """A link as a QR code in an `<svg>` without any style, dark on white also on a dark page."""
    svg: str = segno.make(link, micro=False).svg_inline(border=3, dark="#000", light="#fff", omitsize=True)
    return svg


def game_json(state: GameState, request: Request) -> dict[str, Any]:
    """A game as it is told, with the link to join it for whom it is."""
    data = game_data(state)
    if state.join is not None:
        link = f"{address(request, services_of(request))}/#join={quote(state.join.code)}"
        data["join"] = {"code": state.join.code, "link": link, "qr": qr_svg(link)}
    return data


def game_out(state: GameState, request: Request) -> GameOut:
    """A game as it is told."""
    return GameOut.model_validate(game_json(state, request))


def created_out(created: Created, request: Request) -> CreatedOut:
    """A new game with its tokens."""
    game = game_out(created.state, request)
    return CreatedOut(game=game, host_token=created.host_token, seat_token=created.seat_token)


def seated_out(seated: Seated, request: Request) -> SeatedOut:
    """A seat that was taken."""
    return SeatedOut(seat_token=seated.seat_token, game=game_out(seated.state, request))
