"""The description of the API against what it does: schemathesis makes up requests that fit it, and such that do not."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from PIL import Image as Pillow
from schemathesis import Case, GenerationMode
from schemathesis.checks import CHECKS
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance
from starlette.types import Receive, Scope, Send

from engine import hints
from server.games.service import Games
from server.web.app import create_app
from server.web.limits import Guesses
from server.web.settings import Settings

EXAMPLES = 300 if os.environ.get("PIPWISE_SLOW") else 8
"""Requests that are made up for each route, beside those at the edges of its description."""

SENSE = {"/api/hints", "/api/games", "/api/scores", "/api/tables", "/api/tables/audit"}
"""Where requests may fit the description and contradict themselves all the same: rules, tables, outlines, names."""
FORMATS = {"image/jpeg": "JPEG", "image/png": "PNG", "image/webp": "WEBP", "image/heic": "HEIF", "image/heif": "HEIF"}


def _saved(kind: str, width: int, height: int, level: int) -> bytes:
    file = BytesIO()
    Pillow.new("RGB", (width, height), (level, 90, 60)).save(file, kind)
    return file.getvalue()


for media_type, kind in FORMATS.items():
    side = st.integers(16, 80)
    schemathesis.openapi.media_type(media_type, st.builds(_saved, st.just(kind), side, side, st.integers(0, 255)))


class Nothing:
    """Sees no tile in any picture."""

    def read(self, image: Any, /) -> Any:
        from vision.types import Observation

        return Observation((image.shape[1], image.shape[0]), (), (), (), (), ())


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The application, which runs until the last test is done: one that has ended only says so."""
    chosen = Settings(data=tmp_path_factory.mktemp("games"), page=Path("no page"))
    hints.warm_up()
    many = Guesses(10**9, 10**9)
    hurried = count().__next__  # so that no advice takes longer than a few looks at it
    app = create_app(
        chosen, Nothing(), Games(chosen.games_url), warm_up=lambda: None, guesses=many, clock=hurried
    )  # fmt: skip
    with TestClient(app) as running:
        yield running


@pytest.fixture(scope="module")
def application(client: TestClient) -> FastAPI:
    assert isinstance(client.app, FastAPI)
    return client.app


@pytest.fixture(scope="module")
def game(client: TestClient) -> tuple[str, str]:
    """A game that is there, and the token of its host."""
    asked = {"players": ["Ann", "Bo"], "host_seat": 0, "keep_photos": True}
    made = client.post("/api/games", json=asked, headers={"Idempotency-Key": "the-first-key-here"}).json()
    return made["game"]["id"], made["host_token"]


class Door:
    """Leads to an application that can be another one later: routes are collected before a test has a folder."""

    app: Any

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)


class NoGames:
    """What an application needs of games to tell what it can do."""

    def subscribe(self, listener: Any) -> Any:
        return lambda: None

    def close_all(self) -> None:
        pass


door = Door()
door.app = create_app(Settings(page=Path("no page")), Nothing(), NoGames(), warm_up=lambda: None)  # type: ignore[arg-type]
schema = schemathesis.openapi.from_asgi(
    "/api/openapi.json",
    door,
    # A request takes a second at most, and far longer where many share the machine.
    config=SchemathesisConfig.from_dict(
        {"seed": 20261130, "generation": {"deterministic": True}, "request-timeout": 300}
    ),
)


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_the_api_does_what_its_description_says(case: Case, application: FastAPI, game: tuple[str, str]) -> None:
    """Requests that are meant to fit go to the game that is there, so that they reach more than its door."""
    door.app = application
    headers = {}
    fits = case.meta is not None and case.meta.generation.mode == GenerationMode.POSITIVE
    if fits and case.path_parameters.get("game"):
        case.path_parameters["game"] = game[0]
        headers["Authorization"] = f"Bearer {game[1]}"
    of_a_game = "{game}" in case.path
    excluded = [positive_data_acceptance] if case.path in SENSE or of_a_game else []
    if of_a_game:
        excluded.append(ignored_auth)  # it wants 401 for a wrong token, and games tell nobody that they are there
    answer = case.call_and_validate(headers=headers, excluded_checks=excluded)
    assert answer.status_code != 503  # one request at a time finds it neither busy nor ended


def test_all_checks_are_made() -> None:
    assert len(CHECKS.get_all_names()) > 10


def test_every_route_has_a_summary_its_statuses_and_errors_in_one_shape(application: FastAPI) -> None:
    described = application.openapi()
    operations: list[tuple[str, str, dict[str, Any]]] = [
        (path, method, operation) for path, ways in described["paths"].items() for method, operation in ways.items()
    ]
    assert len(operations) >= 19
    for path, method, operation in operations:
        statuses = operation["responses"]
        assert operation["summary"], path
        assert any(status.startswith("2") for status in statuses)
        for status, answer in statuses.items():
            assert answer["description"]
            if status >= "400":
                content = answer["content"]["application/json"]
                assert content["schema"]["$ref"].endswith("/ErrorAnswer"), (path, status)
                assert content["example"]["error"]["message"].endswith(".")
        if method == "post":
            assert {"400", "403", "408", "413", "422"} <= statuses.keys(), path


def test_what_is_described_stays_in_step_with_the_page_of_the_description(make_app: Callable[..., FastAPI]) -> None:
    with TestClient(make_app()) as client:
        assert client.get("/api/openapi.json").json()["info"]["title"] == "Pipwise"
