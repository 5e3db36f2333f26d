"""A review of a guide: what a model says of it, by the words of its lines, and which of its corrections stand."""

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from src.answering.support import SupportReading, statements_read
from src.desks.tsg.artifacts import Dismissal, Guide, GuideLine, Research, Review, Suggestion
from src.desks.tsg.assembling import corrected
from src.desks.tsg.forms import MOST_SUGGESTIONS, GuideReview, ReviewTask, StandingDraft
from src.desks.tsg.gate import STATING, UNPLACED, LineFault, LineGate
from src.desks.tsg.kept import (
    answered_of,
    bases_of,
    dismissals_of,
    left_out,
    research_of,
    sha256_of,
)
from src.desks.tsg.render import render
from src.desks.tsg.rewriting import lost_lines, with_answers
from src.dossier.models import Dossier, SourceBase
from src.language.function_words import DUTCH, ENGLISH
from src.llm.protocol import ChatMessage, Llm, StructuredReply, Usage
from src.tools.tsg.reports import GuideReviewed, LineLeftOut

MUCH_ALIKE = 0.5
"""Share of the words of the shorter of two suggestions that both have, from which they are one suggestion."""

_WORD = re.compile(r"\w+")
_LINE = re.compile(
    r"(?i)(?:\b(?:lines?|regels?|(?P<step>steps?|stap(?:pen)?)) |^\W*(?=\d+[:.)]))"
    r"(?P<numbers>\d{1,4}(?:(?:, ?| and | en | & )\d{1,4})*)\b|\[\^(?P<note>\d{1,4})\]"
)
LONGEST_CALLED = 200
"""Characters of a line by which a remark names it."""
_SAY_NOTHING = DUTCH | ENGLISH | {"add", "guide", "include", "mention", "section"}


def reviewed(
    form: GuideReview,
    dismissed: Sequence[Dismissal],
    guide: Guide,
    settled: Collection[int],
    corrected: int = 0,
    guide_sha256: str = "",
) -> Review:
    """Return the review of a guide, without suggestions much like dismissed ones, three at most.

    Lines are named by their words: numbers change with the next edit. ``settled``: numbers of lines of which nothing
    is remarked: they were corrected, or stay though the reviewer would have them go, as the author edited them.
    """
    suggestions: list[Suggestion] = []
    for suggestion in form.suggestions:
        text = _by_words(" ".join(suggestion.text.split()), guide)
        known = [other.text for other in dismissed] + [other.text for other in suggestions]
        if text and not any(much_alike(text, other) for other in known):
            digested = sha256_of(f"{suggestion.section}\n{text}")
            name = f"suggestion-{digested[:12]}"
            suggestions.append(Suggestion(id=name, section=suggestion.section, text=text))
    return Review(
        approved=form.approved,
        accuracy=tuple(
            _by_words(word, guide)
            for word in form.accuracy
            if _numbers_in(word, guide).isdisjoint(settled)
        ),
        completeness=tuple(_by_words(word, guide) for word in form.completeness),
        suggestions=tuple(suggestions[:MOST_SUGGESTIONS]),
        corrected=corrected,
        guide_sha256=guide_sha256,
    )


def much_alike(text: str, other: str) -> bool:
    """Return whether two suggestions say much the same: most words of the shorter stand in the longer."""
    words, others = _telling(text), _telling(other)
    fewest = min(len(words), len(others))
    if not fewest:
        return text.casefold() == other.casefold()
    return len(words & others) / fewest >= MUCH_ALIKE


def still_said(review: Review, before: Guide, after: Guide) -> Review:
    """Return a review without what it says of lines that stand there no more."""
    left = {line.text for _, line in after.lines()}
    gone = [_called(line.text) for _, line in before.lines() if line.text not in left]

    def stands(remark: str) -> bool:
        return not any(text in remark for text in gone)

    return review.model_copy(
        update={
            "accuracy": tuple(filter(stands, review.accuracy)),
            "completeness": tuple(filter(stands, review.completeness)),
            "suggestions": tuple(entry for entry in review.suggestions if stands(entry.text)),
        }
    )


def _numbers_in(remark: str, guide: Guide) -> set[int]:
    """Return the numbers of the lines that a remark names first; none where it names none."""
    found = _LINE.search(remark)
    return {*_named(found, guide)} if found else set()


def _named(found: re.Match[str], guide: Guide) -> list[int]:
    """Return the numbers of lines that are named; a step has its own."""
    numbers = map(int, re.findall(r"\d+", found["numbers"] or found["note"]))
    at = {step: n for n, step in guide.steps.items()}
    return [at.get(number, 0) if found["step"] else number for number in numbers]


def _by_words(remark: str, guide: Guide) -> str:
    """Return a remark with the words of lines in the place of their numbers."""
    lines = {line.n: line.text for _, line in guide.lines()}

    def called(found: re.Match[str]) -> str:
        numbers = _named(found, guide)
        is_there = lines.keys() >= {*numbers}
        return ", ".join(_called(lines[n]) for n in numbers) if is_there else found.group()

    return _LINE.sub(called, remark)


def _called(text: str) -> str:
    return f"‘{text}’" if len(text) <= LONGEST_CALLED else f"‘{text[:LONGEST_CALLED]}…’"


def _telling(text: str) -> set[str]:
    """Return the words that tell what a suggestion is about, by their first letters: "restarts" is "restarting"."""
    words = {found for found in _WORD.findall(text.casefold()) if found not in _SAY_NOTHING}
    return {word[:6] for word in words}


@dataclass(frozen=True)
class GuideReviewer:
    """Reviews guides, by a model without tools; it warns, and blocks nothing."""

    llm: Llm
    prompt: str
    support: bool = False
    """Whether a second reading says of each correction if its quote supports it."""

    async def review(self, dossier: Dossier, guide: Guide) -> tuple[GuideReviewed, Usage, str]:
        """Return what the reviewer says, the tokens that it took, and the id of a model that helped."""
        dismissed = dismissals_of(dossier)
        task = review_task(dossier, guide)
        told = [ChatMessage("system", self.prompt), ChatMessage("user", task.model_dump_json())]
        reply = await self.llm.chat_structured(told, GuideReview)
        form, used = await self._read(dossier, guide, reply)
        better, settled = corrected(guide, form, bases_of(dossier), left_out(dossier))
        better = with_answers(better, answered_of(dossier)) if settled else guide
        pinned = {line.n for _, line in guide.lines() if line.by_author}
        stays = [line.number for line in reply.value.corrected if not line.line]
        review = reviewed(
            reply.value,
            dismissed,
            guide,
            {*settled, *pinned.intersection(stays)},
            len(settled),
            digest(better),
        )
        left = tuple(LineLeftOut(line.text, "review") for line in lost_lines(better, guide))
        return GuideReviewed(better, review, left), reply.usage + used, reply.fallback

    async def _read(
        self, dossier: Dossier, guide: Guide, reply: StructuredReply[GuideReview]
    ) -> tuple[GuideReview, Usage]:
        """Return a review without the corrections that a second reading does not find in what they stand on."""
        form, bases = reply.value, bases_of(dossier)
        if not self.support or reply.fallback:
            return form, Usage()
        gate = LineGate(bases, left_out(dossier), guide.language)
        lines: dict[int, GuideLine] = {}
        for entry in form.corrected:
            with suppress(LineFault):
                lines |= {entry.number: gate.line(entry.line).line} if entry.line else {}
        read = await lines_read(self.llm, lines, bases)
        fell = {n for n, verdict in read.verdicts.items() if verdict.verdict != "supports"}
        left = [mended_line for mended_line in form.corrected if mended_line.number not in fell]
        return form.model_copy(update={"corrected": left}), read.usage


def digest(guide: Guide) -> str:
    """Return the SHA-256 of a guide as it is rendered."""
    return sha256_of(render(guide))


def review_task(dossier: Dossier, guide: Guide) -> ReviewTask:
    """Return what the reviewer is given: each line with what it stands on."""
    research = research_of(dossier) or Research(topic="")
    return ReviewTask(
        language=guide.language,
        title=guide.title,
        lines=standing_lines(guide),
        gaps=list(research.gaps),
        dismissed=[dismissal.text for dismissal in dismissals_of(dossier)],
        guide=render(guide),
    )


def standing_lines(guide: Guide) -> list[StandingDraft]:
    """Return the lines of a guide, each with all that it stands on, or with the question that it lacks."""
    questions = {placeholder.id: placeholder.question for placeholder in guide.placeholders}
    return [
        StandingDraft(
            number=line.n,
            section=UNPLACED if line.unplaced else section,
            part=line.part,
            kind=line.kind,
            text=line.text,
            quote=" ... ".join(support.quote for support in line.supports)
            or questions.get(line.placeholder, ""),
            source=line.support.source if line.support else "",
            by_author=line.by_author,
        )
        for section, line in guide.lines()
    ]


async def lines_read(
    llm: Llm, lines: Mapping[int, GuideLine], bases: Sequence[SourceBase]
) -> SupportReading:
    """Return what a second reading says of the lines in words, by the numbers that they are given under."""
    statements = {
        number: (line.text, [(said.source, said.start, said.end)])
        for number, line in lines.items()
        if (said := line.support) and line.kind in STATING
    }
    return await statements_read(llm, statements, bases)
