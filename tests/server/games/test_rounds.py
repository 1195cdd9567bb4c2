"""How rounds and games end, and what a host corrects and takes back."""

from __future__ import annotations

import pytest

from server.games.errors import (
    BadRequest,
    Conflict,
    GameOver,
    HandsMissing,
    NotAllowed,
    RoundOver,
    UnknownCode,
)
from server.games.service import Games
from server.games.state import Finding, Place, Step

from .table import PUREMCO, Table, new_key, tiles

ONE_ROUND = PUREMCO.change(rounds=1)


@pytest.fixture
def table(games: Games) -> Table:
    return Table(games)


def test_missing_hands_keep_a_round_open_or_score_nothing(table: Table) -> None:
    table.hand(1, "1-2")
    with pytest.raises(HandsMissing) as caught:
        table.close()
    assert caught.value.seats == (0, 2)
    assert caught.value.message == "No hand has come from Ann and Cy yet."
    state = table.close(absent="zero")
    assert [(score.points, score.tiles) for score in state.rounds[0].scores] == [
        (0, None),
        (3, tiles("1-2")),
        (0, None),
    ]


def test_house_rules_decide_the_points(games: Games) -> None:
    rules = PUREMCO.change(going_out=-5, open_train=10, double_blank=50, blocked="lowest hand scores 0")
    table = Table(games, rules)
    table.hand(0, "", open_train=True)
    table.hand(1, "0-0")
    state = table.hand(2, "1-2", open_train=True)
    assert state.current is not None
    assert [item.points for item in state.current.submissions] == [5, 50, 13]
    assert [score.points for score in table.close().rounds[0].scores] == [5, 50, 13]

    table.hand(0, "1-2", round=2, open_train=True)
    table.hand(1, "0-0", round=2)
    state = table.close(blocked=True, absent="zero")  # Who is not there is not the lowest hand.
    assert state.rounds[1].blocked
    assert [score.points for score in state.rounds[1].scores] == [10, 50, 0]


def test_a_round_in_which_somebody_went_out_is_not_blocked(games: Games) -> None:
    rules = PUREMCO.change(going_out=-5)
    table = Table(games, rules, ("Ann", "Bo"))
    table.hand(0, "")
    before = table.hand(1, "1-2")
    with pytest.raises(BadRequest, match="Ann went out, so the round is not blocked; close it without that") as caught:
        table.close(blocked=True)
    assert caught.value.code == "not_blocked"
    assert table.state() == before
    assert [score.points for score in table.close().rounds[0].scores] == [-5, 3]


def test_a_last_double_that_nobody_covers_blocks_the_round(games: Games) -> None:
    table = Table(games, PUREMCO.change(going_out_on_double="must be covered"), ("Ann", "Bo"))
    table.hand(0, "")
    table.hand(1, "1-2")
    assert table.close(blocked=True).rounds[0].blocked


def test_a_closed_round_takes_no_hand(table: Table) -> None:
    table.close(absent="zero")
    with pytest.raises(RoundOver) as caught:
        table.hand(0, "1-2")
    assert caught.value.code == "round_over"
    with pytest.raises(RoundOver):
        table.games.show_table(table.id, table.tokens[0], 1, [], key=new_key())


def test_only_the_host_closes_corrects_undoes_finishes_and_frees(table: Table) -> None:
    table.sit(1)
    table.hand(2, "1-2")
    games, token, version = table.games, table.tokens[1], table.state().version
    for step in [
        lambda: games.close(table.id, token, version, absent="zero", key=new_key()),
        lambda: games.correct(table.id, token, version, 1, 0, 5, key=new_key()),
        lambda: games.undo(table.id, token, version, key=new_key()),
        lambda: games.finish(table.id, token, version, key=new_key()),
        lambda: games.free(table.id, token, version, 0, key=new_key()),
    ]:
        with pytest.raises(NotAllowed) as caught:
            step()
        assert caught.value.code == "not_host"
    assert table.state().version == version


def test_a_score_of_two_rounds_ago_is_corrected(table: Table) -> None:
    for number in (1, 2, 3):
        table.hand(1, "1-2", round=number)
        table.close(absent="zero")
    state = table.correct(1, 1, 21, why="miscounted")
    assert (state.rounds[0].scores[1].points, state.rounds[0].scores[1].before) == (21, (3,))
    assert state.totals == (0, 27, 0)
    assert table.correct(1, 1, 22).rounds[0].scores[1].before == (3, 21)
    assert table.undo().rounds[0].scores[1].before == (3,)
    state = table.undo()
    assert (state.rounds[0].scores[1].points, state.rounds[0].scores[1].before) == (3, ())
    assert state.undo == Step("round_closed", 3, None)


@pytest.mark.parametrize(
    ("round", "seat", "points", "why"),
    [(2, 0, 1, ""), (0, 0, 1, ""), (1, 3, 1, ""), (1, 0, 10_000, ""), (1, 0, -10_000, ""), (1, 0, 1, 201 * "x")],
)
def test_corrections_that_cannot_be(file_games: Games, round: int, seat: int, points: int, why: str) -> None:
    table = Table(file_games)
    table.close(absent="zero")
    with pytest.raises(BadRequest):
        table.correct(round, seat, points, why=why)


def test_a_round_closed_by_mistake_is_opened_with_its_hands_and_those_of_the_next_wait(table: Table) -> None:
    table.sit(1)
    table.hand(0, "1-2", by=0)
    table.close(absent="zero")
    table.hand(1, "5-6", round=2, by=1)
    state = table.undo()
    assert state.current is not None
    assert (state.current.number, [item.seat for item in state.current.submissions]) == (1, [0])
    table.hand(1, "3-4", by=1)
    table.hand(2, "", by=None)
    state = table.close()
    assert [score.points for score in state.rounds[0].scores] == [3, 7, 0]
    assert state.current is not None
    assert [(item.seat, item.points) for item in state.current.submissions] == [(1, 11)]


def test_nothing_to_undo(table: Table) -> None:
    with pytest.raises(BadRequest) as caught:
        table.undo()
    assert caught.value.code == "nothing_to_undo"


def test_the_last_round_ends_the_game_and_undo_opens_it_again(games: Games) -> None:
    table = Table(games, ONE_ROUND)
    state = table.close(absent="zero")
    assert (state.over, state.current, state.join) == (True, None, None)
    with pytest.raises(UnknownCode):
        games.look_up(table.code)
    for step in (table.close, table.finish):
        with pytest.raises(GameOver):
            step()
    assert table.correct(1, 0, 7).totals == (7, 0, 0)
    table.undo()
    state = table.undo()
    assert state.join is not None
    assert not state.over
    assert games.look_up(table.code).game == table.id


def test_a_game_is_finished_early_and_goes_on_after_all(table: Table) -> None:
    table.hand(1, "1-2")
    table.close(absent="zero")
    table.hand(1, "1-2", round=2)
    state = table.finish()
    assert (state.over, state.undo, state.totals) == (True, Step("finished", 1, None), (0, 3, 0))
    with pytest.raises(GameOver):
        table.hand(1, "1-2", round=2)
    with pytest.raises(RoundOver):
        table.hand(1, "1-2", round=1)
    state = table.undo()
    assert state.current is not None
    assert [item.seat for item in state.current.submissions] == [1]


def test_equals_share_a_place(table: Table) -> None:
    table.hand(0, "6-6")
    table.hand(1, "1-2")
    table.hand(2, "0-3")
    assert table.close().ranking == (Place(1, 3, 1), Place(2, 3, 1), Place(0, 12, 3))


def test_the_last_look_at_the_table_counts_and_is_compared_with_the_hands(table: Table) -> None:
    table.hand(1, "1-2")
    games, token = table.games, table.tokens[0]
    games.show_table(table.id, token, 1, tiles("1-2 12-12"), key=new_key())
    state = games.show_table(table.id, token, 1, tiles("1-2 2-3"), key=new_key()).state
    assert state.current is not None
    assert state.current.table is not None
    assert state.current.table.tiles == tiles("1-2 2-3")
    assert state.current.findings == ()  # That Bo holds one of them is for the host to know.
    found = table.state().current
    assert found is not None
    assert [finding.code for finding in found.findings] == ["in_hand_and_on_table"]
    state = table.close(absent="zero")
    assert state.current is not None
    assert state.current.table is None


def test_no_seat_finds_out_a_hand_by_what_it_claims_to_hold_or_to_see(table: Table) -> None:
    """While a hand is missing, what Bo is told is the same whatever Cy holds: as many tiles of as many points."""
    bo = table.sit(1).you.seat
    table.sit(2)
    told = []
    for held in ("3-4 7-11", "2-5 8-10"):
        table.hand(2, held, by=2)
        for claimed in ("3-4", "3-4 3-4 7-11", "0-0 12-12 13-13"):
            table.hand(1, claimed, by=1)
            for seen in ("7-11", "0-0", " ".join(map(str, PUREMCO.domino_set))):
                table.games.show_table(table.id, table.tokens[1], 1, tiles(seen), key=new_key())
                current = table.state(bo).current
                assert current is not None
                told.append(current.findings)
    assert told[:9] == told[9:]
    assert {finding.code for findings in told for finding in findings if 2 in finding.seats} == {"too_many_tiles"}
    assert any(finding.code == "not_in_set" and finding.seats == (1,) for finding in told[6])
    table.hand(2, "3-4", by=2)
    table.hand(1, "3-4", by=1)
    host = table.state().current
    assert host is not None
    assert ("in_two_hands", (1, 2)) in [(finding.code, finding.seats) for finding in host.findings]


def test_both_who_handed_in_a_tile_are_told_of_that_tile_once_all_are_in(table: Table) -> None:
    for seat in (1, 2):
        table.sit(seat)
    table.hand(1, "3-4 5-6 8-9", by=1)
    table.hand(2, "3-4 5-6 10-11", by=2)

    def told(seat: int | None) -> list[Finding]:
        current = table.state(seat).current
        assert current is not None
        return list(current.findings)

    both = Finding("in_two_hands", tiles("3-4 5-6"), (1, 2), "error")
    assert (told(None), told(1), told(2)) == ([both], [], [])
    table.hand(0, "")
    assert (told(None), told(1), told(2)) == ([both], [both], [both])
    table.hand(2, "3-5 5-6 10-11", by=2)
    assert told(1) == told(2) == [Finding("in_two_hands", tiles("5-6"), (1, 2), "error")]


def test_who_holds_none_of_the_tiles_in_two_hands_is_not_told_of_them(table: Table) -> None:
    table.sit(2)
    for seat, held in enumerate(("3-4", "3-4", "")):
        table.hand(seat, held)
    current = table.state(2).current
    assert current is not None
    assert current.findings == ()


def test_a_hand_has_no_more_tiles_than_were_dealt_and_drawn(table: Table) -> None:
    whole = list(PUREMCO.domino_set)
    most = len(whole) - 2 * PUREMCO.tiles_each(3)
    table.hand(1, " ".join(map(str, whole[:most])))
    with pytest.raises(BadRequest, match=f"at most {most} tiles") as caught:
        table.hand(1, " ".join(map(str, whole[: most + 1])))
    assert caught.value.code == "too_many_tiles"


def test_the_second_of_two_hosts_sees_what_the_first_did(table: Table) -> None:
    games, token, version = table.games, table.tokens[None], table.state().version
    games.close(table.id, token, version, absent="zero", key=new_key())
    with pytest.raises(Conflict) as caught:
        games.close(table.id, token, version, absent="zero", key=new_key())
    assert caught.value.state == table.state()
    assert len(caught.value.state.rounds) == 1
