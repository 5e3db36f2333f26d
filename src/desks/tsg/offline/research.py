"""What notes lack, what to look up, and what a page says about it, by rules: error texts and codes first. Pure."""

import re
from collections.abc import Iterator

import src.desks.tsg.bearing as bearing
from src.answering.extract import Cutting, nearness
from src.desks.tsg.artifacts import HEADINGS, SectionName
from src.desks.tsg.blocks import blocks
from src.desks.tsg.forms import (
    MOST_QUERIES,
    FindingDraft,
    Findings,
    FindingsTask,
    PlanTask,
    ResearchPlan,
)
from src.desks.tsg.gate import plain
from src.desks.tsg.marks import is_reserved
from src.desks.tsg.missing import fixed_texts
from src.desks.tsg.offline.draft import title_of
from src.desks.tsg.offline.errors import error_texts
from src.desks.tsg.offline.placing import placed
from src.grounding.units import words_in
from src.language.sentences import split

LONGEST_QUERY = 150
_MADE: frozenset[SectionName] = frozenset(("questions", "tags", "root_cause", "related"))
"""Sections that a guide has without the notes telling of them."""
MOST_FINDINGS = 3
FEWEST_WORDS, LONGEST_PASSAGE = 5, 400

_NAME = re.compile(r"\w*(?:_\w|[a-z][A-Z]|\d[A-Za-z]|[A-Za-z]\d|\d{3})\w*")
"""A code or the name of something in a program: what else than these tells a page from another?"""

_BEGINS = ("|", "#", "- ", "* ", "![")
_RULE = re.compile(r"[|\s:-]+")


def plan(task: PlanTask) -> ResearchPlan:
    """Return what to look up for these notes."""
    topic = title_of(task.notes)[0]
    errors = [words for words, _ in error_texts("\n".join([task.notes, *task.pictures]))]
    wanted = [task.focus, *errors, topic] if task.focus else [*errors, topic]
    asked = {one.casefold() for one in task.searched}
    queries = list(dict.fromkeys(_query(one) for one in wanted))
    told = {one.section for one in placed(task.notes)}
    return ResearchPlan(
        topic=topic,
        gaps=[
            fixed_texts((name, ""), task.language)[0]
            for name in HEADINGS
            if name not in told and name not in _MADE
        ],
        queries=[one for one in queries if one and one.casefold() not in asked][:MOST_QUERIES],
        urls=list(dict.fromkeys(bearing.addresses(task.notes))),
    )


def _query(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= LONGEST_QUERY else words[:LONGEST_QUERY].rsplit(" ", 1)[0]


def findings(task: FindingsTask) -> Findings:
    """Return the passages of a page that are nearest to the topic, in the page's order; none that is about another.

    Where the topic has names or codes, a passage has one of them; else it shares most of what the topic says.
    """
    names = {one.casefold() for one in _NAME.findall(task.topic)}
    passages = list(dict.fromkeys(_passages(task.text)))
    scores = nearness(passages, task.topic, Cutting())
    fitting = [n for n, one in enumerate(passages) if scores[n] > 0 and _fits(one, names, task)]
    best = sorted(fitting, key=lambda one: (-scores[one], one))[:MOST_FINDINGS]
    drafts = (passages[number] for number in sorted(best))
    return Findings(findings=[FindingDraft(claim=plain(one), quote=one) for one in drafts])


def _passages(text: str) -> Iterator[str]:
    """Yield sentences and rows of tables; a sentence may go over lines."""
    for paragraph in _paragraphs(text):
        whole = paragraph.startswith("|")
        pieces = [paragraph] if whole else split(paragraph, "capital")
        yield from (one for one in pieces if _is_fit(one))


def _paragraphs(text: str) -> Iterator[str]:
    """Yield rows of tables, items of lists and paragraphs, whose lines are joined as they stand."""
    lines: list[str] = []
    for block in [*blocks(text), None]:
        line = block.text.strip() if block and not block.is_code else ""
        if lines and (not line or line.startswith(_BEGINS)):
            yield "\n".join(lines)
            lines = []
        if line.startswith("|"):
            yield "" if _RULE.fullmatch(line) else line
        elif line and not line.startswith(("#", "![")):
            lines.append(line)


def _is_fit(passage: str) -> bool:
    is_long_enough = len(words_in(passage)) >= FEWEST_WORDS
    return is_long_enough and len(passage) <= LONGEST_PASSAGE and not is_reserved(passage)


def _fits(passage: str, names: set[str], task: FindingsTask) -> bool:
    said = {one.casefold() for one in words_in(passage)}
    if names:
        return bool(names & {one.casefold() for one in _NAME.findall(passage)})
    wanted = {one.casefold() for one in words_in(task.topic) if len(one) > 3}
    return bool(wanted) and 2 * len(wanted & said) >= len(wanted)
