"""A photo that was given to the wrong view: the page says so, and leads to the right one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import Page, expect

from tests.page.table_view import take

Opened = Callable[..., Page]


def test_a_hand_that_was_taken_for_a_table_is_counted_by_a_tap(opened: Opened, hand: Path) -> None:
    page = opened("#table")
    take(page, hand)
    expect(page.locator(".view-table")).to_contain_text("There are no trains here. Is this a hand?")
    page.get_by_role("button", name="Count it in “Score”").tap()
    page.locator(".view-score .total-card").wait_for()
    expect(page.locator(".view-score .tile-list > li")).to_have_count(11)
    expect(page.locator(".view-score .notes")).not_to_contain_text("This looks like a table")


def test_a_hand_that_was_taken_for_the_table_of_a_hint_is_counted_by_a_tap(
    opened: Opened, hand: Path, fitting: Path
) -> None:
    page = opened("#hint")
    page.locator(".table-card input[capture]").set_input_files(hand)
    expect(page.locator(".view-hint")).to_contain_text("There are no trains here. Is this a hand?")
    page.locator(".view-hint input[capture]").last.set_input_files(fitting)
    page.get_by_role("group", name="Which train is yours?").wait_for()
    expect(page.get_by_role("button", name="Count it in “Score”")).to_have_count(0)
    page.locator(".view-hint input[capture]").last.set_input_files(hand)
    page.get_by_role("button", name="Count it in “Score”").tap()
    page.locator(".view-score .total-card").wait_for()
    expect(page.locator(".view-score .tile-list > li")).to_have_count(11)


def answer_of(page: Page, path: str, photo: Path) -> dict[str, Any]:
    """What the server says of a photo."""
    url = f"{page.url.split('#')[0]}api/{path}?set=double-12"
    answer: dict[str, Any] = page.request.post(
        url, data=photo.read_bytes(), headers={"Content-Type": "image/jpeg"}
    ).json()
    return answer


def test_a_table_that_was_taken_for_a_hand_is_looked_at_by_a_tap(opened: Opened, fitting: Path) -> None:
    page = opened()
    page.locator("input[capture]").first.set_input_files(fitting)
    expect(page.locator(".view-score .notes")).to_contain_text("This looks like a table, not a hand.")
    page.get_by_role("button", name="Look at it in “Table”").tap()
    page.locator(".view-table .verdict").wait_for()
    expect(page.locator(".view-table .trains-card")).to_be_visible()
    expect(page.get_by_role("button", name="Count it in “Score”")).to_have_count(0)


def test_a_table_without_a_tile_offers_nothing_but_another_photo(opened: Opened, fitting: Path) -> None:
    page = opened("#table")
    answer = answer_of(page, "tables", fitting)
    answer |= {"tiles": [], "face_down": [], "trains": [], "findings": [], "engine_tile": None}
    answer["warnings"] = [{"code": code, "text": "…"} for code in ("blurred", "no_tiles")]
    page.route("**/api/tables?*", lambda route: route.fulfill(json=answer))
    take(page, fitting)
    expect(page.locator(".view-table .notes .note")).to_have_count(1)
    expect(page.locator(".view-table .notes")).to_contain_text("No dominoes were found")
    for name in ("Use for a hint", "Clear"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
