"""Bytes to upright RGB: formats, orientations, limits and hostile files."""

import os
import struct
import subprocess
import sys
import warnings
import zlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import Image as Pillow

from vision import image as image_module
from vision.errors import ImageError
from vision.image import Header, decode, header, light_and_sharpness, load

RED, GREEN, BLUE, WHITE = (220, 30, 30), (30, 200, 40), (30, 40, 210), (255, 255, 255)

pillow_heif.register_heif_opener()


def four_colours(width=48, height=32):
    """Red | green over blue | white, so that every one of the eight orientations looks different."""
    picture = np.zeros((height, width, 3), np.uint8)
    picture[: height // 2, : width // 2], picture[: height // 2, width // 2 :] = RED, GREEN
    picture[height // 2 :, : width // 2], picture[height // 2 :, width // 2 :] = BLUE, WHITE
    return picture


def encode(picture, fmt, **options):
    stream = BytesIO()
    (picture if isinstance(picture, Pillow.Image) else Pillow.fromarray(picture)).save(stream, fmt, **options)
    return stream.getvalue()


def as_stored(upright, orientation):
    """The pixels a camera stores for an upright picture, from the definition of EXIF's orientation tag."""
    stored = {
        1: upright,
        2: np.fliplr(upright),
        3: np.rot90(upright, 2),
        4: np.flipud(upright),
        5: upright.transpose(1, 0, 2),
        6: np.rot90(upright, 1),
        7: np.rot90(upright, 2).transpose(1, 0, 2),
        8: np.rot90(upright, -1),
    }
    return np.ascontiguousarray(stored[orientation])


def assert_four_colours(picture, shape, tolerance=20):
    assert picture.dtype == np.uint8
    assert picture.shape == shape
    assert picture.flags.c_contiguous
    height, width = shape[:2]
    for (row, column), colour in zip(((1, 1), (1, 3), (3, 1), (3, 3)), (RED, GREEN, BLUE, WHITE), strict=True):
        seen = picture[height * row // 4, width * column // 4].astype(int)
        assert np.abs(seen - colour).max() <= tolerance, (row, column, seen)


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("fmt", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_every_orientation_comes_out_upright(fmt, orientation):
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    stored = as_stored(four_colours(), orientation)
    data = encode(stored, fmt, exif=exif.tobytes(), quality=95)
    assert_four_colours(decode(data), (32, 48, 3))
    assert header(data) == Header(fmt, *((48, 32) if fmt == "HEIF" else stored.shape[1::-1]))


@pytest.mark.parametrize("orientation", [0, 9, 4711])
def test_impossible_orientation_is_ignored(orientation):
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    assert_four_colours(decode(encode(four_colours(), "JPEG", exif=exif, quality=95)), (32, 48, 3))


@pytest.mark.parametrize("exif", [b"Exif\0\0rubbish", b"Exif\0\0II*\0\xff\xff\xff\xff", b"Exif\0\0"])
def test_broken_exif_does_not_cost_the_photo(exif):
    assert_four_colours(decode(encode(four_colours(), "JPEG", exif=exif, quality=95)), (32, 48, 3))


@pytest.mark.parametrize("fmt", ["JPEG", "PNG", "WEBP", "HEIF", "BMP", "GIF"])
def test_formats(fmt):
    assert_four_colours(decode(encode(four_colours(), fmt)), (32, 48, 3), tolerance=30)


def test_cmyk_jpeg():
    data = encode(Pillow.fromarray(four_colours()).convert("CMYK"), "JPEG", quality=95)
    assert_four_colours(decode(data), (32, 48, 3))


def test_progressive_and_two_picture_jpeg():
    assert_four_colours(decode(encode(four_colours(), "JPEG", progressive=True, quality=95)), (32, 48, 3))
    second = Pillow.fromarray(np.zeros((20, 20, 3), np.uint8))
    data = encode(four_colours(), "MPO", save_all=True, append_images=[second], quality=95)
    assert_four_colours(decode(data), (32, 48, 3))


def test_palette_grey_and_bilevel():
    assert_four_colours(decode(encode(Pillow.fromarray(four_colours()).quantize(8), "PNG")), (32, 48, 3))
    for mode in ("L", "1"):
        grey = decode(encode(Pillow.fromarray(four_colours()).convert(mode), "PNG"))
        assert grey.shape == (32, 48, 3)
        assert (grey[..., :1] == grey).all()
        assert (grey[-4:, -4:] == 255).all()
    assert decode(encode(Pillow.fromarray(four_colours()).convert("L"), "JPEG")).shape == (32, 48, 3)


def test_sixteen_bits_are_cut_to_eight():
    ramp = np.linspace(0, 65535, 64, dtype=np.uint16)[None].repeat(20, 0)
    grey = decode(cv2.imencode(".png", ramp)[1].tobytes())
    assert (grey[..., 1] == ramp >> 8).all()
    colour = decode(cv2.imencode(".png", np.dstack([ramp, ramp // 2, ramp // 4]))[1].tobytes())
    assert (colour == np.dstack([ramp // 4, ramp // 2, ramp]) >> 8).all()


@pytest.mark.parametrize("fmt", ["PNG", "WEBP"])
def test_transparency_becomes_white(fmt):
    layer = np.dstack([np.zeros((32, 32, 3), np.uint8), np.zeros((32, 32, 1), np.uint8)])
    layer[:16, :, 3] = 255
    picture = decode(encode(layer, fmt, lossless=True))
    assert (picture[:16] == 0).all()
    assert (picture[16:] == 255).all()


def test_transparent_palette_entry_becomes_white():
    picture = Pillow.new("P", (20, 20), 1)
    picture.putpalette([10, 10, 10, 200, 0, 0])
    assert (decode(encode(picture, "PNG", transparency=1)) == 255).all()


@pytest.mark.parametrize("fmt", ["GIF", "WEBP", "PNG"])
def test_animation_gives_its_first_frame(fmt):
    later = [Pillow.new("RGB", (48, 32), colour) for colour in ("black", "yellow")]
    data = encode(four_colours(), fmt, save_all=True, append_images=later)
    assert_four_colours(decode(data), (32, 48, 3), tolerance=30)


@pytest.mark.parametrize("fmt", ["JPEG", "PNG"])
@pytest.mark.parametrize(("max_side", "shape"), [(640, (480, 640, 3)), (100, (75, 100, 3)), (33, (25, 33, 3))])
def test_max_side_shrinks_but_never_enlarges(fmt, max_side, shape):
    data = encode(four_colours(640, 480), fmt)
    assert_four_colours(decode(data, max_side), shape)
    assert decode(data, 5000).shape == (480, 640, 3)


def test_max_side_counts_after_turning():
    exif = Pillow.Exif()
    exif[0x0112] = 6
    data = encode(as_stored(four_colours(640, 480), 6), "JPEG", exif=exif)
    assert_four_colours(decode(data, 64), (48, 64, 3))


def png_header(width, height):
    """A PNG that declares a size and holds next to nothing."""

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 9)) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b"\0" * 5000, "no picture"),
        (b"just some text, no picture at all\n" * 40, "no picture"),
        (b"<svg xmlns='http://www.w3.org/2000/svg' width='50' height='50'/>", "no picture"),
        (b"%PDF-1.7\n" + b"1 0 obj\n" * 50, "no picture"),
        (b"\xff\xd8\xff\xe0" + b"\0" * 100, "broken|no picture"),
        (png_header(60_000, 60_000), "at most"),
        (png_header(100_000, 100_000), "100000 x 100000 pixels"),
        (png_header(12_000, 9_000), "megapixels"),
        (png_header(40_000, 20), "pixels a side"),
        (png_header(1, 1), "1 x 1"),
        (png_header(1, 20_000), "at least 16"),
        (png_header(15, 400), "at least 16"),
        (png_header(2000, 2000), "broken or incomplete"),
    ],
)
def test_hostile_data_get_one_clear_sentence(data, says):
    with pytest.raises(ImageError, match=says) as caught:
        decode(data)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("fmt", ["JPEG", "PNG", "WEBP", "HEIF", "BMP", "GIF"])
@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.9])
def test_truncated_files_are_refused(fmt, share):
    noise = np.random.default_rng(7).integers(0, 256, (96, 96, 3), dtype=np.uint8)
    data = encode(noise, fmt)
    with pytest.raises(ImageError):
        decode(data[: int(len(data) * share)])


@pytest.mark.parametrize("fmt", ["JPEG", "PNG", "WEBP", "HEIF", "BMP", "GIF"])
def test_damaged_files_give_a_picture_or_an_image_error(fmt):
    rng = np.random.default_rng(11)
    data = encode(four_colours(), fmt)
    for _ in range(100):
        damaged = np.frombuffer(data, np.uint8).copy()
        spots = rng.integers(0, min(len(data), int(rng.choice([60, 10**6]))), 4)
        damaged[spots] = rng.integers(0, 256, 4)
        try:
            picture = decode(damaged.tobytes())
        except ImageError:
            continue
        assert picture.ndim == 3
        assert picture.shape[2] == 3


def test_size_is_refused_before_any_pixel_is_decoded(monkeypatch):
    def never(*_):
        raise AssertionError("decoded")

    monkeypatch.setattr(image_module, "_pixels", never)
    with pytest.raises(ImageError, match="megapixels"):
        decode(png_header(12_000, 8_900))


@pytest.mark.parametrize("size", [(9_500, 10_000), (12_000, 9_000), (60_000, 60_000)])
def test_size_is_judged_without_a_warning(size):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ImageError):
            decode(png_header(*size))


@pytest.mark.parametrize("fmt", ["JPEG", "PNG", "WEBP", "HEIF", "BMP", "GIF"])
def test_the_sentence_for_a_broken_file_is_our_own(fmt):
    noise = np.random.default_rng(7).integers(0, 256, (96, 96, 3), dtype=np.uint8)
    data = encode(noise, fmt)
    with pytest.raises(ImageError) as caught:
        decode(data[: len(data) * 3 // 5])
    assert str(caught.value) in (
        "The picture is broken or incomplete; copy the photo again, or take another one.",
        "The file is no picture that can be read, or its beginning is damaged; "
        "photos are read as JPEG, PNG, WebP, HEIC, BMP or GIF.",
    )


KINDS_OF_JPEG = [{}, {"progressive": True}, {"subsampling": 0}, {"restart_marker_rows": 1}]


@pytest.mark.parametrize("max_side", [None, 50])
@pytest.mark.parametrize("options", KINDS_OF_JPEG)
def test_jpeg_that_ends_early_is_refused(options, max_side):
    noise = np.random.default_rng(7).integers(0, 256, (400, 400, 3), dtype=np.uint8)
    data = encode(noise, "JPEG", **options)
    sof = data.index(b"\xff\xc2" if "progressive" in options else b"\xff\xc0")
    taller = data[: sof + 5] + struct.pack(">HH", 900, 900) + data[sof + 9 :]
    with pytest.raises(ImageError, match="incomplete"):
        decode(taller, max_side)
    if "progressive" not in options:
        with pytest.raises(ImageError, match="incomplete"):
            decode(data[: len(data) // 2] + b"\xff\xd9", max_side)
    if not options:
        with pytest.raises(ImageError, match="incomplete"):
            decode(data[: len(data) // 2] + b"\xff\x5a" + data[len(data) // 2 :], max_side)


@pytest.mark.parametrize("max_side", [None, 50])
@pytest.mark.parametrize("options", KINDS_OF_JPEG)
def test_jpeg_with_a_damaged_middle_is_refused_in_silence(options, max_side, capfd):
    noise = np.random.default_rng(7).integers(0, 256, (400, 400, 3), dtype=np.uint8)
    data = encode(noise, "JPEG", **options)
    middle = len(data) // 2
    with pytest.raises(ImageError, match="broken or incomplete"):
        decode(data[:middle] + bytes(3000) + data[middle + 3000 :], max_side)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("padding", [1, 11, 99])
def test_a_few_bytes_too_many_at_the_end_cost_no_jpeg(padding, capfd):
    data = encode(four_colours(), "JPEG", quality=95)
    assert_four_colours(decode(data[:-2] + b"\x01" * padding + data[-2:]), (32, 48, 3))
    assert capfd.readouterr() == ("", "")
    with pytest.raises(ImageError, match="broken"):
        decode(data[:-2] + b"\x01" * 5000 + data[-2:])


def test_standard_error_is_as_before(capfd):
    for data in (encode(four_colours(), "JPEG"), encode(four_colours(), "JPEG")[:-100]):
        with suppress(ImageError):
            decode(data)
        os.write(2, b"heard")
        assert capfd.readouterr().err == "heard"


def test_no_standard_error_is_needed():
    code = "import os, sys; os.close(2); from vision.image import decode; print(decode(sys.stdin.buffer.read()).shape)"
    done = subprocess.run([sys.executable, "-c", code], input=encode(four_colours(), "JPEG"), capture_output=True)
    assert done.stdout.split() == [b"(32,", b"48,", b"3)"]


def test_threads_may_decode_at_once(capfd):
    good, bad = (encode(four_colours(320, 240), "JPEG", quality=quality) for quality in (95, 90))
    bad = bad[:800] + bytes(300) + bad[1100:]

    def is_read(data):
        try:
            return decode(data).shape == (240, 320, 3)
        except ImageError:
            return False

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(is_read, [good, bad] * 40)) == [True, False] * 40
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("size", [(64, 48), (333, 17)])
@pytest.mark.parametrize("options", KINDS_OF_JPEG)
def test_whole_grey_jpeg_is_no_incomplete_one(options, size):
    for picture in (Pillow.new("L", size, 128), Pillow.new("RGB", size, (128, 128, 128))):
        assert (decode(encode(picture, "JPEG", **options)) == 128).all()
    grey = Pillow.new("RGB", size, (128, 128, 128))
    assert (decode(encode(grey, "MPO", save_all=True, append_images=[grey])) == 128).all()


def test_strips_meet_without_a_seam(monkeypatch):
    layer = np.random.default_rng(3).integers(0, 256, (70, 50, 4), dtype=np.uint8)
    share = layer[..., 3:] / 255
    blended = layer[..., :3] * share + 255 * (1 - share)
    for strip in (1, 16, 35, 70, 256):
        monkeypatch.setattr(image_module, "STRIP", strip)
        for data in (encode(layer, "PNG"), encode(layer, "WEBP", lossless=True, exact=True)):
            assert np.abs(decode(data) - blended).max() <= 1
        assert (decode(encode(layer[..., :3], "PNG")) == layer[..., :3]).all()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_pipes_and_devices_are_not_read(tmp_path):
    os.mkfifo(tmp_path / "pipe.jpg")
    for path in (tmp_path / "pipe.jpg", os.devnull):
        with pytest.raises(ImageError, match="is no ordinary file"):
            load(path)
    (tmp_path / "empty.jpg").touch()
    with pytest.raises(ImageError, match="empty"):
        load(tmp_path / "empty.jpg")
    with pytest.raises(OSError, match="directory"):
        load(tmp_path)


def test_files(tmp_path, monkeypatch):
    path = tmp_path / "photo.jpg"
    path.write_bytes(encode(four_colours(), "JPEG", quality=95))
    assert_four_colours(load(path), (32, 48, 3))
    assert load(str(path), max_side=24).shape == (16, 24, 3)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.jpg")
    monkeypatch.setattr(image_module, "MAX_BYTES", 100)
    with pytest.raises(ImageError, match="MB"):
        load(path)
    with pytest.raises(ImageError, match="MB"):
        decode(path.read_bytes())


@pytest.fixture
def chequers():
    board = (np.indices((400, 600)) // 40).sum(axis=0) % 2
    return np.repeat((40 + 160 * board).astype(np.uint8)[..., None], 3, axis=2)


def test_sharpness_falls_with_blur_and_not_with_light_or_noise(chequers):
    sharp = light_and_sharpness(chequers).sharpness
    blurred = [light_and_sharpness(cv2.GaussianBlur(chequers, (0, 0), sigma)).sharpness for sigma in (1, 2, 4, 8)]
    assert [sharp, *blurred] == sorted([sharp, *blurred], reverse=True)
    assert sharp > 0.35
    assert blurred[-2] < 0.2
    dim = (chequers * 0.3).astype(np.uint8)
    assert light_and_sharpness(dim).sharpness == pytest.approx(sharp, abs=0.05)
    noise = np.random.default_rng(3).normal(0, 6, chequers.shape)
    noisy = np.clip(cv2.GaussianBlur(chequers, (0, 0), 4) + noise, 0, 255).astype(np.uint8)
    assert light_and_sharpness(noisy).sharpness < 0.25


def test_brightness_is_that_of_the_bright_parts(chequers):
    assert light_and_sharpness(chequers).brightness == pytest.approx(200, abs=6)
    mostly_dark = np.zeros((200, 200, 3), np.uint8)
    mostly_dark[:40, :40] = 180
    assert light_and_sharpness(mostly_dark).brightness == 180
    assert light_and_sharpness(np.full((50, 50, 3), 9, np.uint8)) == image_module.ImageQuality(9.0, 0.0)
