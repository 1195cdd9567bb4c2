"""Advice: a hand, a table tapped together, moves in words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import Page, expect

Opened = Callable[..., Page]


def type_tile(page: Page, a: int, b: int) -> None:
    for value in (a, b):
        page.get_by_role("dialog").get_by_role("button", name=str(value), exact=True).tap()


def type_hand(page: Page, *tiles: tuple[int, int]) -> None:
    page.get_by_role("button", name="Type the tiles").tap()
    for a, b in tiles:
        type_tile(page, a, b)
    page.get_by_role("dialog").get_by_role("button", name="Done").tap()
    page.get_by_role("button", name="Done").tap()


def take(page: Page, *tiles: tuple[int, int]) -> None:
    """Come to the view again with a hand that was counted elsewhere."""
    page.evaluate(
        """async (tiles) => {
        const { write } = await import('/static/store.js');
        write('for-hint', tiles);
    }""",
        tiles,
    )
    page.reload()


def set_train(page: Page, row: str, end: int, *, marked: bool = False, double: bool = False, held: int = 0) -> None:
    """Tap together one train; `held`: how many tiles fewer than shown its owner holds."""
    page.get_by_role("button", name=row).tap()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name=str(end), exact=True).tap()
    if marked:
        sheet.get_by_role("switch", name="A marker lies on it").check()
    if double:
        sheet.get_by_role("switch", name="Ends in an open double").check()
    for _ in range(held):
        sheet.get_by_role("button", name="Tiles in hand: less").tap()
    sheet.get_by_role("button", name="Done").tap()


def test_moves_are_ranked_with_reasons_in_words(opened: Opened) -> None:
    page = opened("#hint")
    expect(page.get_by_role("button", name="Show the best moves")).to_be_disabled()
    type_hand(page, (12, 3), (3, 8), (8, 8), (9, 4))
    set_train(page, "Player 2", 9, marked=True, held=12)
    page.get_by_role("button", name="Show the best moves").tap()
    page.locator(".move").first.wait_for(timeout=60_000)

    words = page.locator(".move-words").all_inner_texts()
    assert any("3–12" in text and "on your train" in text for text in words)
    assert any("4–9" in text and "on the train of Player 2" in text for text in words)
    assert page.locator(".reasons li").count() > 0
    assert "{" not in page.locator(".advice").inner_text()
    page.locator(".move summary").first.tap()
    expect(page.locator(".figures").first).to_be_visible()


def test_a_player_without_a_tile_has_ended_the_round(opened: Opened) -> None:
    page = opened("#hint", ignore=("Failed to load resource",))
    type_hand(page, (12, 3), (9, 4))
    page.get_by_role("button", name="Player 2").tap()
    less = page.get_by_role("dialog").get_by_role("button", name="Tiles in hand: less")
    while less.is_enabled():
        less.tap()
    page.get_by_role("dialog").get_by_role("button", name="Done").tap()
    expect(page.get_by_role("button", name="Player 2")).to_contain_text("0 tiles")
    page.get_by_role("button", name="Show the best moves").tap()
    expect(page.locator(".note.error")).to_contain_text("Someone at this table holds no tile, so the round is over.")


def test_every_mexican_train_of_the_rules_is_asked_about(opened: Opened) -> None:
    page = opened("#hint")
    rules = {"preset": "puremco", "changes": {"mexican_trains": 3}}
    page.evaluate("rules => localStorage.setItem('pipwise.settings', JSON.stringify({ rules }))", rules)
    take(page, (12, 3), (3, 8), (9, 4))
    set_train(page, "Mexican train 2", 9)
    set_train(page, "Mexican train 3", 8)
    expect(page.get_by_role("button", name="Mexican train 1")).to_contain_text("Not started")
    with page.expect_request("**/api/hints") as asked:
        page.get_by_role("button", name="Show the best moves").tap()
    trains = asked.value.post_data_json["trains"]
    assert [train.get("end") for train in trains if train["owner"] is None] == [None, 9, 8]
    page.locator(".move").first.wait_for(timeout=60_000)
    words = page.locator(".move-words").all_inner_texts()
    assert any("4–9" in text and "on Mexican train 2" in text for text in words)
    assert any("3–8" in text and "on Mexican train 3" in text for text in words)


def test_a_mexican_train_that_an_earlier_page_kept_is_still_there(opened: Opened) -> None:
    page = opened("#hint")
    page.evaluate("""async () => {
        const { freshTable, writeTable } = await import('/static/hint/state.js');
        const { mexicans, ...table } = freshTable(3);
        writeTable({ ...table, mexican: { end: 7, double: false, marked: false } });
    }""")
    page.reload()
    expect(page.get_by_role("button", name="Mexican train")).to_contain_text("Ends in 7")


def told(lead: float) -> dict[str, Any]:
    """A move as the server tells it."""
    figures = {"lead": lead, "lead_error": 1.0, "my_points": 20.0, "others_points": 20.0 + lead}
    figures |= {"out_first": 0.1, "out_first_range": [0.07, 0.14]}
    return {"move": {"kind": "draw"}, **figures, "line": [], "left": [], "reasons": []}


@pytest.mark.parametrize(
    ("locale", "best", "words", "gap", "none"),
    [
        ("en-GB", -6.6, "You end about 6.6 points behind the other players",
         "About 0.6 points worse than the best move", "About as good as the best move"),
        ("en-GB", 1.0, "You end about 1 point ahead of the other players", "About 0.6 points worse than the best move",
         "About as good as the best move"),
        ("en-GB", -0.3, "You end about even with the other players", "About 0.6 points worse than the best move",
         "About as good as the best move"),
        ("da-DK", -6.6, "Du ender omkring 6,6 point efter de andre spillere",
         "Omkring 0,6 point dårligere end det bedste træk", "Omtrent lige så godt som det bedste træk"),
        ("hu-HU", -6.6, "Kb. 6,6 ponttal a többi játékos mögött végzel", "Kb. 0,6 ponttal rosszabb a legjobb lépésnél",
         "Nagyjából olyan jó, mint a legjobb lépés"),
        ("es-ES", -6.6, "Acabas alrededor de 6,6 puntos por detrás de los demás jugadores",
         "Alrededor de 0,6 puntos peor que la mejor jugada", "Casi tan buena como la mejor jugada"),
    ],
)  # fmt: skip
def test_the_best_move_is_told_beside_the_players_and_the_others_beside_it(
    opened: Opened, locale: str, best: float, words: str, gap: str, none: str
) -> None:
    page = opened("#hint", locale=locale)
    advice = {"moves": [told(best), told(best - 0.6), told(best + 0.2)], "settled": True, "ignored_rules": []}
    page.route("**/api/hints", lambda route: route.fulfill(json=advice))
    take(page, (12, 3))
    page.locator(".view-hint > .button.primary").tap()
    expect(page.locator(".move .lead")).to_have_text([words, gap, none])


def test_a_double_that_is_open_has_to_be_covered(opened: Opened) -> None:
    page = opened("#hint")
    type_hand(page, (12, 3), (3, 8), (6, 4), (9, 1))
    set_train(page, "Player 3", 6, double=True)
    page.get_by_role("button", name="Show the best moves").tap()
    page.locator(".move").first.wait_for(timeout=60_000)
    expect(page.locator(".move")).to_have_count(1)
    assert "4–6" in page.locator(".move-words").inner_text()
    assert "It covers the double 6–6." in page.locator(".reasons").inner_text()


def test_which_of_several_open_doubles_was_first_is_asked(opened: Opened) -> None:
    page = opened("#hint")
    asked: list[dict[str, Any]] = []
    page.on("request", lambda one: asked.append(one.post_data_json) if one.url.endswith("/api/hints") else None)
    type_hand(page, (5, 4), (7, 2))
    set_train(page, "Your train", 5, double=True)
    question = page.get_by_role("group", name="Which double was laid first?")
    expect(question).to_have_count(0)  # one double is open, and there is nothing to ask
    set_train(page, "Mexican train", 7, double=True)
    expect(question.get_by_role("radio")).to_have_count(2)
    question.get_by_text("Double 7").tap()
    expect(question.get_by_role("radio", name="Double 7")).to_be_checked()
    page.get_by_role("button", name="Show the best moves").tap()
    expect(page.locator(".move").first).to_contain_text("on the Mexican train", timeout=120_000)
    assert asked[0]["doubles"] == [[7, 7], [5, 5]]
    # Another double is another question.
    set_train(page, "Mexican train", 8)
    for name in ("Double 5", "Double 8"):
        expect(question.get_by_role("radio", name=name)).not_to_be_checked()


def test_whether_a_double_is_of_a_long_first_turn_is_asked(opened: Opened) -> None:
    """It obliges nobody, then, and otherwise it has to be covered before all else."""
    page = opened("#hint")
    rules = {"preset": "sixteen", "changes": {}}
    page.evaluate("rules => localStorage.setItem('pipwise.settings', JSON.stringify({ rules }))", rules)
    take(page, (5, 4), (7, 2), (7, 1))
    question = page.get_by_role("group", name="Does a double have to be covered?")
    expect(page.get_by_role("button", name="Your train")).to_be_visible()
    expect(question).to_have_count(0)
    set_train(page, "Your train", 7)
    set_train(page, "Player 2", 5, double=True)
    expect(question.get_by_role("radio")).to_have_count(2)
    expect(question.get_by_role("radio", name="No, from the first turn")).to_be_checked()
    for choice, sent, moves in ((None, [], 2), ("Double 5", [[5, 5]], 1)):
        if choice is not None:
            question.get_by_text(choice).tap()
        with page.expect_request("**/api/hints") as asked:
            page.get_by_role("button", name="Show the best moves").tap()
        assert asked.value.post_data_json["doubles"] == sent
        page.locator(".move").first.wait_for(timeout=120_000)
        expect(page.locator(".move")).to_have_count(moves)


def test_advice_is_covered_until_it_is_asked_for(opened: Opened) -> None:
    page = opened("#hint")
    page.get_by_role("switch", name="Hide advice until asked").check()
    type_hand(page, (12, 3), (12, 5))
    page.get_by_role("button", name="Show the best moves").tap()
    page.get_by_role("button", name="Uncover move 1").wait_for(timeout=60_000)
    assert page.locator(".move-words").first.is_hidden()
    page.get_by_role("button", name="Uncover move 1").tap()
    expect(page.locator(".move-words").first).to_be_visible()
    assert page.locator(".move-words").nth(1).is_hidden()


def test_the_hand_that_was_counted_is_taken_over(opened: Opened, hand: Path) -> None:
    page = opened()
    page.locator("input[capture]").first.set_input_files(hand)
    page.get_by_role("button", name="Use for a hint").tap()
    expect(page.locator(".hand-card .tile")).to_have_count(11)
    page.reload()
    expect(page.locator(".hand-card .tile")).to_have_count(11)


def test_a_table_outlives_a_reload_and_a_server_that_is_away(opened: Opened) -> None:
    page = opened("#hint", ignore=("ERR_INTERNET_DISCONNECTED",))
    type_hand(page, (12, 3))
    set_train(page, "Player 2", 4)
    page.context.set_offline(True)
    page.get_by_role("button", name="Show the best moves").tap()
    expect(page.locator(".note.error")).to_contain_text("does not answer")
    page.context.set_offline(False)
    page.reload()
    expect(page.locator(".hand-card .tile")).to_have_count(1)
    expect(page.get_by_role("button", name="Player 2")).to_contain_text("Ends in 4")


def test_no_tiles_do_not_replace_the_hand(opened: Opened) -> None:
    page = opened("#hint")
    take(page, (12, 3), (3, 8))
    expect(page.locator(".hand-card .tile")).to_have_count(2)
    take(page)
    expect(page.locator(".hand-card .tile")).to_have_count(2)
    take(page, (9, 4))
    expect(page.locator(".hand-card .tile")).to_have_count(1)


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_new_round_tells_its_engine_and_can_be_undone(opened: Opened, elsewhere: bool) -> None:
    page = opened("#hint")
    take(page, (12, 3), (3, 8))
    set_train(page, "Player 2", 4, marked=True)
    page.get_by_role("button", name="New round").tap()
    expect(page.locator(".toast")).to_contain_text("The engine is now Double 11.")
    expect(page.locator(".engine-row")).to_contain_text("Double 11")
    expect(page.locator(".hand-card .tile")).to_have_count(0)
    expect(page.get_by_role("button", name="Player 2")).to_contain_text("Not started")
    if elsewhere:
        page.evaluate("location.hash = '#settings'")
        expect(page.locator(".view-settings")).to_be_visible()
    page.get_by_role("button", name="Undo").tap()
    for _ in range(2):
        expect(page.locator(".engine-row")).to_contain_text("Double 12")
        expect(page.locator(".hand-card .tile")).to_have_count(2)
        expect(page.get_by_role("button", name="Player 2")).to_contain_text("Ends in 4")
        expect(page.get_by_role("button", name="Player 2")).to_contain_text("Marked")
        page.reload()


def test_a_train_with_a_value_has_started(opened: Opened) -> None:
    page = opened("#hint")
    page.get_by_role("button", name="Player 2").tap()
    sheet = page.get_by_role("dialog")
    pressed = sheet.locator("[aria-pressed=true]")
    expect(pressed).to_have_text(["Not started"])
    sheet.get_by_role("button", name="7", exact=True).tap()
    expect(pressed).to_have_text(["7"])
    sheet.get_by_role("button", name="Not started").tap()
    expect(page.get_by_role("button", name="Player 2")).to_contain_text("Not started")


@pytest.mark.parametrize("large", [True, False])
def test_the_marker_of_a_train_leaves_room_for_its_words(opened: Opened, large: bool) -> None:
    page = opened("#hint", locale="hu-HU")
    page.evaluate("large => localStorage.setItem('pipwise.settings', JSON.stringify({ large }))", large)
    page.evaluate("""async () => {
        const { freshTable, writeTable } = await import('/static/hint/state.js');
        const table = freshTable(3, 12);
        table.trains[1] = { end: 4, double: false, marked: true };
        writeTable(table);
    }""")
    page.set_viewport_size({"width": 320, "height": 640} if large else {"width": 640, "height": 844})
    page.reload()
    row = page.locator(".trains .train-row").nth(1)
    words, chip = row.locator(".train-words").bounding_box(), row.locator(".marked").bounding_box()
    assert words
    assert chip
    assert (chip["y"] >= words["y"] + words["height"]) == large
    room = row.locator(".train-told").bounding_box()
    assert room
    assert words["width"] > (0.95 if large else 0.5) * room["width"]


def test_what_cannot_be_is_told_before_it_is_asked(opened: Opened) -> None:
    page = opened("#hint")
    type_hand(page, (12, 12), (3, 4), (4, 3))
    notes = page.locator(".notes")
    expect(notes).to_contain_text("Double 12, which lies in the middle")
    expect(notes).to_contain_text("In your hand more than once: 3\u2060–\u20604.")
    expect(page.locator(".view-hint > .notes > .note")).to_have_count(1)
    expect(notes).not_to_contain_text("end of a train")


def test_a_hand_that_cannot_be_is_not_asked_about(opened: Opened) -> None:
    page = opened("#hint")
    type_hand(page, (3, 4), (4, 3))
    expect(page.get_by_role("button", name="Show the best moves")).to_be_disabled()
    expect(page.locator(".view-hint > .centred")).to_have_text("First correct your hand or the table.")


def test_hand_and_table_are_cleared_without_a_new_round(opened: Opened) -> None:
    page = opened("#hint")
    type_hand(page, (3, 4))
    set_train(page, "Player 2", 4)
    page.get_by_role("button", name="Clear hand and table").tap()
    expect(page.locator(".hand-card .tile")).to_have_count(0)
    expect(page.get_by_role("button", name="Player 2")).to_contain_text("Not started")
    expect(page.locator(".engine-row")).to_contain_text("Double 12")
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator(".hand-card .tile")).to_have_count(1)
    expect(page.get_by_role("button", name="Player 2")).to_contain_text("Ends in 4")


@pytest.mark.parametrize("row", ["Player 2", "Mexican train"])
def test_the_engine_at_the_end_of_a_train_is_named(opened: Opened, row: str) -> None:
    page = opened("#hint")
    set_train(page, row, 12)
    notes = page.locator(".notes")
    expect(page.get_by_role("button", name=row)).to_contain_text("Ends in 12")
    expect(notes).to_be_empty()
    set_train(page, row, 12, double=True)
    expect(notes).to_contain_text("Double 12 is the engine and cannot lie at the end of a train.")
    set_train(page, row, 9)
    expect(notes).to_be_empty()


@pytest.mark.parametrize("code", ["bad_table", "too_many_tiles", "bad_end", "warming_up"])
def test_a_refusal_is_told_in_the_language_of_the_page(opened: Opened, code: str) -> None:
    page = opened("#hint", locale="da-DK", ignore=("Failed to load resource",))

    def refuse(route: Any) -> None:
        route.fulfill(status=422, json={"error": {"code": code, "message": "In English."}})

    page.route("**/api/hints", refuse)
    take(page, (1, 2))
    page.get_by_role("button", name="Vis de bedste træk").tap()
    note = page.locator(".note.error")
    expect(note).to_be_visible()
    assert "In English." not in note.inner_text()


SIZES = """async ({ players, set, hand, lying, down, held, empty }) => {
    const { freshTable, sizesOf } = await import('/static/hint/state.js');
    const items = [...Array(lying).fill({ back: false, a: 0, b: 1 }), ...Array(down).fill({ back: true })];
    const work = { list: { items, counted: () => items.filter(({ back }) => !back) } };
    const fresh = freshTable(players, set);
    const table = { ...fresh, hand: Array(hand).fill([0, 1]), held: held ?? fresh.held, emptyBoneyard: empty ?? false };
    return sizesOf(table, { set, rules: { preset: 'puremco', changes: {} } }, lying > 0 ? work : null);
}"""


@pytest.mark.parametrize(
    ("case", "sizes"),
    [
        # A photo of a double-6: 28 tiles, of which 14 lie there, 3 face down, and 5 are mine.
        ({"players": 3, "set": 6, "hand": 5, "lying": 14, "down": 3}, [5, 3, 3]),
        ({"players": 3, "set": 6, "hand": 2, "lying": 14, "down": 3}, [2, 2, 2]),
        ({"players": 3, "set": 6, "hand": 0, "lying": 4, "down": 0}, [0, 8, 8]),
        ({"players": 4, "set": 6, "hand": 5, "lying": 18, "down": 4}, [5, 1, 1, 1]),
        ({"players": 3, "set": 6, "hand": 5, "lying": 14, "down": 3, "held": [None, 4, None]}, [5, 4, 2]),
        ({"players": 3, "set": 6, "hand": 5, "lying": 14, "down": 3, "empty": True}, [5, 5, 4]),
        # Without a photo: as dealt, as far as the set has them.
        ({"players": 3, "set": 12, "hand": 4, "lying": 0, "down": 0}, [4, 15, 15]),
        ({"players": 5, "set": 9, "hand": 12, "lying": 0, "down": 0}, [12, 8, 8, 8, 8]),
        ({"players": 8, "set": 6, "hand": 5, "lying": 0, "down": 0}, [5, 3, 3, 3, 3, 3, 3, 3]),
    ],
)  # fmt: skip
def test_the_others_hold_what_can_be(opened: Opened, case: dict[str, Any], sizes: list[int]) -> None:
    assert opened("#hint").evaluate(SIZES, case) == sizes
