"""Items changed in a person's words: what is meant, and what becomes of the items."""

import pytest

from src.desks.backlog.artifacts import BacklogItem, Criterion, MeetingQuote
from src.desks.backlog.changing import ItemChanger, ItemChanges, applied, change_task
from src.desks.backlog.evaluation.run import FormRules
from src.desks.backlog.forms_tags import ItemChange, ItemChangeList
from src.errors import ModelGaveNoAnswer
from src.llm.models import offline_models
from tests.fakes import ScriptedLlm


def item(title: str, *criteria: str, **more: object) -> BacklogItem:
    quote = MeetingQuote(quote=f"we need to {title}", start=0, end=9)
    given = {
        "type": "story",
        "title": title,
        "criteria": tuple(Criterion(text=one) for one in criteria),
        "evidence": (quote,),
        "segment_id": "segment-1",
        "signature": "tess-0123456789abcdef",
        **more,
    }
    return BacklogItem.model_validate(given)


ITEMS = {
    "item-1": item("Renew a loan", "Twice at most"),
    "item-2": item("Search and export loans", "Within a second", "As a spreadsheet"),
    "item-3": item("Pay fines online", state="left_out", problem="removed"),
    "item-4": item("Reserve a title", state="written"),
    "item-5": item("Loans", type="epic"),
}


async def changed(words: str) -> ItemChanges:
    changer = ItemChanger(offline_models(FormRules(None)).main, "Read it.")
    return await changer.changed(ITEMS, words, "en")


async def one(words: str) -> tuple[str, BacklogItem]:
    found = await changed(words)
    assert found.problems == ()
    ((name, changed_item),) = found.items.items()
    return name, changed_item


@pytest.mark.parametrize(
    ("words", "name", "title"),
    [
        ('Rename item 2 to "Find loans"', "item-2", "Find loans"),
        ("rename 2 to Find loans", "item-2", "Find loans"),
        ("Noem item 1 voortaan Lening verlengen", "item-1", "Lening verlengen"),
        ("Wijzig de titel van 2 in: Leningen zoeken", "item-2", "Leningen zoeken"),
        ("The title of the second item should be: Find loans", "item-2", "Find loans"),
    ],
)
async def test_an_item_is_retitled(words: str, name: str, title: str) -> None:
    found = await one(words)
    assert (found[0], found[1].title, found[1].by) == (name, title, "person")


@pytest.mark.parametrize(
    ("words", "criteria"),
    [
        (
            "Add a criterion to item 2: also by year",
            ["Within a second", "As a spreadsheet", "also by year"],
        ),
        (
            "Voeg aan item 2 het criterium toe: ook per jaar",
            ["Within a second", "As a spreadsheet", "ook per jaar"],
        ),
        (
            'Change criterion 1 of item 2 to "Within two seconds"',
            ["Within two seconds", "As a spreadsheet"],
        ),
        ("Verwijder het tweede criterium van item 2", ["Within a second"]),
        ("Delete criterion 1 of item 2", ["As a spreadsheet"]),
    ],
)
async def test_criteria_are_added_changed_and_taken_away(words: str, criteria: list[str]) -> None:
    name, found = await one(words)
    assert (name, [criterion.text for criterion in found.criteria]) == ("item-2", criteria)


@pytest.mark.parametrize(
    "words",
    [
        "Split item 2 into Search loans and Export loans",
        'Splits 2 in "Search loans" en "Export loans"',
    ],
)
async def test_an_item_is_split_and_its_parts_stand_on_the_same_words(words: str) -> None:
    found = await changed(words)
    assert [part.title for part in found.made] == ["Search loans", "Export loans"]
    assert all(part.evidence == ITEMS["item-2"].evidence for part in found.made)
    assert {part.signature for part in found.made} == {""}
    assert (found.items["item-2"].state, found.items["item-2"].problem) == ("left_out", "split")


async def test_an_item_is_split_where_its_own_title_joins_two() -> None:
    assert [part.title for part in (await changed("Split item 2")).made] == [
        "Search",
        "export loans",
    ]
    assert (await changed("Split item 1")).problems == ("not_possible",)


@pytest.mark.parametrize("words", ["Merge 1 and 2 into Loans", "Voeg 1 en 2 samen tot Loans"])
async def test_items_are_merged_into_one_that_has_all_they_have(words: str) -> None:
    found = await changed(words)
    (whole,) = found.made
    assert whole.title == "Loans"
    assert [one.text for one in whole.criteria] == [
        "Twice at most",
        "Within a second",
        "As a spreadsheet",
    ]
    assert whole.evidence == (*ITEMS["item-1"].evidence, *ITEMS["item-2"].evidence)
    assert [one.state for one in found.items.values()] == ["left_out", "left_out"]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("Remove items 1 and 2", ["item-1", "item-2"]),
        ("Laat item 1 weg", ["item-1"]),
        ("Leave 1-2 out", ["item-1", "item-2"]),
        ("drop the one about renewing a loan", ["item-1"]),
        ("Verwijder #5", ["item-5"]),
    ],
)
async def test_items_are_left_out(words: str, names: list[str]) -> None:
    found = await changed(words)
    assert list(found.items) == names
    assert {one.state for one in found.items.values()} == {"left_out"}


@pytest.mark.parametrize("words", ["Restore item 3", "Zet 3 terug", "put item 3 back in the list"])
async def test_an_item_is_taken_back(words: str) -> None:
    name, found = await one(words)
    assert (name, found.state, found.problem) == ("item-3", "draft", "")


@pytest.mark.parametrize(
    ("words", "tag"),
    [
        ("Tag item 1 as duplicate", "duplicate"),
        ("Item 1 is een uitbreiding", "extend"),
        ("markeer 1 als conflict", "conflict"),
        ("label 1 as new", "new"),
    ],
)
async def test_a_person_tags_an_item(words: str, tag: str) -> None:
    found = await changed(words)
    assert (found.tags, found.items) == ({"item-1": tag}, {})


async def test_wishes_are_done_one_after_the_other() -> None:
    found = await changed('Rename item 1 to "Loans longer". Remove item 2! Tag 5 as gap.')
    assert found.items["item-1"].title == "Loans longer"
    assert found.items["item-2"].state == "left_out"
    assert found.tags == {"item-5": "gap"}


@pytest.mark.parametrize(
    "words", ["", "What a nice day", "rename", "merge them", "🙂", "x" * 20_000]
)
async def test_what_is_not_understood_changes_nothing(words: str) -> None:
    found = await changed(words)
    assert (found.items, found.made, found.problems) == ({}, (), ("not_understood",))


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("Remove item 9", "no_such_item"),
        ("Delete criterion 4 of item 1", "no_such_criterion"),
        ("Remove item 4", "not_possible"),
        ("Restore item 4", "not_possible"),
        ("Merge 1 and 5", "not_possible"),
        ("Merge 1 and 4", "not_possible"),
        ("Split item 4 into One thing and Another thing", "not_possible"),
        (f"Rename item 1 to {'long ' * 60}", "not_possible"),
    ],
)
async def test_what_can_not_be_done_is_told_and_changes_nothing(words: str, problem: str) -> None:
    found = await changed(words)
    assert (found.items, found.made, found.problems) == ({}, (), (problem,))


def change(action: str, *numbers: int, **more: object) -> ItemChange:
    given = {"criterion": 0, "texts": [], "tag": "", **more}
    return ItemChange.model_validate({"action": action, "numbers": list(numbers), **given})


def test_a_change_that_fails_does_not_stop_the_others() -> None:
    found = applied(ITEMS, [change("remove", 9), change("remove", 1)], "remove 9 and 1")
    assert (list(found.items), found.problems) == (["item-1"], ("no_such_item",))


def test_words_of_a_model_are_not_said_to_be_a_persons() -> None:
    found = applied(
        ITEMS, [change("retitle", 1, texts=["Extend the loan period"])], "make 1 clearer"
    )
    assert found.items["item-1"].by == "model"


def test_a_description_is_replaced_and_the_same_words_change_nothing() -> None:
    found = applied(ITEMS, [change("describe", 1, texts=["In the app"])], "In the app")
    assert found.items["item-1"].description == "In the app"
    same = applied(ITEMS, [change("remove", 3), change("nothing")], "remove 3")
    assert (same.items, same.problems) == ({}, ())


async def test_a_model_that_answers_nothing_changes_nothing() -> None:
    llm = ScriptedLlm(forms=[ModelGaveNoAnswer(reason="refused")])
    assert (await ItemChanger(llm, "Read it.").changed(ITEMS, "x", "en")).problems == (
        "not_understood",
    )
    llm = ScriptedLlm(forms=[ItemChangeList(changes=[change("remove", 1)])])
    found = await ItemChanger(llm, "Read it.").changed(ITEMS, "away with the first", "en")
    assert (list(found.items), found.usage.total) == (["item-1"], 2)
    assert (
        llm.asked[0][-1].content
        == change_task(ITEMS, "away with the first", "en").model_dump_json()
    )
