"""Items are read a second time where a model is set: what their words contradict falls, what they lack is marked."""

import json
from pathlib import Path

import pytest
from pydantic import BaseModel

from src.desks.backlog.forms import CriterionDraft, ItemDraft, ItemDrafts, SegmentBegins
from src.errors import ModelKeyRefused, ModelUnavailable
from src.llm.forms import SupportDraft, SupportTask
from src.llm.protocol import ChatReply
from tests.desks.backlog.scripts import draft
from tests.desks.backlog.talking import PROJECT, Talk, at_the_desk, rooms
from tests.fakes import ScriptedRounds, calls

MEETING = """\
Kim: The driver wants to see the list of parcels on a phone.
Lee: The gate opens at six, we agreed.
Kim: And the clerk needs a label for each parcel.
"""
TITLES = {
    "List of parcels on a phone": "The driver wants to see the list of parcels on a phone",
    "The gate opens at noon": "The gate opens at six, we agreed",
    "Labels in three colours": "the clerk needs a label for each parcel",
}


def drafted() -> ItemDrafts:
    items = [
        ItemDraft(
            key="S1", type="story", parent="F1" if at else "", title=title, description="", persona="",
            need="", benefit="", criteria=[], quotes=[quote], constraints=[],
        )
        for at, (title, quote) in enumerate(TITLES.items())
    ]  # fmt: skip
    feature = items[0].model_copy(update={"key": "F1", "type": "feature", "title": "The gate"})
    gate = feature.model_copy(update={"quotes": [TITLES["The gate opens at noon"]]})
    return ItemDrafts(items=[*items, gate])


async def made(
    tmp_path: Path, *readings: BaseModel | Exception
) -> tuple[dict[str, tuple[str, ...]], str, SupportTask]:
    """Return the notes of the items that stand, by title, the reply, and what was asked."""
    make = calls(("make_items", "{}"))
    forms = [SegmentBegins(segments=[]), drafted(), *readings]
    llm = ScriptedRounds(make, make, ChatReply(""), forms=forms)
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm, support=True) as talk:
            await talk.begin(MEETING)
            told = (await talk.say("make the items"))["response"]
            told += await _gone_on(talk)
            items = (await talk.made("item")).values()
    notes = {
        one["title"]: tuple(n for n in one["notes"] if n == "neither")
        for one in items
        if one["type"] == "story"
    }
    asked = [one[-1].content for one in llm.asked if '"statements":' in one[-1].content]
    return notes, told, SupportTask.model_validate_json(asked[0])


async def _gone_on(talk: Talk) -> str:
    return "" if await talk.made("item") else (await talk.say("go on"))["response"]


def verdicts(*said: str) -> SupportDraft:
    rows = [{"number": at, "verdict": one} for at, one in enumerate(said)]
    return SupportDraft.model_validate({"verdicts": rows})


async def test_what_the_meeting_contradicts_falls_and_what_it_does_not_say_is_marked(
    tmp_path: Path,
) -> None:
    read = verdicts("supports", "contradicts", "neither", "contradicts")
    notes, told, asked = await made(tmp_path, read)
    phone, gate, labels = TITLES
    assert [one.text for one in asked.statements] == [phone, gate, labels, "The gate"]
    assert notes == {phone: (), labels: ("neither",)}
    assert f"{gate} — a second reading found that it says the opposite" in told
    assert "a second reading did not find it in the words quoted" in told
    assert "stands under nothing" in told  # what was under the feature that fell


@pytest.mark.parametrize(
    "reading",
    [
        SupportDraft(verdicts=[]),
        SupportDraft.model_validate({"verdicts": [{"number": 99, "verdict": "contradicts"}]}),
        RuntimeError("a fault of the program"),
        ModelKeyRefused(),
        ModelUnavailable(problem="timeout"),
    ],
)
async def test_a_second_reading_that_fails_loses_no_item(
    tmp_path: Path, reading: BaseModel | Exception
) -> None:
    notes, told, _ = await made(tmp_path, reading, reading)
    assert notes == dict.fromkeys(TITLES, ())
    assert "read a second time" in told


async def test_points_are_summed_by_code_and_the_sum_is_shown(tmp_path: Path) -> None:
    given = '{"inputs": [{"name": "a", "value": "3"}, {"name": "b", "value": "5"}], "expression": "a + b"}'
    llm = ScriptedRounds(calls(("calculate", given)), ChatReply(""))
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            reply = await talk.say("The list is 3 points and the label is 5: what is that?")
    assert "3 + 5 = 8" in reply["response"]


async def test_criteria_and_what_groups_items_are_read_in_the_same_call(tmp_path: Path) -> None:
    said = "The driver wants to see the list of parcels on a phone"
    criteria = [
        CriterionDraft(text=text, delta=False)
        for text in ("It shows all parcels.", "It is shown on a phone.", "It is on paper only.")
    ]
    story = (
        drafted()
        .items[0]
        .model_copy(update={"criteria": criteria, "parent": "E1", "quotes": [said]})
    )
    epic = story.model_copy(
        update={
            "key": "E1",
            "type": "epic",
            "parent": "",
            "title": "Parcels",
            "criteria": [],
            "quotes": [],
        }
    )
    read = verdicts("supports", "neither", "neither", "supports", "contradicts")
    make = calls(("make_items", "{}"))
    drafts = ItemDrafts(items=[story, epic])
    llm = ScriptedRounds(
        make, make, ChatReply(""), forms=[SegmentBegins(segments=[]), drafts, read]
    )
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm, support=True) as talk:
            await talk.begin(MEETING)
            await talk.say("make the items")
            await _gone_on(talk)
            items = {one["type"]: one for one in (await talk.made("item")).values()}
    asked = [one[-1].content for one in llm.asked if '"statements":' in one[-1].content]
    assert len(asked) == 1
    statements = SupportTask.model_validate_json(asked[0]).statements
    assert [one.evidence for one in statements] == [[said]] * 5
    assert statements[1].text == "Parcels"
    left = [one["text"] for one in items["story"]["criteria"]]
    assert left == ["It shows all parcels.", "It is shown on a phone."]
    assert items["story"]["notes"].count("criteria_unsaid") == 1
    assert "neither" in items["epic"]["notes"]


async def test_a_role_that_labels_a_speaker_is_no_name(tmp_path: Path) -> None:
    """Of those who speak, Kim is a name; the planner is a role, and so is what stands behind a name."""
    meeting = (
        "Planner: I want to see who is on leave.\n"
        "Kim (nurse): And I want to swap a shift.\n"
        "Kim (nurse): The list is old.\n"
    )
    drafts = ItemDrafts(
        items=[
            draft("S1", "See who is on leave", "see who is on leave", persona="planner"),
            draft("S2", "Swap a shift", "want to swap a shift", persona="nurse"),
            draft("S3", "A new list", "The list is old", persona="Kim"),
        ]
    )
    make = calls(("make_items", "{}"))
    llm = ScriptedRounds(
        make, ChatReply(""), make, ChatReply(""), forms=[SegmentBegins(segments=[]), drafts]
    )
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await talk.begin(meeting)
            await talk.say("make of it what you can")
            if not await talk.made("item"):
                await talk.say("do as it says")
            items = (await talk.made("item")).values()
    flags = {"persona_inferred", "persona_not_named"}
    known = {one["title"]: (one["persona"], flags & {*one["notes"]}) for one in items}
    assert known == {
        "See who is on leave": ("planner", set()),
        "Swap a shift": ("nurse", set()),
        "A new list": ("", {"persona_not_named"}),
    }


async def test_an_item_says_once_which_criteria_go_beyond_the_work_item(tmp_path: Path) -> None:
    said = "The driver wants to see the list of parcels on a phone"
    criteria = [
        CriterionDraft(text=f"Case {n} is shown.", delta=n != "B").model_dump() for n in "ABC"
    ]
    drafts = ItemDrafts(items=[draft("S1", "List on a phone", said, criteria=criteria)])
    make = calls(("make_items", "{}"))
    llm = ScriptedRounds(make, make, ChatReply(""), forms=[SegmentBegins(segments=[]), drafts])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm) as talk:
            await talk.begin(MEETING)
            await talk.say("make the items")
            await _gone_on(talk)
            told = (await talk.say("show item 1"))["response"]
    assert "- Case A is shown.\n- Case B is shown.\n- Case C is shown." in told
    assert "criteria 1, 3." in told


async def test_the_reading_is_given_the_whole_lines_of_a_quote_and_those_beside_it(
    tmp_path: Path,
) -> None:
    need = "The driver wants to see the list of parcels on a phone."
    aside = " ".join(f"It was the same in week {n}." for n in range(1, 12))
    said = f"Kim: {need} {aside} That is what I mean.\n"
    far = "".join(f"Ann: The gate was painted in week {n}, at last.\n" for n in range(1, 30))
    meeting = (
        f"Ann: Let us begin.\n{said}Lee: Noted.\nLee: Hm.\nAnn: No, we will not do that.\n{far}"
    )
    drafts = ItemDrafts(items=[draft("S1", "List on a phone", "That is what I mean", criteria=[])])
    forms = [SegmentBegins(segments=[]), drafts, verdicts("supports")]
    make = calls(("make_items", "{}"))
    llm = ScriptedRounds(make, make, ChatReply(""), forms=forms)
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm, support=True) as talk:
            await talk.begin(meeting)
            await talk.say("make the items")
            await _gone_on(talk)
    (asked,) = [one[-1].content for one in llm.asked if '"statements":' in one[-1].content]
    (passage,) = SupportTask.model_validate_json(asked).passages
    assert passage.text.startswith(f"Ann: Let us begin.\n{said}Lee: Noted.\n")
    assert "Ann: No, we will not do that.\n" in passage.text  # which is said some lines later
    assert "painted in week 9" not in passage.text


async def test_what_a_reading_does_not_find_is_marked_and_in_no_plan_until_its_author_keeps_it(
    tmp_path: Path,
) -> None:
    said = "The driver wants to see the list of parcels on a phone"
    criteria = [
        CriterionDraft(text=text, delta=False).model_dump()
        for text in ("It shows all parcels.", "It is at most an hour old.", "It has colours.")
    ]
    about = "The list is printed at night."
    drafts = ItemDrafts(
        items=[
            draft("S1", "List on a phone", said, criteria=criteria, description=about),
            draft("S2", "Clerks print it", "the clerk needs a label", criteria=[], description=""),
        ]
    )
    read = verdicts("supports", "neither", "neither", "supports", "neither", "neither")
    keep = {"op": "restore", "numbers": [1], "field": "criterion", "criterion": 2}
    edits = {"edits": [{**keep, "said": "keep the hour of 1"}]}
    chat = calls(("edit_items", json.dumps(edits)))
    llm = ScriptedRounds(chat, forms=[SegmentBegins(segments=[]), drafts, read])
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm, support=True) as talk:
            await talk.begin(MEETING)
            await talk.say(f"load the backlog of {PROJECT}")
            await talk.say("make the items")
            shown = (await talk.say("show item 1"))["response"]
            mark = " *(not found in what was said)*"
            assert f"It is at most an hour old.{mark}\n- It has colours.{mark}" in shown
            assert f"{about}{mark}" in shown
            assert f"It shows all parcels.{mark}" not in shown

            async def planned() -> tuple[str, list[str]]:
                told = (await talk.say("plan"))["response"]
                plan = (await talk.made("plan"))["plan"]
                return told, [str(one["body"]["step"]) for one in plan["operations"]]

            told, (step,) = await planned()
            assert "It shows all parcels." in step
            assert not any(text in step for text in ("an hour old", "colours", about))
            assert f"1 (“{about}”, “It is at most an hour old.”, “It has colours.”): " in told
            assert "2: a second reading did not find it" in told
            await talk.say("keep the hour of 1")
            _, (step,) = await planned()
            assert "an hour old" in step
            assert "colours" not in step
            await talk.say("keep items 1 and 2")
            told, (step, other) = await planned()
            assert "colours" in step
            assert about in step
            assert "Clerks print it" in other
            assert "second reading" not in told


@pytest.mark.parametrize("length", [1, 140])
async def test_no_passage_begins_or_ends_inside_a_sentence(tmp_path: Path, length: int) -> None:
    """Captions break sentences over lines, and some speak for long without a break."""
    meeting = (
        "Ann: Yes.\n"
        f"Kim: We had {'trouble ' * length}last year. So the drivers really\n"
        "Kim: want to see the list of\nKim: parcels on a phone before\n"
        f"Kim: they leave. {'It is late. ' * 3 * length}\nLee: Noted.\n"
    )
    drafts = ItemDrafts(items=[draft("S1", "List", "want to see the list of", criteria=[])])
    forms = [SegmentBegins(segments=[]), drafts, verdicts("supports", "supports")]
    llm = ScriptedRounds(forms=forms)
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm, support=True) as talk:
            await talk.begin(meeting)
            await talk.say("make the items")
            await talk.say("go on")
    (asked,) = [one[-1].content for one in llm.asked if '"statements":' in one[-1].content]
    (passage,) = SupportTask.model_validate_json(asked).passages
    assert "Kim: they leave." in passage.text
    assert passage.text.strip().startswith(("Ann: Yes.", "So the drivers"))
    assert passage.text.rstrip().endswith(".")
