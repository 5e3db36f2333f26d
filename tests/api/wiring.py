"""A small engine for tests of the wire: two sources, a real store, a model that can be held up."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from src.agent import Agent
from src.bootstrap import Parts
from src.desks.tax.desk import tax_desk
from src.desks.tax.library.passages import Retriever
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.dossier.json_store import JsonStore
from src.llm.builtin.model import OfflineModel
from src.llm.protocol import ChatMessage, ChatReply, Llm, ToolSpec
from tests.fakes import ListRetriever, law, ruling

QUESTION = "Hoe lang is de termijn voor bezwaar?"
TERM = law("6:7", "De termijn voor het indienen van een bezwaarschrift bedraagt zes weken.")
RULING = ruling("ECLI:NL:HR:1995:AA3106", "De termijn voor bezwaar was overschreden.")


def wired(folder: Path, llm: Llm | None = None, library: Retriever | None = None) -> Parts:
    model = llm or OfflineModel(OFFLINE_RULES)
    retriever = library or ListRetriever(TERM, RULING)
    store = JsonStore(folder)
    return Parts(Agent(store, {"tax": tax_desk(model, retriever, store)}), store, model)


class Gated(OfflineModel):
    """The offline model behind a gate: it decides nothing before the gate is open."""

    def __init__(self) -> None:
        super().__init__(OFFLINE_RULES)
        self.gate = asyncio.Event()
        self.entered = 0

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        self.entered += messages[-1].role != "tool"  # turns, not the rounds of each
        await self.gate.wait()
        return await super().chat(messages, tools)
