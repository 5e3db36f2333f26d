"""Clients that ask for the same over and over, each once a second, and leave where they are not answered by then.

A process of its own, so that it takes no time from who measures: its one argument is a ``Crowd`` as JSON. At its end
it prints how many were answered, were told ``busy``, and left.
"""

import asyncio
import json
import signal
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass

PATIENCE = 1.0


@dataclass(frozen=True)
class Crowd:
    """So many clients of a server."""

    port: int
    paths: Sequence[str]
    """What they ask for, each one of these."""
    clients: int
    token: str = ""

    def as_json(self) -> str:
        """Return it as the process takes it."""
        return json.dumps(asdict(self))

    async def come(self) -> dict[str, int]:
        """Ask until SIGTERM; return how often was answered what."""
        ended = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
        told: Counter[str] = Counter()
        tasks = [asyncio.create_task(self._ask(one, told)) for one in range(self.clients)]
        await ended.wait()
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        return dict(told)

    async def _ask(self, number: int, told: Counter[str]) -> None:
        clock = asyncio.get_running_loop().time
        await asyncio.sleep(PATIENCE * number / self.clients)
        while True:
            again = clock() + PATIENCE
            told[await self._asked(self.paths[number % len(self.paths)])] += 1
            await asyncio.sleep(max(0.0, again - clock()))

    async def _asked(self, path: str) -> str:
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                try:
                    writer.write(self._request(path))
                    status = (await reader.readuntil(b"\r\n")).split()[1].decode()
                    while await reader.read(65_536):
                        pass
                finally:
                    writer.transport.abort()
        except TimeoutError:
            return "left"
        except (OSError, asyncio.IncompleteReadError):
            return "failed"
        return {"200": "answered", "503": "busy"}.get(status, status)

    def _request(self, path: str) -> bytes:
        shown = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        return (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{shown}Connection: close\r\n\r\n".encode()
        )


if __name__ == "__main__":
    print(json.dumps(asyncio.run(Crowd(**json.loads(sys.argv[1])).come())))
