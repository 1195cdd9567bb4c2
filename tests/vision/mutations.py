"""Files that a phone, a bad line or a bad person may send: small pictures drawn here, damaged by rule.

Case `number` of a `seed` is always the same file, so that what one run finds another can look at alone.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO

import cv2
import numpy as np
import pillow_heif
from PIL import Image as Pillow

Rng = np.random.Generator

WIDTH, HEIGHT = 128, 96
HEADS = (
    b"\xff\xd8\xff\xe0\0\x10JFIF\0",
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    b"GIF89a",
    b"RIFF\0\1\0\0WEBPVP8 ",
    b"BM",
    b"\0\0\0\x18ftypheic\0\0\0\0",
    b"II*\0\x08\0\0\0",
    b"%PDF-1.7\n",
    b"<svg xmlns='http://www.w3.org/2000/svg'>",
    b"PK\3\4",
    b"\0" * 16,
)
SIZES = (0, 1, 15, 16, 17, 300, 1000, 4000, 9_999, 20_000, 32_000, 40_000, 65_535, 100_000, 2**31 - 1, 2**32 - 1)
"""Sides that a header may claim, for pictures of WIDTH x HEIGHT."""


@dataclass(frozen=True, slots=True)
class Case:
    """A file as it came out of `kind` of damage done to the picture `original`."""

    number: int
    original: str
    kind: str
    data: bytes

    def __str__(self) -> str:
        return f"case {self.number}: {self.original}, {self.kind}, {len(self.data)} bytes"


def encode(picture: Pillow.Image, fmt: str, **options: object) -> bytes:
    stream = BytesIO()
    picture.save(stream, fmt, **options)
    return stream.getvalue()


def table() -> Pillow.Image:
    """Two white tiles with pips on green."""
    picture = np.full((HEIGHT, WIDTH, 3), (40, 110, 60), np.uint8)
    for x, y, values in ((12, 14, (3, 5)), (74, 30, (6, 1))):
        cv2.rectangle(picture, (x, y), (x + 26, y + 54), (240, 238, 228), -1)
        cv2.line(picture, (x + 2, y + 27), (x + 24, y + 27), (90, 90, 90), 1)
        for half, value in enumerate(values):
            for pip in range(value):
                place = (x + 7 + 12 * (pip % 2), y + 6 + 27 * half + 7 * (pip // 2))
                cv2.circle(picture, place, 2, (20, 20, 20), -1, cv2.LINE_AA)
    return Pillow.fromarray(picture)


def originals() -> dict[str, bytes]:
    """The same picture as whole files of every kind that is read, of one that is not, and of sizes no photo has."""
    pillow_heif.register_heif_opener()
    picture = table()
    grey, alpha = picture.convert("L"), picture.copy()
    alpha.putalpha(grey)
    exif = Pillow.Exif()
    exif[0x0112] = 6
    moving = {"save_all": True, "append_images": [picture.rotate(90), picture.rotate(180)]}
    return {
        "jpeg": encode(picture, "JPEG", exif=exif.tobytes()),
        "jpeg, progressive": encode(picture, "JPEG", progressive=True),
        "jpeg, restarts": encode(picture, "JPEG", restart_marker_rows=1, subsampling=0),
        "jpeg, grey": encode(grey, "JPEG"),
        "jpeg, cmyk": encode(picture.convert("CMYK"), "JPEG"),
        "jpeg, two": encode(picture, "MPO", **moving),
        "jpeg, 16 x 20000": encode(picture.resize((16, 20_000)), "JPEG"),
        "png": encode(picture, "PNG"),
        "png, palette": encode(picture.quantize(16), "PNG", transparency=1),
        "png, transparent": encode(alpha, "PNG"),
        "png, 16 bits": cv2.imencode(".png", np.asarray(picture).astype(np.uint16) * 257)[1].tobytes(),
        "png, moving": encode(picture, "PNG", **moving),
        "png, 1 x 1": encode(picture.resize((1, 1)), "PNG"),
        "png, 1 x 20000": encode(picture.resize((1, 20_000)), "PNG"),
        "webp": encode(picture, "WEBP", quality=80),
        "webp, lossless": encode(alpha, "WEBP", lossless=True),
        "webp, moving": encode(picture, "WEBP", **moving),
        "heic": encode(picture, "HEIF", quality=60),
        "heic, transparent": encode(alpha, "HEIF", quality=60),
        "gif": encode(picture, "GIF"),
        "gif, moving": encode(picture, "GIF", duration=50, **moving),
        "bmp": encode(picture, "BMP"),
        "tiff": encode(picture, "TIFF"),
    }


def whole(data: bytes, rng: Rng) -> bytes:
    return data


def truncated(data: bytes, rng: Rng) -> bytes:
    return data[: int(rng.integers(0, len(data) + 1))]


def flipped(data: bytes, rng: Rng) -> bytes:
    """Up to eight bits turned, rather near the beginning, where the headers are."""
    damaged = bytearray(data)
    for place in (len(data) * rng.random(int(rng.integers(1, 9))) ** 2).astype(int):
        damaged[place] ^= 1 << int(rng.integers(8))
    return bytes(damaged)


def scribbled(data: bytes, rng: Rng) -> bytes:
    """A stretch of noise, of a few bytes or many."""
    start = int(rng.integers(len(data)))
    noise = rng.bytes(min(len(data) - start, int(2 ** rng.uniform(0, 10))))
    return data[:start] + noise + data[start + len(noise) :]


def zeroed(data: bytes, rng: Rng) -> bytes:
    """A stretch of zero bytes; sometimes the whole file, sometimes nothing at all."""
    if rng.random() < 0.1:
        return bytes(int(rng.integers(0, 2)) * len(data))
    start, stop = np.sort(rng.integers(0, len(data) + 1, 2)).tolist()
    return data[:start] + bytes(stop - start) + data[stop:]


def mistyped(data: bytes, rng: Rng) -> bytes:
    """The beginning of a file of another kind."""
    head = HEADS[int(rng.integers(len(HEADS)))]
    return head + data[len(head) :]


def doubled(data: bytes, rng: Rng) -> bytes:
    """A stretch of the file put in at another place."""
    start, stop, place = *np.sort(rng.integers(0, len(data) + 1, 2)).tolist(), int(rng.integers(0, len(data) + 1))
    return data[:place] + data[start:stop] + data[place:]


def resized(data: bytes, rng: Rng) -> bytes:
    """Another size in the header, wherever the true one stands: it promises too much, too little or nothing."""
    width, height = rng.choice(SIZES, 2).tolist()
    # JPEG; GIF and plain WebP; PNG and HEIC; BMP; WebP with extras, which stores 24 bits of one less.
    for layout, turn in ((">HH", True), ("<HH", False), (">II", False), ("<II", False)):
        most = 2**16 - 1 if "H" in layout else 2**32 - 1
        true, claim = (WIDTH, HEIGHT), (min(width, most), min(height, most))
        step = -1 if turn else 1
        data = data.replace(struct.pack(layout, *true[::step]), struct.pack(layout, *claim[::step]))
    extras = [struct.pack("<I", max(side - 1, 0))[:3] for side in (WIDTH, HEIGHT, width, height)]
    data = data.replace(extras[0] + extras[1], extras[2] + extras[3])
    if data[12:16] == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        sides = (width - 1 & 0x3FFF) | (height - 1 & 0x3FFF) << 14
        data = data[:21] + struct.pack("<I", bits & 0xF0000000 | sides) + data[25:]
    if data[12:16] == b"IHDR":
        data = data[:29] + struct.pack(">I", zlib.crc32(data[12:29])) + data[33:]
    return data


KINDS: tuple[Callable[[bytes, Rng], bytes], ...] = (
    whole,
    truncated,
    flipped,
    scribbled,
    zeroed,
    mistyped,
    doubled,
    resized,
)


def cases(seed: int, count: int, first: int = 0) -> Iterator[Case]:
    """Cases `first` to `first + count`: each picture meets each kind of damage in turn, every time in another place."""
    files = sorted(originals().items())
    for number in range(first, first + count):
        turn, which = divmod(number, len(files))
        name, data = files[which]
        kind = KINDS[turn % len(KINDS)]
        yield Case(number, name, kind.__name__, kind(data, np.random.default_rng([seed, number])))
