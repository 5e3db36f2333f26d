"""Which addresses may be asked: the hosts of a list, over https, and nothing inside a network by mistake."""

import socket
from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from src.errors import problem

Resolve = Callable[[str], Iterable[str]]
"""From the name of a host to its addresses."""

PORTS = {"http": 80, "https": 443}

_TELLING = frozenset(map(ip_address, ("168.63.129.16", "100.100.100.200", "fd00:ec2::254")))
"""Beside link-local ones: where clouds tell their machines secrets. The first is public by its number."""

_WRAPPED = (IPv6Network("64:ff9b::/96"), IPv6Network("::/96"))
"""Where there is IPv6 only, and in a form of old: the last 32 bits are the address that is meant."""


class Forbidden(Exception):
    """An address that may not be asked; the message says why, in words for a person, and ``problem`` in one of ours."""

    def __init__(self, host: str, word: str) -> None:
        super().__init__(f"{host} {problem(word, 'en')}")
        self.host = host
        self.problem = word


def resolved(host: str) -> tuple[str, ...]:
    """Return the addresses of a host; none where it has none, or where only a proxy knows."""
    try:
        return tuple(str(found[4][0]) for found in socket.getaddrinfo(host, None))
    except (OSError, UnicodeError):
        return ()


class AddressGuard:
    """Lets through the hosts of a list, and what the operator named.

    A host of the list is asked over https only, and only where all its addresses are public. Should its name lead
    elsewhere between this look and the connection, no certificate there is that of the host. What the operator named,
    its scheme and port too, may be in a network of one's own, as a mirror is, but never where clouds tell machines
    their secrets; without https on this machine alone.
    """

    def __init__(
        self, listed: Iterable[str], named: Iterable[str] = (), resolve: Resolve = resolved
    ) -> None:
        """Take hosts that are ``listed``, and whole addresses that are ``named``; what is both counts as listed."""
        self._listed = {host.lower() for host in listed}
        self._named = {place for address in named if (place := origin(address))[1]}
        self._resolve = resolve

    def check(self, url: str) -> None:
        """Raise ``Forbidden`` unless this address may be asked."""
        scheme, host, _ = place = origin(url)
        is_listed = host in self._listed
        if not is_listed and place not in self._named:
            raise Forbidden(host or url, "address_unlisted")
        if scheme != "https" and (is_listed or scheme != "http"):
            raise Forbidden(host or url, "address_unsafe")
        found = [_address(one) for one in self._resolve(host)]
        is_here = bool(found) and all(one.is_loopback for one in found)
        if scheme != "https" and not is_here:
            raise Forbidden(host or url, "address_unsafe")
        if any(map(_tells_secrets, found)) or (is_listed and not all(map(_is_public, found))):
            raise Forbidden(host, "address_inside")


def origin(url: str) -> tuple[str, str, int]:
    """Return scheme, host and port of an address; no host where it is no web address."""
    try:
        parts = urlsplit(url)
        return parts.scheme, parts.hostname or "", parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        return "", "", 0


def _address(text: str) -> IPv4Address | IPv6Address:
    """Return an address without its zone, and as IPv4 where it only wraps one."""
    found = ip_address(text.partition("%")[0])
    if isinstance(found, IPv4Address):
        return found
    if not found.is_loopback and any(found in network for network in _WRAPPED):
        return IPv4Address(int(found) & 0xFFFFFFFF)
    return found.ipv4_mapped or found.sixtofour or found


def _is_public(found: IPv4Address | IPv6Address) -> bool:
    return found.is_global and not found.is_multicast


def _tells_secrets(found: IPv4Address | IPv6Address) -> bool:
    return found.is_link_local or found in _TELLING
