"""An answer in words: its sources, its claims with their quotes, its conclusion, and what must be known of it."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

from src.dossier.models import (
    Answer,
    Claim,
    ConclusionSentence,
    EvidencePiece,
    Source,
    is_of_client,
)
from src.dossier.personal import as_quoted, marks_of
from src.grounding.formula import formula
from src.grounding.gate import VERIFIED
from src.llm.protocol import OFFLINE
from src.masking.masking import Marks
from src.presenter.telling import Telling
from src.tools.base import Answered, Explained, Reworked
from src.wording import WORDINGS
from src.wording.markdown import bullets, inert, lead, plain


def tell_answered(reports: Sequence[Answered], telling: Telling) -> list[str]:
    """Return the answers of a turn, each with its sources before it and its labels behind it."""
    return [block for report in reports for block in _Answer(report, telling).blocks()]


def tell_explained(reports: Sequence[Explained], telling: Telling) -> list[str]:
    """Return in whole sentences what must be known of answers."""
    return [
        block
        for report in reports
        for block in _Answer(Answered(report.answer), telling).explanation()
    ]


def tell_reworked(reports: Sequence[Reworked], telling: Telling) -> list[str]:
    """Return an answer said in another way, each sentence with the number of the source that it stands on."""
    return [block for report in reports for block in _reworked(report, telling)]


def _reworked(report: Reworked, telling: Telling) -> list[str]:
    words = WORDINGS[report.language]
    if not report.sentences:
        return [words.nothing_reworked]
    used = [source for source in sources_of(report.answer, telling) if _is_named(source, report)]
    checked = words.rework_checked.format(answer=report.answer.id)
    left_out = [words.rework_left_out.format(count=report.left_out)] if report.left_out else []
    said = [_footnoted(one, telling) for one in report.sentences]
    is_mail = report.kind == "email"
    return [
        f"**{words.reworked[report.kind]}**",
        *([words.salutation] if is_mail else []),
        " ".join(said) if is_mail else bullets(said),
        *([words.valediction] if is_mail else []),
        "---",
        telling.in_brief(used),
        f"*{' '.join([checked, *left_out])}*",
    ]


def _is_named(source: Source, report: Reworked) -> bool:
    return any(one.source_id == source.id for one in report.sentences)


def _footnoted(claim: Claim, telling: Telling) -> str:
    source = telling.dossier.source(claim.source_id)
    number = f" \\[{telling.number(source)}\\]" if source else ""
    return f"{lead(claim.text) or f'“{inert(claim.quote)}”'}{number}"


def sources_of(answer: Answer, telling: Telling) -> list[Source]:
    """Return the sources that the model was given for an answer."""
    return [source for source in telling.dossier.sources if source.id in answer.source_ids]


def conclusion_of(answer: Answer, telling: Telling) -> str:
    """Return a conclusion with the numbers of the sources behind each sentence, and why others were left out."""
    if not answer.sentences:
        return lead(answer.conclusion)
    return " ".join(_sentence(one, answer, telling) for one in answer.sentences)


def _sentence(one: ConclusionSentence, answer: Answer, telling: Telling) -> str:
    words = telling.words
    if one.struck:
        why = words.sentence_struck.get(one.struck) or words.turned[one.struck]
        return f"*[{plain(why.format(flags=', '.join(one.added)))}]*"
    follows = [answer.claims[number - 1] for number in one.claims]
    ids = dict.fromkeys(claim.source_id for claim in follows)
    found = (telling.dossier.source(source) for source in ids)
    notes = "".join(f" \\[{telling.number(source)}\\]" for source in found if source)
    doubt = f" *({words.not_confirmed})*" if one.unsupported else ""
    return f"{lead(one.text)}{notes}{doubt}"


class _Answer:
    def __init__(self, report: Answered, telling: Telling) -> None:
        self._report = report
        self._answer = report.answer
        self._telling = telling
        self._words = telling.words
        self._used = sources_of(report.answer, telling)
        self._quoted = {
            one
            for claim in (*report.answer.claims, *report.answer.facts)
            for one in (claim.source_id, *(piece.source_id for piece in claim.evidence))
        }

    def blocks(self) -> list[str]:
        answer, words = self._answer, self._words
        blocks = [*self._sources(), f"## {words.analysis_heading}"]
        blocks += [self._claim(claim) for claim in answer.claims] or [self._no_answer()]
        if answer.claims:
            blocks += self._calculations()
            blocks += [f"## {words.answer_heading}", self._conclusion()]
        for heading, points in (
            (words.open_heading, map(self._point, answer.open_points)),
            (words.missing_facts_heading, map(self._point, answer.missing_facts)),
            (words.struck_heading, map(plain, _counted(map(self._struck, answer.struck)))),
        ):
            told = list(points)
            if told:
                blocks += [f"**{heading}**", bullets(told)]
        if answer.facts:
            blocks += [f"## {words.facts_heading}", *map(self._claim, answer.facts)]
        return [*blocks, "---", *self._labels()]

    def _conclusion(self) -> str:
        """Return the conclusion; what of it was left out is told in its place, with the reason."""
        if not self._report.rules:
            return lead(self._answer.conclusion) or self._words.no_conclusion
        return conclusion_of(self._answer, self._telling) or self._words.drew_none

    def _calculations(self) -> list[str]:
        """Return the calculations that the answer rests on, each with a note at what goes in."""
        words, telling = self._words, self._telling
        told = []
        for made in self._answer.calculations:
            given = f" *({words.corrected.format(given=inert(made.given))})*" if made.given else ""
            told.append(f"{formula(made, telling.language, telling.note)}{given}")
        return [f"**{words.calculations_heading}**", bullets(told)] if told else []

    def _point(self, point: str) -> str:
        mark = f" *({self._words.unsourced_mark})*" if point in self._answer.unsourced else ""
        return f"{plain(point)}{mark}"

    def _sources(self) -> list[str]:
        """Return the sources of an answer: those it quotes in full, the others that it was given in brief."""
        quoted = [source for source in self._used if source.id in self._quoted]
        rest = [source for source in self._used if source.id not in self._quoted]
        heading = f"## {self._words.sources_heading}"
        if not self._quoted:
            return [heading, self._telling.listed(self._used)]
        blocks = [heading, self._telling.listed(quoted)]
        brief = f"*{self._words.not_quoted}* {self._telling.in_brief(rest)}"
        return [*blocks, brief] if rest else blocks

    def _no_answer(self) -> str:
        refused, struck = self._report.refused, len(self._answer.struck)
        if refused:
            return self._words.refused.format(held=refused, all=refused + struck)
        return self._words.no_claim_stands if struck else self._words.no_claims

    def _struck(self, claim: Claim) -> str:
        """Return why a claim may not stand; its words are not repeated, or they would be read as an answer."""
        title = self._title(claim.source_id)
        if claim.turned:
            return self._words.says_otherwise.format(
                source=title, why=self._words.turned[claim.turned]
            )
        if claim.flags and claim.verdict in VERIFIED:
            return self._words.adds.format(flags=", ".join(claim.flags), source=title)
        reason = self._words.struck(claim.verdict or "not-found", claim.given or claim.quote)
        return reason.format(source=title, found_in=self._title(claim.found_in))

    def _title(self, source_id: str) -> str:
        source = self._telling.dossier.source(source_id)
        return source.title if source else source_id

    def _claim(self, claim: Claim) -> str:
        telling = self._telling
        source = telling.dossier.source(claim.source_id)
        behind = telling.standing if self._report.quotes_dated else telling.mark
        title = f"{telling.numbered(source)}{behind(source)}" if source else claim.source_id
        begins = f"{lead(claim.text)} — {title}:" if claim.text else f"{title}:"
        mark = self._words.flagged.format(flags=plain(", ".join(claim.flags)))
        flagged = f"\n\n*{mark}*" if claim.flags else ""
        said = (
            as_quoted(claim.quote, source, self._marks)
            if claim in self._answer.facts
            else claim.quote
        )
        more = "".join(map(self._piece, claim.evidence))
        doubt = f"\n\n*{self._words.not_confirmed}*" if claim.unsupported else ""
        quote = f"{self._quote(said, source)}{self._gloss(claim)}"
        return f"{begins}\n> {quote}{more}{flagged}{doubt}"

    def _piece(self, piece: EvidencePiece) -> str:
        """Return one more quote that a claim rests on, or what the user told."""
        source = self._telling.dossier.source(piece.source_id)
        if source is None:
            return f"\n\n{self._words.told_by_user}:\n> “{inert(piece.quote)}”"
        said = as_quoted(piece.quote, source, self._marks)
        return f"\n\n{self._telling.numbered(source)}:\n> {self._quote(said, source)}"

    def _gloss(self, claim: Claim) -> str:
        """Return our plain words for a quote, below it and marked as ours; nothing where there are none."""
        if claim.gloss is None:
            return ""
        day = self._telling.day(claim.gloss.as_of)
        return f"\n\n*{inert(self._words.gloss(claim.gloss, day))}*"

    @cached_property
    def _marks(self) -> Marks:
        return marks_of(self._telling.dossier.sources)

    def _quote(self, quote: str, source: Source | None) -> str:
        """Return a quote between quotation marks; the number of a part of its source stands before them."""
        part = self._telling.part(source) if source else ""
        numbered = re.fullmatch(r"(\d+[a-z]*)\. (.+)", quote, re.DOTALL) if part else None
        if numbered:
            return f"{part} {numbered[1]}: “{inert(numbered[2])}”"
        return f"“{inert(quote)}”"

    def _labels(self) -> list[str]:
        """Return what must be known of the answer, in two lines; ``explanation`` says what it means."""
        if not self._report.notes_in_brief:
            return [f"*{note}*" for note in self._notes()]
        words, quotes = self._words, self._quotes
        titles = "; ".join(self._report.cut)
        marks = [words.in_short[name].format(titles=titles) for name in self._applying()]
        lines = [
            *([words.checked_in_brief.format(count=quotes)] if quotes else []),
            *([words.labels.format(labels=", ".join(marks))] if marks else []),
        ]
        return [f"*{line}*" for line in lines]

    def explanation(self) -> list[str]:
        """Return in whole sentences what must be known of the answer."""
        return [f"**{self._words.explanation_heading}**", bullets(self._notes())]

    def _notes(self) -> list[str]:
        words, quotes = self._words, self._quotes
        meanings = {
            "ellipsis": words.with_ellipsis,
            "cut": words.cut.format(titles="; ".join(self._report.cut)),
            "digest": words.digests_label,
            "client": words.client_label,
            "offline": words.offline_label,
        }
        checked = [words.checked.format(count=quotes)] if quotes else []
        return [*checked, *(meanings[name] for name in self._applying())]

    @property
    def _quotes(self) -> int:
        return len((*self._answer.claims, *self._answer.facts))

    def _applying(self) -> list[str]:
        answer = self._answer
        shown = [source for source in self._used if source.id in self._quoted] or self._used
        applies = {
            "ellipsis": any("..." in one.quote for one in (*answer.claims, *answer.facts)),
            "cut": bool(self._report.cut),
            "digest": any(source.digest for source in shown),
            "client": any(map(is_of_client, shown)),
            "offline": answer.model == OFFLINE,
        }
        return [name for name, does in applies.items() if does]


def _counted(reasons: Iterable[str]) -> list[str]:
    """Return each reason once, and how often where that was more than once."""
    counts = Counter(reasons)
    return [one if count == 1 else f"{one} (×{count})" for one, count in counts.items()]
