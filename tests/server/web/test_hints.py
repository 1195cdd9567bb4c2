"""Advice over HTTP: tables that are described as the page describes them, whole, in part, and wrongly."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import replace
from itertools import count
from threading import Event
from time import monotonic, sleep
from typing import Any

import pytest
from fastapi.testclient import TestClient

from engine import hints
from engine.audit import Severity, audit
from engine.errors import HintError
from engine.game import Game
from engine.hidden import hidden_tiles
from engine.moves import Play, legal_moves
from engine.players import heaviest
from engine.presets import PRESETS
from engine.state import TableState, open_tiles
from engine.tiles import Tile
from server.web.hint_tables import view_of
from server.web.problems import Problem
from server.web.schemas_hints import HINT_EXAMPLE, HintIn

Serve = Callable[..., TestClient]


def warm(client: TestClient) -> TestClient:
    until = monotonic() + 400  # the first one of all compiles
    while not client.app.state.services.is_warm.is_set():  # type: ignore[attr-defined]
        assert monotonic() < until
        sleep(0.01)
    return client


def described(table: TableState, hand: tuple[Tile, ...], preset: str, highest: int, **more: Any) -> dict[str, Any]:
    """A table as the page sends it when everything is known."""
    return {
        "rules": {"preset": preset, "changes": {"highest": highest}},
        "hand": [[tile.low, tile.high] for tile in hand],
        "players": ["Ann", "Bo", "Cy", "Di"][: table.players],
        "me": table.turn,
        "engine": [table.engine_value] * 2,
        "trains": [
            {"owner": train.owner, "tiles": [[one.inner, one.outer] for one in train.placed], "open": train.is_open}
            for train in table.trains
        ],
        "hand_sizes": list(table.hand_sizes),
        "boneyard": table.boneyard,
        "seconds": 0.05,
        "seed": 3,
        **more,
    }


def games(preset: str, highest: int, players: int, turns: int) -> list[Game]:
    """A game after each of its first turns."""
    game = Game.start(PRESETS[preset].change(highest=highest), ("Ann", "Bo", "Cy", "Di")[:players], 5)
    seen = []
    while len(seen) < turns and not game.round.is_over:
        game = game.play(heaviest(game.round.position.view()))
        seen.append(game)
    return [game for game in seen if not game.round.is_over]


@pytest.mark.parametrize(("preset", "highest"), [("puremco", 12), ("spanish", 9), ("danish", 12), ("sixteen", 12)])
def test_a_table_that_is_described_whole_is_the_table(preset: str, highest: int) -> None:
    """All that matters for what may be done now comes back, turn after turn of a real game."""
    compared = mistaken = 0
    for game in games(preset, highest, 3, 60):
        view = game.round.position.view()
        table = view.table
        if table.laid or table.drew or len(table.open_doubles) != table.earlier:
            continue  # the page does not tell what was done in this turn
        named = [[tile.low, tile.high] for tile in open_tiles(table)]
        found = view_of(HintIn.model_validate(described(table, view.hand, preset, highest, doubles=named)))
        assert (found.table.trains, found.table.hand_sizes) == (table.trains, table.hand_sizes)
        assert (found.table.boneyard, set(found.table.open_doubles)) == (table.boneyard, set(table.open_doubles))
        assert found.hand == view.hand
        assert found.table.open_doubles == table.open_doubles
        assert legal_moves(found) == legal_moves(view)
        # Who is stuck in the first turn and leaves no marker looks the same later, and can do nothing for long.
        is_other = (found.table.turns < 3) != (table.turns < 3) and PRESETS[preset].first_turn == "long train"
        mistaken += is_other and isinstance(legal_moves(view)[0], Play)
        compared += 1
    assert compared > 15
    assert mistaken < compared / 8


def test_advice_as_json(serve: Serve) -> None:
    client = warm(serve(warm_up=hints.warm_up))
    game = next(game for game in reversed(games("puremco", 12, 2, 30)) if len(game.round.legal_moves()) > 2)
    view = game.round.position.view()
    asked = described(view.table, view.hand, "puremco", 12)
    answer = client.post("/api/hints", json=asked)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    advice = hints.advise(view_of(HintIn.model_validate(asked)), effort=0.05, seed=3)
    assert (told["settled"], told["ignored_rules"]) == (advice.settled, [])
    assert len(told["moves"]) == len(advice.hints)
    for one, hint in zip(told["moves"], advice.hints, strict=True):
        move = one["move"]
        assert (move["kind"], Tile.of(*move["tile"]), move["train"]) == ("play", hint.move.tile, hint.move.train)
        ends = view.table.trains[move["train"]].ends(view.table.engine_value, 1)
        assert move["on"] in move["tile"]
        assert move["on"] == ends[0].value
        assert one["lead"] == pytest.approx(one["others_points"] - one["my_points"], abs=0.011)
        assert 0 <= one["out_first_range"][0] <= one["out_first"] <= one["out_first_range"][1] <= 1
        assert len(one["line"]) + len(one["left"]) == len(view.hand) - 1
        assert all(a[1] == b[0] for a, b in zip(one["line"], one["line"][1:], strict=False))
        assert all(reason["text"] and " " not in reason["code"] for reason in one["reasons"])
    assert client.post("/api/hints", json=asked).json() == told


def test_the_example_of_the_description_works(serve: Serve) -> None:
    answer = warm(serve(warm_up=hints.warm_up)).post("/api/hints", json=HINT_EXAMPLE)
    assert answer.status_code == 200, answer.text


def by_end(**more: Any) -> dict[str, Any]:
    """A table of which only ends are known."""
    return {**deepcopy(HINT_EXAMPLE), "boneyard": None, **more}


def test_a_train_of_which_the_end_is_known_is_stood_for_by_one_tile() -> None:
    view = view_of(HintIn.model_validate(by_end()))
    mexican = view.table.trains[2]
    assert [(one.inner, one.outer) for one in mexican.placed] == [(12, 9)]
    assert [finding for finding in audit(view.table) if finding.severity is Severity.ERROR] == []
    assert len(hidden_tiles(view)) == 91 - 3 - 3
    assert view.table.boneyard == 91 - 3 - 3 - 6


@pytest.mark.parametrize("held", ["hand", "table"])
def test_a_tile_that_lies_elsewhere_does_not_stand_for_anything(held: str) -> None:
    asked = by_end()
    if held == "hand":
        asked["hand"][0] = [9, 12]
    else:
        asked["trains"][0] = {"owner": 0, "tiles": [[12, 9], [9, 4]], "open": False}
    view = view_of(HintIn.model_validate(asked))
    placed = view.table.trains[2].placed
    assert len(placed) == 2
    assert (placed[0].inner, placed[-1].outer) == (12, 9)
    busy = {value for halves in asked["hand"] for value in halves} | {5, 4}
    assert placed[0].outer not in busy - {12, 9}
    hidden_tiles(view)


def test_several_trains_may_end_alike_and_at_the_engine() -> None:
    trains = [{"owner": None, "end": 9}, {"owner": 1, "end": 9, "open": True}, {"owner": 0, "end": 12}]
    view = view_of(HintIn.model_validate(by_end(trains=trains)))
    own, other, mexican = view.table.trains
    assert (own.placed, other.is_open) == ((), True)
    assert other.placed[-1].outer == mexican.placed[-1].outer == 9
    tiles = view.table.tiles()
    assert len(set(tiles)) == len(tiles)
    assert not any(one.is_double for train in view.table.trains for one in train.placed)
    hidden_tiles(view)


def test_an_empty_boneyard_stays_empty_though_tiles_are_not_seen() -> None:
    asked = by_end(boneyard=0, hand=[[1, 2], [3, 4], [5, 6]], trains=[{"owner": 0, "end": 7}, {"owner": 1, "end": 8}])
    view = view_of(HintIn.model_validate(asked))
    assert not view.table.may_draw
    assert [type(move).__name__ for move in legal_moves(view)] == ["Pass"]
    hidden_tiles(view)
    asked["boneyard"] = 4
    assert view_of(HintIn.model_validate(asked)).table.may_draw


def test_an_end_that_no_train_can_have() -> None:
    hand = [[low, 6] for low in range(6)] + [[6, 6]]
    rules = {"preset": "danish", "changes": {"highest": 6}}
    asked = by_end(rules=rules, engine=[5, 5], hand=hand, hand_sizes=[7, 3], trains=[{"owner": 1, "end": 6}])
    with pytest.raises(Problem, match="No train can end in 6"):
        view_of(HintIn.model_validate(asked))
    asked["trains"] = [{"owner": 1, "end": 9}]
    with pytest.raises(Problem, match="No train of a double-6"):
        view_of(HintIn.model_validate(asked))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"turn": 1}, "bad_hint"),
        ({"me": 2, "turn": 2}, "seats"),
        ({"hand_sizes": [3, 6, 6]}, "hand_sizes"),
        ({"hand_sizes": [4, 6]}, "bad_hint"),
        ({"hand_sizes": [3, 100]}, "too_many_tiles"),
        ({"hand_sizes": [3, 0]}, "gone_out"),
        ({"boneyard": 300}, "too_many_tiles"),
        ({"engine": [12, 11]}, "engine"),
        ({"hand": [[12, 3], [3, 12], [5, 8]]}, "bad_hint"),
        ({"hand": [[12, 5], [3, 3], [5, 8]]}, "bad_hint"),
        ({"hand": [[18, 5], [3, 3], [5, 8]]}, "bad_table"),
        ({"engine": [15, 15]}, "bad_table"),
        ({"trains": [{"owner": 0, "tiles": [[12, 14]]}]}, "bad_table"),
        ({"trains": [{"owner": None, "end": 15}]}, "bad_end"),
        ({"hand": []}, "invalid"),
        ({"players": ["Ann"]}, "invalid"),
        ({"seconds": 2.1}, "invalid"),
        ({"seconds": True}, "invalid"),
        ({"seed": -1}, "invalid"),
        ({"trains": [{"owner": 0, "tiles": [[12, 4]]}, {"owner": 0, "tiles": []}]}, "two_trains"),
        ({"trains": [{"owner": 2, "tiles": []}]}, "seats"),
        ({"trains": [{"owner": None, "tiles": []}] * 2}, "too_many_trains"),
        ({"trains": [{"owner": 0, "tiles": [[12, 4], [5, 6]]}]}, "bad_table"),
        ({"trains": [{"owner": 0, "tiles": [[11, 4]]}]}, "bad_table"),
        ({"trains": [{"owner": 0, "tiles": [[12, 4]], "end": 5}]}, "bad_end"),
        ({"trains": [], "boneyard": 7}, "bad_table"),
    ],
)
def test_tables_that_cannot_be(serve: Serve, change: dict[str, Any], code: str) -> None:
    client = warm(serve())
    answer = client.post("/api/hints", json={**HINT_EXAMPLE, **change})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, code), answer.text
    assert answer.json()["error"]["message"].endswith(".")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        # Trains of which the end is known stand there by made-up tiles; no message may speak of one of those.
        (
            {"engine": [15, 15]},
            "15-15 is no tile of a double-12 set, whose values end with 12; correct it, or choose a larger set.",
        ),
        (
            {"hand": [[18, 5], [3, 3], [5, 8]]},
            "5-18 is no tile of a double-12 set, whose values end with 12; correct it, or choose a larger set.",
        ),
        (
            {"trains": [{"owner": None, "end": 15}]},
            "No train of a double-12 set ends in 15, for its values end with 12; correct the end, "
            "or choose a larger set.",
        ),
        (
            {"hand_sizes": [3, 100]},
            "Table, hands and boneyard have 106 tiles at least, and the set has 91; count them again.",
        ),
        ({"hand_sizes": [4, 6]}, "The hand has 3 tiles, and the table says 4; count them again."),
        (
            {"hand_sizes": [3, 0]},
            "Bo holds no tile and has gone out, so the round is over; count the hands again.",
        ),
        ({"hand": [[3, 3]], "hand_sizes": [2, 6]}, "The hand has 1 tile, and the table says 2; count them again."),
    ],
)
def test_what_cannot_be_is_told_with_what_came_what_fits_and_what_to_do(
    serve: Serve, change: dict[str, Any], message: str
) -> None:
    """Also while advice is being prepared: it need not be waited for."""
    go_on = Event()
    client = serve(warm_up=lambda: go_on.wait(20))
    answer = client.post("/api/hints", json={**HINT_EXAMPLE, **change})
    go_on.set()
    assert (answer.status_code, answer.json()["error"]["message"]) == (422, message)


def test_doubles_that_branch() -> None:
    rules = {"preset": "danish", "changes": {"branches": 3}}
    tiles = [[12, 4], [4, 4], [4, 7], [4, 8], [8, 2]]
    asked = by_end(rules=rules, trains=[{"owner": 0, "tiles": tiles}], boneyard=None)
    view = view_of(HintIn.model_validate(asked))
    assert [one.on for one in view.table.trains[0].placed] == [-1, 0, 1, 1, 3]
    assert len(view.table.open_doubles) == 1


@pytest.mark.parametrize(("doubles", "covered"), [([], [4, 4]), ([[5, 5]], [5, 5]), ([[4, 4], [5, 5]], [4, 4])])
def test_the_double_that_was_laid_first_is_covered_first(doubles: list[Any], covered: list[int]) -> None:
    trains = [{"owner": 0, "tiles": [[12, 4], [4, 4]]}, {"owner": 1, "tiles": [[12, 5], [5, 5]]}]
    asked = by_end(hand=[[4, 1], [5, 1]], hand_sizes=[2, 6], trains=trains, boneyard=None, doubles=doubles)
    (play,) = legal_moves(view_of(HintIn.model_validate(asked)))
    assert isinstance(play, Play)
    assert play.tile == Tile.of(1, covered[0])


def test_a_double_that_ends_a_long_first_train_is_free_unless_it_is_named() -> None:
    """Ann's first train ends on 6-6, and Bo, in his first turn, lays from the engine."""
    first = {
        "rules": {"preset": "sixteen"},
        "hand": [[12, value] for value in range(6)] + [[0, value] for value in range(1, 10)],
        "players": ["Ann", "Bo", "Cy"],
        "me": 1,
        "engine": [12, 12],
        "trains": [{"owner": 0, "tiles": [[12, 6], [6, 6]]}],
        "hand_sizes": [12, 15, 15],
    }
    view = view_of(HintIn.model_validate(first))
    assert (view.table.in_long_train, view.table.open_doubles) == (True, ())
    assert {(move.tile.high, move.train) for move in legal_moves(view) if isinstance(move, Play)} == {(12, 1)}
    assert len(legal_moves(view)) == 6
    grown = {**first, "hand": [*first["hand"], [1, 2], [1, 3]], "hand_sizes": [14, 17, 17]}
    assert view_of(HintIn.model_validate(grown)).table.in_long_train  # they drew for the engine
    later = {**first, "trains": [*first["trains"], {"owner": 1, "tiles": [[12, 11]]}]}
    assert view_of(HintIn.model_validate(later)).table.open_doubles == ()
    named = view_of(HintIn.model_validate({**later, "doubles": [[6, 6]]}))
    assert [(one.train, one.position) for one in named.table.open_doubles] == [(0, 1)]


def test_a_double_that_is_not_open_is_refused() -> None:
    with pytest.raises(HintError, match=r"7-7 is no open double; the open doubles of this table: none\."):
        view_of(HintIn.model_validate(by_end(doubles=[[7, 7]])))


def test_nobody_waits_for_the_compiler(serve: Serve) -> None:
    go_on = Event()
    client = serve(warm_up=lambda: go_on.wait(20))
    answer = client.post("/api/hints", json=HINT_EXAMPLE)
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "warming_up")
    assert int(answer.headers["Retry-After"]) >= 1
    go_on.set()
    warm(client)


def test_more_advice_than_can_be_given_is_asked_to_come_again(serve: Serve) -> None:
    client = warm(serve(hints=1, hints_waiting=0))
    pool, go_on = client.app.state.services.hints, Event()  # type: ignore[attr-defined]
    with ThreadPoolExecutor(1) as threads:
        held = threads.submit(pool.run, lambda: go_on.wait(20))
        while pool.load != (1, 0):
            sleep(0.001)
        answer = client.post("/api/hints", json=HINT_EXAMPLE)
        go_on.set()
        held.result()
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "busy")
    assert int(answer.headers["Retry-After"]) >= 1


def test_a_hand_that_nobody_can_hold_is_refused_and_advice_ends_in_time(serve: Serve) -> None:
    client = warm(serve(warm_up=hints.warm_up))
    tiles = [[low, high] for low in range(18) for high in range(low, 19)]
    asked = {
        "rules": {"preset": "puremco", "changes": {"highest": 18}},
        "players": ["Ann", "Bo"],
        "me": 0,
        "engine": [18, 18],
        "trains": [],
        "seconds": 0.05,
    }
    answer = client.post("/api/hints", json={**asked, "hand": tiles[:61], "hand_sizes": [61, 2]})
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, "hand")
    assert client.post("/api/hints", json={**asked, "hand": tiles[:60], "hand_sizes": [60, 2]}).status_code == 200
    # A clock that stands far later whenever it is looked at: no second thousand of play-outs is begun.
    services = client.app.state.services  # type: ignore[attr-defined]
    late = count(0, 100)
    client.app.state.services = replace(services, clock=lambda: float(next(late)))  # type: ignore[attr-defined]
    asked = {**asked, "seconds": 2.0, "seed": 1, "hand": tiles[:30], "hand_sizes": [30, 2]}
    cut = client.post("/api/hints", json=asked).json()
    client.app.state.services = services  # type: ignore[attr-defined]
    assert next(late) <= 1000  # Nor is the clock asked for ever.
    assert client.post("/api/hints", json={**asked, "seconds": 0.5}).json() != cut
