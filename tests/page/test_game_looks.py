"""How games look and speak: every screen in every language, on the narrowest phone, for axe and for a keyboard."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import Page, expect

from tests.page.game_table import Host, make_game
from tests.page.legible import illegible
from tests.page.test_looks import LOCALES, serious, too_small, too_wide, unworded

Opened = Callable[..., Page]
EIGHT = ("Ann", "Bo", "Cy", "Di", "Maximiliane-Theodora", "Éva", "Ødger", "Íñigo")


def seen(page: Page, name: str) -> None:
    """Check a screen; keep a picture of it where `PIPWISE_PICTURES` names a folder, to be looked at."""
    if folder := os.environ.get("PIPWISE_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True, caret="initial")
    assert unworded(page) == []
    assert too_wide(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    assert too_small(page) == []
    # A name as long as this one may be broken.
    assert [words for words in illegible(page) if EIGHT[4] not in words] == []
    # Axe takes seconds for each screen, and structure and colours are those of English (light) and Danish (dark).
    if page.locator("html").get_attribute("lang") in ("en", "da"):
        assert serious(page) == []


def tab(page: Page, name: str) -> None:
    page.locator(f"#tab-{name}").tap()


def play(host: Host, rounds: int) -> None:
    """Some rounds of a whole table, with a correction."""
    for number in range(1, rounds + 1):
        for seat in range(1, len(EIGHT)):
            host.hand(number, seat, [[seat, 12 - number], [number % 5, seat + 4]])
        state = host.close(host.hand(number, 0, []))
    host.ask("corrections", version=state["version"], round=1, seat=2, points=120)


@pytest.mark.parametrize("language", LOCALES)
def test_every_screen_of_a_game_in_every_language(opened: Opened, server: str, language: str) -> None:
    dark = language in ("da", "es")
    look = {
        "locale": LOCALES[language], "viewport": {"width": 320, "height": 640}, "reduced_motion": "reduce",
        "color_scheme": "dark" if dark else "light",
        "ignore": ("Applying inline style",),  # axe tries some; that the page itself does not is tested below
    }  # fmt: skip
    page = opened("#game", **look)
    if language in ("hu", "es"):
        page.evaluate("localStorage.setItem('pipwise.settings', JSON.stringify({ large: true }))")
        page.reload()
        page.locator("h1").wait_for()
    seen(page, f"{language}-home")
    page.locator(".home-doors .primary").tap()
    page.locator(".preset").first.wait_for()
    page.locator(".house > summary").first.tap()
    seen(page, f"{language}-create-closed")
    page.locator("[data-group=doubles] > summary").tap()
    page.locator("[data-option=follow]").select_option(index=2)
    seen(page, f"{language}-create")

    host = make_game(page, server, EIGHT, rounds=4)
    tab(page, "people")
    seen(page, f"{language}-people")
    tab(page, "scores")
    seen(page, f"{language}-no-scores")
    play(host, 3)
    host.hand(4, 1, [[3, 5], [6, 6]])
    host.hand(4, 2, [[3, 5], [0, 0]])
    tab(page, "round")
    expect(page.locator(".finding")).not_to_have_count(0)
    seen(page, f"{language}-round")
    page.locator("[data-focus=close]").tap()
    seen(page, f"{language}-close")
    page.keyboard.press("Escape")
    page.locator("[data-focus=for-3]").tap()
    page.locator(".hand-doors button").first.wait_for()
    seen(page, f"{language}-ask")
    page.locator(".hand-doors .button").nth(1).tap()
    page.locator("dialog .pad").wait_for()
    seen(page, f"{language}-keypad")
    page.keyboard.press("Escape")
    seen(page, f"{language}-type")
    page.locator(".title-row .icon-button").tap()
    tab(page, "scores")
    page.locator(".chart canvas").wait_for()
    seen(page, f"{language}-scores")
    page.locator("[data-focus=round-1]").tap()
    seen(page, f"{language}-hands")
    page.keyboard.press("Escape")
    page.locator("[data-focus=cell-1-2]").tap()
    seen(page, f"{language}-correct")
    page.keyboard.press("Escape")
    host.ask("finish", version=host.hand(4, 4, [])["version"])
    page.locator(".winner").wait_for()
    seen(page, f"{language}-winner")

    other = make_game(page, server)
    page.locator(".title-row .icon-button").tap()
    seen(page, f"{language}-games")
    phone = opened(f"#join={other.code}", **look)
    phone.locator(".seat").first.wait_for()
    seen(phone, f"{language}-seat")


def test_a_game_fits_a_phone_on_its_side_and_a_desk(opened: Opened, server: str) -> None:
    page = opened("#game", viewport={"width": 740, "height": 360})
    play(make_game(page, server, EIGHT, rounds=4), 2)
    for name in ("round", "scores", "people"):
        tab(page, name)
        assert too_wide(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    tab(page, "scores")
    expect(page.locator(".chart canvas")).to_be_visible()
    assert too_wide(page) == []


def test_a_game_is_set_up_and_scored_with_the_keyboard(opened: Opened) -> None:
    page = opened("#game", has_touch=False, is_mobile=False)

    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)

    def reach(locator: str) -> None:
        for _ in range(60):
            if page.evaluate("one => document.activeElement.matches(one)", locator):
                return
            press("Tab")
        raise AssertionError(f"Tab never came to {locator}")

    reach(".home-doors .primary")
    press("Enter")
    page.locator(".preset").first.wait_for()
    for place, name in enumerate(("Ann", "Bo", "Cy"), start=1):
        reach(f".player-row:nth-child({place}) > input")
        page.keyboard.type(name)
    reach(".player-row:nth-child(2) [data-move=up]")
    press("Enter")
    reach("button[type=submit]")
    press("Enter")
    page.locator(".letter").first.wait_for()
    expect(page.locator(".person-name")).to_have_text(["Bo", "Ann", "Cy"])
    reach("#tab-people")
    press("ArrowRight")
    expect(page.locator("#tab-round")).to_be_focused()
    reach("[data-focus=hand-out]")
    press("Enter")
    expect(page.locator(".own-points")).to_be_visible()
    reach("[data-focus=close]")
    press("Enter")
    page.get_by_label("Count 0 points").focus()
    press("Space")
    reach("dialog .button.primary")
    press("Enter")
    expect(page.get_by_text("Round 2 of 13")).to_be_visible()


def test_news_are_told_and_do_not_take_the_focus(opened: Opened, server: str) -> None:
    page = opened("#game")
    host = make_game(page, server, ("Ann", "Bo", "Cy"))
    page.locator("[data-focus=close]").focus()
    host.hand(1, 1, [[1, 2]])
    expect(page.locator(".unseen[role=status]")).to_have_text("Bo has handed in. 2 hands are missing.")
    expect(page.locator("[data-focus=close]")).to_be_focused()


def test_the_policy_of_the_page_holds_in_a_game(opened: Opened, server: str) -> None:
    page = opened("#game")
    page.add_init_script(
        "addEventListener('securitypolicyviolation', (one) => { window.broken = one.violatedDirective; });"
    )
    host = make_game(page, server, ("Ann", "Bo"), rounds=4)
    for number in (1, 2, 3):
        host.hand(number, 0, [[1, 2]])
        host.close(host.hand(number, 1, []))
    tab(page, "scores")
    expect(page.locator(".chart canvas")).to_be_visible()
    tab(page, "people")
    expect(page.locator(".qr")).to_be_visible()
    assert page.evaluate("document.querySelector('.qr').naturalWidth") > 0
    assert page.evaluate("window.broken ?? null") is None
