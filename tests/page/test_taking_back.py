"""Cancel and Undo take back what they say, and nothing that came after it."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import FilePayload, Page, Route, expect

from tests.page.table_view import set_half, take, tap_tile, verdict

Opened = Callable[..., Page]
SOON_MS = 3000
"""An offer goes by itself after ten seconds; what takes it away does so sooner."""


def seen(x: int, a: int, b: int) -> dict[str, Any]:
    """A tile as the server tells it."""
    quad = [[x, 50], [x + 40, 50], [x + 40, 130], [x, 130]]
    return {"a": a, "b": b, "sure": True, "quad": quad, "doubts": [], "alternatives": [], "confidence": 0.99}


READING = {
    "width": 400, "height": 300, "tiles": [seen(50, 6, 1), seen(150, 5, 3), seen(250, 2, 4)], "face_down": [],
    "warnings": [], "looks_like_table": False, "ms": 1,
}  # fmt: skip


def photo() -> FilePayload:
    """A photo; what is on it does not matter to who is told what to have read."""
    picture = io.BytesIO()
    Image.new("RGB", (400, 300), (90, 120, 90)).save(picture, "JPEG")
    return {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": picture.getvalue()}


class Reader:
    """Reads every photo of a hand as the same three tiles, until it no longer answers."""

    def __init__(self, page: Page) -> None:
        self.asked: list[str] = []
        self.answers = True
        page.route("**/api/readings*", self.read)

    def read(self, route: Route) -> None:
        self.asked.append(route.request.url.split("?")[1])
        if self.answers:
            route.fulfill(json=READING)


def tiles(page: Page) -> list[str]:
    return page.locator(".tile-words").all_inner_texts()


def remove(page: Page, name: str) -> None:
    page.locator(".tile-item", has_text=name).tap()
    page.get_by_role("dialog").get_by_role("button", name="Remove").tap()


def choose_sets(page: Page, door: str, *names: str) -> None:
    """In the sheet behind a button, one set after another."""
    page.get_by_role("button", name=door).tap()
    for name in names:
        page.get_by_role("dialog").get_by_label("Domino set").select_option(label=name)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_hand_that_is_not_read_anew_after_all_stays_with_its_corrections(opened: Opened) -> None:
    page = opened()
    reader = Reader(page)
    page.locator("input[capture]").first.set_input_files(photo())
    page.locator(".total-card").wait_for()
    remove(page, "1–6")
    rules = "Change how points are counted"
    choose_sets(page, rules, "Double-15", "Double-12")
    page.wait_for_timeout(300)
    assert reader.asked == ["set=double-12"]  # it was read with this set
    assert tiles(page) == ["3–5", "2–4"]

    reader.answers = False
    choose_sets(page, rules, "Double-15")
    page.locator(".waiting").wait_for()
    page.get_by_role("button", name="Cancel").tap()
    for _ in range(2):
        page.locator(".total-card").wait_for()
        assert tiles(page) == ["3–5", "2–4"]
        expect(page.locator(".photo img")).to_be_visible()
        expect(page.locator(".rules-row")).to_contain_text("Double-12")
        page.reload()
    page.locator(".total-card").wait_for()
    page.get_by_role("button", name="Undo").tap()
    assert tiles(page) == ["1–6", "3–5", "2–4"]

    reader.answers = True
    choose_sets(page, rules, "Double-15")
    expect(page.locator(".rules-row")).to_contain_text("Double-15")
    page.locator(".total-card").wait_for()
    assert reader.asked == ["set=double-12", "set=double-15", "set=double-15"]


def test_a_hand_that_could_not_be_read_anew_can_be_left_as_it_was(opened: Opened) -> None:
    page = opened(ignore=("Failed to load resource",))
    Reader(page)
    page.locator("input[capture]").first.set_input_files(photo())
    page.locator(".total-card").wait_for()
    remove(page, "1–6")
    page.route("**/api/readings*", lambda route: route.fulfill(
        status=500, json={"error": {"code": "internal", "message": "…"}}))  # fmt: skip
    choose_sets(page, "Change how points are counted", "Double-15")
    expect(page.locator(".note.error")).to_contain_text("went wrong")
    page.get_by_role("button", name="Cancel").tap()
    page.locator(".total-card").wait_for()
    assert tiles(page) == ["3–5", "2–4"]


def test_a_new_photo_that_is_not_read_is_forgotten(opened: Opened) -> None:
    page = opened()
    reader = Reader(page)
    page.locator("input[capture]").first.set_input_files(photo())
    page.locator(".total-card").wait_for()
    reader.answers = False
    page.locator("input[capture]").first.set_input_files(photo())
    page.locator(".waiting").wait_for()
    page.get_by_role("button", name="Cancel").tap()
    for _ in range(2):
        expect(page.locator("h1")).to_have_text("Count a hand")
        page.reload()


def test_a_table_that_is_not_read_anew_after_all_stays_with_its_corrections(opened: Opened, faulty: Path) -> None:
    page = opened("#table")
    take(page, faulty)
    tap_tile(page, 6, 4)
    set_half(page, "Left half", 10)
    page.get_by_role("dialog").get_by_role("button", name="Done").tap()
    verdict(page).to_have_text("Everything fits")
    asked: list[str] = []
    page.route("**/api/tables?*", lambda route: asked.append(route.request.url))  # and never answers
    door = "Change set or engine"
    choose_sets(page, door, "Double-15", "Double-12")
    page.wait_for_timeout(300)
    assert asked == []
    choose_sets(page, door, "Double-15")
    page.locator(".waiting").wait_for()
    assert len(asked) == 1
    page.get_by_role("button", name="Cancel").tap()
    for _ in range(2):
        verdict(page).to_have_text("Everything fits")
        expect(page.locator(".table-editor .rules-row")).to_contain_text("Double-12")
        expect(page.locator(".photo img")).to_be_visible()
        page.reload()
    # Another photo takes the place of the table.
    page.locator(".view-table input[capture]").first.set_input_files(faulty)
    page.locator(".waiting").wait_for()
    page.get_by_role("button", name="Cancel").tap()
    expect(page.locator("h1")).to_have_text("Check a table")


def test_the_undo_of_a_step_goes_with_the_next_one(opened: Opened) -> None:
    page = opened()
    Reader(page)
    page.locator("input[capture]").first.set_input_files(photo())
    page.locator(".total-card").wait_for()
    remove(page, "1–6")
    page.locator(".toast-action").tap()
    assert tiles(page) == ["1–6", "3–5", "2–4"]
    remove(page, "1–6")
    page.get_by_role("button", name="Add a tile").tap()
    expect(page.locator(".toast-action")).to_have_count(1)
    for _ in range(2):
        page.get_by_role("dialog").get_by_role("button", name="9", exact=True).tap()
    expect(page.locator(".toast-action")).to_have_count(0, timeout=SOON_MS)
    page.get_by_role("dialog").get_by_role("button", name="Done").tap()
    assert tiles(page) == ["3–5", "2–4", "9–9"]

    # Nor does it outlive the list that it would write to.
    remove(page, "9–9")
    expect(page.locator(".toast-action")).to_have_count(1)
    page.locator("input[capture]").first.set_input_files(photo())
    expect(page.locator(".tile-item")).to_have_count(3)
    expect(page.locator(".toast-action")).to_have_count(0, timeout=SOON_MS)
    remove(page, "1–6")
    page.get_by_role("link", name="Settings").tap()
    page.locator(".view-settings h1").wait_for()
    expect(page.locator(".toast-action")).to_have_count(0, timeout=SOON_MS)


def settled(page: Page) -> None:
    """Until the server has looked at the table anew."""
    expect(page.locator(".verdict")).not_to_contain_text("Looking at the table anew")


def test_the_undo_of_a_step_at_a_table_goes_with_the_next_one(opened: Opened, fitting: Path) -> None:
    page = opened("#table")
    take(page, fitting)
    tap_tile(page, 8, 2)
    page.get_by_role("dialog").get_by_role("button", name="Remove").tap()
    expect(page.locator(".toast-action")).to_have_count(1)
    settled(page)
    tap_tile(page, 10, 7)
    set_half(page, "Left half", 5)
    expect(page.locator(".toast-action")).to_have_count(0, timeout=SOON_MS)
    page.get_by_role("dialog").get_by_role("button", name="Done").tap()
    settled(page)
    tap_tile(page, 8, 8)
    page.get_by_role("dialog").get_by_role("button", name="Remove").tap()
    expect(page.locator(".toast-action")).to_have_count(1)
    page.get_by_role("link", name="Settings").tap()
    page.locator(".view-settings h1").wait_for()
    expect(page.locator(".toast-action")).to_have_count(0, timeout=SOON_MS)


@pytest.mark.parametrize(("view", "camera"), [("Table", ".view-table"), ("Hint", ".table-card")])
def test_a_cleared_table_is_not_offered_beside_a_new_one(opened: Opened, fitting: Path, view: str, camera: str) -> None:
    """Whichever view the new one is photographed in."""
    page = opened("#table")
    take(page, fitting)
    page.get_by_role("button", name="Clear").tap()
    expect(page.locator(".toast-action")).to_have_count(1)
    if view != "Table":
        page.get_by_role("link", name=view).tap()
    page.route("**/api/tables?*", lambda route: None)
    page.locator(f"{camera} input[capture]").first.set_input_files(fitting)
    page.locator(".waiting").wait_for()
    expect(page.locator(".toast-action")).to_have_count(0, timeout=SOON_MS)


def test_a_cleared_hint_is_not_offered_beside_a_new_one(opened: Opened) -> None:
    page = opened("#hint")
    page.get_by_role("button", name="Player 2").tap()
    page.get_by_role("dialog").get_by_role("button", name="9", exact=True).tap()
    page.get_by_role("dialog").get_by_role("button", name="Done").tap()
    page.get_by_role("button", name="Clear").tap()
    page.get_by_role("link", name="Settings").tap()
    page.locator(".view-settings h1").wait_for()
    page.locator(".toast-action").tap()
    expect(page.get_by_role("button", name="Player 2")).to_contain_text("Ends in 9")
    page.get_by_role("button", name="Clear").tap()
    expect(page.locator(".toast-action")).to_have_count(1)
    page.get_by_role("button", name="Player 3").tap()
    page.get_by_role("dialog").get_by_role("button", name="4", exact=True).tap()
    page.get_by_role("dialog").get_by_role("button", name="Done").tap()
    expect(page.locator(".toast-action")).to_have_count(0, timeout=SOON_MS)
