"""A dossier that is awaited: the one that waits, in a thread of its own."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

from tess_client.dossier import Dossier, Mask
from tess_client.values import Answer, Artifact, Plan, Progress, Reply
from tess_client.wire import Language

MOST_AT_ONCE = 32
"""As many turns as a server runs at once; further ones wait for these."""

_threads = ThreadPoolExecutor(MOST_AT_ONCE, "tess_client")

Value = TypeVar("Value")


class AsyncDossier:
    """``Dossier``, method by method, for asynchronous code; many of them talk at once."""

    def __init__(
        self,
        id: str = "",  # noqa: A002  # as Dossier names it: what the server calls it, and a caller writes
        *,
        desk: str = "",
        url: str = "",
        token: str | None = None,
        language: Language | None = None,
    ) -> None:
        self._dossier = Dossier(id, desk=desk, url=url, token=token, language=language)

    @property
    def id(self) -> str:
        """The dossier's id; see ``Dossier.id``."""
        return self._dossier.id

    @property
    def last(self) -> Reply | None:
        """The last reply; None before the first."""
        return self._dossier.last

    async def ask(self, message: str, *, as_of: str = "", straight: bool = False) -> Reply:
        """See ``Dossier.ask``."""
        return await _in_thread(partial(self._dossier.ask, message, as_of=as_of, straight=straight))

    async def stream(
        self, message: str, *, as_of: str = "", straight: bool = False
    ) -> AsyncIterator[Progress | Reply]:
        """See ``Dossier.stream``."""
        told = self._dossier.stream(message, as_of=as_of, straight=straight)
        while found := await _in_thread(partial(next, told, None)):
            yield found

    async def choose(self, choice: int | str) -> Reply:
        """See ``Dossier.choose``."""
        return await _in_thread(partial(self._dossier.choose, choice))

    async def confirm(self, plan: Plan) -> Reply:
        """See ``Dossier.confirm``."""
        return await _in_thread(partial(self._dossier.confirm, plan))

    async def add(self, file: Path | str, *, mask: Mask = "quotes") -> None:
        """See ``Dossier.add``."""
        await _in_thread(partial(self._dossier.add, file, mask=mask))

    async def answer(self, question: str, *, as_of: str = "") -> Answer:
        """See ``Dossier.answer``."""
        return await _in_thread(partial(self._dossier.answer, question, as_of=as_of))

    async def answers(self) -> list[Answer]:
        """See ``Dossier.answers``."""
        return await _in_thread(self._dossier.answers)

    async def artifacts(self, kind: str = "") -> list[Artifact]:
        """See ``Dossier.artifacts``."""
        return await _in_thread(partial(self._dossier.artifacts, kind))


async def _in_thread(call: Callable[[], Value]) -> Value:
    return await asyncio.get_running_loop().run_in_executor(_threads, call)
