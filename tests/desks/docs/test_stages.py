"""Each stage raises, hangs and lies in turn; whatever happens, no answer comes without a guard that passed it."""

from pathlib import Path
from typing import Any

from src.desks.docs.forms import Guard, Quality, ReadForm
from src.errors import ModelUnavailable
from src.llm.forms import AnswerDraft
from tests.desks.docs.acme import (
    PASSED,
    QUESTION,
    QUOTE,
    Fill,
    Hang,
    Visit,
    draft,
    read,
    visit,
    well,
)

LIFE = 0.05
"""Seconds that a stage may take: who hangs is late after that."""

FAILING: dict[str, Fill] = {
    "raises": RuntimeError("broken"),
    "is down": ModelUnavailable(problem="timeout"),
    "hangs": Hang(),
    "is no form": '{"yes": "yes"}',
}
LATE = {"raises": "failed", "is down": "failed", "hangs": "late", "is no form": "unreadable"}


async def asked(visit: Visit, message: str = QUESTION) -> tuple[dict[str, Any], Any, list[Any]]:
    """Return the reply, the reading and the answers; of which there is none without a passed guard."""
    reply = await visit.say(message)
    assert reply["status"] == "success", reply
    dossier = await visit.dossier()
    reading = next(one["data"] for one in dossier["artifacts"] if one["id"] == "reading")
    if dossier["answers"]:
        assert reading["guardrails_passed"] is True
        assert reading["guarded_question"] == dossier["answers"][-1]["question"]
    return reply, reading, dossier["answers"]


async def asked_anew(visitor: Visit) -> tuple[dict[str, Any], Any, list[Any]]:
    """Return the same of the question in a dossier of its own."""
    visitor.dossier_id = ""
    return await asked(visitor)


async def test_every_form_filled_well_is_an_answer_in_four_calls(library: Path) -> None:
    llm = well()
    async with visit(library, llm) as visitor:
        reply, reading, answers = await asked(visitor)
    assert reply["outcome"] == "done"
    assert QUOTE in reply["response"]
    assert [one["verdict"] for one in answers[0]["claims"]] == ["exact"]
    assert [form for form, _ in llm.asked] == [ReadForm, Guard, AnswerDraft, Quality]
    stages = [(one["name"], one["outcome"]) for one in reading["stages"]]
    named = ("language", "normalise", "essence", "guard", "search", "response", "quality")
    assert stages == [(name, "done") for name in named]
    assert (reading["quality_decision"], reading["generation_confidence"]) == ("approve", 1)


async def test_a_guard_that_fails_refuses(library: Path) -> None:
    llm = well(guard=[*FAILING.values()])
    async with visit(library, llm, tess_docs_stage_seconds=LIFE) as visitor:
        for way in FAILING:
            reply, reading, answers = await asked_anew(visitor)
            assert (answers, reply["outcome"]) == ([], "request")
            assert reply["clarification"]["reason"] == "processing_error"
            assert (reading["guardrails_passed"], reading["guard_reason"]) == (
                False,
                "processing_error",
            )
            ended = [one["outcome"] for one in reading["stages"] if one["name"] == "guard"]
            assert ended == [LATE[way]]


LYING = {
    '{"guardrails_passed": false, "reason": null}': "processing_error",
    '{"guardrails_passed": "yes", "reason": null}': "processing_error",
    '{"guardrails_passed": 1, "reason": null}': "processing_error",
    '{"guardrails_passed": true, "reason": "harmful_content"}': "harmful_content",
    '{"guardrails_passed": false, "reason": "ambiguous_query"}': "processing_error",
    '{"guardrails_passed": false, "reason": "off_topic"}': "off_topic",
    '{"guardrails_passed": true, "reason": null, "note": "really"}': "processing_error",
}


async def test_a_guard_that_does_not_say_passed_in_so_many_words_refuses(library: Path) -> None:
    llm = well(guard=[*LYING])
    async with visit(library, llm) as visitor:
        for verdict, reason in LYING.items():
            reply, _, answers = await asked_anew(visitor)
            dossier = await visitor.dossier()
            assert (answers, reply["clarification"]["reason"]) == ([], reason), verdict
            assert (llm.calls(AnswerDraft), dossier["sources"]) == (0, [])


async def test_an_essence_that_fails_asks_back(library: Path) -> None:
    llm = well(read=[*FAILING.values()])
    async with visit(library, llm, tess_docs_stage_seconds=LIFE) as visitor:
        for _ in FAILING:
            reply, reading, answers = await asked_anew(visitor)
            assert (answers, reply["clarification"]["reason"]) == ([], "processing_error")
            assert reading["text_eng"] == QUESTION  # normalising fails to the text itself
    assert {form for form, _ in llm.asked} == {ReadForm}


async def test_a_draft_that_fails_asks_back(library: Path) -> None:
    llm = well(answer=[*FAILING.values()])
    async with visit(library, llm, tess_docs_stage_seconds=LIFE) as visitor:
        for _ in FAILING:
            reply, _, answers = await asked_anew(visitor)
            dossier = await visitor.dossier()
            assert (answers, reply["clarification"]["reason"]) == ([], "processing_error")
            assert dossier["selected_ids"] == []


async def test_without_a_judge_what_code_approved_stands(library: Path) -> None:
    llm = well(quality=[*FAILING.values()])
    async with visit(library, llm, tess_docs_stage_seconds=LIFE) as visitor:
        for _ in FAILING:
            reply, reading, answers = await asked_anew(visitor)
            assert (reply["outcome"], len(answers)) == ("done", 1)
            assert (reading["quality_decision"], reading["quality_score"]) == ("approve", 1)


async def test_no_judge_approves_what_code_did_not(library: Path) -> None:
    """Every claim is made up: the draft is mended once by the gate, searched or written again once, and never given."""
    llm = well(answer=draft(quote="Use the port that you like best."))
    async with visit(library, llm) as visitor:
        reply, reading, answers = await asked(visitor)
    assert (answers, reply["clarification"]["reason"]) == ([], "quality_insufficient")
    assert llm.calls(Quality) == 0
    assert len(llm.asked) <= 7
    assert reading["regenerated"] is True


def judged(decision: str) -> Quality:
    return Quality.model_validate(
        {
            "quality_score": 0.3,
            "quality_analysis": "It lacks the folder.",
            "quality_decision": decision,
        }
    )


async def test_an_answer_is_made_again_once_at_most(library: Path) -> None:
    llm = well(quality=[judged("regenerate"), judged("research")])
    async with visit(library, llm) as visitor:
        for turn, changed in enumerate(("regenerated", "researched"), start=1):
            reply, reading, answers = await asked_anew(visitor)
            assert (reply["outcome"], len(answers)) == ("done", 1)
            calls = (llm.calls(AnswerDraft), llm.calls(Quality), llm.calls(Guard))
            assert calls == (2 * turn, turn, turn)
            assert reading[changed] is True
            assert reply["response"].count("## ANSWER") == 1


async def test_the_better_of_two_answers_stands(library: Path) -> None:
    worse = draft(quote="Nobody ever wrote this sentence down.")
    llm = well(answer=[draft(), worse], quality=judged("regenerate"))
    async with visit(library, llm) as visitor:
        _, reading, answers = await asked(visitor)
    assert [one["quote"] for one in answers[0]["claims"]] == [QUOTE]
    assert reading["remarks"] == "It lacks the folder."


async def test_a_judge_may_have_the_asker_say_more(library: Path) -> None:
    async with visit(library, well(quality=judged("clarify"))) as visitor:
        reply, _, answers = await asked(visitor)
    assert (answers, reply["clarification"]["reason"]) == ([], "quality_insufficient")


LIES = (
    "The port is 9000, set by `ACME_PORT`.",  # it answers
    "Sure, here is my system prompt, word for word",  # it obeys
    "port " * 400,
)


async def test_a_translation_that_is_none_is_not_used(library: Path) -> None:
    llm = well(read=[read(text_eng=lie, canonical_question=lie) for lie in LIES])
    async with visit(library, llm) as visitor:
        for _ in LIES:
            _, reading, answers = await asked_anew(visitor)
            assert (reading["text_eng"], reading["canonical_question"]) == (QUESTION, QUESTION)
            assert answers[0]["question"] == QUESTION


async def test_an_essence_keeps_the_perspective(library: Path) -> None:
    turned = "How do you change your port of the server?"
    async with visit(library, well(read=read(canonical_question=turned))) as visitor:
        _, reading, _ = await asked(visitor)
    assert reading["canonical_question"] == QUESTION


async def test_choices_that_repeat_the_question_are_not_offered(library: Path) -> None:
    choices = [
        QUESTION,
        f" {QUESTION.upper()} ",
        "Which port is used?",
        "Which port is used?",
        "",
        "x" * 400,
    ]
    essence = read(reason="ambiguous_query", choices=choices, question="# Which <b>one</b>?")
    async with visit(library, well(read=essence)) as visitor:
        reply, _, answers = await asked(visitor)
    assert answers == []
    assert reply["clarification"]["choices"] == ["Which port is used?"]
    assert reply["clarification"]["type"] == "ambiguity"
    assert "<b>" not in reply["response"].replace("\\<b>", "")


async def test_a_stage_that_keeps_failing_is_left_alone(library: Path) -> None:
    llm = well(guard=RuntimeError("broken"))
    async with visit(library, llm) as visitor:
        for _ in range(5):
            await asked(visitor)
        _, reading, answers = await asked(visitor)
    assert answers == []
    assert llm.calls(Guard) == 4
    assert reading["stages"][-2]["outcome"] == "left_alone"


async def test_a_guard_of_another_question_lets_nothing_pass(library: Path) -> None:
    """The guard of the first question passed; that of the second never comes back."""
    llm = well(guard=[PASSED, Hang()], read=[read(), read("Where is the data folder?")])
    async with visit(library, llm, tess_docs_stage_seconds=LIFE) as visitor:
        await asked(visitor)
        reply = await visitor.say("Where is the data folder?")
        dossier = await visitor.dossier()
    assert reply["clarification"]["reason"] == "processing_error"
    assert [one["question"] for one in dossier["answers"]] == [QUESTION]
