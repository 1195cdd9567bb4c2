"""Games over HTTP: who may do what, once for each key, and what other phones hear of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from server.web import watch

Serve = Callable[..., TestClient]
KEYS = (f"key-{number:012}" for number in count())


class Table:
    """A game with Ann as its host and Bo, as the phones of both use it."""

    def __init__(self, client: TestClient, **more: Any) -> None:
        self.client = client
        asked = {"name": "Friday", "players": ["Ann", "Bo"], "host_seat": 0, **more}
        made = client.post("/api/games", json=asked, headers={"Idempotency-Key": next(KEYS)})
        assert made.status_code == 201, made.text
        self.game = made.json()["game"]
        self.host, self.ann = made.json()["host_token"], made.json()["seat_token"]
        self.path = f"/api/games/{self.game['id']}"
        seated = self.post("/api/joins/seat", {"code": self.game["join"]["code"].lower(), "seat": 1}, None)
        assert seated.status_code == 200, seated.text
        self.bo = seated.json()["seat_token"]
        self.game = self.see()

    def post(self, path: str, body: dict[str, Any], token: str | None, key: str | None = None) -> Any:
        headers = {"Idempotency-Key": key or next(KEYS)}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        return self.client.post(path if path.startswith("/") else f"{self.path}/{path}", json=body, headers=headers)

    def see(self, token: str | None = None, query: str = "") -> Any:
        answer = self.client.get(self.path + query, headers={"Authorization": f"Bearer {token or self.host}"})
        return answer.json() if answer.status_code == 200 else answer

    def hand(self, seat: int, tiles: list[list[int]], token: str | None = None, **more: Any) -> Any:
        body = {"round": self.game["current"]["number"], "seat": seat, "tiles": tiles, **more}
        return self.post("hands", body, token or self.host)


@pytest.fixture
def table(client: TestClient) -> Table:
    return Table(client)


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


@pytest.mark.parametrize(
    "changes",
    [
        {"second_double": "yes", "mark_unstarted": False},
        {"second_double": "no", "mark_unstarted": False, "last_tile": "silent", "highest": 9},
        {"deal": "2: 10, 3-4: 9"},
    ],
)
def test_the_rules_of_a_game_are_those_that_were_chosen_and_can_be_sent_back(
    client: TestClient, changes: dict[str, Any]
) -> None:
    rules = {"preset": "puremco", "changes": changes}
    told = Table(client, rules=rules).game["rules"]
    assert told == rules
    assert Table(client, rules=told).game["rules"] == rules
    answer = client.post("/api/scores", json={"tiles": [[6, 1]], "rules": told})
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("deal", ["", "all", "2: 0", "2: 200", 15, None, ["2: 15"]])
def test_a_deal_that_is_none_is_refused(client: TestClient, deal: Any) -> None:
    asked = {"name": "Friday", "players": ["Ann", "Bo"], "rules": {"changes": {"deal": deal}}}
    answer = client.post("/api/games", json=asked, headers={"Idempotency-Key": next(KEYS)})
    assert answer.status_code == 422, answer.text


def test_a_whole_round(table: Table) -> None:
    assert table.game["set"] == "double-12"
    assert table.game["you"]["host"]
    assert [player["joined"] for player in table.game["players"]] == [True, True]
    assert table.hand(0, [], table.ann, out=True).status_code == 200
    bo = table.hand(1, [[6, 1], [12, 3]], table.bo, unsure=1)
    assert bo.status_code == 200
    own, other = (
        next(one for one in table.see(token)["current"]["submissions"] if one["seat"] == 1)
        for token in (table.bo, table.ann)
    )
    assert (own["points"], own["count"], own["unsure"]) == (22, 2, 1)
    assert {tuple(sorted(tile)) for tile in own["tiles"]} == {(1, 6), (3, 12)}
    assert other["tiles"] is None
    shown = table.post("table", {"round": 1, "tiles": [[12, 12], [12, 3]]}, table.ann).json()
    assert shown["current"]["findings"] == []
    state = table.see()
    assert "in_hand_and_on_table" in [finding["code"] for finding in state["current"]["findings"]]
    assert state["current"]["can_close"]
    closed = table.post("close", {"version": state["version"], "blocked": False, "absent": "refuse"}, table.host)
    assert closed.status_code == 200
    state = closed.json()
    assert (state["totals"], state["current"]["number"], state["undo"]["what"]) == ([0, 22], 2, "round_closed")
    corrected = table.post(
        "corrections", {"version": state["version"], "round": 1, "seat": 1, "points": 23, "why": "6-2"}, table.host
    ).json()
    assert corrected["rounds"][0]["scores"][1]["before"] == [22]
    undone = table.post("undo", {"version": corrected["version"]}, table.host).json()
    assert undone["totals"] == [0, 22]
    sheet = table.client.get(f"{table.path}/sheet.csv", headers={"Authorization": f"Bearer {table.bo}"})
    assert sheet.headers["Content-Type"].startswith("text/csv")
    assert "attachment" in sheet.headers["Content-Disposition"]
    assert sheet.content.startswith(b'\xef\xbb\xbf"Round",')
    assert sheet.text.splitlines()[-1] == '"Total","",0,22'
    over = table.post("finish", {"version": undone["version"]}, table.host).json()
    assert (over["over"], over["current"]) == (True, None)
    assert [place["seat"] for place in over["ranking"]] == [0, 1]


def test_a_request_that_is_repeated_is_carried_out_once(table: Table) -> None:
    body = {"round": 1, "seat": 1, "tiles": [[6, 1]]}
    first, again = (table.post("hands", body, table.bo, "the-same-key-again") for _ in "ab")
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert code_of(table.post("hands", {**body, "seat": 1, "tiles": []}, table.bo, "the-same-key-again")) == (
        422,
        "key_reused",
    )
    asked = {"players": ["Cy", "Di"], "host_seat": 1}
    one, two = (
        table.client.post("/api/games", json=asked, headers={"Idempotency-Key": "key-of-a-new-game"}).json()
        for _ in "ab"
    )
    assert one == two


def test_who_may_do_what(table: Table) -> None:
    version = table.game["version"]
    bare = table.client.get(table.path)
    assert code_of(bare) == (401, "no_token")
    assert bare.headers["WWW-Authenticate"] == "Bearer"
    assert code_of(table.see("wrong")) == (404, "no_game")
    missing = table.client.get("/api/games/nosuchgame", headers={"Authorization": f"Bearer {table.host}"})
    assert missing.json() == table.see("wrong").json()
    assert code_of(table.hand(0, [[1, 1]], table.bo)) == (403, "not_your_seat")
    assert code_of(table.post("close", {"version": version}, table.bo)) == (403, "not_host")
    refused = table.post("close", {"version": version}, table.host)
    assert code_of(refused) == (409, "hands_missing")
    assert refused.json()["error"]["seats"] == [0, 1]
    freed = table.post("free", {"version": version, "seat": 1}, table.host)
    assert freed.status_code == 200
    assert code_of(table.see(table.bo)) == (404, "no_game")
    unkeyed = table.client.post(f"{table.path}/undo", json={"version": 1}, headers={"Authorization": "Bearer x"})
    assert code_of(unkeyed) == (422, "invalid")


def test_the_second_of_two_hosts_hears_how_the_game_stands(table: Table) -> None:
    version = table.game["version"]
    table.hand(0, [], table.ann, out=True)
    late = table.post("close", {"version": version, "absent": "zero"}, table.host)
    assert code_of(late) == (409, "conflict")
    assert late.json()["error"]["state"] == table.see()


def test_nothing_new_is_told_in_few_bytes(table: Table) -> None:
    answer = table.see(query=f"?after={table.game['version']}")
    assert (answer.status_code, answer.content) == (304, b"")
    assert table.see(query=f"?after={table.game['version'] - 1}") == table.see()


def test_only_the_host_sees_the_code_and_it_is_in_no_address_that_is_sent(table: Table) -> None:
    join = table.see()["join"]
    assert join["link"] == f"http://testserver/#join={join['code']}"
    assert join["qr"].startswith("<svg ")
    assert "style" not in join["qr"]
    assert table.see(table.bo)["join"] is None
    lobby = table.client.post("/api/joins", json={"code": join["code"].lower()}).json()
    assert (lobby["game"], lobby["name"]) == (table.game["id"], "Friday")
    assert [(player["name"], player["joined"]) for player in lobby["players"]] == [("Ann", True), ("Bo", True)]
    taken = table.post("/api/joins/seat", {"code": join["code"], "seat": 1}, None)
    assert code_of(taken) == (409, "seat_taken")


@pytest.mark.parametrize(
    ("settings", "host", "link"),
    [
        ({}, "10.0.0.5:8000", "http://10.0.0.5:8000/#join="),
        ({"lan_url": "http://10.0.0.5:8000"}, "localhost:8000", "http://10.0.0.5:8000/#join="),
        ({"lan_url": "http://10.0.0.5:8000"}, "pipwise.local:8000", "http://pipwise.local:8000/#join="),
        ({"url": "https://dominoes.example/"}, "10.0.0.5:8000", "https://dominoes.example/#join="),
    ],
)
def test_the_link_leads_to_this_machine_from_others(
    serve: Serve, settings: dict[str, Any], host: str, link: str
) -> None:
    client = serve(**settings)
    headers = {"Host": host, "Idempotency-Key": next(KEYS)}
    made = client.post("/api/games", json={"players": ["Ann", "Bo"]}, headers=headers)
    assert made.json()["game"]["join"]["link"].startswith(link)


def test_codes_are_guessed_ten_times_a_minute(serve: Serve) -> None:
    client = serve()
    right = Table(client).see()["join"]["code"]
    for _ in range(10):
        assert client.post("/api/joins", json={"code": right}).status_code == 200
    answers = [client.post("/api/joins", json={"code": "QQQQQQ"}) for _ in range(12)]
    assert [answer.status_code for answer in answers[:10]] == [404] * 10
    assert code_of(answers[0]) == (404, "unknown_code")
    assert code_of(answers[10]) == (429, "too_many_guesses")
    assert 1 <= int(answers[10].headers["Retry-After"]) <= 60
    seat = client.post("/api/joins/seat", json={"code": right, "seat": 1}, headers={"Idempotency-Key": next(KEYS)})
    assert seat.status_code == 429


@pytest.mark.parametrize(
    "names", [["Ann"], ["Ann", "ann"], ["Ann", ""], ["Ann", " "], ["Ann", "a\nb"], ["Ann", "\ud800"]]
)
def test_names_that_cannot_be(client: TestClient, names: list[str]) -> None:
    body = json.dumps({"players": names})
    headers = {"Idempotency-Key": next(KEYS), "Content-Type": "application/json"}
    answer = client.post("/api/games", content=body, headers=headers)
    assert answer.status_code == 422
    assert answer.json()["error"]["message"].endswith(".")


def test_photos_are_kept_only_where_that_was_wanted(client: TestClient, table: Table, jpeg: bytes) -> None:
    def keep(at: Table, token: str, key: str | None = None) -> Any:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "image/jpeg"}
        if key is not None:
            headers["Idempotency-Key"] = key
        return client.post(f"{at.path}/photos", content=jpeg, headers=headers)

    assert code_of(keep(table, table.host)) == (409, "photos_not_kept")
    album = Table(client, keep_photos=True)
    assert code_of(keep(album, "wrong")) == (404, "no_game")
    kept = keep(album, album.bo, "key-of-the-photo-1")
    assert (kept.status_code, keep(album, album.bo, "key-of-the-photo-1").json()) == (201, kept.json())
    photo = kept.json()["photo"]
    assert album.hand(1, [[6, 1]], album.bo, photo=photo).status_code == 200
    seen = client.get(f"{album.path}/photos/{photo}", headers={"Authorization": f"Bearer {album.bo}"})
    assert (seen.content, seen.headers["Content-Type"]) == (jpeg, "image/jpeg")
    assert "no-store" in seen.headers["Cache-Control"]
    assert code_of(album.hand(1, [[6, 1]], album.bo, photo="none")) == (422, "no_photo")


def test_a_key_that_could_be_guessed_is_refused(client: TestClient, jpeg: bytes) -> None:
    album = Table(client, keep_photos=True)

    def field(answer: Any) -> tuple[int, str]:
        return answer.status_code, answer.json()["error"]["field"].lower()

    for key in ("k" * 15, "k" * 65):
        body = {"round": 1, "tiles": []}
        assert field(album.post("table", body, album.host, key)) == (422, "idempotency-key")
        headers = {"Authorization": f"Bearer {album.host}", "Content-Type": "image/jpeg", "Idempotency-Key": key}
        assert field(client.post(f"{album.path}/photos", content=jpeg, headers=headers)) == (422, "idempotency-key")
    assert album.post("table", {"round": 1, "tiles": []}, album.host, "k" * 16).status_code == 200


def test_a_photo_is_looked_into_only_where_it_may_be_kept(client: TestClient, table: Table) -> None:
    def keep(at: Table, token: str) -> tuple[int, str]:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "image/jpeg"}
        return code_of(client.post(f"{at.path}/photos", content=b"no picture", headers=headers))

    album = Table(client, keep_photos=True)
    assert keep(album, "wrong") == (404, "no_game")
    assert keep(table, table.host) == (409, "photos_not_kept")
    assert keep(album, album.host) == (422, "unreadable")


def test_other_phones_hear_of_changes_at_once(table: Table) -> None:
    with table.client.websocket_connect(f"{table.path}/watch") as phone:
        phone.send_json({"token": table.bo})
        assert phone.receive_json() == {"version": table.game["version"]}
        table.hand(0, [[1, 1]], table.ann)
        assert phone.receive_json() == {"version": table.game["version"] + 1}
        table.post("free", {"version": table.game["version"] + 1, "seat": 1}, table.host)
        with pytest.raises(WebSocketDisconnect) as ended:
            phone.receive_json()
    assert ended.value.code == 4401


@pytest.mark.parametrize("message", ['{"token": "wrong"}', "hello", "{}", '{"token": ""}', '{"token": 5}'])
def test_who_has_no_token_hears_nothing(table: Table, message: str) -> None:
    with table.client.websocket_connect(f"{table.path}/watch") as phone:
        phone.send_text(message)
        with pytest.raises(WebSocketDisconnect) as ended:
            phone.receive_json()
    assert ended.value.code == 4401


def test_a_token_has_to_come_in_time(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "TOKEN_WITHIN", 0.05)
    with table.client.websocket_connect(f"{table.path}/watch") as phone, pytest.raises(WebSocketDisconnect) as ended:
        phone.receive_json()
    assert ended.value.code == 4401


def test_a_phone_that_goes_is_forgotten(serve: Serve) -> None:
    client = serve(watchers=1)
    table = Table(client)
    for _ in range(3):
        with client.websocket_connect(f"{table.path}/watch") as phone:
            phone.send_json({"token": table.bo})
            phone.receive_json()
            with client.websocket_connect(f"{table.path}/watch") as second:
                with pytest.raises(WebSocketDisconnect) as ended:
                    second.receive_json()
                assert ended.value.code == 1013


def until_limited(table: Table, most: int) -> Any:
    """The last of so many hands of Bo's, or the first that was too many."""
    answers = (table.hand(1, [[1, 2]], table.bo) for _ in range(most))
    return next((answer for answer in answers if answer.status_code != 200), None)


def test_the_host_gets_rid_of_a_seat_that_sends_all_the_time(table: Table) -> None:
    seen = table.see()["version"]
    table.post("table", {"round": 1, "tiles": [[3, 4]]}, table.bo)
    limited = until_limited(table, 100)
    assert code_of(limited) == (429, "too_many_writes")
    assert 1 <= int(limited.headers["Retry-After"]) <= 2
    assert table.hand(0, [[5, 6]], table.ann).status_code == 200  # Nobody else has to wait.
    assert code_of(table.post("close", {"version": seen, "absent": "zero"}, table.host)) == (409, "conflict")
    freed = table.post("free", {"version": seen, "seat": 1}, table.host)
    assert freed.status_code == 200
    assert code_of(table.hand(1, [[1, 2]], table.bo)) == (404, "no_game")
    code = table.game["join"]["code"]
    table.bo = table.post("/api/joins/seat", {"code": code, "seat": 1}, None).json()["seat_token"]
    assert until_limited(table, 15).status_code == 429  # Sitting down again is no way round it.
    closing = {"version": table.see()["version"], "absent": "zero"}
    assert table.post("close", closing, table.host).status_code == 200


def test_a_seat_is_not_freed_that_the_host_has_not_seen_change(table: Table) -> None:
    seen = table.see()["version"]
    assert table.post("free", {"version": seen, "seat": 1}, table.host).status_code == 200
    table.post("/api/joins/seat", {"code": table.game["join"]["code"], "seat": 1}, None)
    for version in (seen, 10_000):
        assert code_of(table.post("free", {"version": version, "seat": 1}, table.host)) == (409, "conflict")
