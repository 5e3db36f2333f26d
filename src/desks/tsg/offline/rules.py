"""What the built-in model does at this desk: its table of acts and tools, and the forms that it fills in."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import src.desks.tsg.offline.wishes as wishes
from src.desks.tsg.forms import (
    Findings,
    FindingsTask,
    GuideDraft,
    GuideReview,
    GuideTask,
    MendedLines,
    PlanTask,
    ResearchPlan,
    ReviewTask,
)
from src.desks.tsg.offline.draft import draft, findings, plan
from src.desks.tsg.offline.plain_edits import plain_edits, steps_in
from src.desks.tsg.offline.wishes import of_a_guide
from src.desks.tsg.validator import problems
from src.desks.tsg.words import WORDINGS
from src.dossier.models import Language
from src.llm.builtin.asking import PickedCall, reply_of
from src.llm.builtin.picker import BuiltinRules
from src.llm.builtin.sources import CALLED, KIND, on_sources
from src.llm.builtin.table import ActRequest, DeskTable
from src.llm.builtin.vocabulary import Vocabulary
from src.llm.protocol import ChatMessage, ChatReply, ToolSpec
from src.llm.state import State, message_and_state, with_state
from src.tools.tsg.research import COMPLETE

_THINGS = ("steps", "tags", "lines")
_NUMBERED = re.compile(
    rf"(?i)\b(?P<kind>steps?|stap(?:pen)?|questions?|vra(?:ag|gen)|{'|'.join(wishes.SECTIONS.values())})\s+\d{{1,3}}(?:\s*(?:,|&|en|and)\s*\d{{1,3}})*\b"
)
_LINE: Mapping[Language, str] = {"nl": "regel", "en": "line"}


def _review(task: str) -> GuideReview:
    """Return what the validator says of the guide."""
    found = problems(ReviewTask.model_validate_json(task).guide)
    remarks = [f"{problem.line}: {problem.cure}" for problem in found]
    return GuideReview(
        approved=not found, accuracy=[], completeness=remarks, suggestions=[], corrected=[]
    )


def _after(heard: Sequence[ChatMessage]) -> ChatReply:
    """Write the guide where all is wanted at once and its research has just ended, with all that it was to ask."""
    state = message_and_state(heard)[1]
    if not state.get("all_at_once") or COMPLETE not in heard[-1].content:
        return ChatReply("")
    return reply_of([PickedCall("write_guide", {})], after=len(heard))


TABLE = DeskTable(
    wordings=WORDINGS,
    otherwise="en",
    words=Vocabulary(small=(r"\b(?:guide|gids|draaiboek|runbook|secti(?:on|e)s?)\b",)),
    kinds={
        "steps": r"\b(?:stap(?:pen)?|steps?)\b",
        "tags": rf"\b(?:{wishes.SECTIONS['tags']})\b",
        "lines": rf"\b(?:{'|'.join((wishes.LINES, *wishes.SECTIONS.values()))})\b",
        "asked": r"\b(?:vra(?:ag|gen)|questions?)\b",
        KIND: CALLED,
    },
    numbered={
        **dict.fromkeys((*_THINGS, "asked"), _LINE),
        KIND: {"nl": "bron", "en": "source"},
    },
    does={
        **on_sources(),
        ("restore", "lines"): of_a_guide(wishes.on_lines("restore")),
        **{("remove", kind): of_a_guide(wishes.on_lines("remove")) for kind in (*_THINGS, "asked")},
        **{("move", kind): of_a_guide(wishes.moved) for kind in (*_THINGS, "asked")},
        **{
            (act, kind): of_a_guide(wishes.changed) for act in ("change", "add") for kind in _THINGS
        },
        **{(act, ""): of_a_guide(ActRequest.which) for act in ("remove", "restore", "add")},
        ("show", ""): wishes.shown,
        ("go_on", ""): wishes.went_on,
        ("agree", ""): wishes.went_on,
        **{(act, ""): wishes.found for act in ("find", "explain")},
    },
    own=wishes.own,
    ask=wishes.ask,
    changes=DeskTable().changes | {"edit_guide", "write_guide"},
    material=wishes.material,
    takes=wishes.takes,
    after=_after,
    menu=(Path(__file__).parents[1] / "knowledge" / "menu.toml",),
    forms={
        ResearchPlan: lambda task: plan(PlanTask.model_validate_json(task)),
        Findings: lambda task: findings(FindingsTask.model_validate_json(task)),
        GuideDraft: lambda task: draft(GuideTask.model_validate_json(task)),
        # What fails of words that were copied can't be mended by rules.
        MendedLines: lambda _: MendedLines(lines=[]),
        GuideReview: _review,
    },
)


class TsgRules(BuiltinRules):
    """The built-in rules, with steps and questions by the numbers of their lines."""

    def decision(
        self,
        heard: Sequence[ChatMessage],
        offered: Sequence[ToolSpec],
        otherwise: Language | None = None,
    ) -> ChatReply:
        return _plain(heard) or super().decision(heard, offered, otherwise)

    def decide(
        self, heard: Sequence[ChatMessage], offered: Sequence[ToolSpec], otherwise: Language
    ) -> ChatReply:
        return _plain(heard) or super().decide(heard, offered, otherwise)

    def at_hand(self, heard: Sequence[ChatMessage]) -> Sequence[ChatMessage]:
        message, state = message_and_state(heard)
        if not heard or heard[-1].role != "user" or not state.get("lines"):
            return heard
        told = _as_called(state, message)
        content = with_state(_by_line(message, told), told)
        return (*heard[:-1], replace(heard[-1], content=content))


def _plain(heard: Sequence[ChatMessage]) -> ChatReply | None:
    """Return the edit in a plain form that the newest message is; None where it is none."""
    message, state = message_and_state(heard)
    is_said = bool(heard) and heard[-1].role == "user" and bool(state.get("lines"))
    calls = plain_edits(message, state) if is_said else ()
    return reply_of(calls) if calls else None


def _as_called(state: State, message: str) -> State:
    """Return the state with steps and questions as lists of their own, each under the number of its line."""
    firsts = {lines[0] for lines in steps_in(state).values()}
    steps = [entry for entry in state["lines"] if entry["n"] in firsts]
    questions = state.get("questions", ())
    asked = [{"n": one["line"], "title": one["title"], "question": one["n"]} for one in questions]
    tags = [entry for entry in state["lines"] if entry["section"] == "tags"]
    called = {"steps": steps, "tags": tags, "asked": asked}
    return {**state, "said": message.strip(), **called}


def _by_line(message: str, state: State) -> str:
    """Return a message with numbers of steps, questions and sections as those of lines; 0 for what is not there."""
    steps = {step: lines[0] for step, lines in steps_in(state).items()}
    asked = {entry["question"]: entry["n"] for entry in state["asked"]}
    lines = [entry for entry in state["lines"] if not entry.get("removed")]

    def numbered(found: re.Match[str]) -> str:
        section = wishes.section_in(found["kind"])
        of = (entry["n"] for entry in lines if entry["section"] == section)
        known = steps if found["kind"].lower().startswith("st") else asked
        known = dict(enumerate(of, start=1)) if section else known
        return re.sub(r"\d+", lambda match: str(known.get(int(match.group()), 0)), found.group())

    return _NUMBERED.sub(numbered, message)


OFFLINE_RULES = TsgRules(TABLE)
