"""Edits of items: what becomes of the items, on whose words, and what is refused with a reason."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from src.desks.backlog.artifacts import BacklogItem, Criterion, MeetingQuote
from src.desks.backlog.editing import edited
from src.desks.backlog.item_edit import EditedItems, ItemEdit
from src.desks.backlog.item_gate import ABOVE
from src.desks.backlog.tracker import WorkItem
from src.desks.backlog.tracker_item import tracker_item
from tests.fakes import START


def item(title: str, *criteria: str, **more: object) -> BacklogItem:
    quote = MeetingQuote(quote=f"we need to {title}", start=0, end=9)
    told = {
        "type": "story",
        "title": title,
        "criteria": tuple(Criterion(text=one) for one in criteria),
        "evidence": (quote,),
        "segment_id": "segment-1",
        "signature": "tess-0123456789abcdef",
        **more,
    }
    return BacklogItem.model_validate(told)


ITEMS = {
    "item-1": item("Renew a loan", "Twice at most", "Within fifteen minutes"),
    "item-2": item("Search loans", description="Search for fifteen  minutes.", parent="item-5"),
    "item-3": item("Pay fines online", state="left_out", problem="removed"),
    "item-4": item("Reserve a title", state="written"),
    "item-5": item("Loans", type="feature"),
    "item-6": item("Library", type="epic"),
}
SAID = "please, I say what I want here"
WORK_ITEM = tracker_item(WorkItem(id=412, revision=3, type="Feature", title="Desk"), "P", START)


def made(*edits: Mapping[str, object], heard: str = SAID) -> EditedItems:
    every = [ItemEdit.model_validate({"said": SAID, **one}) for one in edits]
    return edited(started(ITEMS, heard), every)


def started(items: Mapping[str, BacklogItem], heard: str) -> EditedItems:
    return EditedItems(
        items=dict(items), heard=heard, turn=7, number=8, work_items={412: WORK_ITEM}
    )


def the_item(*edits: Mapping[str, object], heard: str = SAID) -> BacklogItem:
    found = made(*edits, heard=heard)
    assert found.problems == ()
    (only,) = found.items.values()
    return only


def test_an_added_item_rests_on_words_of_its_author() -> None:
    heard = "Add a story: as a facility manager I want to see usage"
    edit = {"op": "add", "texts": ["See usage"], "said": "as a facility manager I want to see usage",
            "persona": "facility manager", "priority": 2}  # fmt: skip
    found = the_item(edit, heard=heard)
    assert (found.title, found.persona, found.priority, found.by) == (
        "See usage", "facility manager", 2, "person"
    )  # fmt: skip
    assert [(one.turn, one.words) for one in found.told] == [(7, edit["said"])]
    assert found.evidence == ()
    # A person whom nobody named wants nothing.
    assert the_item({**edit, "persona": "janitor"}, heard=heard).persona == ""
    assert made({**edit, "said": "as a janitor I want to see usage"}, heard=heard).problems == (
        "not_said",
    )


@pytest.mark.parametrize("said", ["something else", "...", "I say what I wanted"])
def test_what_was_not_said_changes_nothing(said: str) -> None:
    found = made({"op": "change", "numbers": [1], "field": "title", "texts": ["X y"], "said": said})
    assert (found.items, found.tags, found.problems) == ({}, {}, ("not_said",))


@pytest.mark.parametrize(
    ("heard", "problems"),
    [
        ("make the criterion measurable", ("number_not_said",)),
        ("make the criterion measurable, with 95 percent", ()),
    ],
)
def test_a_number_that_nobody_named_stands_in_no_new_text(
    heard: str, problems: tuple[str, ...]
) -> None:
    edit = {"op": "change", "numbers": [1], "field": "criteria", "texts": ["For 95 % of the loans"],
            "said": "make the criterion measurable"}  # fmt: skip
    assert made(edit, heard=heard).problems == problems


def test_words_are_changed_everywhere() -> None:
    edit = {"op": "change", "field": "everywhere", "old": "fifteen minutes", "texts": ["twenty minutes"]}  # fmt: skip
    heard = f"{SAID}: make it twenty minutes everywhere"
    found = made(edit, heard=heard)
    assert sorted(found.items) == ["item-1", "item-2"]
    assert found.items["item-1"].criteria[1].text == "Within twenty minutes"
    assert found.items["item-2"].description == "Search for twenty minutes."
    assert all(one.told[-1].turn == 7 for one in found.items.values())
    assert made({**edit, "numbers": [5]}, heard=heard).problems == ("words_not_there",)


FORMS = {
    "item-1": item("Renew a loan", "Members see 15 minutes", persona="member", need="tell members"),
    "item-2": item("Members pay", state="written"),
    "item-3": item("Call a member", benefit="a member of fifteen waits", labels=("member",)),
}


def test_every_text_of_all_items_is_changed_and_forms_that_are_left_are_told() -> None:
    heard = f"{SAID}: call a member a reader, and readers; ten minutes in place of fifteen"
    first = {"op": "change", "field": "everywhere", "old": "member", "texts": ["reader"]}
    numbers = {**first, "old": "fifteen", "texts": ["ten"]}
    every = [ItemEdit.model_validate({"said": SAID, **one}) for one in (first, numbers)]
    found = edited(started(FORMS, heard), every)
    one, three = found.items["item-1"], found.items["item-3"]
    assert (one.persona, three.title, three.benefit) == (
        "reader", "Call a reader", "a reader of ten waits"
    )  # fmt: skip
    assert found.left == {"members": [1], "15": [1]}
    assert "item-2" not in found.items  # which the tracker has
    more = [{**first, "old": "members", "texts": ["readers"]}, {**numbers, "old": "15"}]
    every += [ItemEdit.model_validate({"said": SAID, **two}) for two in more]
    whole = edited(started(FORMS, heard), every)
    assert (whole.items["item-1"].need, whole.left) == ("tell readers", {})
    assert whole.items["item-1"].criteria[0].text == "Readers see ten minutes"


def test_words_that_are_taken_out_everywhere_take_no_item_out() -> None:
    edit = {"op": "remove", "field": "everywhere", "old": "fifteen minutes"}
    assert made(edit).problems == ("no_such_item",)


def test_a_type_takes_its_item_from_under_what_does_not_go_above_it() -> None:
    bug = the_item({"op": "change", "numbers": [2], "field": "type", "type": "bug"})
    assert (bug.type, bug.parent) == ("bug", "item-5")
    found = made({"op": "change", "numbers": [5], "field": "type", "type": "story"})
    assert (found.items["item-2"].parent, found.items["item-2"].notes) == (
        "", ("parent_of_another_type",)
    )  # fmt: skip


@pytest.mark.parametrize(
    ("edit", "parent"),
    [
        ({"op": "move", "numbers": [1], "parent": 5}, "item-5"),
        ({"op": "change", "numbers": [1], "field": "parent", "parent": 6}, "item-6"),
        ({"op": "move", "numbers": [1], "related": 412}, "ado/412@rev3"),
        ({"op": "change", "numbers": [2], "field": "parent"}, ""),
    ],
)
def test_an_item_is_put_under_another(edit: dict[str, object], parent: str) -> None:
    assert the_item(edit).parent == parent


@pytest.mark.parametrize(
    ("edit", "problem"),
    [
        ({"op": "move", "numbers": [1], "parent": 2}, "wrong_parent"),
        ({"op": "move", "numbers": [1], "parent": 3}, "no_such_item"),
        ({"op": "move", "numbers": [1], "related": 413}, "no_such_work_item"),
        ({"op": "move", "numbers": [1], "before": 2}, "no_order"),
        ({"op": "change", "numbers": [1], "field": "tag", "tag": "gap", "related": 9}, "no_such_work_item"),
        ({"op": "change", "numbers": [77], "field": "title", "texts": ["x y"]}, "no_such_item"),
        ({"op": "change", "numbers": [4], "field": "title", "texts": ["x y"]}, "is_written"),
        ({"op": "change", "numbers": [4], "field": "everywhere", "old": "x", "texts": ["y"]}, "is_written"),
        ({"op": "change", "numbers": [1], "field": "title", "texts": ["?!"]}, "not_possible"),
        ({"op": "change", "numbers": [1], "field": "title", "texts": ["x" * 256]}, "not_possible"),
        ({"op": "change", "numbers": [1], "field": "criterion", "criterion": 3}, "no_such_criterion"),
        ({"op": "remove", "numbers": []}, "no_such_item"),
        ({"op": "split", "numbers": [1], "texts": ["one"]}, "not_possible"),
        ({"op": "split", "numbers": [3], "texts": ["this", "that"]}, "not_possible"),
        ({"op": "merge", "numbers": [1]}, "not_possible"),
        ({"op": "merge", "numbers": [1, 5]}, "several_types"),
        ({"op": "add", "texts": ["renew a LOAN"]}, "same_title"),
        ({"op": "add", "texts": []}, "not_possible"),
        ({"op": "add", "texts": ["New one"], "parent": 2}, "wrong_parent"),
    ],
)  # fmt: skip
def test_what_can_not_be_done_changes_nothing_and_says_why(
    edit: dict[str, object], problem: str
) -> None:
    found = made(edit)
    assert (found.items, found.tags, found.problems) == ({}, {}, (problem,))


def test_an_edit_that_can_not_be_made_keeps_no_other_from_it() -> None:
    found = made(
        {"op": "remove", "numbers": [77]}, {"op": "change", "numbers": [1], "field": "priority", "priority": 4}
    )  # fmt: skip
    assert (found.items["item-1"].priority, found.problems) == (4, ("no_such_item",))


def test_criteria_are_added_changed_and_taken_away() -> None:
    edits: list[Mapping[str, object]] = [
        {"op": "add", "field": "criteria", "numbers": [1], "texts": ["By post"]},
        {"op": "change", "numbers": [1], "field": "criterion", "criterion": 1, "texts": ["Once"]},
        {"op": "remove", "numbers": [1], "field": "criterion", "criterion": 2},
    ]
    assert [one.text for one in the_item(*edits).criteria] == ["Once", "By post"]


def test_an_item_is_split_and_its_parts_stand_on_the_same_words() -> None:
    found = made({"op": "split", "numbers": [1], "texts": ["Renew once", "Renew twice"]})
    assert [found.items[name].title for name in ("item-8", "item-9")] == [
        "Renew once",
        "Renew twice",
    ]
    parts = [found.items["item-8"], found.items["item-9"]]
    assert all(part.evidence == ITEMS["item-1"].evidence and not part.signature for part in parts)
    assert (found.items["item-1"].state, found.items["item-1"].problem) == ("left_out", "split")
    criteria = [[one.text for one in part.criteria] for part in parts]
    assert criteria == [["Within fifteen minutes"], ["Twice at most"]]  # none of them twice
    own = [{"title": "Once", "description": "One.", "criteria": ["A"]}, {"title": "Twice"}]
    found = made({"op": "split", "numbers": [1], "parts": own})
    first, second = found.items["item-8"], found.items["item-9"]
    assert (first.description, [one.text for one in first.criteria]) == ("One.", ["A"])
    assert (second.description, second.criteria) == ("", ())


def test_items_are_merged_into_one_that_has_all_they_have() -> None:
    who = ({"op": "change", "numbers": [n], "field": "persona", "texts": [one]}
           for n, one in ((1, "member"), (2, "clerk")))  # fmt: skip
    need = {"op": "change", "numbers": [1], "field": "need", "texts": ["renew"]}
    merge = {"op": "merge", "numbers": [1, 2], "texts": ["Loans at hand"]}
    found = made(*who, need, merge, heard=f"{SAID}, member and clerk")
    whole = found.items["item-8"]
    assert whole.evidence == (*ITEMS["item-1"].evidence, *ITEMS["item-2"].evidence)
    assert [one.text for one in whole.criteria] == ["Twice at most", "Within fifteen minutes"]
    assert (whole.persona, whole.need) == ("member & clerk", "renew")
    assert {found.items[name].state for name in ("item-1", "item-2")} == {"left_out"}


@pytest.mark.parametrize(
    ("personas", "given", "one"),
    [
        (("clerk", "desk clerk"), "", "desk clerk"),
        (("Clerk", "clerk"), "", "clerk"),
        (("desk clerk", "medewerker"), "clerk", "clerk"),
        (("desk clerk", ""), "janitor", "desk clerk"),
    ],
)
def test_a_merged_item_is_for_each_person_once(
    personas: tuple[str, str], given: str, one: str
) -> None:
    more = ({"priority": 3, "labels": ("desk",)}, {"priority": 2, "labels": ("new",)})
    items = {
        f"item-{n}": item(f"Loans {n}", persona=persona, **also)
        for n, (persona, also) in enumerate(zip(personas, more, strict=True), start=1)
    }
    merge = {"op": "merge", "numbers": [1, 2], "persona": given, "said": SAID}
    draft = started(items, f"{SAID}, for the clerk")
    whole = edited(draft, [ItemEdit.model_validate(merge)]).items["item-8"]
    assert (whole.persona, whole.priority, whole.labels) == (one, 2, ("desk", "new"))


def test_items_are_left_out_and_put_back() -> None:
    assert the_item({"op": "remove", "numbers": [1]}).state == "left_out"
    back = the_item({"op": "restore", "numbers": [3]})
    assert (back.state, back.problem) == ("draft", "")


NUMBERS = st.lists(st.integers(1, 9), max_size=3)
EDITS = st.fixed_dictionaries(
    {
        "op": st.sampled_from(["add", "change", "move", "merge", "split", "remove", "restore"]),
        "numbers": NUMBERS,
        "texts": st.lists(st.sampled_from(["Alpha", "Beta", "Gamma ray", "twenty"]), max_size=3),
    },
    optional={
        "field": st.sampled_from(["title", "type", "parent", "priority", "criteria", "criterion", "everywhere", "tag"]),
        "type": st.sampled_from(["epic", "feature", "story", "bug"]),
        "parent": st.integers(1, 9),
        "related": st.sampled_from([412, 9]),
        "priority": st.integers(1, 4),
        "criterion": st.integers(0, 3),
        "old": st.sampled_from(["fifteen minutes", "a"]),
        "tag": st.sampled_from(["new", "extend"]),
        "said": st.sampled_from([SAID, "what I want", "never said"]),
    },
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(EDITS, min_size=1, max_size=6))
def test_any_edits_keep_items_numbered_and_parents_inside(edits: list[dict[str, object]]) -> None:
    found = made(*edits)
    after = {**ITEMS, **found.items}
    assert after["item-4"] == ITEMS["item-4"]  # what the tracker has is left as it is
    assert set(ITEMS) <= set(after)
    assert [*after] == [f"item-{n}" for n in (*range(1, 7), *range(8, 8 + len(after) - 6))]
    for name, one in after.items():
        if one.parent.startswith("item-"):
            assert after[one.parent].type in ABOVE[one.type]
            assert one.parent != name
    changed = [one for name, one in found.items.items() if name not in ITEMS]
    assert all(one.told or one.evidence for one in changed)
    assert all(one.words in SAID for each in after.values() for one in each.told)
