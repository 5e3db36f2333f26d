"""The hand-written loop on the plain ``openai`` client: two calls of the model, a whole file per dossier.

A lock is held over the whole turn, calls of the model included, as whoever writes this by hand keeps from losing turns.
"""

import json
from pathlib import Path
from typing import Any

from openai import AsyncOpenAI

from benchmarks.peers.common import FOUND, PROMPT, SCHEMA, locks, role, write_whole


class Loop:
    """Sends the whole conversation each time."""

    def __init__(self, folder: Path, base_url: str) -> None:
        self._folder = folder
        self._client = AsyncOpenAI(api_key="none", base_url=base_url)

    async def turn(self, dossier: str, message: str) -> str:
        """See ``Peer``."""
        async with locks[dossier]:
            said = self._said(dossier)
            said.append({"role": "user", "content": message})
            tools: list[Any] = [SCHEMA]
            messages: list[Any] = [{"role": "system", "content": PROMPT}, *said]
            while True:
                completion = await self._client.chat.completions.create(
                    model="instant", messages=messages, tools=tools
                )
                reply = completion.choices[0].message
                if not reply.tool_calls:
                    break
                messages.append(reply.model_dump(exclude_none=True))
                messages += [
                    {"role": "tool", "tool_call_id": call.id, "content": FOUND}
                    for call in reply.tool_calls
                ]
            said.append({"role": "assistant", "content": reply.content or ""})
            self._keep(dossier, said)
            return reply.content or ""

    async def seed(self, dossier: str, texts: list[str]) -> None:
        """See ``Peer``."""
        self._keep(dossier, [{"role": role(n), "content": text} for n, text in enumerate(texts)])

    async def kept(self, dossier: str) -> int:
        """See ``Peer``."""
        return sum(one["role"] == "user" for one in self._said(dossier))

    def _said(self, dossier: str) -> list[dict[str, str]]:
        path = self._folder / f"{dossier}.json"
        said: list[dict[str, str]] = json.loads(path.read_bytes()) if path.exists() else []
        return said

    def _keep(self, dossier: str, said: list[dict[str, str]]) -> None:
        write_whole(self._folder / f"{dossier}.json", json.dumps(said).encode())


async def make(folder: Path, base_url: str) -> Loop:
    """Return the loop, with one client for all turns."""
    return Loop(folder, base_url)
