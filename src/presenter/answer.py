"""An answer in words: its sources, its claims with their quotes, its conclusion, and what must be known of it."""

import re
from collections.abc import Sequence
from functools import cached_property

from src.answering.gate import VERIFIED
from src.dossier.models import Answer, Claim, Source, is_of_client
from src.dossier.personal import as_quoted, marks_of
from src.llm.protocol import OFFLINE
from src.masking.masking import Marks
from src.presenter.telling import Telling
from src.tools.base import Answered
from src.wording.markdown import bullets, inert, lead, plain


def tell_answered(reports: Sequence[Answered], telling: Telling) -> list[str]:
    """Return the answers of a turn, each with its sources before it and its labels behind it."""
    return [block for report in reports for block in _Answer(report, telling).blocks()]


def sources_of(answer: Answer, telling: Telling) -> list[Source]:
    """Return the sources that the model was given for an answer."""
    return [source for source in telling.dossier.sources if source.id in answer.source_ids]


class _Answer:
    def __init__(self, report: Answered, telling: Telling) -> None:
        self._report = report
        self._answer = report.answer
        self._telling = telling
        self._words = telling.words
        self._used = sources_of(report.answer, telling)
        self._quoted = {one.source_id for one in (*report.answer.claims, *report.answer.facts)}

    def blocks(self) -> list[str]:
        answer, words = self._answer, self._words
        blocks = [*self._sources(), f"## {words.analysis_heading}"]
        blocks += [self._claim(claim) for claim in answer.claims] or [self._no_answer()]
        if answer.claims:
            conclusion = lead(answer.conclusion) or words.no_conclusion
            blocks += [f"## {words.answer_heading}", conclusion]
        for heading, points in (
            (words.open_heading, answer.open_points),
            (words.missing_facts_heading, answer.missing_facts),
            (words.struck_heading, [self._struck(claim) for claim in answer.struck]),
        ):
            if points:
                blocks += [f"**{heading}**", bullets(map(plain, points))]
        if answer.facts:
            blocks += [f"## {words.facts_heading}", *map(self._claim, answer.facts)]
        return [*blocks, "---", *self._labels()]

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
        title = f"{telling.numbered(source)}{telling.mark(source)}" if source else claim.source_id
        begins = f"{lead(claim.text)} — {title}:" if claim.text else f"{title}:"
        mark = self._words.flagged.format(flags=plain(", ".join(claim.flags)))
        flagged = f"\n\n*{mark}*" if claim.flags else ""
        said = (
            as_quoted(claim.quote, source, self._marks)
            if claim in self._answer.facts
            else claim.quote
        )
        return f"{begins}\n> {self._quote(said, source)}{flagged}"

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
        answer, words = self._answer, self._words
        shown = [source for source in self._used if source.id in self._quoted] or self._used
        shown_quotes = (*answer.claims, *answer.facts)
        labels = [
            (bool(shown_quotes), words.checked.format(count=len(shown_quotes))),
            (any("..." in one.quote for one in shown_quotes), words.with_ellipsis),
            (bool(self._report.cut), words.cut.format(titles="; ".join(self._report.cut))),
            (any(source.digest for source in shown), words.digests_label),
            (any(map(is_of_client, shown)), words.client_label),
            (answer.model == OFFLINE, words.offline_label),
        ]
        return [f"*{label}*" for applies, label in labels if applies]
