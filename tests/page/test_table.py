"""A table as a person checks it with the phone: from the photo to findings, corrections, and the best move."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import Page, expect

from tests.page.drawn_table import RIGHT, WRONG, draw
from tests.page.waiting import until

Opened = Callable[..., Page]
JOINED = "\u2060–\u2060"
"""Between the values of a tile in a sentence, so that no line ends there."""


@pytest.fixture(scope="module")
def fitting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photo of a table without a fault."""
    return draw(tmp_path_factory.mktemp("table") / "fitting.jpg", RIGHT)


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photo of the same table with a wrong tile."""
    return draw(tmp_path_factory.mktemp("table") / "faulty.jpg", WRONG)


def take(page: Page, photo: Path) -> None:
    """What the camera does."""
    page.locator(".view-table input[capture]").first.set_input_files(photo)
    page.locator(".verdict").wait_for()


def verdict(page: Page) -> Any:
    return expect(page.locator(".verdict h2"))


def tap_tile(page: Page, a: int, b: int) -> None:
    """Tap a tile in the photo."""
    box = page.locator(f'.mark[data-tile="{min(a, b)}–{max(a, b)}"]').bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def set_half(page: Page, half: str, value: int) -> None:
    keys = page.get_by_role("dialog").get_by_role("group", name=half)
    keys.get_by_role("button", name=str(value), exact=True).tap()


def done(page: Page) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Done").tap()


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
    verdict(page).to_have_text("Everything fits")  # its neighbours tell what it is


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


def test_with_hands_the_tiles_are_named_that_are_nowhere(opened: Opened, fitting: Path) -> None:
    page = opened("#table")
    take(page, fitting)
    page.get_by_role("button", name="Add a hand").tap()
    card = page.locator(".held-hand")
    card.get_by_role("button", name="Type the tiles").tap()
    for value in (3, 1, 12, 3):
        page.get_by_role("dialog").get_by_role("button", name=str(value), exact=True).tap()
    page.get_by_role("dialog").get_by_role("button", name="Done").tap()
    expect(page.locator(".missing-card .note")).to_contain_text("80 tiles are nowhere")  # of 91, 10 lie there
    expect(page.locator(".missing-card .note")).to_contain_text("3 tiles lie face down")
    expect(page.locator(".seen-words")).to_contain_text(f"3{JOINED}12 lies on the table, and somebody holds it")
    page.get_by_role("button", name="Remove").last.tap()
    verdict(page).to_have_text("Everything fits")
    expect(page.locator(".missing-card .note")).to_have_count(0)


def test_the_hands_of_a_game_can_be_taken(opened: Opened, fitting: Path, server: str) -> None:
    from tests.page.game_table import make_game

    page = opened("#table")
    host = make_game(page, server)
    host.hand(1, 0, [[3, 1], [0, 0]])
    host.hand(1, 1, [[5, 4]])
    page.reload()
    page.locator(".room-tabs").wait_for()
    until(page, "JSON.parse(localStorage.getItem(`pipwise.last-${JSON.parse("
          "localStorage.getItem('pipwise.games'))[0].id}`) ?? '{}').current?.submissions?.length === 2")  # fmt: skip
    page.evaluate("location.hash = '#table'")
    take(page, fitting)
    page.get_by_role("button", name="Take the 2 hands from Friday").tap()
    expect(page.locator(".held-hand")).to_have_count(2)
    expect(page.locator(".missing-card .note")).to_contain_text("78 tiles are nowhere")


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
    expect(page.locator(".note.error")).to_contain_text("does not answer")
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
    page.get_by_role("button", name="Check 1 tile").tap()
    done(page)
    expect(page.get_by_role("button", name="Show the best moves")).to_be_enabled()
    page.get_by_role("group", name="Which train is yours?").locator(".proposed").tap()
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
    page.locator(".engine-row").tap()
    expect(page.locator("dialog .key")).to_have_count(16)
    page.keyboard.press("Escape")
    page.evaluate("location.hash = '#score'")
    expect(page.locator(".rules-row")).to_contain_text("Double-12")
    page.evaluate("location.hash = '#table'")
    expect(page.locator(".rules-row")).to_contain_text("Double-15")
