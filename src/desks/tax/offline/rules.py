"""What the built-in model does at the tax desk: its table of acts and tools, and the words of tax law."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from src.desks.tax.offline.query import query, telling
from src.desks.tax.offline.vocabulary import LAW
from src.desks.tax.words import WORDINGS
from src.dossier.models import Language
from src.llm.builtin.names import NameReader
from src.llm.builtin.picker import BuiltinRules
from src.llm.builtin.sources import CALLED, KIND, on_sources, searching
from src.llm.builtin.table import DeskTable
from src.llm.forms import AnswerDraft, AnswerTask
from src.llm.protocol import ChatMessage, ChatReply, ToolSpec
from src.llm.state import message_and_state, with_state
from src.search.encoder import Rows

SEARCHES = ("get_legislation", "get_case_law")

LOOK_UP = "zoek dit op"
"""Has the message before it looked up."""

ANSWER = "generate_tax_answer"


# What follows is imported by its first use: it takes as long to prepare as a twentieth of a start.


def _law_reader() -> type[NameReader]:
    from src.desks.tax.offline.names import LawReader

    return LawReader


def _extract(task: str, rows: Rows | None = None, starter_dir: Path | None = None) -> AnswerDraft:
    from src.desks.tax.loaders.questions import known_questions
    from src.desks.tax.offline.answer import extract

    known = known_questions(starter_dir) if starter_dir else {}
    return extract(AnswerTask.model_validate_json(task), rows, known)


class TaxRules(BuiltinRules):
    """The built-in rules, and a choice of day, which asks the question before it again."""

    def decide(
        self,
        heard: Sequence[ChatMessage],
        offered: Sequence[ToolSpec],
        otherwise: Language,
    ) -> ChatReply:
        message, state = message_and_state(heard)
        if state.get("day_was_set") and heard[-1].role == "user":
            *before, last = heard
            said = [one.content for one in before if one.role == "user"]
            question = self.last_question(said) or message
            again = replace(last, content=with_state(LOOK_UP, state))
            heard = (*before, ChatMessage("user", question), again)
        return super().decide(heard, offered, otherwise)


_SEARCH = searching(*SEARCHES, query=query, several=True, goes_on=True)

TABLE = DeskTable(
    wordings=WORDINGS,
    words=LAW,
    kinds={KIND: CALLED},
    does=on_sources(ANSWER, _SEARCH),
    ask=_SEARCH,
    names={KIND: _law_reader},
    telling=telling,
    forms={AnswerDraft: _extract},
)

OFFLINE_RULES = TaxRules(TABLE)


def offline_rules(rows: Rows | None, starter_dir: Path) -> BuiltinRules:
    """Return the rules with what makes the vectors of meaning, by which passages are chosen beside their words.

    What is compared with a question is also what the sentences of the starter corpus are known to answer.
    """
    extract = partial(_extract, rows=rows, starter_dir=starter_dir)
    return TaxRules(replace(TABLE, forms={AnswerDraft: extract}))
