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
KEY = re.compile(r"\b(?:app|score|table|hint|live|game|rules)\.[a-z_]+(?:\.[a-z_]+)*\b|\{\w+\}")
ADVICE = {
    "moves": [
        {
            "move": {"kind": "play", "tile": [12, 3], "train": 0, "on": 12},
            "lead": 8.4, "lead_error": 1.2, "my_points": 23.4, "others_points": 31.8, "out_first": 0.31,
            "out_first_range": [0.29, 0.33],
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
                "out_first": 0.1, "out_first_range": [0.07, 0.14], "line": [], "left": [], "reasons": [],
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


def test_a_language_that_cannot_be_fetched_leaves_the_one_before(opened: Opened) -> None:
    page = opened("#settings", ignore=("ERR_INTERNET_DISCONNECTED",))
    page.context.set_offline(True)
    page.get_by_label("Language").select_option(label="Dansk")
    expect(page.locator(".toast")).to_contain_text("Dansk could not be loaded")
    expect(page.locator("h1")).to_have_text("Settings")
    expect(page.get_by_label("Language")).to_have_value("English")
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("h1")).to_have_text("Settings")
    page.get_by_label("Language").select_option(label="Dansk")
    expect(page.locator("h1")).to_have_text("Indstillinger")


def test_the_colours_are_right_before_anything_is_painted(opened: Opened) -> None:
    """Also for who wants other colours than the phone: the modules of the page come later than its first paint."""
    page = opened("#settings", color_scheme="light", ignore=("ERR_FAILED",))
    page.get_by_text("Dark", exact=True).tap()
    page.get_by_role("switch", name="Large type").check()
    page.add_init_script("""new MutationObserver((_, watcher) => {
            if (!document.body) return;
            watcher.disconnect();
            window.first = [document.documentElement.dataset.theme, document.documentElement.className];
        }).observe(document, { childList: true, subtree: true });""")
    page.route("**/app.js", lambda route: route.abort())
    page.reload(wait_until="domcontentloaded")
    assert page.evaluate("window.first") == ["dark", "large"]
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


def test_colours_follow_the_phone_or_the_person(opened: Opened) -> None:
    page = opened("#settings", color_scheme="dark")

    def ground() -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    dark = ground()
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
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


def unsure_reading(page: Page, hand: Path) -> None:
    """The photo is read, with doubts about its first tile and a warning."""
    url = f"{page.url.split('#')[0]}api/readings?set=double-12"
    reading = page.request.post(url, data=hand.read_bytes(), headers={"Content-Type": "image/jpeg"}).json()
    reading["tiles"][0].update(sure=False, doubts=[{"code": "value_unsure", "half": 0}])
    reading["tiles"][0]["alternatives"] = [{"a": 1, "b": 1, "probability": 0.3}]
    reading["warnings"] = [{"code": "glare", "text": "Glare."}]
    page.route("**/api/readings*", lambda route: route.fulfill(json=reading))
    page.locator("input[capture]").first.set_input_files(hand)
    page.locator(".total-card").wait_for()


def box(page: Page, what: str) -> dict[str, float]:
    """Where something is on the screen, with its right and lower edge."""
    found = page.locator(what).first.bounding_box()
    assert found is not None
    return {**found, "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}


def test_what_is_to_be_checked_is_seen_with_a_portrait_photo(opened: Opened, hand: Path, tmp_path: Path) -> None:
    from PIL import Image

    portrait = tmp_path / "portrait.jpg"
    with Image.open(hand) as photo:
        canvas = Image.new("RGB", (photo.width, photo.width * 4 // 3), "grey")
        canvas.paste(photo, (0, photo.width // 6))
        canvas.save(portrait, quality=92)
    page = opened()
    unsure_reading(page, portrait)
    assert box(page, ".to-check button")["bottom"] <= box(page, ".photo")["y"]
    assert box(page, ".photo")["height"] <= 0.5 * 844
    assert box(page, ".photo-tools")["bottom"] <= box(page, "#tabs")["y"]
    assert box(page, ".notes")["y"] < box(page, "#tabs")["y"]  # that there is a warning is seen
    ground = page.locator("#tabs").evaluate("one => getComputedStyle(one).backgroundColor")
    assert re.fullmatch(r"rgb\(\d+, \d+, \d+\)", ground), ground  # nothing shines through


def test_a_phone_on_its_side_has_two_columns(opened: Opened, hand: Path) -> None:
    page = opened(viewport={"width": 844, "height": 390})
    unsure_reading(page, hand)
    photo = box(page, ".photo")
    assert photo["bottom"] <= box(page, "#tabs")["y"]
    for what in (".total-words", ".to-check button", ".notes", ".tiles-card", ".editor > .buttons"):
        assert box(page, what)["x"] > photo["right"], what
    page.locator(".to-check button").tap()
    page.wait_for_timeout(400)  # until the sheet has come up
    left, right = (one.bounding_box() for one in page.locator(".half-keys").all())
    assert left is not None
    assert right is not None
    assert left["y"] == right["y"]
    assert left["x"] + left["width"] < right["x"]
    assert max(left["height"], right["height"]) + left["y"] <= box(page, ".sheet-body > .buttons")["y"]
    assert box(page, ".sheet-body > .buttons")["bottom"] <= 390
    faultless(page)


def test_a_toast_leaves_what_lies_under_it_to_be_tapped(opened: Opened) -> None:
    page = opened()
    page.evaluate("""async () => {
        const { toast } = await import('/static/toast.js');
        const under = document.createElement('button');
        under.id = 'under';
        under.textContent = 'Under';
        under.style.setProperty('position', 'fixed');
        for (const side of ['left', 'right', 'bottom']) under.style.setProperty(side, '0');
        under.style.setProperty('height', '200px');
        under.addEventListener('click', () => under.setAttribute('data-tapped', ''));
        document.body.prepend(under);
        toast('Some words');
    }""")
    words = box(page, ".toast")
    assert words["bottom"] <= box(page, "#tabs")["y"]
    page.touchscreen.tap((words["x"] + words["right"]) / 2, (words["y"] + words["bottom"]) / 2)
    expect(page.locator("#under[data-tapped]")).to_have_count(1)
    # Where the view has a bar of its own at the bottom, the words stay above that.
    page.evaluate("""() => {
        const bar = document.createElement('div');
        bar.className = 'tiles-bar';
        const done = document.createElement('button');
        done.className = 'button wide';
        bar.append(done);
        document.getElementById('view').append(bar);
    }""")
    assert box(page, ".toast")["bottom"] <= box(page, ".tiles-bar .button")["y"]


def test_signs_for_the_home_screen(opened: Opened, server: str) -> None:
    page = opened()
    manifest = page.request.get(f"{server}/static/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for sign in manifest.json()["icons"]:
        answer = page.request.get(f"{server}{sign['src']}")
        assert answer.ok
        assert answer.headers["content-type"].startswith(sign["type"])
