"""What the built-in model does at the tax desk: the rules of every conversation, with the words of tax law."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from src.desks.tax.offline.query import query, telling
from src.desks.tax.offline.vocabulary import LAW
from src.desks.tax.words import WORDINGS
from src.llm.forms import AnswerDraft, AnswerTask, SourceChoice, SourceChoiceTask
from src.llm.offline.conversation import ConversationRules
from src.search.encoder import Rows

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


OFFLINE_RULES = ConversationRules(
    wordings=WORDINGS,
    searches=("get_legislation", "get_case_law"),
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
