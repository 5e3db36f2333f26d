"""Which addresses may be asked: the hosts of a list, or public ones, and nothing inside a network by mistake."""

import asyncio
import socket
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from threading import Thread
from typing import ParamSpec, TypeVar
from urllib.parse import urlsplit

from src.errors import AddressRefused, problem
from src.identity.caller import current
from src.identity.fair_places import FairPlaces
from src.texts import beside

Given = ParamSpec("Given")
Result = TypeVar("Result")

LOOKUP_SECONDS = 5.0

AT_ONCE, WAITING = 16, 256
"""Look-ups; where there are tenants, one has at most half of them."""


class Lookups:
    """Calls what looks names up; a call that is given up holds its place until the system lets go of its thread."""

    def __init__(self, seconds: float = LOOKUP_SECONDS, at_once: int = AT_ONCE) -> None:
        self._seconds = seconds
        self._places = FairPlaces(at_once, WAITING)

    async def of(
        self, look: Callable[Given, Result], /, *given: Given.args, **named: Given.kwargs
    ) -> Result:
        """Return what ``look`` does.

        Raises its ``OSError`` or ``ValueError``, ``TimeoutError`` where it takes too long, or ``Busy``.
        """
        loop = asyncio.get_running_loop()
        found: Future[Result] = Future()
        place = self._places.ask(current().tenant)

        def work() -> None:
            try:
                found.set_result(look(*given, **named))
            except (OSError, ValueError) as error:
                found.set_exception(error)
            finally:
                with suppress(RuntimeError):  # of a loop that has ended meanwhile
                    loop.call_soon_threadsafe(self._places.leave, place)

        async with asyncio.timeout(self._seconds):
            try:
                await place.given
            except asyncio.CancelledError:
                self._places.leave(place)
                raise
            found.set_running_or_notify_cancel()
            # The end of the process does not wait for such a thread, as it would for one of a pool.
            Thread(target=work, name="tess-names", daemon=True).start()
            return await asyncio.wrap_future(found)


Address = IPv4Address | IPv6Address

Resolve = Callable[[str], Iterable[str]]
"""From the name of a host to its addresses."""

PORTS = {"http": 80, "https": 443}

PUBLIC = "public"
"""In a list of hosts: all of the world outside."""

LONGEST_ADDRESS = 2_048
"""Characters."""


_NETWORKS = {
    name: tuple(ip_network(network) for line in lines for network in line.split())
    for name, lines in beside(__file__, "addresses").items()
}
"""By what their addresses are to whoever asks them."""

_UNICAST = IPv6Network("2000::/3")
"""IPv6 of the world outside; what IANA lists beyond it is no site either."""

_LOOPBACK = IPv6Address("::1")

_TRANSLATED = IPv6Network("64:ff9b:1::/48")
"""Of a network's own translators, which put an IPv4 address where they like (RFC 8215, RFC 6052)."""


class Forbidden(ValueError):
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
        self._lookups = Lookups()
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
        found = [address_of(text) for text in self._resolve(host)]
        is_here = bool(found) and all(address.is_loopback for address in found)
        if scheme != "https" and not is_here:
            raise Forbidden(host or url, "address_unsafe")
        if any(map(tells_secrets, found)) or (is_listed and not all(map(is_public, found))):
            raise Forbidden(host, "address_inside")

    async def admit(self, url: str) -> None:
        """Raise ``AddressRefused`` unless this address may be asked, ``TimeoutError`` where its name takes too long."""
        try:
            await self._lookups.of(self.check, url)
        except Forbidden as error:
            raise AddressRefused(service=error.host, problem=error.problem) from error


class PageGuard:
    """Says whether a page may be fetched that a user named, and to which addresses of its host a connection may go.

    ``allowed`` are hosts (``example.nl``, ``*.example.nl``, ``public`` for all), asked at the usual ports and only
    where all their addresses are public; and whole origins (``http://wiki.lan:8080``), which may be in a network of
    one's own, but never where clouds tell machines their secrets. Nothing allowed: nothing is fetched.
    """

    def __init__(
        self, allowed: Iterable[str], resolve: Resolve = resolved, lookups: Lookups | None = None
    ) -> None:
        self.lookups = lookups or Lookups()
        """By which an event loop calls ``places``, as it may wait for a name."""
        given = tuple(allowed)
        self._hosts = frozenset(text for text in given if "://" not in text)
        self._named = frozenset(origin(text) for text in given if "://" in text)
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
        found = [address_of(place) for place in places]
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


def address_of(text: str) -> Address:
    """Return an address without its zone, and as IPv4 where it only wraps one."""
    found = ip_address(text.partition("%")[0])
    if (
        isinstance(found, IPv6Address)
        and found != _LOOPBACK
        and _is_in(found, _NETWORKS["wrapped"])
    ):
        return IPv4Address(int(found) & 0xFFFFFFFF)
    return found


def is_public(found: Address) -> bool:
    """Return whether an address is one of the world outside: of no network of one's own, and nothing reserved."""
    return (found.version == 4 or found in _UNICAST) and not _is_in(found, _NETWORKS["special"])


def tells_secrets(found: Address) -> bool:
    """Return whether it leads to where clouds tell their machines secrets, which nobody may ask whoever named it."""
    return any(_is_in(address, _NETWORKS["telling"]) for address in (found, *_carried(found)))


def _is_in(found: Address, listed: Iterable[IPv4Network | IPv6Network]) -> bool:
    return any(found in network for network in listed)


def _carried(found: Address) -> tuple[IPv4Address, ...]:
    if isinstance(found, IPv4Address):
        return ()
    if found in _TRANSLATED:
        at = found.packed
        places = (at[6:8] + at[9:11], at[7:8] + at[9:12], at[9:13], at[12:])
        return tuple(map(IPv4Address, places))
    return tuple(filter(None, (found.sixtofour, *(found.teredo or ()))))
