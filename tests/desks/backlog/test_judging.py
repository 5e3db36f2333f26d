"""How good items are said to be: by a model held to its form, and by nobody without one."""

from pathlib import Path

import pytest

from src.desks.backlog.artifacts import BacklogItem, Criterion, MeetingQuote
from src.desks.backlog.forms_tags import ItemScores, JudgeTask, ScoreDraft
from src.desks.backlog.judging import ItemJudge
from src.errors import ModelGaveNoAnswer
from tests.desks.backlog.scripts import MEETING
from tests.desks.backlog.talking import at_the_desk, rooms
from tests.fakes import ScriptedLlm

GOOD = BacklogItem(
    type="story",
    title="Renew a loan",
    persona="member",
    need="renew a loan from the app",
    benefit="I can read on",
    criteria=(
        Criterion(text="A loan is renewed from the app at most twice"),
        Criterion(text="A reserved item can't be renewed"),
        Criterion(text="The new date is shown within 2 seconds"),
    ),
    evidence=(MeetingQuote(quote="members must renew a loan from the app", start=0, end=38),),
)


async def test_scores_of_a_model_are_held_to_their_names_and_limits() -> None:
    drafts = [
        ScoreDraft(name="traceability", score=9, reason="All said."),
        ScoreDraft(name="small", score=-1, reason="Huge."),
        ScoreDraft(name="small", score=5, reason="Said twice."),
        ScoreDraft(name="testable", score=3, reason="  "),
    ]
    llm = ScriptedLlm(forms=[ItemScores(scores=drafts)])
    found = await ItemJudge(llm, "Judge it.").judge("item-1", GOOD, "en")
    told = [(one.name, one.score) for one in found.value.scores]
    assert told == [("small", 1), ("traceability", 5)]
    assert found.usage.total == 2
    assert found.value.version.startswith("scripted/")
    task = JudgeTask.model_validate_json(llm.asked[0][-1].content)
    assert task.evidence == ["members must renew a loan from the app"]


async def test_a_judge_that_says_nothing_twice_is_told() -> None:
    with pytest.raises(ModelGaveNoAnswer):
        await ItemJudge(ScriptedLlm(forms=["{", "{"]), "Judge it.").judge("item-1", GOOD, "en")


async def test_without_a_model_nobody_is_said_to_have_judged(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path) as talk:
            await talk.begin(MEETING)
            await talk.say("make the items")
            await talk.say("make the items")
            told = await talk.say("judge item 1")
            assert "language model" in told["response"]
            assert await talk.made("judgement") == {}
