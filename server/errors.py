"""What can be wrong with a request to this package.

    ServerError
    └── RequestError    options or arguments that cannot be followed

Messages are one sentence for the person who asked.
"""

from __future__ import annotations


class ServerError(Exception):
    """Anything the package raises on purpose."""


class RequestError(ServerError):
    """The arguments contradict each other or name something that cannot be used."""
