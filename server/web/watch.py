"""The WebSocket of a game: its version at once, and whenever it changes."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.concurrency import run_in_threadpool

from server.games.errors import GamesError, NoGame
from server.web.services import Services, Shared

router = APIRouter()

TOKEN_WITHIN = 5.0
"""Seconds in which the token has to come."""
LOOK_AGAIN = 20.0
"""Seconds after which the version is looked up without having been told: another server may use the database, too."""
WRONG_TOKEN, TRY_LATER = 4401, 1013


class _First(BaseModel):
    """The first message of whoever watches."""

    model_config = ConfigDict(extra="forbid")

    token: str = Field(min_length=1, max_length=200)


@router.websocket("/api/games/{game}/watch")
async def watch(socket: WebSocket, game: str, services: Shared) -> None:
    """Sends `{"version": n}`; closes with 4401 when the token does not open the game, or does not any more."""
    try:
        await socket.accept()
    except OSError:
        return  # gone already
    try:
        if services.watchers.is_full:
            await socket.close(TRY_LATER, "too many are watching")
            return
        with services.watchers.admitted():
            token = await _token(socket)
            if token is None:
                await socket.close(WRONG_TOKEN, "no token")
                return
            await _tell(socket, game, token, services)
    except WebSocketDisconnect:
        return


async def _token(socket: WebSocket) -> str | None:
    """The token out of the first message, None when none comes in time."""
    try:
        async with asyncio.timeout(TOKEN_WITHIN):
            message = await socket.receive()
    except TimeoutError:
        return None
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    try:
        return _First.model_validate_json(message.get("text") or "").token
    except ValidationError:
        return None


async def _tell(socket: WebSocket, game: str, token: str, services: Services) -> None:
    gone = asyncio.create_task(_until_gone(socket))
    try:
        with services.watchers.watching(game) as change:
            told = None
            while not gone.done():
                # Cleared before the version is looked up, so that no change falls between.
                change.clear()
                try:
                    version = await run_in_threadpool(services.games.version, game, token)
                except NoGame:
                    await socket.close(WRONG_TOKEN, "no such game for this token")
                    return
                except GamesError:
                    await socket.close(TRY_LATER, "the games cannot be reached")
                    return
                if version != told:
                    await socket.send_json({"version": version})
                    told = version
                waking = asyncio.create_task(change.wait())
                await asyncio.wait({gone, waking}, timeout=LOOK_AGAIN, return_when=asyncio.FIRST_COMPLETED)
                waking.cancel()
    finally:
        gone.cancel()


async def _until_gone(socket: WebSocket) -> None:
    """Hear whatever is sent, until the other side goes."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass
