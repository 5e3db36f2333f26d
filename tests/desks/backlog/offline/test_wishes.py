"""What the built-in model does with words of the desk's own: what is plain, and nothing where it is not."""

import json
from typing import Any

import pytest

from src.desks.backlog.offline.rules import backlog_rules
from src.dossier.models import Language
from src.llm.protocol import ChatMessage, ToolSpec
from src.llm.state import with_state

TOOLS = [
    ToolSpec(name, "", {})
    for name in ("edit_items", "make_items", "show_items", "plan_write", "explain_confirmation", "export_items",
                 "unwrite", "undo", "ask", "take_transcript", "load_backlog", "remove_sources", "restore_sources")
]  # fmt: skip
TITLES = (
    "Print a badge for visitors",
    "Show parcels on a screen at the gate",
    "Warn the guard by text and by mail",
    "Count parcels that came in damaged",
    "Kluisjes openen met een pasje",
)


def state(*, removed: tuple[int, ...] = (), **more: Any) -> dict[str, Any]:
    items = [
        {"n": n, "title": title, "persona": "porter", **({"removed": True} if n in removed else {})}
        for n, title in enumerate(TITLES, start=1)
    ]
    return {"items": items, "transcripts": ["meeting.txt"], **more}


def decided(
    message: str, known: dict[str, Any] | None = None, language: Language = "en"
) -> tuple[str, Any]:
    """Return the first tool that is called and its arguments; "" and the words where none is."""
    told = [ChatMessage("user", with_state(message, state() if known is None else known))]
    made = backlog_rules().decision(told, TOOLS, language)
    if not made.tool_calls:
        return "", made.text
    return made.tool_calls[0].name, json.loads(made.tool_calls[0].arguments)


def edited(message: str, known: dict[str, Any] | None = None) -> dict[str, Any]:
    tool, arguments = decided(message, known)
    assert tool == "edit_items", (tool, arguments)
    (edit,) = arguments["edits"]
    assert edit["said"] == message
    return {key: value for key, value in edit.items() if key != "said"}


@pytest.mark.parametrize(
    ("message", "op", "numbers"),
    [
        ("the badge one, get rid of it", "remove", [1]),
        ("dat tweede, weg ermee", "remove", [2]),
        ("die over de kluisjes en nummer 4 kunnen samen", "merge", [4, 5]),
        ("2 and 4 are the same item, make them one", "merge", [2, 4]),
    ],
)
def test_items_that_are_named_go_or_become_one(message: str, op: str, numbers: list[int]) -> None:
    assert edited(message) == {"op": op, "numbers": numbers}


def test_of_what_was_removed_only_what_is_named_comes_back() -> None:
    known = state(removed=(1, 4))
    said = "I should not have removed the one on badges"
    assert edited(said, known) == {"op": "restore", "numbers": [1]}


@pytest.mark.parametrize(
    ("message", "priority"),
    [
        ("the damaged parcels go on top, always", 1),
        ("item 2 heeft haast", 1),
        ("de kluisjes kunnen nog wel wachten", 4),
        ("en zet de kluisjes op lage prioriteit", 4),
    ],
)
def test_what_is_urgent_or_can_wait_gets_a_priority(message: str, priority: int) -> None:
    edit = edited(message)
    assert (edit["field"], edit["priority"], len(edit["numbers"])) == ("priority", priority, 1)


def test_who_wants_it_a_criterion_a_label_and_parts_are_handed_in() -> None:
    assert edited("3 is wrong, it's the night porter who needs that")["texts"] == ["night porter"]
    criterion = edited("in the second one I miss that it works without a network")
    assert (criterion["op"], criterion["numbers"], criterion["field"]) == ("add", [2], "criteria")
    assert criterion["texts"] == ["it works without a network"]
    label = edited("hang 'spring' als label aan 1 en 4")
    assert (label["numbers"], label["field"], label["texts"]) == ([1, 4], "label", ["spring"])
    parts = edited("haal text en mail uit elkaar bij nummer 3")
    assert [one.rpartition(": ")[2] for one in parts["texts"]] == ["text", "mail"]


def test_what_was_forgotten_becomes_an_item() -> None:
    made = edited("we forgot one: the cleaner must be able to report a broken lift")
    assert (made["op"], made["persona"], made["texts"]) == (
        "add",
        "cleaner",
        ["The cleaner must be able to report a broken lift"],
    )


@pytest.mark.parametrize(
    ("message", "known", "tool"),
    [
        ("can I get that as a csv file", None, "export_items"),
        ("mag ik dit als bestand om te mailen", None, "export_items"),
        ("where are we", None, "show_items"),
        ("wat hebben we tot nu toe", None, "show_items"),
        ("doe maar een stap terug", None, "undo"),
        (
            "shoot, wrong board, take all of that back",
            state(written_items=3),
            "ask",  # who it is said to, and of what, is not clear to the letter
        ),
        ("take all of that back", state(written_items=3), "unwrite"),
        ("make something of it", {"transcripts": ["meeting.txt"]}, "make_items"),
        ("ja, schrijf het allemaal maar weg", state(plans=[{"n": 1, "title": "p"}]), "explain_confirmation"),
    ],
)  # fmt: skip
def test_the_desks_commands_are_known_in_other_words(
    message: str, known: dict[str, Any] | None, tool: str
) -> None:
    assert decided(message, known)[0] == tool


@pytest.mark.parametrize(
    "message",
    [
        "should the second one go on top?",
        "waarom kan item 4 wachten?",
        "isn't it the guard who needs item 3?",
        "thanks a lot, that is all",
        "how many hours would you estimate for item 2?",
        "label 1 as 'spring' and remove 2",
        "mark everything that has to do with parcels as 'post'",
        "is there a baker near the office",
    ],
)
def test_a_question_a_remark_and_what_is_not_plain_change_nothing(message: str) -> None:
    assert decided(message)[0] in ("", "ask", "show_items")


def test_a_wish_for_an_item_is_no_wish_for_a_file() -> None:
    made = edited("add a story: as a guest I want to download the file")
    assert made["op"] == "add"


def test_an_item_that_may_be_a_joke_is_asked_about() -> None:
    name, asked = decided("that badge one was Pim being funny")
    assert name == "ask"
    assert asked["choices"][0].startswith("remove number 1 (")


def test_what_is_remembered_later_is_added() -> None:
    added = edited("oh that reminds me, the guard said she wants a list of keys")
    assert (added["op"], "list of keys" in added["texts"][0]) == ("add", True)


def test_questions_about_the_set_show_it_and_praise_changes_nothing() -> None:
    assert decided("how many do we have") == ("show_items", {})
    assert decided("kan het ook in een excelletje") == ("export_items", {"form": "csv"})
    assert decided("looks good") == ("", "You are welcome.")
    assert decided("2 is way too fat, it needs to live apart")[0] == "ask"
