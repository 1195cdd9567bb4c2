"""Large type on narrow phones: in no language are words written over each other, out of their box, or broken.

Screens of games are looked at in test_game_looks.py.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import Page

from tests.page.legible import illegible
from tests.page.table_view import take
from tests.page.test_looks import ADVICE, LOCALES, go, unsure_reading

Opened = Callable[..., Page]
Look = Callable[[str], None]
WIDTHS = (320, 390)


@pytest.fixture
def large(opened: Opened, language: str) -> Page:
    """The page in a language, with large type."""
    narrow = {"width": WIDTHS[0], "height": 700}
    page = opened("#settings", locale=LOCALES[language], viewport=narrow, reduced_motion="reduce")
    page.evaluate("localStorage.setItem('pipwise.settings', JSON.stringify({ large: true }))")
    page.reload()
    page.locator("html.large h1").wait_for()
    return page


@pytest.fixture
def look(large: Page, language: str) -> Iterator[Look]:
    """Looks at what is shown at both widths, and tells in the end what cannot be read; keeps pictures where
    `PIPWISE_PICTURES` names a folder."""
    wrong: dict[tuple[str, int], list[str]] = {}

    def at(name: str) -> None:
        for width in WIDTHS:
            large.set_viewport_size({"width": width, "height": 700})
            large.wait_for_timeout(50)
            if folder := os.environ.get("PIPWISE_PICTURES"):
                large.screenshot(path=Path(folder) / f"{name}-{language}-{width}.png", full_page=True)
            if found := illegible(large):
                wrong[name, width] = found

    yield at
    assert wrong == {}


@pytest.mark.parametrize("language", LOCALES)
def test_counting_a_hand(large: Page, look: Look, hand: Path) -> None:
    look("settings")
    go(large, "score")
    look("score")
    unsure_reading(large, hand)
    look("score-hand")
    large.locator(".tile-item").first.tap()
    look("score-tile")
    large.keyboard.press("Escape")
    large.locator(".rules-row .icon-button").tap()
    look("score-rules")
    large.keyboard.press("Escape")
    go(large, "live")
    large.locator(".note, .busy, .card").first.wait_for()
    look("live")


@pytest.mark.parametrize("language", LOCALES)
def test_a_hint(large: Page, look: Look) -> None:
    go(large, "hint")
    look("hint")
    large.evaluate("""async () => {
        const { write } = await import('/static/store.js');
        write('for-hint', [[2, 2], [2, 9], [6, 12], [3, 12], [9, 4]]);
    }""")
    large.route("**/api/hints", lambda route: route.fulfill(json=ADVICE))
    go(large, "score")
    go(large, "hint")
    large.locator(".view-hint > .button.primary").tap()
    large.locator(".advice .button.quiet").tap()
    for summary in large.locator(".advice summary").all():
        summary.tap()
    look("hint-advice")
    for number, name in ((0, "engine"), (2, "train")):
        large.locator(".train-row").nth(number).tap()
        look(f"hint-{name}")
        large.keyboard.press("Escape")


@pytest.mark.parametrize("language", LOCALES)
def test_a_table(large: Page, look: Look, faulty: Path) -> None:
    go(large, "table")
    look("table")
    take(large, faulty)
    look("table-read")
    large.locator(".rules-row .icon-button").tap()
    look("table-rules")
