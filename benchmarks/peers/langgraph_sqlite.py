"""LangGraph: ``create_agent`` with its own SQLite checkpoints."""

from pathlib import Path

import aiosqlite
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from benchmarks.peers.common import FOUND, PROMPT


@tool
async def legislation_search(query: str) -> str:
    """Search Dutch tax legislation for a question of law."""
    return FOUND


class Graph:
    """One thread of the graph is one dossier."""

    def __init__(self, saver: AsyncSqliteSaver, base_url: str) -> None:
        model = ChatOpenAI(model="instant", base_url=base_url, api_key="none")
        self._agent = create_agent(
            model, [legislation_search], system_prompt=PROMPT, checkpointer=saver
        )

    async def turn(self, dossier: str, message: str) -> str:
        """See ``Peer``."""
        state = await self._agent.ainvoke({"messages": [HumanMessage(message)]}, _thread(dossier))
        return str(state["messages"][-1].content)

    async def seed(self, dossier: str, texts: list[str]) -> None:
        """See ``Peer``."""
        said: list[BaseMessage] = [
            AIMessage(text) if number % 2 else HumanMessage(text)
            for number, text in enumerate(texts)
        ]
        await self._agent.aupdate_state(_thread(dossier), {"messages": said}, as_node="model")

    async def kept(self, dossier: str) -> int:
        """See ``Peer``."""
        state = await self._agent.aget_state(_thread(dossier))
        return sum(isinstance(one, HumanMessage) for one in state.values["messages"])


def _thread(dossier: str) -> dict[str, dict[str, str]]:
    return {"configurable": {"thread_id": dossier}}


async def make(folder: Path, base_url: str) -> Graph:
    """Return the agent."""
    saver = AsyncSqliteSaver(await aiosqlite.connect(folder / "checkpoints.db"))
    await saver.setup()
    return Graph(saver, base_url)
