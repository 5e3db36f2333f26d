"""Every error, told wherever it can be met: in a frame, over REST, as a tool's refusal, in the terminal."""

from pathlib import Path
from typing import ClassVar

import pytest

from src.agent import Agent
from src.api import replies
from src.bootstrap import Parts
from src.desks.tax.desk import tax_desk
from src.dossier.journal import JournalEntry
from src.dossier.models import Dossier, Language
from src.errors import CODES, ForUser, StorageFailed, TessError, problem, refusal, sentence
from src.llm.protocol import ChatReply
from src.presenter import PLAIN
from src.tools.base import Refused
from tests import docs_reader as reader
from tests.api.wiring import wired
from tests.clients.stand_in import StandIn, running
from tests.clients.test_terminal_chat import talk
from tests.fakes import START, ListRetriever, MemoryStore, ScriptedLlm, calls
from tests.identity.callers import Client
from tests.serving import TEST_ID, served

LANGUAGES: tuple[Language, ...] = ("nl", "en")
EVERY = [(error, language) for error in CODES.values() for language in LANGUAGES]


def raised(error: type[TessError]) -> TessError:
    """An error with all its details; seconds are a number, as clients reckon with them."""
    return error(**dict.fromkeys(reader.details_of(error), "7"))


def test_every_error_is_told_in_a_frame() -> None:
    for error, language in EVERY:
        frame = replies.failure(raised(error), language)
        assert frame.code == error.code
        assert "{" not in frame.error.replace('{"message"', ""), (error.code, language)
        assert 100 <= error.status < 600, error.code


def test_every_error_of_a_tool_is_told_in_the_reply() -> None:
    dossier = Dossier(id="dos-00000001", desk="tax", created_at=START)
    for error, language in EVERY:
        told = PLAIN.say("", [Refused(error.code, raised(error).details)], dossier, language)
        assert refusal(error.code, raised(error).details, language) in told.text


class Failing(MemoryStore):
    """A store that fails with whatever it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.error: TessError | None = None

    async def load(self, dossier_id: str) -> Dossier | None:
        if self.error:
            raise self.error
        return await super().load(dossier_id)


async def test_every_error_is_told_over_rest(tmp_path: Path) -> None:
    store = Failing()
    whole = wired(tmp_path)
    parts = Parts(Agent(store, whole.agent.desks), store, whole.llm)
    async with served(parts) as server:
        for code, error in CODES.items():
            store.error = raised(error)
            reply = await Client(server.port).ask("GET", f"/dossiers/{TEST_ID}")
            assert (reply.status_code, reply.json()["code"]) == (error.status, code)
            assert reply.json()["error"] == sentence(code, store.error.details, "en")


def test_every_error_is_told_in_the_terminal() -> None:
    with running(StandIn()) as server:
        told = {code: sentence(code, raised(error).details, "nl") for code, error in CODES.items()}
        server.errors = [{"code": code, "error": text} for code, text in told.items()]
        done = talk(server.address, *(f"Vraag {code}" for code in told))
    for code, text in told.items():
        assert f"! {text}" in done.stderr, code


class WithoutHistory(MemoryStore):
    """A store whose disk fails whenever the history is read."""

    async def journal(self, dossier_id: str) -> list[JournalEntry]:
        raise StorageFailed(problem="Input/output error")


async def test_a_disk_that_fails_in_an_undo_loses_no_turn(tmp_path: Path) -> None:
    store, llm = WithoutHistory(), ScriptedLlm(ChatReply("Dag."), calls(("undo", "{}")))
    desk = tax_desk(llm, ListRetriever(), store)
    async with served(Parts(Agent(store, {"tax": desk}), store, llm)) as server:
        await server.say("Hallo, goedemiddag allemaal", dossier_id=TEST_ID)
        reply = await server.say("Maak dat maar weer ongedaan, graag", dossier_id=TEST_ID)
    assert (reply["status"], reply["version"]) == ("success", 2)
    assert refusal("storage_failed", {"problem": "Input/output error"}, "nl") in reply["response"]


def test_a_code_can_have_one_error_only() -> None:
    with pytest.raises(TypeError, match="two errors have the code busy"):

        class Twice(ForUser):
            code = "busy"
            nl = en = "x"


def test_an_error_without_its_sentences_is_refused_where_it_is_defined() -> None:
    with pytest.raises(TypeError, match="nowhere lacks: en"):

        class Nowhere(ForUser):
            code = "nowhere"
            nl: ClassVar[str] = "x"

    assert "nowhere" not in CODES


def test_words_of_the_program_are_told_in_words_and_others_as_they_are() -> None:
    assert problem("timeout", "en") == "no reply came in time; try again later"
    assert problem("No space left on device", "nl") == "No space left on device"
