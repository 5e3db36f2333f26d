"""What is asked about an answer is no search: its claims are said in other words, each on its quote."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from src.llm.forms import ReworkDraft, ReworkSentence
from tests.api.wiring import QUESTION, RULING, TERM, wired
from tests.fakes import ScriptedLlm, calls
from tests.recorded.steps import call, draft
from tests.serving import TEST_ID, Served, served

SEARCH = calls(call("get_legislation", query="termijn bezwaar"))
DRAFT = draft(
    ("De bezwaartermijn is zes weken.", TERM.content, TERM.id),
    ("De termijn is 9% van het jaar.", TERM.content, TERM.id),
    conclusion="De termijn is zes weken.",
)
ASKS = [
    "vat samen",
    "Kun je dat in gewone woorden uitleggen?",
    "translate",
    "Schrijf een mail aan de cliënt",
    "Summarise the answer, please",
]


def sentences(*said: tuple[str, int]) -> ReworkDraft:
    return ReworkDraft(sentences=[ReworkSentence(text=text, claim=claim) for text, claim in said])


@pytest.fixture
async def offline(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(wired(tmp_path)) as running:
        yield running


async def said(server: Served, *messages: str) -> dict[str, Any]:
    """Say these messages one after the other in one dossier and return the last reply."""
    frame: dict[str, Any] = {}
    for message in messages:
        frame = await server.say(message, dossier_id=TEST_ID)
        assert frame["status"] == "success", frame
    return frame


@pytest.mark.parametrize("message", ASKS)
async def test_offline_a_sentence_says_what_can_not_and_what_can_be_done(
    offline: Served, message: str
) -> None:
    before = await said(offline, QUESTION, "ja")
    told = await said(offline, message)
    assert [one["id"] for one in told["sources"]] == [one["id"] for one in before["sources"]]
    assert "/export" in told["response"]
    assert told["outcome"] == "request"
    assert "offline" in told["response"]


@pytest.mark.parametrize("message", [*ASKS, "stellingen", "toelichting"])
async def test_without_an_answer_a_sentence_says_so(offline: Served, message: str) -> None:
    told = await said(offline, message)
    assert "nog geen antwoord" in told["response"] or "no answer" in told["response"]
    assert told["sources"] == []


async def test_the_claims_in_short_need_no_model(offline: Served) -> None:
    told = await said(offline, QUESTION, "ja", "de stellingen in het kort")
    assert f"“{TERM.content}” \\[1\\]" in told["response"]


async def test_the_notes_under_an_answer_take_two_lines_and_are_explained(offline: Served) -> None:
    answered = await said(offline, QUESTION, "ja")
    _, _, tail = answered["response"].rpartition("\n---\n")
    assert len([line for line in tail.splitlines() if line]) == 2
    explained = await said(offline, "toelichting")
    assert "redeneert niet" in explained["response"]


@pytest.fixture
def model() -> ScriptedLlm:
    rework = calls(call("rework_answer", kind="summary"))
    return ScriptedLlm(
        SEARCH,
        rework,
        forms=[
            DRAFT,
            DRAFT,
            sentences(
                ("Bezwaar kan zes weken lang.", 1),
                ("Het tarief is 21%.", 1),
                ("Zie artikel 9 Wet OB.", 1),
                ("Er is een tweede stelling.", 2),
                ("Bezwaar kan negen weken lang.", 1),
            ),
        ],
    )


async def test_every_sentence_keeps_its_footnote_and_passes_the_gate(
    tmp_path: Path, model: ScriptedLlm
) -> None:
    async with served(wired(tmp_path, model)) as server:
        told = await said(server, QUESTION, "ja", "vat samen")
    assert "- Bezwaar kan zes weken lang. \\[1\\]" in told["response"]
    assert "21%" not in told["response"]
    assert "artikel 9" not in told["response"]
    assert "tweede" not in told["response"]
    assert "negen" not in told["response"]
    assert "Weggelaten: 4" in told["response"]


async def test_the_model_sees_the_verified_claims_only(tmp_path: Path, model: ScriptedLlm) -> None:
    async with served(wired(tmp_path, model)) as server:
        await said(server, QUESTION, "ja", "vat samen")
    system, task = model.asked[-1]
    assert [one.role for one in (system, task)] == ["system", "user"]
    given = json.loads(task.content)
    assert [claim["quote"] for claim in given["claims"]] == [TERM.content]
    assert "9%" not in task.content
    assert RULING.title not in task.content


@pytest.mark.parametrize(
    ("kind", "language", "heading"),
    [
        ("translation", "en", "Translated"),
        ("email", "nl", "Concept van een bericht aan de cliënt"),
        ("plain_words", "nl", "In gewone woorden"),
    ],
)
async def test_the_other_kinds(tmp_path: Path, kind: str, language: str, heading: str) -> None:
    rework = calls(call("rework_answer", kind=kind))
    said_again = sentences(("Objections may be made for six weeks.", 1))
    model = ScriptedLlm(SEARCH, rework, forms=[DRAFT, DRAFT, said_again])
    async with served(wired(tmp_path, model)) as server:
        told = await said(server, QUESTION, "ja", "zeg het anders")
    assert json.loads(model.asked[-1][1].content)["language"] == language
    assert heading in told["response"]
    assert "six weeks. \\[1\\]" in told["response"]
    assert ("Met vriendelijke groet" in told["response"]) == (kind == "email")


async def test_nothing_is_shown_of_which_nothing_stands(tmp_path: Path) -> None:
    rework = calls(call("rework_answer", kind="summary"))
    model = ScriptedLlm(SEARCH, rework, forms=[DRAFT, DRAFT, sentences(("Het tarief is 21%.", 1))])
    async with served(wired(tmp_path, model)) as server:
        told = await said(server, QUESTION, "ja", "vat samen")
    assert "21%" not in told["response"]
    assert "ik laat het dus niet zien" in told["response"]


async def test_without_an_answer_the_tool_does_not_run(tmp_path: Path) -> None:
    model = ScriptedLlm(calls(call("rework_answer", kind="summary")))
    async with served(wired(tmp_path, model)) as server:
        told = await said(server, "vat samen")
    assert "dit dossier heeft nog geen antwoord" in told["response"]
