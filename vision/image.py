"""From the bytes of a photo to an upright RGB array, within limits; and how bright and sharp a photo is.

A file's header is read by Pillow, which names the format, the size and the orientation before any pixel is decoded.
Ordinary JPEGs are then decoded by OpenCV, in half the time Pillow takes, WebP also by OpenCV, in a third of the memory,
and everything else by Pillow.
"""

from __future__ import annotations

import math
import os
import re
import struct
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from threading import Lock

import cv2
import numpy as np
import pillow_heif
from numpy.typing import ArrayLike, NDArray
from PIL import ExifTags, ImageFile, UnidentifiedImageError
from PIL import Image as Pillow
from PIL.JpegImagePlugin import JpegImageFile

from vision.errors import ImageError, TooLargeError
from vision.scans import check_jpeg

Image = NDArray[np.uint8]

MAX_BYTES = 50_000_000
MAX_PIXELS = 100_000_000
MIN_SIDE = 16
MAX_SIDE = 32_000
"""OpenCV cannot warp pictures of more than 32,767 pixels a side."""

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "BMP", "GIF")
"""Formats as Pillow names them."""

STRIP = 256
"""Rows that are brought to RGB at once; large pictures would otherwise stand in memory several times over."""

QUALITY_SIDE = 512
BRIGHT_SHARE = 0.02
EDGE_WINDOW = 9
EDGE_SHARE = 0.02

_KINDS = "photos are read as JPEG, PNG, WebP, HEIC, BMP or GIF"

# What Pillow's and libheif's readers raise on broken files, found by feeding them broken files.
_BROKEN = (OSError, SyntaxError, ValueError, EOFError, RuntimeError, struct.error, cv2.error)

# Where libjpeg runs out of data it fills the rest with blocks of zeros, which come out as this level.
_FILL = 128
_SCAN_END = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
_MORE_SCAN = b"".join(bytes(range(1, 250, 3)) + bytes((0xFF, 0xD0 + restart)) for restart in range(8))
"""Something to decode after each of the eight marks at which a JPEG's decoder may start afresh."""

# What libjpeg says of data that are no picture, or of another part of it than they should be. A few bytes too many at
# the very end are a habit of some cameras.
_DAMAGE = re.compile(rb"Corrupt JPEG data: (?!\d{1,2} extraneous bytes before marker 0xd9)")
_STANDARD_ERROR = 2
_ONE_AT_A_TIME = Lock()
"""A process has one standard error, which is changed while a file is decoded."""

pillow_heif.register_heif_opener()


@dataclass(frozen=True, slots=True)
class ImageQuality:
    """How a photo, or a part of one, looks as a whole.

    `brightness` is the level (0 to 255) that only the brightest fiftieth of its pixels exceed, so that a dark table
    or a black tile does not make it dark. `sharpness` (0 to 1) is the share of a strong edge's contrast that lies
    between two neighbouring pixels of a copy of at most 512 pixels; noise and the scene's own contrast hardly change
    it.
    """

    brightness: float
    sharpness: float


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says about itself: its format, one of `FORMATS`, and its size in pixels as stored, HEIC upright."""

    format: str
    width: int
    height: int


def load(path: str | Path, max_side: int | None = None) -> Image:
    """`decode` for a file; raises OSError when it cannot be read and ImageError when it is no usable photo."""
    path = Path(path)
    status = path.stat()
    # Reading a pipe or a device may wait or go on for ever; a folder has its own OSError.
    if not S_ISREG(status.st_mode) and not S_ISDIR(status.st_mode):
        raise ImageError(f"This is no ordinary file; {_KINDS}.")
    if status.st_size == 0:
        # The files of /proc also say that they hold nothing.
        raise ImageError(f"The file is empty, or is no ordinary file; {_KINDS}.")
    _check_bytes(status.st_size)
    return decode(path.read_bytes(), max_side)


def decode(data: bytes, max_side: int | None = None) -> Image:
    """The photo in `data` as an upright RGB array (H, W, 3) uint8.

    Reads JPEG, PNG, WebP, HEIC, BMP and GIF; of animated pictures the first frame. Transparent parts become white,
    16-bit values are cut to 8. With `max_side` a photo whose longer side has more pixels is scaled down to that, and
    large JPEGs are decoded at a fraction of their size to begin with. Raises ImageError when the data are no picture
    of these kinds, are broken, exceed `MAX_BYTES`, `MAX_PIXELS` or `MAX_SIDE`, or are less than `MIN_SIDE` high or
    wide.
    """
    _check_bytes(len(data))
    check_jpeg(data)
    with _in_words(), _ONE_AT_A_TIME:
        pixels, turn = _read(data, max_side)
    return _upright(_limited(pixels, max_side), turn)


def header(data: bytes) -> Header:
    """Format and size of the photo in `data`, before any pixel is decoded; raises ImageError as `decode` does.

    It never waits for a photo that is being decoded.
    """
    _check_bytes(len(data))
    check_jpeg(data)
    with _in_words(), _open(data) as picture:
        _check_size(*picture.size)
        # Phones store a second picture in the same file, which makes it another format to Pillow and to nobody else.
        name = "JPEG" if picture.format == "MPO" else str(picture.format)
        return Header(name, *picture.size)


class _Quiet:
    """No warnings of Pillow, which warns of damage to what nobody asks for, and raises what matters.

    A process has one list of warnings to ignore: the first thread that comes changes it, the last one puts it back.
    """

    def __init__(self) -> None:
        self._lock, self._inside, self._before = Lock(), 0, warnings.catch_warnings()

    def __enter__(self) -> None:
        with self._lock:
            if self._inside == 0:
                self._before = warnings.catch_warnings()
                self._before.__enter__()
                warnings.simplefilter("ignore", UserWarning)
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                self._before.__exit__(None, None, None)


_QUIET = _Quiet()


@contextmanager
def _in_words() -> Iterator[None]:
    """Whatever the readers of formats raise on a broken file as an ImageError."""
    try:
        with _QUIET:
            yield
    except Pillow.DecompressionBombError as error:
        raise TooLargeError(_too_large(f"more than {MAX_PIXELS // 10**6} megapixels")) from error
    except UnidentifiedImageError as error:
        raise ImageError(f"The file is no picture that can be read, or its beginning is damaged; {_KINDS}.") from error
    except _BROKEN as error:
        raise ImageError("The picture is broken or incomplete; copy the photo again, or take another one.") from error


def light_and_sharpness(image: Image) -> ImageQuality:
    """Brightness and sharpness of `image` (H, W, 3) RGB uint8; takes a few milliseconds."""
    grey = cv2.cvtColor(_limited(image, QUALITY_SIDE), cv2.COLOR_RGB2GRAY)
    brightness = float(_exceeded_by(grey, BRIGHT_SHARE))
    smooth = np.asarray(cv2.GaussianBlur(grey, (3, 3), 0), np.uint8)
    window = np.ones((EDGE_WINDOW, EDGE_WINDOW), np.uint8)
    contrast = cv2.subtract(cv2.dilate(smooth, window), cv2.erode(smooth, window))
    step = np.zeros_like(smooth)
    step[:, :-1] = _apart(smooth[:, 1:], smooth[:, :-1])
    step[:-1] = np.maximum(step[:-1], _apart(smooth[1:], smooth[:-1]))
    strong = contrast >= max(_exceeded_by(contrast, EDGE_SHARE), 1)
    if not strong.any():
        return ImageQuality(brightness, 0.0)
    steepest = cv2.dilate(step, window)[strong] / contrast[strong]
    return ImageQuality(brightness, float(np.clip(np.median(steepest), 0.0, 1.0)))


def _apart(these: Image, those: Image) -> Image:
    """How far levels are from others; OpenCV does it as fast, but not for none at all."""
    return np.maximum(these, those) - np.minimum(these, those)


def _exceeded_by(levels: ArrayLike, share: float) -> int:
    """The level that only this share of them lies above."""
    flat = np.ravel(levels)
    rank = math.ceil((1 - share) * (len(flat) - 1))
    return int(np.partition(flat, rank)[rank])


def _check_bytes(size: int) -> None:
    if size == 0:
        raise ImageError(f"The file is empty; {_KINDS}.")
    if size > MAX_BYTES:
        raise TooLargeError(_too_large(f"{size / 1e6:.1f} MB"))


def _check_size(width: int, height: int) -> None:
    if min(width, height) < MIN_SIDE:
        raise ImageError(
            f"The picture is {width} x {height} pixels, and at least {MIN_SIDE} x {MIN_SIDE} are needed; "
            "send the photo in its full size."
        )
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
        raise TooLargeError(_too_large(f"{width} x {height} pixels"))


def _too_large(what: str) -> str:
    return (
        f"The picture has {what}, and at most {MAX_BYTES // 10**6} MB, {MAX_PIXELS // 10**6} megapixels and "
        f"{MAX_SIDE} pixels a side are read; send a smaller copy."
    )


def _read(data: bytes, max_side: int | None) -> tuple[Image, int]:
    """The pixels as stored and the orientation; Pillow's own copy of the pixels is gone when this returns."""
    with _open(data) as picture:
        width, height = picture.size
        _check_size(width, height)
        turn = _orientation(picture)
        # MPO is the JPEG of phones that store a second picture in the same file.
        if picture.format in ("JPEG", "MPO") and picture.mode in ("RGB", "L"):
            return _decode_jpeg(data, max(width, height), max_side), turn
        if picture.format == "WEBP" and not getattr(picture, "is_animated", False):
            return _decode_webp(data, picture.mode == "RGBA"), turn
        return _pixels(picture), turn


def _open(data: bytes) -> ImageFile.ImageFile:
    """`PIL.Image.open` without its warning about pictures that are large and yet within the limits of this module."""
    Pillow.preinit()
    for name in FORMATS:
        if name not in Pillow.OPEN:
            Pillow.init()
        factory, accepts = Pillow.OPEN[name]
        if accepts is None or accepts(data[:16]) is True:
            try:
                return factory(BytesIO(data), "")
            except (SyntaxError, IndexError, TypeError, struct.error):
                continue
    raise UnidentifiedImageError


def _orientation(picture: Pillow.Image) -> int:
    """The EXIF orientation, 1 to 8; 1 when it is missing or cannot be read, which is no reason to refuse a photo."""
    try:
        value = picture.getexif().get(ExifTags.Base.Orientation, 1)
    except _BROKEN:
        return 1
    return value if value in range(1, 9) else 1


def _decode_jpeg(data: bytes, side: int, max_side: int | None) -> Image:
    flags = cv2.IMREAD_COLOR_RGB | cv2.IMREAD_IGNORE_ORIENTATION
    if max_side is not None:
        for factor, reduced in (
            (8, cv2.IMREAD_REDUCED_GRAYSCALE_8),
            (4, cv2.IMREAD_REDUCED_GRAYSCALE_4),
            (2, cv2.IMREAD_REDUCED_GRAYSCALE_2),
        ):
            if side >= factor * max_side:
                # The flag holds the fraction only; it means grey values where no colour flag stands beside it.
                flags |= reduced
                break
    pixels = _opencv(data, flags)
    if (pixels[-1, -1] == _FILL).all() and _ends_early(data):
        raise ValueError("the data end early")
    return pixels


def _ends_early(data: bytes) -> bool:
    """Whether a JPEG holds less than its header promises, which libjpeg makes up for with grey.

    A whole picture looks the same when more data follow, and one that lacks some takes them for its own.
    """
    scan, seen = _glance(data)
    end = _SCAN_END.search(data, scan)
    if end is None:
        return True
    return _glance(data[: end.start()] + _MORE_SCAN + data[end.start() :])[1] != seen


def _glance(data: bytes) -> tuple[int, bytes]:
    """Where a JPEG's first scan begins, and its grey values at an eighth of its size."""
    with JpegImageFile(BytesIO(data)) as picture:
        scan = picture.fp.tell() if picture.fp else 0
        picture.draft("L", (picture.width // 8, picture.height // 8))
        return scan, picture.tobytes()


def _decode_webp(data: bytes, transparent: bool) -> Image:
    """Takes a third of the memory that Pillow does, which keeps two more frames for the sake of animations."""
    flags = cv2.IMREAD_UNCHANGED if transparent else cv2.IMREAD_COLOR_RGB | cv2.IMREAD_IGNORE_ORIENTATION
    pixels = _opencv(data, flags)
    if pixels.shape[2] == 3:
        return pixels
    paper = np.empty((*pixels.shape[:2], 3), np.uint8)
    for top in range(0, len(pixels), STRIP):
        layer = Pillow.fromarray(cv2.cvtColor(pixels[top : top + STRIP], cv2.COLOR_BGRA2RGBA))
        paper[top : top + STRIP] = _strip_pixels(layer)
    return paper


def _opencv(data: bytes, flags: int) -> Image:
    with _overheard() as said:
        pixels = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), flags)
    if pixels is None or _DAMAGE.search(b"".join(said)):
        raise ValueError("the data end early or are damaged")
    return np.asarray(pixels, dtype=np.uint8)


@contextmanager
def _overheard() -> Iterator[list[bytes]]:
    """What is written to the process's standard error meanwhile, to be had afterwards, and to be seen by nobody.

    In OpenCV, libjpeg tells of damage in no other way, and makes up a picture in its place.
    """
    said: list[bytes] = []
    try:
        kept = os.dup(_STANDARD_ERROR)
    except OSError:  # A program without a terminal may have none.
        yield said
        return
    # Not a file, which needs a folder to write in; what is said of one picture is far less than a pipe holds.
    hear, say = os.pipe()
    try:
        os.dup2(say, _STANDARD_ERROR)
        try:
            yield said
        finally:
            os.dup2(kept, _STANDARD_ERROR)
            # A pipe that holds anything is read without waiting for more.
            os.write(say, b"\n")
            said.append(os.read(hear, 2**16))
    finally:
        for end in (kept, hear, say):
            os.close(end)


def _pixels(picture: Pillow.Image) -> Image:
    """RGB pixels (H, W, 3) of any of Pillow's modes, not yet turned."""
    width, height = picture.size
    pixels = np.empty((height, width, 3), np.uint8)
    for top in range(0, height, STRIP):
        strip = picture.crop((0, top, width, min(top + STRIP, height)))
        pixels[top : top + STRIP] = _strip_pixels(strip)
    return pixels


def _strip_pixels(strip: Pillow.Image) -> Image:
    if strip.mode.startswith("I;16"):
        deep = np.asarray(strip).astype(np.uint16)
        return np.repeat((deep >> 8).astype(np.uint8)[..., None], 3, axis=2)
    if strip.has_transparency_data:
        layer = strip.convert("RGBA")
        paper = Pillow.new("RGB", layer.size, "white")
        paper.paste(layer, mask=layer.getchannel("A"))
        return np.asarray(paper)
    return np.asarray(strip.convert("RGB"))


def _limited(pixels: Image, max_side: int | None) -> Image:
    height, width = pixels.shape[:2]
    if max_side is None or max(height, width) <= max_side:
        return pixels
    scale = max_side / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _upright(pixels: Image, orientation: int) -> Image:
    """Undoes the eight ways in which EXIF lets a camera store a picture."""
    if orientation >= 5:
        pixels = pixels.transpose(1, 0, 2)
    if orientation in (3, 4, 7, 8):
        pixels = pixels[::-1]
    if orientation in (2, 3, 6, 7):
        pixels = pixels[:, ::-1]
    return np.ascontiguousarray(pixels)
