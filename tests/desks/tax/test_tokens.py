"""What a question of tax law costs in tokens of its prompts: characters / 4 of all that the requests of it hold."""

import json
from collections.abc import Sequence
from pathlib import Path

from src.desks.tax.desk import tax_desk
from src.llm.completions import schema_of
from src.llm.forms import AnswerDraft, ClaimDraft
from src.llm.protocol import ChatMessage, ToolSpec
from tests.api.wiring import wired
from tests.fakes import ListRetriever, MemoryStore, ScriptedLlm, ScriptedRounds, calls, law, ruling
from tests.recorded.steps import call
from tests.serving import TEST_ID, served

DECIDING, ANSWERING, QUESTION = 3_050, 4_800, 9_800
"""Tokens that one decision, the answer, and all requests of a question may take."""

SENTENCE = "Het tarief voor boeken bedraagt negen percent van de vergoeding, tenzij de wet anders bepaalt. "
LAWS = [law(f"{n}", f"Artikel {n}. {SENTENCE * 20}") for n in range(1, 7)]
LONG = law("9", f"Het tarief voor boeken is negen percent. {SENTENCE * 300}")
RULINGS = [ruling(f"ECLI:NL:HR:2001:AA{n}000", SENTENCE * 30) for n in range(1, 4)]
QUOTE = "Het tarief voor boeken is negen percent."


def tokens(messages: Sequence[ChatMessage], tools: Sequence[ToolSpec] = ()) -> int:
    """Return the tokens of a request, as characters / 4."""
    said = sum(len(one.content) + len(str(one.tool_calls or "")) for one in messages)
    given = ((t.name, t.description, t.parameters) for t in tools)
    return (said + sum(len(json.dumps(one, separators=(",", ":"))) for one in given)) // 4


async def test_a_question_is_asked_and_answered_within_its_tokens(tmp_path: Path) -> None:
    wanted = {"queries": ["tarief omzetbelasting boeken"], "goes_on": False}
    chosen = [{"source": n, "why": "het tarief"} for n in (1, 2, 6)]
    draft = AnswerDraft(
        claims=[ClaimDraft(text="Negen percent.", quote=QUOTE, source_id=LONG.id)],
        conclusion="Negen percent.", open_points=[], missing_facts=[],
    )  # fmt: skip
    model = ScriptedRounds(
        calls(call("get_legislation", **wanted), call("get_case_law", **wanted)),
        calls(call("choose_sources", sources=chosen)),
        forms=[draft],
    )
    library = ListRetriever(*LAWS[:5], LONG, *RULINGS)
    async with served(wired(tmp_path, model, library)) as server:
        shown = await server.say("Welk btw-tarief geldt voor boeken?", dossier_id=TEST_ID)
        assert shown["outcome"] == "request"
        answered = await server.say("ja", dossier_id=TEST_ID)
        assert "Negen percent" in answered["response"]
    tools = tax_desk(ScriptedLlm(), ListRetriever(), MemoryStore()).specs
    *deciding, answering = model.asked
    counts = [tokens(one, tools) for one in deciding]
    form = len(json.dumps(schema_of(AnswerDraft))) // 4
    counts.append(tokens(answering) + form)
    print("tokens of each request:", counts, "of the question:", sum(counts))
    assert max(counts[:-1]) <= DECIDING
    assert counts[-1] <= ANSWERING
    assert sum(counts) <= QUESTION
