"""A small engine with authentication, around a model of the test's choice."""

from pathlib import Path

from pydantic import SecretStr

from src.agent import Agent
from src.bootstrap import Parts
from src.desks.tax.desk import tax_desk
from src.dossier.json_store import JsonStore
from src.identity.owned_store import OwnedStore
from src.identity.quotas import NO_QUOTAS, Quotas
from src.identity.registry import TokenFile
from src.identity.tokens import Authentication
from src.llm.protocol import Llm
from src.llm.wrappers import MeteredLlm
from tests.api.wiring import RULING, TERM, Gated
from tests.fakes import ListRetriever
from tests.identity.callers import SECRET


def around(folder: Path, model: Llm, quotas: Quotas = NO_QUOTAS) -> Parts:
    """Return an engine in which each tenant finds what is theirs."""
    llm, retriever = MeteredLlm(model, quotas), ListRetriever(TERM, RULING)
    store = OwnedStore(JsonStore(folder / "dossiers"))
    agent = Agent(store, {"tax": tax_desk(llm, retriever, store)})
    authentication = Authentication(SecretStr(SECRET), TokenFile(folder))
    return Parts(agent, store, llm, authentication, quotas)


def held_up(folder: Path, quotas: Quotas = NO_QUOTAS) -> tuple[Parts, Gated]:
    """Return an engine whose model waits at a gate, and that model."""
    model = Gated()
    return around(folder, model, quotas), model
