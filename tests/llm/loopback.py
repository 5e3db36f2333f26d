"""A guard that keeps a test process off the network: only this machine can be reached."""

import sys

LOCAL = ("127.0.0.1", "::1", "localhost")


class OutsideRefused(BaseException):
    """A test tried to reach another machine; not an ``Exception``, so that nothing takes it for a network fault."""


def stay_on_this_machine() -> None:
    """Refuse, from now on and for good, every connection and name lookup that leaves this machine."""
    sys.addaudithook(_refuse_outside)


def _refuse_outside(event: str, arguments: tuple[object, ...]) -> None:
    if event == "socket.getaddrinfo":
        _check(arguments[0])
    elif event in ("socket.connect", "socket.sendto"):
        address = arguments[1]
        if isinstance(address, tuple):  # a Unix socket's address is a path
            _check(address[0])


def _check(host: object) -> None:
    name = host.decode() if isinstance(host, bytes) else host
    if name is not None and name not in LOCAL:
        raise OutsideRefused(f"a test tried to reach {name!r}")
