"""What the page does when answers do not come or end halfway, on a full phone, and at addresses that are none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import Page, Route, expect

from tests.page.game_table import make_game, type_hand

Opened = Callable[..., Page]
AWAY = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to load resource", "WebSocket")
LANG = Path(__file__).resolve().parents[2] / "server" / "static" / "lang"
FILL = """() => {
    const kept = localStorage;
    for (let size = 2 ** 22; size >= 1; size = Math.floor(size / 2)) {
        try {
            for (let k = 0; ; k += 1) kept.setItem(`filled-${size}-${k}`, 'x'.repeat(size));
        } catch (error) {
            if (error.name !== 'QuotaExceededError') throw error;
        }
    }
}"""
CUT = """async () => {
    const { get, getImage } = await import('/static/api.js');
    const real = window.fetch;
    const told = (asked) => asked.then((found) => ({ found }), ({ name, code, status }) => ({ name, code, status }));
    const answer = (kind, status, error) => async () => new Response(new ReadableStream({
        start(stream) { stream.enqueue(new TextEncoder().encode('{"id"')); stream.error(error); },
    }), { status, headers: { 'Content-Type': kind } });
    const found = {};
    for (const [name, kind, status, error] of [
        ['json', 'application/json', 200, new TypeError('cut')], ['picture', 'image/jpeg', 200, new TypeError('cut')],
        ['text', 'text/csv', 200, new TypeError('cut')], ['refusal', 'application/json', 404, new TypeError('cut')],
    ]) {
        window.fetch = answer(kind, status, error);
        found[name] = await told((kind.startsWith('image') ? getImage : get)('/api/anything'));
    }
    const left = Response.json({});
    left.json = () => Promise.reject(new DOMException('left', 'AbortError'));
    window.fetch = async () => left;
    found.left = await told(get('/api/anything'));
    window.fetch = real;
    return found;
}"""


@pytest.mark.parametrize(("locale", "status"), [("en-GB", None), ("da-DK", 503), ("hu-HU", None), ("es-ES", 200)])
def test_a_page_whose_words_do_not_come_says_so_and_begins_when_they_do(
    opened: Opened, locale: str, status: int | None
) -> None:
    page = opened(locale=locale, ignore=AWAY)
    ready = page.locator("h1").inner_text()
    words = json.loads((LANG / locale[:2] / "app.json").read_text(encoding="utf-8"))
    lost: list[str] = []

    def lose(route: Route) -> None:
        lost.append(route.request.url)
        if status is None:
            route.abort()
        else:
            route.fulfill(status=status, content_type="application/json", body='{"title": "Liv')

    page.route("**/live.json", lose)
    page.reload()
    told = page.locator(".note.error p").inner_text()
    assert words["error.offline"].startswith(told)
    expect(page.get_by_role("button", name=words["retry"])).to_be_visible()
    tries = len(lost)
    page.get_by_role("button", name=words["retry"]).tap()
    page.wait_for_timeout(300)
    assert len(lost) > tries
    page.unroute("**/live.json")
    expect(page.locator("h1")).to_have_text(ready)  # by itself
    expect(page.locator(".note.error")).to_have_count(0)


LOADED = {
    "en-GB": ("A part of the page could not be loaded.", "Load again"),
    "da-DK": ("En del af siden kunne ikke hentes.", "Indlæs igen"),
    "hu-HU": ("Az oldal egy része nem töltődött be.", "Újratöltés"),
    "es-ES": ("No se pudo cargar una parte de la página.", "Volver a cargar"),
}


@pytest.mark.parametrize(
    ("locale", "module", "answer"),
    [
        ("en-GB", "app.js", None),
        ("da-DK", "sheet.js", {"status": 404, "content_type": "application/json", "body": "{}"}),
        ("hu-HU", "dom.js", {"status": 200, "content_type": "text/javascript", "body": "export function h(tag, "}),
        ("es-ES", "i18n.js", {"status": 200, "content_type": "text/javascript", "body": "// nothing is exported"}),
    ],
)
def test_a_page_of_which_a_module_is_lost_or_broken_says_what_to_do(
    opened: Opened, locale: str, module: str, answer: dict[str, Any] | None
) -> None:
    page = opened(locale=locale, ignore=(*AWAY, "SyntaxError", "Unexpected", "does not provide an export"))
    ready = page.locator("h1").inner_text()

    def lose(route: Route) -> None:
        if answer is None:
            route.abort()
        else:
            route.fulfill(**answer)

    page.route(f"**/static/{module}", lose)
    page.reload()
    sentence, again = LOADED[locale]
    expect(page.get_by_role("alert")).to_contain_text(sentence)
    page.unroute(f"**/static/{module}")
    page.get_by_role("button", name=again).tap()
    expect(page.locator("h1")).to_have_text(ready)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_language_that_a_person_chose_is_kept_also_without_modules(opened: Opened) -> None:
    page = opened("#settings", ignore=AWAY)
    page.get_by_label("Language").select_option(label="Dansk")
    expect(page.locator("h1")).to_have_text("Indstillinger")
    page.route("**/static/parts.js", lambda route: route.abort())
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text(LOADED["da-DK"][0])
    assert page.locator("[lang=da] h1").inner_text() == "Pipwise"


def test_a_mistake_in_a_page_that_has_begun_takes_no_view_away(opened: Opened) -> None:
    page = opened("#settings", ignore=("a mistake",))
    page.evaluate("new Promise((done) => { setTimeout(() => { setTimeout(done); throw new Error('a mistake'); }); })")
    expect(page.locator("h1")).to_have_text("Settings")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_an_answer_that_ends_halfway_is_none(opened: Opened) -> None:
    page = opened()
    offline = {"name": "ApiError", "code": "offline", "status": 0}
    found = page.evaluate(CUT)
    assert found["json"] == found["picture"] == found["text"] == offline
    assert found["refusal"] == {"name": "ApiError", "code": "http_404", "status": 404}
    assert found["left"]["name"] == "AbortError"


def test_a_photo_whose_reading_ends_halfway_is_read_again(opened: Opened, hand: Path) -> None:
    page = opened()
    asked: list[str] = []

    def cut_the_first(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=200, content_type="application/json", body='{"width": 1280, "til')
        else:
            route.continue_()

    page.route("**/api/readings*", cut_the_first)
    page.locator("input[capture]").first.set_input_files(hand)
    expect(page.locator("h1")).to_have_text("Waiting for the server")
    page.locator(".total-card").wait_for()
    assert len(asked) == 2


def test_a_hand_counts_though_the_phone_is_full(opened: Opened, server: str) -> None:
    page = opened("#game", ignore=AWAY)
    make_game(page, server)
    page.locator(".hand-doors").wait_for()
    page.evaluate("localStorage.setItem('pipwise.outbox', '[]')")
    page.get_by_role("button", name="Type it").tap()
    page.evaluate(FILL)
    page.context.set_offline(True)
    type_hand(page, (3, 5))
    expect(page.locator(".outbox")).to_contain_text("Ann, round 1: waiting to be sent")
    page.context.set_offline(False)
    expect(page.locator(".own-points strong")).to_have_text("8", timeout=30_000)
    expect(page.locator(".outbox")).to_have_count(0)


def test_what_a_full_phone_keeps_is_the_newest(opened: Opened) -> None:
    page = opened()
    script = """async ([key, value]) => {
        const { read, remove, write } = await import('/static/store.js');
        if (value === null) remove(key);
        else write(key, value);
        return [read(key, 'nothing'), localStorage.getItem(`pipwise.${key}`)];
    }"""
    long = "y" * 200_000
    page.evaluate("localStorage.setItem('pipwise.games', JSON.stringify('old'))")
    page.evaluate(FILL)
    # What was kept before stays for a reload: with the keys of games, no word is worse than an old one.
    assert page.evaluate(script, ["games", long]) == [long, '"old"']
    page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('filled')).forEach("
                  "(key) => localStorage.removeItem(key))")  # fmt: skip
    assert page.evaluate(script, ["games", "new"]) == ["new", '"new"']
    assert page.evaluate(script, ["games", None]) == ["nothing", None]


@pytest.mark.parametrize(
    ("address", "heading"),
    [
        ("#join=%E0", "Games"), ("#score=%", "Count a hand"), ("#constructor", "Count a hand"),
        ("#__proto__=1", "Count a hand"), ("#toString?x=%E0", "Count a hand"),
    ],
)  # fmt: skip
def test_an_address_that_is_none_shows_a_view_all_the_same(opened: Opened, address: str, heading: str) -> None:
    page = opened(address)
    expect(page.locator("h1")).to_have_text(heading)
    expect(page.locator(".tab[aria-current]")).to_have_count(1)


def test_a_sheet_does_not_outlive_its_view(opened: Opened) -> None:
    page = opened("#settings")
    page.get_by_role("link", name="Score").tap()
    page.get_by_role("button", name="Change how points are counted").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.locator("h1")).to_have_text("Settings")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("h1")).to_be_focused()
    page.get_by_label("Language").select_option(label="Dansk")  # nothing lies over it
    expect(page.locator("h1")).to_have_text("Indstillinger")


def test_a_question_that_is_left_is_answered_with_no(opened: Opened, server: str) -> None:
    """Whoever waits for an answer hears that there is none, before the view is gone."""
    page = opened("#settings", ignore=AWAY)
    host = make_game(page, server, open_train=10)
    page.locator(".hand-doors").get_by_role("button", name="I went out").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.evaluate("location.hash = '#hint'")
    expect(page.locator("dialog")).to_have_count(0)
    page.locator(".view-hint h1").wait_for()
    assert host.hand(1, 1, [])["version"] == 2  # nothing was handed in


def test_a_hand_that_came_too_slowly_is_sent_again(opened: Opened, server: str) -> None:
    page = opened("#game", ignore=AWAY)
    make_game(page, server)
    asked: list[str] = []

    def refuse_the_first(route: Route) -> None:
        asked.append(route.request.headers["idempotency-key"])
        if len(asked) == 1:
            route.fulfill(status=408, json={"error": {"code": "too_slow", "message": "It took too long."}})
        else:
            route.continue_()

    page.route("**/hands", refuse_the_first)
    page.get_by_role("button", name="I went out").tap()
    expect(page.locator(".outbox")).to_contain_text("waiting to be sent")
    expect(page.locator(".own-points strong")).to_have_text("0", timeout=30_000)
    expect(page.locator(".outbox")).to_have_count(0)
    assert len(set(asked)) == 1
