"""How the page looks and speaks: every view in every language, light and dark, large and narrow, and for axe."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import Page, expect

Opened = Callable[..., Page]
LOCALES = {"en": "en-GB", "da": "da-DK", "hu": "hu-HU", "es": "es-ES"}
KEY = re.compile(r"\b(?:app|score|hint|live|game|rules)\.[a-z_]+(?:\.[a-z_]+)*\b|\{\w+\}")
ADVICE = {
    "moves": [
        {
            "move": {"kind": "play", "tile": [12, 3], "train": 0, "on": 12},
            "lead": 8.4, "lead_error": 1.2, "my_points": 23.4, "others_points": 31.8, "out_first": 0.31,
            "line": [[12, 3], [3, 8]], "left": [[9, 4]],
            "reasons": [
                {"code": code, "tile": [6, 6], "number": 3, "seat": 1, "text": "English"}
                for code in (
                    "only_move", "must_draw", "must_pass", "goes_out", "covers_double", "starts_own", "starts_mexican",
                    "closes_own", "keeps_line", "spares_line", "sheds_most", "sheds_in_time", "denies_next",
                    "double_is_covered", "saves_double",
                )
            ],
        },
        *(
            {
                "move": move, "lead": -3.0, "lead_error": 1.0, "my_points": 30.0, "others_points": 27.0,
                "out_first": 0.1, "line": [], "left": [], "reasons": [],
            }
            for move in (
                {"kind": "play", "tile": [9, 4], "train": 3, "on": 9}, {"kind": "draw"}, {"kind": "pass"}
            )
        ),
    ],
    "settled": False,
    "ignored_rules": ["open_train"],
}  # fmt: skip


def unworded(page: Page) -> list[str]:
    """Keys and places in the text of the page that nobody filled in."""
    return KEY.findall(page.locator("body").inner_text())


def too_wide(page: Page) -> list[str]:
    """What reaches beyond the edges of the screen."""
    found: list[str] = page.evaluate("""() => {
        const wide = document.documentElement.clientWidth;
        const outside = (one) => {
            const box = one.getBoundingClientRect();
            const scrolled = one.closest('svg.overlay, .photo-layer, .sheet-scroll > *');
            return !scrolled && box.width > 1 && box.height > 1 && (box.right > wide + 1 || box.left < -1);
        };
        return [...document.querySelectorAll('body *')].filter(outside)
            .map((one) => `${one.tagName}.${one.className} ${one.textContent.slice(0, 40)}`);
    }""")
    return found


def too_small(page: Page) -> list[str]:
    """What is to be tapped, and is smaller than a finger needs."""
    found: list[str] = page.evaluate("""() => {
        const tapped = 'button, a[href]:not(.skip), select, label.button, summary, .segments label, input[type=text]';
        return [...document.querySelectorAll(tapped)]
            .map((one) => [one, one.getBoundingClientRect()])
            .filter(([, box]) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
            .map(([one, box]) => `${one.outerHTML.slice(0, 80)} ${box.width} x ${box.height}`);
    }""")
    return found


def serious(page: Page) -> list[str]:
    """What axe finds that keeps people from using the page."""
    from axe_playwright_python.sync_playwright import Axe

    found: Any = Axe().run(page).response
    return [
        f"{one['id']}: {one['help']} at {one['nodes'][0]['target']}"
        for one in found["violations"] if one["impact"] in ("serious", "critical")
    ]  # fmt: skip


def faultless(page: Page) -> None:
    assert unworded(page) == []
    assert too_wide(page) == []
    assert too_small(page) == []
    assert serious(page) == []


def go(page: Page, view: str) -> None:
    page.evaluate("view => { location.hash = view; }", view)
    page.locator(f".view-{view} h1").wait_for()


@pytest.mark.parametrize("language", LOCALES)
def test_every_view_in_every_language(opened: Opened, language: str, hand: Path) -> None:
    """As narrow as phones are, and with large type in one of the themes."""
    dark = language in ("da", "es")
    page = opened(
        locale=LOCALES[language],
        viewport={"width": 320, "height": 640},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        ignore=("Applying inline style",),  # axe tries some; that the page itself does not is tested elsewhere
    )
    assert page.locator("html").get_attribute("lang") == language
    page.route("**/api/hints", lambda route: route.fulfill(json=ADVICE))
    faultless(page)
    page.locator("input[capture]").first.set_input_files(hand)
    page.locator(".total-card").wait_for()
    faultless(page)
    page.locator(".tile-item").first.tap()
    faultless(page)
    page.keyboard.press("Escape")
    page.locator(".editor > .buttons button").first.tap()  # use for a hint
    page.locator(".view-hint .hand-card .tile").first.wait_for()
    page.locator(".view-hint > .button.primary").tap()
    page.locator(".advice .button.quiet").tap()
    for summary in page.locator(".advice summary").all():
        summary.tap()
    faultless(page)
    page.locator(".train-row").nth(2).tap()
    faultless(page)
    page.keyboard.press("Escape")
    go(page, "live")
    assert unworded(page) == []
    go(page, "settings")
    page.locator("input[role=switch]").first.check()
    assert "large" in (page.locator("html").get_attribute("class") or "")
    faultless(page)
    go(page, "score")
    page.locator(".total-card").wait_for()
    assert too_wide(page) == []


def test_a_language_can_be_chosen_and_stays(opened: Opened) -> None:
    page = opened("#settings")
    page.get_by_label("Language").select_option(label="Magyar")
    expect(page.locator("h1")).to_have_text("Beállítások")
    expect(page.locator("select").first).to_be_focused()
    page.reload()
    expect(page.locator("h1")).to_have_text("Beállítások")
    assert page.title() == "Beállítások · Pipwise"


def test_colours_follow_the_phone_or_the_person(opened: Opened) -> None:
    page = opened("#settings", color_scheme="dark")

    def ground() -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    dark = ground()
    page.emulate_media(color_scheme="light")
    light = ground()
    assert dark != light
    page.get_by_text("Dark", exact=True).tap()
    assert ground() == dark
    page.get_by_text("Light", exact=True).tap()
    page.emulate_media(color_scheme="dark")
    assert ground() == light


def test_the_page_fits_a_phone_on_its_side_and_a_desk(opened: Opened, hand: Path) -> None:
    page = opened(viewport={"width": 740, "height": 360})
    page.locator("input[capture]").first.set_input_files(hand)
    page.locator(".total-card").wait_for()
    assert too_wide(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    assert too_wide(page) == []
    assert page.locator(".photo").bounding_box()["height"] <= 800  # type: ignore[index]


def test_signs_for_the_home_screen(opened: Opened, server: str) -> None:
    page = opened()
    manifest = page.request.get(f"{server}/static/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for sign in manifest.json()["icons"]:
        answer = page.request.get(f"{server}{sign['src']}")
        assert answer.ok
        assert answer.headers["content-type"].startswith(sign["type"])
