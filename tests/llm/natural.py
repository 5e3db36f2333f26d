"""Natural messages to desks, and what is counted of the first decision on each: for the program and for its tests.

``python -m tests.llm.natural [--half tuned|kept] [--desk tax] [--all]`` prints the figures and what was missed. Which
half a message is in is drawn by lot, from its SHA-256; at ``tax`` both halves have been looked at.
"""

import argparse
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from src.desks.request import state_of
from src.desks.tax.day_offer import state
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.desks.tax.offline.rules import SEARCHES as TAX_SEARCHES
from src.desks.tax.question import plain_calls
from src.desks.tsg import reading as tsg_reading
from src.desks.tsg.artifacts import (
    HEADINGS,
    NOTES,
    RESEARCH,
    Guide,
    GuideLine,
    GuideNotes,
    GuideSection,
    LineKind,
    Part,
    Research,
    SectionName,
    Support,
)
from src.desks.tsg.kept import put
from src.desks.tsg.missing import Place, placeholder
from src.desks.tsg.offline.rules import OFFLINE_RULES as TSG_RULES
from src.dossier.models import Answer, Dossier, Message, Source
from src.dossier.patch import DossierPatch
from src.llm.builtin.picker import BuiltinRules
from src.llm.protocol import ChatMessage, ChatReply, ToolSpec
from src.llm.state import with_state
from src.tools.tsg.guide import guide_patch
from tests.fakes import START, law, ruling
from tests.shared_data import real

Half = Literal["tuned", "kept"]
Outcome = Literal["done", "asked", "missed", "harm"]
"""``asked``: a sensible question back; ``harm``: something was done that was not meant."""

Called = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Row:
    """A message with what was there when it was typed."""

    desk: str
    state: str
    message: str
    intent: str
    must: str

    @property
    def half(self) -> Half:
        """The half that the lot put it in: by whether the SHA-256 of the message is even."""
        drawn = int(hashlib.sha256(self.message.encode()).hexdigest(), 16)
        return "kept" if drawn % 2 else "tuned"


@dataclass(frozen=True)
class Judged:
    """What came of a row."""

    row: Row
    outcome: Outcome
    text: str
    calls: Sequence[Called]


def rows(path: Path) -> Iterator[Row]:
    """Yield every message of the file."""
    for line in path.read_text("utf-8").splitlines():
        told = json.loads(line)
        yield Row(**{name: told[name] for name in ("desk", "state", "message", "intent", "must")})


# The tax desk

_QUESTION = "Moet ik belasting betalen over een schenking aan mijn kind?"
_HEADINGS = (
    "Schenking door een ouder aan een kind",
    "Termijn voor aangifte van een schenking",
    "Buitenlandse belastingplichtigen en schenkingen",
    "Waardering van een woning bij schenking",
    "Vrijstelling voor instellingen van algemeen nut",
    "Schenking kort voor overlijden",
)


def _tax_sources() -> tuple[Source, ...]:
    laws = [
        law(n, f"{heading}.")
        for n, heading in zip(("33", "37", "2", "21"), _HEADINGS, strict=False)
    ]
    rulings = [
        ruling(f"ECLI:NL:HR:{2000 + n}:AA{n}000", f"{heading}.")
        for n, heading in enumerate(_HEADINGS[4:])
    ]
    every = (*laws, *rulings)
    return tuple(
        one.model_copy(update={"heading": heading})
        for one, heading in zip(every, _HEADINGS, strict=True)
    )


def tax_dossier(row: Row) -> Dossier:
    """Return the dossier that the row's state describes."""
    asked = [Message(role="user", content=_QUESTION), Message(role="assistant", content="...")]
    sources = () if row.state.startswith("nothing") else _tax_sources()
    ids = tuple(one.id for one in sources)
    out = {int(n) for n in re.findall(r"(\d) removed", row.state)}
    kept = ids[: len(ids) - max(out, default=0)]
    answered = "answer" in row.state
    answer = Answer(
        id="a2-1", question=_QUESTION, conclusion="Ja, boven de vrijstelling.", claims=(),
        source_ids=ids, language="nl", model="m", based_on_version=1,
    )  # fmt: skip
    return Dossier(
        id="dos-00000000",
        desk="tax",
        created_at=START,
        version=2 if sources else 0,
        conversation=(*(asked if sources else ()), Message(role="user", content=row.message)),
        sources=sources,
        selected_ids=kept,
        shown_selection=kept,
        answers=(answer,) if answered else (),
    )


def _tax_reply(row: Row) -> tuple[str, Sequence[Called]]:
    dossier = tax_dossier(row)
    today = START.date()
    plain = plain_calls(dossier)
    if plain:
        return "", [(one.name, json.loads(one.arguments)) for one in plain]
    told = {**state_of(dossier, today), **state(dossier)}
    return _first(
        OFFLINE_RULES,
        [one.content for one in dossier.conversation if one.role == "user"],
        told,
        _TAX_TOOLS,
    )


_TAX_TOOLS = (
    *TAX_SEARCHES, "ask", "show_sources", "remove_sources", "restore_sources", "undo", "redo",
    "generate_tax_answer", "explain_answer", "rework_answer",
)  # fmt: skip

_CHANGES = {"remove_sources", "restore_sources", "undo", "redo", "generate_tax_answer"}
"""What nobody may do unasked."""


def _judge_tax(row: Row, text: str, calls: Sequence[Called]) -> Outcome:
    names = {name for name, _ in calls}
    searched = names >= set(TAX_SEARCHES)
    if names == {"ask"}:
        return "asked"
    wanted: Mapping[str, set[str]] = {
        "remove_sources": {"remove_sources"},
        "restore_sources": {"restore_sources"},
        "remove_and_answer": {"remove_sources", "generate_tax_answer"},
        "confirm": {"generate_tax_answer"},
        "undo": {"undo"},
        "rework": {"rework_answer"},
        "about_answer": {"explain_answer"},
    }
    if row.intent in wanted:
        if names & (_CHANGES - wanted[row.intent]) or searched:
            return "harm"
        changed = [given for name, given in calls if name.endswith("e_sources")]
        fits = all(_numbers_fit(row, given["sources"]) for given in changed)
        if names != wanted[row.intent] or not all(given["sources"] for given in changed):
            return "missed"
        return "done" if fits else "harm"
    if names & _CHANGES:
        return "harm"
    goes_on = any(given.get("goes_on") for _, given in calls)
    right = {
        "question": searched,
        "new_topic": searched and not goes_on,
        "follow_up": searched and goes_on,
        "law_of_day": searched and goes_on,
        "calculate": False,
        "export": not calls and "/export" in text,
        "small_talk": not calls,
        "out_of_scope": not calls,
    }
    if right[row.intent]:
        return "done"
    return "harm" if searched and row.intent in ("export", "small_talk") else "missed"


def _numbers_fit(row: Row, numbers: Sequence[int]) -> bool:
    """Tell whether the numbers of a message are those acted on; without any, whether not all sources are."""
    typed = {int(n) for n in re.findall(r"\b\d\b", row.message)}
    return set(numbers) <= typed if typed else len(numbers) < len(_HEADINGS)


# The tsg desk

_LINES: tuple[tuple[SectionName, LineKind, str], ...] = (
    ("symptoms", "prose", "The queue of the mail relay is stuck on node 41."),
    ("symptoms", "prose", "Bob swears at his pager."),
    ("not_apply", "prose", "Not for the test cluster."),
    ("diagnosis", "check", "Look at the proxy log of node 41."),
    ("questions", "question", "Do you see that the queue is stuck?"),
    ("cause", "prose", "The firewall dropped packets."),
    ("resolution", "step", "Restart the relay."),
    ("resolution", "step", "Put the address of the smart host into the configuration."),
    ("resolution", "step", "Schijf vol: ruim oude logs op."),
    ("root_cause", "prose", "A name server was down."),
    ("related", "prose", "See the incident of last week."),
    ("tags", "tag", "smart host"),
)
_LACKING: tuple[tuple[Place, str, str], ...] = (
    (("symptoms", "where"), "Where it was seen", "Where did you see the reset?"),
    (("symptoms", "when"), "Also on test", "Does it occur on test, too?"),
    (("related", ""), "Whom to call", "Who is to be called?"),
)


def _guide(open_questions: int) -> Guide:
    """Return a guide with as many open questions."""
    asked = [placeholder(*one) for one in _LACKING[:open_questions]]
    lines: dict[SectionName, list[GuideLine]] = {name: [] for name in HEADINGS}
    for section, kind, text in _LINES:
        support = Support(source=NOTES, quote=text)
        part: Part = "what" if section == "symptoms" else ""
        lines[section].append(GuideLine(kind=kind, text=text, support=support, part=part))
    for one in asked:
        missing = GuideLine(kind="missing", text=one.hint, part=one.part, placeholder=one.id)
        lines[one.section].append(missing)
    sections = tuple(GuideSection(name=name, lines=tuple(some)) for name, some in lines.items())
    return Guide(title="Mail relay stuck", sections=sections, placeholders=tuple(asked))


def tsg_dossier(row: Row) -> Dossier:
    """Return the dossier that the row's state describes."""
    said = Message(role="user", content=row.message)
    dossier = Dossier(id="dos-00000000", desk="tsg", created_at=START, conversation=(said,))
    if row.state == "nothing":
        return dossier
    notes = put(NOTES, GuideNotes(text="queue stuck, relay restarted", sha256=""))
    dossier = dossier.model_copy(update={"version": 5, "artifacts": (notes,)})
    if row.state.startswith("raw notes"):
        return dossier
    guide = _guide(3 if "3 open" in row.state else "unknown" in row.state)
    found = DossierPatch(put_artifacts=(put(RESEARCH, Research(topic="Mail relay stuck")),))
    return guide_patch(dossier, guide).apply(found.apply(dossier))


def _tsg_reply(row: Row) -> tuple[str, Sequence[Called]]:
    dossier = tsg_dossier(row)
    plain = tsg_reading.plain_calls(dossier)
    if plain:
        return "", [(one.name, json.loads(one.arguments)) for one in plain]
    told = {**state_of(dossier, START.date()), **tsg_reading.state(dossier)}
    return _first(TSG_RULES, [row.message], told, _TSG_TOOLS)


_TSG_TOOLS = (
    "take_notes", "research", "write_guide", "review_guide", "edit_guide", "answer_questions", "show_guide",
    "dismiss", "ask", "show_sources", "remove_sources", "restore_sources", "undo", "redo",
)  # fmt: skip
_TSG_HARMLESS = {"ask", "show_guide", "show_sources"}


def _judge_tsg(row: Row, text: str, calls: Sequence[Called]) -> Outcome:
    names = {name for name, _ in calls}
    edits = [edit["op"] for _, given in calls for edit in given.get("edits", ())]
    wanted: Mapping[str, bool] = {
        "write_guide": bool(names) and names <= {"take_notes", "research", "write_guide"},
        "add_note": "take_notes" in names or edits == ["add"],
        "answer_question": names == {"answer_questions"} and _answers_fit(row, calls),
        "move_line": edits == ["move"],
        "remove_line": edits == ["remove"],
        "change_line": bool(edits) and set(edits) <= {"change", "add"},
        "undo": names == {"undo"} or edits == ["restore"],
        "research": names == {"research"},
        "show": names == {"show_guide"} or (not names and "guide" in text),
        "export": names == {"show_guide"} or (not names and "/export" in text),
        "out_of_scope": names <= {"ask"},
        "thanks": not names,
    }
    if wanted[row.intent]:
        return "done"
    if names - _TSG_HARMLESS:
        return "harm"
    return "asked" if names == {"ask"} and row.intent != "thanks" else "missed"


def _answers_fit(row: Row, calls: Sequence[Called]) -> bool:
    """Tell whether as many questions are answered as the message names."""
    given = [answer["number"] for _, one in calls for answer in one["answers"]]
    typed = [int(n) for n in re.findall(r"(?:^|\. )(\d):", row.message)]
    return given == (typed or [1])


# All desks


def _first(
    rules: BuiltinRules, said: Sequence[str], told: Mapping[str, Any], tools: Sequence[str]
) -> tuple[str, Sequence[Called]]:
    """Return the words and the calls of the first decision."""
    heard = [ChatMessage("user", one) for one in said[:-1]]
    reply: ChatReply = rules.decision(
        [*heard, ChatMessage("user", with_state(said[-1], told))],
        [ToolSpec(name, "", {"properties": {}}) for name in tools],
    )
    return reply.text, [(one.name, json.loads(one.arguments)) for one in reply.tool_calls]


Desk = tuple[
    Callable[[Row], tuple[str, Sequence[Called]]],
    Callable[[Row, str, Sequence[Called]], Outcome],
]
DESKS: Mapping[str, Desk] = {
    "tax": (_tax_reply, _judge_tax),
    "tsg": (_tsg_reply, _judge_tsg),
}
"""How each desk with a table replies, and how that is judged."""


def judged(path: Path, half: Half, desk: str) -> list[Judged]:
    """Return what comes of the messages of a half at a desk."""
    reply, judge = DESKS[desk]
    found: list[Judged] = []
    for row in rows(path):
        if (row.desk, row.half) == (desk, half):
            text, calls = reply(row)
            found.append(Judged(row, judge(row, text, calls), text, calls))
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--half", choices=("tuned", "kept"), default="tuned")
    parser.add_argument("--desk", choices=tuple(DESKS), default="tax")
    parser.add_argument("--all", action="store_true", help="also what was done as meant")
    options = parser.parse_args()
    found = judged(real("natural/messages.jsonl"), options.half, options.desk)
    print(dict(Counter(one.outcome for one in found)), "of", len(found))
    for one in found:
        if options.all or one.outcome != "done":
            print(f"- {one.outcome} [{one.row.intent}; {one.row.state}] {one.row.message}")
            print(f"    {list(one.calls)} {one.text[:80]}\n    must: {one.row.must}")


if __name__ == "__main__":
    main()
