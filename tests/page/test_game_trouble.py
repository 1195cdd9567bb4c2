"""What a game page does when the server is away, when somebody was quicker, and when the page is left halfway."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import Page, Route, expect

from tests.page.game_table import keep, make_game, turn_to, type_hand

Opened = Callable[..., Page]
AWAY = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "WebSocket")
NO_SOCKETS = """
    window.WebSocket = class extends EventTarget {
        static OPEN = 1;
        constructor() { super(); setTimeout(() => this.dispatchEvent(new CloseEvent('close', { code: 1006 }))); }
        send() {}
        close() {}
    };
"""


def test_a_hand_that_cannot_be_sent_is_kept_and_sent_later(opened: Opened, server: str) -> None:
    page = opened("#game", ignore=AWAY)
    host = make_game(page, server)
    page.evaluate("location.hash = '#hint'")  # a view that was shown once needs no server to be shown again
    page.locator(".view-hint h1").wait_for()
    page.evaluate("location.hash = '#game'")
    page.locator(".hand-doors").wait_for()
    keys: list[str] = []
    page.on("request", lambda one: keys.append(one.headers["idempotency-key"]) if one.url.endswith("/hands") else None)
    page.locator(".hand-doors").get_by_role("button", name="Type it").tap()
    page.context.set_offline(True)
    type_hand(page, (3, 5))
    expect(page.locator(".outbox")).to_contain_text("Ann, round 1: waiting to be sent")
    # What the phone knows of the game stays in sight, also when one looks at something else in between.
    page.evaluate("location.hash = '#hint'")
    page.locator(".view-hint h1").wait_for()
    page.evaluate("location.hash = '#game'")
    expect(page.get_by_text("Round 1 of 13")).to_be_visible()
    expect(page.locator(".outbox")).to_contain_text("Ann, round 1: waiting to be sent")
    page.context.set_offline(False)
    expect(page.locator(".own-points strong")).to_have_text("8", timeout=30_000)
    expect(page.locator(".outbox")).to_have_count(0)
    assert len(keys) > 1
    assert len(set(keys)) == 1
    assert host.hand(1, 1, [])["version"] == 3  # the game, the hand once, and this one


def test_a_hand_whose_answer_is_lost_counts_once(opened: Opened, server: str) -> None:
    page = opened("#game", ignore=AWAY)
    host = make_game(page, server)
    sent: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        sent.append(route.request.headers["idempotency-key"])
        if len(sent) == 1:
            assert route.fetch().ok
            route.abort()
        else:
            route.continue_()

    page.route("**/hands", lose_the_first_answer)
    page.get_by_role("button", name="I went out").tap()
    expect(page.locator(".own-points strong")).to_have_text("0", timeout=20_000)
    expect(page.locator(".outbox")).to_have_count(0, timeout=20_000)
    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert host.hand(1, 1, [[1, 2]])["version"] == 3


def test_a_hand_that_comes_too_late_stays_until_it_is_thrown_away(opened: Opened, server: str) -> None:
    host = make_game(opened("#game"), server)
    phone = opened(f"#join={host.code}", ignore=(*AWAY, "409"))
    phone.get_by_role("button", name="Bo").tap()
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Type it").tap()
    state = host.hand(1, 0, [])
    host.ask("close", version=state["version"], blocked=False, absent="zero")
    phone.route("**/hands", lambda route: route.fulfill(status=409, json={
        "error": {"code": "round_over", "message": "Round 1 is closed."},
    }))  # fmt: skip
    type_hand(phone, (3, 5))
    expect(phone.locator(".outbox .refused")).to_contain_text("already")
    phone.get_by_role("button", name="Discard").tap()
    expect(phone.locator(".outbox")).to_have_count(0)


def test_a_host_who_was_not_quick_enough_sees_what_changed(opened: Opened, server: str) -> None:
    page = opened("#game", ignore=("409",))
    host = make_game(page, server)
    host.hand(1, 0, [[3, 5]])
    state = host.close(host.hand(1, 1, []))
    turn_to(page, "Scores")
    cell = page.locator("[data-focus=cell-1-0]")
    cell.tap()
    host.ask("corrections", version=state["version"], round=1, seat=1, points=21)
    page.get_by_label("Points", exact=True).fill("9")
    page.get_by_role("button", name="Correct", exact=True).tap()
    expect(page.get_by_role("dialog")).to_contain_text("Bo has 21 instead of 0 points in round 1.")
    page.get_by_role("button", name="Leave it").tap()
    expect(page.locator(".score-sheet tfoot td")).to_have_text(["8", "21"])
    cell.tap()
    host.hand(2, 1, [[6, 6]])
    page.get_by_label("Points", exact=True).fill("9")
    page.get_by_role("button", name="Correct", exact=True).tap()
    expect(page.get_by_role("dialog")).to_contain_text("Bo has handed in a new hand.")
    page.get_by_role("button", name="Do it anyway").tap()
    expect(page.locator(".score-sheet tfoot td")).to_have_text(["9", "21"])


def test_a_round_in_which_somebody_went_out_is_not_offered_as_blocked(opened: Opened, server: str) -> None:
    blocked = "The round was blocked"
    for changes, offered in (({}, 0), ({"going_out_on_double": "must be covered"}, 1)):
        page = opened("#game")
        host = make_game(page, server, **changes)
        host.hand(1, 0, [[3, 5]])
        host.hand(1, 1, [])
        page.get_by_role("button", name="Close the round").tap()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("button", name="Close the round")).to_be_visible()
        expect(dialog.get_by_label(blocked)).to_have_count(offered)
        if offered:
            expect(dialog.get_by_label(blocked)).not_to_be_checked()


def test_work_on_a_hand_survives_a_reload(opened: Opened, server: str, hand: Path) -> None:
    page = opened("#game")
    make_game(page, server)
    page.locator(".hand-doors input[capture]").set_input_files(hand)
    page.locator(".total-card").wait_for()
    total = page.locator(".total strong").inner_text()
    page.locator(".tile-item").first.tap()
    page.get_by_role("button", name="Remove").tap()
    expect(page.locator(".total strong")).not_to_have_text(total)
    left = page.locator(".total strong").inner_text()
    page.reload()
    page.get_by_role("button", name="Go on with the hand you began").tap()
    expect(page.locator(".total strong")).to_have_text(left)
    expect(page.locator(".photo img")).to_be_visible()
    page.get_by_role("button", name="Hand in").tap()
    expect(page.locator(".own-points strong")).to_have_text(left)
    expect(page.get_by_role("button", name="Go on with the hand you began")).to_have_count(0)


def test_a_game_goes_on_without_sockets(opened: Opened, server: str) -> None:
    page = opened("#game")
    page.add_init_script(NO_SOCKETS)
    host = make_game(page, server)
    expect(page.locator(".line-state")).to_contain_text("live updates pause")
    host.hand(1, 1, [[4, 5]])
    expect(page.locator(".hands .person", has_text="Bo")).to_contain_text("9 points", timeout=15_000)


def test_a_key_that_opens_nothing_is_told(opened: Opened, server: str) -> None:
    page = opened("#game", ignore=("404", "WebSocket"))
    host = make_game(page, server)
    page.evaluate("location.hash = '#settings'")
    page.evaluate(
        """id => localStorage.setItem('pipwise.games', JSON.stringify(
            [{ id, name: 'Friday', seat: 0, hostToken: null, seatToken: 'wrong', at: 1 }]))""",
        host.id,
    )
    page.evaluate("location.hash = '#game'")
    expect(page.get_by_role("alert").filter(has_text="no longer opens")).to_be_visible()
    page.get_by_role("button", name="Leave this game").tap()
    expect(page.get_by_role("button", name="New game")).to_be_visible()


def test_a_new_game_keeps_what_was_typed_when_the_server_is_away(opened: Opened) -> None:
    page = opened("#game", ignore=AWAY)
    page.get_by_role("button", name="New game").tap()
    fields = page.locator(".players-form input[type=text]")
    for place, name in enumerate(("Ann", "Bo", "Bo")):
        fields.nth(place).fill(name)
    page.get_by_role("button", name="Create the game").tap()
    expect(page.locator("#wrong-names")).to_contain_text("Bo is there twice")
    wrong = page.locator(".players-form input[aria-invalid]")
    expect(wrong).to_have_value("Bo")
    expect(wrong).to_be_focused()
    fields.nth(2).fill("Cy")
    page.get_by_role("button", name="Move Cy up").tap()
    page.context.set_offline(True)
    page.get_by_role("button", name="Create the game").tap()
    expect(page.locator(".create > .problem")).to_contain_text("server", timeout=20_000)
    page.context.set_offline(False)
    page.reload()
    page.get_by_role("button", name="New game").tap()
    expect(fields.nth(1)).to_have_value("Cy")
    page.get_by_role("button", name="Create the game").tap()
    expect(page.locator(".letter")).to_have_count(6)


def test_photos_are_kept_only_where_that_was_wanted(opened: Opened, server: str, hand: Path) -> None:
    page = opened("#game")
    page.get_by_role("button", name="New game").tap()
    fields = page.locator(".players-form input[type=text]")
    for place, name in enumerate(("Ann", "Bo", "Cy")):
        fields.nth(place).fill(name)
    page.get_by_label("Keep the photos of hands").check()
    page.get_by_role("button", name="Create the game").tap()
    page.locator(".letter").first.wait_for()
    turn_to(page, "Round")
    page.locator(".hand-doors input[capture]").set_input_files(hand)
    page.locator(".total-card").wait_for()
    with page.expect_request("**/hands") as sent:
        page.get_by_role("button", name="Hand in").tap()
    assert sent.value.post_data_json["photo"]
    expect(page.locator(".own-points")).to_be_visible()


def test_the_table_is_compared_with_the_hands(opened: Opened, server: str, hand: Path) -> None:
    page = opened("#game")
    host = make_game(page, server)
    host.hand(1, 1, [[0, 5], [9, 9]])
    page.locator("input[capture]").last.set_input_files(hand)
    page.locator(".total-card").wait_for()
    page.get_by_role("button", name="Use these tiles").tap()
    expect(page.locator(".finding.error")).to_contain_text("on the table")
    expect(page.locator(".finding.error").get_by_role("img")).to_have_accessible_name("0–5")


def test_a_person_can_have_several_games(opened: Opened, server: str) -> None:
    page = opened("#game")
    first = make_game(page, server, name="Friday")
    second = make_game(page, server, name="Saturday")
    games = [
        {"id": one.id, "name": name, "seat": 0, "hostToken": one.token, "seatToken": None, "at": at}
        for at, (one, name) in enumerate([(first, "Friday"), (second, "Saturday")], start=1)
    ]
    keep(page, games)
    page.get_by_role("button", name="All games").tap()
    expect(page.locator(".kept-name")).to_have_text(["Friday", "Saturday"])
    page.get_by_role("button", name="Saturday").first.tap()
    expect(page.locator("h1")).to_have_text("Saturday")
    page.reload()
    expect(page.locator("h1")).to_have_text("Saturday")
    page.get_by_role("button", name="All games").tap()
    expect(page.locator(".kept-name")).to_have_text(["Saturday", "Friday"])  # the one opened last comes first


def test_the_host_is_told_of_an_address_that_no_phone_can_open(opened: Opened, server: str) -> None:
    page = opened()
    make_game(page, server)
    turn_to(page, "People")
    expect(page.locator(".note.warn")).to_contain_text("listens on this computer only")
    warned = page.evaluate(
        """async (hosts) => {
            const { lobby } = await import('/static/game/lobby.js');
            const told = (host) => {
                const join = { code: 'ABCDEF', link: `http://${host}:8000/#join=ABCDEF`, qr: '<svg></svg>' };
                const session = { state: { join, over: false, players: [] }, isHost: true, seat: 0 };
                return lobby(session, {}).querySelectorAll('.note.warn').length;
            };
            return hosts.map(told);
        }""",
        ["localhost", "127.0.0.1", "[::1]", "192.168.1.5", "laptop.local"],
    )
    assert warned == [1, 1, 1, 0, 0]
