"""What only the tax desk tells: what the library lacks, whose day the law is of, and what no model may say. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from src.desks.tax.answering import TERMS, earlier_answer
from src.desks.tax.day_offer import question_day
from src.desks.tax.law.bearing import states_measure, ungrounded
from src.desks.tax.sources import CaseLaw, Legislation, had_begun, may_have_changed
from src.desks.tax.words import CALLED, TEXTS, WORDINGS
from src.dossier.claims import Calculation
from src.dossier.models import Answer, Dossier, Source
from src.grounding.computing import Computed, as_term
from src.grounding.evidence import states as stated
from src.grounding.formula import result
from src.grounding.gate import without_quotes
from src.language.numbers import counted, quantities
from src.language.opposites import form
from src.language.sentences import split
from src.presenter import Presenter, SourceKind, Teller, Telling
from src.presenter.answer import AnswerInWords, answer_in_words, sources_of
from src.presenter.changes import tell_found
from src.tools.base import Answered, Report
from src.tools.calculate import calculations_kept
from src.tools.choose import SourcesChosen
from src.tools.tax.search import FoundLaw
from src.wording.markdown import each_once, plain

_MARK = re.compile(r"\[\d+[a-z]?\]")
"""The number of a source, as replies have it."""


def tell_found_law(reports: Sequence[FoundLaw], telling: Telling) -> list[str]:
    """Return what searches for law found, what they lack, and of which day the law is."""
    words = TEXTS[telling.language]
    # Of what a model found and did not choose nobody needs to know of which day it is.
    unselected = telling.dossier.unselected if telling.reasons else ()
    left = {source.title for source in unselected}
    not_in_force = (title for report in reports for title in report.not_in_force)
    uncertain = (title for report in reports for title in report.uncertain)
    return [
        *_missing(reports, telling),
        *_found(reports, telling),
        *_on_day(words.not_in_force, (one for one in not_in_force if one not in left), telling),
        *_on_day(words.uncertain, (one for one in uncertain if one not in left), telling),
        *_law_of_day(reports, telling),
    ]


def tell_answer_of_law(reports: Sequence[Answered], telling: Telling) -> list[str]:
    """Return answers, each below the first doubt about its texts and above the others.

    An answer of before these stood first has all of them behind it.
    """
    told: list[str] = []
    for report in reports:
        in_words = LawInWords(report, telling) if report.rules else answer_in_words(report, telling)
        blocks, doubts = in_words.blocks(), _doubts(report, telling)
        first = doubts[:1] if report.given_on else []
        told += [*_changed(report.answer, telling), *first, *blocks, *doubts[len(first) :]]
    return told


class LawInWords(AnswerInWords):
    """An answer whose conclusion is whole sentences, behind what was struck where that decides the question."""

    def conclusion(self) -> str:
        every = self._answer.sentences
        struck = [sentence for sentence in every if sentence.struck not in ("", "neither")]
        if not struck:
            return super().conclusion()
        stand = " ".join(self._sentence(sentence) for sentence in every if not sentence.struck)
        why = "; ".join(dict.fromkeys(plain(self._words.left_out(sentence)) for sentence in struck))
        if every[0] in struck:
            undecided = TEXTS[self._telling.language].undecided.format(why=why)
            return f"{undecided} {stand}".strip()
        return f"{stand} *{why[:1].upper()}{why[1:]}.*"

    def _noted(self, made: Calculation) -> list[str]:
        """Return what stands behind a sum: also where a legal term would end, if its day is one on which none does."""
        noted, term = super()._noted(made), as_term(made, TERMS)
        if term is None:
            return noted
        language = self._telling.language
        return [*noted, TEXTS[language].closed_day.format(end=result(term, language))]


def _changed(answer: Answer, telling: Telling) -> list[str]:
    """Return what the user told since the answer before to the same question, and what that one said."""
    before = earlier_answer(telling.dossier, answer.question)
    if before is None:
        return []
    known = before.question.splitlines()
    new = (line for line in answer.question.splitlines() if line not in known)
    told, words = plain(" ".join(new)), TEXTS[telling.language]
    if not before.conclusion or "?" in told:
        return []
    said = plain(before.conclusion)
    is_same = before.conclusion == answer.conclusion
    return [(words.unchanged if is_same else words.changed).format(told=told, before=said)]


def may_say(text: str, dossier: Dossier) -> bool:
    """Return whether a model may say this in its own words, what it quotes of the dossier's sources apart.

    Law it may only name, and only what the dossier holds; of a rate, an amount or a term it may say no more than what a
    calculation has, and that what the user told of it does not stand in the sources.
    """
    own = without_quotes(text, dossier.sources)
    answered = (made for answer in dossier.answers for made in answer.calculations)
    sums = Computed((*answered, *calculations_kept(dossier)))
    states = any(
        states_measure(part)
        and not (_is_refuted(part, dossier) or sums.covers(counted(_MARK.sub("", part))))
        for part in split(own)
    )
    return not (states or ungrounded(own, dossier.sources))


def _is_refuted(sentence: str, dossier: Dossier) -> bool:
    """Return whether a sentence says of what the user told that the sources do not have it, as is true."""
    told = "\n".join(message.content for message in dossier.conversation[-1:])
    read = "\n".join(source.content for source in dossier.selected)
    named = quantities(counted(_MARK.sub("", sentence)))
    has_no = form("no", "caveats").search(sentence) is not None
    return has_no and all(stated(told, each) and not stated(read, each) for each in named)


KINDS = (
    SourceKind(Legislation, **CALLED["legislation"]),
    SourceKind(CaseLaw, **CALLED["case_law"]),
)
"""The kinds as they are called in replies and lists."""


def tell_none_fits(reports: Sequence[SourcesChosen], telling: Telling) -> list[str]:
    """Return that nothing in the library answers, where none of what was found was chosen."""
    return [] if reports[-1].reasons else [TEXTS[telling.language].none_fits]


TELL: Mapping[type[Report], Teller] = {
    FoundLaw: tell_found_law,
    Answered: tell_answer_of_law,
    SourcesChosen: tell_none_fits,
}

PRESENTER = Presenter(WORDINGS, KINDS, TELL, may_say)
"""How the tax desk speaks."""


def _found(every: Sequence[FoundLaw], telling: Telling) -> list[str]:
    """Return what was found; of a reference that led nowhere its name says all there is to say."""
    reports = [report for report in every if report.shows]
    if not reports:
        return []
    sure = [report for report in reports if not report.weak]
    selected = set(telling.dossier.selected_ids)
    weak = (hit for report in reports if report.weak for hit in report.hits)
    unsure = [source for source in weak if source.id not in selected]
    if not unsure or telling.reasons:  # what was chosen of it is no longer unsure
        return tell_found([replace(report, weak=False) for report in reports], telling)
    texts = TEXTS[telling.language]
    words = texts.offered if any(law.offered for law in reports) else texts.weak
    told = [words.format(first=telling.number(unsure[0])), telling.listed(unsure)]
    return [*tell_found(sure, telling), *told] if any(report.hits for report in sure) else told


def _missing(reports: Sequence[FoundLaw], telling: Telling) -> list[str]:
    """Return what the library lacks; what an earlier reply told is told again only where the message names it."""
    said = telling.dossier.conversation
    message = {word.strip(".,;:?!") for word in said[-1].content.split()} if said else set[str]()
    before = "\n".join(each.content for each in said[:-1] if each.role == "assistant")
    lacking = dict.fromkeys(title for report in reports for title in report.missing)
    new = [
        title
        for title in lacking
        if each_once([title]) not in before or title.split()[-1] in message
    ]
    # "article 6" says nothing beside the article 6 of a law.
    titles = each_once(
        title for title in new if not any(other.endswith(f", {title}") for other in new)
    )
    return [TEXTS[telling.language].missing.format(titles=titles)] if titles else []


def _law_of_day(reports: Sequence[FoundLaw], telling: Telling) -> list[str]:
    """Return which day's law was searched, where it is not today's, and for how long it counts."""
    day, words = telling.dossier.as_of, TEXTS[telling.language]
    if day is None or not any(report.hits for report in reports):
        return []
    told = words.law_of_question if question_day(telling.dossier) else words.law_of_day
    return [told.format(as_of=telling.day(day))]


def _doubts(report: Answered, telling: Telling) -> list[str]:
    day, words = telling.dossier.as_of, TEXTS[telling.language]
    used = sources_of(report.answer, telling)
    not_begun = (source.title for source in used if not had_begun(source, day))
    changed = (source.title for source in used if may_have_changed(source, day))
    doubts = [
        *_on_day(words.not_in_force, not_begun, telling),
        *_on_day(words.uncertain, changed, telling),
        *_of_earlier_year(report, telling, used),
    ]
    return [f"*{doubt}*" for doubt in doubts]


def _of_earlier_year(report: Answered, telling: Telling, used: Sequence[Source]) -> list[str]:
    """Return of which day the texts are, where that is of a year before the answer's: most law changes with the year.

    Quoted articles that have a newer digest are told as well.
    """
    today, words = report.given_on, TEXTS[telling.language]
    if today is None or telling.dossier.as_of is not None:
        return []
    laws = (source for source in used if isinstance(source, Legislation))
    old = [law for law in laws if law.as_of and law.as_of.year < today.year]
    if not old:
        return []
    days = each_once(telling.day(legislation.as_of) for legislation in old if legislation.as_of)
    quoted = {claim.source_id for claim in report.answer.claims}
    digests = [
        one
        for one in old
        if one.id in quoted and one.gloss and one.as_of and one.gloss.as_of.year > one.as_of.year
    ]
    titles = each_once(plain(digest.title) for digest in digests)
    newer = [words.newer_digest.format(titles=titles)] if digests else []
    return [words.of_earlier_year.format(days=days), *newer]


def _on_day(sentence: str, titles: Iterable[str], telling: Telling) -> list[str]:
    named, day = each_once(titles), telling.dossier.as_of
    return [sentence.format(titles=named, as_of=telling.day(day))] if named and day else []
