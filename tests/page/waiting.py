"""Waiting for what no locator can see."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

SECONDS = 30.0


def until(page: Page, expression: str) -> None:
    """Until a JavaScript expression is true. Playwright's own way evaluates text in the page, which its policy forbids.

    Raises:
        AssertionError: when it does not become true.
    """
    end = time.monotonic() + SECONDS
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"{expression} did not become true"
        page.wait_for_timeout(50)
