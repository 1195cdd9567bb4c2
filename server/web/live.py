"""The WebSocket of the live view: frames in, readings out, in order; what there is no time for is dropped."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from starlette.concurrency import run_in_threadpool

from server.web.frames import NUMBER_BYTES, Frame, Frames
from server.web.limits import network
from server.web.photo_reading import reading_of
from server.web.pool import BusyError
from server.web.problems import Problem
from server.web.schemas import SetName
from server.web.services import Services, Shared
from server.web.uploads import media_type

router = APIRouter()

MAX_FRAME_PIXELS = 4_000_000
"""A frame is a small picture; a photo is sent as a photo."""
NOT_A_FRAME, TOO_MANY, TRY_LATER = 1003, 1008, 1013


@router.websocket("/api/live")
async def live(
    socket: WebSocket, services: Shared, domino_set: Annotated[SetName, Query(alias="set")] = "double-12"
) -> None:
    """Answers `{"frame": n, "reading": …}`, `{"frame": n, "dropped": true}` or `{"frame": n, "error": …}`."""
    try:
        await socket.accept()
    except OSError:
        return  # gone already
    try:
        await _serve(socket, services, domino_set)
    except WebSocketDisconnect:
        return  # whoever is gone needs no answer


async def _serve(socket: WebSocket, services: Services, domino_set: SetName) -> None:
    address = network(socket.client.host) if socket.client else ""
    those = [*services.live.values()]
    if len(those) >= services.settings.live or those.count(address) >= services.settings.live_each:
        await socket.close(TRY_LATER, "too many live views")
        return
    services.live[id(socket)] = address
    frames = Frames()
    hearing = asyncio.create_task(_hear(socket, frames))
    answering = asyncio.create_task(_answer(socket, frames, domino_set, services))
    try:
        await asyncio.wait({hearing, answering}, return_when=asyncio.FIRST_COMPLETED)
        frames.end()
        hearing.cancel()
        # A frame that is being read is read to its end, in its thread; nobody hears of it any more.
        await asyncio.wait({hearing, answering})
        for task in (hearing, answering):
            if not task.cancelled() and (error := task.exception()) is not None:
                raise error
    finally:
        del services.live[id(socket)]


async def _hear(socket: WebSocket, frames: Frames) -> None:
    """Take frames until the other side goes, or sends what is none."""
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        data: bytes | None = message.get("bytes")
        if data is None or len(data) <= NUMBER_BYTES:
            frames.end()
            await socket.close(NOT_A_FRAME, "a frame is 4 bytes of its number and a JPEG")
            return
        if frames.is_flooded:
            frames.end()
            await socket.close(TOO_MANY, "frames come faster than answers are taken")
            return
        frames.put(Frame.of(data))


async def _answer(socket: WebSocket, frames: Frames, domino_set: SetName, services: Services) -> None:
    while (next_up := await frames.take()) is not None:
        dropped, frame = next_up
        for number in dropped:
            await _tell(socket, frames, {"frame": number, "dropped": True})
        result = await run_in_threadpool(_read, frame, domino_set, services)
        await _tell(socket, frames, {"frame": frame.number, **result})


async def _tell(socket: WebSocket, frames: Frames, answer: dict[str, Any]) -> None:
    """Send an answer, unless the view was ended meanwhile: nothing may be sent after that."""
    if not frames.is_over:
        await socket.send_json(answer)


def _read(frame: Frame, domino_set: SetName, services: Services) -> dict[str, Any]:
    """The answer to a frame, without its number. It is dropped where a photo is waiting: these go first."""
    try:
        most = services.settings.max_frame_bytes
        if len(frame.picture) > most:
            raise Problem(413, "too_large", f"A frame has at most {most / 1e6:g} MB; send a smaller one.")
        media_type(frame.picture, MAX_FRAME_PIXELS)
        reading = services.readings.run(
            lambda: reading_of(frame.picture, services.frame_reader, domino_set, services.clock, is_frame=True),
            may_wait=False,
        )
    except BusyError:
        return {"dropped": True}
    except Problem as problem:
        return {"error": {"code": problem.code, "message": problem.message}}
    return {"reading": reading.model_dump(mode="json")}
