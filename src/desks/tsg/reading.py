"""What code reads of a message at this desk, and what it tells a model of the dossier."""

import json
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from src.desks.tsg.artifacts import NOTES, TOLD, Guide, GuideLine, SectionName
from src.desks.tsg.conditions import is_straight
from src.desks.tsg.kept import answered_of, guide_in, notes_of, research_of, review_of
from src.desks.tsg.plain_words import answers_in, dismissed_in, focus_in, is_settled, plain_wish
from src.desks.tsg.reviewing import digest
from src.dossier.clarification import KIND, replied
from src.dossier.models import Dossier
from src.intake.plain import is_plain_yes
from src.llm.protocol import ToolCall
from src.tools.tsg.notes import fresh_documents

LONGEST_CODE = 300
"""Characters of a block of code that the state repeats."""
LONGEST_LINES = 30_000
"""Characters of all lines; where there are more, long ones are cut, and quotes are left out."""
LONGEST_NOTES = 6_000
"""Characters of the notes that the state repeats."""

# What a model is told


def state(dossier: Dossier) -> Mapping[str, JsonValue]:
    """Return notes, research, and the guide by number, as a model needs them."""
    notes, research, guide = notes_of(dossier), research_of(dossier), guide_in(dossier)
    told: dict[str, JsonValue] = {
        "notes": f"{len(notes.text.split())} words" if notes else "none",
        "new_documents": len(fresh_documents(dossier)),
        "all_at_once": is_straight(dossier),
    }
    if notes:
        told["notes_text"] = notes.text[:LONGEST_NOTES]
    if notes and len(notes.text) > LONGEST_NOTES:
        told["notes_cut"] = True
    if research:
        told["research"] = {
            "topic": research.topic[:LONGEST_CODE],
            "complete": research.is_complete,
            "findings": len(research.findings),
            **({} if guide else {"gaps": list(research.gaps[:8])}),
        }
    if guide:
        review = review_of(dossier)
        told["guide"] = guide.title
        told["lines"] = lines_of(guide, dossier)
        at = {line.placeholder: line.n for _, line in guide.lines()}
        told["questions"] = [
            {"n": n, "title": entry.question, "section": entry.section, "line": at[entry.id]}
            for n, entry in enumerate(guide.placeholders, start=1)
        ]
        told["answered"] = [
            {"n": n, "title": placeholder.question, "answer": placeholder.answer[:LONGEST_CODE]}
            for n, placeholder in enumerate(answered_of(dossier), start=len(guide.placeholders) + 1)
        ]
        told["suggestions"] = [
            {"n": n, "title": suggestion.text, "section": suggestion.section}
            for n, suggestion in enumerate(review.suggestions if review else (), start=1)
        ]
    return told


def lines_of(guide: Guide, dossier: Dossier) -> list[JsonValue]:
    """Return the lines of a guide with their numbers, and behind them those that can be put back."""
    numbers = {source.id: n for n, source in enumerate(dossier.sources, start=1)}
    every: list[JsonValue] = []
    steps = guide.steps
    is_long = sum(len(line.text) for _, line in guide.lines()) > LONGEST_LINES
    for section, line in guide.lines():
        told = _line(section, line, numbers, is_long=is_long)
        every.append(told | ({"step": steps[line.n]} if line.kind == "step" else {}))
    for entry in guide.restorable:
        gone = _line(entry.section, entry.line, numbers, is_long=is_long)
        every.append(gone | {"removed": True})
    return every


def _line(
    section: SectionName, line: GuideLine, numbers: Mapping[str, int], *, is_long: bool
) -> dict[str, JsonValue]:
    cut = len(line.text) > LONGEST_CODE and (is_long or line.kind == "code")
    told: dict[str, JsonValue] = {
        "n": line.n,
        "section": section,
        "kind": line.kind,
        "title": line.text[:LONGEST_CODE] if cut else line.text,
    }
    if cut:
        told["cut"] = True
    if line.part:
        told["part"] = line.part
    if line.support and not is_long and line.support.quote not in ("", line.text):
        told["quote"] = line.support.quote[:LONGEST_CODE]
    if line.support and line.support.source in numbers:
        told["source"] = numbers[line.support.source]
    elif line.support and line.support.source != NOTES:
        is_told = line.support.source.startswith(TOLD)
        told["by_author"] = line.support.source.removeprefix(TOLD) if is_told else "answer"
    return told


# What code reads


def plain_calls(dossier: Dossier) -> Sequence[ToolCall]:
    """Return what the newest message plainly asks for: a stage by its name, answers by number, a plain yes."""
    said, _ = replied(dossier, dossier.conversation[-1].content.strip())
    # A plain yes is to what research found, or to the notes that were just taken.
    waits = research_of(dossier) is not None and guide_in(dossier) is None
    was_asked = dossier.artifact(f"{KIND}-{dossier.version}") is not None
    says_yes = waits and not was_asked and is_plain_yes(said)
    wish = plain_wish(said) or ("go_on" if says_yes else "")
    if wish in ("guide", "questions") and guide_in(dossier):
        return _called(("show_guide", {"what": wish}))
    if wish == "review":
        return _called(("review_guide", {}))
    if wish in ("write", "go_on"):
        return _called(*_next(dossier, writes=wish == "write"))
    if (numbers := dismissed_in(said)) and guide_in(dossier):
        return _called(("dismiss", {"suggestions": [*numbers]}))
    if (focus := focus_in(said)) is not None and notes_of(dossier):
        return _called(("research", {"focus": focus[:400]}))
    guide = guide_in(dossier)
    asked = len(guide.placeholders) if guide else 0
    answers = answers_in(said, asked) if asked else {}
    # Numbers behind those that are shown as open are of answered questions, which a model alone may mean.
    if answers and max(answers) <= asked and all(map(is_settled, answers.values())):
        given: list[JsonValue] = [{"number": n, "text": text} for n, text in answers.items()]
        return _called(("answer_questions", {"answers": given}))
    return ()


def _next(dossier: Dossier, *, writes: bool) -> list[tuple[str, Mapping[str, JsonValue]]]:
    """Return the stage that comes next; none where several do, all of them in this turn: a model calls these."""
    if fresh_documents(dossier):
        taken: list[tuple[str, Mapping[str, JsonValue]]] = [
            ("take_notes", {"text": ""}),
            ("research", {}),
        ]
        return [] if is_straight(dossier) else taken
    research, guide, review = research_of(dossier), guide_in(dossier), review_of(dossier)
    if notes_of(dossier) is None:
        return [("write_guide", {})] if writes else []
    if research is None or not (research.is_complete or writes):
        return [] if is_straight(dossier) else [("research", {})]
    if writes or not guide:
        return [("write_guide", {})]
    was_reviewed = review is not None and review.guide_sha256 == digest(guide)
    return [] if was_reviewed else [("review_guide", {})]


def _called(*calls: tuple[str, Mapping[str, JsonValue]]) -> Sequence[ToolCall]:
    return tuple(
        ToolCall(f"plain-{n}", tool, json.dumps(given, ensure_ascii=False))
        for n, (tool, given) in enumerate(calls, start=1)
    )
