"""What a person reads who opens the page by a name that the server does not go by: a sentence, in their language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response

from server.web.problems import answer

BAD_HOST = (
    "The server does not go by this name; open it by its address, or name it in PIPWISE_URL or PIPWISE_HOSTS where it "
    "runs."
)
# No style and no script: their addresses have the same name, and would be refused as well.
_PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Pipwise</title>
<h1>Pipwise</h1>
<p>{sentence}</p>
</html>
"""


def sentences(page: Path) -> dict[str, str]:
    """What the page in this folder says of a wrong name, by the codes of its languages; nothing where it has none.

    Raises:
        KeyError: if a catalogue of the page lacks the sentence.
    """
    found = sorted(page.glob("lang/*/app.json"))
    return {path.parent.name: json.loads(path.read_text(encoding="utf-8"))["error.bad_host"] for path in found}


def refusal(headers: Headers, path: str, said: Mapping[str, str]) -> Response:
    """The refusal of a request for a foreign name: a page where a browser shows it, else an error as any other.

    `said`: the sentence by the codes of languages, of which the first is taken that the browser asks for.
    """
    if path.startswith("/api/") or "text/html" not in headers.get("accept", ""):
        return answer(400, "bad_host", BAD_HOST)
    wanted = [part.partition(";")[0].strip() for part in headers.get("accept-language", "").split(",")]
    codes = [code.partition("-")[0].lower() for code in wanted]
    language = next((code for code in codes if code in said), "en")
    return HTMLResponse(_PAGE.format(language=language, sentence=escape(said.get(language, BAD_HOST))), 400)
