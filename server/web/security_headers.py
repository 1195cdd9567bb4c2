"""The headers of every answer, which keep the page to itself."""

from __future__ import annotations

import re

from starlette.datastructures import MutableHeaders

FIXED = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""The headers of every answer, beside the content security policy."""

LONGEST_HOST = 260
_HOST = re.compile(r"[A-Za-z0-9._-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")


def is_host(text: str) -> bool:
    """Whether that can be the name of a host, or its address, with or without a port."""
    return len(text) <= LONGEST_HOST and _HOST.fullmatch(text) is not None


def content_security_policy(host: str) -> str:
    """The policy for a page at `host` (name and port): nothing from elsewhere, no inline script and no inline style.

    Older Safaris do not count WebSockets of the own origin as `'self'`, so these are named where the host is a name.
    """
    sockets = f" ws://{host} wss://{host}" if is_host(host) else ""
    return (
        f"default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'{sockets}; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


def add_headers(headers: MutableHeaders, host: str, path: str) -> None:
    """Add what every answer says, for a page at `host`; answers of the API are kept in no cache."""
    for name, value in FIXED.items():
        headers[name] = value
    headers["Content-Security-Policy"] = content_security_policy(host)
    if path.startswith("/api/"):
        headers.setdefault("Cache-Control", "no-store")
