"""From a photo to the points of a hand, as a person taps it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import Page, expect

from tests.page.waiting import until

Opened = Callable[..., Page]


@pytest.fixture(scope="module")
def truth(root: Path) -> list[list[int]]:
    """The tiles of the photo."""
    tiles = json.loads((root / "datasets" / "samples" / "hand.json").read_text(encoding="utf-8"))["tiles"]
    return [tile["pips"] for tile in tiles]


def take(page: Page, photo: Path) -> None:
    """What the camera does: one tap on the button, one on the shutter, one to use the photo."""
    page.locator("input[capture]").first.set_input_files(photo)
    page.locator(".total-card").wait_for()


def total(page: Page) -> int:
    return int(page.locator(".total strong").inner_text())


def tiles(page: Page) -> list[str]:
    return page.locator(".tile-words").all_inner_texts()


def middle_of_tile(page: Page, a: int, b: int) -> tuple[float, float]:
    """Where a tile is on the screen, by its outline."""
    low, high = sorted((a, b))
    box = page.locator(f'.mark[data-tile="{low}–{high}"] .line').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_photo_is_counted_with_nothing_more_than_taking_it(
    opened: Opened, hand: Path, truth: list[list[int]]
) -> None:
    page = opened()
    page.locator("input[capture]").first.set_input_files(hand)
    expect(page.locator(".waiting img")).to_be_visible()  # the photo is there at once
    page.locator(".total-card").wait_for()

    assert total(page) == sum(a + b for a, b in truth)
    read = sorted(sorted(int(value) for value in text.split("–")) for text in tiles(page))
    assert read == sorted(sorted(pips) for pips in truth)
    assert page.locator(".mark.sure polygon.line").count() == len(truth)


def test_a_wrong_tile_takes_two_taps(opened: Opened, hand: Path) -> None:
    page = opened()
    take(page, hand)
    before = total(page)

    page.touchscreen.tap(*middle_of_tile(page, 3, 3))
    page.get_by_role("group", name="Left half").get_by_role("button", name="5", exact=True).tap()

    assert total(page) == before + 2
    page.get_by_role("button", name="Done").tap()
    assert "3–5" in tiles(page)
    page.get_by_role("button", name="Undo").tap()
    assert total(page) == before


def test_tiles_are_added_removed_and_turned_over(opened: Opened, hand: Path) -> None:
    page = opened()
    take(page, hand)
    before, count = total(page), len(tiles(page))

    box = page.locator(".photo").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] * 0.15, box["y"] + box["height"] * 0.93)  # nothing lies there
    page.get_by_role("group", name="Left half").get_by_role("button", name="9", exact=True).tap()
    page.get_by_role("group", name="Right half").get_by_role("button", name="4", exact=True).tap()
    assert (total(page), len(tiles(page))) == (before + 13, count + 1)

    page.touchscreen.tap(*middle_of_tile(page, 7, 4))
    page.get_by_role("button", name="Remove").tap()
    assert total(page) == before + 13 - 11
    page.locator(".toast-action").tap()
    assert total(page) == before + 13

    page.touchscreen.tap(*middle_of_tile(page, 5, 12))
    page.get_by_role("button", name="It lies face down").tap()
    assert total(page) == before + 13 - 17
    assert "face down" in page.locator(".notes").inner_text()


def test_alternatives_come_first_and_all_unsure_tiles_one_after_another(
    opened: Opened, server: str, hand: Path
) -> None:
    page = opened()
    reading = page.request.post(
        f"{server}/api/readings?set=double-12", data=hand.read_bytes(), headers={"Content-Type": "image/jpeg"}
    ).json()
    for tile, other in zip(reading["tiles"][:2], ((1, 1), (2, 2)), strict=True):
        tile.update(sure=False, confidence=0.6, doubts=[{"code": "value_unsure", "half": 0}])
        tile["alternatives"] = [{"a": other[0], "b": other[1], "probability": 0.3}]
    page.route("**/api/readings*", lambda route: route.fulfill(json=reading))
    take(page, hand)
    expect(page.locator(".mark.unsure .line")).to_have_count(2)
    assert page.locator(".mark.unsure .line").first.get_attribute("stroke-dasharray")
    assert [text for text in page.locator(".chip.unsure text").all_text_contents() if not text.endswith("?")] == []

    page.get_by_role("button", name="Check 2 tiles").tap()
    page.locator(".choice").nth(1).tap()  # the first alternative; the present values stand before it
    page.locator(".choice.same").tap()  # the next one is right as it is
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".mark.unsure")).to_have_count(0)
    assert len({"1–1", "2–2"} & set(tiles(page))) == 1


def test_house_rules_count_and_stay(opened: Opened, hand: Path) -> None:
    page = opened()
    take(page, hand)
    before = total(page)  # 0-0 and one blank half more are in this hand
    expect(page.locator(".rules-row")).to_contain_text("Puremco rules · Double-12 · blanks 0")
    page.get_by_role("button", name="Change how points are counted").tap()
    page.get_by_role("group", name="Points for the double blank").get_by_text("50").tap()
    page.get_by_label("Rule system").select_option(label="Danish")
    page.get_by_role("group", name="Points for a blank half").get_by_text("5", exact=True).tap()
    page.get_by_role("switch", name="Doubles count twice").check()
    page.keyboard.press("Escape")
    assert total(page) == before + 50 + 5 + 6
    # Where a tile costs something else than its pips, the list says what.
    costs = {
        item.locator(".tile-words").inner_text(): item.locator(".tile-points").all_inner_texts()
        for item in page.locator(".tile-item").all()
    }
    assert {name: told for name, told in costs.items() if told} == {
        "0–0": ["50 points"], "0–5": ["10 points"], "3–3": ["12 points"],
    }  # fmt: skip
    page.reload()
    page.locator(".total-card").wait_for()
    assert total(page) == before + 50 + 5 + 6
    expect(page.locator(".rules-row")).to_contain_text(
        "Danish · Double-12 · double blank 50 · blank half 5 · doubles twice"
    )


def test_points_are_those_of_the_engine(opened: Opened) -> None:
    """The page adds up itself, so that a total is there at once: over all rules and tiles as the engine does it."""
    from engine.rules import ScoringRules
    from engine.scoring import tile_points
    from engine.tiles import DominoSet

    page = opened()
    rules = [
        {"double_blank": blank, "blank_half": half, "doubles_twice": twice}
        for blank in (0, 25, 50) for half in (0, 5, 25) for twice in (False, True)
    ]  # fmt: skip
    domino_tiles = [[tile.low, tile.high] for tile in DominoSet(18)]
    script = """async ([rules, tiles]) => {
        const { scoringOf, tilePoints } = await import('/static/points.js');
        return rules.map((changes) => tiles.map((tile) => tilePoints(tile, scoringOf({ changes }))));
    }"""
    found = page.evaluate(script, [rules, domino_tiles])
    expected = [[tile_points(tile, ScoringRules(**one)) for tile in DominoSet(18)] for one in rules]
    assert found == expected


def test_work_outlives_a_reload(opened: Opened, hand: Path) -> None:
    page = opened()
    take(page, hand)
    page.touchscreen.tap(*middle_of_tile(page, 0, 0))
    page.get_by_role("button", name="Remove").tap()
    before = tiles(page)
    page.reload()
    page.locator(".total-card").wait_for()
    assert tiles(page) == before
    # The photo itself is there again, too.
    until(page, "document.querySelector('.photo img').naturalWidth > 0")
    page.get_by_role("button", name="Undo").tap()
    assert len(tiles(page)) == len(before) + 1


def test_a_cleared_hand_comes_back_with_photo_and_corrections(opened: Opened, hand: Path) -> None:
    page = opened()
    take(page, hand)
    page.touchscreen.tap(*middle_of_tile(page, 0, 0))
    page.get_by_role("button", name="Remove").tap()
    before = tiles(page)
    page.get_by_role("button", name="Clear").tap()
    page.locator(".hero").wait_for()
    page.get_by_role("link", name="Settings").tap()
    page.locator(".view-settings h1").wait_for()
    page.locator(".toast-action").tap()
    page.locator(".total-card").wait_for()
    assert tiles(page) == before
    until(page, "document.querySelector('.photo img').naturalWidth > 0")
    page.reload()
    page.locator(".total-card").wait_for()
    assert tiles(page) == before
    # With new work, the old one is not offered any more.
    page.get_by_role("button", name="Clear").tap()
    page.get_by_role("button", name="Type the tiles").tap()
    expect(page.locator(".toast")).to_have_count(0)
    page.get_by_role("button", name="Done").tap()
    expect(page.get_by_role("button", name="Use for a hint")).to_be_disabled()  # no tiles, no hint
    page.reload()
    page.locator(".total-card").wait_for()
    expect(page.get_by_role("dialog")).to_have_count(0)  # who closed the keypad is not asked again


def test_a_photo_waits_for_a_server_that_is_away(opened: Opened, hand: Path) -> None:
    page = opened(ignore=("ERR_INTERNET_DISCONNECTED",))
    page.context.set_offline(True)
    page.locator("input[capture]").first.set_input_files(hand)
    expect(page.locator("h1")).to_have_text("Waiting for the server")
    expect(page.locator(".note")).to_have_text("Your photo is kept and is read as soon as the server is back.")
    expect(page.locator("#away")).to_be_visible()
    assert page.locator(".failed img").is_visible()
    page.context.set_offline(False)
    # Nobody has to tap: it is read once the server is back.
    page.locator(".total-card").wait_for()
    expect(page.locator("#away")).to_be_hidden()


@pytest.mark.parametrize(
    ("status", "error", "words"),
    [
        (503, {"code": "busy", "message": "…"}, "reading other photos"),
        (408, {"code": "too_slow", "message": "…"}, "too long to arrive"),
        (413, {"code": "too_large", "message": "…"}, "too large"),
        (422, {"code": "unreadable", "message": "…"}, "cannot be opened"),
        (400, {"code": "bad_host", "message": "…"}, "name in the address bar"),
        (418, {"code": "of_tomorrow", "message": "A sentence of the server."}, "A sentence of the server."),
    ],
)  # fmt: skip
def test_a_refused_photo_is_told_in_words(opened: Opened, hand: Path, status: int, error: object, words: str) -> None:
    page = opened(ignore=("Failed to load resource",))
    asked = []

    def refuse(route: Any) -> None:
        asked.append(route.request.url)
        route.fulfill(status=status, json={"error": error}, headers={"Retry-After": "0"})

    page.route("**/api/readings*", refuse)
    page.locator("input[capture]").first.set_input_files(hand)
    expect(page.locator(".note.error")).to_contain_text(words)
    assert len(asked) == (4 if status == 503 else 1)  # busy passes, so it is tried again
    # The same photo is worth another try only where the moment was wrong; another one always is.
    expect(page.get_by_role("button", name="Try again")).to_have_count(1 if status in (408, 503) else 0)
    expect(page.get_by_text("Take another photo")).to_be_visible()
    page.unroute("**/api/readings*")
    page.locator(".photo-input").first.set_input_files(hand)
    page.locator(".total-card").wait_for()


def test_a_hand_is_counted_by_keyboard_alone(opened: Opened) -> None:
    page = opened(is_mobile=False, has_touch=False)
    page.keyboard.press("Tab")
    expect(page.locator("#skip")).to_be_focused()
    page.keyboard.press("Enter")
    press_until(page, "Type the tiles")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Add a tile")).to_be_visible()  # nothing else can be meant
    for key in ("6", "6", "12", "3"):
        press_until(page, key)
        page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert tiles(page) == ["6–6", "3–12"]
    expect(page.get_by_role("button", name="Add a tile")).to_be_focused()
    press_until(page, "3–12", backwards=True)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Tile 3–12")).to_be_visible()
    press_until(page, "Remove")
    page.keyboard.press("Enter")
    assert total(page) == 12
    expect(page.locator(".unseen[aria-live]")).to_contain_text("12 points")


def press_until(page: Page, name: str, backwards: bool = False) -> None:
    """Press Tab until something of this name has the focus."""
    script = "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText ?? '').trim()"
    for _ in range(60):
        page.keyboard.press("Shift+Tab" if backwards else "Tab")
        if page.evaluate(script).startswith(name) and (not name.isdigit() or page.evaluate(script) == name):
            return
    raise AssertionError(f"{name} cannot be reached by the keyboard")


def test_a_large_photo_is_made_smaller_and_stands_upright(opened: Opened, tmp_path: Path) -> None:
    """A photo of 4800 x 600 pixels that a camera wrote lying on its side: it is sent upright, 4000 pixels high."""
    from PIL import Image

    photo = tmp_path / "turned.jpg"
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned clockwise by a quarter
    Image.new("RGB", (4800, 600), "grey").save(photo, exif=exif)
    page = opened()
    script = """async (bytes) => {
        const { prepared } = await import('/static/photo.js');
        const blob = await prepared(new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }));
        const bitmap = await createImageBitmap(blob);
        return [bitmap.width, bitmap.height, blob.type];
    }"""
    assert page.evaluate(script, list(photo.read_bytes())) == [500, 4000, "image/jpeg"]


def test_tiles_are_named_as_they_lie(opened: Opened) -> None:
    """From left to right or from top to bottom, whichever half the reader named first; the rest turns along."""
    page = opened()
    quad = [[120, 100], [120, 0], [0, 0], [0, 100]]  # its first half lies at the right
    tile = {
        "quad": quad, "a": 3, "b": 9, "confidence": 0.5, "sure": False,
        "doubts": [{"code": "value_unsure", "half": 0}, {"code": "not_a_tile", "half": None}],
        "alternatives": [{"a": 4, "b": 9, "probability": 0.4}],
    }  # fmt: skip
    script = """async (reading) => {
        const { TileList } = await import('/static/tile-list.js');
        return new TileList(reading).items[0];
    }"""
    item = page.evaluate(script, {"tiles": [tile], "face_down": []})
    assert (item["a"], item["b"], item["quad"]) == (9, 3, [*quad[2:], *quad[:2]])
    assert [doubt["half"] for doubt in item["doubts"]] == [1, None]
    assert item["alternatives"] == [{"a": 9, "b": 4, "probability": 0.4}]


def test_a_tab_that_could_not_be_fetched_comes_when_the_server_is_back(opened: Opened) -> None:
    """By itself, and by a tap on the tab, whose address is the same as before."""
    page = opened(ignore=("ERR_INTERNET_DISCONNECTED",))
    page.context.set_offline(True)
    page.get_by_role("link", name="Hint").tap()
    expect(page.locator(".view-hint .note.error")).to_contain_text("does not answer")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    expect(page.locator("#away")).to_be_visible()
    expect(page.locator(".tab[aria-current]")).to_have_text("Hint")
    expect(page.locator(".view-hint h1")).to_be_focused()
    assert page.title() == "Hint · Pipwise"
    page.context.set_offline(False)
    expect(page.locator(".view-hint .hand-card")).to_be_visible()
    expect(page.locator("#away")).to_be_hidden()

    lost = []

    def lose(route: Any) -> None:
        lost.append(route.request.url)
        route.abort("internetdisconnected")

    page.route("**/settings-view.js", lose)
    page.route("**/api/health", lose)
    page.get_by_role("link", name="Settings").tap()
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    page.unroute("**/settings-view.js")
    page.get_by_role("link", name="Settings").tap()
    expect(page.get_by_label("Language")).to_be_visible()
    assert any("settings-view" in url for url in lost)


def test_a_tab_that_is_never_fetched_does_not_load_the_page_without_end(opened: Opened) -> None:
    """The server answers, and still a module does not come: one more try, and the page anew when that is asked for."""
    page = opened(ignore=("ERR_INTERNET_DISCONNECTED",))
    lost: list[str] = []
    loads: list[str] = []

    def lose(route: Any) -> None:
        lost.append(route.request.url)
        route.abort("internetdisconnected")

    page.route("**/settings-view.js", lose)
    page.on("load", lambda loaded: loads.append(loaded.url))
    page.get_by_role("link", name="Settings").tap()
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    page.wait_for_timeout(1000)
    assert (len(lost), len(loads)) == (2, 0)
    page.get_by_role("button", name="Try again").tap()
    page.wait_for_timeout(2000)
    assert (len(lost), len(loads)) == (5, 1)  # one that was asked for, and two in the page that was loaded anew
    page.unroute("**/settings-view.js")
    page.get_by_role("button", name="Try again").tap()
    expect(page.get_by_label("Language")).to_be_visible()
