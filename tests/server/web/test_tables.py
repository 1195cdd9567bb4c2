"""Tables over HTTP: what lies where, what is wrong with it, and the same once more after a person's corrections."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from fastapi.testclient import TestClient

from engine import hints
from tests.server.web.conftest import picture
from tests.server.web.tables import TableReader, lying, table
from vision.types import Observation

JPEG = {"Content-Type": "image/jpeg"}
Serve = Callable[..., TestClient]


@pytest.fixture
def reader() -> TableReader:
    """Sees a table without fault, unless it is told to see another one."""
    return TableReader(table())


def send(client: TestClient, seen: Observation | None = None, query: str = "") -> dict[str, Any]:
    """The table in a photo, as it is told."""
    if seen is not None:
        client.app.state.services.reader.seen = seen  # type: ignore[attr-defined]
    answer = client.post(f"/api/tables{query}", content=picture(), headers=JPEG)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def corrected(told: dict[str, Any], **tiles: tuple[int, int]) -> dict[str, Any]:
    """What the page sends: all tiles as they were told, but those named (`_3=(4, 9)`) as a person says they are."""
    sent = []
    for number, tile in enumerate(told["tiles"]):
        pips = tiles.get(f"_{number}")
        if pips is None:
            sent.append({key: tile[key] for key in ("quad", "a", "b", "score", "halves")})
        else:
            sent.append({"quad": tile["quad"], "a": pips[0], "b": pips[1]})
    return {
        "set": told["set"], "width": told["width"], "height": told["height"], "tiles": sent,
        "face_down": [back["quad"] for back in told["face_down"]],
        "markers": [
            {"at": train["ends"][0]["at"], "confidence": train["marker_confidence"]} for train in told["trains"]
        ],
    }  # fmt: skip


def audit(client: TestClient, asked: dict[str, Any], status: int = 200) -> dict[str, Any]:
    answer = client.post("/api/tables/audit", json=asked)
    assert answer.status_code == status, answer.text
    told: dict[str, Any] = answer.json()
    return told


def codes(told: dict[str, Any]) -> list[str]:
    return [finding["code"] for finding in told["findings"]]


def test_a_photo_of_a_table_tells_its_trains(client: TestClient) -> None:
    told = send(client)
    assert (told["set"], told["engine"], told["engine_tile"]) == ("double-12", 12, 0)
    assert (told["width"], told["height"], len(told["face_down"])) == (1000, 800, 1)
    trains = {tuple(train["numbers"]): train for train in told["trains"]}
    assert {numbers: train["tiles"] for numbers, train in trains.items()} == {
        (1, 2): [[12, 3], [3, 8]], (3, 4): [[12, 5], [5, 9]], (5,): [[12, 7]],
    }  # fmt: skip
    assert {train["kind"] for train in trains.values()} == {"personal"}
    assert trains[1, 2]["on"] == [-1, 0]
    (end,) = trains[1, 2]["ends"]
    assert (end["value"], end["on"]) == (8, 2)
    x, y = end["at"]
    assert x < 345 - 40  # to the left of the last tile, in line with it
    assert abs(y - 400) < 20
    assert (told["findings"], told["hands"], told["loose"]) == ([], [], [])
    assert told["sure"]
    assert told["ms"] >= 0


def test_ends_that_differ_are_a_finding_until_they_are_corrected(client: TestClient) -> None:
    told = send(client, table(last=(4, 9)))
    (finding,) = told["findings"]
    assert (finding["code"], finding["severity"], finding["sure"]) == ("ENDS_DIFFER", "error", True)
    assert sorted(finding["tiles"]) == ["4-9", "5-12"]
    assert sorted(finding["numbers"]) == [3, 4]
    assert len(finding["at"]) == 2
    assert finding["text"].endswith(".")
    anew = audit(client, corrected(told, _4=(9, 5)))
    assert anew["findings"] == []
    assert [tile["quad"] for tile in anew["tiles"]] == [tile["quad"] for tile in told["tiles"]]
    assert (anew["tiles"][4]["a"], anew["tiles"][4]["b"]) == (9, 5)


def test_what_is_sent_back_as_it_was_told_is_the_same_table(client: TestClient) -> None:
    told = send(client, table(other=(4, 0.3)))
    assert told["tiles"][4]["halves"][1] == {
        "values": [{"value": 5, "probability": 0.7}, {"value": 4, "probability": 0.3}], "count": None,
    }  # fmt: skip
    anew = audit(client, corrected(told))
    for name in ("engine", "engine_tile", "trains", "findings", "hands", "loose", "face_down", "sure"):
        assert anew[name] == told[name], name
    assert [(one["a"], one["b"], one["sure"]) for one in anew["tiles"]] == [
        (one["a"], one["b"], one["sure"]) for one in told["tiles"]
    ]


def test_a_tile_follows_its_neighbour_when_that_is_corrected(client: TestClient) -> None:
    """What the rules made of a half is not taken for what the eye saw of it."""
    told = send(client, table(other=(4, 0.3)))
    assert told["tiles"][4]["b"] == 5
    anew = audit(client, corrected(told, _3=(4, 12)))
    assert anew["tiles"][4]["b"] == 4
    assert anew["findings"] == []


def test_a_tile_that_is_left_out_or_added_changes_the_trains(client: TestClient) -> None:
    told = send(client)
    asked = corrected(told)
    fifth = asked["tiles"].pop(4)
    assert [[12, 5]] in [train["tiles"] for train in audit(client, asked)["trains"]]
    again = audit(client, {**asked, "tiles": [*asked["tiles"], {"quad": fifth["quad"], "a": 9, "b": 5}]})
    (train,) = (train for train in again["trains"] if train["tiles"] == [[12, 5], [5, 9]])
    assert train["numbers"] == [3, 5]


def test_markers_stay_at_their_ends(client: TestClient) -> None:
    told = send(client)
    left = next(train for train in told["trains"] if train["numbers"] == [1, 2])
    asked = {**corrected(told), "markers": []}
    assert not any(train["marker"] for train in audit(client, asked)["trains"])
    asked["markers"] = [{"at": left["ends"][0]["at"], "confidence": 0.8}]
    marked = {tuple(train["numbers"]): train["marker_confidence"] for train in audit(client, asked)["trains"]}
    assert marked == {(1, 2): 0.8, (3, 4): 0.0, (5,): 0.0}


def test_with_hands_those_tiles_are_named_that_are_nowhere(client: TestClient) -> None:
    asked = corrected(send(client, table(), "?set=double-12"))
    assert "MISSING_TILES" not in codes(audit(client, asked))
    table_tiles = {(12, 12), (3, 12), (3, 8), (5, 12), (5, 9), (7, 12)}
    every = [(low, high) for high in range(13) for low in range(high + 1)]
    nowhere = [(0, 0), (2, 11)]
    held = [tile for tile in every if tile not in table_tiles and tile not in nowhere]
    hands = [held[:40], [], held[40:]]
    assert audit(client, {**asked, "hands": hands, "players": 4})["findings"] == []
    (finding,) = audit(client, {**asked, "hands": hands})["findings"]
    assert (finding["severity"], "if these are all hands" in finding["text"]) == ("note", True)
    (finding,) = audit(client, {**asked, "hands": hands, "players": 3})["findings"]
    assert (finding["code"], finding["severity"]) == ("MISSING_TILES", "error")  # more than lie face down
    assert (finding["count"], "if these are all hands" in finding["text"]) == (None, False)
    assert (finding["tiles"], finding["numbers"], finding["at"]) == (["0-0", "2-11"], [], [])
    (finding,) = audit(client, {**asked, "hands": [[*held, (0, 0)], [], []]})["findings"]
    assert (finding["code"], finding["severity"], finding["tiles"]) == ("MISSING_TILES", "note", ["2-11"])
    found = audit(client, {**asked, "hands": [[*held, (8, 3), *nowhere], [], []]})["findings"]
    assert [(one["code"], one["tiles"], one["numbers"]) for one in found] == [("DUPLICATE_TILE", ["3-8"], [2])]
    assert found[0]["count"] == {"there": 2, "hands": 1, "allowed": 1}


def test_the_engine_of_the_round_can_be_named(client: TestClient) -> None:
    assert codes(send(client, query="?engine=12")) == []
    told = send(client, query="?engine=11")
    assert "WRONG_ENGINE" in codes(told)
    assert "WRONG_ENGINE" in codes(audit(client, {**corrected(told), "engine": 11}))


def test_the_rules_that_are_played_by_decide_what_is_wrong(client: TestClient) -> None:
    """A double takes as many tiles as the rules say, and a tile may be there twice where two sets are mixed."""
    twice = table(lying(8, 3, 700, 700))
    assert "DUPLICATE_TILE" in codes(send(client, twice))
    mixed = send(client, twice, "?copies=2")
    assert "DUPLICATE_TILE" not in codes(mixed)
    assert "DUPLICATE_TILE" in codes(audit(client, corrected(mixed)))
    rules = {"preset": "puremco", "changes": {"copies": 2}}
    assert "DUPLICATE_TILE" not in codes(audit(client, {**corrected(mixed), "rules": rules}))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"tiles": [{"quad": [[0, 0], [40, 0], [40, 80], [0, 80]], "a": 13, "b": 2}]}, "not_in_set"),
        ({"engine": 13}, "not_in_set"),
        ({"hands": [[[1, 2]], [[2, 5], [0, 13]]]}, "not_in_set"),
        ({"tiles": [{"quad": [[0, 0], [0, 80], [40, 80], [40, 0]], "a": 3, "b": 2}]}, "bad_quad"),
        ({"tiles": [{"quad": [[5, 5]] * 4, "a": 3, "b": 2}]}, "bad_quad"),
        ({"face_down": [[[0, 0], [40, 80], [40, 0], [0, 80]]]}, "bad_quad"),
        ({"tiles": [{"quad": [[0, 0], [40, 0], [40, 80]], "a": 3, "b": 2}]}, "invalid"),
        ({"width": 0}, "invalid"),
    ],
)
def test_a_table_that_is_none_is_refused_in_a_sentence(client: TestClient, change: dict[str, Any], code: str) -> None:
    asked = {"set": "double-12", "width": 1000, "height": 800, "tiles": []}
    error = audit(client, {**asked, **change}, 422)["error"]
    assert error["code"] == code
    assert error["message"].endswith(".")


def test_photos_of_tables_have_the_limits_of_all_photos(serve: Serve) -> None:
    client = serve(max_pixels=1000)
    for photo, media, status in ((picture(), "image/jpeg", 413), (b"x", "text/plain", 415), (b"x", "image/png", 422)):
        answer = client.post("/api/tables", content=photo, headers={"Content-Type": media})
        assert answer.status_code == status
        assert answer.json()["error"]["message"]
    answer = client.post("/api/tables?set=double-9&engine=12", content=b"x", headers=JPEG)
    assert answer.status_code == 422
    client.app.state.services.readings.close()  # type: ignore[attr-defined]
    asked = {"width": 1000, "height": 800, "tiles": []}
    answer = client.post("/api/tables/audit", json=asked)
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "busy")
    assert int(answer.headers["Retry-After"]) >= 1


def test_an_empty_table_is_a_table(client: TestClient) -> None:
    told = audit(client, {"width": 1000, "height": 800, "tiles": []})
    assert (told["engine"], told["trains"]) == (None, [])


def test_a_table_that_was_told_can_be_asked_about(serve: Serve) -> None:
    """Its trains go to advice as they are: values, and on which tile each lies."""
    hints.warm_up()
    client = serve()
    client.app.state.services.is_warm.set()  # type: ignore[attr-defined]
    told = send(client, table(lying(8, 8, 500 - 220, 400, 90)), "?engine=12")
    trains = [
        {"owner": seat, "tiles": train["tiles"], "on": train["on"], "open": train["marker"]}
        for seat, train in enumerate(told["trains"])
    ]
    asked = {
        "hand": [[8, 1], [5, 2], [9, 9]], "players": ["Ann", "Bo", "Cy"], "me": 0, "engine": [told["engine"]] * 2,
        "trains": trains, "hand_sizes": [3, 9, 9], "seconds": 0.05, "seed": 1,
    }  # fmt: skip
    answer = client.post("/api/hints", json=asked)
    assert answer.status_code == 200, answer.text
    move = answer.json()["moves"][0]["move"]
    # The double has to be followed: only one tile fits, and it goes on the double.
    assert move["tile"] == [1, 8]
    assert (trains[move["train"]]["tiles"][move["position"]], move["on"]) == ([8, 8], 8)


def test_a_train_branches_where_it_is_said_to(serve: Serve) -> None:
    hints.warm_up()
    client = serve()
    client.app.state.services.is_warm.set()  # type: ignore[attr-defined]
    branching = {"tiles": [[12, 8], [8, 8], [8, 3], [8, 4], [4, 6]], "on": [-1, 0, 1, 1, 3]}
    asked: dict[str, Any] = {
        "rules": {"preset": "puremco", "changes": {"branches": 2}},
        "hand": [[3, 1], [6, 2], [9, 9]], "players": ["Ann", "Bo"], "me": 0, "engine": [12, 12],
        "trains": [{"owner": 0, **branching}, {"owner": 1, "tiles": []}], "hand_sizes": [3, 9],
        "seconds": 0.05, "seed": 1,
    }  # fmt: skip
    answer = client.post("/api/hints", json=asked)
    assert answer.status_code == 200, answer.text
    moves = [one["move"] for one in answer.json()["moves"] if one["move"]["kind"] == "play"]
    places = {(tuple(move["tile"]), move["position"], move["on"]) for move in moves if move["train"] == 0}
    assert {((1, 3), 2, 3), ((2, 6), 4, 6)} <= places
    for on in ([-1, 0, 1], [-1, -1, 1, 1, 3], [-1, 0, 2, 1, 3], [0, 0, 1, 1, 3]):
        wrong = deepcopy(asked)
        wrong["trains"][0]["on"] = on
        refused = client.post("/api/hints", json=wrong)
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_train"), on
    given = deepcopy(asked)
    given["trains"][0]["end"] = 6
    assert client.post("/api/hints", json=given).status_code == 200
