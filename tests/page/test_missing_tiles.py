"""Tiles that are nowhere, as a person learns of them with the phone: hands are given beside a photographed table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import Locator, Page, expect

from tests.page.game_table import Host, make_game
from tests.page.table_view import JOINED, take, verdict
from tests.page.waiting import until

Opened = Callable[..., Page]
IF_ALL = "This holds if these are the hands of all players."


def type_tile(page: Page, a: int, b: int) -> Locator:
    """Add a hand of one tile; its card."""
    page.get_by_role("button", name="Add a hand").tap()
    card = page.locator(".held-hand").last
    card.get_by_role("button", name="Type the tiles").tap()
    for value in (a, b):
        page.get_by_role("dialog").get_by_role("button", name=str(value), exact=True).tap()
    page.get_by_role("dialog").get_by_role("button", name="Done").tap()
    return card


def told(page: Page) -> Locator:
    """What is told of tiles that are nowhere."""
    return page.locator(".missing-card .note")


def game_with_hands(page: Page, url: str, *hands: list[list[int]]) -> Host:
    """A game of three, of which this phone has heard that these hands were handed in."""
    host = make_game(page, url, ("Ann", "Bo", "Cy"))
    for seat, tiles in enumerate(hands):
        host.hand(1, seat, tiles)
    page.reload()
    page.locator(".room-tabs").wait_for()
    known = f"JSON.parse(localStorage.getItem('pipwise.last-{host.id}') ?? '{{}}')"
    until(page, f"{known}.current?.submissions?.length === {len(hands)}")
    page.evaluate("location.hash = '#table'")
    return host


def test_a_single_hand_is_compared_with_the_table(opened: Opened, fitting: Path) -> None:
    page = opened("#table")
    take(page, fitting)
    page.get_by_role("button", name="Add a hand").tap()
    card = page.locator(".held-hand")
    card.get_by_role("button", name="Type the tiles").tap()
    for value in (3, 1, 12, 3):
        page.get_by_role("dialog").get_by_role("button", name=str(value), exact=True).tap()
    page.get_by_role("dialog").get_by_role("button", name="Done").tap()
    expect(told(page)).to_contain_text("So far 1 of 3 hands")
    expect(page.locator(".seen-words")).to_contain_text(f"3{JOINED}12 lies on the table, and somebody holds it")
    page.get_by_role("button", name="Remove").last.tap()
    verdict(page).to_have_text("Everything fits")
    expect(told(page)).to_have_count(0)


def test_the_hands_of_a_game_can_be_taken(opened: Opened, fitting: Path, server: str) -> None:
    page = opened("#table")
    game_with_hands(page, server, [[3, 1], [0, 0]], [[5, 4]], [[6, 6]])
    take(page, fitting)
    page.get_by_role("button", name="Take the 3 hands from Friday").tap()
    expect(page.locator(".held-hand")).to_have_count(3)
    expect(told(page)).to_contain_text("77 tiles are nowhere")  # of 91, 10 lie there
    expect(told(page)).to_contain_text("3 tiles lie face down")
    expect(told(page)).not_to_contain_text(IF_ALL)  # the game says so
    page.evaluate("localStorage.removeItem('pipwise.games.open')")
    page.reload()
    expect(told(page)).to_contain_text("77 tiles are nowhere")
    expect(told(page)).not_to_contain_text(IF_ALL)  # it said so of these hands
    page.get_by_label("Players").select_option(label="Not said")
    expect(told(page)).to_contain_text(IF_ALL)


def test_who_went_out_of_a_game_is_no_missing_hand(opened: Opened, fitting: Path, server: str) -> None:
    page = opened("#table")
    game_with_hands(page, server, [[3, 1], [0, 0]], [[5, 4]], [])
    take(page, fitting)
    page.get_by_role("button", name="Take the 3 hands from Friday").tap()
    expect(page.locator(".held-hand").last).to_contain_text("No tile left")
    expect(told(page)).to_contain_text("78 tiles are nowhere")  # three trains, and three hands for them


def test_a_player_without_a_tile_is_no_missing_hand(opened: Opened, fitting: Path) -> None:
    page = opened("#table")
    take(page, fitting)
    type_tile(page, 3, 1)
    other = type_tile(page, 5, 4)
    out = other.get_by_role("button", name="No tile left")
    expect(out).to_be_hidden()  # there is one in it
    page.get_by_role("button", name="Add a hand").tap()
    expect(told(page)).to_contain_text("So far 2 of 3 hands")  # which may still be given
    with page.expect_request("**/api/tables/audit") as audit:
        page.locator(".held-hand").last.get_by_role("button", name="No tile left").tap()
    assert audit.value.post_data_json["hands"] == [[[1, 3]], [[4, 5]], []]
    expect(told(page)).to_contain_text("79 tiles are nowhere")
    page.reload()
    expect(told(page)).to_contain_text("79 tiles are nowhere")
    page.locator(".held-hand").last.get_by_role("button", name="Remove").tap()
    expect(told(page)).to_contain_text("So far 2 of 3 hands")
    expect(page.locator(".held-hand")).to_have_count(2)


def test_how_many_play_is_said_once_and_asked_with_the_hands(opened: Opened, fitting: Path) -> None:
    page = opened("#table")
    take(page, fitting)
    for tile in ((3, 1), (5, 4), (6, 6)):
        type_tile(page, *tile)
    expect(told(page)).to_contain_text("78 tiles are nowhere")
    expect(told(page)).to_contain_text(IF_ALL)
    players = page.get_by_label("Players")
    with page.expect_request("**/api/tables/audit") as audit:
        players.select_option(label="3")
    assert audit.value.post_data_json["players"] == 3
    expect(told(page)).not_to_contain_text(IF_ALL)
    expect(told(page)).to_contain_text("78 tiles are nowhere")
    players.select_option(label="4")  # somebody has not begun a train
    expect(told(page)).to_have_text("So far 3 of 4 hands are given; with all of them the missing tiles are named.")
    page.reload()
    expect(told(page)).to_contain_text("So far 3 of 4 hands")
    with page.expect_request("**/api/tables/audit") as audit:
        type_tile(page, 7, 7)
    assert audit.value.post_data_json["players"] == 4
    expect(told(page)).to_contain_text("77 tiles are nowhere")
    page.get_by_role("button", name="Use for a hint").tap()
    expect(page.locator(".table-card")).to_contain_text("Players: 4")


def test_the_game_in_play_says_how_many_play(opened: Opened, fitting: Path, server: str) -> None:
    page = opened("#table")
    game_with_hands(page, server, [[3, 1]])
    take(page, fitting)
    with page.expect_request("**/api/tables/audit") as audit:
        type_tile(page, 3, 1)
    assert audit.value.post_data_json["players"] == 3
    assert page.get_by_label("Players").evaluate("one => one.selectedOptions[0].text") == "3, by Friday"


def test_what_is_missing_is_told_only_once_the_server_knows_the_hands(opened: Opened, fitting: Path) -> None:
    page = opened("#table", ignore=("ERR_INTERNET_DISCONNECTED",))
    take(page, fitting)
    type_tile(page, 3, 1)
    type_tile(page, 5, 4)
    expect(told(page)).to_contain_text("So far 2 of 3 hands")
    page.context.set_offline(True)
    type_tile(page, 6, 6)
    expect(page.locator(".verdict .note.error")).to_be_visible()
    expect(told(page)).to_have_count(0)  # nobody knows yet
    kept = page.evaluate("localStorage.getItem('pipwise.table')")
    page.context.set_offline(False)
    expect(told(page)).to_contain_text("78 tiles are nowhere")
    page.evaluate("kept => localStorage.setItem('pipwise.table', kept)", kept)
    page.reload()
    expect(told(page)).to_contain_text("78 tiles are nowhere")  # asked once more
