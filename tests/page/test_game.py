"""A game from its rules to its winner, played by two browsers against the real server."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import Page, expect

from tests.page.game_table import make_game, own_points, seated_phone, turn_to, type_hand

Opened = Callable[..., Page]


@pytest.fixture(scope="module")
def truth(root: Path) -> int:
    """The points of the tiles in the photo where the double blank, which is among them, costs 50."""
    tiles = json.loads((root / "datasets" / "samples" / "hand.json").read_text(encoding="utf-8"))["tiles"]
    assert [0, 0] in [tile["pips"] for tile in tiles]
    return 50 + sum(sum(tile["pips"]) for tile in tiles)


def create(page: Page, *players: str) -> str:
    """Make a game by its form, with a house rule; the join code."""
    page.get_by_role("button", name="New game").tap()
    page.get_by_role("radio", name=re.compile("Spanish")).check()
    page.get_by_text("House rules").tap()
    page.get_by_label("Find a rule").fill("double blank")
    page.get_by_label("Double blank left in hand").select_option("50 points")
    page.get_by_label("Find a rule").fill("rounds make")
    page.get_by_label("Rounds", exact=True).select_option("4 rounds")
    fields = page.locator(".players-form input[type=text]")
    for place, name in enumerate(players):
        if place == fields.count():
            page.get_by_role("button", name="Add a player").tap()
        fields.nth(place).fill(name)
    while fields.count() > len(players):
        page.get_by_role("button", name=re.compile("^Remove")).last.tap()
    page.get_by_label("Name of the game").fill("Friday")
    page.get_by_role("button", name="Create the game").tap()
    page.locator(".letter").first.wait_for()
    return "".join(page.locator(".letter").all_inner_texts())


def test_two_phones_from_the_rules_to_the_next_round(opened: Opened, hand: Path, truth: int) -> None:
    host = opened("#game")
    code = create(host, "Ann", "Bo")
    assert re.fullmatch("[A-Z]{6}", code)
    expect(host.get_by_role("img", name=re.compile("QR"))).to_be_visible()

    guest = opened("#game")
    guest.get_by_role("button", name="Join a game").tap()
    guest.get_by_label("Code of the game").fill(code.lower())
    guest.get_by_role("button", name="Next").tap()
    expect(guest.get_by_role("button", name=re.compile("Ann.*taken"))).to_be_disabled()
    guest.get_by_role("button", name="Bo").tap()
    expect(guest.get_by_text("Double 12")).to_be_visible()
    expect(host.locator(".person", has_text="Bo")).to_contain_text("has joined")  # without a reload

    guest.get_by_role("button", name="Type it").tap()
    type_hand(guest, (3, 5), (11, 9))
    expect(guest.locator(".own-points strong")).to_have_text("28")

    turn_to(host, "Round")
    expect(host.locator(".hands .person", has_text="Bo")).to_contain_text("28 points")
    host.locator(".hand-doors input[capture]").set_input_files(hand)
    host.locator(".total-card").wait_for()
    host.get_by_role("button", name="Hand in").tap()
    expect(host.locator(".own-points strong")).to_have_text(str(truth))
    expect(guest.locator(".hands .person", has_text="Ann")).to_contain_text(f"{truth} points")

    # Nobody went out: that is asked about, and a round may be blocked.
    expect(host.locator(".finding")).to_contain_text("Nobody went out")
    host.get_by_role("button", name="Close the round").tap()
    expect(host.get_by_label("The round was blocked")).to_be_checked()
    host.get_by_role("dialog").get_by_role("button", name="Close the round").tap()
    for page in (host, guest):
        expect(page.get_by_text("Round 2 of 4")).to_be_visible()
        expect(page.get_by_text("Double 11")).to_be_visible()
    turn_to(guest, "Scores")
    expect(guest.locator(".score-sheet tbody td")).to_have_text([str(truth), "28"])
    assert guest.locator(".score-sheet td button").count() == 0  # corrections are the host's


def test_a_link_leaves_no_code_in_the_address(opened: Opened, server: str) -> None:
    host = make_game(opened("#game"), server)
    guest = opened(f"#join={host.code}")
    guest.get_by_role("button", name="Bo").wait_for()
    assert host.code not in guest.url
    guest.get_by_role("button", name="Bo").tap()
    expect(guest.get_by_text("Round 1 of 13")).to_be_visible()
    guest.reload()  # the seat belongs to this phone
    expect(guest.get_by_text("Round 1 of 13")).to_be_visible()


def test_a_wrong_code_and_a_taken_seat_are_told(opened: Opened, server: str) -> None:
    page = opened("#game", ignore=("404", "409"))
    host = make_game(opened("#game"), server)
    page.get_by_role("button", name="Join a game").tap()
    page.get_by_label("Code of the game").fill("ABC")
    page.get_by_role("button", name="Next").tap()
    expect(page.get_by_role("alert")).to_contain_text("6 letters")
    page.get_by_label("Code of the game").fill("ZZZZZZ")
    page.get_by_role("button", name="Next").tap()
    expect(page.get_by_role("alert")).to_contain_text("No game has this code")
    page.get_by_label("Code of the game").fill(host.code)
    page.get_by_role("button", name="Next").tap()
    page.get_by_role("button", name="Bo").wait_for()
    seated_phone(opened, host, "Bo")
    page.get_by_role("button", name="Bo").tap()
    expect(page.get_by_role("alert")).to_contain_text("taken just now")
    expect(page.get_by_role("button", name="Bo")).to_be_disabled()


def test_findings_show_the_tiles_and_stand_in_the_way(opened: Opened, server: str) -> None:
    page = opened("#game")
    host = make_game(page, server, ("Ann", "Bo", "Cy"))
    host.hand(1, 0, [[3, 5], [6, 6]])
    host.hand(1, 1, [[5, 3], [1, 2]])
    host.hand(1, 2, [])
    finding = page.locator(".findings .finding.error")
    expect(finding).to_contain_text("Ann and Bo")
    expect(finding.get_by_role("img")).to_have_accessible_name("3–5")
    page.get_by_role("button", name="Close the round").tap()
    expect(page.get_by_role("dialog").locator(".finding")).to_contain_text("several hands")
    page.get_by_role("dialog").get_by_role("button", name="Close it anyway").tap()
    expect(page.get_by_text("Round 2 of 13")).to_be_visible()


def test_the_host_enters_a_hand_for_somebody_without_a_phone(opened: Opened, server: str) -> None:
    page = opened("#game")
    make_game(page, server)
    page.get_by_role("button", name="Enter the hand of Bo").tap()
    expect(page.locator("h1")).to_have_text("Bo’s hand")
    page.get_by_role("button", name="Type it").tap()
    page.get_by_role("button", name="Done").tap()
    page.get_by_role("button", name="Hand in").tap()
    expect(page.get_by_role("alert")).to_contain_text("No tile yet")
    page.get_by_role("button", name="Add a tile").tap()
    type_hand(page, (4, 9))
    expect(page.locator(".hands .person", has_text="Bo")).to_contain_text("13 points")
    page.get_by_role("button", name="I went out").tap()
    expect(page.get_by_text("All hands are in.")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Change the hand$")).tap()
    page.get_by_role("button", name="Back").tap()
    assert own_points(page) == "0"


def test_a_missing_hand_can_count_nothing(opened: Opened, server: str) -> None:
    page = opened("#game")
    host = make_game(page, server)
    host.hand(1, 1, [])
    page.get_by_role("button", name="Close the round").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Tick this first")
    expect(dialog.get_by_role("button", name="Close the round")).to_be_disabled()
    dialog.get_by_label("Count 0 points for Ann").check()
    dialog.get_by_role("button", name="Close the round").tap()
    expect(page.get_by_text("Round 2 of 13")).to_be_visible()


def test_a_correction_keeps_the_old_score_and_can_be_undone(opened: Opened, server: str) -> None:
    page = opened("#game")
    host = make_game(page, server)
    host.hand(1, 0, [[3, 5]])
    host.close(host.hand(1, 1, []))
    turn_to(page, "Scores")
    page.get_by_role("button", name=re.compile("correct Ann in round 1")).tap()
    page.get_by_label("Points", exact=True).fill("nine")
    page.get_by_role("button", name="Correct", exact=True).tap()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("whole number")
    page.get_by_label("Points", exact=True).fill("37")
    page.get_by_label("Why?").fill("A tile under the table")
    page.get_by_role("button", name="Correct", exact=True).tap()
    cell = page.locator(".score-sheet tbody td").first
    expect(cell.locator("s")).to_contain_text("8")
    expect(cell.locator(".points")).to_have_text("37")
    expect(page.locator(".score-sheet tfoot td").first).to_have_text("37")
    page.get_by_role("button", name=re.compile("Take back: Ann was corrected")).tap()  # where it was corrected
    page.get_by_role("dialog").get_by_role("button", name="Take it back").tap()
    expect(page.locator(".score-sheet tfoot td").first).to_have_text("8")


def test_the_winner_the_sheet_and_the_picture(opened: Opened, server: str, tmp_path: Path) -> None:
    page = opened("#game")
    host = make_game(page, server, ("Ann", "Bo", "=Cy"), rounds=4)
    for number in range(1, 5):
        host.hand(number, 0, [[number, 7]])
        host.hand(number, 1, [])
        host.close(host.hand(number, 2, [[number, 12], [0, 1]]))
    expect(page.locator(".winner")).to_contain_text("Bo wins!")
    expect(page.locator(".standing-name")).to_have_text(["Bo", "Ann", "=Cy"])
    expect(page.locator(".chart canvas")).to_be_visible()
    page.evaluate("delete Navigator.prototype.canShare")
    with page.expect_download() as sheet:
        page.get_by_role("button", name="Sheet (CSV)").tap()
    assert re.fullmatch(r"Friday-\d{4}-\d\d-\d\d\.csv", sheet.value.suggested_filename)
    sheet.value.save_as(tmp_path / "sheet.csv")
    rows = list(csv.reader((tmp_path / "sheet.csv").read_text(encoding="utf-8-sig").splitlines()))
    assert len(rows) == 6
    assert rows[-1][-3:-1] == ["38", "0"]
    assert not any(field.startswith("=") for row in rows for field in row)
    with page.expect_download() as picture:
        page.get_by_role("button", name="Picture to share").tap()
    picture.value.save_as(tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")

    page.get_by_role("button", name=re.compile("Take back: round 4")).tap()
    page.get_by_role("dialog").get_by_role("button", name="Take it back").tap()
    turn_to(page, "Round")
    expect(page.get_by_text("Round 4 of 4")).to_be_visible()


def test_a_game_ends_early_and_is_played_again(opened: Opened, server: str) -> None:
    page = opened("#game")
    host = make_game(page, server)
    host.hand(1, 0, [[3, 5]])
    host.close(host.hand(1, 1, [[4, 4]]))
    turn_to(page, "People")
    page.get_by_role("button", name="End the game now").tap()
    page.get_by_role("dialog").get_by_role("button", name="End the game now").tap()
    expect(page.locator(".winner")).to_contain_text("Ann and Bo share the win!")
    page.get_by_role("button", name="Play again").tap()
    fields = page.locator(".players-form input[type=text]")
    expect(fields).to_have_count(2)
    expect(fields.first).to_have_value("Ann")


def test_games_are_kept_and_can_be_left(opened: Opened, server: str) -> None:
    page = opened("#game")
    host = make_game(page, server)
    phone = seated_phone(opened, host, "Bo")
    phone.get_by_role("button", name="All games").tap()
    expect(phone.get_by_text("You play in it")).to_be_visible()
    phone.get_by_role("button", name=re.compile("^Friday")).tap()
    turn_to(phone, "People")
    phone.get_by_role("button", name="Leave this game").tap()
    phone.get_by_role("dialog").get_by_role("button", name="Leave").tap()
    expect(phone.get_by_text("On this phone")).to_have_count(0)
    # The seat is free again when the host says so.
    turn_to(page, "People")
    page.get_by_role("button", name="Free the seat").tap()
    page.get_by_role("dialog").get_by_role("button", name="Free the seat").tap()
    expect(page.locator(".person", has_text="Bo")).to_contain_text("not yet here")
    seated_phone(opened, host, "Bo")


def test_an_engine_in_a_hand_is_told_before_and_after_it_is_handed_in(opened: Opened, server: str) -> None:
    page = opened("#game")
    make_game(page, server)
    page.get_by_role("button", name="Type it").tap()
    keys = page.locator("dialog .key")
    for value in ("12", "12", "4", "1"):
        keys.get_by_text(value, exact=True).tap()
    expect(page.get_by_role("dialog")).to_contain_text("2 tiles · 29 points")
    page.get_by_role("button", name="Done").tap()
    expect(page.locator(".note.warn")).to_contain_text("Double 12 is the engine of this round")
    page.get_by_role("button", name="Hand in").tap()
    finding = page.locator(".findings .finding.error")
    expect(finding).to_contain_text("The engine of the round lies on the table and cannot be in a hand: Ann.")
    # A hand is shown with lower halves first, however its tiles were typed or lay.
    names = page.locator(".card", has=page.locator(".own-points")).locator(".tile-row [role=img]")
    assert [one.get_attribute("aria-label") for one in names.all()] == ["12–12", "1–4"]


def test_the_score_of_a_closed_round_is_there_at_once(opened: Opened, server: str) -> None:
    page = opened("#game")
    host = make_game(page, server, ("Ann", "Bo"), double_blank=50)
    guest = seated_phone(opened, host, "Bo")
    host.hand(1, 0, [[0, 0], [5, 3]])
    host.hand(1, 1, [])
    page.get_by_role("button", name="Close the round").tap()
    page.get_by_role("dialog").get_by_role("button", name="Close the round").tap()
    for phone in (page, guest):
        last = phone.locator(".card", has_text="Round 1 is closed")
        expect(last.locator("li").first).to_contain_text("Ann58 pointstotal 58")
        expect(last).to_be_in_viewport()
    # It makes way once the person has entered the next hand.
    guest.get_by_role("button", name="I went out").tap()
    expect(guest.locator(".last-scores")).to_have_count(0)
    page.get_by_role("button", name="Show the hands").tap()
    expect(page.get_by_role("dialog", name="Hands of round 1").get_by_role("img", name="3–5")).to_be_visible()


def test_kept_photos_are_shown_to_the_host_and_the_own_seat(opened: Opened, server: str, hand: Path) -> None:
    page = opened("#game")
    host = make_game(page, server, ("Ann", "Bo", "Cy"), keep_photos=True)
    bo, cy = (seated_phone(opened, host, name) for name in ("Bo", "Cy"))
    host.hand(1, 1, [[3, 5]], photo=host.photo(hand.read_bytes()))
    host.hand(1, 0, [])
    host.close(host.hand(1, 2, [[1, 2]]))
    for phone, seen in ((page, 1), (bo, 1), (cy, 0)):
        turn_to(phone, "Scores")
        phone.get_by_role("button", name="Hands of round 1, engine: Double 12").tap()
        dialog = phone.get_by_role("dialog")
        expect(dialog.get_by_role("img", name="3–5")).to_be_visible()
        show = dialog.get_by_role("button", name="Show the photo: Bo")
        expect(show).to_have_count(seen)
        if seen:
            show.tap()
            photo = dialog.get_by_role("img", name="Photo of the hand of Bo")
            expect(photo).to_be_visible()
            assert photo.evaluate("one => one.decode().then(() => one.naturalWidth)") > 0


def test_a_hint_begins_with_what_the_game_knows(opened: Opened, server: str) -> None:
    host = make_game(opened("#game"), server, ("Ann", "Bo", "Cy"), highest=9, mexican_trains=0, rounds=4)
    phone = seated_phone(opened, host, "Bo")
    host.hand(1, 0, [])
    host.hand(1, 1, [[1, 2]])
    host.close(host.hand(1, 2, [[3, 5]]))
    expect(phone.get_by_text("Double 8")).to_be_visible()
    phone.get_by_role("button", name="Which move is best?").tap()
    expect(phone.locator(".origin")).to_contain_text("By the rules of “Friday”")
    expect(phone.locator(".origin")).to_contain_text("Double-9")
    # Whose hand it is comes first, the others clockwise, and these rules know no Mexican train.
    expect(phone.locator(".train-row strong")).to_have_text(["Engine", "Your train", "Cy", "Ann"])
    expect(phone.locator(".engine-row")).to_contain_text("Double 8")
    phone.get_by_role("button", name="Type the tiles").tap()
    keys = phone.locator("dialog .key")
    expect(keys).to_have_count(10)
    for value in ("8", "3", "3", "3"):
        keys.get_by_text(value, exact=True).tap()
    phone.get_by_role("dialog").get_by_role("button", name="Done").tap()
    phone.locator(".hand-card").get_by_role("button", name="Done").tap()
    asked: list[dict[str, object]] = []
    phone.on("request", lambda one: asked.append(json.loads(one.post_data or "")) if "/api/hints" in one.url else None)
    phone.get_by_role("button", name="Show the best moves").tap()
    expect(phone.locator(".move").first).to_be_visible()
    rules = asked[0]["rules"]
    assert isinstance(rules, dict)
    assert rules["changes"]["highest"] == 9
    assert asked[0]["players"] == ["You", "Cy", "Ann"]
    # Going there again from the game keeps what was typed; then the usual rules are taken instead.
    phone.get_by_role("link", name="Game").tap()
    phone.get_by_role("button", name="Which move is best?").tap()
    expect(phone.locator(".hand-card .tile")).to_have_count(2)
    phone.get_by_role("button", name="Use the usual rules instead").tap()
    expect(phone.locator(".origin")).to_be_empty()
    expect(phone.locator(".train-row strong")).to_contain_text(["Engine", "Your train", "Cy", "Ann", "Mexican train"])


def test_house_rules_are_grouped_and_a_search_opens_the_groups(opened: Opened) -> None:
    page = opened("#game")
    page.get_by_role("button", name="New game").tap()
    page.get_by_text("House rules").tap()
    groups = page.locator("details.rules-group")
    expect(groups).to_have_count(6)
    expect(page.locator(".rule:visible")).to_have_count(0)
    scoring = page.locator("[data-group=scoring]")
    scoring.locator("summary").tap()
    page.get_by_label("Doubles count twice").select_option("Yes, twice")
    expect(scoring.locator("summary")).to_contain_text("1 changed")
    expect(page.get_by_label("Doubles count twice")).to_be_visible()  # the group stays open
    page.get_by_label("Find a rule").fill("boneyard")
    expect(page.locator(".rule:visible")).not_to_have_count(0)
    expect(scoring).to_have_count(0)
    page.get_by_label("Find a rule").fill("")
    expect(page.get_by_label("Doubles count twice")).to_be_visible()
    scoring.locator("summary").tap()
    expect(page.locator(".rule:visible")).to_have_count(0)
