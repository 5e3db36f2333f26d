"""The doors to what research asks outside, made once somebody asks: what they stand on takes long to import."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING

from src.desks.tsg.clearing import Gate
from src.desks.tsg.outside import AsksOutside
from src.desks.tsg.settings import TsgSettings

if TYPE_CHECKING:
    from src.desks.tsg.services.community import Community

_MODULES = {
    "learn": "src.desks.tsg.services.learn_mcp",
    "github": "src.desks.tsg.services.community",
}
"""By service; each takes longer to import than the event loop may be held."""


class Doors:
    """Microsoft Learn and GitHub, as far as the settings name them."""

    def __init__(self, settings: TsgSettings) -> None:
        self._settings = settings

    @asynccontextmanager
    async def open(self) -> AsyncIterator[dict[str, AsksOutside]]:
        named = self._settings.services
        for service in named:
            await asyncio.to_thread(import_module, _MODULES[service])
        github: dict[str, AsksOutside] = {"github": self._github} if "github" in named else {}
        if "learn" not in named:
            yield github
            return
        from src.desks.tsg.services.learn_mcp import LearnSession

        async with LearnSession(self._settings.tess_tsg_learn_url) as learn:
            yield {"learn": learn, **github}

    async def close(self) -> None:
        if "_github" in vars(self):
            await self._github.close()

    @cached_property
    def _github(self) -> "Community":
        from src.desks.tsg.services.community import Community

        return Community(self._settings.tess_tsg_github_url)


def gate_of(settings: TsgSettings) -> Gate:
    """Return the personal-data gate that the settings describe."""
    if settings.tess_tsg_pii != "azure" or settings.tess_tsg_pii_key is None:
        return Gate()
    from src.desks.tsg.services.language import AzureLanguage

    return Gate(AzureLanguage(settings.tess_tsg_pii_url, settings.tess_tsg_pii_key))
