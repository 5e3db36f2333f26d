"""pydantic-ai, which keeps nothing itself: its messages in a whole file per dossier."""

from pathlib import Path

from pydantic_ai import Agent
from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    TextPart,
    UserPromptPart,
)
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from benchmarks.peers.common import FOUND, PROMPT, write_whole


class PydanticAi:
    """Sends the whole history each time."""

    def __init__(self, folder: Path, base_url: str) -> None:
        self._folder = folder
        model = OpenAIChatModel(
            "instant", provider=OpenAIProvider(base_url=base_url, api_key="none")
        )
        self._agent = Agent(model, instructions=PROMPT)

        @self._agent.tool_plain
        async def legislation_search(query: str) -> str:
            """Search Dutch tax legislation for a question of law."""
            return FOUND

    async def turn(self, dossier: str, message: str) -> str:
        """See ``Peer``."""
        ran = await self._agent.run(message, message_history=self._said(dossier))
        write_whole(self._path(dossier), ran.all_messages_json())
        return str(ran.output)

    async def seed(self, dossier: str, texts: list[str]) -> None:
        """See ``Peer``."""
        said: list[ModelMessage] = [
            ModelResponse([TextPart(text)]) if number % 2 else ModelRequest([UserPromptPart(text)])
            for number, text in enumerate(texts)
        ]
        write_whole(self._path(dossier), ModelMessagesTypeAdapter.dump_json(said))

    async def kept(self, dossier: str) -> int:
        """See ``Peer``."""
        parts = [part for message in self._said(dossier) for part in message.parts]
        return sum(isinstance(part, UserPromptPart) for part in parts)

    def _path(self, dossier: str) -> Path:
        return self._folder / f"{dossier}.json"

    def _said(self, dossier: str) -> list[ModelMessage]:
        path = self._path(dossier)
        return ModelMessagesTypeAdapter.validate_json(path.read_bytes()) if path.exists() else []


async def make(folder: Path, base_url: str) -> PydanticAi:
    """Return the agent."""
    return PydanticAi(folder, base_url)
