"""The script at both desks by the SDK's client: by HTTP and standard input, both protocols, with and without forms."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from mcp import Client, StdioServerParameters

from src.api.inside import inside
from src.api.limits import Limits
from src.bootstrap import Parts
from src.dossier.models import Language
from src.mcp_server.border import Border
from src.mcp_server.questions import WORDS
from src.mcp_server.resources import Notices
from src.mcp_server.server import make_server
from src.mcp_server.stdio import InputLines, OutputLines, Unanswered, converse
from tests.mcp_server.clients import ERAS, Caller, Person, calling, opened
from tests.mcp_server.script import SCRIPTS, Script, both_desks, go_through, library
from tests.serving import Served

pytestmark = pytest.mark.asyncio(loop_scope="module")

AT_BOTH = pytest.mark.parametrize("script", SCRIPTS, ids=[one.desk for one in SCRIPTS])


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of this module."""
    return library(tmp_path_factory.mktemp("library"))


@pytest.fixture(scope="module")
def parts(data_dir: Path) -> Parts:
    """The engine of this module, with both desks."""
    return both_desks(data_dir)


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def server(parts: Parts) -> AsyncIterator[Served]:
    """A server of this module, its door open."""
    async with opened(parts) as server:
        yield server


@AT_BOTH
@pytest.mark.parametrize("has_forms", [False, True], ids=["without forms", "with forms"])
@pytest.mark.parametrize("era", ERAS)
async def test_over_http(server: Served, era: str, has_forms: bool, script: Script) -> None:
    person = Person() if has_forms else None
    async with calling(server, era, person) as caller:
        await go_through(caller, script, person)


@asynccontextmanager
async def over_standard_input(
    parts: Parts, folder: Path, era: str, person: Person | None
) -> AsyncIterator[Caller]:
    """Connect the SDK's client for programs to an engine of this process: the program passes on what is said."""
    asked, told = folder / "asked", folder / "told"
    for pipe in (asked, told):
        os.mkfifo(pipe)
    passing_on = ["-c", 'cat "$1" & exec cat > "$0"', str(asked), str(told)]
    behind, notices = inside(parts, Limits()), Notices()
    server = make_server(behind, notices, Border(behind.turns, notices), language="en")
    unanswered = Unanswered()

    async def serve() -> None:
        with (
            await asyncio.to_thread(open, asked, encoding="utf-8") as lines,
            await asyncio.to_thread(open, told, "w", encoding="utf-8") as output,
        ):
            given = InputLines(lines, unanswered, 5)
            await converse(server, given, OutputLines(output, unanswered))

    async with behind.at_work(), asyncio.TaskGroup() as group:
        group.create_task(serve())
        program = StdioServerParameters(command="sh", args=passing_on)
        async with Client(program, mode=era, elicitation_callback=person) as client:
            yield Caller(client)


@pytest.mark.parametrize("has_forms", [False, True], ids=["without forms", "with forms"])
@pytest.mark.parametrize("era", ERAS)
async def test_over_standard_input(
    data_dir: Path, tmp_path: Path, era: str, has_forms: bool
) -> None:
    person = Person() if has_forms else None
    async with over_standard_input(both_desks(data_dir), tmp_path, era, person) as caller:
        for script in SCRIPTS:
            await go_through(caller, script, person)


@pytest.mark.parametrize(
    ("desk", "message", "language"),
    [
        ("tax", "Within how many weeks must I object to a tax assessment?", "en"),
        ("tax", "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?", "nl"),
        ("docs", "How do I change the port of the server?", "en"),
        ("docs", "Hoe verander ik de poort van de server?", "nl"),
    ],
)
async def test_progress_is_told_in_the_language_of_the_message(
    server: Served, parts: Parts, desk: str, message: str, language: Language
) -> None:
    """Whatever that of the client is."""
    async with calling(server, language="en" if language == "nl" else "nl") as caller:
        await caller.ask("ask", message=message, desk=desk)
    told = parts.desks[desk].words
    theirs = {one[language] for one in (*told.progress.values(), *told.stages.values())}
    words = WORDS[language]
    labels = {label for _, label in caller.progress}
    assert labels <= theirs | {words.waits, words.decides, words.writes, words.stores}
    assert labels & theirs


async def test_where_there_is_no_question_to_answer_nothing_is_confirmed(server: Served) -> None:
    async with calling(server) as caller:
        docs = next(one for one in SCRIPTS if one.desk == "docs")
        asked = await caller.ask("ask", message=docs.question, desk=docs.desk)
        named = {"dossier": asked["dossier"]}
        left = await caller.ask("ask", message=docs.leave_out, **named)
        refused = await caller.ask("ask", message="How do I bake bread with rye flour?", **named)
        assert (refused["outcome"], "shown" in refused) == ("request", False)
        told = await caller.call("confirm", digest=left["shown"], **named)
        confirmed = told.structured_content
        assert (confirmed["outcome"], "answer" in confirmed) == ("request", False)
        assert confirmed["reply"] == WORDS["en"].no_question
        assert left["shown"] not in str(told.content)
