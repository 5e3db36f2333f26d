"""The floor: one call of the model over a bare socket, one line appended and fsynced, the reply."""

import asyncio
import json
import os
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.peers.common import PROMPT, SCHEMA, SOURCES, role

WINDOW = 20
TITLES = "\n".join(source["title"] for source in SOURCES)


class Floor:
    """Keeps all dossiers in memory, and a journal of each."""

    def __init__(self, folder: Path, base_url: str) -> None:
        self._folder = folder
        address = urlsplit(base_url)
        self._address = (address.hostname, address.port)
        self._head = (
            f"POST {address.path}/chat/completions HTTP/1.1\r\nHost: model\r\nContent-Length: "
        )
        self._free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self._said: dict[str, list[dict[str, str]]] = {}

    async def turn(self, dossier: str, message: str) -> str:
        """See ``Peer``."""
        said = self._said.setdefault(dossier, [])
        asked = {"role": "user", "content": message}
        system = {"role": "system", "content": PROMPT}
        request = {
            "model": "instant",
            "messages": [system, *said[-WINDOW:], asked],
            "tools": [SCHEMA],
        }
        answer = json.loads(await self._post(json.dumps(request, separators=(",", ":")).encode()))
        call = answer["choices"][0]["message"]["tool_calls"][0]["function"]
        reply = f"{json.loads(call['arguments'])['query']}\n{TITLES}"
        replied = {"role": "assistant", "content": reply}
        line = json.dumps({"said": [asked, replied], "sources": SOURCES}).encode() + b"\n"
        handle = os.open(self._folder / dossier, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(handle, line)
        os.fsync(handle)
        os.close(handle)
        said += [asked, replied]
        return reply

    async def seed(self, dossier: str, texts: list[str]) -> None:
        """See ``Peer``."""
        said = [{"role": role(number), "content": text} for number, text in enumerate(texts)]
        self._said[dossier] = said
        lines = "".join(
            json.dumps({"said": said[at : at + 2]}) + "\n" for at in range(0, len(said), 2)
        )
        (self._folder / dossier).write_text(lines, "utf-8")

    async def kept(self, dossier: str) -> int:
        """See ``Peer``."""
        return len((self._folder / dossier).read_bytes().splitlines())

    async def _post(self, body: bytes) -> bytes:
        if not self._free:
            self._free.append(await asyncio.open_connection(*self._address))
        reader, writer = self._free.pop()
        writer.write(f"{self._head}{len(body)}\r\n\r\n".encode() + body)
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
        data = await reader.readexactly(length)
        self._free.append((reader, writer))
        return data


async def make(folder: Path, base_url: str) -> Floor:
    """Return the floor."""
    return Floor(folder, base_url)
