"""Which addresses may be asked: the hosts of a list, or public ones, and nothing inside a network by mistake."""

import socket
from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from src.errors import problem

Resolve = Callable[[str], Iterable[str]]
"""From the name of a host to its addresses."""

PORTS = {"http": 80, "https": 443}

PUBLIC = "public"
"""In a list of hosts: all of the world outside."""

LONGEST_ADDRESS = 2_048
"""Characters."""

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
        found = [address_of(one) for one in self._resolve(host)]
        is_here = bool(found) and all(one.is_loopback for one in found)
        if scheme != "https" and not is_here:
            raise Forbidden(host or url, "address_unsafe")
        if any(map(tells_secrets, found)) or (is_listed and not all(map(is_public, found))):
            raise Forbidden(host, "address_inside")


class PageGuard:
    """Says whether a page may be fetched that a user named, and to which addresses of its host a connection may go.

    ``allowed`` are hosts (``example.nl``, ``*.example.nl``, ``public`` for all), asked at the usual ports and only
    where all their addresses are public; and whole origins (``http://wiki.lan:8080``), which may be in a network of
    one's own, but never where clouds tell machines their secrets. Nothing allowed: nothing is fetched.
    """

    def __init__(self, allowed: Iterable[str], resolve: Resolve = resolved) -> None:
        given = tuple(allowed)
        self._hosts = frozenset(one for one in given if "://" not in one)
        self._named = frozenset(origin(one) for one in given if "://" in one)
        self._resolve = resolve

    def places(self, scheme: str, host: str, port: int | None) -> tuple[str, ...]:
        """Return the addresses of a host, each looked at, none where it has none; raises ``Forbidden``."""
        usual = PORTS.get(scheme)
        if not usual and scheme and host:
            raise Forbidden(host, "page_scheme")
        if not usual or not host:
            raise Forbidden(host or "?", "page_no_address")
        if not (self._hosts or self._named):
            raise Forbidden(host, "page_off")
        is_named = (scheme, host, port or usual) in self._named
        if not is_named and not self._lists(host):
            raise Forbidden(host, "page_unlisted")
        if not is_named and port not in (None, usual):
            raise Forbidden(host, "page_port")
        places = tuple(dict.fromkeys(self._resolve(host)))
        found = [address_of(one) for one in places]
        if any(map(tells_secrets, found)):
            raise Forbidden(host, "page_secrets")
        if not (is_named or all(map(is_public, found))):
            raise Forbidden(host, "page_inside")
        return places

    def _lists(self, host: str) -> bool:
        above = host.split(".")
        wider = {f"*.{'.'.join(above[at:])}" for at in range(1, len(above))}
        return bool(self._hosts & {PUBLIC, host, *wider})


NO_PAGES = PageGuard(())
"""Lets none be fetched, and says so."""


def origin(url: str) -> tuple[str, str, int]:
    """Return scheme, host and port of an address; no host where it is no web address."""
    try:
        parts = urlsplit(url)
        return parts.scheme, parts.hostname or "", parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        return "", "", 0


def address_of(text: str) -> IPv4Address | IPv6Address:
    """Return an address without its zone, and as IPv4 where it only wraps one."""
    found = ip_address(text.partition("%")[0])
    if isinstance(found, IPv4Address):
        return found
    if not found.is_loopback and any(found in network for network in _WRAPPED):
        return IPv4Address(int(found) & 0xFFFFFFFF)
    return found.ipv4_mapped or found.sixtofour or found


def is_public(found: IPv4Address | IPv6Address) -> bool:
    """Return whether an address is one of the world outside: of no network of one's own, and nothing reserved."""
    is_odd = found.is_multicast or found.is_reserved or getattr(found, "is_site_local", False)
    return found.is_global and not is_odd


def tells_secrets(found: IPv4Address | IPv6Address) -> bool:
    """Return whether it is where clouds tell their machines secrets, which nobody may ask whoever named it."""
    return found.is_link_local or found in _TELLING
