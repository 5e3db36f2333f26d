"""What becomes of an answer that its user corrects: through the server, with a scripted model."""

import json
from pathlib import Path

import pytest

from src.agent import Agent
from src.bootstrap import Parts
from src.desks.tax.desk import tax_desk
from src.dossier.json_store import JsonStore
from src.llm.forms import AnswerDraft, CalculationDraft, ClaimDraft, InputDraft, SentenceDraft
from src.llm.protocol import ChatReply
from tests.fakes import ListRetriever, ScriptedRounds, calls, law
from tests.recorded.steps import call
from tests.serving import TEST_ID, served

OLD, NEW = "Bij verkoop in 2024 is het tarief 9%.", "Bij verkoop in 2025 is het tarief 21%."
SOURCE = law("9", f"{OLD} {NEW}")
QUESTION = "Welk tarief geldt bij de verkoop van mijn boek?"
CORRECTION = "nee, dat klopt niet: ik verkocht het in 2025"
SEARCH = calls(call("get_legislation", queries=["tarief verkoop"], goes_on=False))
SEARCH_ON = calls(call("get_legislation", queries=["tarief verkoop"], goes_on=True))
CHOICE = calls(call("choose_sources", sources=[{"source": 1, "why": "het tarief"}]))


def draft(quote: str) -> AnswerDraft:
    return AnswerDraft(
        claims=[ClaimDraft(text=quote, quote=quote, source_id=SOURCE.id)],
        conclusion=[SentenceDraft(text=quote, follows_from=["1"])],
        open_points=[],
        missing_facts=[],
    )


ASKED_FOR = calls(call("generate_tax_answer", query=f"{QUESTION}\n{CORRECTION}"))


@pytest.mark.parametrize(
    ("decided", "said"),
    [([ASKED_FOR], []), ([SEARCH_ON, CHOICE], ["ja"]), ([ChatReply("Ik kijk ernaar.")], ["ja"])],
)
async def test_a_correction_gives_an_answer_that_says_what_changed(
    tmp_path: Path, decided: list[ChatReply], said: list[str]
) -> None:
    model = ScriptedRounds(SEARCH, CHOICE, *decided, forms=[draft(OLD), draft(NEW)])
    store, library = JsonStore(tmp_path), ListRetriever(SOURCE)
    desk = tax_desk(model, library, store)
    async with served(Parts(Agent(store, {"tax": desk}), store, model)) as server:
        replies = [
            await server.say(message, dossier_id=TEST_ID)
            for message in (QUESTION, "ja", CORRECTION, *said)
        ]
    told = f"Anders dan in het vorige antwoord telt nu mee: “{CORRECTION}”. Daar stond: “{OLD}”"
    assert replies[-1]["response"].startswith(told)
    assert NEW in replies[-1]["response"]
    task = json.loads(model.asked[-1][-1].content)
    assert (task["question"], task["earlier_answer"]) == (f"{QUESTION}\n{CORRECTION}", OLD)


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("De € 2.700 uit het vorige antwoord berust op 2024.", True),
        ("U betaalt € 2.700.", False),
        ("De € 2.900 uit het vorige antwoord berust op 2024.", False),
    ],
)
async def test_a_figure_of_the_earlier_answer_counts_where_a_sentence_is_about_that(
    tmp_path: Path, text: str, stands: bool
) -> None:
    sum_before = CalculationDraft(
        id="c1",
        inputs=[
            InputDraft(name="prijs", value="€ 30.000", source_id="user", quote=""),
            InputDraft(name="tarief", value="9%", source_id=SOURCE.id, quote=OLD),
        ],
        expression="prijs * tarief",
        result="€ 2.700",
    )
    before = draft(OLD).model_copy(
        update={
            "calculations": [sum_before],
            "conclusion": [SentenceDraft(text="U betaalt € 2.700.", follows_from=["1", "c1"])],
        }
    )
    after = draft(NEW).model_copy(
        update={"conclusion": [SentenceDraft(text=text, follows_from=["1"])]}
    )
    model = ScriptedRounds(SEARCH, CHOICE, ASKED_FOR, forms=[before, after, after])
    store, library = JsonStore(tmp_path), ListRetriever(SOURCE)
    desk = tax_desk(model, library, store)
    async with served(Parts(Agent(store, {"tax": desk}), store, model)) as server:
        question = f"{QUESTION} Het kost € 30.000."
        replies = [
            await server.say(message, dossier_id=TEST_ID)
            for message in (question, "ja", CORRECTION)
        ]
        kept = await store.load(TEST_ID)
    assert "2.700" in replies[1]["response"]
    assert kept is not None
    assert kept.answers[-1].conclusion == (text if stands else "")
