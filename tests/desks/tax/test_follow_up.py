"""What an answer is asked after a follow-up: what the model's search said decides, and not how the message begins."""

import json
from pathlib import Path

import pytest

from src.agent import Agent
from src.bootstrap import Parts
from src.desks.tax.desk import tax_desk
from src.dossier.json_store import JsonStore
from src.llm.forms import AnswerDraft, ClaimDraft
from src.llm.protocol import ChatReply
from tests.fakes import ListRetriever, ScriptedRounds, calls, law
from tests.recorded.steps import call
from tests.serving import TEST_ID, served

RATE = "Het tarief op boeken bedraagt negen percent."
SOURCE = law("9", RATE)
DRAFT = AnswerDraft(
    claims=[ClaimDraft(text=RATE, quote=RATE, source_id=SOURCE.id)],
    conclusion="",
    open_points=[],
    missing_facts=[],
)
CHOICE = calls(call("choose_sources", sources=[{"source": 1, "why": "het tarief"}]))

DUTCH = "Welk tarief geldt voor de verkoop van boeken?"
ENGLISH = "Which rate applies to the sale of books?"
FACT = "ik verkoop alleen via mijn webshop"


def searching(goes_on: bool | None) -> ChatReply:
    given = {} if goes_on is None else {"goes_on": goes_on}
    return calls(
        call("get_legislation", queries=["tarief op boeken"], **given),
        call("get_case_law", queries=["tarief op boeken"], **given),
    )


def asks() -> ChatReply:
    return calls(call("ask", question="Welke verkoop bedoelt u?"))


async def asked(tmp_path: Path, decided: list[ChatReply], *said: str) -> str:
    """Say these messages in one dossier and return the question of the last answer."""
    model = ScriptedRounds(*decided, forms=[DRAFT] * len(said))
    store = JsonStore(tmp_path)
    desk = tax_desk(model, ListRetriever(SOURCE), store)
    async with served(Parts(Agent(store, {"tax": desk}), store, model)) as server:
        *_, frame = [await server.say(message, dossier_id=TEST_ID) for message in said]
    assert "negen percent" in frame["response"]
    question = json.loads(model.asked[-1][-1].content)["question"]
    assert isinstance(question, str)
    return question


@pytest.mark.parametrize(
    ("question", "yes", "follow_up"),
    [
        (DUTCH, "ja", "Wat is het tarief als ik ze als e-book lever aan een klant in Duitsland?"),
        (DUTCH, "ja", "Hoe zit dit met luisterboeken die ik zelf laat inspreken?"),
        (DUTCH, "ja", FACT),
        (ENGLISH, "yes", "Would the outcome differ where I deliver them as e-books to Germany?"),
        (ENGLISH, "yes", "Which rate applies once a customer returns half of the books?"),
        (ENGLISH, "yes", "my web shop is the only place where they are sold"),
    ],
)
@pytest.mark.parametrize("first", [False, None])
async def test_a_follow_up_keeps_its_question_where_the_model_says_that_it_goes_on(
    tmp_path: Path, question: str, yes: str, follow_up: str, first: bool | None
) -> None:
    decided = [searching(first), CHOICE, searching(True), CHOICE]
    said = await asked(tmp_path, decided, question, yes, follow_up, yes)
    assert said == f"{question}\n{follow_up}"


async def test_a_second_follow_up_keeps_the_first(tmp_path: Path) -> None:
    decided = [searching(False), CHOICE, searching(True), CHOICE, searching(True), CHOICE]
    more = "Welk tarief geldt er als ik ze verhuur in plaats van verkoop?"
    said = await asked(tmp_path, decided, DUTCH, "ja", FACT, "ja", more, "ja")
    assert said == f"{DUTCH}\n{FACT}\n{more}"


async def test_a_question_of_its_own_that_begins_with_a_joining_word_stands_alone(
    tmp_path: Path,
) -> None:
    own = "En welk tarief geldt er voor schilderijen die ik koop van een galerie?"
    decided = [searching(False), CHOICE, searching(False), CHOICE]
    assert await asked(tmp_path, decided, DUTCH, "ja", own, "ja") == own


async def test_what_a_question_back_was_told_stays_with_the_question(tmp_path: Path) -> None:
    decided = [searching(False), CHOICE, asks(), searching(True), CHOICE]
    own, told = (
        "Welk tarief gold er voor de verkoop van e-books?",
        "die in mijn tweede winkel, via internet",
    )
    assert await asked(tmp_path, decided, DUTCH, "ja", own, told, "ja") == f"{own}\n{told}"


async def test_a_message_without_a_search_begins_no_question(tmp_path: Path) -> None:
    aside = "Wat doet TESS eigenlijk met de gegevens van mijn klanten?"
    words = ChatReply("Ze blijven in dit dossier.")
    decided = [searching(False), CHOICE, words]
    assert (await asked(tmp_path, decided, DUTCH, aside, "ja")).startswith(DUTCH)
