"""How often may be guessed and written: token buckets by address, by seat and for all together.

The clock is an argument.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from threading import Lock
from time import monotonic

MINUTE = 60.0
MOST_ADDRESSES = 10_000
"""Addresses that are remembered; with more, those not seen for longest are forgotten."""
MOST_SEATS = 20_000
"""Seats that are remembered in the same way."""
WRITES = 30
"""So often a minute one seat may write; people who take a photo again and again stay far below."""


class Bucket:
    """`capacity` tokens at first and at most, that many again a minute."""

    __slots__ = ("_capacity", "_filled", "_tokens")

    def __init__(self, capacity: int, now: float) -> None:
        self._capacity, self._tokens, self._filled = capacity, float(capacity), now

    def wait(self, now: float) -> float:
        """Seconds until there is a token; 0 when there is one."""
        gained = (now - self._filled) * self._capacity / MINUTE
        self._tokens, self._filled = min(self._capacity, self._tokens + gained), now
        return max(0.0, (1 - self._tokens) * MINUTE / self._capacity)

    def change(self, tokens: int) -> None:
        """Take tokens away, or put some back."""
        self._tokens = min(self._capacity, self._tokens + tokens)


class Buckets:
    """A bucket for each name, as many as are remembered."""

    def __init__(self, capacity: int, most: int) -> None:
        self._capacity, self._most = capacity, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def of(self, name: str, now: float) -> Bucket:
        """The bucket of a name, a full one for a new name."""
        bucket = self._buckets.get(name) or Bucket(self._capacity, now)
        self._buckets[name] = bucket
        self._buckets.move_to_end(name)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket


class Writes:
    """How often one seat of a game may write, whoever sits there: a seat that is taken anew has no more."""

    def __init__(self, by_seat: int = WRITES, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._buckets = Buckets(by_seat, MOST_SEATS)

    def charge(self, game: str, seat: int) -> float:
        """Count one write; the seconds to wait where there is none left, and 0 where there was."""
        with self._lock:
            now = self._clock()
            bucket = self._buckets.of(f"{game} {seat}", now)
            wait = bucket.wait(now)
            if wait == 0:
                bucket.change(-1)
            return wait


class Guesses:
    """Who may guess again: so many wrong guesses a minute from one address, and so many from all.

    A guess is charged before it is looked at and given back when it was right, so that many at once find no gap.
    Addresses of one IPv6 network (/64) count as one, for one guest has all of them.
    """

    def __init__(self, by_address: int = 10, in_all: int = 300, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._all = Bucket(in_all, clock())
        self._buckets = Buckets(by_address, MOST_ADDRESSES)

    def charge(self, address: str) -> float:
        """Count one guess from an address; the seconds to wait where there is none left, and 0 where there was."""
        with self._lock:
            now, bucket = self._clock(), self._bucket(address)
            wait = max(bucket.wait(now), self._all.wait(now))
            if wait == 0:
                bucket.change(-1)
                self._all.change(-1)
            return wait

    def give_back(self, address: str) -> None:
        """The guess that was charged last was right."""
        with self._lock:
            self._bucket(address).change(1)
            self._all.change(1)

    def _bucket(self, address: str) -> Bucket:
        return self._buckets.of(network(address), self._clock())


def network(address: str) -> str:
    """The address, or the first half of an IPv6 one; an IPv4 address in the clothes of IPv6 is that address."""
    try:
        ip = ip_address(address)
    except ValueError:  # not from a network, as in tests and behind a Unix socket
        return address
    if not isinstance(ip, IPv6Address):
        return str(ip)
    return str(ip.ipv4_mapped) if ip.ipv4_mapped else f"{int(ip) >> 64:x}::/64"
