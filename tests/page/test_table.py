"""A table as a person checks it with the phone: from the photo to findings and corrections."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import Page, expect

from tests.page.table_view import JOINED, done, doubtful, set_half, take, tap_tile, verdict

Opened = Callable[..., Page]


def test_trains_and_findings_are_drawn_and_told(opened: Opened, faulty: Path) -> None:
    page = opened("#table")
    page.locator(".view-table input[capture]").first.set_input_files(faulty)
    expect(page.locator(".waiting img")).to_be_visible()  # the photo is there at once
    verdict(page).to_have_text("1 thing is wrong")
    expect(page.locator(".verdict p").first).to_have_text("Engine 12–12 · 3 trains · 10 tiles · 3 face down")
    expect(page.locator(".overlay .train-mark")).to_have_count(3)
    ends = page.locator(".overlay .badge.end text").all_text_contents()
    assert sorted(ends) == ["2", "4", "5"]
    assert page.locator(".overlay .mark.engine").count() == 1
    numbers = page.locator(".overlay .badge.number text").all_text_contents()
    assert sorted(numbers) == ["1", "2", "3"]
    expect(page.locator(".seen-finding")).to_have_count(1)
    words = page.locator(".seen-words").inner_text()
    assert f"6{JOINED}4" in words or f"4{JOINED}6" in words
    assert f"7{JOINED}10" in words
    before = page.locator(".photo-layer").first.evaluate("one => one.style.transform")
    page.locator(".seen-finding").tap()
    expect(page.locator(".place-mark.mistake.hot")).to_have_count(1)
    assert page.locator(".photo-layer").first.evaluate("one => one.style.transform") != before


def test_after_a_correction_the_findings_are_made_anew(opened: Opened, faulty: Path) -> None:
    page = opened("#table")
    take(page, faulty)
    page.locator(".seen-finding").tap()
    tap_tile(page, 6, 4)
    # Half of it was misread: what lies there is a 10-4.
    set_half(page, "Left half", 10)
    done(page)
    verdict(page).to_have_text("Everything fits")
    expect(page.locator(".seen-finding")).to_have_count(0)
    expect(page.locator(".place-mark")).to_have_count(0)
    page.get_by_role("button", name="Undo").tap()
    verdict(page).to_have_text("1 thing is wrong")
    page.reload()
    verdict(page).to_have_text("1 thing is wrong")
    expect(page.locator(".photo img")).to_be_visible()


def test_a_train_ends_elsewhere_without_its_last_tile_and_gets_it_back_by_a_tap_there(
    opened: Opened, fitting: Path
) -> None:
    page = opened("#table")
    take(page, fitting)
    verdict(page).to_have_text("Everything fits")
    tap_tile(page, 8, 2)
    page.get_by_role("dialog").get_by_role("button", name="Remove").tap()
    verdict(page).to_have_text("1 thing to look at")
    expect(page.locator(".seen-words")).to_contain_text(f"the double 8{JOINED}8 is not covered yet")
    expect(page.locator(".train-show", has_text="Your train")).to_contain_text("Ends in 8")
    box = page.locator(".badge.end", has_text="8").last.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    set_half(page, "Left half", 8)
    set_half(page, "Right half", 2)
    verdict(page).to_have_text("Everything fits")
    expect(page.locator(".train-show", has_text="Your train")).to_contain_text("Ends in 2")


def test_what_is_unsure_is_marked_and_settled_by_a_tap(opened: Opened, fitting: Path) -> None:
    page = opened("#table")
    doubtful(page, fitting)
    take(page, fitting)
    verdict(page).to_have_text("1 tile is in doubt")
    expect(page.locator(".overlay .mark.unsure")).to_have_count(1)
    expect(page.locator(".overlay .chip.unsure text")).to_contain_text("?")
    page.get_by_role("button", name="Check 1 tile").tap()
    choices = page.locator(".choices .choice")
    expect(choices).to_have_count(2)  # what was read, and what else is likely, come first
    choices.nth(1).tap()
    verdict(page).to_have_text("1 thing is wrong")
    page.get_by_role("button", name="Undo").tap()
    verdict(page).to_have_text("1 tile is in doubt")  # its neighbours alone do not make it sure


def test_what_is_unsure_is_settled_by_having_looked(opened: Opened, fitting: Path) -> None:
    page = opened("#table")
    doubtful(page, fitting)
    take(page, fitting)
    check = page.get_by_role("button", name="Check 1 tile")
    with page.expect_request("**/api/tables/audit") as audit:
        check.tap()
        done(page)
    tiles = audit.value.post_data_json["tiles"]
    (told,) = (tile for tile in tiles if {tile["a"], tile["b"]} == {7, 10})
    assert "halves" not in told  # a person says so, not the eye
    verdict(page).to_have_text("Everything fits")
    expect(check).to_have_count(0)
    expect(page.locator(".overlay .mark.unsure")).to_have_count(0)


def test_whose_train_it_is_and_markers_are_asked_once_and_kept(opened: Opened, fitting: Path) -> None:
    page = opened("#table")
    take(page, fitting)
    question = page.get_by_role("group", name="Which train is yours?")
    proposed = question.locator(".proposed")
    expect(proposed).to_have_count(1)
    mine = proposed.get_attribute("aria-label")
    other = question.locator(".mine-choice:not(.proposed)").first
    name = other.get_attribute("aria-label")
    assert name is not None
    other.tap()
    expect(question).to_have_count(0)
    rows = page.locator(".train-line strong")
    assert mine in rows.all_inner_texts()
    assert name not in rows.all_inner_texts()
    page.get_by_role("switch", name="Your train: a marker lies on it").check()
    expect(page.locator(f".badge.end.open.{name.lower().replace(' ', '-')}")).to_have_count(1)
    page.reload()
    expect(page.get_by_role("switch", name="Your train: a marker lies on it")).to_be_checked()
    expect(question).to_have_count(0)
    page.get_by_role("button", name="Another train is mine").tap()
    question.get_by_role("button", name="Mine is not started").tap()
    expect(page.locator(".train-line", has_text="Your train")).to_have_count(0)


def test_a_correction_without_the_server_is_kept_and_looked_at_when_it_is_back(opened: Opened, faulty: Path) -> None:
    page = opened("#table", ignore=("ERR_INTERNET_DISCONNECTED",))
    take(page, faulty)
    page.context.set_offline(True)
    page.locator(".seen-finding").tap()
    tap_tile(page, 6, 4)
    set_half(page, "Left half", 10)
    done(page)
    expect(page.locator(".verdict .note.error")).to_contain_text("before your last correction")
    page.context.set_offline(False)
    verdict(page).to_have_text("Everything fits")
    expect(page.locator(".verdict .note")).to_have_count(0)


def test_a_photo_of_a_table_waits_for_a_server_that_is_away(opened: Opened, fitting: Path) -> None:
    page = opened("#table", ignore=("ERR_INTERNET_DISCONNECTED",))
    page.context.set_offline(True)
    page.locator(".view-table input[capture]").first.set_input_files(fitting)
    expect(page.locator("h1")).to_have_text("Waiting for the server")
    page.context.set_offline(False)
    verdict(page).to_have_text("Everything fits")


def test_the_engine_of_the_round_can_be_told(opened: Opened, fitting: Path) -> None:
    page = opened("#table")
    take(page, fitting)
    page.get_by_role("button", name="Change set or engine").tap()
    page.get_by_label("Engine of this round").select_option(label="11–11")
    page.keyboard.press("Escape")
    verdict(page).to_have_text("1 thing is wrong")
    expect(page.locator(".seen-words")).to_contain_text(f"it should be 11{JOINED}11")
    page.get_by_role("button", name="Clear").tap()
    expect(page.locator("h1")).to_have_text("Check a table")
    page.get_by_role("button", name="Undo").tap()
    verdict(page).to_have_text("1 thing is wrong")


def test_doubles_of_which_too_many_are_open_are_all_named(opened: Opened) -> None:
    page = opened("#table")
    words = page.evaluate(
        """async () => {
            const { findingWords } = await import('/static/table/findings.js');
            const finding = { code: 'TOO_MANY_OPEN_DOUBLES', tiles: ['5-5', '4-4', '6-6'], numbers: [],
                train: null, text: 'English' };
            return findingWords(finding, { answer: { set: 'double-12' }, trains: () => [] });
        }"""
    )
    five, four, six = (f"{value}{JOINED}{value}" for value in (5, 4, 6))
    assert words == f"{five}, {four}, and {six} are not covered, and by these rules one double can be open at a time."


def test_how_often_a_tile_is_there_counts_hands_too(opened: Opened) -> None:
    page = opened("#table")
    words = page.evaluate(
        """async (counts) => {
            const { findingWords } = await import('/static/table/findings.js');
            const answer = { set: 'double-12', tiles: [0, 1].map(() => ({ quad: [[9, 9], [9, 9], [9, 9], [9, 9]] })) };
            return counts.map(([numbers, count]) => findingWords(
                { code: 'DUPLICATE_TILE', tiles: ['6-6'], numbers, count, train: null, text: 'English' },
                { answer, seen: { width: 800, height: 600 }, trains: () => [] }));
        }""",
        [
            [numbers, {"there": there, "hands": hands, "allowed": allowed}]
            for numbers, there, hands, allowed in (
                ([0, 1], 3, 1, 2), ([0, 1], 3, 1, 1), ([0], 2, 1, 1), ([], 2, 2, 1), ([], 2, 1, 1),
            )
        ],
    )  # fmt: skip
    six = f"6{JOINED}6"
    assert words == [
        f"{six} is there 3 times, and the sets have it 2 times.",
        f"{six} is there 3 times.",
        f"{six} lies on the table, and somebody holds it.",
        f"{six} is in more than one hand.",
        f"{six} is 2 times in one hand.",
    ]


def test_a_tile_apart_at_the_edge_may_go_on_outside_the_photo(opened: Opened) -> None:
    page = opened("#table")
    words = page.evaluate(
        """async (lefts) => {
            const { findingWords } = await import('/static/table/findings.js');
            const told = (left) => {
                const quad = [[left, 300], [left + 50, 300], [left + 50, 400], [left, 400]];
                const finding = { code: 'LOOSE_TILE', tiles: ['3-5'], numbers: [0], train: null, text: 'English' };
                const answer = { tiles: [{ quad }], set: 'double-12' };
                return findingWords(finding, { answer, seen: { width: 800, height: 600 }, trains: () => [] });
            };
            return lefts.map(told);
        }""",
        [400, 10, 770],
    )
    apart = f"3{JOINED}5 touches no other tile in the photo"
    assert words[0] == f"{apart}."
    assert words[1] == words[2] == f"{apart}; it lies at the edge, and its train may go on outside."
