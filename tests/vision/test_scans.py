"""JPEGs that are small and would take for ever; and that a photo being decoded holds nobody up who asks for a size."""

from __future__ import annotations

import struct
from io import BytesIO
from threading import Thread
from time import perf_counter

import numpy as np
import pytest
from PIL import Image as Pillow

from vision import image
from vision.errors import ImageError
from vision.image import decode, header
from vision.scans import MAX_PARTS, MAX_SCANS


def part(marker: int, body: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(body) + 2) + body


def progressive(scans: int, side: int = 1024, between: bytes = b"") -> bytes:
    """A grey picture whose blocks are all empty: a scan that says so, and further scans that say it again."""
    one_code = bytes([1] + [0] * 15)
    blocks = (side // 8) ** 2
    runs = "0" + "1" * 14  # 32,767 blocks are empty
    bits = runs * -(-blocks // 32767)
    packed = int(bits.ljust(-(-len(bits) // 8) * 8, "1"), 2).to_bytes(-(-len(bits) // 8), "big")
    again = part(0xDA, bytes((1, 1, 0, 1, 63, 0))) + packed.replace(b"\xff", b"\xff\x00")
    return b"".join(
        (
            b"\xff\xd8",
            part(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0"),
            between,
            part(0xDB, b"\0" + bytes([1] * 64)),
            part(0xC2, struct.pack(">BHHB", 8, side, side, 1) + bytes((1, 0x11, 0))),
            part(0xC4, b"\x00" + one_code + b"\x00"),
            part(0xC4, b"\x10" + one_code + b"\xe0"),
            part(0xDA, bytes((1, 1, 0, 0, 0, 0))) + bytes(blocks // 8),
            again * (scans - 1),
            b"\xff\xd9",
        )
    )


@pytest.mark.parametrize("ask", [header, decode])
def test_a_jpeg_of_a_great_many_scans_is_refused_at_once(ask: object) -> None:
    bomb = progressive(3000, side=8192)
    began = perf_counter()
    with pytest.raises(ImageError, match="scans"):
        ask(bomb)  # type: ignore[operator]
    assert perf_counter() - began < 1  # it takes ten times as long to decode


def test_the_limit_is_what_it_says() -> None:
    assert header(progressive(MAX_SCANS)).width == 1024
    with pytest.raises(ImageError, match="scans"):
        header(progressive(MAX_SCANS + 1))


def test_scans_hide_behind_nothing() -> None:
    """Places to start afresh, filling bytes, and a length of zero are passed over as decoders do."""
    hidden = progressive(MAX_SCANS + 1).replace(b"\xff\xda", b"\xff\xd0\xff\x00\xff\xff\xff\xda")
    with pytest.raises(ImageError, match="scans"):
        header(hidden)
    with pytest.raises(ImageError, match="scans"):
        header(progressive(MAX_SCANS + 1, between=b"\xff\xe1\0\0"))


@pytest.mark.parametrize("filling", [b"\xff\xe1\0\2" * 2 * MAX_PARTS, b"\0" * 200_000, b"\xff" * 200_000])
def test_so_are_endless_beginnings(filling: bytes) -> None:
    with pytest.raises(ImageError, match="parts"):
        header(progressive(1, between=filling))


def test_what_stands_in_notes_or_behind_the_end_is_no_scan() -> None:
    many = b"\xff\xda\0\2" * 1000
    photo = progressive(2, between=part(0xE1, many)) + many
    assert decode(photo).shape == (1024, 1024, 3)


@pytest.mark.parametrize("options", [{"progressive": True}, {"progressive": True, "subsampling": 0}, {"quality": 95}])
def test_photos_as_programs_write_them_are_read(options: dict) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (200, 300, 3), dtype=np.uint8)
    file = BytesIO()
    Pillow.fromarray(noise).save(file, "JPEG", **options)
    assert decode(file.getvalue()).shape == (200, 300, 3)


def test_a_size_is_told_while_a_photo_is_decoded() -> None:
    file = BytesIO()
    Pillow.new("RGB", (64, 48)).save(file, "JPEG")
    told: list[image.Header] = []
    asking = Thread(target=lambda: told.append(header(file.getvalue())), daemon=True)
    with image._ONE_AT_A_TIME:  # as long as this is held somebody decodes
        asking.start()
        asking.join(10)
        assert told == [image.Header("JPEG", 64, 48)]
