"""The page and its files, as they lie in their folder."""

from __future__ import annotations

import mimetypes
import os
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""What browsers insist on, and some systems tell otherwise."""


class PageFiles(StaticFiles):
    """Files that browsers keep and ask about each time: an update is seen at once, and costs nothing where there is
    none."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = "no-cache"
        return response


def add_page(app: FastAPI, folder: Path) -> None:
    """Serve `index.html` of the folder at `/`, and its files under `/static/`; without the folder, neither."""
    if not folder.is_dir():
        return
    for ending, kind in TYPES.items():
        mimetypes.add_type(kind, ending)
    files = PageFiles(directory=folder)

    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request) -> Response:
        return await files.get_response("index.html", request.scope)

    # Under a path of their own: mounted at the root they would answer for wrong methods of the API.
    app.mount("/static", files)
