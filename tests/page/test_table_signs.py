"""Signs over the photo of a table: which number is which, and none on another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import Page, expect

from datasets.tables import table
from engine.presets import preset
from server.table_known import Known
from server.table_service import see_table
from server.web.schemas_tables import table_out
from tests.page.table_view import take
from tests.page.test_labels import boxes, shared
from tests.server.table_views import observe

Opened = Callable[..., Page]


def test_trains_have_numbers_values_are_on_half_tiles_and_findings_have_letters(opened: Opened, faulty: Path) -> None:
    page = opened("#table")
    take(page, faulty)
    letters = page.locator(".place-mark text").all_text_contents()
    assert letters == ["A"]
    finding = page.locator(".seen-finding").first
    expect(finding.locator(".seen-letter")).to_have_text("A")
    expect(finding).to_contain_text("Train 3")
    sign = finding.locator(".train-sign")
    expect(sign).to_have_text("3")
    expect(sign).to_have_class("train-sign train-3")
    round_, square = (
        page.locator(f".badge.{kind} rect").first.evaluate("rect => rect.rx.baseVal.value / rect.height.baseVal.value")
        for kind in ("number", "end")
    )
    assert round_ == pytest.approx(0.5)
    assert square < 0.3


def test_letters_go_on_after_the_last_one(opened: Opened) -> None:
    page = opened("#table")
    told = page.evaluate("""async () => {
        const { letterOf } = await import('/static/table/findings.js');
        return [0, 1, 25, 26, 27, 51, 52].map(letterOf);
    }""")
    assert told == ["A", "B", "Z", "AA", "AB", "AZ", "BA"]


@pytest.mark.parametrize("seed", [3, 24])
def test_no_sign_stands_on_another(opened: Opened, tmp_path: Path, seed: int) -> None:
    """Every double of the table is read as another tile, so that there is much to be told."""
    true = table(seed)
    odd = {number: {(a + 1) % 7: 1.0} for number, (a, b) in enumerate(true.values) if number and a == b}
    observation, _ = observe(true, np.random.default_rng(0), flip=False, odd=odd)
    seen = see_table(observation, Known(preset("puremco", true.highest)))
    width, height = observation.image_size
    photo = tmp_path / "table.jpg"
    cv2.imwrite(str(photo), np.full((height, width, 3), 90, np.uint8))
    page = opened("#table", viewport={"width": 390, "height": 844})
    answer = table_out(seen, 5).model_dump(mode="json")
    page.route("**/api/tables?*", lambda route: route.fulfill(json=answer))
    take(page, photo)
    page.get_by_role("button", name="Closer").tap()
    signs = boxes(page, ":is(.badge, .place-mark) > rect")
    trains = sum(one["branch_of"] is None for one in answer["trains"])
    assert len(signs) >= 2 * trains
    labels = boxes(page, ".chip rect")
    over = [(one, other) for k, one in enumerate([*signs, *labels]) for other in signs[:k] if shared(one, other) > 1]
    assert over == []
