"""People at a table with phones: what the tests of games have in common."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

Opened = Callable[..., Page]
Pips = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Host:
    """A game that was made by request, with the key of its host."""

    url: str
    page: Page
    id: str
    token: str
    seat_token: str
    code: str

    def ask(self, step: str, **body: Any) -> dict[str, Any]:
        """One step of the host; the state after it."""
        answer = self.page.request.post(
            f"{self.url}/api/games/{self.id}/{step}", data=body,
            headers={"Authorization": f"Bearer {self.token}", "Idempotency-Key": secrets.token_hex(8)},
        )  # fmt: skip
        assert answer.ok, answer.text()
        state: dict[str, Any] = answer.json()
        return state

    def hand(self, round_number: int, seat: int, tiles: Pips, **more: Any) -> dict[str, Any]:
        """Hand in for a seat; no tiles mean that it went out."""
        return self.ask("hands", round=round_number, seat=seat, tiles=tiles, out=not tiles, unsure=0, **more)

    def photo(self, data: bytes) -> str:
        """Keep a photo; its name."""
        answer = self.page.request.post(
            f"{self.url}/api/games/{self.id}/photos", data=data,
            headers={
                "Authorization": f"Bearer {self.token}", "Idempotency-Key": secrets.token_hex(8),
                "Content-Type": "image/jpeg",
            },
        )  # fmt: skip
        assert answer.ok, answer.text()
        return str(answer.json()["photo"])

    def close(self, state: dict[str, Any]) -> dict[str, Any]:
        """Close the round."""
        return self.ask("close", version=state["version"], blocked=False, absent="refuse")


def make_game(
    page: Page,
    url: str,
    players: Sequence[str] = ("Ann", "Bo"),
    name: str = "Friday",
    *,
    keep_photos: bool = False,
    **changes: Any,
) -> Host:
    """A game whose host is the first player, kept by this browser as if it had been made there."""
    wish = {
        "name": name, "rules": {"preset": "puremco", "changes": changes}, "players": list(players), "host_seat": 0,
        "keep_photos": keep_photos,
    }  # fmt: skip
    answer = page.request.post(f"{url}/api/games", data=wish, headers={"Idempotency-Key": secrets.token_hex(8)})
    assert answer.ok, answer.text()
    made = answer.json()
    game = made["game"]
    kept = [{
        "id": game["id"], "name": name, "seat": 0, "hostToken": made["host_token"], "seatToken": made["seat_token"],
        "at": 1,
    }]  # fmt: skip
    keep(page, kept)
    return Host(url, page, game["id"], made["host_token"], made["seat_token"], game["join"]["code"])


def keep(page: Page, games: list[dict[str, Any]]) -> None:
    """Let the browser have these games, the first being open, and show them."""
    page.evaluate(
        """([games, open]) => {
            localStorage.setItem('pipwise.games', games);
            localStorage.setItem('pipwise.games.open', open);
        }""",
        [json.dumps(games), json.dumps(games[0]["id"])],
    )
    page.evaluate("location.hash = '#game'")
    page.reload()
    page.locator(".room-tabs").wait_for()


def seated_phone(opened: Opened, host: Host, name: str) -> Page:
    """Another phone, on which this player has joined by the link."""
    phone = opened(f"#join={host.code}")
    phone.get_by_role("button", name=name).tap()
    expect(phone.get_by_role("tab", name="Round")).to_be_visible()
    return phone


def turn_to(page: Page, name: str) -> None:
    """Another page of the open game."""
    page.get_by_role("tab", name=name).tap()


def type_hand(page: Page, *tiles: tuple[int, int]) -> None:
    """Type tiles on the screen for a hand, whose keypad is open, and hand them in."""
    keys = page.locator("dialog .key")
    for value in (value for tile in tiles for value in tile):
        keys.get_by_text(str(value), exact=True).tap()
    page.get_by_role("button", name="Done").tap()
    page.get_by_role("button", name="Hand in").tap()


def own_points(page: Page) -> str:
    """The points of the own hand, as shown."""
    return page.locator(".own-points strong").inner_text()
