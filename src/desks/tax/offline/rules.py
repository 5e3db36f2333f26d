"""What the built-in model does at the tax desk: the rules of every conversation, with the words of tax law."""

from src.desks.tax.offline.query import query, telling
from src.desks.tax.offline.vocabulary import LAW
from src.desks.tax.words import WORDINGS
from src.llm.forms import AnswerDraft, AnswerTask, SourceChoice, SourceChoiceTask
from src.llm.offline.conversation import ConversationRules

# The rules of a form are imported by its first task: they take as long to prepare as a twentieth of a start.


def _choose(task: SourceChoiceTask) -> SourceChoice:
    from src.desks.tax.offline.names import LawReader
    from src.llm.offline.choice import choose

    return choose(task, LawReader, LAW)


def _extract(task: AnswerTask) -> AnswerDraft:
    from src.desks.tax.offline.answer import extract

    return extract(task)


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
