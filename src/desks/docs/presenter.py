"""What only this desk tells: answers whose quotes are cited by line, and what it asks back. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from src.desks.docs.artifacts import Reading, reading_of
from src.desks.docs.asking import NEAREST, near_to, nearest
from src.desks.docs.bearing import names_in, section_text
from src.desks.docs.citing import includes_code, line_of, linked, marked, paired
from src.desks.docs.intake import last_words
from src.desks.docs.words import DocsTexts, texts_of
from src.dossier import models
from src.dossier.clarification import pending
from src.grounding.evidence import has_name
from src.grounding.gate import find
from src.grounding.sentences import rows_around, shared_words
from src.llm.protocol import OFFLINE
from src.presenter import Presenter, SourceKind, Teller, Telling
from src.presenter.answer import LONGEST_REASON, SAME, AnswerInWords, lists, tell_explained
from src.presenter.changes import numbered
from src.presenter.quotes import fenced
from src.presenter.telling import one_by_one
from src.tools.base import Answered, Asked, Explained, Report
from src.tools.docs.search import NothingAnswered, ScopeChosen, SectionsFound
from src.tools.rate import AnswerRated
from src.tools.read import PAGE, SourceRead
from src.wording import WORDINGS as ANY_DESK
from src.wording import Wording
from src.wording.markdown import bullets, inert, lead, plain, without_addresses

KINDS = (
    SourceKind(
        models.Document,
        {"nl": "Documentatie", "en": "Documentation"},
        group="collection",
        described={"nl": "documentatie", "en": "documentation"},
        dates={"updated": {"nl": "gewijzigd {day} ({age})", "en": "changed {day} ({age})"}},
    ),
)


FEWEST_OF_LIST = 3
"""Claims from which on they are a list: its steps are told together, or the conclusion tells them all."""


def texts_for(telling: Telling) -> DocsTexts:
    reading = reading_of(telling.dossier)
    return texts_of(reading.language if reading else telling.language)


@one_by_one
def tell_docs_answer(report: Answered, telling: Telling) -> list[str]:
    """Return an answer, each quote with where it stands."""
    return (DocsAnswer if report.rules else DocsAnswerBefore)(report, telling).blocks()


class DocsAnswer(AnswerInWords):
    """An answer whose sections are cited by file and lines, in the language of the question."""

    def __init__(self, report: Answered, telling: Telling) -> None:
        super().__init__(report, telling)
        self._texts = texts_for(telling)

    def blocks(self) -> list[str]:
        return (
            super().blocks() if self._answer.claims else nothing_said(self._answer, self._telling)
        )

    def _reasoned(self) -> list[str]:
        """Return the steps that the conclusion does not say already, of a list all: of those said the quotes are its
        footnotes, and a list without some of its steps misleads."""
        said = [sentence for sentence in self._answer.sentences if not sentence.struck]
        claims = self._answer.claims
        left = [
            claim
            for number, claim in enumerate(claims, start=1)
            if claim.flags or not any(_says(sentence, number, claim.text) for sentence in said)
        ]
        return lists(map(self._claim, claims if left and len(claims) >= FEWEST_OF_LIST else left))

    def _sentence(self, sentence: models.ConclusionSentence) -> str:
        """Return a sentence; in place of one whose claims fell, why they did."""
        if sentence.struck == "fell":
            why = max(
                self._answer.struck,
                key=lambda claim: shared_words(sentence.text, claim.text),
                default=None,
            )
            told = [self._words.left_out(sentence), *([super()._reason(why)] if why else [])]
            return f"*[{plain(': '.join(told), LONGEST_REASON)}]*"
        return "" if sentence.struck else super()._sentence(sentence)

    def struck(self) -> list[str]:
        """Return what may not stand, each sentence with its reason but where it is told in its place."""
        told_here = ("", "neither", "fell")
        fell = (entry for entry in self._answer.sentences if entry.struck not in told_here)
        told = (plain(self._left_out(sentence), LONGEST_REASON) for sentence in fell)
        return [*super().struck(), *told]

    def _reason(self, claim: models.Claim) -> str:
        by = {"settled_by": self._by_pairs(claim.settled_by)}
        why = super()._reason(claim.model_copy(update=by))
        return self._named(claim.text or claim.quote, why)

    def _left_out(self, sentence: models.ConclusionSentence) -> str:
        by = {"settled_by": self._by_pairs(sentence.settled_by)}
        return self._named(sentence.text, super()._left_out(sentence.model_copy(update=by)))

    def _by_pairs(self, quote: str) -> str:
        """Return a quote; of a row of a table its cells, each behind its head."""
        for source in self._used if quote.startswith("|") else ():
            found = find(quote, source.content)
            if found and found.place:
                rows = paired(rows_around(source.content, *found.place[:2]))
                return " / ".join(rows) or quote
        return quote

    def _named(self, text: str, why: str) -> str:
        return f"“{without_addresses(text, self._known)}” – {why}"

    def quoted(self) -> list[str]:
        """Return each quote below where it stands, with its own line in a section of several."""
        return [
            block
            for source in self._quotes.sources
            for block in (
                f"- {self._listed(source)}{self._lines(source)}",
                *self._quotes.every(source),
            )
        ]

    def _lines(self, source: models.Source) -> str:
        of = [each for each in self._answer.claims if each.source_id == source.id]
        lines = {line_of(source, claim.start) for claim in of if claim.start is not None} - {None}
        if not lines or "\n" not in source.content:
            return ""
        return f" ({self._texts.quoted_at.format(lines=', '.join(map(str, sorted(filter(None, lines)))))})"

    @property
    def _headings(self) -> tuple[str, str, str]:
        reading = reading_of(self._telling.dossier)
        is_near = (
            self._answer.model == OFFLINE and reading and reading.search_quality != "excellent"
        )
        heading = self._texts.nearest.rstrip(":：") if is_near else self._texts.answer_heading
        return heading, "", self._texts.sources_heading

    @property
    def _nothing_concluded(self) -> str:
        return ""

    def _day_of(self, source: models.Source) -> date | None:
        return source.updated if isinstance(source, models.Document) else None

    def _claim(self, claim: models.Claim) -> str:
        """Return a claim; where no model read, with what stands around it in its section, the first of each."""
        firsts = {claim.source_id: claim for claim in reversed(self._answer.claims)}
        is_shown = self._answer.model == OFFLINE and claim == firsts[claim.source_id]
        source = self._telling.dossier.source(claim.source_id) if is_shown else None
        if source is None or claim.start is None or claim.end is None:
            return super()._claim(claim)
        if self._quotes.is_block(claim):
            return super()._claim(claim)
        return (
            f"\\[{self._quotes.mark(claim)}\\]\n\n{marked(source.content, claim.start, claim.end)}"
        )

    def _beside(self, quoted: Sequence[models.Source]) -> list[models.Source]:
        """Return what was selected too and may be about what was asked."""
        reading = reading_of(self._telling.dossier)
        asked = (self._answer.question, *(reading.queries if reading else ()))
        return near_to(asked, super()._beside(quoted))

    def _source(self, source: models.Source) -> list[str]:
        listed, *quotes = super()._source(source)
        note = f" *{self._texts.includes_code}*" if includes_code(source.content) else ""
        return [f"{listed}{note}", *quotes]

    def _listed(self, source: models.Source) -> str:
        why = self._telling.reasons.get(source.id, "")
        return f"\\[{self._telling.number(source)}\\] {linked(source, self._texts)}{why}"

    def _labels(self) -> list[str]:
        words, answer = self._words, self._answer
        told = [words.offline_label] if answer.model == OFFLINE else []
        return [f"*{text}*" for text in (*told, *([words.unread] if answer.unread else []))]


class DocsAnswerBefore(DocsAnswer):
    """An answer told as it was before: made again, it reads the same to the byte."""

    def blocks(self) -> list[str]:
        answer, words, texts = self._answer, self._words, self._texts
        blocks = [f"## {texts.answer_heading}", *filter(None, [lead(answer.conclusion)])]
        blocks += [*map(self._claim, answer.claims), *self._calculations()]
        for points, heading in (
            (answer.open_points, words.open_heading),
            (answer.missing_facts, words.missing_facts_heading),
        ):
            blocks += [f"**{heading}**", bullets(map(inert, points))] if points else []
        blocks += [f"## {texts.sources_heading}", bullets(map(self._listed, self._used)), "---"]
        of_others = sum(claim.verdict == "other-version" for claim in answer.struck)
        counts = (texts.struck, len(answer.struck) - of_others), (texts.other_version, of_others)
        blocks += [f"*{text.format(count=count)}*" for text, count in counts if count]
        return [*blocks, *self._labels()]

    def _claim(self, claim: models.Claim) -> str:
        source = self._telling.dossier.source(claim.source_id)
        where = self._listed(source) if source else claim.source_id
        said = [lead(claim.text), self._quotes.drawn(claim), where]
        return "\n\n".join(filter(None, said))


def _says(sentence: models.ConclusionSentence, number: int, text: str) -> bool:
    follows = number in sentence.claims or not sentence.claims
    return follows and bool(text) and shared_words(text, sentence.text) >= SAME


def nothing_said(answer: models.Answer, telling: Telling) -> list[str]:
    """Return that no section says it, and why claims were left out, whose words would be read as an answer here."""
    struck = AnswerInWords(Answered(answer), telling).struck()
    told = [f"**{telling.words.struck_heading}**", bullets(struck)] if struck else []
    return [texts_for(telling).not_in_these_docs, *told]


def tell_docs_explained(reports: Sequence[Explained], telling: Telling) -> list[str]:
    told = [DocsAnswer(Answered(report.answer), telling).quoted() for report in reports]
    return [*(block for blocks in told for block in blocks), *tell_explained(reports, telling)]


@one_by_one
def tell_docs_question(report: Asked, telling: Telling) -> list[str]:  # noqa: ARG001  # the shape of a teller
    """Return what is asked back, with the choices."""
    asked = report.clarification
    return [asked.question, *filter(None, [numbered(asked.choices)])]


def tell_scope(reports: Sequence[ScopeChosen], telling: Telling) -> list[str]:
    """Return where is searched from now on."""
    texts, scope = texts_of(telling.language), reports[-1].scope
    named = [inert(collection) for collection in scope.collections]
    named += [texts.version_of.format(version=inert(scope.version))] if scope.version else []
    told = [texts.scope_set.format(scope=", ".join(named)) if named else texts.scope_every]
    reading = reading_of(telling.dossier)
    is_searched = any(isinstance(report, SectionsFound) for report in telling.reports)
    if is_searched and reading and reading.text not in last_words(telling.dossier):
        told += [texts.asked_again.format(question=inert(reading.text))]
    return told


def tell_rated(reports: Sequence[AnswerRated], telling: Telling) -> list[str]:
    """Return that a thumb was kept; of blame that a turn answers nothing, where the answer says more."""
    texts, is_up = texts_of(telling.language), reports[-1].feedback.up
    if _is_answered(telling) and not is_up:
        return []
    return [texts.rated_up if is_up else texts.rated_down]


def tell_sections(reports: Sequence[SectionsFound], telling: Telling) -> list[str]:
    """Return the sections that come nearest, each with its passage, where nothing else of the turn tells of them."""
    if _is_told(telling):
        return []
    hits = {hit.id: hit for report in reports for hit in report.hits}
    shown = [hit for hit in hits.values() if telling.dossier.source(hit.id)][:NEAREST]
    if all(report.is_linked for report in reports):
        return [block for source in shown for block in _read(SourceRead(source), telling)]
    return nearest(shown, reading_of(telling.dossier) or Reading(language=telling.language))


def tell_nothing_answered(reports: Sequence[NothingAnswered], telling: Telling) -> list[str]:
    """Return that no section says it, where the turn did not find an answer after all, and asks nothing."""
    if _is_told(telling):
        return []
    return nothing_said(reports[-1].answer, telling)


def tell_read(reports: Sequence[SourceRead], telling: Telling) -> list[str]:
    """Return the text of each section that was read, where nothing else of the turn tells of it."""
    if _is_told(telling):
        return []
    read = {report.source.id: report for report in sorted(reports, key=lambda read: read.start)}
    order = dict.fromkeys(report.source.id for report in reports)
    return [block for name in order for block in _read(read[name], telling)]


def _read(last: SourceRead, telling: Telling) -> list[str]:
    source, end = last.source, last.start + PAGE
    text = source.content[:end] + (" …" if len(source.content) > end else "")
    where = f"\\[{telling.number(source)}\\] {linked(source, texts_for(telling))}"
    return [where, fenced(text, "markdown")]


def _is_told(telling: Telling) -> bool:
    return _is_answered(telling) or bool(pending(telling.dossier.artifacts))


def _is_answered(telling: Telling) -> bool:
    answers = telling.dossier.answers
    return bool(answers) and answers[-1].based_on_version == telling.dossier.version


def may_say(text: str, dossier: models.Dossier) -> bool:
    """Return whether a model may say this in its own words: it may name only what a section or the user names."""
    named = [name for name in names_in(text) if not name.strip(".,v").isdecimal()]
    if not named:
        return True
    said = (message.content for message in dossier.conversation)
    told = "\n".join([*said, *(section_text(source) for source in dossier.sources)])
    return all(has_name(told, word, in_prose=f"`{word}`" not in text) for word in named)


AGAIN: Mapping[models.Language, str] = {
    "nl": "Zeg ‘ja’ voor een antwoord uit deze bronnen, of stel een andere vraag.",
    "en": "Say ‘yes’ for an answer from these sources, or ask another question.",
}
WORDINGS: Mapping[models.Language, Wording] = {
    language: replace(words, ask_whether_right=AGAIN[language])
    for language, words in ANY_DESK.items()
}
"""What every desk says; nobody has to confirm sources here, but where they chose others."""

TELL: Mapping[type[Report], Teller] = {
    Answered: tell_docs_answer,
    Asked: tell_docs_question,
    Explained: tell_docs_explained,
    SectionsFound: tell_sections,
    NothingAnswered: tell_nothing_answered,
    SourceRead: tell_read,
    ScopeChosen: tell_scope,
    AnswerRated: tell_rated,
}

PRESENTER = Presenter(WORDINGS, KINDS, TELL, may_say)
"""How the desk speaks."""
