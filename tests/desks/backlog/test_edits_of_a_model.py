"""Edits that a model hands in, through the real server: what was asked for is done, and what is unclear is asked."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from src.desks.backlog.forms import ItemDrafts, SegmentBegins
from src.llm.forms import SupportDraft, SupportTask
from src.llm.protocol import ChatReply
from tests.desks.backlog.scripts import MEETING, NEW, STORIES, draft
from tests.desks.backlog.talking import PROJECT, at_the_desk, rooms
from tests.fakes import ScriptedLlm, ScriptedRounds, calls

BADGES = draft(
    "S1",
    STORIES[0],
    "see which visitors come today",
    persona="receptionist",
    description="As a receptionist I want to see who comes today.",
)
MAIL = draft("S2", STORIES[1], "told by mail that it is cancelled", type="bug")


async def edited(
    tmp_path: Path, message: str, *edits: Mapping[str, object], forms: tuple[BaseModel, ...] = ()
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return the reply to a message that a model reads as these edits, and the items after it."""
    said = [{"said": message, **edit} for edit in edits]
    drafts = forms or (ItemDrafts(items=[BADGES, MAIL]),)
    chats = calls(("edit_items", json.dumps({"edits": said})))
    llm = ScriptedLlm(chats, forms=[SegmentBegins(segments=[]), *drafts])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await talk.begin(MEETING)
            await talk.say("make the items")
            await talk.say("go on")
            frame = await talk.say(message)
            return frame, await talk.made("item")


async def test_items_of_two_types_are_merged_into_the_type_that_was_given(tmp_path: Path) -> None:
    merge = {"op": "merge", "numbers": [1, 2], "type": "story", "texts": ["Print and mail"]}
    frame, items = await edited(tmp_path, "make 1 and 2 one story, Print and mail", merge)
    assert (items["item-3"]["type"], items["item-3"]["title"]) == ("story", "Print and mail")
    assert {items[name]["state"] for name in ("item-1", "item-2")} == {"left_out"}
    assert "several types" not in frame["response"]


async def test_who_wants_an_item_changes_in_its_story_too(tmp_path: Path) -> None:
    change = {"op": "change", "numbers": [1], "field": "persona", "texts": ["event manager"]}
    _, items = await edited(tmp_path, "1 is for the event manager", change)
    told = items["item-1"]["description"]
    assert (items["item-1"]["persona"], told) == (
        "event manager",
        "As an event manager I want to see who comes today.",
    )
    anew = {**change, "field": "description", "texts": ["As a guard I want to see who comes."]}
    _, items = await edited(tmp_path / "2", "1: As a guard I want to see who comes.", anew)
    assert items["item-1"]["persona"] == "guard"


MESSAGE = "1 needs a criterion too: I can see who comes at the counter"


@pytest.mark.parametrize(
    "text",
    [
        "I can see who comes at the counter, at most 5 minutes old.",
        "I can see who comes at the counter, at most five minutes old.",
        "I can see who comes at the counter on 12 March.",
        "I can see who comes at the counter in Salesforce.",
    ],
)
async def test_a_number_or_name_of_the_model_alone_is_in_no_item(tmp_path: Path, text: str) -> None:
    """Places of quotes, times and other items name no number that this one may have."""
    add = {"op": "add", "numbers": [1], "field": "criterion", "texts": [text], "said": MESSAGE}
    chats = calls(("edit_items", json.dumps({"edits": [add]})))
    five = draft("S2", "Mail 5 times", "told by mail that it is cancelled")
    drafts = ItemDrafts(items=[BADGES, five])
    llm = ScriptedLlm(chats, forms=[SegmentBegins(segments=[]), drafts])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            lines = MEETING.splitlines(keepends=True)
            await talk.begin("".join(f"[00:05:1{n}] {line}" for n, line in enumerate(lines)))
            await talk.say("make the items")
            await talk.say("go on")
            told = (await talk.say(MESSAGE))["response"]
            (item,) = [
                one for one in (await talk.made("item")).values() if "Mail" not in one["title"]
            ]
    assert "a number or a name that neither you nor the meeting named" in told
    assert text not in str(item)


@pytest.mark.parametrize(
    ("verdict", "there", "marked"),
    [("supports", True, False), ("neither", True, True), ("contradicts", False, False)],
)
async def test_new_words_of_an_edit_are_read_against_what_the_user_said(
    tmp_path: Path, verdict: str, there: bool, marked: bool
) -> None:
    text = "I can see who comes at the counter, even offline."
    add = {"op": "add", "numbers": [1], "field": "criterion", "texts": [text], "said": MESSAGE}
    own = {**add, "texts": ["I can see who comes at the counter"]}
    chats = calls(("edit_items", json.dumps({"edits": [add, own]})))
    drafts = ItemDrafts(items=[BADGES.model_copy(update={"criteria": [], "description": ""})])
    first = SupportDraft.model_validate({"verdicts": [{"number": 0, "verdict": "supports"}]})
    read = SupportDraft.model_validate({"verdicts": [{"number": 0, "verdict": verdict}]})
    llm = ScriptedLlm(chats, forms=[SegmentBegins(segments=[]), drafts, first, read])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm, support=True) as talk:
            await talk.begin(MEETING)
            await talk.say("make the items")
            await talk.say("go on")
            told = (await talk.say(MESSAGE))["response"]
            (item,) = (await talk.made("item")).values()
    task = SupportTask.model_validate_json(llm.asked[-1][-1].content)
    assert [one.text for one in task.statements] == [f"{STORIES[0]}: {text}"]
    assert MESSAGE in task.user
    found = {one["text"]: one.get("unsaid", False) for one in item["criteria"]}
    added = {text: marked} if there else {}
    assert found == added | {"I can see who comes at the counter": False}
    assert (f"{text} (not found in what was said)" in told) == marked
    assert ("the opposite of what was said" in told) == (verdict == "contradicts")


async def test_a_tag_of_the_author_stays_when_the_item_says_more(tmp_path: Path) -> None:
    tag = {"op": "change", "numbers": [1], "field": "tag", "tag": "extend", "related": 3}
    add = {"op": "add", "numbers": [1], "field": "criterion", "texts": ["Also on the phone"]}
    said = "1 is an extend of #3. Also on the phone"
    chats = [
        calls(("edit_items", json.dumps({"edits": [{**e, "said": said}]}))) for e in (tag, add)
    ]
    forms = [SegmentBegins(segments=[]), ItemDrafts(items=[BADGES])]
    with rooms() as here:
        async with at_the_desk(here, tmp_path, ScriptedLlm(*chats, forms=forms)) as talk:
            await talk.begin(MEETING)
            await talk.say(f"load the backlog of {PROJECT}")
            await talk.say("make the items")
            await talk.say(said)
            await talk.say(said)
            (kept,) = (await talk.made("tag")).values()
    assert (kept["tag"], kept["related_id"], kept["by"]) == ("extend", "ado/3@rev1", "person")


AS_NEW = {"op": "change", "field": "tag", "tag": "new"}
AS_EXTEND = {"op": "change", "field": "tag", "tag": "extend", "related": 3}


@pytest.mark.parametrize(
    ("tags", "kept"),
    [
        (({**AS_EXTEND, "numbers": [1, 2]},), ("extend", "ado/3@rev1")),
        (({**AS_EXTEND, "numbers": [1]},), ("extend", "ado/3@rev1")),
        (({**AS_EXTEND, "numbers": [1]}, {**AS_NEW, "numbers": [2]}), None),
    ],
)
async def test_a_merged_item_keeps_the_tag_of_its_parts_or_its_author_is_asked(
    tmp_path: Path, tags: tuple[Mapping[str, object], ...], kept: tuple[str, str] | None
) -> None:
    said = "1 extends #3, 2 may be new; and make them one"
    merge = {"op": "merge", "numbers": [1, 2], "type": "story"}
    edits = [{**edit, "said": said} for edit in (*tags, merge)]
    chats = calls(("edit_items", json.dumps({"edits": edits})))
    forms = [SegmentBegins(segments=[]), ItemDrafts(items=[BADGES, MAIL]), NEW, NEW]
    with rooms() as here:
        async with at_the_desk(here, tmp_path, ScriptedLlm(chats, forms=forms)) as talk:
            await talk.begin(MEETING)
            await talk.say(f"load the backlog of {PROJECT}")
            await talk.say("make the items")
            frame = await talk.say(said)
            found = (await talk.made("tag")).get("tag-item-3")
            if kept:
                assert found
                assert (found["tag"], found["related_id"], found["item_id"]) == (*kept, "item-3")
                assert "Say: tag." not in frame["response"]
                return
            assert found is None
            choices = frame["clarification"]["choices"]
            assert choices == ["tag item 3 as extend of #3", "tag item 3 as new"]
            await talk.say("1")
            found = (await talk.made("tag"))["tag-item-3"]
    assert (found["tag"], found["related_id"], found["by"]) == ("extend", "ado/3@rev1", "person")


async def test_forms_of_a_replaced_word_go_back_to_the_model_and_all_is_undone_at_once(
    tmp_path: Path,
) -> None:
    said = "say guest instead of visitor everywhere"
    first = {
        "op": "change",
        "field": "everywhere",
        "old": "visitor",
        "texts": ["guest"],
        "said": said,
    }
    rest = {**first, "old": "visitors", "texts": ["guests"]}
    chats = [
        calls(("edit_items", json.dumps({"edits": [first]}))),
        calls(("edit_items", json.dumps({"edits": [rest]}))),
        calls(("undo", "{}")),
    ]
    one = BADGES.model_copy(update={"description": "A visitor gets a badge."})
    forms = [SegmentBegins(segments=[]), ItemDrafts(items=[one])]
    with rooms() as here:
        llm = ScriptedRounds(*chats, ChatReply(""), forms=forms)
        async with at_the_desk(here, tmp_path, llm) as talk:
            await talk.begin(MEETING)
            await talk.say("make the items")
            await talk.say("go on")
            before = await talk.made("item")
            told = (await talk.say(said))["response"]
            (item,) = (await talk.made("item")).values()
            assert "visitors" in llm.asked[-1][-1].content
            assert (item["title"], item["description"]) == (
                "Print badges of guests", "A guest gets a badge."
            )  # fmt: skip
            assert "Still there" not in told
            await talk.say("go back one")
            assert await talk.made("item") == before


@pytest.mark.parametrize(
    ("description", "told"),
    [
        ("As soon as a bike comes back it is shown.", True),
        ("Als er een spoedje binnenkomt staat het op het scherm.", True),
        ("As a receptionist I want to see who comes.", False),
    ],
)
async def test_a_description_that_is_no_story_hides_none(
    tmp_path: Path, description: str, told: bool
) -> None:
    given = {"description": description, "need": "see who comes today"}
    forms = (ItemDrafts(items=[BADGES.model_copy(update=given)]),)
    llm = ScriptedLlm(forms=[SegmentBegins(segments=[]), *forms])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await talk.begin(MEETING)
            await talk.say("make the items")
            await talk.say("go on")
            shown = (await talk.say("show item 1"))["response"]
    assert ("As a receptionist I want to see who comes today." in shown) == told


async def test_a_struck_item_is_put_in_at_the_word_of_its_author(tmp_path: Path) -> None:
    moon = draft("S9", "Fly to the moon", "we fly tomorrow", need="fly")
    put_in = {"op": "add", "struck": [1], "said": "put it in anyway"}
    edits = json.dumps({"edits": [put_in, {**put_in, "struck": [2]}]})
    llm = ScriptedLlm(
        calls(("edit_items", edits)),
        forms=[SegmentBegins(segments=[]), ItemDrafts(items=[moon, BADGES])],
    )
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await talk.begin(MEETING)
            made = await talk.say("make the items")
            assert "1. Fly to the moon — the words quoted" in made["response"]
            frame = await talk.say("the moon was asked for, put it in anyway")
            state = llm.asked[-1][-1].content
            assert '"struck":[{"n":1,"kind":"story","title":"Fly to the moon","why":' in state
            item = (await talk.made("item"))["item-2"]
            assert (item["title"], item["need"], item["evidence"]) == ("Fly to the moon", "fly", [])
            assert [one["words"] for one in item["told"]] == ["put it in anyway"]
            assert "No struck item with that number" in frame["response"]
            again = await talk.say("put struck 1 in anyway")
            assert "No struck item with that number" in again["response"]
            await talk.say("leave out item 2")
            assert (await talk.made("item"))["item-2"]["state"] == "left_out"
            await talk.say("put struck 1 in anyway")
            items = await talk.made("item")
            assert [(one["title"], one["state"]) for one in items.values()] == [
                (STORIES[0], "draft"), ("Fly to the moon", "draft")
            ]  # fmt: skip


async def test_what_is_put_in_is_worded_as_its_author_says(tmp_path: Path) -> None:
    moon = draft("S9", "Fly to the moon", "we fly tomorrow", need="fly")
    given = {"texts": ["Walk to the moon"], "description": "Walk to the moon, slowly."}
    put_in = {"op": "add", "struck": [1], "said": "put it in as: walk to the moon, slowly", **given}
    llm = ScriptedLlm(
        calls(("edit_items", json.dumps({"edits": [put_in]}))),
        forms=[SegmentBegins(segments=[]), ItemDrafts(items=[moon, BADGES])],
    )
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await talk.begin(MEETING)
            await talk.say("make the items")
            await talk.say("go on")
            await talk.say("put it in as: walk to the moon, slowly")
            item = (await talk.made("item"))["item-2"]
    assert (item["title"], item["description"]) == (given["texts"][0], given["description"])


async def made_of(tmp_path: Path, said: str, title: str) -> tuple[str, list[str]]:
    """Return the reply to a run of which a model drafts an item of this title on these words, and what stands."""
    drafts = ItemDrafts(items=[draft("S1", title, said)])
    llm = ScriptedLlm(forms=[SegmentBegins(segments=[]), drafts])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await talk.begin(f"Kim: Good morning.\nLee: {said}\nKim: Hm.\n")
            told = (await talk.say("make the items"))["response"]
            return told, [one["title"] for one in (await talk.made("item")).values()]


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("Nobody added the export to the report.", "Add the export to the report"),
        ("I cannot see the free rooms.", "See the free rooms"),
        ("It never logs out after ten minutes.", "Log out after ten minutes"),
        ("Niemand heeft de export in het rapport gezet.", "Export in het rapport zetten"),
    ],
)
async def test_a_complaint_that_something_is_not_there_asks_for_it(
    tmp_path: Path, said: str, title: str
) -> None:
    told, items = await made_of(tmp_path, said, title)
    assert items == [title], told


@pytest.mark.parametrize(
    "said",
    [
        "We will not add the export to the report.",
        "We are not adding the export to the report.",
        "We don't add the export to the report this year.",
    ],
)
async def test_what_the_meeting_will_not_do_is_struck(tmp_path: Path, said: str) -> None:
    told, items = await made_of(tmp_path, said, "Add the export to the report")
    assert (items, "Add the export to the report — " in told) == ([], True)


async def test_each_part_of_a_split_keeps_the_lines_that_bear_it(tmp_path: Path) -> None:
    whole = BADGES.model_copy(
        update={
            "need": "see visitors and mail about a cancelled booking",
            "benefit": "I can print their badges",
            "description": "As a receptionist I want to see visitors and mail about a booking. It is for the desk. "
            "Who cancels is told.",
            "quotes": ["see which visitors come today", "told by mail that it is cancelled"],
        }
    )
    split = {"op": "split", "numbers": [1]}
    forms = (ItemDrafts(items=[whole]),)
    titles = {"texts": ["See the visitors of today", "Mail whoever cancels a booking"]}
    said = "split 1 into: See the visitors of today; Mail whoever cancels a booking"
    _, items = await edited(tmp_path, said, {**split, **titles}, forms=forms)
    see, mail = items["item-2"], items["item-3"]
    assert [one["quote"] for one in see["evidence"]] == ["see which visitors come today"]
    assert [one["quote"] for one in mail["evidence"]] == ["told by mail that it is cancelled"]
    assert (see["need"], mail["need"]) == ("", "")  # which was that of both
    assert [one["benefit"] for one in (see, mail)] == ["I can print their badges"] * 2
    assert see["description"] == "It is for the desk."
    assert mail["description"] == "It is for the desk. Who cancels is told."
    assert {one["persona"] for one in (see, mail)} == {"receptionist"}
    first, second = ({"title": title} for title in titles["texts"])
    own = {"parts": [{**first, "need": "see the visitors of today"}, second]}
    _, items = await edited(tmp_path / "2", said, {**split, **own}, forms=forms)
    needs = [items[name]["need"] for name in ("item-2", "item-3")]
    assert needs == ["see the visitors of today", ""]
