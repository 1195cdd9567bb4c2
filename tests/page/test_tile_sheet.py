"""The sheet of a tile: looked at and right by one button, which is always in sight."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import Page, expect

from tests.page.test_looks import LOCALES
from tests.page.test_score import take

Opened = Callable[..., Page]


def doubtful(page: Page, count: int) -> None:
    """Readings of so many tiles of a double-18 set, each in doubt for two reasons."""
    tiles: list[dict[str, Any]] = [
        {
            "quad": [[x, 100], [x + 100, 100], [x + 100, 300], [x, 300]], "a": 16, "b": b, "confidence": 0.5,
            "sure": False, "doubts": [{"code": "value_unsure", "half": 0}, {"code": "count_disagrees", "half": 1}],
            "alternatives": [{"a": 15, "b": b, "probability": 0.3}, {"a": 14, "b": b, "probability": 0.1}],
        }
        for b, x in enumerate(range(50, 50 + 150 * count, 150))
    ]  # fmt: skip
    reading = {"width": 800, "height": 400, "tiles": tiles, "face_down": [], "warnings": [], "ms": 5}
    page.route("**/api/readings*", lambda route: route.fulfill(json=reading))


def opened_for_large_set(opened: Opened, **more: Any) -> Page:
    page = opened(**more)
    page.evaluate("localStorage.setItem('pipwise.settings', JSON.stringify({ set: 18 }))")
    page.reload()
    return page


def test_a_tile_that_was_looked_at_is_in_doubt_no_more(opened: Opened, hand: Path) -> None:
    page = opened_for_large_set(opened)
    doubtful(page, 3)
    take(page, hand)
    check = page.locator(".to-check button")
    check.tap()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Next").tap()
    expect(page.get_by_role("dialog", name="Tile 1–16")).to_be_visible()
    sheet.get_by_role("button", name="Close").tap()  # that says nothing of the tile
    expect(check).to_have_text("Check 2 tiles")
    check.tap()
    sheet.get_by_role("button", name="Next").tap()
    sheet.get_by_role("button", name="Done").tap()
    expect(check).to_have_count(0)
    assert page.locator(".tile-item").count() == 3
    page.get_by_role("button", name="Undo").tap()
    expect(check).to_have_text("Check 1 tile")


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("large", [False, True])
def test_how_to_go_on_is_always_in_sight(opened: Opened, hand: Path, language: str, large: bool) -> None:
    page = opened_for_large_set(opened, locale=LOCALES[language], reduced_motion="reduce")
    page.evaluate("large => localStorage.setItem('pipwise.settings', JSON.stringify({ set: 18, large }))", large)
    page.reload()
    doubtful(page, 2)
    take(page, hand)
    page.locator(".to-check button").tap()
    dialog = page.get_by_role("dialog").bounding_box()
    assert dialog is not None
    assert dialog["y"] >= 0
    for button in page.locator("dialog .sheet-body > .buttons > .button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= dialog["y"] + dialog["height"] <= 844
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        assert button.evaluate("(one, [x, y]) => one.contains(document.elementFromPoint(x, y))", middle)
