"""The image is built elsewhere; what it is built from, and how, is looked at here."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
LINES = [line for line in (ROOT / "Dockerfile").read_text().replace("\\\n", " ").splitlines() if line[:1] not in "#"]


def instructions(name: str) -> list[str]:
    return [line.removeprefix(f"{name} ") for line in LINES if line.startswith(f"{name} ")]


def copied() -> list[str]:
    return [part for line in instructions("COPY") if "--from" not in line for part in line.split()[:-1]]


def test_it_copies_what_is_there_and_what_the_wheel_is_made_of() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert [name for name in copied() if not (ROOT / name).exists()] == []
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert {*packages, project["project"]["readme"], *project["project"]["license-files"]} <= set(copied())


def test_nothing_that_it_copies_is_kept_from_it() -> None:
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert kept == set(copied())


def test_it_installs_what_is_tested() -> None:
    (install,) = [line for line in instructions("RUN") if "pip install" in line]
    assert "--constraint constraints.txt" in install
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(re.findall(r"\.\[(\w+)\]", install)) <= extras.keys()


def test_nobody_in_it_is_root_and_its_games_outlive_it() -> None:
    user = LINES.index("USER pipwise")
    assert not [line for line in LINES[user:] if line.startswith("USER ") and line != "USER pipwise"]
    assert instructions("VOLUME") == ["/data"]
    assert any("PIPWISE_DATA=/data" in line for line in instructions("ENV"))


@pytest.mark.parametrize("word", ["HEALTHCHECK", "EXPOSE", "ENTRYPOINT"])
def test_it_is_looked_after_where_it_listens(word: str) -> None:
    assert "8000" in instructions(word)[0]


def test_the_settings_it_names_are_settings() -> None:
    from server.web.settings import Settings

    text = (ROOT / "Dockerfile").read_text()
    names = {name.lower() for name in re.findall(r"PIPWISE_([A-Z_]+)", text)}
    assert names
    assert names <= Settings.model_fields.keys()
