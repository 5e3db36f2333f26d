"""Lines of a guide are read a second time where a model is set: what their quotes contradict falls, and is told."""

import json
from pathlib import Path

import pytest
from pydantic import BaseModel

from src.desks.tsg.forms import MendedLine
from src.errors import ModelKeyRefused, ModelUnavailable
from src.llm.forms import SupportDraft, SupportTask
from src.llm.protocol import ChatReply
from tests.desks.tsg.talking import NOTES, Talk, talking
from tests.desks.tsg.test_scripted import (
    CLEAN,
    ERROR,
    NONE,
    PLAN,
    TAKEN,
    WHAT,
    WRITTEN,
    draft,
    line,
)
from tests.fakes import ScriptedRounds, calls

FULL = "The data disk of the server is full."
REMOVED = "Removed old exports from the disk, then messages were stored again without a restart."
LIE = line("resolution", "Old exports of the disk do nothing for messages.", REMOVED)
LOOSE = line("cause", "The disk of the server was bought small.", FULL)


def verdicts(*said: str) -> SupportDraft:
    rows = [{"number": at, "verdict": one, "settled_by": REMOVED} for at, one in enumerate(said)]
    return SupportDraft.model_validate({"verdicts": rows})


def written(tmp_path: Path, *readings: BaseModel | Exception) -> tuple[str, str, SupportTask]:
    """Return the reply, the guide and what was asked, where a model reads its own draft again like this."""
    forms = [PLAN, NONE, draft(WHAT, LIE, LOOSE), *readings, CLEAN]
    llm = ScriptedRounds(TAKEN, WRITTEN, ChatReply(""), forms=forms)
    told: list[str] = []

    async def hold(talk: Talk) -> None:
        reply = await talk.say(f"{NOTES}\n\nWrite it at once.")
        assert reply["outcome"] == "done"
        (guide,) = await talk.made("guide")
        told.extend([reply["response"], guide["markdown"]])

    talking(tmp_path, hold, llm=llm, support=True)
    asked = [one[-1].content for one in llm.asked if '"statements":' in one[-1].content]
    return told[0], told[1], SupportTask.model_validate_json(asked[0])


def test_what_a_quote_contradicts_falls_and_what_it_does_not_say_is_marked(tmp_path: Path) -> None:
    reply, guide, asked = written(tmp_path, verdicts("supports", "contradicts", "neither"))
    assert [one.text for one in asked.statements] == [WHAT.text, LIE.text, LOOSE.text]
    assert NOTES[-40:] in asked.passages[0].text  # the neighbouring lines are in view
    assert WHAT.text in guide
    assert LIE.text not in guide
    assert "{{MISSING::Mitigation or Resolution::" in guide
    assert f"{LOOSE.text} *(not found in its source)*" in guide
    assert "by a second reading says the opposite" in reply
    assert "Not from the sources" in reply


@pytest.mark.parametrize("verdict", ["supports", "neither", "contradicts"])
def test_a_correction_of_the_review_is_read_too(tmp_path: Path, verdict: str) -> None:
    other = line("symptoms", "Turns end in storage_failed.", ERROR)
    better = MendedLine(number=1, line=other)
    review = CLEAN.model_copy(update={"corrected": [better]})
    reading = SupportDraft.model_validate({"verdicts": [{"number": 1, "verdict": verdict}]})
    forms = [PLAN, NONE, draft(WHAT), verdicts("supports"), review, reading]
    llm = ScriptedRounds(TAKEN, WRITTEN, ChatReply(""), forms=forms)

    async def hold(talk: Talk) -> None:
        await talk.say(f"{NOTES}\n\nWrite it at once.")
        (guide,) = await talk.made("guide")
        assert (other.text in guide["markdown"]) is (verdict == "supports")

    talking(tmp_path, hold, llm=llm, support=True)


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
def test_a_second_reading_that_fails_loses_no_line(
    tmp_path: Path, reading: BaseModel | Exception
) -> None:
    reply, guide, _ = written(tmp_path, reading, reading)
    for one in (WHAT, LIE, LOOSE):
        assert f"{one.text}\n" in guide
    assert "read a second time" in reply


def test_minutes_are_summed_by_code_and_the_sum_is_shown(tmp_path: Path) -> None:
    given = '{"inputs": [{"name": "a", "value": "15"}, {"name": "b", "value": "20"}], "expression": "a + b"}'
    llm = ScriptedRounds(calls(("calculate", given)), ChatReply(""))

    async def hold(talk: Talk) -> None:
        reply = await talk.say("The restart takes 15 minutes and the check 20: how long is that?")
        assert "15 + 20 = 35" in reply["response"]

    talking(tmp_path, hold, llm=llm)


@pytest.mark.parametrize("verdict", ["supports", "neither", "contradicts"])
def test_new_words_of_an_edit_are_held_against_what_the_author_said(
    tmp_path: Path, verdict: str
) -> None:
    given = (
        '{"edits": [{"op": "change", "numbers": [1], "texts": ["It was verified to run well."],'
        ' "said": "Make line 1 read better."}]}'
    )
    reading = SupportDraft.model_validate({"verdicts": [{"number": 1, "verdict": verdict}]})
    forms = [PLAN, NONE, draft(WHAT), verdicts("supports"), CLEAN, reading]
    llm = ScriptedRounds(
        TAKEN,
        WRITTEN,
        calls(("edit_guide", given)),
        ChatReply("What should it say?"),
        forms=forms,
    )

    async def hold(talk: Talk) -> None:
        await talk.say(f"{NOTES}\n\nWrite it at once.")
        await talk.say("Make line 1 read better.")
        (guide,) = await talk.made("guide")
        assert ("It was verified to run well." in guide["markdown"]) == (verdict == "supports")

    talking(tmp_path, hold, llm=llm, support=True)


@pytest.mark.parametrize("failed", [False, True])
def test_words_that_the_line_had_are_read_too_where_some_are_left_out(
    tmp_path: Path, failed: bool
) -> None:
    shorter, said = "Messages were stored again with a restart.", "Make line 2 shorter."
    given = {"op": "change", "numbers": [2], "texts": [shorter], "said": said}
    step = line("resolution", REMOVED, REMOVED)
    turned = ModelUnavailable(problem="timeout") if failed else verdicts("supports", "contradicts")
    forms = [PLAN, NONE, draft(WHAT, step), verdicts("supports", "supports"), CLEAN, turned, turned]
    chats = [TAKEN, WRITTEN, calls(("edit_guide", json.dumps({"edits": [given]})))]
    llm = ScriptedRounds(*chats, ChatReply("What should it say?"), forms=forms)

    async def hold(talk: Talk) -> None:
        await talk.say(f"{NOTES}\n\nWrite it at once.")
        lines = [one for part in (await talk.made("guide"))[0]["sections"] for one in part["lines"]]
        (given["numbers"],) = [[one["n"]] for one in lines if one["text"] == REMOVED]
        llm._chats[0] = calls(("edit_guide", json.dumps({"edits": [given]})))
        reply = await talk.say(said)
        (guide,) = await talk.made("guide")
        assert (shorter in guide["markdown"]) is failed
        assert ("read a second time" in reply["response"]) is failed

    talking(tmp_path, hold, llm=llm, support=True)


@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        ("supports", ""),
        ("neither", "not from your sources"),
        ("contradicts", "says the opposite"),
    ],
)
def test_an_answer_in_plain_words_is_read_too(tmp_path: Path, verdict: str, told: str) -> None:
    own = "The old exports removed themselves. Shall I write that?"
    reading = SupportDraft.model_validate({"verdicts": [{"number": 1, "verdict": verdict}]})
    forms = [PLAN, NONE, draft(WHAT), verdicts("supports"), CLEAN, reading]
    llm = ScriptedRounds(TAKEN, WRITTEN, ChatReply(own), forms=forms)

    async def hold(talk: Talk) -> None:
        await talk.say(f"{NOTES}\n\nWrite it at once.")
        reply = await talk.say("Did somebody remove them?")
        assert told in reply["response"]
        assert ("removed themselves. Shall I" in reply["response"]) is not bool(told)
        asked = SupportTask.model_validate_json(llm.asked[-1][-1].content)
        assert [one.text for one in asked.statements] == [own.partition(" Shall")[0]]
        assert REMOVED in asked.passages[0].text

    talking(tmp_path, hold, llm=llm, support=True)


def test_what_fails_to_be_read_in_plain_words_is_told(tmp_path: Path) -> None:
    llm = ScriptedRounds(ChatReply("The old exports removed themselves."), forms=[])

    async def hold(talk: Talk) -> None:
        reply = await talk.say("Did somebody remove them?")
        assert "read a second time" in reply["response"]

    talking(tmp_path, hold, llm=llm, support=True)


def test_a_mark_stands_behind_its_sentence_and_before_the_next_number(tmp_path: Path) -> None:
    own = "Do these steps on the server: 1. Remove the old exports. 2. Restart it."
    forms = [
        PLAN,
        NONE,
        draft(WHAT),
        verdicts("supports"),
        CLEAN,
        verdicts("supports", "neither", "supports"),
    ]
    llm = ScriptedRounds(TAKEN, WRITTEN, ChatReply(own), forms=forms)

    async def hold(talk: Talk) -> None:
        await talk.say(f"{NOTES}\n\nWrite it at once.")
        reply = await talk.say("What is to be done?")
        marked = own.replace("server:", "server: *(not from your sources)*")
        assert marked in reply["response"]

    talking(tmp_path, hold, llm=llm, support=True)
