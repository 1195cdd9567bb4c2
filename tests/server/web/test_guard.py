"""Headers of every answer, foreign pages, wrong methods and addresses, and bodies that are no JSON."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from server.web.hosts import is_ours, own_names
from server.web.security_headers import FIXED, content_security_policy
from server.web.settings import Settings

Serve = Callable[..., TestClient]


@pytest.mark.parametrize(
    "path", ["/", "/static/app.js", "/static/none.js", "/api/health", "/api/nothing", "/api/scores"]
)
def test_every_answer_keeps_the_page_to_itself(client: TestClient, path: str) -> None:
    answer = client.get(path)
    for name, value in FIXED.items():
        assert answer.headers[name] == value
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "ws://testserver" in policy
    assert ("no-store" in answer.headers.get("Cache-Control", "")) is path.startswith("/api/")


def test_a_fault_of_ours_has_them_too_and_tells_nothing(client: TestClient, jpeg: bytes, reader: object) -> None:
    reader.go_on = None  # type: ignore[attr-defined]
    answer = client.post("/api/readings", content=jpeg, headers={"Content-Type": "image/jpeg"})
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "internal"
    assert "NoneType" not in answer.text
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_the_policy_takes_no_host_that_is_none() -> None:
    assert "evil" not in content_security_policy("evil; script-src *")
    assert "ws://[fe80::1]:8000 " in content_security_policy("[fe80::1]:8000")


@pytest.mark.parametrize("host", ["a b", "x; script-src *", "h" * 300, ""])
def test_a_host_that_is_none_is_refused(client: TestClient, host: str) -> None:
    answer = client.get("/api/health", headers={"Host": host})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_host")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://testserver"}, 200),
        ({"Origin": "https://TESTSERVER"}, 200),
        ({"Origin": "http://testserver:8000"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://[x"}, 403),
        ({"Origin": "http://[::1"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Origin": "https://dominoes.example"}, 200),
    ],
)
def test_pages_of_other_origins_may_not_write(serve: Serve, headers: dict[str, str], status: int) -> None:
    client = serve(origins=("https://dominoes.example",))
    answer = client.post("/api/scores", json={"tiles": [[6, 1]]}, headers=headers)
    assert answer.status_code == status
    if status == 403:
        assert answer.json()["error"]["code"] == "cross_origin"


@pytest.mark.parametrize("path", ["/api/live", "/api/games/x/watch"])
def test_pages_of_other_origins_get_no_socket(client: TestClient, path: str) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        client.websocket_connect(path, headers={"Origin": "http://evil.example"}),
    ):
        pass
    assert refused.value.code == 4403


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "not_found"),
        ("GET", "/api", 404, "not_found"),
        ("POST", "/", 405, "method_not_allowed"),
        ("GET", "/api/scores", 405, "method_not_allowed"),
        ("DELETE", "/api/readings", 405, "method_not_allowed"),
        ("POST", "/api/health", 405, "method_not_allowed"),
        ("POST", "/static/app.js", 405, "method_not_allowed"),
        ("GET", "/static/../settings.py", 404, "not_found"),
        ("GET", "/static/%2e%2e/games.db", 404, "not_found"),
        ("GET", "/docs", 404, "not_found"),
    ],
)
def test_wrong_addresses_and_methods_are_told_alike(
    client: TestClient, method: str, path: str, status: int, code: str
) -> None:
    answer = client.request(method, path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert answer.json()["error"]["message"].endswith(".")


@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        (b"{", "application/json", 400, "malformed"),
        (b"\xff\xfe", "application/json", 400, "malformed"),
        (b'{"tiles": ' + b"[" * 5000, "application/json", 400, "malformed"),
        (b'{"tiles": [[' + b"9" * 5000 + b", 1]]}", "application/json", 400, "malformed"),
        (b"", "application/json", 422, "invalid"),
        (b"[]", "application/json", 422, "invalid"),
        (b'{"tiles": [[6, 1]]}', "text/plain", 422, "invalid"),
        (b'{"tiles": [[6, true]]}', "application/json", 422, "invalid"),
        (b'{"tiles": [[6, "1"]]}', "application/json", 422, "invalid"),
        (b'{"tiles": [[6, 1.5]]}', "application/json", 422, "invalid"),
        (b'{"tiles": [[6, 19]]}', "application/json", 422, "invalid"),
        (b'{"tiles": [[6]]}', "application/json", 422, "invalid"),
        (b'{"tiles": [], "more": 1}', "application/json", 422, "invalid"),
        (b'{"tiles": [], "rules": {"preset": "chess"}}', "application/json", 422, "invalid"),
        (b'{"tiles": [], "rules": {"changes": {"draws": false}}}', "application/json", 422, "invalid"),
        (b'{"tiles": [], "rules": {"changes": {"mark_unstarted": 1}}}', "application/json", 422, "invalid"),
        (b'{"tiles": [], "rules": {"changes": {"highest": 6}}, "x": NaN}', "application/json", 422, "invalid"),
    ],
)
def test_bodies_that_are_not_understood(client: TestClient, body: bytes, kind: str, status: int, code: str) -> None:
    answer = client.post("/api/scores", content=body, headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert answer.json()["error"]["message"].endswith(".")
    assert len(answer.text) < 700


def test_other_bodies_have_a_smaller_limit_than_photos(serve: Serve) -> None:
    client = serve(max_json_bytes=1000)
    answer = client.post("/api/scores", content=b'{"tiles": [' + b"[1, 1]," * 500)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


def test_the_page_and_its_files_are_looked_at_again_each_time(client: TestClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["Content-Type"].startswith("text/html")
    module = client.get("/static/app.js")
    assert module.headers["Content-Type"].startswith("text/javascript")
    assert client.get("/static/manifest.webmanifest").headers["Content-Type"].startswith("application/manifest+json")
    for answer, path in ((page, "/"), (module, "/static/app.js")):
        assert answer.headers["Cache-Control"] == "no-cache"
        again = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert client.head("/").status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200),
        ("192.168.1.5:8000", 200),
        ("[fe80::1]:8000", 200),
        ("localhost:8000", 200),
        ("laptop", 200),
        ("Laptop.local:8000", 200),
        ("dominoes.example", 200),
        ("DOMINOES.example.:443", 200),
        ("named.example", 200),
        ("evil.example", 400),
        ("evil.example:8000", 400),
        ("local.evil.example", 400),
        ("127.0.0.1.evil.example", 400),
        ("notlocal.example", 400),
        ("[evil]", 400),
    ],
)
def test_a_foreign_name_cannot_be_made_to_stand_for_this_machine(serve: Serve, host: str, status: int) -> None:
    """A page of evil.example that leads here after it was loaded is of the same origin, as far as browsers go."""
    client = serve(url="https://dominoes.example", hosts=("named.example",))
    headers = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}
    for answer in (
        client.get("/api/health", headers=headers),
        client.post("/api/scores", json={"tiles": [[6, 1]]}, headers=headers),
        client.get("/", headers=headers),
    ):
        assert answer.status_code == status
        if status == 400:
            assert answer.json()["error"]["code"] == "bad_host"
    if status == 400:
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/api/live", headers=headers):
            pass


STATIC = Path(__file__).resolve().parents[3] / "server" / "static"


@pytest.mark.parametrize(
    ("languages", "shown", "words"),
    [
        ("hu-HU,hu;q=0.9,en;q=0.8", "hu", "címsor"),
        ("fr, da;q=0.5", "da", "adresselinjen"),
        ("fr", "en", "address bar"),
        ("", "en", "address bar"),
    ],
)
def test_a_person_reads_why_a_foreign_name_is_refused(serve: Serve, languages: str, shown: str, words: str) -> None:
    headers = {"Host": "evil.example", "Accept": "text/html,*/*;q=0.8", "Accept-Language": languages}
    client = serve(page=STATIC)
    answer = client.get("/", headers=headers)
    assert (answer.status_code, answer.headers["Content-Type"]) == (400, "text/html; charset=utf-8")
    assert f'<html lang="{shown}">' in answer.text
    assert words in answer.text
    assert "evil" not in answer.text
    assert "PIPWISE_HOSTS" in answer.text
    for name, value in FIXED.items():
        assert answer.headers[name] == value
    assert client.get("/api/health", headers=headers).json()["error"]["code"] == "bad_host"


def test_without_catalogues_a_foreign_name_is_refused_in_english(client: TestClient) -> None:
    answer = client.get("/", headers={"Host": "evil.example", "Accept": "text/html", "Accept-Language": "hu"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (400, "text/html; charset=utf-8")
    assert '<html lang="en">' in answer.text
    assert "does not go by this name" in answer.text


def test_the_names_of_a_server(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, host="here.example", url="https://There.example/x", hosts=("that.example",))
    assert own_names(settings, "laptop.example") == {
        "laptop.example", "here.example", "there.example", "that.example"
    }  # fmt: skip
    assert is_ours("laptop.example:8000", own_names(settings, "laptop.example"))
    assert own_names(Settings(data=tmp_path, host="0.0.0.0", url="http://[x"), "laptop") == {"laptop", "0.0.0.0"}
