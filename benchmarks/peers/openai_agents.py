"""openai-agents, with its own SQLite sessions."""

from pathlib import Path

from agents import (
    Agent,
    OpenAIChatCompletionsModel,
    Runner,
    SQLiteSession,
    function_tool,
    set_tracing_disabled,
)
from openai import AsyncOpenAI

from benchmarks.peers.common import FOUND, PROMPT, role


@function_tool
async def legislation_search(query: str) -> str:
    """Search Dutch tax legislation for a question of law."""
    return FOUND


class Agents:
    """One session is one dossier."""

    def __init__(self, folder: Path, base_url: str) -> None:
        self._path = folder / "sessions.db"
        client = AsyncOpenAI(api_key="none", base_url=base_url)
        model = OpenAIChatCompletionsModel("instant", client)
        self._agent = Agent(
            name="tess", instructions=PROMPT, tools=[legislation_search], model=model
        )

    async def turn(self, dossier: str, message: str) -> str:
        """See ``Peer``."""
        session = SQLiteSession(dossier, self._path)
        try:
            return str((await Runner.run(self._agent, message, session=session)).final_output)
        finally:
            session.close()

    async def seed(self, dossier: str, texts: list[str]) -> None:
        """See ``Peer``."""
        said = [{"role": role(number), "content": text} for number, text in enumerate(texts)]
        await SQLiteSession(dossier, self._path).add_items(said)

    async def kept(self, dossier: str) -> int:
        """See ``Peer``."""
        items = await SQLiteSession(dossier, self._path).get_items()
        return sum(one.get("role") == "user" for one in items)


async def make(folder: Path, base_url: str) -> Agents:
    """Return the agent; nothing is traced."""
    set_tracing_disabled(True)
    return Agents(folder, base_url)
