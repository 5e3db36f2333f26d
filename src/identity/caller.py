"""The caller of the request at hand, for as long as it lasts."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

Desk = TypeVar("Desk")


@dataclass(frozen=True)
class Caller:
    """The holder of a token, and the tenant whose dossiers are open to them."""

    name: str
    tenant: str
    desks: tuple[str, ...] = ()
    """Names of the desks that are open to them; empty: all there are."""

    confirms: bool = True
    """Whether they may confirm plans, which write to other systems."""

    @property
    def key(self) -> tuple[str, str]:
        """Tenant and name."""
        return self.tenant, self.name

    def opens(self, desk: str) -> bool:
        return not self.desks or desk in self.desks

    @property
    def principal(self) -> str:
        """All that tells this caller from others, those of the same name with other rights too."""
        return json.dumps([self.tenant, self.name, sorted(self.desks), self.confirms])

    def finds(self, tenant: str, desk: str) -> bool:
        return tenant == self.tenant and self.opens(desk)


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
    return _caller.get(LOCAL) is not LOCAL


def current() -> Caller:
    """Return the caller at hand; ``LOCAL`` where nobody had to say who they are."""
    return _caller.get(LOCAL)


def identified() -> Caller:
    """Return the caller at hand; raises LookupError where nobody was asked who they are."""
    return _caller.get()


class OwnedDesks(Mapping[str, Desk]):
    """Desks by name, of which each caller finds those that are theirs, and no others."""

    def __init__(self, every: Mapping[str, Desk]) -> None:
        self.every = every
        """All of them, whoever is calling."""

    def __getitem__(self, name: str) -> Desk:
        if not self._is_theirs(name):
            raise KeyError(name)
        return self.every[name]

    def __iter__(self) -> Iterator[str]:
        return filter(self._is_theirs, self.every)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _is_theirs(self, name: str) -> bool:
        return identified().opens(name)
