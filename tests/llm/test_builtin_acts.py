"""Acts on things of any desk: a table of made-up tools over items and steps, told by number, place, title and words."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from src.llm.builtin.acts import ON_THINGS, Act
from src.llm.builtin.asking import Done, PickedCall
from src.llm.builtin.picker import BuiltinRules
from src.llm.builtin.sentences import names_other, tells_subject
from src.llm.builtin.table import ActRequest, DeskTable, Does
from src.llm.protocol import ChatMessage, ToolSpec
from src.llm.state import State, with_state

KINDS = {"items": r"\b(?:items?|stor(?:y|ies)|verhaal)\b", "steps": r"\b(?:stap(?:pen)?|steps?)\b"}
TITLES = {
    "items": (
        *(
            "Calendar sync fails",
            "Door alarm by text",
            "Seat map for guests",
            "Colours of the badge",
        ),
        *("Volunteer rota", "Refund within a day"),
    ),
    "steps": ("Restart the relay", "Check the DNS record", "Reboot the node"),
}
STATE: State = {
    kind: [{"n": n, "title": title} for n, title in enumerate(titles, start=1)]
    for kind, titles in TITLES.items()
}


def calling(tool: str) -> Does:
    def call(request: ActRequest) -> Done:
        return [PickedCall(tool, {"n": request.numbers, "to": [one.n for one in request.target]})]

    return call


DOES: Mapping[tuple[Act, str], Does] = {
    **{(act, kind): calling(f"{act} {kind}") for act in ON_THINGS for kind in KINDS},
    ("take_back", ""): calling("undo"),
}
RULES = BuiltinRules(DeskTable(kinds=KINDS, does=DOES, ask=calling("answer")))
TOOLS = [
    ToolSpec(name, "", {})
    for name in ("answer", "undo", "ask", *(f"{act} {kind}" for act, kind in DOES))
]


def decided(message: str) -> list[tuple[str, Any]]:
    """Return the calls of a message, each with the numbers of its things."""
    reply = RULES.decision([ChatMessage("user", with_state(message, STATE))], TOOLS, "en")
    return [(one.name, json.loads(one.arguments).get("n")) for one in reply.tool_calls]


@pytest.mark.parametrize(
    ("message", "tool", "numbers"),
    [
        ("take the calendar one out", "remove items", [1]),
        ("the door alarm can go", "remove items", [2]),
        ("merge 2 and 5", "merge items", [2, 5]),
        ("voeg 1 en 3 samen", "merge items", [1, 3]),
        ("split item 3", "split items", [3]),
        ("item 3 is too big, split it", "split items", [3]),
        ("item 6 is a bug", "change items", [6]),
        ("rename item 2 to Door alert", "change items", [2]),
        ("wijzig de titel van 6", "change items", [6]),
        ("show me the volunteer one", "show items", [5]),
        ("laat item 4 eens zien", "show items", [4]),
        ("de laatste twee stappen mogen weg", "remove steps", [2, 3]),
        ("haal stap 1 weg", "remove steps", [1]),
        ("add a story that guests can pay later", "add items", []),
        ("verwijder item 12", "remove items", []),
        ("oeps nee terug", "undo", []),
        ("who said that about the seats?", "answer", []),
        ("what is item 3 about?", "answer", []),
        ("the coffee here is terrible", "answer", []),
        ("scratch number two", "remove items", [2]),
        ("first remove item 3", "remove items", [3]),
        ("2 weg, niet 3", "remove items", [2]),
        ("de laatste twee items kunnen wel samen", "merge items", [5, 6]),
        ("2 and 3 can be merged", "merge items", [2, 3]),
        ("can I see item 4", "show items", [4]),
        ("sorry that was daft, go back one step", "undo", []),
    ],
)
def test_an_act_on_a_thing_calls_its_tool(message: str, tool: str, numbers: list[int]) -> None:
    assert decided(message) == [(tool, numbers)]


@pytest.mark.parametrize(
    ("message", "moved", "before"),
    [
        ("Move step 3 before step 2", [3], [2]),
        ("zet stap 2 onder stap 3", [2], [3]),
        ("put the refund before the volunteer rota", [6], [5]),
    ],
)
def test_a_move_tells_what_moves_from_where_to(
    message: str, moved: list[int], before: list[int]
) -> None:
    reply = RULES.decision([ChatMessage("user", with_state(message, STATE))], TOOLS, "en")
    (call,) = reply.tool_calls
    assert call.name.startswith("move")
    assert json.loads(call.arguments) == {"n": moved, "to": before}


def test_of_what_was_named_a_sentence_before_it_is_asked_which() -> None:
    message = "that fourth one, we dropped that last year. get rid"
    reply = RULES.decision([ChatMessage("user", with_state(message, STATE))], TOOLS, "en")
    (call,) = reply.tool_calls
    assert call.name == "ask"
    assert json.loads(call.arguments)["choices"][0].startswith("remove number 4")


@pytest.mark.parametrize(
    "message",
    ["thanks!", "super bedankt, daar kan ik mee uit de voeten", "ah ok dank je", "got it", "bingo"],
)
def test_thanks_calls_nothing(message: str) -> None:
    assert decided(message) == []


@pytest.mark.parametrize(
    "message", ["both items about the badge can go", "haal die drie items over de kalender weg"]
)
def test_as_many_are_meant_as_the_words_count_or_it_is_asked(message: str) -> None:
    assert [name for name, _ in decided(message)] == ["ask"]


@pytest.mark.parametrize("message", ["skip 4, no, I mean 5", "Skip 4. No, I mean 5."])
def test_a_correction_is_asked_about_with_both_to_choose_from(message: str) -> None:
    reply = RULES.decision([ChatMessage("user", with_state(message, STATE))], TOOLS, "en")
    (call,) = reply.tool_calls
    assert call.name == "ask"
    choices = json.loads(call.arguments)["choices"]
    assert [TITLES["items"][n - 1] in choices[5 - n] for n in (5, 4)] == [True, True]


@pytest.mark.parametrize("message", ["item 3 is wrong", "stap 2 klopt niet"])
def test_what_is_found_fault_with_is_not_taken_away_unasked(message: str) -> None:
    assert [name for name, _ in decided(message)] == ["ask"]


def test_what_should_not_have_gone_comes_back() -> None:
    things = [{"n": n, "title": title} for n, title in enumerate(TITLES["items"], start=1)]
    state = {"items": [one | {"removed": one["n"] in (4, 6)} for one in things]}
    said = "die van de badge had ik niet weg moeten gooien"
    reply = RULES.decision([ChatMessage("user", with_state(said, state))], TOOLS, "nl")
    (call,) = reply.tool_calls
    assert (call.name, json.loads(call.arguments)["n"]) == ("restore items", [4])


@pytest.mark.parametrize("message", ["stuur maar een bestandje", "Can I have this as a PDF?"])
def test_a_wish_for_a_file_is_told_the_command(message: str) -> None:
    reply = RULES.decision([ChatMessage("user", message)], TOOLS, "en")
    assert "/export" in reply.text


def test_a_file_of_the_users_own_is_a_question() -> None:
    assert [name for name, _ in decided("May I send my accounts in as a PDF?")] == ["answer"]


@pytest.mark.parametrize(
    ("message", "made"),
    [
        ("ok great, thanks - now remove item 3 please", [("remove items", [3])]),
        ("drop item 2, now show me item 4", [("remove items", [2]), ("show items", [4])]),
        ("put step 3 first", [("move steps", [3])]),
        ("item 1 is high priority and thanks, great", [("change items", [1])]),
        ("item 3 was a joke, thanks!", [("remove items", [3])]),
        ("Looks good. Remove item 2.", [("remove items", [2])]),
        ("oeps, verkeerde. draai dat terug", [("undo", [])]),
        ("no wait, undo that. it was good the way it was", [("undo", [])]),
        ("drop item 2, it's the same as 3", [("remove items", [2])]),
        ("1 en 2 samenvoegen, 3 splitsen", [("merge items", [1, 2]), ("split items", [3])]),
        ("item 6 is a bug and drop item 2", [("change items", [6]), ("remove items", [2])]),
        ("the last two can be one, it's all refunds", [("merge items", [5, 6])]),
        ("drop item 2 and what is item 3 about?", [("remove items", [2]), ("answer", [])]),
    ],
)
def test_a_command_survives_what_is_said_around_it(
    message: str, made: list[tuple[str, list[int]]]
) -> None:
    assert decided(message) == made


@pytest.mark.parametrize(
    ("message", "clear", "unclear"),
    [
        ("item 2 is een bug, en zet de bonnetjes op lage prioriteit", "change items", "bonnetjes"),
        ("haal item 2 weg en hernoem de kapotte stoel", "remove items", "kapotte stoel"),
        ("item 4 was a joke, and number 2 is a duplicate of 3", "remove items", "duplicate"),
    ],
)
def test_of_two_edits_the_clear_one_is_done_and_the_other_asked_about(
    message: str, clear: str, unclear: str
) -> None:
    reply = RULES.decision([ChatMessage("user", with_state(message, STATE))], TOOLS, "en")
    done, asked = reply.tool_calls
    assert (done.name, len(json.loads(done.arguments)["n"]), asked.name) == (clear, 1, "ask")
    assert unclear in json.loads(asked.arguments)["question"]


@pytest.mark.parametrize(
    "message", ["as a table please", "zet dat eens in een lijstje", "kun je dat als mail geven?"]
)
def test_another_form_is_no_question(message: str) -> None:
    reply = RULES.decision([ChatMessage("user", with_state(message, STATE))], TOOLS, "en")
    assert not reply.tool_calls
    assert "/export" in reply.text


@pytest.mark.parametrize(
    ("message", "is_taken"),
    [
        ("ja het was die verlopen sleutel, alles draait weer. bedankt he!", False),
        ("thanks, it was indeed that expired key", False),
        ("thanks, but now I get AuthorizationFailed", True),
        ("bedankt, maar het werkt nog niet", True),
    ],
)
def test_a_thanks_brings_nothing_unless_it_says_so(message: str, is_taken: bool) -> None:
    table = DeskTable(material=lambda *_: "surely", takes=calling("take"))
    heard = [ChatMessage("user", "expired key"), ChatMessage("user", with_state(message, {}))]
    reply = BuiltinRules(table).decision(heard, [ToolSpec("take", "", {})], "en")
    assert bool(reply.tool_calls) == is_taken


def test_a_question_back_names_the_act_and_the_things() -> None:
    told = with_state("remove it", STATE)
    (call,) = RULES.decision([ChatMessage("user", told)], TOOLS, "en").tool_calls
    question = json.loads(call.arguments)["question"]
    assert "remove number" in question
    assert all(title in question for title in TITLES["items"])


def test_words_of_no_subject_are_none() -> None:
    assert not tells_subject("hello, can you please help me with something today?")
    assert tells_subject("the relay is down")
    assert names_other("and for the XR-200?", "How is a van reported?")
    assert not names_other("and in winter?", "How is a van reported?")
