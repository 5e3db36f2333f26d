"""A service that is made once somebody asks it, as what it stands on takes long to import."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar, cast

Service = TypeVar("Service")


class _WhenAsked:
    def __init__(self, make: Callable[[], Any]) -> None:
        vars(self)["_make"] = make

    @cached_property
    def _made(self) -> Any:
        return self._make()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._made, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._made, name, value)

    async def close(self) -> None:
        if "_made" in vars(self):
            await self._made.close()


def when_asked(make: Callable[[], Service]) -> Service:
    """Return a service that ``make`` makes at the first use of it; closing an unused one makes none."""
    return cast(Service, _WhenAsked(make))
