"""Haystack's agent, which keeps nothing itself: its messages in a whole file per dossier."""

import json
from pathlib import Path

from haystack.components.agents import Agent
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.dataclasses import ChatMessage
from haystack.tools import tool
from haystack.utils import Secret

from benchmarks.peers.common import FOUND, PROMPT, write_whole


@tool
def legislation_search(query: str) -> str:
    """Search Dutch tax legislation for a question of law."""
    return FOUND


class Haystack:
    """Sends the whole history each time."""

    def __init__(self, folder: Path, base_url: str) -> None:
        self._folder = folder
        model = OpenAIChatGenerator(
            model="instant", api_base_url=base_url, api_key=Secret.from_token("none")
        )
        self._agent = Agent(chat_generator=model, tools=[legislation_search], system_prompt=PROMPT)
        self._agent.warm_up()

    async def turn(self, dossier: str, message: str) -> str:
        """See ``Peer``."""
        said = [*self._said(dossier), ChatMessage.from_user(message)]
        ran = await self._agent.run_async(messages=said)
        kept = [one for one in ran["messages"] if one.role != "system"]
        self._keep(dossier, kept)
        return ran["messages"][-1].text or ""

    async def seed(self, dossier: str, texts: list[str]) -> None:
        """See ``Peer``."""
        said = [
            ChatMessage.from_assistant(text) if number % 2 else ChatMessage.from_user(text)
            for number, text in enumerate(texts)
        ]
        self._keep(dossier, said)

    async def kept(self, dossier: str) -> int:
        """See ``Peer``."""
        return sum(one.role == "user" for one in self._said(dossier))

    def _said(self, dossier: str) -> list[ChatMessage]:
        path = self._folder / f"{dossier}.json"
        stored = json.loads(path.read_bytes()) if path.exists() else []
        return [ChatMessage.from_dict(one) for one in stored]

    def _keep(self, dossier: str, said: list[ChatMessage]) -> None:
        data = json.dumps([one.to_dict() for one in said]).encode()
        write_whole(self._folder / f"{dossier}.json", data)


async def make(folder: Path, base_url: str) -> Haystack:
    """Return the agent."""
    return Haystack(folder, base_url)
