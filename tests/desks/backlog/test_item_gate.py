"""What a reply says of items stands only as far as the segment, the backlog and the constraints bear it."""

import pytest

from src.desks.backlog.artifacts import SegmentPlace
from src.desks.backlog.forms import (
    ConstraintDraft,
    CriterionDraft,
    ItemDraft,
    ItemDrafts,
)
from src.desks.backlog.item_gate import (
    MOST_ITEMS,
    GatedItems,
    held,
    title_key,
)
from src.desks.backlog.tracker_item import TrackerItem
from src.dossier.models import Document, SourceBase
from tests.desks.backlog.backlogs import item

BEFORE = "Ann: The visitor wants to pay by card at the door.\n"
SEGMENT = "Bob: The archivist wants to search by tag, or by <b>year</b>.\nAnn: We said no films.\n"
TEXT = BEFORE + SEGMENT
PLACE = SegmentPlace(order=2, source_id="u", start=len(BEFORE), end=len(TEXT), lines=(2, 3))
QUOTE = "wants to search by tag"


def existing(number: int, title: str, kind: str) -> TrackerItem:
    return item(number, title).model_copy(update={"type": kind})


SEARCH = existing(7, "Searching", "Feature")
ARCHIVE = existing(8, "The archive", "Epic")
STORY = existing(9, "Search by year", "User Story")
CUSTOM = existing(10, "A risk", "Risk Register Entry")
RULE = Document(id="rules/1", title="Privacy", content="Names of visitors are never stored.")


def draft(**given: object) -> ItemDraft:
    fields: dict[str, object] = {
        "key": "S1", "type": "story", "parent": "", "title": "Search by tag", "description": "",
        "persona": "", "need": "", "benefit": "", "criteria": [], "quotes": [QUOTE], "constraints": [],
    }  # fmt: skip
    return ItemDraft.model_validate(fields | given)


def gated(*drafts: ItemDraft, constraints: tuple[SourceBase, ...] = ()) -> GatedItems:
    there = (SEARCH, ARCHIVE, STORY, CUSTOM)
    return held(ItemDrafts(items=list(drafts)), PLACE, TEXT, there, constraints)


def test_a_quote_is_kept_with_its_place_in_the_transcript() -> None:
    (item,) = gated(draft(quotes=[QUOTE, QUOTE, "search by <b>year</b>"])).items
    (one,) = item.item.evidence
    assert TEXT[one.start : one.end] == one.quote == QUOTE


def test_html_in_a_quote_is_words_like_others() -> None:
    (item,) = gated(draft(quotes=["or by <b>year</b>"])).items
    assert item.item.evidence[0].quote == "or by <b>year</b>"


@pytest.mark.parametrize(
    ("quotes", "fault"),
    [
        ([], "no_quote"),
        ([""], "no_quote"),
        (["wants to delete by tag"], "quote_not_found"),
        (["wants to pay by card"], "quote_not_found"),  # it stands in another segment
        (["by"], "quote_not_found"),  # which of the two it means nobody knows
    ],
)
def test_a_story_without_a_verified_quote_is_struck(quotes: list[str], fault: str) -> None:
    found = gated(draft(quotes=quotes))
    assert not found.items
    assert [(one.title, one.fault) for one in found.struck] == [("Search by tag", fault)]


def test_only_the_quotes_that_stand_are_kept() -> None:
    (item,) = gated(draft(quotes=["not said by anyone", QUOTE])).items
    assert [one.quote for one in item.item.evidence] == [QUOTE]


@pytest.mark.parametrize(
    ("type", "parent", "kept", "notes"),
    [
        ("story", SEARCH.id, SEARCH.id, ()),
        ("story", ARCHIVE.id, ARCHIVE.id, ()),
        ("story", STORY.id, "", ("parent_of_another_type",)),
        ("story", CUSTOM.id, "", ("parent_of_another_type",)),
        ("story", "ado/4711@rev1", "", ("parent_not_there",)),
        ("story", "S1", "", ("parent_of_another_type",)),
        ("feature", ARCHIVE.id, ARCHIVE.id, ()),
        ("feature", SEARCH.id, "", ("parent_of_another_type",)),
        ("epic", ARCHIVE.id, "", ("parent_of_another_type",)),
    ],
)
def test_a_parent_is_one_that_was_given_and_one_level_up(
    type: str,  # noqa: A002  # the name of the field
    parent: str,
    kept: str,
    notes: tuple[str, ...],
) -> None:
    criteria = [CriterionDraft(text=f"criterion {n}", delta=False) for n in "ABC"]
    (item,) = gated(draft(type=type, parent=parent, criteria=criteria)).items
    told = tuple(one for one in item.notes if one != "few_criteria")
    assert (item.parent_key, told) == (kept, notes)


def test_a_feature_that_exists_is_used_by_its_id() -> None:
    found = gated(draft(key="F1", type="feature", title="SEARCHING!"), draft(parent="F1"))
    assert [(one.key, one.parent_key) for one in found.items] == [("S1", SEARCH.id)]
    assert [one.fault for one in found.struck] == ["is_there"]


def test_a_story_is_written_though_one_with_its_title_is_there() -> None:
    assert gated(draft(title=STORY.title)).items  # whether it is the same is for a tag to say


def test_equal_titles_are_one_item_and_its_children_go_with_it() -> None:
    found = gated(
        draft(key="F1", type="feature", title="Ways to find"),
        draft(key="F2", type="feature", title="  ways TO find."),
        draft(parent="F2"),
    )
    assert [(one.key, one.parent_key) for one in found.items] == [("F1", ""), ("S1", "F1")]
    assert [one.fault for one in found.struck] == ["same_title"]


def test_a_feature_without_a_quote_stands_only_over_something_that_stands() -> None:
    epic = draft(key="E1", type="epic", title="Finding", quotes=[])
    feature = draft(key="F1", type="feature", title="Ways to find", parent="E1", quotes=[])
    with_story = gated(epic, feature, draft(parent="F1"))
    without = gated(epic, feature, draft(parent="F1", quotes=["never said at all"]))
    assert [one.key for one in with_story.items] == ["E1", "F1", "S1"]
    assert not without.items
    assert {one.fault for one in without.struck} == {"no_quote", "quote_not_found"}


def test_a_key_that_is_used_twice_names_the_first() -> None:
    feature = draft(key="K", type="feature", title="Ways to find")
    found = gated(
        feature, draft(key="K", title="Search by tag"), draft(key="S2", title="By year", parent="K")
    )
    assert [(one.item.type, one.parent_key) for one in found.items] == [
        ("feature", ""), ("story", ""), ("story", "K"),
    ]  # fmt: skip
    assert len({one.key for one in found.items}) == 3


def test_criteria_are_three_to_five() -> None:
    def criteria(count: int) -> list[CriterionDraft]:
        return [CriterionDraft(text=f"criterion {chr(65 + n)}", delta=n == 0) for n in range(count)]

    few, enough, many = (gated(draft(criteria=criteria(n))).items[0] for n in (2, 5, 7))
    assert [len(one.item.criteria) for one in (few, enough, many)] == [2, 5, 5]
    assert [one.notes for one in (few, enough, many)] == [("few_criteria",), (), ("criteria_cut",)]
    assert [one.delta for one in enough.item.criteria] == [True, *[False] * 4]


def test_a_constraint_counts_only_with_words_of_it() -> None:
    uses = [
        ConstraintDraft(id=RULE.id, quote="Names of visitors are never stored", violated=True),
        ConstraintDraft(id=RULE.id, quote="everything is allowed here", violated=True),
        ConstraintDraft(id="rules/2", quote="Names of visitors are never stored", violated=True),
    ]
    (item,) = gated(draft(constraints=uses), constraints=(RULE,)).items
    (use,) = item.item.constraints
    assert (use.source_id, use.violated) == (RULE.id, True)
    assert use.quote in RULE.content
    assert item.notes.count("constraint_not_found") == 2


def test_a_persona_is_a_role_and_says_whether_anybody_named_it() -> None:
    named, inferred = gated(draft(persona="archivists")), gated(draft(persona="curator"))
    assert named.items[0].item.persona == "archivists"
    assert inferred.items[0].item.persona == "curator"
    assert "persona_inferred" in inferred.items[0].notes
    speaker = gated(draft(persona="Bob"))
    assert speaker.items[0].item.persona == ""
    assert "persona_not_named" in speaker.items[0].notes


@pytest.mark.parametrize(
    ("label", "persona", "description", "stays"),
    [
        ("Receptionist", "Receptionist", "As a Receptionist I want to see who comes.", True),
        ("Balie", "Balie", "De Balie ziet wie er komt.", True),
        ("Receptionist Bob", "Receptionist", "The receptionist sees who comes.", True),
        ("Bob", "Bob", "Bob wants to see who comes.", False),
    ],
)
def test_a_role_by_which_a_transcript_labels_a_speaker_is_no_name(
    label: str, persona: str, description: str, stays: bool
) -> None:
    text = f"{label}: I want to see who comes today.\n"
    place = SegmentPlace(order=1, source_id="u", start=0, end=len(text), lines=(1, 1))
    made = draft(persona=persona, description=description, quotes=["to see who comes today"])
    (found,) = held(ItemDrafts(items=[made]), place, text, (), ()).items
    assert found.item.persona == (persona if stays else "")
    assert ("persona_not_named" in found.notes) is not stays
    assert "persona_inferred" not in found.notes


def test_a_reply_without_end_is_cut() -> None:
    found = gated(*(draft(key=f"S{n}", title=f"Title {n}") for n in range(MOST_ITEMS + 3)))
    assert len(found.items) == MOST_ITEMS
    assert [one.fault for one in found.struck] == ["too_many"] * 3


@pytest.mark.parametrize("title", ["", "  ", "?!"])
def test_an_item_without_a_title_is_struck(title: str) -> None:
    assert [one.fault for one in gated(draft(title=title)).struck] == ["no_title"]


def test_titles_are_compared_without_case_signs_and_width() -> None:
    assert title_key("Zoeken  op ＴＡＧ!") == title_key("zoeken op tag")
    assert title_key("Zoeken op tag") != title_key("Zoeken op tags")


@pytest.mark.parametrize(("said", "kept"), [(0, None), (1, 1), (4, 4), (5, None)])
def test_a_priority_is_kept_where_it_was_said(said: int, kept: int | None) -> None:
    (item,) = gated(draft(priority=said)).items
    assert item.item.priority == kept
