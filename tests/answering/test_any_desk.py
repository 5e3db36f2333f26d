"""A desk of any field answers with quotes; its answers are checked, made again and handed over as any other's."""

import zipfile
from collections.abc import Awaitable, Callable
from datetime import date
from io import BytesIO
from typing import Any

import pytest

from src.answering.answer import Answering
from src.answering.handing_over import MemoParts
from src.answering.rules import AnswerRules
from src.dossier.journal import ModelRecord, Request, ToolRecord, Turn
from src.dossier.models import Message
from src.dossier.patch import DossierPatch, merged
from src.dossier_service import DossierService
from src.errors import NotAnAnsweringDesk, NoTimeline
from src.export.as_markdown import markdown
from src.export.layout import page
from src.export.pack import opened
from src.llm.forms import AnswerDraft, ClaimDraft
from src.presenter import plainly
from src.review.reruns import Recheck, Reruns
from src.tools.answer import AnswerTool, QuestionArgs
from src.tools.base import Report
from tests.dossier.turns import DOSSIER
from tests.fakes import MemoryStore, ScriptedLlm
from tests.fakes import page as recipe

QUESTION = "How long does the bread rise?"
BREAD = recipe("bread", "Knead for ten minutes. Let the dough rise for two hours under a cloth.")
SOUP = recipe("soup", "Boil the leeks until they are soft, and season to taste.")
RULES = AnswerRules(prompt="Answer from these recipes.", tool="answer_from_recipes", seconds=5)

RISES = ClaimDraft(
    text="It rises for 120 minutes, as article 3 says.",  # no desk but one of law minds either
    quote="Let the dough rise for two hours",
    source_id=BREAD.id,
)
INVENTED = ClaimDraft(text="Add sugar.", quote="add three spoons of sugar", source_id=BREAD.id)
DRAFT = AnswerDraft(
    claims=[RISES, INVENTED], conclusion="Two hours.", open_points=[], missing_facts=[]
)


class AnswerFromRecipes(AnswerTool):
    """Answer from the recipes that are selected."""


def rules_of(desk: str) -> AnswerRules:
    if desk != "recipes":
        raise NotAnAnsweringDesk(desk=desk)
    return RULES


def no_rules(desk: str) -> AnswerRules:
    raise NotAnAnsweringDesk(desk=desk)


def turn(patch: DossierPatch, **fields: Any) -> Turn:
    given = {"reply": "noted", "based_on": 0, "request": Request(message=QUESTION), **fields}
    model = ModelRecord(id="scripted")
    return Turn(
        dossier_id=DOSSIER, desk="recipes", patch=patch, language="en", model=model, **given
    )


async def answered() -> MemoryStore:
    """Return a store with a dossier about recipes that has one answer."""
    store, ids = MemoryStore(), (BREAD.id, SOUP.id)
    found = DossierPatch(
        add_sources=(BREAD, SOUP), select_ids=ids, shown_selection=ids, language="en"
    )
    dossier = (await store.commit(turn(found))).dossier
    tool = AnswerFromRecipes(Answering(RULES, ScriptedLlm(forms=[DRAFT, DRAFT])))
    result = await tool.execute(dossier, QuestionArgs(query=QUESTION))
    reports: list[Report] = [result.report]
    said = plainly("recipes").say("", reports, result.patch.apply(dossier), "en")
    told = Message(role="assistant", content=said.text)
    assert result.receipt
    await store.commit(
        turn(
            merged([result.patch, DossierPatch(add_messages=(told,))]),
            reply=said.text,
            based_on=1,
            tools=(ToolRecord(tool=tool.name, arguments="{}", outcome="done"),),
            receipts=(result.receipt,),
        )
    )
    return store


def reruns(store: MemoryStore, *drafts: AnswerDraft) -> Reruns:
    desks = {"recipes": Answering(RULES, ScriptedLlm(forms=drafts))}
    return Reruns(store, desks, plainly)


async def test_what_may_stand_is_the_desks_to_say_and_that_a_quote_stands_is_not() -> None:
    dossier = await (await answered()).load(DOSSIER)
    assert dossier
    (answer,) = dossier.answers
    assert [claim.text for claim in answer.claims] == [RISES.text]
    assert [claim.verdict for claim in answer.struck] == ["not-found"]
    assert answer.conclusion == "Two hours."


async def test_its_answers_are_checked_and_made_again() -> None:
    store = await answered()
    recheck = Recheck(store, rules_of, plainly)
    (found,) = await recheck.check(DOSSIER)
    assert found.same
    again = await recheck.replay(DOSSIER)
    assert (again.differences, again.prompt_same) == ((), True)
    live = await reruns(store, DRAFT, DRAFT).live(DOSSIER)
    assert live.same
    without = await reruns(store, DRAFT, DRAFT).what_if(DOSSIER, None, without=[SOUP.id])
    assert [change.kind for change in without.branch.changes] == ["unchanged"]


async def test_its_answers_are_handed_over_without_a_word_of_another_field() -> None:
    dossiers = DossierService(await answered(), rules_of, plainly)
    memo = await dossiers.memo(DOSSIER)
    shown = markdown(page(memo))
    assert "Let the dough rise for two hours" in shown
    assert "the law" not in shown.lower().replace(RISES.text.lower(), "")
    assert "tax" not in shown.lower()
    assert memo.head == ()
    assert len(memo.limits) == 2
    sent = await dossiers.as_sent(DOSSIER)
    assert sent.matches
    made = await dossiers.pack(DOSSIER)
    assert opened(made).dossier == await dossiers.at(DOSSIER)
    assert b"Let the dough rise" in zipfile.ZipFile(BytesIO(made)).read("memo.html")


async def test_a_desk_without_days_is_asked_of_no_other_day() -> None:
    store = await answered()
    with pytest.raises(NoTimeline):
        await reruns(store).retime(DOSSIER, None, date(2020, 1, 1))
    assert await reruns(store).stale() == (await reruns(MemoryStore()).stale())


Ask = Callable[[MemoryStore], Awaitable[object]]


@pytest.mark.parametrize(
    "ask",
    [
        lambda store: Recheck(store, no_rules, plainly).check(DOSSIER),
        lambda store: Recheck(store, no_rules, plainly).replay(DOSSIER),
        lambda store: Reruns(store, {}, plainly).live(DOSSIER),
        lambda store: Reruns(store, {}, plainly).what_if(DOSSIER, None, without=[SOUP.id]),
        lambda store: Reruns(store, {}, plainly).retime(DOSSIER, None, date(2020, 1, 1)),
        lambda store: DossierService(store, no_rules, plainly).memo(DOSSIER),
        lambda store: DossierService(store, no_rules, plainly).as_sent(DOSSIER),
    ],
)
async def test_of_a_desk_that_is_gone_nothing_is_judged(ask: Ask) -> None:
    with pytest.raises(NotAnAnsweringDesk) as refused:
        await ask(await answered())
    assert refused.value.details == {"desk": "recipes"}


async def test_of_a_desk_that_is_gone_all_else_works() -> None:
    store = await answered()
    dossiers = DossierService(store, no_rules, plainly)
    assert len(await dossiers.log(DOSSIER)) == 2
    assert (await dossiers.verify(DOSSIER)).state == "same"
    assert (await dossiers.diff(f"{DOSSIER}@1", DOSSIER)).answers_only_in_b
    made = await dossiers.pack(DOSSIER)
    assert opened(made).dossier == await store.load(DOSSIER)
    names = zipfile.ZipFile(BytesIO(made)).namelist()
    assert "receipts/a2.json" in names
    assert "memo.html" not in names
    found = await Reruns(store, {}, plainly).stale()
    assert (found.answers, found.unreadable) == ((), (DOSSIER,))


async def test_a_desk_links_to_its_publishers_alone() -> None:
    class Cookbook(MemoParts):
        hosts = ("recipes.example",)

    for url, linked in (
        ("https://recipes.example/bread", True),
        ("https://other.example/bread", False),
        ("javascript:alert(1)", False),
    ):
        source = BREAD.model_copy(update={"url": url})
        assert bool(Cookbook().source(1, source, "en").url) is linked
        assert MemoParts().source(1, source, "en").url == ""
