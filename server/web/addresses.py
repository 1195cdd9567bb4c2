"""Where phones find this machine: its addresses in the network it is in, and a socket that listens."""

from __future__ import annotations

import ipaddress
import socket

from server.web.settings import Settings

EVERYWHERE = ("", "0.0.0.0", "::")
"""Hosts that stand for all addresses of this machine."""
OUTSIDE = (("192.0.2.1", 9), ("2001:db8::1", 9))
"""Addresses that are kept for documentation. Connecting a UDP socket sends nothing, but chooses the own address."""


def lan_addresses() -> list[str]:
    """The addresses of this machine that others in its network may reach; the likeliest first, none when offline."""
    found: list[str] = []
    for family, outside in zip((socket.AF_INET, socket.AF_INET6), OUTSIDE, strict=True):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect(outside)
                found.append(str(probe.getsockname()[0]))
        except OSError:  # no way out of this machine by that protocol
            continue
    try:
        named = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    except OSError:  # a name that nobody knows
        named = []
    found += [str(entry[4][0]) for entry in named]
    return [address for address in dict.fromkeys(found) if _is_reachable(address)]


def _is_reachable(address: str) -> bool:
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:  # with the name of an interface behind it, which is of no use elsewhere
        return False
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified or ip.is_multicast)


def shown_host(host: str, addresses: list[str]) -> str:
    """The host to be typed into a phone, when the server listens at `host`: one of the own addresses if it is all."""
    if host not in EVERYWHERE:
        return host
    return addresses[0] if addresses else "127.0.0.1"


def url_of(host: str, port: int, is_https: bool) -> str:
    """The address of the page; the port is left out where browsers add it themselves."""
    name = f"[{host}]" if ":" in host else host
    usual = 443 if is_https else 80
    return f"http{'s' if is_https else ''}://{name}{'' if port == usual else f':{port}'}"


def listening_socket(settings: Settings) -> socket.socket:
    """A socket that listens at the host and port of the settings; port 0 stands for any that is free.

    Raises:
        OSError: when the port is in use, may not be used, or the host is none of this machine.
    """
    host = settings.host or "0.0.0.0"
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if host == "::":
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listening.bind(address)
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening
