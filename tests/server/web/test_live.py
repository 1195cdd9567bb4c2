"""The live view: frames are answered in order, dropped and not queued, and refused one by one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from server.web.frames import MOST_DROPPED, Frame, Frames

Serve = Callable[..., TestClient]


def frame(number: int, picture: bytes) -> bytes:
    return number.to_bytes(4, "big") + picture


def test_a_frame_is_answered_with_its_reading(client: TestClient, jpeg: bytes) -> None:
    with client.websocket_connect("/api/live?set=double-9") as socket:
        for number in (1, 2, 2**32 - 1):
            socket.send_bytes(frame(number, jpeg))
            told = socket.receive_json()
            assert told["frame"] == number
            assert [(tile["a"], tile["b"]) for tile in told["reading"]["tiles"]] == [(6, 1), (5, 3)]
            assert (told["reading"]["width"], told["reading"]["height"]) == (64, 48)


def test_frames_that_come_while_one_is_read_are_dropped_but_the_newest(
    client: TestClient, jpeg: bytes, reader: Any
) -> None:
    with client.websocket_connect("/api/live") as socket:
        reader.go_on.clear()
        socket.send_bytes(frame(1, jpeg))
        until = monotonic() + 20
        while not reader.sizes:
            assert monotonic() < until
            sleep(0.001)
        for number in (2, 3, 4, 5):
            socket.send_bytes(frame(number, jpeg))
        sleep(0.3)
        reader.go_on.set()
        told = [socket.receive_json() for _ in range(5)]
    assert [one["frame"] for one in told] == [1, 2, 3, 4, 5]
    assert ["reading" in one for one in told] == [True, False, False, False, True]
    assert [one.get("dropped") for one in told[1:4]] == [True] * 3
    assert len(reader.sizes) == 2


def test_photos_go_first(serve: Serve, jpeg: bytes, reader: Any) -> None:
    client = serve(readings=1)
    pool = client.app.state.services.readings  # type: ignore[attr-defined]
    with client.websocket_connect("/api/live") as socket:
        pool._running = 1  # somebody's photo is being read
        socket.send_bytes(frame(1, jpeg))
        assert socket.receive_json() == {"frame": 1, "dropped": True}
        pool._running = 0
        socket.send_bytes(frame(2, jpeg))
        assert "reading" in socket.receive_json()


@pytest.mark.parametrize(("picture", "code"), [(b"no picture", "unreadable"), (b"\xff\xd8" + bytes(3000), "too_large")])
def test_a_frame_that_cannot_be_read_does_not_end_the_view(
    serve: Serve, jpeg: bytes, picture: bytes, code: str
) -> None:
    with serve(max_frame_bytes=2000).websocket_connect("/api/live") as socket:
        socket.send_bytes(frame(1, picture))
        told = socket.receive_json()
        assert (told["frame"], told["error"]["code"]) == (1, code)
        assert told["error"]["message"].endswith(".")
        socket.send_bytes(frame(2, jpeg))
        assert "reading" in socket.receive_json()


@pytest.mark.parametrize("message", [b"", b"abcd"])
def test_what_is_no_frame_ends_it(client: TestClient, message: bytes) -> None:
    with client.websocket_connect("/api/live") as socket:
        socket.send_bytes(message)
        with pytest.raises(WebSocketDisconnect) as ended:
            socket.receive_json()
    assert ended.value.code == 1003


def test_text_is_no_frame(client: TestClient) -> None:
    with client.websocket_connect("/api/live") as socket:
        socket.send_text("hello")
        with pytest.raises(WebSocketDisconnect) as ended:
            socket.receive_json()
    assert ended.value.code == 1003


def test_so_many_views_and_no_more(serve: Serve, jpeg: bytes) -> None:
    client = serve(live=1)
    with client.websocket_connect("/api/live") as first:
        first.send_bytes(frame(1, jpeg))
        first.receive_json()
        with client.websocket_connect("/api/live") as second, pytest.raises(WebSocketDisconnect) as ended:
            second.receive_json()
        assert ended.value.code == 1013
    until = monotonic() + 20
    while client.app.state.services.live:  # type: ignore[attr-defined]
        assert monotonic() < until
        sleep(0.01)
    with client.websocket_connect("/api/live") as third:
        third.send_bytes(frame(1, jpeg))
        assert third.receive_json()["frame"] == 1


def test_a_set_that_is_none_opens_no_view(client: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/api/live?set=double-13"):
        pass


def test_who_takes_no_answers_is_noticed() -> None:
    async def flood() -> bool:
        frames = Frames()
        for number in range(MOST_DROPPED + 2):
            assert not frames.is_flooded
            frames.put(Frame(number, b""))
        return frames.is_flooded

    with start_blocking_portal() as portal:
        assert portal.call(flood)


def test_nothing_is_given_out_after_the_end() -> None:
    async def end() -> object:
        frames = Frames()
        frames.put(Frame(1, b""))
        frames.end()
        return await frames.take()

    with start_blocking_portal() as portal:
        assert portal.call(end) is None


SCOPE = {"type": "websocket", "path": "/api/live", "raw_path": b"/api/live", "query_string": b"", "root_path": "",
         "scheme": "ws", "headers": [(b"host", b"127.0.0.1")], "client": ("127.0.0.1", 1), "server": None,
         "subprotocols": [], "state": {}}  # fmt: skip


def leave_in_the_midst(app: Any, picture: bytes, last: dict[str, Any]) -> list[str]:
    """A client that sends a frame, and then something last; once it is gone nothing can be sent to it."""
    messages = [{"type": "websocket.connect"}, {"type": "websocket.receive", "bytes": frame(1, picture)}, last]
    sent: list[str] = []

    async def receive() -> dict[str, Any]:
        if len(messages) == 1:
            await asyncio.sleep(0.2)  # the frame is being read meanwhile
        return messages.pop(0) if messages else await asyncio.sleep(60, {})

    async def send(message: dict[str, Any]) -> None:
        if not messages and last["type"] == "websocket.disconnect":
            raise OSError("gone")
        sent.append(message["type"])

    with start_blocking_portal() as portal:
        portal.call(app, SCOPE, receive, send)
    return sent


@pytest.mark.parametrize(
    ("last", "sent"),
    [
        ({"type": "websocket.disconnect", "code": 1006}, ["websocket.accept"]),
        ({"type": "websocket.receive", "text": "no frame"}, ["websocket.accept", "websocket.close"]),
    ],
)
def test_nothing_is_sent_once_it_is_over(
    make_app: Callable[..., Any], reader: Any, jpeg: bytes, last: dict[str, Any], sent: list[str]
) -> None:
    def slow(image: Any) -> Any:
        sleep(0.6)
        return read(image)

    read, reader.read = reader.read, slow
    app = make_app()
    assert leave_in_the_midst(app, jpeg, last) == sent
    assert not app.state.services.live


@pytest.mark.parametrize("path", ["/api/live", "/api/games/x/watch"])
@pytest.mark.parametrize("gone_after", [0, 1])
def test_one_who_is_gone_before_being_sent_away_is_no_fault(
    make_app: Callable[..., Any], path: str, gone_after: int
) -> None:
    app = make_app(live=0, watchers=0)

    sent: list[str] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["type"])
        if len(sent) > gone_after:
            raise OSError("gone")

    with start_blocking_portal() as portal:
        portal.call(app, {**SCOPE, "path": path}, receive, send)
    assert sent == ["websocket.accept", "websocket.close"][: gone_after + 1]


def test_one_address_has_two_live_views(serve: Serve, jpeg: bytes) -> None:
    client = serve()
    with client.websocket_connect("/api/live"), client.websocket_connect("/api/live") as second:
        with client.websocket_connect("/api/live") as third, pytest.raises(WebSocketDisconnect) as refused:
            third.receive_json()
        assert refused.value.code == 1013
        second.send_bytes(frame(1, jpeg))
        assert "reading" in second.receive_json()
    with client.websocket_connect("/api/live") as again:
        again.send_bytes(frame(1, jpeg))
        assert "reading" in again.receive_json()


def test_who_watches_is_counted_before_saying_which_game(serve: Serve) -> None:
    client = serve(watchers=1)
    with client.websocket_connect("/api/games/x/watch"):
        with client.websocket_connect("/api/games/x/watch") as second, pytest.raises(WebSocketDisconnect) as refused:
            second.receive_json()
        assert refused.value.code == 1013
    with client.websocket_connect("/api/games/x/watch") as again:
        again.send_json({"token": "none"})
        with pytest.raises(WebSocketDisconnect) as refused:
            again.receive_json()
        assert refused.value.code == 4401
