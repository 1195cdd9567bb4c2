"""Games with people: every route is one call of `server.games.service.Games`."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request, Response

from server.games.state import GameView
from server.web.access import GameId, Key, Token, Writer
from server.web.game_links import created_out, game_out
from server.web.problems import may_answer
from server.web.schemas import tile_of
from server.web.schemas_games import (
    GAME_EXAMPLE,
    HAND_EXAMPLE,
    CloseIn,
    CorrectionIn,
    CreatedOut,
    FreeIn,
    GameIn,
    GameOut,
    HandIn,
    TableIn,
    VersionIn,
)
from server.web.services import Shared

router = APIRouter(prefix="/api/games")

SEEN = may_answer(401, 404, 422, 503)
SENT = may_answer(400, 401, 403, 404, 408, 409, 413, 422, 429, 503)
WRITTEN = may_answer(400, 401, 403, 404, 408, 409, 413, 422, 503)
NEW = may_answer(400, 403, 408, 413, 422, 503)
UNCHANGED: dict[int | str, dict[str, Any]] = {304: {"description": "Nothing has changed since version `after`."}}
CSV: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "A row for each round, the totals last.",
        "content": {"text/csv": {"schema": {"type": "string"}}},
    }
}


@router.post("", status_code=201, summary="Create a game", responses=NEW)
def create(
    asked: Annotated[GameIn, Body(examples=[GAME_EXAMPLE])], key: Key, request: Request, services: Shared
) -> CreatedOut:
    """Whoever creates a game is its host, with or without a seat."""
    created = services.games.create(
        asked.rules.rules(),
        asked.players,
        asked.name,
        asked.host_seat,
        asked.keep_photos,
        preset=asked.rules.preset,
        key=key,
    )
    return created_out(created, request)


@router.get("/{game}", summary="How a game stands", responses={**UNCHANGED, **SEEN}, response_model=GameOut)
def see(
    game: GameId,
    token: Token,
    request: Request,
    services: Shared,
    after: Annotated[int | None, Query(ge=0, lt=2**31, description="The version that is known already.")] = None,
) -> GameOut | Response:
    """Any token of the game will do; others' hands are seen when their round is closed."""
    if after is not None and services.games.version(game, token) == after:
        return Response(status_code=304)
    return game_out(services.games.see(game, token).state, request)


@router.post("/{game}/hands", summary="Hand in what is left", responses=SENT)
def submit(
    game: GameId,
    asked: Annotated[HandIn, Body(examples=[HAND_EXAMPLE])],
    token: Writer,
    key: Key,
    request: Request,
    services: Shared,
) -> GameOut:
    """For the own seat, or by the host for any; a later hand takes the place of an earlier one."""
    view = services.games.submit(
        game,
        token,
        asked.round,
        asked.seat,
        [tile_of(halves) for halves in asked.tiles],
        asked.out,
        asked.unsure,
        asked.photo,
        asked.open_train,
        key=key,
    )
    return game_out(view.state, request)


@router.post("/{game}/table", summary="Tell what lies on the table", responses=SENT)
def show_table(game: GameId, asked: TableIn, token: Writer, key: Key, request: Request, services: Shared) -> GameOut:
    """The hands of the round are compared with it."""
    tiles = [tile_of(halves) for halves in asked.tiles]
    return _told(services.games.show_table(game, token, asked.round, tiles, key=key), request)


@router.post("/{game}/close", summary="Score the round", responses=WRITTEN)
def close(game: GameId, asked: CloseIn, token: Token, key: Key, request: Request, services: Shared) -> GameOut:
    """By the host; the last planned round ends the game."""
    view = services.games.close(game, token, asked.version, asked.blocked, asked.absent, key=key)
    return _told(view, request)


@router.post("/{game}/corrections", summary="Correct a score", responses=WRITTEN)
def correct(game: GameId, asked: CorrectionIn, token: Token, key: Key, request: Request, services: Shared) -> GameOut:
    """By the host; the old score stays on record."""
    view = services.games.correct(game, token, asked.version, asked.round, asked.seat, asked.points, asked.why, key=key)
    return _told(view, request)


@router.post("/{game}/undo", summary="Take the last step back", responses=WRITTEN)
def undo(game: GameId, asked: VersionIn, token: Token, key: Key, request: Request, services: Shared) -> GameOut:
    """By the host: the last closing, correction or end of the game."""
    return _told(services.games.undo(game, token, asked.version, key=key), request)


@router.post("/{game}/finish", summary="End the game", responses=WRITTEN)
def finish(game: GameId, asked: VersionIn, token: Token, key: Key, request: Request, services: Shared) -> GameOut:
    """By the host, before all rounds were played."""
    return _told(services.games.finish(game, token, asked.version, key=key), request)


@router.post("/{game}/free", summary="Free a seat", responses=WRITTEN)
def free(game: GameId, asked: FreeIn, token: Token, key: Key, request: Request, services: Shared) -> GameOut:
    """By the host: another phone can join the seat, and its old token opens nothing any more.

    What seats have sent since `version` does not stand in the way.
    """
    return _told(services.games.free(game, token, asked.version, asked.seat, key=key), request)


@router.get("/{game}/sheet.csv", summary="The score sheet", responses={**CSV, **SEEN}, response_class=Response)
def sheet(game: GameId, token: Token, services: Shared) -> Response:
    """For a spreadsheet."""
    headers = {"Content-Disposition": 'attachment; filename="pipwise.csv"'}
    # With its mark at the front, spreadsheets take the file for UTF-8.
    return Response("\ufeff" + services.games.sheet(game, token), media_type="text/csv", headers=headers)


def _told(view: GameView, request: Request) -> GameOut:
    return game_out(view.state, request)
