"""What the built-in model does at the tax desk: its table of acts and tools, and the words of tax law."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from pydantic import ConfigDict

from src.desks.tax.law.citations import find_citations
from src.desks.tax.law.glossary import dutch_terms, without_terms
from src.desks.tax.library import dutch, english
from src.desks.tax.offline.vocabulary import COMPLAINS, LAW, QUOTES, of_field
from src.desks.tax.words import WORDINGS
from src.dossier.models import Language
from src.language.numbers import blank_at
from src.llm.builtin.acts import ON_THINGS
from src.llm.builtin.asking import Done, PickedCall
from src.llm.builtin.names import NameReader
from src.llm.builtin.phrases import pattern
from src.llm.builtin.picker import BuiltinRules
from src.llm.builtin.sentences import says, tells_subject
from src.llm.builtin.sources import CALLED, KIND, MENU, on_sources, searching
from src.llm.builtin.table import ActRequest, DeskTable, turned
from src.llm.builtin.wishes import may_want
from src.llm.forms import AnswerDraft, AnswerTask
from src.llm.protocol import ChatMessage, ChatReply, ToolSpec
from src.llm.state import message_and_state, sources_in, with_state
from src.search.documents.analysers import language_of
from src.search.encoder import Rows

SEARCHES = ("get_legislation", "get_case_law")

LOOK_UP = "zoek dit op"
"""Has the message before it looked up."""

ANSWER = "generate_tax_answer"

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")

_NAME = re.compile(r"(?<![.?!] )(?<!^)\b[A-Z][\w&-]+|\b\d[\w.:%]*|\b[A-Z]{2,}\b")
"""A proper name, an abbreviation or a number: the same in both languages. A sentence's first word tells nothing."""


def query(question: str) -> str:
    """Return what to search: the statutes' terms and the question's words; empty for English without any term.

    Only citations, names and numbers of an English question are kept, as its other words are Dutch words with another
    meaning, or none; but the question as it is where these make up most of it: its few terms alone ask less.
    """
    if language_of(question, "nl") != "en":
        return f"{dutch_terms(question)} {question}".strip()
    kept = _kept_of_english(question)
    found = f"{dutch_terms(question)} {kept}".strip()
    lost = _told(without_terms(question)) - _told(kept)
    return question if found and 2 * len(lost) >= len(_told(question)) else found


def _told(text: str) -> set[str]:
    """Return the words of a text that tell something in either language: what was said before may be in the other."""
    return {word for word in english.words(text) if english.term(word) and dutch.term(word)}


def _kept_of_english(question: str) -> str:
    text = re.sub(r"\b(?:articles?|sections?)\b", "artikel", question, flags=re.IGNORECASE)
    text = re.sub(r"\bof the\b", "van de", text)
    spans = [citation.span for citation in find_citations(text)]
    kept = [text[start:end] for start, end in dict.fromkeys(spans)]
    return " ".join([*kept, *_NAME.findall(without_terms(blank_at(text, spans)))])


def telling(message: str) -> set[str]:
    """Return the terms of a message that tell its subject."""
    is_english = language_of(message, "nl") == "en"
    return set(dutch.terms(dutch_terms(message) if is_english else message))


# What follows is imported by its first use: it takes as long to prepare as a twentieth of a start.


def _law_reader() -> type[NameReader]:
    from src.desks.tax.offline.names import LawReader

    return LawReader


class _Task(AnswerTask):
    """The task of an answer; what else a model is told decides no passage."""

    model_config = ConfigDict(extra="ignore")


def _extract(task: str, rows: Rows | None = None, starter_dir: Path | None = None) -> AnswerDraft:
    from src.desks.tax.loaders.starter import known_questions
    from src.desks.tax.offline.answer import extract

    known = known_questions(starter_dir) if starter_dir else {}
    return extract(_Task.model_validate_json(task), rows, known)


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
            said = [message.content for message in before if message.role == "user"]
            question = self.last_question(said) or message
            again = replace(last, content=with_state(LOOK_UP, state))
            heard = (*before, ChatMessage("user", question), again)
        return super().decide(heard, offered, otherwise)


_SEARCH = searching(*SEARCHES, query=query, several=True, goes_on=True)


def _corrected(request: ActRequest, acts: Sequence[str]) -> Done:
    """Ask the last question again with the value that a message corrects; nothing where it corrects none."""
    said, there = request.message, sources_in(request.state)
    values = {value.strip(".,") for value in re.findall(r"\d[\d.,]*", said)} - {*map(str, there)}
    is_plain = values and not (ON_THINGS & {*acts} or says("interrogative", said))
    question = request.rules.last_question(request.earlier)
    if not (is_plain and question and there and says("corrected", said)):
        return []
    years = [value for value in values if _YEAR.fullmatch(value)]
    question = _YEAR.sub(years[0], question) if len(years) == 1 else question
    if request.state.get("answers"):
        return [PickedCall(ANSWER, {"query": f"{question}\n{said}"})]
    return _SEARCH(replace(request, words=f"{question} {said}", earlier=()))


def _plainly(request: ActRequest) -> Done | None:
    """Look a plain question up, and what somebody says to have asked; point to the quotes of an answer in doubt."""
    said, rules = request.message, request.rules
    acts = [entry.act for entry in rules.acts.read(said)]
    if acts == ["show"] and re.search(r"\d", said) and not sources_in(request.state):
        return _SEARCH(request)
    if corrected := _corrected(request, acts):
        return corrected
    if acts not in (["ask"], ["find"]):
        return None
    meant = COMPLAINS.search(said)
    if meant and (before := rules.last_question(request.earlier)):
        subject = meant["subject"]
        queries = [query(subject) or subject, query(f"{before} {subject}")]
        return [PickedCall(tool, {"queries": queries, "goes_on": False}) for tool in SEARCHES]
    if request.state.get("answers") and says("interrogative", said) and QUOTES.search(said):
        return [PickedCall("explain_answer", {})]
    to_program = pattern("sentences", "you").search(said) is not None
    aside = to_program or says("sum", said) or may_want(said, "outside", "doubt")
    known = bool(of_field(said))
    is_new = known or not sources_in(request.state, selected=True)
    # A mark alone ends a greeting in any language, too.
    asks = is_new and says("interrogative", said if known else said.replace("?", " "))
    return _SEARCH(request) if asks and tells_subject(request.words) and not aside else None


TABLE = DeskTable(
    wordings=WORDINGS,
    words=LAW,
    kinds={KIND: CALLED},
    does={
        **on_sources(ANSWER, _SEARCH),
        ("again", ""): lambda request: _corrected(request, ()) or turned("redo")(request),
    },
    own=_plainly,
    ask=_SEARCH,
    names={KIND: _law_reader},
    telling=telling,
    menu=(MENU,),
    forms={AnswerDraft: _extract},
)

OFFLINE_RULES = TaxRules(TABLE)


def offline_rules(rows: Rows | None, starter_dir: Path) -> BuiltinRules:
    """Return the rules with what makes the vectors of meaning, by which passages are chosen beside their words.

    What is compared with a question is also what the sentences of the starter corpus are known to answer.
    """
    extract = partial(_extract, rows=rows, starter_dir=starter_dir)
    return TaxRules(replace(TABLE, forms={AnswerDraft: extract}))
