"""How well real photographs and foreign renderings are read: never again worse than this.

The photographs and the judge lie beside the repository, and nothing of them in it but how many tiles were read right.
`-rP` shows the judge's tables.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True, slots=True)
class Floors:
    """The set asked for; least shares of legible tiles read right and of photos read without a fault; most tiles
    that are not there, as a share of the legible ones; most wrong tiles among those called sure; least share right in
    each family of photos."""

    domino_set: str
    tile_rate: float
    exact_rate: float
    extra_rate: float
    sure_wrong_rate: float
    families: Mapping[str, float]


FLOORS = {
    "dev": Floors(
        domino_set="double-12",
        tile_rate=0.95,
        exact_rate=0.85,
        extra_rate=0.02,
        sure_wrong_rate=0.002,
        families={
            "domibot": 0.97,
            "guix": 0.98,
            "hsb": 0.93,
            "jer": 0.95,
            "jjm": 0.92,
            "jmh": 0.94,
            "jnoy": 0.83,
            "karth": 0.82,
            "petr0n": 0.92,
            "rake": 0.80,
            "tak": 0.92,
            "vini": 0.95,
        },
    ),
    "rendered": Floors(
        domino_set="double-18",
        tile_rate=0.95,
        exact_rate=0.6,
        extra_rate=0.01,
        sure_wrong_rate=0.0,
        families={
            "blend_audit": 0.96,
            "blend_hand12": 0.88,
            "blend_hand15": 0.87,
            "blend_hand18": 0.80,
            "blend_numerals": 0.86,
            "blend_table": 0.96,
        },
    ),
}
"""Measured with the packaged weights, less a margin of two or three tiles."""

ROW = re.compile(r"^(\w+) +(\d+) +(\d+) \| +(\d+) +(\d+) +(\d+) +(\d+) \| +(\d+) +(\d+)$", re.M)
"""A line of the judge's table: family, photos, exact, legible, found, right, extra, sure, sure but wrong."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge says about one folder of photos: the figures of all, and (legible, right) of each family."""

    floors: Floors
    photos: int
    complaints: str
    overall: dict[str, float]
    families: dict[str, tuple[int, int]]


@pytest.fixture(scope="module", params=FLOORS)
def verdict(
    request: pytest.FixtureRequest,
    photos: Path,
    weights: Path,
    pipwise: Callable[..., subprocess.CompletedProcess[str]],
    tmp_path_factory: pytest.TempPathFactory,
) -> Verdict:
    """Reads a folder of photos in one call and has the readings judged."""
    folder, judge = photos / request.param, photos.parent / "tools" / "judge_photos.py"
    paths = sorted(folder.glob("*.jpg"))
    if not (paths and judge.is_file()):
        pytest.skip(f"no photos in shared/photos/{request.param}, or no judge in shared/tools")
    result = pipwise("read", "--json", "--set", FLOORS[request.param].domino_set, *paths)
    readings = tmp_path_factory.mktemp("readings") / f"{request.param}.jsonl"
    readings.write_text(result.stdout, encoding="utf-8")
    command = [sys.executable, str(judge), str(folder), str(readings)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    print(said)
    families = {row[1]: (int(row[4]), int(row[6])) for row in ROW.finditer(said) if row[1] != "ALL"}
    overall = json.loads(said.splitlines()[-1])
    return Verdict(FLOORS[request.param], len(result.stdout.splitlines()), result.stderr, overall, families)


def test_every_photo_is_read(verdict: Verdict) -> None:
    assert verdict.complaints == ""
    assert verdict.photos == verdict.overall["photos"]


def test_every_family_is_judged(verdict: Verdict) -> None:
    """A family without a floor, or a floor without its family, would be a test that cannot fail."""
    assert {name for name, (legible, _) in verdict.families.items() if legible} == verdict.floors.families.keys()
    assert sum(legible for legible, _ in verdict.families.values()) == verdict.overall["legible"]


@pytest.mark.parametrize("rate", ["tile_rate", "exact_rate"])
def test_as_much_is_right_as_before(verdict: Verdict, rate: str) -> None:
    assert verdict.overall[rate] >= getattr(verdict.floors, rate)


@pytest.mark.parametrize("rate", ["extra_rate", "sure_wrong_rate"])
def test_no_more_is_wrong_than_before(verdict: Verdict, rate: str) -> None:
    assert verdict.overall[rate] <= getattr(verdict.floors, rate)


def test_no_family_is_read_worse_than_before(verdict: Verdict) -> None:
    worse = {
        name: f"{right} of {legible}, below {verdict.floors.families[name]:.0%}"
        for name, (legible, right) in verdict.families.items()
        if right < verdict.floors.families.get(name, 0) * legible
    }
    assert worse == {}
