"""What an item is for, how urgent it is and its numbers stand on what was said, as its title does; else it is told."""

import json
from pathlib import Path
from typing import Any

import pytest

from src.desks.backlog.forms import CriterionDraft, ItemDrafts, SegmentBegins
from src.llm.forms import SupportDraft, SupportTask
from tests.desks.backlog.scripts import MEETING, draft, tag
from tests.desks.backlog.talking import PROJECT, Talk, at_the_desk, rooms
from tests.fakes import ScriptedLlm, calls

QUOTE = "see which visitors come today"
FOR = "nobody has to wait"


def verdicts(*said: str) -> SupportDraft:
    rows = [{"number": at, "verdict": one} for at, one in enumerate(said)]
    return SupportDraft.model_validate({"verdicts": rows})


async def planned(talk: Talk) -> tuple[str, dict[str, Any]]:
    """Return what is told of a plan, and its only step."""
    told = (await talk.say("plan"))["response"]
    (plan,) = (await talk.made("plan")).values()
    (operation,) = plan["operations"]
    return told, operation["body"]["step"]


async def begun(talk: Talk) -> None:
    await talk.begin(MEETING)
    await talk.say(f"load the backlog of {PROJECT}")
    await talk.say("make the items")


@pytest.mark.parametrize(
    ("read", "stays", "planned_at_once", "priority"),
    [
        ("supports", True, True, 1),
        ("neither", True, False, None),
        ("contradicts", False, False, None),
    ],
)
async def test_what_an_item_is_for_and_how_urgent_it_is_are_read_twice(
    tmp_path: Path, read: str, stays: bool, planned_at_once: bool, priority: int | None
) -> None:
    given = {"persona": "receptionist", "need": "see visitors", "benefit": FOR, "priority": 1}
    story = draft("S1", "See visitors", QUOTE, description="", criteria=[], **given)
    forms = [
        SegmentBegins(segments=[]),
        ItemDrafts(items=[story]),
        verdicts("supports", read, read),
        tag("new"),
    ]
    llm = ScriptedLlm(forms=forms)
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm, support=True) as talk:
            await begun(talk)
            (asked,) = [one[-1].content for one in llm.asked if '"statements":' in one[-1].content]
            _, benefit, urgency = SupportTask.model_validate_json(asked).statements
            assert FOR in benefit.text
            assert "priority is 1" in urgency.text
            (item,) = (await talk.made("item")).values()
            assert (item["benefit"] == FOR, item.get("priority")) == (stays, priority)
            assert ("benefit_unsaid" in item["notes"]) is not planned_at_once
            assert ("priority_unsaid" in item["notes"]) is (priority is None)
            shown = (await talk.say("show item 1"))["response"]
            assert (f"{FOR} *(not found in what was said)*" in shown) is (read == "neither")
            told, step = await planned(talk)
            assert (FOR in step["description"]) is planned_at_once
            assert (f"1 (“{FOR}”): goes without" in told) is (read == "neither")
            await talk.say("keep item 1")
            _, step = await planned(talk)
            assert (FOR in step["description"]) is stays


async def test_a_number_that_nobody_said_is_in_no_plan_until_its_author_keeps_it(
    tmp_path: Path,
) -> None:
    texts = ("At most 5 visitors a day.", "At most 40 badges are printed.", "Badges are printed.")
    criteria = [CriterionDraft(text=text, delta=False) for text in texts]
    about = {"benefit": "I print 40 badges", "description": "All 40 visitors are seen."}
    story = draft("S1", "See visitors", QUOTE, criteria=criteria, **about)
    llm = ScriptedLlm(
        forms=[SegmentBegins(segments=[]), ItemDrafts(items=[story]), tag("new"), tag("new")]
    )
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await talk.begin(MEETING + "Ben: We never have more than five visitors.\n")
            await talk.say(f"load the backlog of {PROJECT}")
            made = (await talk.say("make the items"))["response"]
            assert "a number that nobody said" in made
            (item,) = (await talk.made("item")).values()
            assert [each["text"] for each in item["criteria"] if each.get("unsaid")] == [texts[1]]
            assert {"number_unsaid", "benefit_unsaid", "description_unsaid"} <= {*item["notes"]}
            told, step = await planned(talk)
            assert texts[1] not in step["criteria"]
            unsaid = "”, “".join([about["description"], about["benefit"], texts[1]])
            assert f"1 (“{unsaid}”): goes without" in told
            await talk.say("keep item 1")
            told, step = await planned(talk)
            assert step["criteria"] == [*texts]
            assert "goes without" not in told


async def test_what_an_edit_says_an_item_is_for_is_read_again(tmp_path: Path) -> None:
    said = "add a story: see who comes"
    add = {"op": "add", "texts": ["See who comes"], "benefit": FOR, "priority": 2, "said": said}
    llm = ScriptedLlm(
        calls(("edit_items", json.dumps({"edits": [add]}))),
        forms=[SegmentBegins(segments=[]), ItemDrafts(items=[]), verdicts("neither", "neither")],
    )
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm, support=True) as talk:
            await begun(talk)
            told = (await talk.say(said))["response"]
            (item,) = (await talk.made("item")).values()
    assert (item["benefit"], item.get("priority")) == (FOR, None)
    assert {*item["notes"]} == {"benefit_unsaid", "priority_unsaid"}
    assert "what it is for was not found" in told


@pytest.mark.parametrize("read", ["supports", "neither", "contradicts"])
async def test_what_is_wanted_is_read_twice_where_nothing_else_says_it(
    tmp_path: Path, read: str
) -> None:
    wish = "print them on yellow paper"
    given = {"persona": "receptionist", "need": wish, "description": ""}
    story = draft("S1", "See visitors", QUOTE, criteria=[], **given)
    told = draft("S2", "Print yellow", QUOTE, criteria=[], **{**given, "description": f"I {wish}."})
    marks = verdicts("supports", "supports", read, "supports")
    llm = ScriptedLlm(forms=[SegmentBegins(segments=[]), ItemDrafts(items=[story, told]), marks])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm, support=True) as talk:
            await talk.begin(MEETING)
            await talk.say("make the items")
            await talk.say("go on")
            first, second = (await talk.made("item")).values()
            shown = (await talk.say("show item 1"))["response"]
    assert (first["need"] == wish, second["need"]) == (read != "contradicts", wish)
    assert ("need_unsaid" in first["notes"], second["notes"]) == (
        read != "supports",
        ["few_criteria"],
    )
    assert (f"As a receptionist I want to {wish}" in shown) is (read == "supports")
    assert (f"{wish} *(not found in what was said)*" in shown) is (read == "neither")
