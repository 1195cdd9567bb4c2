"""Errors as the page gets them: `{"error": {"code": …, "message": …}}`, also those that the framework finds itself."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException

from engine.errors import EngineError
from server.web.security_headers import add_headers


class Problem(HTTPException):
    """A request that cannot be followed: its HTTP status, a code for programs and a sentence for people.

    `details` stand beside the code. It is one of the framework's exceptions so that it also gets through where the
    framework reads a body.
    """

    def __init__(
        self, status: int, code: str, message: str, headers: Mapping[str, str] | None = None, **details: Any
    ) -> None:
        super().__init__(status, message, headers)
        self.code, self.message, self.details = code, message, details


class ErrorBody(BaseModel):
    """What went wrong: a code that does not change, and a sentence in English. Some errors say more."""

    model_config = ConfigDict(extra="allow")

    code: str
    message: str


class ErrorAnswer(BaseModel):
    """The answer to a request that cannot be followed."""

    error: ErrorBody


MEANINGS = {
    400: ("The body is not JSON.", "malformed", "The body cannot be read as JSON; send a JSON object."),
    401: ("No token was sent.", "no_token", "Say who you are: send the token of the game as a bearer token."),
    403: ("Not allowed to this seat, or to a page of another origin.", "not_host", "Only the host may do that."),
    404: ("There is no such thing, as far as the token goes.", "no_game", "There is no such game for this token."),
    408: ("The body came too slowly.", "too_slow", "The photo took too long to arrive; send it again."),
    409: ("It does not fit the state of the game.", "conflict", "Somebody changed the game meanwhile; look again."),
    413: ("Too many bytes or pixels.", "too_large", "The picture is too large; send a smaller copy."),
    415: ("Not a type of image that is read.", "not_an_image", "Send a photo as JPEG, PNG, WebP or HEIC."),
    422: (
        "It was understood and cannot be.",
        "invalid",
        "The field hand is not right: it should have at least 1 tile.",
    ),
    429: (
        "Too many wrong guesses, or too much from one seat; `Retry-After` says when to go on.",
        "too_many_guesses",
        "Wait a minute.",
    ),
    500: ("A fault of the server.", "internal", "Something went wrong here; try again."),
    503: ("Too busy; `Retry-After` says when to come again.", "busy", "Many photos are being read; try again soon."),
}
"""For each status: what it means, and an example of its code and sentence."""

_NAMES = {404: "not_found", 405: "method_not_allowed"}
_SENTENCES = {
    404: "There is nothing at this address.",
    405: "This address knows no such method.",
    400: "The body cannot be read as JSON in UTF-8; send a JSON object.",
}


def may_answer(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Those error statuses for the description of a route, each with an example; every route may answer 500."""
    described: dict[int | str, dict[str, Any]] = {}
    for status in (*statuses, 500):
        meaning, code, message = MEANINGS[status]
        described[status] = {
            "model": ErrorAnswer,
            "description": meaning,
            "content": {"application/json": {"example": {"error": {"code": code, "message": message}}}},
        }
        if status in (429, 503):
            described[status]["headers"] = {
                "Retry-After": {"description": "seconds", "schema": {"type": "integer", "minimum": 1}}
            }
    return described


def answer(
    status: int, code: str, message: str, headers: Mapping[str, str] | None = None, **details: Any
) -> JSONResponse:
    """An error as a response."""
    return JSONResponse({"error": {"code": code, "message": message, **details}}, status, dict(headers or {}))


def busy(code: str, message: str, seconds: float) -> Problem:
    """A 503 that says when to come again: after so many seconds, at least one."""
    return Problem(503, code, message, {"Retry-After": str(max(1, math.ceil(seconds)))})


def answer_all_errors(app: FastAPI) -> None:
    """Have all errors of the application answered in this shape."""

    @app.exception_handler(HTTPException)
    async def of_http(request: Request, error: HTTPException) -> JSONResponse:
        if isinstance(error, Problem):
            return answer(error.status_code, error.code, error.message, error.headers, **error.details)
        status = error.status_code
        code = _NAMES.get(status, "malformed" if status == 400 else f"http_{status}")
        return answer(status, code, _SENTENCES.get(status, str(error.detail)), error.headers)

    @app.exception_handler(RequestValidationError)
    async def of_fields(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = [str(part) for part in first["loc"][1:]]
        if first["type"] == "json_invalid":
            return answer(400, "malformed", _SENTENCES[400])
        if not where:
            return answer(422, "invalid", "The request needs a JSON object as its body, sent as application/json.")
        field, reason = ".".join(where), str(first["msg"]).removeprefix("Value error, ")
        message = f"The field {field[:200]} is not right: {reason[:1].lower()}{reason[1:]}."
        return answer(422, "invalid", message, field=field[:200])

    @app.exception_handler(EngineError)
    async def of_the_game(request: Request, error: EngineError) -> JSONResponse:
        name = type(error).__name__.removesuffix("Error").lower()
        return answer(422, f"bad_{name}", str(error))

    @app.exception_handler(500)
    async def of_ours(request: Request, error: Exception) -> JSONResponse:
        ours = answer(500, *MEANINGS[500][1:])
        # This one is made outside of all middleware.
        add_headers(ours.headers, request.headers.get("host", ""), request.url.path)
        return ours
