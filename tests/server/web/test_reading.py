"""Photos over HTTP: what a reading says, and what is refused before anything is decoded."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from time import monotonic, sleep

import pytest
from fastapi.testclient import TestClient
from PIL import Image as Pillow

JPEG = {"Content-Type": "image/jpeg"}
Serve = Callable[..., TestClient]


def send(client: TestClient, photo: bytes, kind: str | None = "image/jpeg", query: str = "") -> tuple[int, dict]:
    headers = {} if kind is None else {"Content-Type": kind}
    answer = client.post(f"/api/readings{query}", content=photo, headers=headers)
    return answer.status_code, answer.json()


def saved(kind: str, width: int = 64, height: int = 48, **more: object) -> bytes:
    file = BytesIO()
    Pillow.new("RGB", (width, height), (120, 90, 60)).save(file, kind, **more)
    return file.getvalue()


def test_a_reading_says_what_lies_where(client: TestClient, jpeg: bytes) -> None:
    status, reading = send(client, jpeg, query="?set=double-12")
    assert status == 200
    assert (reading["width"], reading["height"]) == (64, 48)
    sure, unsure = reading["tiles"]  # from left to right, whatever their order was
    assert (sure["a"], sure["b"], sure["sure"], sure["doubts"]) == (6, 1, True, [])
    assert sure["quad"] == [[80, 60], [120, 60], [120, 140], [80, 140]]
    assert sure["confidence"] == 1.0
    assert (unsure["a"], unsure["b"], unsure["sure"]) == (5, 3, False)
    assert unsure["doubts"] == [{"code": "value_unsure", "half": 0}]
    assert unsure["confidence"] == 0.6
    assert len(reading["face_down"]) == 1
    (warning,) = reading["warnings"]
    assert (warning["code"], warning["at"]) == ("glare", [200, 120])
    assert warning["text"].endswith(".")
    assert reading["ms"] >= 0


def test_the_set_decides_what_a_tile_can_be(client: TestClient, jpeg: bytes) -> None:
    assert send(client, jpeg, query="?set=double-18")[0] == 200
    status, told = send(client, jpeg, query="?set=double-13")
    assert (status, told["error"]["code"], told["error"]["field"]) == (422, "invalid", "set")


@pytest.mark.parametrize(
    ("kind", "media"),
    [("JPEG", "image/jpeg"), ("PNG", "image/png"), ("WEBP", "image/webp"), ("HEIF", "image/heic"), ("HEIF", None)],
)
def test_what_phones_take_is_read(client: TestClient, kind: str, media: str | None) -> None:
    status, reading = send(client, saved(kind), media)
    assert (status, reading["width"]) == (200, 64)


def test_a_photo_is_turned_upright(client: TestClient) -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 6
    assert send(client, saved("JPEG", exif=exif))[1]["width"] == 48


@pytest.mark.parametrize(
    ("photo", "media", "status", "code", "says"),
    [
        (b"hello", "text/plain", 415, "not_an_image", "JPEG"),
        (b"hello", "image/gif", 415, "not_an_image", "JPEG"),
        (saved("GIF"), "image/jpeg", 415, "not_an_image", "JPEG"),
        (saved("BMP"), "image/png", 415, "not_an_image", "JPEG"),
        (b"hello", "image/jpeg", 422, "unreadable", "photos are read as JPEG"),
        (b"", "image/jpeg", 422, "unreadable", "empty"),
        (saved("JPEG")[:300], "image/jpeg", 422, "unreadable", "broken or incomplete"),
        (saved("JPEG", 8, 8), "image/jpeg", 422, "unreadable", "at least 16"),
        (saved("PNG", 200, 100), "image/png", 413, "too_large", "200 x 100"),
    ],
)
def test_what_is_no_photo_is_refused_in_a_sentence(
    serve: Serve, photo: bytes, media: str, status: int, code: str, says: str
) -> None:
    found, told = send(serve(max_pixels=10_000), photo, media)
    assert (found, told["error"]["code"]) == (status, code)
    assert says in told["error"]["message"]


def test_nothing_is_decoded_that_has_too_many_pixels(serve: Serve, reader: object) -> None:
    assert send(serve(max_pixels=10_000), saved("JPEG", 200, 100))[0] == 413
    assert reader.sizes == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("is_told", [True, False])
def test_too_many_bytes_are_refused(serve: Serve, is_told: bool) -> None:
    client, photo = serve(max_bytes=5000), b"\xff\xd8\xff" + bytes(20_000)
    content = photo if is_told else (photo[at : at + 1000] for at in range(0, len(photo), 1000))
    answer = client.post("/api/readings", content=content, headers=JPEG)  # type: ignore[arg-type]
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
    assert answer.json()["error"]["limit"] == 5000


def test_all_bodies_together_have_a_limit_and_give_it_back(serve: Serve, jpeg: bytes) -> None:
    client = serve(max_body_bytes_in_all=len(jpeg))
    assert send(client, jpeg)[0] == 200
    assert send(client, jpeg)[0] == 200
    answer = client.post("/api/readings", content=jpeg + b"x", headers=JPEG)
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "busy")
    assert int(answer.headers["Retry-After"]) >= 1


def test_more_photos_than_can_wait_are_asked_to_come_again(serve: Serve, jpeg: bytes, reader: object) -> None:
    client = serve(readings=2, waiting=3)
    reader.go_on.clear()  # type: ignore[attr-defined]
    with ThreadPoolExecutor(8) as phones:
        waiting = [phones.submit(client.post, "/api/readings", content=jpeg, headers=JPEG) for _ in range(5)]
        until = monotonic() + 20
        while client.get("/api/health").json()["readings"] != {"running": 2, "waiting": 3}:
            assert monotonic() < until
            sleep(0.01)
        refused = client.post("/api/readings", content=jpeg, headers=JPEG)
        assert refused.status_code == 503
        assert refused.json()["error"]["code"] == "busy"
        assert int(refused.headers["Retry-After"]) >= 1
        reader.go_on.set()  # type: ignore[attr-defined]
        assert [one.result().status_code for one in waiting] == [200] * 5
    assert client.get("/api/health").json()["readings"] == {"running": 0, "waiting": 0}


def test_health_names_the_networks(client: TestClient) -> None:
    told = client.get("/api/health").json()
    assert told["status"] == "ok"
    assert told["version"]
    assert told["models"] == {"detector": "made-up 1"}
