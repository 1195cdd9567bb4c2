"""For which hosts requests are taken, so that no foreign name can be made to stand for this machine.

A page elsewhere may have its own name lead here after it was loaded (DNS rebinding); for the browser it then is the
page of this server. Names that nobody can own outside of a home network, and addresses, cannot be used for that.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from server.web.security_headers import is_host
from server.web.settings import Settings

AT_HOME = (".local", ".localhost", ".lan", ".internal", ".home.arpa")
"""Ends of names that are given by networks at home, and by no registry."""


def own_names(settings: Settings, machine: str | None = None) -> frozenset[str]:
    """The names by which a server is asked for: of this machine (`machine`), and those of its settings."""
    names = [socket.gethostname() if machine is None else machine, settings.host, *settings.hosts]
    for url in (settings.url, *settings.origins):
        try:
            names.append(urlsplit(url or "").hostname or "")
        except ValueError:  # no URL; nobody can come by that
            continue
    return frozenset(name.lower().rstrip(".") for name in names if name)


def is_ours(host: str, names: Iterable[str]) -> bool:
    """Whether a `Host` header, with or without a port, is an address, a name of a home network, or one of `names`."""
    if not is_host(host):
        return False
    if host.startswith("["):
        return _is_address(host[1 : host.index("]")])
    name = host.partition(":")[0].lower().rstrip(".")
    return "." not in name or name.endswith(AT_HOME) or name in names or _is_address(name)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
