"""What a person does and sees on the page about a table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

JOINED = "\u2060–\u2060"
"""Between the values of a tile in a sentence, so that no line ends there."""


def take(page: Page, photo: Path) -> None:
    """What the camera does."""
    page.locator(".view-table input[capture]").first.set_input_files(photo)
    page.locator(".verdict").wait_for()


def verdict(page: Page) -> Any:
    return expect(page.locator(".verdict h2"))


def tap_tile(page: Page, a: int, b: int) -> None:
    """Tap a tile in the photo; its mark is drawn anew whenever the server has looked at the table again."""
    mark = page.locator(f'.mark[data-tile="{min(a, b)}–{max(a, b)}"]')
    for _ in range(30):
        mark.wait_for()
        if (box := mark.bounding_box()) is not None:
            break
        page.wait_for_timeout(100)
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def set_half(page: Page, half: str, value: int) -> None:
    keys = page.get_by_role("dialog").get_by_role("group", name=half)
    keys.get_by_role("button", name=str(value), exact=True).tap()


def done(page: Page) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Done").tap()


def unfold(page: Page) -> None:
    """Show players and trains of a table that was photographed."""
    page.locator(".table-card .fold > summary").tap()


def doubtful(page: Page, photo: Path) -> None:
    """The photo is read, with doubts about the tile in the middle of the train to the right."""

    url = f"{page.url.split('#')[0]}api/tables?set=double-12"
    answer = page.request.post(url, data=photo.read_bytes(), headers={"Content-Type": "image/jpeg"}).json()
    (tile,) = (one for one in answer["tiles"] if {one["a"], one["b"]} == {7, 10})
    tile.update(sure=False, confidence=0.6, doubts=[{"code": "value_unsure", "half": 0}])
    seven = 0 if tile["a"] == 7 else 1
    tile["halves"][seven]["values"] = [{"value": 7, "probability": 0.55}, {"value": 6, "probability": 0.45}]
    other = {"a": 6, "b": 10} if seven == 0 else {"a": 10, "b": 6}
    tile["alternatives"] = [{**other, "probability": 0.4}]
    answer["sure"] = False
    page.route("**/api/tables?*", lambda route: route.fulfill(json=answer))
