"""Events on their way into a database and back, and games on theirs to the web."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.presets import PRESETS
from engine.rulesfile import rules_of
from engine.tiles import Tile
from server.games import events
from server.games.errors import StoreUnusable
from server.games.eventdata import KINDS, from_data, to_data
from server.games.service import Games
from server.games.statedata import game_data, lobby_data

from .table import PUREMCO, Table, tiles

SMALL = st.integers(0, 18)
TILES = st.lists(st.builds(Tile.of, SMALL, SMALL), max_size=5).map(tuple)
TEXT = st.text(max_size=20)
RULES = st.builds(
    lambda preset, going_out, rounds: preset.change(going_out=going_out, rounds=rounds, deal=((2, 5), (3, 4))),
    st.sampled_from(list(PRESETS.values())),
    st.sampled_from([0, -5]),
    st.sampled_from(["all", 4]),
)
EVENTS: dict[str, st.SearchStrategy[events.Event]] = {
    "created": st.builds(
        events.GameCreated,
        TEXT,
        RULES,
        st.lists(TEXT, max_size=3).map(tuple),
        st.none() | SMALL,
        st.booleans(),
        st.lists(st.none() | SMALL, max_size=3).map(tuple),
        st.none() | st.sampled_from(list(PRESETS)),
    ),
    "seat_taken": st.builds(events.SeatFilled, SMALL),
    "seat_freed": st.builds(events.SeatFreed, SMALL),
    "hand_submitted": st.builds(
        events.HandSubmitted, SMALL, SMALL, TILES, st.booleans(), SMALL, st.booleans(), st.none() | TEXT
    ),
    "table_shown": st.builds(events.TableShown, SMALL, TILES),
    "round_closed": st.builds(events.RoundClosed, SMALL, st.booleans(), st.lists(st.integers()).map(tuple)),
    "score_corrected": st.builds(events.ScoreCorrected, SMALL, SMALL, st.integers(), TEXT),
    "undone": st.builds(events.StepUndone, SMALL),
    "finished": st.builds(events.GameFinished),
}


def test_every_kind_of_event_has_a_name() -> None:
    assert set(EVENTS) == set(KINDS)
    assert set(KINDS.values()) == set(events.Event.__args__)


@pytest.mark.parametrize("kind", EVENTS)
@given(data=st.data())
def test_an_event_comes_back_as_it_was(kind: str, data: st.DataObject) -> None:
    event = data.draw(EVENTS[kind])
    name, body = to_data(event)
    assert name == kind
    assert from_data(name, json.loads(json.dumps(body))) == event


@pytest.mark.parametrize(("kind", "body"), [("stolen", {}), ("seat_taken", {"seat": 1, "by": "force"})])
def test_what_this_version_does_not_know_is_not_read(kind: str, body: dict[str, Any]) -> None:
    with pytest.raises(StoreUnusable):
        from_data(kind, body)


def test_a_game_from_before_its_preset_was_kept_is_read(file_games: Games) -> None:
    name, body = to_data(events.GameCreated("Friday", PUREMCO, ("Ann", "Bo"), 0, False, (12,), "puremco"))
    del body["preset"]
    event = from_data(name, body)
    assert isinstance(event, events.GameCreated)
    assert (event.preset, event.rules) == (None, PUREMCO)


def test_rules_are_told_as_changes_of_the_preset_that_was_chosen(file_games: Games) -> None:
    rules = PRESETS["danish"].change(second_double="yes", last_tile="announce")
    assert rules == PRESETS["spanish"]
    for preset, told in (
        ("danish", {"preset": "danish", "changes": {"second_double": "yes", "last_tile": "announce"}}),
        (None, {"preset": "spanish", "changes": {}}),
    ):
        assert game_data(Table(file_games, rules, preset=preset).state())["rules"] == told


def test_a_game_is_told_to_the_web_field_by_field(file_games: Games) -> None:
    table = Table(file_games, PUREMCO.change(double_blank=50, deal=((2, 5), (3, 4))), name="Friday")
    table.hand(1, "1-2")
    table.close(absent="zero")
    file_games.show_table(table.id, table.tokens[0], 2, tiles("11-11"), key="table")
    table.hand(0, "0-0 11-11", round=2, unsure=1)
    state = table.correct(1, 1, 4)

    data = json.loads(json.dumps(game_data(state)))

    assert rules_of({"preset": data["rules"]["preset"], **data["rules"]["changes"]}) == state.rules
    assert data["rules"] == {"preset": "puremco", "changes": {"double_blank": 50, "deal": "2: 5, 3: 4"}}
    assert {name: data[name] for name in ("id", "version", "name", "over", "keep_photos", "set", "rounds_planned")} == {
        "id": table.id,
        "version": 6,
        "name": "Friday",
        "over": False,
        "keep_photos": False,
        "set": "double-12",
        "rounds_planned": 13,
    }
    assert data["created"].endswith("+00:00")
    assert data["engines"] == list(range(12, -1, -1))
    assert data["you"] == {"host": True, "seat": 0}
    assert data["players"][1] == {"seat": 1, "name": "Bo", "joined": False}
    (scored,) = data["rounds"]
    assert scored.keys() == {"number", "scores", "blocked", "closed"}
    assert scored["scores"][1] == {
        "seat": 1,
        "points": 4,
        "tiles": [[1, 2]],
        "out": False,
        "open_train": False,
        "before": [3],
        "photo": None,
    }
    assert data["current"] == {
        "number": 2,
        "engine": 11,
        "submissions": [
            {
                "seat": 0,
                "points": 72,
                "count": 2,
                "out": False,
                "unsure": 1,
                "open_train": False,
                "photo": None,
                "tiles": [[0, 0], [11, 11]],
            }
        ],
        "table": {"tiles": [[11, 11]], "at": data["current"]["table"]["at"]},
        "missing": [1, 2],
        "findings": [{"code": "engine_in_hand", "tiles": [[11, 11]], "seats": [0], "severity": "error"}],
        "can_close": False,
    }
    assert data["totals"] == [0, 4, 0]
    assert data["ranking"][2] == {"seat": 1, "total": 4, "place": 3}
    assert data["undo"] == {"what": "correction", "round": 1, "seat": 1}
    assert data["join"] == {"code": table.code}
    assert len(data) == 18
    assert lobby_data(file_games.look_up(table.code)) == {
        "game": table.id,
        "name": "Friday",
        "players": data["players"],
    }
