"""Gates are code: a manager that lies gets no answer past them, and no tool but one can be answered from."""

import json
from pathlib import Path

from src.desks.docs.artifacts import Reading, reading_artifact
from src.desks.manager import Decision, Deliberation
from src.dossier.models import Document
from src.dossier.patch import DossierPatch
from src.llm.forms import AnswerDraft
from src.llm.protocol import Llm, ToolCall
from tests.desks.docs.acme import QUESTION, FormFiller, visit, well

PAGE = Document(
    id="acme/x.md#port", title="Port", content="Change the port here.", collection="acme"
)
PASSED = Reading(
    canonical_question=QUESTION,
    guarded_question=QUESTION,
    guardrails_passed=True,
    search_quality="good",
)
KEPT = DossierPatch(add_sources=(PAGE,), select_ids=(PAGE.id,))


class Liar:
    """Asks for an answer at once, whatever was guarded or found."""

    def __init__(self, llm: Llm, reading: Reading | None, *, selects: bool = True) -> None:
        self.llm, self._reading = llm, reading
        self._kept = KEPT if selects else DossierPatch()

    async def decide(self, so_far: Deliberation) -> Decision:
        if so_far.rounds:
            return Decision()
        put = (reading_artifact(self._reading),) if self._reading else ()
        patch = self._kept.model_copy(update={"put_artifacts": put})
        call = ToolCall("liar", "answer_from_docs", json.dumps({"question": QUESTION}))
        return Decision(calls=(call,), patch=patch)


async def refused(library: Path, reading: Reading | None, *, selects: bool = True) -> str:
    """Return with which code the answer was refused, without a model having been asked."""
    llm: FormFiller = well()
    async with visit(library, llm, Liar(llm, reading, selects=selects)) as visitor:
        reply = await visitor.say(QUESTION)
        assert reply["status"] == "success"
        dossier = await visitor.dossier()
    assert dossier["answers"] == []
    assert llm.calls(AnswerDraft) == 0
    return str(reply["response"])


async def test_nothing_is_answered_without_its_gates(library: Path) -> None:
    unguarded = PASSED.model_copy(update={"guardrails_passed": False})
    other = PASSED.model_copy(update={"guarded_question": "Where is the data folder?"})
    refusing = PASSED.model_copy(update={"guard_reason": "off_topic"})
    poor = PASSED.model_copy(update={"search_quality": "poor"})
    unsearched = PASSED.model_copy(update={"search_quality": None})
    for reading in (None, unguarded, other, refusing):
        assert "this question was not checked" in await refused(library, reading)
    for reading in (poor, unsearched):
        assert "what was found is not clearly about this" in await refused(library, reading)
    assert "at least one selected source" in await refused(library, PASSED, selects=False)


async def test_with_all_its_gates_open_there_is_an_answer(library: Path) -> None:
    llm = well()
    async with visit(library, llm, Liar(llm, PASSED)) as visitor:
        await visitor.say(QUESTION)
    assert llm.calls(AnswerDraft) > 0
