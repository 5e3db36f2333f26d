"""Turns what happened into words. Pure: the same turn always reads the same."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from src.answering.gate import VERIFIED
from src.desks.tax.law.grounding import is_grounded, states_law, states_measure
from src.desks.tax.law.versions import had_begun, may_have_changed
from src.desks.tax.sources import CaseLaw, Legislation
from src.dossier.models import Answer, Claim, Dossier, Language, Source, is_of_client
from src.errors import refusal
from src.llm.protocol import OFFLINE
from src.tools.base import Added, Answered, Found, Refused, Report, Reselected, Undone
from src.wording import WORDINGS, Wording
from src.wording.history import since_removed_text
from src.wording.markdown import bullets, each_once, inert, lead, plain, rows_of

LONGEST_OWN_WORDS = 20_000
"""Characters of a model's own words that are shown; it is asked for a few sentences."""


@dataclass(frozen=True)
class Said:
    """A reply in Markdown, and whether it leaves the user having seen the whole current selection."""

    text: str
    shows_selection: bool


def say(
    text: str,
    reports: Sequence[Report],
    dossier: Dossier,
    language: Language,
    *,
    stood_in: bool = False,
) -> Said:
    """Return the reply to a turn.

    ``text`` is what the model said itself, ``reports`` what its tools have to tell, ``dossier`` the dossier with the
    tools' changes but with ``shown_selection`` as it was before this reply. ``stood_in``: another model did what the
    right one could not.
    """
    said = _Presenter(WORDINGS[language], dossier, language).say(text, reports)
    label = WORDINGS[language].stood_in
    return replace(said, text=f"{said.text}\n\n*{label}*") if stood_in else said


def caveat(dossier: Dossier, version: int) -> str:
    """Return what must be said beside the reply of this version: that its answer stands on sources since removed."""
    words = WORDINGS[dossier.language or "nl"]
    return "\n".join(
        since_removed_text(one, dossier, words)
        for one in dossier.answers
        if one.sources_since_removed and _is_of(one, version)
    )


def _is_of(answer: Answer, version: int) -> bool:
    return answer.id.partition("-")[0] == f"a{version}"


@dataclass(frozen=True)
class _Presenter:
    words: Wording
    dossier: Dossier
    language: Language

    def say(self, text: str, reports: Sequence[Report]) -> Said:
        if not reports:
            return Said(self._own_words(text), shows_selection=False)
        found = [report for report in reports if isinstance(report, Found)]
        changed = [report for report in reports if isinstance(report, Reselected)]
        added = [report for report in reports if isinstance(report, Added)]
        undone = [report for report in reports if isinstance(report, Undone)]
        blocks = [
            *self._missing(found),
            *self._found(found),
            *self._not_in_force(title for report in found for title in report.not_in_force),
            *self._uncertain(title for report in found for title in report.uncertain),
            *self._law_of_day(found),
            *(line for report in added for line in self._added(report)),
            *(line for report in changed for line in self._reselected(report)),
            *(self._undone(report) for report in undone),
            *(self._refused(report) for report in reports if isinstance(report, Refused)),
        ]
        shows = self._selection_matters(reports)
        if shows:
            blocks += self._selection(
                listed={source.id for report in found for source in report.new},
                changed={source.id for report in changed for source in report.sources}
                | {report.source.id for report in added},
                undone=bool(undone),
            )
        answers = [report for report in reports if isinstance(report, Answered)]
        blocks += [block for report in answers for block in self._answer(report)]
        if shows and not answers:
            blocks.append(self._question())
        return Said("\n\n".join(blocks), shows_selection=shows)

    def _own_words(self, text: str) -> str:
        """Return the model's own words, unless they state law: that comes from sources, with quotes.

        What is too long to show is not read either: so looking for law takes no longer than that.
        """
        told = text.lstrip()
        own = told[:LONGEST_OWN_WORDS].rstrip()
        if states_law(own) and not self._only_names_sources(own):
            return self.words.unsourced
        lines = [lead(line) for line in own.splitlines()]
        if len(own) < len(told.rstrip()):
            lines += ["", f"*{self.words.own_words_cut.format(count=LONGEST_OWN_WORDS)}*"]
        return "\n".join(lines)

    def _only_names_sources(self, text: str) -> bool:
        return not states_measure(text) and is_grounded(text, self.dossier.sources)

    # What was found

    def _found(self, reports: Sequence[Found]) -> list[str]:
        if not reports:
            return []
        if not any(report.hits for report in reports):
            return [self.words.nothing_at_all, self.words.ask_differently]
        if not any(report.new for report in reports):
            return [self.words.nothing_new]
        blocks = [self.words.found]
        for report in reports:
            heading = self._kind(report.kind)
            if report.new:
                blocks += [f"**{heading}**", self._listed(report.new)]
            else:
                nothing = self.words.nothing_new_of if report.hits else self.words.nothing_of
                blocks.append(nothing.format(what=heading.lower()))
        return blocks

    def _missing(self, reports: Sequence[Found]) -> list[str]:
        titles = each_once(title for report in reports for title in report.missing)
        return [self.words.missing.format(titles=titles)] if titles else []

    def _not_in_force(self, titles: Iterable[str]) -> list[str]:
        return self._on_day(self.words.not_in_force, titles)

    def _uncertain(self, titles: Iterable[str]) -> list[str]:
        return self._on_day(self.words.uncertain, titles)

    def _on_day(self, sentence: str, titles: Iterable[str]) -> list[str]:
        """Return what is to be said of texts on the dossier's day, where there are any and it has one."""
        named = each_once(titles)
        if not named or self.dossier.as_of is None:
            return []
        return [sentence.format(titles=named, as_of=self._day(self.dossier.as_of))]

    def _law_of_day(self, reports: Sequence[Found]) -> list[str]:
        """Return which day's law was searched, where it is not today's: it may come from a year that the user named."""
        if not any(report.hits for report in reports) or self.dossier.as_of is None:
            return []
        return [self.words.law_of_day.format(as_of=self._day(self.dossier.as_of))]

    def _kind(self, kind: str) -> str:
        return self.words.legislation if kind == "legislation" else self.words.case_law

    # What was left out and put back

    def _reselected(self, report: Reselected) -> list[str]:
        blocks = [self.words.not_a_candidate.format(title=plain(title)) for title in report.ignored]
        if report.sources:
            heading = self.words.restored if report.selected else self.words.removed
            blocks += [f"**{heading}**", self._listed(report.sources)]
        elif not report.ignored:
            blocks.append(self.words.no_source_meant.format(words=plain(report.words)))
        return blocks

    def _added(self, report: Added) -> list[str]:
        return [
            f"**{self.words.added}**",
            self._listed([report.source]),
            f"*{self.words.client_label}*",
        ]

    def _undone(self, report: Undone) -> str:
        template = self.words.redone if report.again else self.words.undone
        return template.format(turns=", ".join(map(str, report.versions)))

    def _refused(self, report: Refused) -> str:
        reason = refusal(report.code, report.details, self.language)
        return self.words.not_done.format(reason=reason)

    # The selection

    def _selection_matters(self, reports: Sequence[Report]) -> bool:
        """Whether the turn was about the selection, so that the user must see all of it before an answer."""
        return any(
            isinstance(report, Reselected | Added | Undone)
            or (isinstance(report, Found) and bool(report.hits))
            or (isinstance(report, Refused) and report.code == "selection_not_shown")
            for report in reports
        )

    def _selection(self, listed: set[str], changed: set[str], undone: bool) -> list[str]:
        """Return the whole selection, unless this reply lists what is new and the user saw all the rest before.

        Where the user saw all of it before, and only left sources out or put them back, numbers are enough.
        """
        selected = self.dossier.selected
        seen = {*(self.dossier.shown_selection or ()), *listed, *changed}
        all_seen = {source.id for source in selected} <= seen
        if listed and all_seen:
            return self._selected_before(listed)
        if not selected:
            return [self.words.nothing_selected_now]
        if (changed or undone) and all_seen:
            numbers = ", ".join(f"\\[{self._number(source)}\\]" for source in selected)
            return [f"**{self.words.selection_now}** {numbers}"]
        return [f"**{self.words.selection_now}**", self._listed(selected)]

    def _selected_before(self, listed: set[str]) -> list[str]:
        """Return what an answer would use beside what was just found: the user may have turned to another subject."""
        numbers = [self._number(one) for one in self.dossier.selected if one.id not in listed]
        if not numbers:
            return []
        rows = [
            str(first) if first == last else f"{first}{self.words.to}{last}"
            for first, last in rows_of(numbers)
        ]
        shown = ", ".join(f"\\[{row}\\]" for row in rows)
        return [self.words.selected_before.format(numbers=shown, named=", ".join(rows))]

    def _question(self) -> str:
        if self.dossier.selected:
            return self.words.ask_whether_right
        return (
            self.words.ask_for_restore_or_question
            if self.dossier.sources
            else self.words.ask_for_question
        )

    def _in_brief(self, sources: Iterable[Source]) -> str:
        return "; ".join(
            f"\\[{self._number(source)}\\] {plain(source.title)}{self._mark(source)}"
            for source in sources
        )

    def _mark(self, source: Source) -> str:
        if is_of_client(source):
            return f" *({self.words.client_mark})*"
        return f" *({self.words.digest_mark})*" if source.digest else ""

    def _listed(self, sources: Iterable[Source]) -> str:
        return "\n".join(f"- {self._numbered(source)}{self._detail(source)}" for source in sources)

    def _numbered(self, source: Source) -> str:
        """Return the title as a link, behind the source's number in this dossier, which never changes."""
        label = plain(source.title)
        title = f"[{label}]({source.url})" if source.url else label
        return f"\\[{self._number(source)}\\] {title}"

    def _number(self, source: Source) -> int:
        return self._numbers[source.id]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {known.id: number for number, known in enumerate(self.dossier.sources, start=1)}

    def _detail(self, source: Source) -> str:
        heading = f" — {plain(source.heading)}" if source.heading else ""
        label = self._label(source)
        return f"{heading} *({label})*" if label else heading

    def _label(self, source: Source) -> str:
        if is_of_client(source):
            return self.words.client_mark
        if source.as_of is None or (isinstance(source, CaseLaw) and not source.digest):
            return ""
        template = self.words.digest if source.digest else self.words.version_of
        return template.format(as_of=self._day(source.as_of))

    def _day(self, day: date) -> str:
        if self.language == "nl":
            return f"{day.day:02}-{day.month:02}-{day.year:04}"
        return day.isoformat()

    # The answer

    def _answer(self, report: Answered) -> list[str]:
        answer = report.answer
        used = [source for source in self.dossier.sources if source.id in answer.source_ids]
        blocks = [*self._used(answer, used), f"## {self.words.analysis_heading}"]
        blocks += [self._claim(claim) for claim in answer.claims] or [self._no_answer(report)]
        if answer.claims:
            conclusion = lead(answer.conclusion) or self.words.no_conclusion
            blocks += [f"## {self.words.answer_heading}", conclusion]
        for heading, points in (
            (self.words.open_heading, answer.open_points),
            (self.words.missing_facts_heading, answer.missing_facts),
            (self.words.struck_heading, [self._struck(claim) for claim in answer.struck]),
        ):
            if points:
                blocks += [f"**{heading}**", bullets(map(plain, points))]
        return [*blocks, "---", *self._labels(report, used)]

    def _no_answer(self, report: Answered) -> str:
        struck = len(report.answer.struck)
        if report.refused:
            return self.words.refused.format(held=report.refused, all=report.refused + struck)
        return self.words.no_claim_stands if struck else self.words.no_claims

    def _struck(self, claim: Claim) -> str:
        """Return why a claim may not stand; its words are not repeated, or they would be read as an answer."""
        where = self.dossier.source(claim.found_in)
        found_in = where.title if where else claim.found_in
        if claim.flags and claim.verdict in VERIFIED:
            return self.words.adds.format(flags=", ".join(claim.flags), source=self._title(claim))
        reason = self.words.struck(claim.verdict or "not-found", claim.given or claim.quote)
        return reason.format(source=self._title(claim), found_in=found_in)

    def _title(self, claim: Claim) -> str:
        source = self.dossier.source(claim.source_id)
        return source.title if source else claim.source_id

    def _used(self, answer: Answer, used: Sequence[Source]) -> list[str]:
        """Return the sources of an answer: those it quotes in full, the others that it was given in brief."""
        quoted = {claim.source_id for claim in answer.claims}
        rest = [source for source in used if source.id not in quoted]
        blocks = [f"## {self.words.sources_heading}"]
        if not quoted:
            return [*blocks, self._listed(used)]
        blocks.append(self._listed(source for source in used if source.id in quoted))
        return [*blocks, f"*{self.words.not_quoted}* {self._in_brief(rest)}"] if rest else blocks

    def _claim(self, claim: Claim) -> str:
        source = self.dossier.source(claim.source_id)
        title = f"{self._numbered(source)}{self._mark(source)}" if source else claim.source_id
        begins = f"{lead(claim.text)} — {title}:" if claim.text else f"{title}:"
        mark = self.words.flagged.format(flags=plain(", ".join(claim.flags)))
        flagged = f"\n\n*{mark}*" if claim.flags else ""
        return f"{begins}\n> {self._quote(claim.quote, source)}{flagged}"

    def _quote(self, quote: str, source: Source | None) -> str:
        """Return a quote between quotation marks; the number of an article's paragraph stands before them."""
        numbered = re.fullmatch(r"(\d+[a-z]*)\. (.+)", quote, re.DOTALL)
        if numbered and isinstance(source, Legislation):
            return f"{self.words.paragraph} {numbered[1]}: “{inert(numbered[2])}”"
        return f"“{inert(quote)}”"

    def _labels(self, report: Answered, used: Sequence[Source]) -> list[str]:
        answer = report.answer
        cited = {claim.source_id for claim in answer.claims}
        quoted = [source for source in used if source.id in cited]
        labels = [
            (bool(answer.claims), self.words.checked.format(count=len(answer.claims))),
            (any("..." in claim.quote for claim in answer.claims), self.words.with_ellipsis),
            (bool(report.cut), self.words.cut.format(titles="; ".join(report.cut))),
            (any(source.digest for source in quoted or used), self.words.digests_label),
            (any(is_of_client(source) for source in quoted or used), self.words.client_label),
            (answer.model == OFFLINE, self.words.offline_label),
        ]
        told = [label for applies, label in labels if applies]
        return [f"*{label}*" for label in (*told, *self._doubts(used))]

    def _doubts(self, used: Sequence[Source]) -> list[str]:
        """Return which sources of an answer did not apply on the dossier's day, or perhaps not any more."""
        day = self.dossier.as_of
        return [
            *self._not_in_force(one.title for one in used if not had_begun(one, day)),
            *self._uncertain(one.title for one in used if may_have_changed(one, day)),
        ]
