"""A way to the database that breaks, once, at the worst of all moments: while a transaction is committed."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

SOCKET = ".s.PGSQL.5432"

Fault = Literal["before", "after", "late", "for long"]
"""The connection breaks before the COMMIT reaches the server; after it was done, but before the reply; or the COMMIT
reaches the server only once the client has begun to look whether it did; or it was done, and no connection gets through
any more until the proxy is back."""


class Proxy:
    """Passes on all bytes until it is ``armed`` and a COMMIT comes by."""

    def __init__(self, server: Path, fault: Fault) -> None:
        self._server = server
        self._fault = fault
        self._looked = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()
        self.armed = False
        self.away = False

    async def accept(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Serve one connection to its end; none while it is away."""
        if self.away:
            writer.close()
            return
        task = asyncio.current_task()
        assert task is not None  # the server runs each connection as one
        self._tasks.add(task)
        back, forth = await asyncio.open_unix_connection(str(self._server / SOCKET))
        broken = asyncio.Event()
        replies = asyncio.create_task(self._replies(back, writer, broken))
        try:
            await self._requests(reader, forth, writer, broken)
            if broken.is_set():
                await replies
        finally:
            for one in (forth, writer):
                one.close()
            await asyncio.gather(replies, return_exceptions=True)
            await asyncio.gather(forth.wait_closed(), writer.wait_closed(), return_exceptions=True)

    async def ended(self) -> None:
        """Close what is still open, on both sides; a test that fails leaves things half way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _requests(
        self, reader: StreamReader, forth: StreamWriter, writer: StreamWriter, broken: asyncio.Event
    ) -> None:
        while (data := await reader.read(65_536)) and not self.away:
            if self.armed and b"COMMIT\0" in data:
                self.armed = False
                await self._break(data, forth, writer, broken)
                return
            forth.write(data)
            if b"for update" in data:
                self._looked.set()

    async def _break(
        self, data: bytes, forth: StreamWriter, writer: StreamWriter, broken: asyncio.Event
    ) -> None:
        self.away = self._fault == "for long"
        if self._fault in ("after", "for long"):
            broken.set()  # the reply that comes now is the first that is not passed on
            forth.write(data)
            return
        writer.close()
        if self._fault == "late":
            self._looked.clear()
            await self._looked.wait()
            broken.set()
            forth.write(data)

    async def _replies(
        self, back: StreamReader, writer: StreamWriter, broken: asyncio.Event
    ) -> None:
        while data := await back.read(65_536):
            if broken.is_set():
                return
            writer.write(data)


@asynccontextmanager
async def breaking(server: Path, folder: Path, fault: Fault) -> AsyncIterator[Proxy]:
    """Lend a proxy that listens in ``folder`` as the server does in its own."""
    proxy = Proxy(server, fault)
    listening = await asyncio.start_unix_server(proxy.accept, str(folder / SOCKET))
    async with listening:
        try:
            yield proxy
        finally:
            await proxy.ended()
