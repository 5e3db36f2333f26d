"""What the built-in model makes of stories: tags by meaning, in Dutch and in English, and never one that fails."""

import pytest

from evals.backlog.tagging import (
    GoldItem,
    TaggingFigures,
    evaluate_tagging,
    read_rows,
)
from src.desks.backlog.artifacts import BacklogItem, StoryTag
from src.desks.backlog.forms_tags import ItemText, TagCandidate, TagTask
from src.desks.backlog.offline.rules import backlog_rules
from src.desks.backlog.offline.tags import decide
from src.desks.backlog.retrieval import BacklogIndex
from src.desks.backlog.tagging import Tagger
from src.desks.backlog.tracker_item import TrackerItem
from src.llm.models import offline_models
from tests.desks.backlog.backlogs import EXAMPLES, item, stories, vectors

RENEW = item(
    1,
    "Renew a loan",
    "As a member, I want to renew a loan from the app.",
    "A loan can be renewed twice at most",
    "Loans are kept for two years",
)
OTHERS = tuple(
    item(number, title)
    for number, title in enumerate(("Pay fines online", "Book a reading room"), start=2)
)
TAGGER = Tagger(offline_models(backlog_rules(vectors().rows)).main, "Tag it.")


async def tagged(title: str, nearest: TrackerItem = RENEW) -> StoryTag:
    index = BacklogIndex((nearest, *OTHERS), vectors().rows)
    story = BacklogItem(type="story", title=title)
    related = index.related(ItemText.of(story).whole)
    candidates = [index.items[one.id] for one in related]
    return (await TAGGER.tag("item-1", story, candidates, related, "en")).value


@pytest.mark.parametrize(
    ("title", "tag"),
    [
        ("Members renew a loan from the app.", "duplicate"),
        ("As a member, I want to be able to renew my loan in the app.", "duplicate"),
        ("A member would also like to renew all loans of the family in one go.", "extend"),
        ("Naast een loan renewen wil een member ook een loan kunnen pauzeren.", "extend"),
        ("When renewing a loan fails, the member must be shown an error message.", "gap"),
        ("Loans can no longer be renewed.", "conflict"),
        ("Only staff renew loans; members may not renew a loan.", "conflict"),
        ("A mechanic wants to order lunch for a meeting.", "new"),
    ],
)
async def test_a_story_is_tagged_by_what_it_means(title: str, tag: str) -> None:
    found = await tagged(title)
    assert (found.tag, found.failed, found.by) == (tag, False, "rules")
    assert found.related_id == ("" if tag == "new" else RENEW.id)
    assert bool(found.delta) == (tag in ("gap", "extend"))
    assert bool(found.quotes) == (tag == "conflict")
    assert all(delta in title for delta in found.delta)
    assert found.reason


async def test_what_a_story_adds_is_told_once() -> None:
    """A title and the sentence that it was cut out of say the same."""
    found = await tagged(
        "Renew all loans of the family in one go as well. I want to renew all loans of the family in one go as well."
    )
    assert found.tag in ("gap", "extend")
    assert len(found.delta) == 1


async def evaluated(name: str) -> TaggingFigures:
    product = name.partition("_")[0]
    items = read_rows(EXAMPLES / f"{product}_items.jsonl", GoldItem)
    return await evaluate_tagging(stories(name), TAGGER, vectors().rows, items)


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("library_stories", 57),
        ("library_talk", 15),
        ("library_dutch", 10),
        ("service_stories", 40),
        ("service_talk", 13),
        ("service_dutch", 9),
    ],
)
async def test_examples_get_their_tag_as_often_as_before_and_none_fails(
    name: str, least: int
) -> None:
    data = (await evaluated(name)).data()
    assert data["right"] >= least
    assert data["failed"] == 0


def test_rules_work_without_word_vectors_and_without_candidates() -> None:
    task = TagTask(
        language="nl",
        story=ItemText(title="Loans can no longer be renewed."),
        candidates=[
            TagCandidate(id="a", type="User Story", text="A loan can be renewed", score=0.6)
        ],
        allowed=["new", "gap", "extend", "conflict", "duplicate"],
    )
    assert decide(task, None).tag == "conflict"
    assert "citaten" in decide(task, None).reason
    assert decide(task.model_copy(update={"candidates": []}), None).tag == "new"
    assert decide(task.model_copy(update={"allowed": ["new", "gap"]}), None).tag in ("new", "gap")


@pytest.mark.parametrize(
    "story",
    [
        "",
        "🙂",
        "x" * 50_000,
        "not " * 2_000,
        "a, b; c. " * 500,
        '<b>Loans</b> & "quotes"',
        "贷款可以续借",
    ],
)
async def test_no_story_makes_the_rules_fail(story: str) -> None:
    found = await tagged(story)
    assert found.failed is False
