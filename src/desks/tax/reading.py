"""What code reads of a message at the tax desk, and what it tells a model of it."""

import json
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from src.desks.tax.day_offer import is_choice, was_just_asked
from src.desks.tax.question import question_before
from src.dossier.models import Dossier
from src.intake.plain import confirms_selection
from src.llm.protocol import ToolCall

ANSWER = "generate_tax_answer"


def state(dossier: Dossier) -> Mapping[str, JsonValue]:
    """Return whose day's law counts, and whether the message has just set it and asks nothing itself."""
    told: dict[str, JsonValue] = {
        "law_of": dossier.as_of.isoformat() if dossier.as_of else "today",
    }
    if is_choice(dossier, dossier.conversation[-1].content):
        told["day_was_set"] = was_just_asked(dossier)
    return told


def plain_calls(dossier: Dossier) -> Sequence[ToolCall]:
    """Return the answer where the message is a plain yes to the sources shown, or keeps the day that they are of."""
    said = dossier.conversation[-1].content
    keeps_day = is_choice(dossier, said) and not was_just_asked(dossier)
    if not confirms_selection(dossier) and not (keeps_day and dossier.selection_was_shown):
        return ()
    question = question_before(dossier)
    if not (question and dossier.selected_ids):
        return ()
    given = json.dumps({"query": question}, ensure_ascii=False)
    return (ToolCall("plain-1", ANSWER, given),)
