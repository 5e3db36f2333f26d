"""How good items are said to be: by a model held to its form, and by rules."""

import pytest

from src.desks.backlog.artifacts import BacklogItem, Criterion, MeetingQuote
from src.desks.backlog.forms_tags import ItemScores, JudgeTask, ScoreDraft
from src.desks.backlog.judging import NAMES, ItemJudge
from src.desks.backlog.offline.rules import backlog_rules
from src.dossier.models import Language
from src.errors import ModelGaveNoAnswer
from src.llm.models import offline_models
from tests.desks.backlog.backlogs import vectors
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
BAD = BacklogItem(
    type="story",
    title="Better loans",
    need="a nicer table with buttons and quick search and some export and also better colours etc",
)


async def judged(item: BacklogItem, language: Language = "en") -> dict[str, tuple[int, str]]:
    judge = ItemJudge(offline_models(backlog_rules(vectors().rows)).main, "Judge it.")
    found = (await judge.judge("item-1", item, language)).value
    assert found.item_id == "item-1"
    return {one.name: (one.score, one.reason) for one in found.scores}


async def test_rules_give_every_score_once_with_a_reason_in_the_language_asked_for() -> None:
    for item in (GOOD, BAD, BacklogItem(type="epic", title="")):
        for language in ("nl", "en"):
            found = await judged(item, language)
            assert tuple(found) == NAMES
            assert all(1 <= score <= 5 and reason for score, reason in found.values())
    assert (await judged(GOOD, "nl"))["small"] != (await judged(GOOD, "en"))["small"]


@pytest.mark.parametrize("name", [one for one in NAMES if one != "independent"])
async def test_what_is_well_put_scores_more_than_what_is_not(name: str) -> None:
    assert (await judged(GOOD))[name][0] > (await judged(BAD))[name][0]


async def test_an_item_that_waits_for_another_is_not_independent() -> None:
    waits = GOOD.model_copy(update={"need": "renew a loan, which depends on the new login"})
    assert (await judged(waits))["independent"][0] < (await judged(GOOD))["independent"][0]


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
