"""Rules as a form needs them, and points by them."""

from __future__ import annotations

from typing import get_args

from fastapi.testclient import TestClient

from engine.presets import PRESETS
from engine.rules import OPTIONS
from engine.scoring import tile_points
from engine.tiles import SET_SIZES, DominoSet
from server.web.rule_help import OPTION_HELP, PRESET_SUMMARIES
from server.web.schemas import PresetName, SetName


def test_all_rules_are_told(client: TestClient) -> None:
    told = client.get("/api/rules").json()
    assert [one["name"] for one in told["presets"]] == list(PRESETS)
    for one in told["presets"]:
        values = {name: PRESETS[one["name"]].option(name) for name in OPTIONS}
        assert one["values"] == values
        assert [type(value) for value in one["values"].values()] == [type(value) for value in values.values()]
        assert one["summary"]
    assert {one["name"]: tuple(one["choices"]) for one in told["options"]} == OPTIONS
    assert all(one["default"] == OPTIONS[one["name"]][0] for one in told["options"])
    assert all(one["words"] and one["help"] for one in told["options"])
    assert told["sets"] == [6, 9, 12, 15, 18]


def test_no_option_preset_or_set_is_forgotten() -> None:
    assert OPTION_HELP.keys() == OPTIONS.keys()
    assert PRESET_SUMMARIES.keys() == PRESETS.keys() == set(get_args(PresetName))
    assert get_args(SetName) == tuple(str(DominoSet(size)) for size in SET_SIZES)


def test_points_by_house_rules(client: TestClient) -> None:
    changes = {"double_blank": 50, "blank_half": 5, "doubles_twice": True}
    asked = {"tiles": [[6, 1], [0, 0], [0, 12], [4, 4]], "rules": {"preset": "spanish", "changes": changes}}
    told = client.post("/api/scores", json=asked).json()
    rules = PRESETS["spanish"].change(**changes)
    assert told["points"] == [7, 50, 17, 16]
    assert told["points"] == [
        tile_points(rules.domino_set.tiles()[0].of(*pair), rules.scoring) for pair in asked["tiles"]
    ]
    assert (told["total"], told["duplicates"], told["not_in_set"]) == (90, [], [])


def test_what_is_wrong_with_a_hand_is_told_and_counts_all_the_same(client: TestClient) -> None:
    tiles = [[6, 1], [1, 6], [9, 2], [9, 2], [9, 2]]
    asked = {"tiles": tiles, "rules": {"preset": "danish", "changes": {"highest": 6}}}
    told = client.post("/api/scores", json=asked).json()
    assert told["total"] == 7 + 7 + 33
    assert told["duplicates"] == [[1, 6], [2, 9]]
    assert told["not_in_set"] == [[2, 9]]
    asked["rules"]["changes"]["copies"] = 2  # type: ignore[index]
    assert client.post("/api/scores", json=asked).json()["duplicates"] == [[2, 9]]
    assert client.post("/api/scores", json={"tiles": []}).json()["total"] == 0


def test_rules_that_contradict_each_other_are_refused(client: TestClient) -> None:
    changes = {"follow": "never", "going_out_on_double": "must be covered"}
    answer = client.post("/api/scores", json={"tiles": [], "rules": {"preset": "danish", "changes": changes}})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_rules")
