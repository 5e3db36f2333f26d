"""What a question of tax law costs in tokens of its prompts: characters / 4 of all that the requests of it hold."""

import json
from collections.abc import Sequence
from itertools import pairwise, takewhile
from pathlib import Path

from pydantic import BaseModel

from src.agent import Agent
from src.bootstrap import Parts
from src.desks.tax.desk import tax_desk
from src.dossier.json_store import JsonStore
from src.llm.abilities import Abilities
from src.llm.forms import (
    AnswerDraft,
    CalculationDraft,
    ClaimDraft,
    InputDraft,
    SentenceDraft,
    SupportDraft,
    SupportVerdict,
)
from src.llm.openai_requests import request_of
from src.llm.protocol import ChatMessage, ChatReply, ToolSpec
from tests.fakes import (
    ListRetriever,
    MemoryStore,
    ScriptedLlm,
    ScriptedRounds,
    calls,
    law,
    ruling,
)
from tests.recorded.steps import call
from tests.serving import TEST_ID, served

SENTENCE = "Het tarief voor boeken bedraagt negen percent van de vergoeding, tenzij de wet anders bepaalt. "
LAWS = [law(f"{n}", f"Artikel {n}. {SENTENCE * 20}") for n in range(1, 7)]
RATE = "Het tarief voor boeken is 9%."
LONG = law("9", f"{RATE} {SENTENCE * 60}")
RULINGS = [ruling(f"ECLI:NL:HR:2001:AA{n}000", SENTENCE * 30) for n in range(1, 4)]
SEARCHED = {"queries": ["tarief omzetbelasting boeken"], "goes_on": False}
CHOSEN = {"sources": [{"source": n, "why": "het tarief"} for n in (1, 2, 6)]}
SOLD = "Voor € 1.200 zijn boeken verkocht"


def sent(
    messages: Sequence[ChatMessage],
    tools: Sequence[ToolSpec] = (),
    form: type[BaseModel] | None = None,
) -> str:
    """Return a request as a provider is sent it."""
    request = request_of(messages, tools, form, Abilities())
    return json.dumps(request, ensure_ascii=False, separators=(",", ":"))


def tokens(request: str) -> int:
    """Return the tokens of a request, as characters / 4."""
    return len(request) // 4


def is_shared(first: str, second: str) -> bool:
    """Return whether 60 % of a turn's second request stand at the beginning of both, so that they are read once."""
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False))
    return sum(1 for _ in alike) >= 0.6 * len(second)


async def spent(
    folder: Path, question: str, decided: Sequence[ChatReply], draft: AnswerDraft
) -> list[int]:
    """Return the tokens of each request of a question that is asked, confirmed, answered and read a second time."""
    count = len(draft.claims) + len(draft.conclusion)
    read = [SupportVerdict(number=n, verdict="supports") for n in range(1, count + 1)]
    model = ScriptedRounds(*decided, forms=[draft, SupportDraft(verdicts=read)])
    store, library = JsonStore(folder), ListRetriever(*LAWS[:5], LONG, *RULINGS)
    desk = tax_desk(model, library, store, support=True)
    async with served(Parts(Agent(store, {"tax": desk}), store, model)) as server:
        shown = await server.say(question, dossier_id=TEST_ID)
        assert shown["outcome"] == "request"
        answered = await server.say("ja", dossier_id=TEST_ID)
        assert draft.claims[0].text in answered["response"]
    specs = tax_desk(ScriptedLlm(), ListRetriever(), MemoryStore()).specs
    *deciding, answering, reading = model.asked
    requests = [sent(one, specs) for one in deciding]
    assert all(is_shared(*pair) for pair in pairwise(requests))
    requests += [sent(answering, form=AnswerDraft), sent(reading, form=SupportDraft)]
    counts = [*map(tokens, requests)]
    print("tokens of each request:", counts, "of the question:", sum(counts))
    return counts


async def test_a_question_is_asked_and_answered_within_its_tokens(tmp_path: Path) -> None:
    draft = AnswerDraft(
        claims=[ClaimDraft(text="Het tarief is 9%.", quote=RATE, source_id=LONG.id)],
        conclusion=[SentenceDraft(text="Het tarief is 9%.", follows_from=["1"])],
        open_points=[], missing_facts=[],
    )  # fmt: skip
    searching = calls(call("get_legislation", **SEARCHED), call("get_case_law", **SEARCHED))
    decided = [searching, calls(call("choose_sources", **CHOSEN))]
    counts = await spent(tmp_path, "Welk btw-tarief geldt voor boeken?", decided, draft)
    assert max(counts[:2]) <= 2_320
    assert sum(counts) <= 6_970


async def test_a_question_with_a_sum_is_answered_within_its_tokens(tmp_path: Path) -> None:
    sold = InputDraft(name="omzet", value="€ 1.200", source_id="user", quote=SOLD)
    rate = InputDraft(name="tarief", value="9%", source_id=LONG.id, quote=RATE)
    due = "De verschuldigde belasting bedraagt € 108."
    draft = AnswerDraft(
        claims=[
            ClaimDraft(text="Het tarief is 9%.", quote=RATE, source_id=LONG.id),
            ClaimDraft(text="Boeken hebben een tarief.", quote=RATE, source_id=LONG.id),
        ],
        calculations=[
            CalculationDraft(
                id="c1", inputs=[sold, rate], expression="omzet * tarief", result="€ 108"
            )
        ],
        conclusion=[SentenceDraft(text=due, follows_from=["1", "c1"])] * 2,
        open_points=[],
        missing_facts=[],
    )
    inputs = [{"name": "omzet", "value": "€ 1.200"}, {"name": "tarief", "value": "9%", "source": 6}]
    searching = calls(call("get_legislation", **SEARCHED), call("get_case_law", **SEARCHED))
    again = {"queries": ["omzetbelasting boeken tarief vergoeding"], "goes_on": True}
    reading = calls(call("read_source", source=6), call("get_legislation", **again))
    computing = call("calculate", inputs=inputs, expression="omzet * tarief")
    decided = [searching, reading, calls(computing), calls(call("choose_sources", **CHOSEN))]
    counts = await spent(tmp_path, f"{SOLD}. Hoeveel btw is dat?", decided, draft)
    assert sum(counts) <= 13_700
