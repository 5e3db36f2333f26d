"""The engine behind a recording, with its clock and its salts given: the only file here that imports from ``src``."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from src import errors
from src.agent import Agent
from src.bootstrap import Parts
from src.desks.catalogue import answer_rules, presenter_of
from src.desks.tax.desk import tax_desk
from src.desks.tax.library.passages import Hit, Kind, LibraryState, Retriever
from src.desks.tax.library.retriever import LibraryRetriever
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.desks.tax.sources import Legislation
from src.dossier.json_store import JsonStore
from src.dossier.models import Source
from src.dossier_service import DossierService
from src.llm.builtin.model import OfflineModel
from src.llm.protocol import ChatMessage, ChatReply, Llm, ToolSpec
from src.settings import PROJECT_ROOT
from tests.fakes import ListRetriever, ScriptedLlm, calls, law, ruling
from tests.recorded.steps import Calls, Conversation, Fails, Library, Script

BEGIN = datetime(2026, 3, 2, 9, tzinfo=UTC)


class Given:
    """What chance and the machine would give otherwise: the time, which stands still within a step, and salts."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._step = 0
        self._drawn = 0

    def next(self) -> None:
        """Begin another step, a minute later."""
        self._step += 1
        self._drawn = 0

    def clock(self) -> datetime:
        return BEGIN + timedelta(minutes=self._step)

    def salt(self) -> str:
        self._drawn += 1
        drawn = f"{self._name}/{self._step}/{self._drawn}"
        return hashlib.sha256(drawn.encode()).hexdigest()[:32]


class ToolKeepingLlm(ScriptedLlm):
    """A scripted model that keeps the tools that it was offered whole."""

    def __init__(self, script: Script) -> None:
        forms = [_failure(one) if isinstance(one, Fails) else one for one in script.forms]
        super().__init__(*(_decision(one) for one in script.chats), forms=forms)
        self.tools: list[Sequence[ToolSpec]] = []

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        self.tools.append(tools)
        return await super().chat(messages, tools)


def _decision(one: Calls | Fails) -> ChatReply | Exception:
    if isinstance(one, Fails):
        return _failure(one)
    return replace(calls(*one.picked), text=one.text)


def _failure(one: Fails) -> Exception:
    if one.error == "Bug":
        return RuntimeError("a fault of ours")
    failure: Exception = getattr(errors, one.error)(**dict(one.details))
    return failure


class NewestInForce(ListRetriever):
    """Finds articles in the newest version that was in force, as the library does."""

    async def search(
        self, query: str, kind: Kind, limit: int, as_of: date | None = None, user_query: str = ""
    ) -> tuple[Hit, ...]:
        hits = [
            hit
            for hit in await super().search(query, kind, 100, as_of, user_query)
            if self._counts(hit.source, as_of)
        ]
        return tuple(replace(hit, rank=rank) for rank, hit in enumerate(hits[:limit], 1))

    def _counts(self, source: Source, as_of: date | None) -> bool:
        if not isinstance(source, Legislation) or source.digest:
            return True
        known = self.versions(source)
        day = as_of or BEGIN.date()
        begun = [one for one in known if (one.as_of or date.min) <= day]
        return source == (begun or known)[-1]


class Starter(LibraryRetriever):
    """The starter corpus, whatever version of the program made its index."""

    @property
    def state(self) -> LibraryState:
        return replace(super().state, fingerprint="the starter corpus")


@cache
def _starter() -> Retriever:
    return Starter(Path("/nowhere/library"), PROJECT_ROOT / "data" / "starter")


def _version(article: str, day: date, content: str) -> Legislation:
    work = "BWBR0099901"
    address = f"jci1.3:c:{work}&artikel={article}&g={day}&z={day}"
    return law(article, content, work, "Wet op de kabouterbelasting").model_copy(
        update={
            "id": f"{work}/{article}@{day}",
            "url": f"https://wetten.overheid.nl/{address}",
            "as_of": day,
            "since": day,
        }
    )


OLD, NEW = date(2020, 1, 1), date(2024, 1, 1)
RATE = "De heffing bedraagt {rate} percent van de waarde van de stenen kabouter."
GNOMES = (
    _version("2", OLD, RATE.format(rate="19")),
    _version("2", NEW, RATE.format(rate="21")),
    _version(
        "3",
        NEW,
        "Een kabouter is vrij-\ngesteld van de heffing:\na. indien hij van hout is;\n"
        "b. indien hij in een museum staat.",
    ),
    _version("4", NEW, "Kabouters zonder muts zijn geen kabouters in de zin van deze wet."),
    ruling(
        "ECLI:NL:HR:2021:9001",
        "De heffing op kabouters is geen belasting op bezit. Een kabouter in een tuin staat niet in een museum.",
    ),
)
TERMS = (
    law("6:7", "De termijn voor het indienen van een bezwaarschrift bedraagt zes weken."),
    law(
        "6:8",
        "De termijn vangt aan met ingang van de dag na die waarop het besluit is bekendgemaakt.",
    ),
    law(
        "6:11",
        "Ten aanzien van een na afloop van de termijn ingediend bezwaarschrift blijft niet-ontvankelijkverklaring "
        "achterwege indien redelijkerwijs niet kan worden geoordeeld dat de indiener in verzuim is geweest.",
    ),
    ruling("ECLI:NL:HR:1995:AA3106", "De termijn voor bezwaar was overschreden."),
    ruling(
        "ECLI:NL:GHAMS:1999:AA0001",
        "De termijn van zes weken was verstreken; de indiener was niet in verzuim.",
        court="Gerechtshof Amsterdam",
    ),
)
LIBRARIES: Mapping[Library, Callable[[], Retriever]] = {
    "terms": lambda: NewestInForce(*TERMS),
    "gnomes": lambda: NewestInForce(*GNOMES),
    "starter": _starter,
}


@dataclass(frozen=True)
class Wired:
    """An engine, and what a recording needs of it."""

    parts: Parts
    given: Given
    scripted: ToolKeepingLlm | None

    def asked(self, *, whole: bool) -> list[Any]:
        """Return what the scripted model was sent: whole, or each call's hash."""
        asked = self.scripted.asked if self.scripted else []
        said = [[[one.role, one.content, _calls(one)] for one in messages] for messages in asked]
        return said if whole else [hashlib.sha256(repr(one).encode()).hexdigest() for one in said]

    def offered(self, *, whole: bool) -> list[Any]:
        """Return the tools that the scripted model was offered, by decision: whole, or their names."""
        offered = self.scripted.tools if self.scripted else []
        if whole:
            return [
                [[t.name, t.description, dict(t.parameters)] for t in tools] for tools in offered
            ]
        return [[tool.name for tool in tools] for tools in offered]


def _calls(message: ChatMessage) -> list[list[str]]:
    return [[one.id, one.name, one.arguments] for one in message.tool_calls]


def wired(folder: Path, conversation: Conversation) -> Wired:
    """Return the engine of a conversation, which keeps its dossiers in a folder."""
    given = Given(conversation.name)
    scripted = ToolKeepingLlm(conversation.script) if conversation.script else None
    model: Llm = scripted or OfflineModel(OFFLINE_RULES)
    library = LIBRARIES[conversation.library]()
    store = JsonStore(folder, given.clock, salt=given.salt)
    desk = tax_desk(model, library, store, clock=given.clock)
    agent = Agent(store, {desk.name: desk}, clock=given.clock)
    dossiers = DossierService(store, answer_rules, presenter_of, clock=given.clock, salt=given.salt)
    return Wired(Parts(agent, store, model, dossiers=dossiers, close=store.close), given, scripted)
