"""Feeds broken files to the decoder until one of them raises what it must not: `python tests/bench/fuzz_decode.py`.

Needs atheris, which the extra `bench` brings on Linux (x86-64). Options are libFuzzer's: `-max_total_time=60` and the
like, or a folder of files to begin with; without a folder it begins with the pictures of `datasets/samples`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
MAX_LENGTH = 400_000
"""Longest file in bytes: room for the sample photo."""


def main() -> None:
    import atheris

    sys.path.insert(0, str(ROOT))
    with atheris.instrument_imports(include=["vision", "PIL"]):
        from vision import image
        from vision.errors import ImageError

    # A header may promise what takes seconds to decode; the limits have tests of their own.
    image.MAX_PIXELS = 2_000_000

    def decodes_or_refuses(data: bytes) -> None:
        try:
            pixels = image.decode(data)
        except ImageError:
            return
        assert (pixels.dtype, pixels.ndim, pixels.shape[2]) == ("uint8", 3, 3)
        assert min(pixels.shape[:2]) >= image.MIN_SIDE

    arguments = [sys.argv[0], f"-max_len={MAX_LENGTH}", *sys.argv[1:]]
    with TemporaryDirectory() as found:
        if not any(Path(argument).is_dir() for argument in sys.argv[1:]):
            # What it finds on the way goes into the first folder.
            arguments += [found, str(ROOT / "datasets" / "samples")]
        atheris.Setup(arguments, decodes_or_refuses)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
