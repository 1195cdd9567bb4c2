"""The live view, fed by the fake camera of Chromium with a video of rendered tiles."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

pytest.importorskip("playwright.sync_api", reason="no Playwright in this environment (pip install '.[test]')")

from playwright.sync_api import Browser, Page, expect

from tests.page.waiting import until

Opened = Callable[..., Page]
UNSAFE = "pipwise.local"
"""A name that leads here, and that browsers do not hold for this machine, so that its pages are not secure."""


def video(photo: Path, where: Path, frames: int = 10) -> Path:
    """A film of a photo, held by a calm hand, as Chromium takes it for a camera: JPEGs, one after another."""
    with Image.open(photo) as opened:
        picture = opened.convert("RGB").crop((60, 230, 1220, 1000)).resize((1152, 765))
    with where.open("wb") as film:
        for frame in range(frames):
            canvas = Image.new("RGB", (1280, 960), (96, 72, 54))
            canvas.paste(picture, (64 + frame % 2, 98))
            jpeg = io.BytesIO()
            canvas.save(jpeg, "JPEG", quality=88)
            film.write(jpeg.getvalue())
    return where


@pytest.fixture(scope="module")
def with_camera(launch: Callable[..., Browser], hand: Path, tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """A browser whose camera looks at the tiles of the photo."""
    film = video(hand, tmp_path_factory.mktemp("camera") / "tiles.mjpeg")
    return launch(
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
        f"--host-resolver-rules=MAP {UNSAFE} 127.0.0.1",
    )


@pytest.fixture(scope="module")
def total(root: Path) -> int:
    """The pips of the tiles in the photo."""
    tiles = json.loads((root / "datasets" / "samples" / "hand.json").read_text(encoding="utf-8"))["tiles"]
    return sum(sum(tile["pips"]) for tile in tiles)


def test_the_total_is_seen_live_and_taken_by_a_tap(opened: Opened, with_camera: Browser, total: int) -> None:
    page = opened("#live", browser=with_camera)
    page.evaluate("localStorage.setItem('pipwise.live.auto', 'false')")
    expect(page.locator(".live-total strong")).to_have_text(str(total))
    assert page.locator(".live .mark .line").count() >= 11
    # Nothing is taken by itself now.
    page.wait_for_timeout(1500)
    page.get_by_role("button", name="Take this reading").tap()
    page.locator(".total-card").wait_for()
    expect(page.locator(".total strong")).to_have_text(str(total))
    until(page, "document.querySelector('.photo img').naturalWidth > 0")
    assert page.evaluate("document.querySelector('video')") is None


def test_a_sure_reading_is_taken_by_itself(opened: Opened, with_camera: Browser, total: int) -> None:
    page = opened("#live", browser=with_camera)
    page.locator(".total-card").wait_for()
    expect(page.locator(".total strong")).to_have_text(str(total))


def test_a_cleared_hand_is_not_offered_beside_one_from_the_camera(
    opened: Opened, with_camera: Browser, total: int
) -> None:
    page = opened("#live", browser=with_camera)
    page.get_by_role("button", name="Clear").tap()
    expect(page.locator(".toast-action")).to_have_count(1)
    page.evaluate("location.hash = 'live'")
    page.locator(".total-card").wait_for()
    assert page.locator(".toast-action").count() == 0
    expect(page.locator(".total strong")).to_have_text(str(total))


def test_frames_go_one_at_a_time_and_the_view_ends_with_them(opened: Opened, with_camera: Browser) -> None:
    page = opened("#score", browser=with_camera)
    sent: list[int] = []
    answered: list[int] = []
    under_way: list[int] = []
    closed = []

    def watch(socket: object) -> None:
        def out(payload: str | bytes) -> None:
            sent.append(int.from_bytes(payload[:4], "big"))  # type: ignore[arg-type]
            under_way.append(len(sent) - len(answered))

        socket.on("framesent", out)  # type: ignore[attr-defined]
        socket.on("framereceived", lambda payload: answered.append(json.loads(payload)["frame"]))  # type: ignore[attr-defined]
        socket.on("close", lambda _: closed.append(True))  # type: ignore[attr-defined]

    page.on("websocket", watch)
    page.evaluate("localStorage.setItem('pipwise.live.auto', 'false')")
    page.evaluate("location.hash = 'live'")
    page.locator(".live .mark").first.wait_for(state="attached")
    page.wait_for_timeout(1500)
    page.get_by_role("button", name="Back").tap()
    page.locator(".view-score h1").wait_for()
    page.wait_for_timeout(200)
    assert answered == sorted(answered) == sent[: len(answered)]
    assert max(under_way) == 1
    assert closed == [True]


def test_before_a_reading_the_place_of_the_total_says_so(opened: Opened, with_camera: Browser) -> None:
    page = opened("#score", browser=with_camera)
    page.set_viewport_size({"width": 320, "height": 640})
    page.route_web_socket("**/api/live*", lambda socket: None)  # takes frames, and never answers
    page.evaluate("location.hash = 'live'")
    expect(page.locator(".live-total")).to_have_text("Looking for tiles …")
    expect(page.get_by_role("switch")).to_have_accessible_name("Photo by itself when all is sure")
    box = page.locator(".live-row").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert page.locator(".live-row").evaluate("one => one.scrollWidth <= one.clientWidth")


def test_a_camera_that_is_denied_is_told(opened: Opened, with_camera: Browser) -> None:
    page = opened("#score", browser=with_camera)
    page.evaluate("""() => { navigator.mediaDevices.getUserMedia =
        () => Promise.reject(new DOMException('no', 'NotAllowedError')); }""")
    page.evaluate("location.hash = 'live'")
    expect(page.locator(".note.error")).to_contain_text("Allow it for this page")
    page.get_by_role("button", name="Count from a photo instead").tap()
    page.locator(".view-score h1").wait_for()


def test_without_https_a_sentence_says_how_to_get_it(opened: Opened, server: str, with_camera: Browser) -> None:
    unsafe = server.replace("127.0.0.1", UNSAFE)
    page = opened("#live", browser=with_camera, url=unsafe, ignore=("Cross-Origin-Opener-Policy",))
    assert page.evaluate("window.isSecureContext") is False
    expect(page.locator(".command")).to_have_text("pipwise serve --https")
