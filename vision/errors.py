"""What can go wrong on the pictures' side.

    VisionError
    ├── ImageError      the photo: not a picture, broken, too small
    │   └── TooLargeError   more bytes or pixels than are read
    └── WeightsError    a model file: missing, of other contents than the manifest says, or made for another program

Messages are one sentence for the person or log that meets them: what came, what was expected, what to do.
"""


class VisionError(Exception):
    """Anything the package raises on purpose, other than ValueError for a caller's mistake."""


class ImageError(VisionError):
    """The photo cannot be used; another photo, or the same in another format, can."""


class TooLargeError(ImageError):
    """The photo has more bytes or pixels than are read; a smaller copy of it can be used."""


class WeightsError(VisionError):
    """A model file cannot be used; installing the package again, or training again, can mend it."""
