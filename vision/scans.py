"""How a JPEG is put together, looked at before any of it is decoded: a small file can be half a minute of work.

Each scan of a progressive JPEG goes over the whole picture again, and a scan that changes nothing takes a few bytes.
"""

from __future__ import annotations

import re

from vision.errors import ImageError

MAX_SCANS = 100
"""Cameras and browsers write one scan, or a dozen for a picture that sharpens while it loads."""
MAX_PARTS = 5000
"""Marked parts of a file; 50 MB of the largest ones, as colour profiles and notes are stored in, are less than 800."""
MAX_JUNK = 64_000
"""Bytes before the first scan that belong to no part."""

_START = b"\xff\xd8\xff"
# A marker; inside a scan there are also stuffed zeros and places to start afresh, which are none.
_MARKER = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
_FIRST_WITH_LENGTH, _BEGIN, _END, _SCAN = 0xC0, 0xD8, 0xD9, 0xDA


def check_jpeg(data: bytes) -> None:
    """Raise ImageError when `data` are a JPEG of more than `MAX_SCANS` scans or `MAX_PARTS` parts.

    Data of other formats pass, and so does damage: that is for the decoders to find.
    """
    if not data.startswith(_START):
        return
    at, scans, parts, junk = 2, 0, 0, 0
    while (found := _MARKER.search(data, at)) is not None:
        if scans == 0:
            junk += found.start() - at
        marker = data[found.start() + 1]
        if marker == _END:
            return
        parts += 1
        scans += marker == _SCAN
        if scans > MAX_SCANS or parts > MAX_PARTS or junk > MAX_JUNK:
            raise ImageError(
                f"The JPEG is made of more than {MAX_SCANS} scans or {MAX_PARTS} parts, as no camera does; "
                "save it as an ordinary JPEG, and send that."
            )
        at = found.end()
        if marker >= _FIRST_WITH_LENGTH and marker != _BEGIN:
            at += max(2, int.from_bytes(data[at : at + 2], "big"))
