"""What people do at a table, from the first seat to the winner."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from engine.presets import preset
from engine.tiles import Tile
from server.games.errors import (
    BadRequest,
    GamesError,
    NoGame,
    NoPhoto,
    NotAllowed,
    PhotosNotKept,
    SeatTaken,
    UnknownCode,
)
from server.games.secrets import CODE_LETTERS
from server.games.service import Games
from server.games.state import Place, Step, Viewer

from .table import PUREMCO, Table, new_key, tiles


@pytest.fixture
def table(games: Games) -> Table:
    return Table(games)


def test_a_new_game_is_as_it_was_asked_for(games: Games) -> None:
    created = games.create(PUREMCO.change(highest=9), [" Ann ", "Bo"], "Friday", 1, key=new_key())
    state = created.state
    assert (state.version, state.name, state.over, state.keep_photos) == (1, "Friday", False, False)
    assert [(player.name, player.joined) for player in state.players] == [("Ann", False), ("Bo", True)]
    assert (state.set, state.rounds_planned, state.engines) == ("double-9", 10, tuple(range(9, -1, -1)))
    assert state.you == Viewer(host=True, seat=1)
    assert state.current is not None
    assert (state.current.number, state.current.engine, state.current.missing) == (1, 9, (0, 1))
    assert (state.totals, state.undo) == ((0, 0), None)
    assert state.join is not None
    assert set(state.join.code) <= set(CODE_LETTERS)
    assert games.see(state.id, created.host_token).state == state
    assert created.seat_token is not None
    assert games.see(state.id, created.seat_token).viewer == Viewer(host=False, seat=1)


def test_a_host_may_sit_nowhere(games: Games) -> None:
    created = games.create(PUREMCO, ["Ann", "Bo"], key=new_key())
    assert created.seat_token is None
    assert created.state.you == Viewer(host=True, seat=None)


@pytest.mark.parametrize(
    ("players", "host_seat", "code"),
    [
        (["Ann"], None, "players"),
        ([f"P{n}" for n in range(9)], None, "players"),
        (["Ann", "ANN "], None, "same_name"),
        (["Ann", "  "], None, "bad_name"),
        (["Ann", "Bo"], 2, "no_such_seat"),
        (["Ann", "Bo"], -1, "no_such_seat"),
    ],
)
def test_a_game_that_cannot_be_is_not_made(
    file_games: Games, players: list[str], host_seat: int | None, code: str
) -> None:
    with pytest.raises(BadRequest) as caught:
        file_games.create(PUREMCO, players, None, host_seat, key=new_key())
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("changes", "engines"),
    [
        ({"next_engine": "fixed", "rounds": 4}, (12,) * 4),
        ({"next_engine": "highest held", "rounds": 4}, (None,) * 4),
        ({"rounds": 1}, (12,)),
    ],
)
def test_engines_follow_the_rules(file_games: Games, changes: dict[str, Any], engines: tuple[int | None, ...]) -> None:
    state = Table(file_games, PUREMCO.change(**changes)).state()
    assert state.engines == engines
    assert state.current is not None
    assert state.current.engine == engines[0]


def test_engines_by_lot_are_drawn_once_and_kept(file_games: Games) -> None:
    tables = [Table(file_games, PUREMCO.change(next_engine="random")) for _ in range(4)]
    drawn = [table.state().engines for table in tables]
    assert all(sorted(engines, key=str) == sorted(range(13), key=str) for engines in drawn)
    assert len(set(drawn)) > 1
    assert [table.state().engines for table in tables] == drawn


def test_people_join_by_the_code_in_any_case(table: Table) -> None:
    spaced = f" {table.code[:3].lower()}-{table.code[3:]} "
    lobby = table.games.look_up(spaced)
    assert (lobby.game, [player.joined for player in lobby.players]) == (table.id, [True, False, False])
    state = table.sit(1)
    assert state.you == Viewer(host=False, seat=1)
    assert state.join is None
    assert [player.joined for player in state.players] == [True, True, False]


@pytest.mark.parametrize("code", ["", "ABCDE", "ABCDEFG", "ABC1EF", "IIIIII", "ÄBCDEF", "ABCDEF"])
def test_a_code_of_no_game_opens_nothing(file_games: Games, code: str) -> None:
    with pytest.raises(UnknownCode):
        file_games.look_up(code)
    with pytest.raises(UnknownCode):
        file_games.take_seat(code, 0, key=new_key())


def test_a_taken_seat_is_taken_until_it_is_freed(table: Table) -> None:
    table.sit(1)
    with pytest.raises(SeatTaken):
        table.sit(1)
    old = table.tokens[1]
    assert not table.free(1).players[1].joined
    with pytest.raises(NoGame):
        table.games.see(table.id, old)
    with pytest.raises(BadRequest):
        table.free(1)
    table.sit(1)
    assert table.tokens[1] != old
    assert table.state(1).you.seat == 1


def test_a_host_whose_seat_is_freed_is_host_still(table: Table) -> None:
    assert table.free(0).you == Viewer(host=True, seat=None)
    table.sit(0)
    assert table.state().you == Viewer(host=True, seat=None)


def test_seats_and_tokens_that_do_not_exist(table: Table) -> None:
    with pytest.raises(BadRequest):
        table.sit(3)
    for game, token in [
        (table.id, "x"),
        (table.id, ""),
        ("x", table.tokens[None]),
        (Table(table.games).id, table.tokens[0]),
    ]:
        with pytest.raises(NoGame):
            table.games.see(game, token)
        with pytest.raises(NoGame):
            table.games.version(game, token)
        with pytest.raises(NoGame):
            table.games.submit(game, token, 1, 0, [], True, key=new_key())


def test_a_round_from_hands_to_scores(table: Table) -> None:
    table.sit(1)
    table.sit(2)
    table.hand(0, "1-2 3-3", by=0, unsure=1)
    state = table.hand(1, "", by=1)
    assert state.current is not None
    assert (state.current.missing, state.current.can_close) == ((2,), False)
    assert [(item.seat, item.points, item.count, item.unsure) for item in state.current.submissions] == [
        (0, 9, 2, 1),
        (1, 0, 0, 0),
    ]
    state = table.hand(2, "0-12", by=2)
    assert state.current is not None
    assert state.current.can_close
    state = table.close()
    assert state.current is not None
    assert (state.current.number, state.current.missing) == (2, (0, 1, 2))
    assert [score.points for score in state.rounds[0].scores] == [9, 0, 12]
    assert [score.out for score in state.rounds[0].scores] == [False, True, False]
    assert state.rounds[0].scores[0].tiles == tiles("1-2 3-3")
    assert state.totals == (9, 0, 12)
    assert state.ranking == (Place(1, 0, 1), Place(0, 9, 2), Place(2, 12, 3))


def test_hands_are_seen_by_the_host_and_their_own_seat(table: Table) -> None:
    table.sit(1)
    table.hand(1, "1-2", by=1)
    for who, seen in [(None, tiles("1-2")), (1, tiles("1-2")), (0, None)]:
        current = table.state(who).current
        assert current is not None
        assert current.submissions[0].tiles == seen
    table.close(absent="zero")
    assert table.state(0).rounds[0].scores[1].tiles == tiles("1-2")


def test_a_seat_submits_for_itself_and_the_host_for_all(table: Table) -> None:
    table.sit(1)
    with pytest.raises(NotAllowed) as caught:
        table.hand(2, "1-2", by=1)
    assert caught.value.code == "not_your_seat"
    state = table.hand(2, "1-2")  # Grandma has no phone.
    assert state.undo == Step("hand", 1, 2)
    assert not state.players[2].joined


def test_a_later_hand_replaces_the_earlier_one(table: Table) -> None:
    table.sit(1)
    table.hand(1, "1-2", by=1)
    table.hand(1, "5-6", by=1)
    state = table.hand(1, "5-7")
    assert state.current is not None
    assert [(item.seat, item.points) for item in state.current.submissions] == [(1, 12)]
    state = table.undo()
    assert state.current is not None
    assert [(item.seat, item.points) for item in state.current.submissions] == [(1, 11)]
    assert state.undo is None


def test_a_hand_of_the_host_that_a_phone_replaced_is_no_step_any_more(table: Table) -> None:
    table.sit(1)
    table.hand(1, "1-2")
    assert table.hand(1, "1-3", by=1).undo is None


@pytest.mark.parametrize(
    ("hand", "options", "code"),
    [
        ("1-2", {"out": True}, "out_with_tiles"),
        ("", {"out": False}, "empty_hand"),
        ("1-2", {"unsure": 2}, "unsure"),
        ("1-2", {"unsure": -1}, "unsure"),
        ("1-2", {"round": 0}, "no_such_round"),
        ("1-2", {"round": 2}, "no_such_round"),
        ("1-2", {"photo": "none"}, "no_photo"),
        ("1-2", {"key": ""}, "bad_key"),
        ("1-2", {"key": 65 * "k"}, "bad_key"),
        (401 * "1-2 ", {}, "too_many_tiles"),
    ],
)
def test_hands_that_cannot_be(file_games: Games, hand: str, options: dict[str, Any], code: str) -> None:
    table = Table(file_games)
    with pytest.raises(BadRequest) as caught:
        table.hand(0, hand, **options)
    assert caught.value.code == code
    assert table.state().version == 1


def test_tiles_may_come_as_pairs(file_games: Games) -> None:
    table = Table(file_games)
    view = file_games.submit(table.id, table.tokens[0], 1, 0, [(6, 2), [3, 3]], key=new_key())
    assert view.state.current is not None
    assert view.state.current.submissions[0].tiles == tiles("2-6 3-3")
    for wrong in [(19, 0), (-1, 0), (1,), (1, 2, 3), ("1", "2"), (True, 1)]:
        with pytest.raises(BadRequest):
            file_games.submit(table.id, table.tokens[0], 1, 0, [wrong], key=new_key())  # type: ignore[list-item]


def test_photos_are_kept_only_where_that_was_chosen(table: Table) -> None:
    with pytest.raises(PhotosNotKept):
        table.games.keep_photo(table.id, table.tokens[0], b"jpeg", "image/jpeg", key=new_key())


def test_a_photo_is_seen_by_the_host_and_the_seat_whose_hand_it_shows(games: Games) -> None:
    table = Table(games, keep_photos=True)
    table.sit(1)
    table.sit(2)
    data = bytes(range(256)) * 300
    photo = games.keep_photo(table.id, table.tokens[None], data, "image/jpeg", key=new_key())
    with pytest.raises(NotAllowed):
        games.photo(table.id, table.tokens[1], photo)
    table.hand(1, "1-2", photo=photo)
    for who in (None, 1):
        assert games.photo(table.id, table.tokens[who], photo) == (data, "image/jpeg")
    with pytest.raises(NotAllowed):
        games.photo(table.id, table.tokens[2], photo)
    current = table.state(2).current
    assert current is not None
    assert current.submissions[0].photo is None
    table.hand(0, "")
    table.hand(2, "3-4")
    table.close()
    scores = {who: table.state(who).rounds[0].scores[1] for who in (None, 1, 2)}
    assert {who: score.photo for who, score in scores.items()} == {None: photo, 1: photo, 2: None}
    assert games.photo(table.id, table.tokens[1], photo) == (data, "image/jpeg")
    with pytest.raises(NotAllowed):
        games.photo(table.id, table.tokens[2], photo)
    with pytest.raises(NoPhoto):
        games.photo(table.id, table.tokens[1], "x")
    other = Table(games, keep_photos=True)
    with pytest.raises(NoPhoto):
        games.photo(other.id, other.tokens[None], photo)


@pytest.mark.parametrize(("data", "media"), [(b"", "image/jpeg"), (b"x", "text/html"), (b"x", "image/svg+xml")])
def test_what_is_no_photo_is_not_kept(file_games: Games, data: bytes, media: str) -> None:
    table = Table(file_games, keep_photos=True)
    with pytest.raises(BadRequest):
        file_games.keep_photo(table.id, table.tokens[0], data, media, key=new_key())


def test_listeners_hear_of_every_change_after_it_is_stored(games: Games) -> None:
    heard = list[tuple[str, int]]()
    table = Table(games)

    def listen(game: str, version: int) -> None:
        heard.append((game, version))
        assert games.version(table.id, table.tokens[None]) == version

    stop = games.subscribe(listen)
    table.sit(1)
    key = new_key()
    table.hand(1, "1-2", by=1, key=key)
    table.hand(1, "1-2", by=1, key=key)
    with pytest.raises(GamesError):
        table.hand(2, "1-2", by=1)
    table.close(absent="zero")
    stop()
    stop()
    table.undo()
    assert heard == [(table.id, 2), (table.id, 3), (table.id, 4)]


def test_times_come_from_the_clock_and_keep_their_moment(shared_url: str) -> None:
    moments = (datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(minutes=n, microseconds=5) for n in range(9))
    games = Games(shared_url, clock=lambda: next(moments))
    table = Table(games)
    assert table.close(absent="zero").rounds[0].closed == datetime(2026, 1, 1, 12, 1, 0, 5, tzinfo=UTC)
    assert table.state().created == datetime(2026, 1, 1, 12, 0, 0, 5, tzinfo=UTC)
    games.close_all()


def test_a_game_with_names_and_tiles_of_all_kinds_comes_back_as_it_was(games: Games) -> None:
    names = ("Ann 👩\u200d👧", "Bø", "Çy é", "=Di")
    table = Table(games, preset("sixteen").change(highest=18), names)
    table.hand(0, "0-0 18-18 0-0", unsure=3)
    state = table.state()
    assert [player.name for player in state.players] == list(names)
    assert state.current is not None
    assert state.current.submissions[0].tiles == (Tile(0, 0), Tile(18, 18), Tile(0, 0))
    assert state.rules == preset("sixteen").change(highest=18)
