"""What stands before every request: the headers of its answer, no foreign hosts, and no writes from foreign pages."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.web.hosts import is_ours
from server.web.problems import answer
from server.web.refusal import refusal
from server.web.security_headers import add_headers

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def is_foreign(headers: Headers, allowed: Sequence[str] = ()) -> bool:
    """Whether a request comes from a page of another origin than that which it is for, unless that is `allowed`.

    What sends no `Origin` is no page in a browser, or a page's own plain link.
    """
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
    if origin in allowed:
        return False
    try:
        return urlsplit(origin).netloc.lower() != headers.get("host", "").lower()
    except ValueError:  # brackets with no address in them
        return True


class Guard:
    """Middleware: adds the headers, refuses writes and WebSockets of foreign pages, keeps answers out of caches.

    Requests for hosts that are none of `names` are refused, too; see `hosts.py`. `said` is what people are told then,
    by the codes of languages.
    """

    def __init__(
        self,
        app: ASGIApp,
        origins: Sequence[str] = (),
        names: Collection[str] = (),
        said: Mapping[str, str] | None = None,
    ) -> None:
        self._app, self._origins, self._names = app, tuple(origins), frozenset(names)
        self._said = {} if said is None else said

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket" and self._is_foreign_socket(Headers(scope=scope)):
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": "another origin"})
        else:
            await self._app(scope, receive, send)

    def _is_foreign_socket(self, headers: Headers) -> bool:
        return not is_ours(headers.get("host", ""), self._names) or is_foreign(headers, self._origins)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                add_headers(MutableHeaders(scope=message), headers.get("host", ""), scope["path"])
            await send(message)

        if not is_ours(headers.get("host", ""), self._names):
            await refusal(headers, scope["path"], self._said)(scope, receive, send_guarded)
        elif scope["method"] not in SAFE_METHODS and is_foreign(headers, self._origins):
            foreign = answer(403, "cross_origin", "Pages of other origins may not write here; open Pipwise itself.")
            await foreign(scope, receive, send_guarded)
        else:
            await self._app(scope, receive, send_guarded)
