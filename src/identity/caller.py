"""Who is asking: the caller of the request at hand, for as long as it lasts."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True)
class Caller:
    """Who a token was made for, and the tenant whose dossiers are open to them."""

    name: str
    tenant: str


LOCAL = Caller("local", "")
"""Whoever works on this machine: the command line, and all clients of a server without authentication."""

# Tasks and threads that a request starts inherit it, so a turn goes on as its caller when the connection is gone.
_caller: ContextVar[Caller] = ContextVar("caller")


@contextmanager
def calling(caller: Caller) -> Iterator[None]:
    """Let everything in this block, and every task that begins in it, be done for this caller."""
    token = _caller.set(caller)
    try:
        yield
    finally:
        _caller.reset(token)


def is_known() -> bool:
    """Return whether somebody showed who they are."""
    return _caller.get(LOCAL) is not LOCAL


def current() -> Caller:
    """Return the caller at hand; ``LOCAL`` where nobody had to say who they are."""
    return _caller.get(LOCAL)


def identified() -> Caller:
    """Return the caller at hand; raises LookupError where nobody was asked who they are."""
    return _caller.get()
