"""Damaged files through loading and reading: a small run of `tests/bench/fuzz_reading.py`, and what makes its files."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.vision.mutations import HEIGHT, KINDS, WIDTH, cases, originals, resized
from vision import image
from vision.errors import ImageError
from vision.image import decode, load
from vision.reader import TileReader, load_reader

COUNT = 23 * 16
"""Every picture meets every kind of damage twice."""
REFUSED = {"png, 1 x 1": "1 x 1 pixels", "png, 1 x 20000": "1 x 20000 pixels", "tiff": "no picture that can be read"}
SENTENCES = ("no picture that can be read", "broken or incomplete", "at least 16 x 16", "at most", "is empty")
SEED = 20


@pytest.fixture(scope="module")
def reader(weights: Path) -> TileReader:
    return load_reader(weights, threads=1)


def check(path: Path, data: bytes, reader: TileReader) -> bool:
    """Whether the file is read; if not, it is refused in one of the sentences."""
    path.write_bytes(data)
    try:
        pixels = load(path)
    except ImageError as error:
        refusal = str(error)
    else:
        refusal = ""
    if refusal:
        assert any(words in refusal for words in SENTENCES), refusal
        return False
    seen = reader.read(pixels)
    assert seen.image_size == (pixels.shape[1], pixels.shape[0])
    for tile in seen.tiles:
        assert np.isfinite(tile.quad.corners).all()
        assert np.sum([half.probs for half in tile.halves], axis=1) == pytest.approx([1, 1], abs=1e-3)
    return True


def test_damaged_files_are_read_or_refused_in_silence(
    reader: TileReader, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Few damaged files claim a large size that is allowed, and those would take most of the time.
    monkeypatch.setattr(image, "MAX_PIXELS", 2_000_000)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read = [check(tmp_path / "photo", case.data, reader) for case in cases(SEED, COUNT)]
    assert COUNT // 5 < sum(read) < COUNT // 2
    assert capfd.readouterr() == ("", "")


def test_whole_pictures_are_read_but_those_no_photo_can_be(reader: TileReader) -> None:
    for name, data in originals().items():
        if name in REFUSED:
            with pytest.raises(ImageError, match=REFUSED[name]):
                decode(data)
        else:
            turned = name == "jpeg"
            size = (16, 20_000) if "20000" in name else (HEIGHT, WIDTH) if turned else (WIDTH, HEIGHT)
            assert reader.read(decode(data)).image_size == size, name


def test_a_case_is_the_same_file_in_every_run() -> None:
    assert list(cases(5, 3, first=400)) == list(cases(5, 403))[400:]
    assert [case.data for case in cases(5, 400)] != [case.data for case in cases(6, 400)]


@pytest.mark.parametrize("kind", KINDS[1:])
def test_every_kind_of_damage_changes_every_picture(kind: Callable[[bytes, np.random.Generator], bytes]) -> None:
    for name, data in originals().items():
        # Another size is written only over that of an ordinary picture.
        if kind is not resized or not (" x " in name or name == "tiff"):
            assert any(kind(data, np.random.default_rng(seed)) != data for seed in range(3)), name
