"""Photos in Hint, beside a table and in a game outlive a reload: waiting for the server, and while being corrected."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import Page, Route, expect

from tests.page.game_table import make_game
from tests.page.table_view import take
from tests.page.test_taking_back import READING, photo, remove, tiles

Opened = Callable[..., Page]
AWAY = ("Failed to load resource", "ERR_FAILED")


class Line:
    """The line to the server, over which every photo of a hand is read as the same three tiles while it is up."""

    def __init__(self, page: Page, *, is_up: bool = False) -> None:
        self.is_up = is_up
        page.route("**/api/readings*", self.read)
        page.route("**/api/health", self.look)

    def read(self, route: Route) -> None:
        if self.is_up:
            route.fulfill(json=READING)
        else:
            route.abort()

    def look(self, route: Route) -> None:
        if self.is_up:
            route.continue_()
        else:
            route.abort()


def test_a_hand_for_a_hint_waits_for_the_server_also_over_a_reload(opened: Opened) -> None:
    page = opened("#hint", ignore=AWAY)
    line = Line(page)
    card = page.locator(".hand-card")
    card.locator("input[capture]").set_input_files(photo())
    expect(card.locator(".note.warn")).to_contain_text("Your photo is kept")
    page.reload()
    expect(card.locator(".note.warn")).to_contain_text("Your photo is kept")
    line.is_up = True
    expect(card.locator(".tile-item")).to_have_count(3)  # nobody has to tap
    remove(page, "1–6")

    for _ in range(2):
        page.reload()
        expect(card.locator(".tile-item")).to_have_count(2)
        expect(card.locator(".photo img")).to_be_visible()
        expect(page.get_by_role("button", name="Show the best moves")).to_be_enabled()
        page.get_by_role("link", name="Settings").tap()
        page.locator(".view-settings h1").wait_for()
        page.get_by_role("link", name="Hint").tap()
        expect(card.locator(".tile-item")).to_have_count(2)
    card.get_by_role("button", name="Undo").tap()
    assert tiles(page) == ["1–6", "3–5", "2–4"]
    card.get_by_role("button", name="Done").last.tap()
    expect(card.locator(".photo")).to_have_count(0)
    page.reload()
    expect(card.get_by_text("3 tiles")).to_be_visible()
    expect(card.locator(".photo")).to_have_count(0)  # it has done what it was for


def test_a_photo_for_a_hint_goes_with_its_hand(opened: Opened) -> None:
    page = opened("#hint", ignore=AWAY)
    line = Line(page)
    card = page.locator(".hand-card")
    card.locator("input[capture]").set_input_files(photo())
    card.locator(".note.warn").wait_for()
    card.get_by_role("button", name="Cancel").tap()
    page.reload()
    expect(card.get_by_role("button", name="Type the tiles")).to_be_visible()

    line.is_up = True
    card.locator("input[capture]").set_input_files(photo())
    expect(card.locator(".tile-item")).to_have_count(3)
    page.get_by_role("button", name="Clear").tap()
    expect(card.get_by_role("button", name="Type the tiles")).to_be_visible()
    page.reload()
    expect(card.get_by_role("button", name="Type the tiles")).to_be_visible()

    card.locator("input[capture]").set_input_files(photo())
    expect(card.locator(".tile-item")).to_have_count(3)
    # A hand from elsewhere takes its place.
    page.evaluate("""async () => (await import('/static/store.js')).write('for-hint', [[9, 9]])""")
    page.reload()
    expect(card.get_by_text("1 tile", exact=True)).to_be_visible()
    expect(card.locator(".photo")).to_have_count(0)


def test_hands_beside_a_table_keep_their_photos_also_when_one_is_removed(opened: Opened, fitting: Path) -> None:
    page = opened("#table", ignore=AWAY)
    take(page, fitting)
    line = Line(page)
    add = page.get_by_role("button", name="Add a hand")
    held = page.locator(".held-hand")
    add.tap()
    add.tap()
    held.nth(1).locator("input[capture]").set_input_files(photo())
    expect(held.nth(1).locator(".note.warn")).to_contain_text("Your photo is kept")
    add.tap()
    expect(held).to_have_count(3)
    expect(held.nth(1).locator(".note.warn")).to_contain_text("Your photo is kept")
    held.nth(0).get_by_role("button", name="Remove").tap()
    expect(held).to_have_count(2)
    expect(held.nth(0).locator(".note.warn")).to_contain_text("Your photo is kept")
    page.reload()
    expect(held.nth(0).locator(".note.warn")).to_contain_text("Your photo is kept")
    expect(held.nth(1).get_by_role("button", name="Type the tiles")).to_be_visible()
    line.is_up = True
    expect(held.nth(0).locator(".tile-item")).to_have_count(3)
    held.nth(0).get_by_role("button", name="Remove").last.tap()
    expect(held).to_have_count(1)
    expect(held.get_by_role("button", name="Type the tiles")).to_be_visible()
    page.reload()
    expect(held.get_by_role("button", name="Type the tiles")).to_be_visible()


def test_a_photo_of_a_hand_beside_a_table_goes_with_the_table(opened: Opened, fitting: Path) -> None:
    page = opened("#table", ignore=AWAY)
    take(page, fitting)
    Line(page)
    held = page.locator(".held-hand")
    page.get_by_role("button", name="Add a hand").tap()
    held.locator("input[capture]").set_input_files(photo())
    held.locator(".note.warn").wait_for()
    take(page, fitting)
    expect(held).to_have_count(0)
    page.get_by_role("button", name="Add a hand").tap()
    expect(held.get_by_role("button", name="Type the tiles")).to_be_visible()


def test_the_table_at_the_end_of_a_round_waits_for_the_server_also_over_a_reload(opened: Opened, server: str) -> None:
    page = opened("#game", ignore=AWAY)
    make_game(page, server)
    line = Line(page)
    page.locator(".photo-button", has_text="Photograph the table").locator("input").set_input_files(photo())
    expect(page.locator(".tiles-body .note.warn")).to_contain_text("Your photo is kept")
    again = page.get_by_role("button", name="Go on with the table you began")
    page.reload()
    again.tap()
    expect(page.locator(".tiles-body .note.warn")).to_contain_text("Your photo is kept")
    line.is_up = True
    expect(page.locator(".tile-item")).to_have_count(3)  # nobody has to tap
    remove(page, "1–6")

    page.reload()
    again.tap()
    expect(page.locator("h1")).to_have_text("The table")
    assert tiles(page) == ["3–5", "2–4"]
    expect(page.locator(".photo img")).to_be_visible()
    page.get_by_role("button", name="Undo").tap()
    assert tiles(page) == ["1–6", "3–5", "2–4"]
    page.get_by_role("button", name="Use these tiles").tap()
    expect(page.get_by_text("3 tiles on the table are known.")).to_be_visible()
    expect(again).to_have_count(0)  # it has done what it was for
    assert page.evaluate("async () => (await import('/static/store.js')).keptPhoto('table-work')") is None


def test_a_table_that_was_begun_goes_with_its_round(opened: Opened, server: str) -> None:
    page = opened("#game", ignore=AWAY)
    host = make_game(page, server)
    Line(page, is_up=True)
    page.locator(".photo-button", has_text="Photograph the table").locator("input").set_input_files(photo())
    expect(page.locator(".tile-item")).to_have_count(3)
    page.get_by_role("button", name="Back").tap()
    again = page.get_by_role("button", name="Go on with the table you began")
    expect(again).to_be_visible()
    host.hand(1, 0, [[3, 5]])
    host.close(host.hand(1, 1, []))
    expect(page.get_by_text("Round 2 of 13")).to_be_visible()
    expect(again).to_have_count(0)
