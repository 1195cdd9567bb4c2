"""Photos as the body of a request: their type and size are checked before anything is decoded."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Request

from server.web.problems import Problem
from vision.errors import ImageError, TooLargeError
from vision.image import header

MEDIA_TYPES = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp", "HEIF": "image/heic"}
"""The media type of each format that is taken."""
SENT_AS = ("image/jpeg", "image/png", "image/webp", "image/heic", "image/heif")
UNKNOWN = ("", "application/octet-stream")
"""What a browser says of a file whose type it does not know, as some do of HEIC; its first bytes tell."""

NOT_AN_IMAGE = "Photos are read as JPEG, PNG, WebP or HEIC; send one of these, with its type as Content-Type."
PHOTO_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "The bytes of one photo.",
        "content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in SENT_AS},
    }
}
"""The description of such a body."""


async def _body(request: Request) -> bytes:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in (*SENT_AS, *UNKNOWN):
        raise Problem(415, "not_an_image", NOT_AN_IMAGE)
    return await request.body()


PhotoBody = Annotated[bytes, Depends(_body)]
"""The bytes of a photo, as a parameter of a route; a type that is no image's is refused."""


def media_type(photo: bytes, max_pixels: int) -> str:
    """The media type of a photo by its own header, once its type and size are found to be allowed.

    Raises:
        Problem: 413 for too many pixels or bytes, 415 for another format, 422 for what is no picture.
    """
    try:
        found = header(photo)
    except TooLargeError as error:
        raise Problem(413, "too_large", str(error)) from error
    except ImageError as error:
        raise Problem(422, "unreadable", str(error)) from error
    if found.format not in MEDIA_TYPES:
        raise Problem(415, "not_an_image", NOT_AN_IMAGE)
    if found.width * found.height > max_pixels:
        size = f"{found.width} x {found.height} pixels"
        message = f"The picture has {size}, and at most {max_pixels / 1e6:g} megapixels are read; send a smaller copy."
        raise Problem(413, "too_large", message)
    return MEDIA_TYPES[found.format]
