"""Wishes about a guide in words, at the front door: by a model's calls, and with the built-in model."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from src.desks.tsg.offline.rules import OFFLINE_RULES
from src.desks.tsg.plain_words import answers_in
from src.llm.protocol import ChatMessage, ChatReply, ToolSpec
from src.llm.state import with_state
from tests.desks.tsg.talking import NOTES, Talk, talking
from tests.desks.tsg.test_scripted import CLEAN, PLAN, TAKEN, WHAT, draft, line
from tests.fakes import ScriptedLlm, ScriptedRounds, calls

CAUSE = line("cause", "The data disk is full.", "The data disk of the server is full.")
STEPS = (
    line("resolution", "Removed old exports.", "Removed old exports from the disk", kind="step"),
    line(
        "resolution",
        "Messages were stored again without a restart.",
        "then messages were stored again without a restart.",
        kind="step",
    ),
)
NOWHERE = {"tess_tsg_research": "none"}


def edits(*some: Mapping[str, object]) -> ChatReply:
    return calls(("edit_guide", json.dumps({"edits": some})))


def deciding(*replies: ChatReply) -> ScriptedLlm:
    """Return a model that takes notes, writes a guide of four lines, and then decides so."""
    return ScriptedLlm(TAKEN, *replies, forms=[PLAN, draft(WHAT, CAUSE, *STEPS), CLEAN])


async def made(talk: Talk) -> dict[str, Any]:
    (guide,) = await talk.made("guide")
    return guide


async def lines(talk: Talk, section: str) -> list[str]:
    """Return the lines of a section, but for what it lacks."""
    (found,) = [one for one in (await made(talk))["sections"] if one["name"] == section]
    return [one["text"] for one in found["lines"] if one["kind"] != "missing"]


async def number(talk: Talk, text: str) -> int:
    every = [one for section in (await made(talk))["sections"] for one in section["lines"]]
    return next(int(one["n"]) for one in every if one["text"] == text)


async def begin(talk: Talk) -> None:
    await talk.say(NOTES)
    assert (await talk.say("write it"))["outcome"] == "done"


def test_a_refusal_that_the_model_mended_is_not_told(tmp_path: Path) -> None:
    said = "Take the cause out."
    wrong = edits({"op": "remove", "numbers": [99], "said": said})

    async def hold(talk: Talk) -> None:
        await begin(talk)
        cause = await number(talk, CAUSE.text)
        llm._chats += [
            wrong,
            edits({"op": "remove", "numbers": [cause], "said": said}),
            calls(("undo", "{}")),
        ]
        reply = await talk.say(said)
        assert CAUSE.text in reply["response"]
        assert "99" not in reply["response"]
        undone = await talk.say("undo that")
        assert "source" not in undone["response"]
        assert "raw notes" not in undone["response"]

    llm = ScriptedRounds(TAKEN, ChatReply(""), forms=[PLAN, draft(WHAT, CAUSE, *STEPS), CLEAN])
    talking(tmp_path, hold, llm=llm, settings=NOWHERE)


def test_a_models_edits_are_made_kept_and_taken_back(tmp_path: Path) -> None:
    first, second = (one.text for one in STEPS)
    move = "Move step 2 before step 1."
    wrong = "That cause is wrong, take it out, and put the restart last."

    async def hold(talk: Talk) -> None:
        await begin(talk)
        numbers = [await number(talk, one) for one in (second, first, CAUSE.text)]
        script(llm, numbers)
        before = await made(talk)
        reply = await talk.say(move)
        assert reply["outcome"] == "done"
        assert second in reply["response"]
        assert await lines(talk, "resolution") == [second, first]
        assert [one["text"] for one in await talk.made("notes")] == [NOTES]
        await talk.say(wrong)
        assert await lines(talk, "cause") == []
        assert "What causes this?" not in [
            one["question"] for one in await talk.made("placeholder")
        ]
        await talk.say("write it")
        assert (await lines(talk, "resolution"), await lines(talk, "cause")) == (
            [second, first],
            [],
        )
        for words in ("undo that", "undo that", "undo that"):
            await talk.say(words)
        assert await made(talk) == before

    def script(model: ScriptedLlm, numbers: list[int]) -> None:
        model._chats += [
            edits({"op": "move", "numbers": numbers[:1], "before": numbers[1], "said": move}),
            edits({"op": "remove", "numbers": numbers[2:], "said": "That cause is wrong"}),
            *[calls(("undo", "{}"))] * 3,
        ]
        model._forms += [draft(WHAT, CAUSE, *STEPS), CLEAN]

    llm = deciding()
    talking(tmp_path, hold, llm=llm, settings=NOWHERE)


def test_two_edits_in_one_round_both_stand_by_the_numbers_that_were_told(tmp_path: Path) -> None:
    texts = [one.text for one in STEPS]
    wish = "Take both steps out."

    async def hold(talk: Talk) -> None:
        await begin(talk)
        numbers = [await number(talk, one) for one in texts]
        asked = [{"edits": [{"op": "remove", "numbers": [one], "said": wish}]} for one in numbers]
        llm._chats.append(calls(*(("edit_guide", json.dumps(one)) for one in asked)))
        assert (await talk.say(wish))["outcome"] == "done"
        assert await lines(talk, "resolution") == []
        removed = [one["line"]["text"] for one in (await made(talk))["removed"]]
        assert removed == texts

    llm = deciding()
    talking(tmp_path, hold, llm=llm, settings=NOWHERE)


def test_what_the_author_did_not_say_changes_nothing(tmp_path: Path) -> None:
    invented = {"op": "add", "section": "cause", "texts": ["Wait."], "said": "add that one waits"}
    adds = {"op": "add", "section": "cause", "texts": ["Wait 45 minutes."], "said": "Is it done"}
    strange = {"op": "remove", "numbers": [99], "said": "Is it done"}
    good = {"op": "add", "section": "cause", "texts": ["It is done"], "said": "Is it done"}

    async def hold(talk: Talk) -> None:
        await begin(talk)
        before = await made(talk)
        for told in ("does not stand in what you wrote", "45", "no line 99", "no line 99"):
            assert told in (await talk.say("Is it done?"))["response"]
            assert await made(talk) == before

    llm = deciding(edits(invented), edits(adds), edits(strange), edits(good, strange))
    talking(tmp_path, hold, llm=llm, settings=NOWHERE)


def test_words_of_a_models_own_bring_no_fact(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        await begin(talk)
        assert "systemctl" not in (await talk.say("How do I restart it?"))["response"]
        said = (await talk.say("Why is the cause there?"))["response"]
        assert said == "Your notes say that the data disk is full."

    llm = deciding(
        *[ChatReply("Run systemctl restart tess --now.")]
        * 2,  # returned to it once, with the reason
        ChatReply("Your notes say that the data disk is full."),
    )
    talking(tmp_path, hold, llm=llm, settings=NOWHERE)


def test_a_part_of_a_message_is_notes_where_it_stands_there(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        await talk.say(f"Hi there! {NOTES}")
        (notes,) = await talk.made("notes")
        assert notes["text"] == NOTES
        reply = await talk.say("It was Bob who saw it.")
        assert "does not stand in what you wrote" in reply["response"]
        assert await talk.made("notes") == [notes]

    part = calls(("take_notes", json.dumps({"text": NOTES})), ("research", "{}"))
    other = calls(("take_notes", json.dumps({"text": "Bob broke the disk"})))
    talking(tmp_path, hold, llm=ScriptedLlm(part, other, forms=[PLAN]), settings=NOWHERE)


def test_half_an_answer_by_number_is_read_by_the_model(tmp_path: Path) -> None:
    still = "Which of the servers?"
    given = {"answers": [{"number": 1, "text": "Some servers of the chat", "still": still}]}

    async def hold(talk: Talk) -> None:
        await begin(talk)
        reply = await talk.say("1: Some servers of the chat, I'd have to look up which.")
        assert still in reply["response"]

    llm = deciding(calls(("answer_questions", json.dumps(given))))
    talking(tmp_path, hold, llm=llm, settings=NOWHERE)


def test_plain_words_cost_no_call(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        await begin(talk)
        asked = len(await talk.made("placeholder"))
        for message in (
            "show the guide",
            "toon de vragen",
            "1: On all servers. 2. no",
            "review it",
        ):
            assert (await talk.say(message))["status"] == "success"
        assert len([one for one in await talk.made("placeholder") if not one["answer"]]) < asked
        # The writer passed the answer by, and it stands all the same.
        assert "On all servers. 2. no" in await lines(talk, "symptoms")

    talking(tmp_path, hold, llm=deciding(), settings=NOWHERE)


def test_an_answer_changes_its_own_place_and_what_it_leaves_open_is_asked(tmp_path: Path) -> None:
    said = "All servers of the chat.\n```\nuptime\n```"
    still = "Since when is it on all servers?"
    given = {"answers": [{"number": 1, "text": said, "still": still}]}

    async def hold(talk: Talk) -> None:
        await begin(talk)
        before = await made(talk)
        (asked, *others) = [one["question"] for one in before["placeholders"]]
        heard = len(llm.asked)
        reply = await talk.say(said)
        assert (reply["outcome"], len(llm.asked)) == ("done", heard + 1)
        assert still in reply["response"]
        after = await made(talk)
        assert [one["question"] for one in after["placeholders"]] == [still, *others]
        texts, was = (
            [line["text"] for section in one["sections"] for line in section["lines"]]
            for one in (after, before)
        )
        new = [one for one in texts if one not in was]
        assert new[:2] == ["All servers of the chat.", "uptime"]
        assert {*was} - {*texts} == {before["placeholders"][0]["hint"]}
        assert asked not in reply["response"].partition("\n\n")[2]

    llm = deciding(calls(("answer_questions", json.dumps(given))))
    talking(tmp_path, hold, llm=llm, settings=NOWHERE)


def test_joined_lines_keep_each_quote_and_a_warning_is_no_step(tmp_path: Path) -> None:
    join, warn = "Make one step of the two.", "Never remove exports of today."

    async def hold(talk: Talk) -> None:
        await begin(talk)
        numbers = [await number(talk, one.text) for one in STEPS]
        joined = " ".join(one.text for one in STEPS)
        llm._chats += [
            edits({"op": "merge", "numbers": numbers, "texts": [joined], "said": join}),
            edits({"op": "add", "after": numbers[0], "texts": [warn], "said": warn}),
        ]
        await talk.say(join)
        await talk.say(warn)
        guide = await made(talk)
        (steps,) = [one["lines"] for one in guide["sections"] if one["name"] == "resolution"]
        assert [(one["text"], one["kind"]) for one in steps] == [(joined, "step"), (warn, "prose")]
        rests = [steps[0]["support"], *steps[0]["also"]]
        assert {one["quote"] for one in rests} == {one.quote for one in STEPS}
        shown = (await talk.say("show the guide"))["response"]
        assert all(f'notes: "{one.quote}"' in shown for one in STEPS)

    llm = deciding()
    talking(tmp_path, hold, llm=llm, settings=NOWHERE)


def test_answers_in_a_line_go_to_their_questions(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        await begin(talk)
        await talk.say("2: Karim, since 10: 30, 1: Only on production.")
        given = {one["answer"] for one in await talk.made("placeholder")}
        assert {"Only on production.", "Karim, since 10: 30,"} <= given

    talking(tmp_path, hold, settings=NOWHERE)


@pytest.mark.parametrize(
    "answer",
    [
        "2: dunno",
        "2: dat weten we niet",
        "1: On all servers. 2: no idea, sorry",
        "1: On all servers and 2: no idea",
    ],
)
def test_what_the_author_does_not_know_is_asked_no_more(tmp_path: Path, answer: str) -> None:
    async def hold(talk: Talk) -> None:
        await begin(talk)
        asked = [one["question"] for one in (await made(talk))["placeholders"]]
        await talk.say(answer)
        await talk.say("write it again")
        left = [one["question"] for one in (await made(talk))["placeholders"]]
        assert asked[1] not in left
        assert (asked[0] in left) is answer.startswith("2")

    talking(tmp_path, hold, settings=NOWHERE)


def test_a_question_that_was_moved_is_not_asked_once_it_is_answered(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        await begin(talk)
        guide = await made(talk)
        question = next(one for one in guide["placeholders"] if one["section"] == "not_apply")
        number = guide["placeholders"].index(question) + 1
        await talk.say(f"move question {number} to the related section")
        moved = (await made(talk))["placeholders"]
        at = next(n for n, one in enumerate(moved, start=1) if one["hint"] == question["hint"])
        assert moved[at - 1]["section"] == "related"
        await talk.say(f"{at}: Not on NFS shares.")
        guide = await made(talk)
        assert question["hint"] not in [one["hint"] for one in guide["placeholders"]]
        texts = [one["text"] for section in guide["sections"] for one in section["lines"]]
        assert texts.count("Not on NFS shares.") == 1

    talking(tmp_path, hold, settings=NOWHERE)


@pytest.mark.parametrize(
    ("wish", "section", "text", "stands"),
    [
        ("take the line about old exports out of the guide", "resolution", "old exports", False),
        ("haal de regel over de old exports weg", "resolution", "old exports", False),
        (
            "the old exports line belongs under the cause, move it there",
            "cause",
            "old exports",
            True,
        ),
        ("put the old exports line under the cause", "cause", "old exports", True),
        ("zet de regel over de old exports bij de oorzaak", "cause", "old exports", True),
        ("add a line to the cause: Old exports fill the disk.", "cause", "Old exports fill", True),
    ],
)
def test_the_built_in_model_edits(
    tmp_path: Path, wish: str, section: str, text: str, stands: bool
) -> None:
    async def hold(talk: Talk) -> None:
        await begin(talk)
        before = await made(talk)
        reply = await talk.say(wish)
        if reply.get("clarification"):  # part of it may be more than was understood
            reply = await talk.say("1")
        assert any(text in one for one in await lines(talk, section)) is stands, reply["response"]
        assert [one["text"] for one in await talk.made("notes")] == [NOTES]
        await talk.say("undo that")
        assert await made(talk) == before

    talking(tmp_path, hold, settings=NOWHERE)


@pytest.mark.parametrize(
    "message",
    [
        "thanks!",
        "The coffee here is terrible.",
        "Can you restart the server for me?",
        "why is the data disk line under diagnosis?",
        "Move it a bit.",
        "ok",
        "what is the weather",
    ],
)
def test_what_asks_for_nothing_here_changes_nothing(tmp_path: Path, message: str) -> None:
    async def hold(talk: Talk) -> None:
        await begin(talk)
        before = [await talk.made(one) for one in ("notes", "guide", "research", "placeholder")]
        called = len(talk.called)
        assert (await talk.say(message))["status"] == "success"
        after = [await talk.made(one) for one in ("notes", "guide", "research", "placeholder")]
        assert (after, len(talk.called)) == (before, called)

    talking(tmp_path, hold)


def test_a_statement_becomes_a_note_by_a_choice(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        await begin(talk)
        asked = await talk.say("The disk was full on Monday, too.")
        assert asked["outcome"] == "request"
        await talk.say("1")
        (notes,) = await talk.made("notes")
        assert notes["text"].endswith("\n\nThe disk was full on Monday, too.")

    talking(tmp_path, hold, settings=NOWHERE)


def test_what_may_be_notes_is_taken_once_that_is_chosen(tmp_path: Path) -> None:
    async def hold(talk: Talk) -> None:
        asked = await talk.say("The relay of the mail server was stuck on Monday.")
        assert asked["outcome"] == "request"
        assert not await talk.made("notes")
        await talk.say("1")
        (notes,) = await talk.made("notes")
        assert notes["text"] == "The relay of the mail server was stuck on Monday."
        assert await talk.made("research")

    talking(tmp_path, hold, settings=NOWHERE)


LINES = (
    ("symptoms", "prose", "The run takes 4 hours in place of 40 minutes"),
    ("symptoms", "prose", "Users wait for payslips"),
    ("cause", "prose", "The nightly back-up ran late"),
    ("resolution", "step", "Restart the service"),
    ("resolution", "step", "Move the back-up to 23:00"),
    ("resolution", "step", "Replace the reader"),
)
ASKED = ("Who may restart the service?", "How long did it take until the run was back?")


def guide_state(asked: tuple[str, ...] = (), *, is_written: bool = True) -> dict[str, object]:
    """Return the state with this guide and these questions, or before it is written."""
    hints = [("symptoms", "missing", one) for one in asked]
    lines = [
        {
            "n": n,
            "section": section,
            "kind": kind,
            "title": title,
            **({"step": n - 3} if kind == "step" else {}),
        }
        for n, (section, kind, title) in enumerate((*LINES, *hints), start=1)
    ]
    questions = [
        {"n": n, "title": one, "line": len(LINES) + n} for n, one in enumerate(asked, start=1)
    ]
    guide = {"guide": "Slow runs", "lines": lines, "questions": questions} if is_written else {}
    return {"notes": "9 words", "research": {"complete": True}, "all_at_once": False, **guide}


def first_call(
    message: str, asked: tuple[str, ...] = (), *, is_written: bool = True
) -> tuple[str, object]:
    """Return what is called first for a message beside this guide, or the words."""
    told = guide_state(asked, is_written=is_written)
    names = ("edit_guide", "answer_questions", "write_guide", "show_guide", "undo", "ask")
    heard = [ChatMessage("user", with_state(message, told))]
    reply = OFFLINE_RULES.decision(heard, [ToolSpec(one, "", {}) for one in names])
    if not reply.tool_calls:
        return "", reply.text
    given = json.loads(reply.tool_calls[0].arguments)
    edits = [(one["op"], one["numbers"], one.get("section")) for one in given.get("edits", ())]
    answers = [(one["number"], one["text"]) for one in given.get("answers", ())]
    return reply.tool_calls[0].name, edits or answers


@pytest.mark.parametrize(
    ("message", "tool", "done"),
    [
        ("drop the second fix", "ask", []),
        ("the bottom two fixes can go", "ask", []),
        ("that restarting can go", "edit_guide", [("remove", [4], None)]),
        ("remove the line about 4 hours", "ask", []),
        ("remove the line about 9 hours", "ask", []),
        ("the third fix didn't help at all", "ask", []),
        ("that backup is no cause, it belongs under diagnosis", "ask", []),
        ("oh no, take that back", "undo", []),
        ("how does it look? show it", "show_guide", []),
    ],
)  # fmt: skip
def test_lines_are_found_by_what_they_say_and_asked_for_else(
    message: str, tool: str, done: list[object]
) -> None:
    assert first_call(message) == (tool, done)


def test_an_answer_without_a_number_is_asked_about_with_each_question_to_choose() -> None:
    said = "Bob of facilities may restart it"
    heard = [ChatMessage("user", with_state(said, guide_state(ASKED)))]
    tools = [ToolSpec(name, "", {}) for name in ("ask", "take_notes", "answer_questions")]
    (call,) = OFFLINE_RULES.decision(heard, tools).tool_calls
    choices = json.loads(call.arguments)["choices"]
    assert [said in choice for choice in choices[:3]] == [True] * 3
    assert [question in choices[n] for n, question in enumerate(ASKED)] == [True, True]
    assert "note" in choices[2]


def test_a_version_is_no_number_of_a_question() -> None:
    assert answers_in("9.1.4, just checked", 1) == {}
    assert first_call("9.1.4, just checked", ("Which firmware was on it?",)) == ("ask", [])


def test_what_is_said_of_the_whole_guide_is_no_note() -> None:
    assert first_call("turn that into a guide, please", is_written=False)[0] == "write_guide"
    assert first_call("looks great, saves me an hour") == ("", "You are welcome.")
    assert "/export" in str(first_call("I need it as a file for the wiki")[1])
