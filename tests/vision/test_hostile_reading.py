"""Files that a phone, a bad line or a bad person may send: each is read, or refused in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from vision.errors import ImageError
from vision.image import decode
from vision.types import Observation

Rng = np.random.Generator
Image = np.ndarray

HEADS = (b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"RIFF\0\0\0\0WEBPVP8 ", b"BM", b"\0\0\0\x18ftypheic")
ROUNDS = 2
"""How often each way of damage meets each picture."""


def encode(picture: Image | Pillow.Image, fmt: str, **options: object) -> bytes:
    stream = BytesIO()
    (picture if isinstance(picture, Pillow.Image) else Pillow.fromarray(picture)).save(stream, fmt, **options)
    return stream.getvalue()


def originals(photo: Image) -> dict[str, bytes]:
    """The same photo as files of all kinds, and some of sizes that no photo has."""
    picture = Pillow.fromarray(photo)
    grey, alpha = picture.convert("L"), picture.copy()
    alpha.putalpha(grey)
    deep = cv2.imencode(".png", photo.astype(np.uint16) * 257)[1].tobytes()
    moving = {"save_all": True, "append_images": [picture.rotate(90), picture.rotate(180)], "duration": 50}
    return {
        "jpeg": encode(picture, "JPEG"),
        "progressive": encode(picture, "JPEG", progressive=True),
        "cmyk": encode(picture.convert("CMYK"), "JPEG"),
        "png": encode(picture, "PNG"),
        "grey": encode(grey, "PNG"),
        "alpha": encode(alpha, "PNG"),
        "deep": deep,
        "gif": encode(picture, "GIF", **moving),
        "webp": encode(picture, "WEBP", **moving),
        "heic": encode(picture, "HEIF"),
        "bmp": encode(picture, "BMP"),
        "tiff": encode(picture, "TIFF"),
        "dot": encode(picture.resize((1, 1)), "PNG"),
        "hair": encode(picture.resize((1, 20_000)), "PNG"),
        "strip": encode(picture.resize((16, 20_000)), "JPEG"),
        "nothing": b"",
    }


def whole(data: bytes, rng: Rng) -> bytes:
    return data


def cut(data: bytes, rng: Rng) -> bytes:
    return data[: int(rng.integers(0, max(len(data), 1)))]


def flipped(data: bytes, rng: Rng) -> bytes:
    """Up to eight bits turned, rather near the beginning, where the headers are."""
    damaged = bytearray(data)
    for place in (len(data) * rng.random(int(rng.integers(1, 9))) ** 2).astype(int):
        damaged[place : place + 1] = bytes(byte ^ 1 << int(rng.integers(8)) for byte in damaged[place : place + 1])
    return bytes(damaged)


def zeroed(data: bytes, rng: Rng) -> bytes:
    start, stop = np.sort(rng.integers(0, len(data) + 1, 2)).tolist()
    return data[:start] + bytes(stop - start) + data[stop:]


def mistyped(data: bytes, rng: Rng) -> bytes:
    """The beginning of a file of another kind."""
    head = HEADS[int(rng.integers(len(HEADS)))]
    return head + data[len(head) :]


DAMAGES: tuple[Callable[[bytes, Rng], bytes], ...] = (whole, cut, flipped, zeroed, mistyped)


@pytest.fixture(scope="module")
def files(colours: type) -> dict[str, bytes]:
    photo = np.zeros((150, 200, 3), np.uint8)
    for place in ((60.0, 70.0, 80.0, 0.3), (140.0, 80.0, 70.0, 2.0)):
        colours.paint(photo, colours.tile(*place))
    return originals(photo)


def readings(colours: type, files: dict[str, bytes], damage: Callable[[bytes, Rng], bytes]) -> Iterator[Observation]:
    """What is seen in each file that can be read after the damage; only ImageError may be raised by the others."""
    for seed in range(1 if damage is whole else ROUNDS):
        for number, data in enumerate(files.values()):
            try:
                image = decode(damage(data, np.random.default_rng([seed, number, DAMAGES.index(damage)])))
            except ImageError:
                continue
            assert (image.dtype, image.ndim, image.shape[2]) == (np.uint8, 3, 3)
            seen = colours.tile_reader().read(image)
            assert seen.image_size == (image.shape[1], image.shape[0])
            assert np.isfinite([tile.quad.corners for tile in seen.tiles]).all()
            yield seen


def test_undamaged_files_are_read(colours: type, files: dict[str, bytes]) -> None:
    seen = list(readings(colours, files, whole))
    assert len(seen) == len(files) - len({"tiff", "dot", "hair", "nothing"})
    assert sum(len(photo.tiles) == 2 for photo in seen) >= 8


@pytest.mark.parametrize("damage", DAMAGES[1:])
@pytest.mark.filterwarnings("ignore::UserWarning", "ignore:divide by zero")
def test_damaged_files_are_read_or_refused(
    damage: Callable[[bytes, Rng], bytes], colours: type, files: dict[str, bytes]
) -> None:
    assert 0 < len(list(readings(colours, files, damage))) < ROUNDS * len(files)
