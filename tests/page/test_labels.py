"""Labels over a photo, and a photo that shows nothing to be labelled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import Page, expect

from tests.page.test_score import take, tiles, total

Opened = Callable[..., Page]
EMPTY = {"width": 800, "height": 600, "tiles": [], "face_down": [], "warnings": [], "ms": 5}


def test_a_photo_without_tiles_says_what_to_do_next(opened: Opened, hand: Path) -> None:
    page = opened()
    warned = {**EMPTY, "warnings": [{"code": "no_tiles", "at": None, "text": "No tiles."}]}
    page.route("**/api/readings*", lambda route: route.fulfill(json=warned))
    take_nothing(page, hand)
    nothing = page.locator(".nothing")
    for words in ("No dominoes found", "Go closer", "more light", "plain surface"):
        expect(nothing).to_contain_text(words)
    expect(page.locator(".total")).to_be_hidden()  # this is no hand of 0 points
    expect(page.locator("figcaption")).not_to_contain_text("correct it")  # there is nothing to be corrected
    nothing.get_by_role("button", name="Type the tiles").tap()
    for value in ("12", "3"):
        page.locator("dialog .key").get_by_text(value, exact=True).tap()
    page.get_by_role("button", name="Done").tap()
    assert (total(page), tiles(page)) == (15, ["3–12"])
    expect(nothing).to_have_count(0)

    backs = {**EMPTY, "face_down": [{"quad": [[10, 10], [60, 10], [60, 110], [10, 110]]}]}
    backs["warnings"] = [{"code": "only_face_down", "at": None, "text": "Only backs."}]
    page.unroute("**/api/readings*")
    page.route("**/api/readings*", lambda route: route.fulfill(json=backs))
    take_nothing(page, hand)
    expect(nothing).to_contain_text("Turn the tiles face up")
    page.unroute("**/api/readings*")
    nothing.locator("input[capture]").set_input_files(hand)
    expect(page.locator(".mark.sure")).to_have_count(11)


def take_nothing(page: Page, photo: Path) -> None:
    """A photo that shows no tile."""
    page.locator("input[capture]").first.set_input_files(photo)
    page.locator(".nothing").wait_for()


def boxes(page: Page, what: str) -> list[tuple[float, float, float, float]]:
    """Left, top, right and lower edges on the screen."""
    found = [one.bounding_box() for one in page.locator(what).all()]
    return [(box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]) for box in found if box]


def shared(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """The area that two boxes have in common."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high)


def test_labels_stand_beside_their_tiles_and_not_on_each_other(opened: Opened, hand: Path) -> None:
    page = opened()
    take(page, hand)
    labels = boxes(page, ".chip rect")
    assert len(labels) == 11
    assert [(one, other) for k, one in enumerate(labels) for other in labels[:k] if shared(one, other) > 1] == []
    # The box around a tile that lies aslant is larger than the tile, so this is more than is hidden in truth.
    hidden = [sum(shared(one, tile) for tile in boxes(page, ".mark .line")) / (45 * 75) for one in labels]
    assert max(hidden) < 0.2, hidden
    # A tap on a label is meant for its tile.
    left, top, right, _ = boxes(page, ".chip rect")[page.locator(".chip text").all_text_contents().index("2–4")]
    page.touchscreen.tap((left + right) / 2, top + 5)
    expect(page.get_by_role("dialog", name="Tile 2–4")).to_be_visible()


def test_labels_of_small_tiles_wait_until_there_is_room(opened: Opened, hand: Path) -> None:
    """Forty tiles that touch, in a photo as wide as the screen: one is in doubt."""
    across, down = 5, 8
    crowd = [
        {
            "quad": [[x, y], [x, y + 60], [x + 120, y + 60], [x + 120, y]][::-1], "a": a, "b": b,
            "confidence": 1.0, "sure": (a, b) != (3, 4), "doubts": [], "alternatives": [],
        }
        for a, x in enumerate(range(100, 100 + 120 * across, 120)) for b, y in enumerate(range(60, 60 + 60 * down, 60))
    ]  # fmt: skip
    page = opened()
    page.route("**/api/readings*", lambda route: route.fulfill(json={**EMPTY, "tiles": crowd}))
    take(page, hand)
    expect(page.locator(".mark")).to_have_count(across * down)
    assert page.locator(".chip").count() < across * down  # those at the rim, and the doubt
    assert page.locator(".chip.unsure text").all_text_contents() == ["?"]
    expect(page.locator("figcaption")).to_contain_text("Zoom in to see the values")
    for _ in range(5):
        page.get_by_role("button", name="Closer").tap()
    expect(page.locator(".chip")).to_have_count(across * down)
    expect(page.locator(".chip.unsure text")).to_have_text("3–4 ?")
    expect(page.locator("figcaption")).to_contain_text("Tap a tile to correct it")
    taken = boxes(page, ".chip rect")
    assert [(one, other) for k, one in enumerate(taken) for other in taken[:k] if shared(one, other) > 1] == []
