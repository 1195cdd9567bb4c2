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
    if_all = page.locator(".missing-card .note", has_text="if these are the hands of all players")
    expect(if_all).to_have_count(0)  # the game says so
    page.evaluate("localStorage.removeItem('pipwise.games.open')")
    page.reload()
    expect(if_all).to_have_count(1)


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
