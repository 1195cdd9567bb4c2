"""The pictures of the page in README: `python -m tests.page.draw_pictures` takes them anew, with a real server."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.page.conftest import PHONE, STEP_MS, ServerProcess

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "datasets" / "samples"
TABLE = """async () => {
    const { freshTable, writeTable } = await import('/static/hint/state.js');
    const table = freshTable(3);
    writeTable({
        ...table, hand: [[12, 6], [6, 1], [1, 10], [10, 4], [4, 2], [12, 11], [3, 8]],
        names: ['', 'Bo', 'Cy'], held: [null, 6, 5],
        trains: [table.trains[0], { end: 9, double: false, marked: true }, { end: 2, double: false, marked: false }],
        mexicans: [{ end: 3, double: false, marked: false }],
    });
}"""


def score(page: Page) -> None:
    """A hand that was just read."""
    page.locator("input[capture]").first.set_input_files(SAMPLES / "hand.jpg")
    page.locator(".total-card").wait_for()


def hint(page: Page) -> None:
    """The best moves of a table."""
    page.evaluate(TABLE)
    page.evaluate("location.hash = 'hint'")
    page.locator(".view-hint > .button.primary").tap()
    page.locator(".move").first.wait_for()


def main() -> None:
    """Write both pictures into the samples."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = ServerProcess(Path(data))
        try:
            server.wait()
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            for name, shown in (("page-score", score), ("page-hint", hint)):
                context = browser.new_context(
                    viewport=PHONE, has_touch=True, is_mobile=True, locale="en-GB", reduced_motion="reduce"
                )
                context.set_default_timeout(STEP_MS)
                page = context.new_page()
                page.goto(server.url)
                page.locator("h1").wait_for()
                shown(page)
                page.wait_for_timeout(500)
                page.screenshot(path=SAMPLES / f"{name}.png")
                context.close()
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
