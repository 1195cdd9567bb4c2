"""The best move as a person asks for it with the phone, from photos of the table and the hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import Page, expect

from tests.page.table_view import JOINED, done, doubtful, take, unfold

Opened = Callable[..., Page]


def asked_of(page: Page) -> list[dict[str, Any]]:
    """What is asked of the server for advice from now on."""
    asked: list[dict[str, Any]] = []
    page.on("request", lambda one: asked.append(one.post_data_json) if one.url.endswith("/api/hints") else None)
    return asked


def test_the_best_move_from_two_photos(opened: Opened, fitting: Path, hand: Path) -> None:
    page = opened("#hint")
    asked = asked_of(page)
    page.locator(".hand-card input[capture]").set_input_files(hand)
    page.get_by_role("button", name="Done").tap()
    expect(page.locator(".hand-card .tile")).to_have_count(11)
    doubtful(page, fitting)
    page.locator(".table-card input[capture]").set_input_files(fitting)
    # What is in doubt is confirmed first.
    page.get_by_role("button", name="Check 1 tile").wait_for()
    expect(page.get_by_role("button", name="Show the best moves")).to_be_disabled()
    # The reason below the button that is disabled leads there, too.
    page.get_by_role("button", name="First check the tiles of the table that are in doubt.").tap()
    done(page)
    expect(page.get_by_role("button", name="First check the tiles")).to_have_count(0)
    expect(page.get_by_role("button", name="Show the best moves")).to_be_enabled()
    page.get_by_role("group", name="Which train is yours?").locator(".proposed").tap()
    expect(page.get_by_role("button", name="Your train")).to_have_count(0)  # folded up: the photo shows it
    expect(page.locator(".fold > summary")).to_contain_text("Players: 3 · Engine: Double 12")
    unfold(page)
    expect(page.get_by_role("button", name="Your train")).to_contain_text("Ends in 2")
    # What the trains are called is what stands on the photo.
    expect(page.locator(".trains .train-words strong")).to_have_text(
        ["Your train", "Train 2", "Train 3", "Mexican train"]
    )
    page.locator(".trains").get_by_role("button", name="Train 2").tap()
    page.get_by_role("dialog", name="Train 2").get_by_role("switch", name="A marker lies on it").check()
    page.get_by_role("dialog").get_by_role("button", name="Done").tap()
    expect(page.locator(".badge.end.open.train-2")).to_have_count(1)
    page.get_by_role("button", name="Show the best moves").tap()
    page.locator(".move").first.wait_for(timeout=120_000)

    (sent,) = asked
    assert sent["engine"] == [12, 12]
    assert sent["trains"][0] == {"owner": 0, "open": False, "tiles": [[12, 3], [3, 8], [8, 8], [8, 2]],
                                 "on": [-1, 0, 1, 2]}  # fmt: skip
    assert sent["trains"][1]["open"]
    assert sent["hand_sizes"] == [11, 11, 11]  # as many as I hold, which the set has
    for words in page.locator(".move-words strong").all_inner_texts():
        assert words.endswith(("on your train", "on train 2", "on train 3", "on the Mexican train"))
    assert "Player 2" not in page.locator(".view-hint").inner_text()
    best = page.locator(".move-words strong").first.inner_text()
    expect(page.locator(".move-caption")).to_have_text(best)
    frame = page.locator(".move-mark .frame").bounding_box()
    photo = page.locator(".move-figure .photo").bounding_box()
    assert frame is not None
    assert photo is not None
    assert photo["x"] < frame["x"] + frame["width"] / 2 < photo["x"] + photo["width"]
    assert photo["y"] < frame["y"] + frame["height"] / 2 < photo["y"] + photo["height"]
    second = page.locator(".move-words strong").nth(1).inner_text()
    page.get_by_role("button", name="Show move 2 in the photo").tap()
    expect(page.locator(".move-caption")).to_have_text(second)


def test_a_train_that_cannot_be_is_told_by_its_end(opened: Opened, faulty: Path) -> None:
    """A table with an old mistake on it is played on all the same."""
    page = opened("#table")
    asked = asked_of(page)
    take(page, faulty)
    page.evaluate("""async () => {
        const { write } = await import('/static/store.js');
        write('for-hint', [[2, 9], [4, 2]]);
    }""")
    page.get_by_role("button", name="Use for a hint").tap()
    page.locator(".view-hint .verdict").wait_for()
    expect(page.locator(".hand-card .tile")).to_have_count(2)
    page.get_by_role("button", name="Show the best moves").tap()
    page.locator(".move").first.wait_for(timeout=120_000)
    ends = [train.get("end") for train in asked[0]["trains"]]
    assert ends.count(4) == 1
    (wrong,) = (train for train in asked[0]["trains"] if train.get("end") == 4)
    assert wrong["tiles"] == []
    # Advice can stay hidden; then nothing is drawn that would tell it.
    page.get_by_role("switch", name="Hide advice until asked").check()
    page.get_by_role("button", name="Show the best moves").tap()
    page.get_by_role("button", name="Uncover move 1").wait_for()
    expect(page.locator(".move-figure")).to_be_hidden()
    page.get_by_role("button", name="Uncover move 1").tap()
    expect(page.locator(".move-figure")).to_be_visible()


def test_ends_can_be_tapped_all_the_same(opened: Opened, fitting: Path) -> None:
    page = opened("#table")
    take(page, fitting)
    page.evaluate("""async () => {
        const { freshTable, writeTable } = await import('/static/hint/state.js');
        writeTable(freshTable(6));
    }""")
    page.evaluate("location.hash = '#hint'")
    page.get_by_role("button", name="Use the table from the photo").tap()
    # Nobody said that six play: there are as many players as trains from the engine.
    expect(page.locator(".trains .train-row")).to_have_count(4)
    unfold(page)
    expect(page.get_by_role("button", name="Your train")).to_contain_text("Ends in 2")
    page.get_by_role("button", name="Your train").tap()
    choice = page.get_by_role("dialog").get_by_role("group", name="Which train of the photo is it?")
    expect(choice.locator("[aria-pressed=true]")).to_have_attribute("aria-label", "Train 1")
    choice.get_by_role("button", name="Train 2").tap()
    expect(page.get_by_role("button", name="Your train")).not_to_contain_text("Ends in 2")
    rows = page.locator(".trains")
    rows.get_by_role("button", name="Train 1").tap()  # who had it gets the one that was given up
    page.get_by_role("dialog").get_by_role("button", name="9", exact=True).tap()
    page.get_by_role("dialog").get_by_role("button", name="Done").tap()
    expect(rows.get_by_role("button", name="Player A")).to_contain_text("Ends in 9")
    page.get_by_role("button", name="Tap the ends instead").tap()
    expect(page.locator(".view-hint .verdict")).to_have_count(0)
    expect(page.get_by_role("button", name="Player 2")).to_contain_text("Ends in 9")
    page.reload()
    expect(page.get_by_role("button", name="Player 2")).to_contain_text("Ends in 9")


def hold(page: Page, *tiles: tuple[int, int]) -> None:
    """Come to the view of hints with a hand that was counted elsewhere."""
    page.evaluate(
        """async (tiles) => {
        const { write } = await import('/static/store.js');
        write('for-hint', tiles);
    }""",
        tiles,
    )


def test_a_hand_that_does_not_fit_the_table_is_told_in_one_box(opened: Opened, fitting: Path) -> None:
    page = opened("#table")
    take(page, fitting)
    hold(page, (12, 3), (8, 3), (1, 1), (1, 1), (12, 12), (14, 1))
    page.get_by_role("button", name="Use for a hint").tap()
    page.locator(".view-hint .verdict").wait_for()
    box = page.locator(".view-hint > .notes > .note")
    expect(box).to_have_count(1)
    expect(box.locator("li")).to_have_text([
        "You hold Double 12, which lies in the middle as the engine. Check your hand or the engine.",
        f"Not in the set (Double-12): 1{JOINED}14.",
        f"On the table as well: 3{JOINED}12 and 3{JOINED}8.",
        f"In your hand more than once: 1{JOINED}1.",
    ])  # fmt: skip
    expect(page.get_by_role("button", name="Show the best moves")).to_be_disabled()
    expect(page.locator(".view-hint > .centred")).to_have_text("First correct your hand, or choose another set.")


def test_the_set_on_the_table_is_not_that_of_the_score(opened: Opened, fitting: Path) -> None:
    page = opened("#table")
    page.get_by_role("button", name="Change set or engine").tap()
    page.get_by_label("Domino set").select_option(label="Double-15")
    page.keyboard.press("Escape")
    expect(page.locator(".rules-row")).to_contain_text("Double-15")
    with page.expect_request("**/api/tables?*") as asked:
        take(page, fitting)
    assert "set=double-15" in asked.value.url
    page.get_by_role("button", name="Use for a hint").tap()
    page.locator(".view-hint .verdict").wait_for()
    unfold(page)
    page.locator(".engine-row").tap()
    expect(page.locator("dialog .key")).to_have_count(16)
    page.keyboard.press("Escape")
    page.evaluate("location.hash = '#score'")
    expect(page.locator(".rules-row")).to_contain_text("Double-12")
    page.evaluate("location.hash = '#table'")
    expect(page.locator(".rules-row")).to_contain_text("Double-15")
