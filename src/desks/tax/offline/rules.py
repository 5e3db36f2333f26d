"""What the built-in model does at the tax desk: the rules of every conversation, with the words of tax law."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from src.desks.tax.offline.query import query, telling
from src.desks.tax.offline.vocabulary import LAW
from src.desks.tax.words import WORDINGS
from src.dossier.models import Language
from src.llm.forms import AnswerDraft, AnswerTask, SourceChoice, SourceChoiceTask
from src.llm.offline.conversation import ConversationRules
from src.llm.protocol import ChatMessage, ChatReply, ToolCall, ToolSpec
from src.llm.state import message_and_state, with_state
from src.search.encoder import Rows

SEARCHES = ("get_legislation", "get_case_law")

# The rules of a form are imported by its first task: they take as long to prepare as a twentieth of a start.


def _choose(task: SourceChoiceTask) -> SourceChoice:
    from src.desks.tax.offline.names import LawReader
    from src.llm.offline.choice import choose

    return choose(task, LawReader, LAW)


def _extract(
    task: AnswerTask, rows: Rows | None = None, starter_dir: Path | None = None
) -> AnswerDraft:
    from src.desks.tax.loaders.questions import known_questions
    from src.desks.tax.offline.answer import extract

    return extract(task, rows, known_questions(starter_dir) if starter_dir else {})


def _after(heard: Sequence[ChatMessage]) -> ChatReply:
    """Ask by the law of which day, where the message names one; else say that there is no more to do."""
    _, state = message_and_state(heard)
    last = next((one for one in reversed(heard) if one.role == "assistant"), None)
    searched = last and {one.name for one in last.tool_calls} & set(SEARCHES)
    asked = state.get("ask_which_day")
    if not (asked and searched):
        return ChatReply("")
    return ChatReply("", (ToolCall("offline-day", "ask", json.dumps(asked, ensure_ascii=False)),))


class TaxRules(ConversationRules):
    """The rules of every conversation, and a choice of day, which asks the question before it again."""

    def decision(
        self,
        heard: Sequence[ChatMessage],
        offered: Sequence[ToolSpec],
        otherwise: Language = "nl",
    ) -> ChatReply:
        message, state = message_and_state(heard)
        if state.get("day_was_set") and heard[-1].role == "user":
            *before, last = heard
            said = [one.content for one in before if one.role == "user"]
            question = self.last_question(said) or message
            heard = (*before, replace(last, content=with_state(question, state)))
        return super().decision(heard, offered, otherwise)


OFFLINE_RULES = TaxRules(
    wordings=WORDINGS,
    searches=SEARCHES,
    after=_after,
    answer="generate_tax_answer",
    words=LAW,
    query=query,
    telling=telling,
    choose=_choose,
    extract=_extract,
)


def offline_rules(rows: Rows | None, starter_dir: Path) -> ConversationRules:
    """Return the rules with what makes the vectors of meaning, by which passages are chosen beside their words.

    What is compared with a question is also what the sentences of the starter corpus are known to answer.
    """
    return replace(OFFLINE_RULES, extract=partial(_extract, rows=rows, starter_dir=starter_dir))
