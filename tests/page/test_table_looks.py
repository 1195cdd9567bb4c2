"""How a photographed table looks: in every language, narrow, with large type, light and dark, and for axe."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import Page

from tests.page.drawn_table import WRONG, draw
from tests.page.table_view import unfold
from tests.page.test_looks import LOCALES, box, faultless, too_wide

Opened = Callable[..., Page]
SMALL = {"width": 320, "height": 640}
AXE = ("Applying inline style",)
"""axe tries some; that the page itself does not is tested elsewhere."""
ADVICE = {
    "moves": [
        {
            "move": {"kind": "play", "tile": tile, "train": 0, "on": 2, "position": 3},
            "lead": lead, "lead_error": 1.0, "my_points": 20.0, "others_points": 28.0, "out_first": 0.4,
            "out_first_range": [0.37, 0.43],
            "line": [], "left": [], "reasons": [],
        }
        for tile, lead in (([2, 2], 8.0), ([2, 9], 6.0))
    ],
    "settled": True,
    "ignored_rules": [],
}  # fmt: skip


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photo of a table with a wrong tile."""
    return draw(tmp_path_factory.mktemp("table") / "faulty.jpg", WRONG)


def with_hand(page: Page) -> None:
    """Ask for a hint with a hand that fits."""
    page.evaluate("""async () => {
        const { write } = await import('/static/store.js');
        write('for-hint', [[2, 2], [2, 9]]);
    }""")
    page.route("**/api/hints", lambda route: route.fulfill(json=ADVICE))
    page.locator(".table-editor > .buttons .button.primary").tap()
    page.locator(".view-hint .verdict").wait_for()


@pytest.mark.parametrize("language", LOCALES)
def test_a_table_in_every_language(opened: Opened, language: str, faulty: Path) -> None:
    page = opened(
        "#table",
        locale=LOCALES[language],
        viewport=SMALL,
        color_scheme="dark" if language in ("da", "es") else "light",
        reduced_motion="reduce",
        ignore=AXE,
    )
    page.locator(".tips summary").tap()
    faultless(page)
    page.locator(".view-table input[capture]").first.set_input_files(faulty)
    page.locator(".verdict").wait_for()
    faultless(page)
    page.locator(".seen-finding").tap()
    page.locator(".missing-card .button").first.tap()
    page.locator(".rules-row .icon-button").tap()
    faultless(page)
    page.keyboard.press("Escape")
    page.evaluate("""async () => {
        const { changeSettings } = await import('/static/settings.js');
        changeSettings({ large: true });
    }""")
    assert too_wide(page) == []
    with_hand(page)
    page.locator(".view-hint > .button.primary").tap()
    page.locator(".move-figure").wait_for()
    unfold(page)
    faultless(page)
    page.locator(".train-row").nth(1).tap()
    faultless(page)


def test_the_photo_stays_in_sight_on_a_phone_on_its_side_and_at_a_desk(opened: Opened, faulty: Path) -> None:
    page = opened("#table", viewport={"width": 844, "height": 390})
    page.locator(".view-table input[capture]").first.set_input_files(faulty)
    page.locator(".verdict").wait_for()
    photo = box(page, ".photo")
    assert photo["bottom"] <= box(page, "#tabs")["y"]
    for what in (".verdict", ".findings-card", ".trains-card"):
        assert box(page, what)["x"] > photo["right"], what
    assert too_wide(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    assert too_wide(page) == []
    assert box(page, ".photo")["height"] <= 800


def test_the_verdict_and_the_photo_are_seen_together(opened: Opened, faulty: Path) -> None:
    page = opened("#table")
    page.locator(".view-table input[capture]").first.set_input_files(faulty)
    page.locator(".verdict").wait_for()
    assert box(page, ".verdict")["bottom"] <= box(page, ".photo")["y"]
    assert box(page, ".photo")["bottom"] <= box(page, "#tabs")["y"]
