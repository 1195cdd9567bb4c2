"""What the files of the page must and must not hold; no browser is needed for that."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.page import draw_icons

STATIC = Path(__file__).resolve().parents[2] / "server" / "static"
FILES = sorted(path for path in STATIC.rglob("*") if path.is_file())
TEXTS = [path for path in FILES if path.suffix in (".html", ".js", ".css", ".json", ".webmanifest", ".svg")]
MAX_LINES = 400


def name_of(path: Path) -> str:
    return path.relative_to(STATIC).as_posix()


@pytest.mark.parametrize("path", TEXTS, ids=name_of)
def test_nothing_comes_from_another_place(path: Path) -> None:
    found = re.findall(r"https?://[^\s\"'`)]+", path.read_text(encoding="utf-8"))
    # Names of formats, and the home page that a vendored file says it is from.
    assert [one for one in found if not one.startswith(("http://www.w3.org/", "https://github.com/leeoniya/"))] == []


@pytest.mark.parametrize("path", [path for path in TEXTS if path.suffix in (".js", ".css")], ids=name_of)
def test_a_file_is_short(path: Path) -> None:
    if "vendor" not in path.parts:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("path", [path for path in TEXTS if path.suffix == ".js"], ids=name_of)
def test_a_module_takes_no_text_for_markup(path: Path) -> None:
    if "vendor" not in path.parts:
        text = path.read_text(encoding="utf-8")
        assert text.startswith("// "), "the first line says what the module is"
        assert not re.search(r"\binnerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text)


def test_the_first_page_keeps_the_policy() -> None:
    """A strict Content-Security-Policy lets no script and no style stand in the page itself."""
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]*\bsrc=)", text) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=", text) == []
    for address in re.findall(r'(?:src|href)="(/static/[^"]+)"', text):
        assert (STATIC / address.removeprefix("/static/")).is_file(), address


def test_every_module_that_is_imported_exists() -> None:
    for path in TEXTS:
        if path.suffix == ".js":
            for address in re.findall(r"(?:from|import\()\s*'(\.[^']+)'", path.read_text(encoding="utf-8")):
                assert (path.parent / address).is_file(), f"{name_of(path)} imports {address}"


def test_icons_are_as_they_are_drawn() -> None:
    assert (STATIC / "icons" / "icon.svg").read_text(encoding="utf-8") == draw_icons.svg()
    for name, drawn in draw_icons.files().items():
        with Image.open(STATIC / "icons" / name) as kept:
            assert kept.size == drawn.size
            # Another version of the library may smooth edges a little otherwise.
            assert np.abs(np.asarray(kept.convert("RGBA"), int) - np.asarray(drawn, int)).mean() < 1


def test_the_manifest_names_icons_that_are_there() -> None:
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["start_url"] == manifest["scope"] == "/"
    sizes = set()
    for sign in manifest["icons"]:
        path = STATIC / sign["src"].removeprefix("/static/")
        if path.suffix == ".png":
            with Image.open(path) as image:
                assert f"{image.width}x{image.height}" == sign["sizes"]
        sizes.add(sign["sizes"])
    assert {"192x192", "512x512"} <= sizes


def test_each_colour_stands_once_for_light_and_once_for_dark() -> None:
    for path in sorted((STATIC / "css").glob("*.css")):
        text = path.read_text(encoding="utf-8")
        assert "prefers-color-scheme" not in text, name_of(path)
        names = re.findall(r"^\s*(--[a-z0-9-]+):", text, re.M)
        assert [
            name for name in set(names) if names.count(name) > 2 and name not in ("--type", "--touch", "--tabs")
        ] == []
