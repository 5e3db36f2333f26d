"""What notes lack, what to look up, and what a page says about it, by rules: error texts and codes first. Pure."""

import re
from collections.abc import Iterable, Iterator

import src.desks.tsg.bearing as bearing
from src.desks.tsg.artifacts import HEADINGS
from src.desks.tsg.forms import MOST_QUERIES, Findings, FindingsTask, PlanTask, ResearchPlan
from src.desks.tsg.gate import plain
from src.desks.tsg.marks import is_reserved
from src.desks.tsg.missing import fixed_texts
from src.desks.tsg.offline.draft import error_texts, title_of
from src.desks.tsg.offline.placing import placed
from src.grounding.units import words_in
from src.language.sentences import split

LONGEST_QUERY = 150
_MADE = {"questions", "tags", "root_cause", "related"}
"""Sections that a guide has without the notes telling of them."""
MOST_FINDINGS = 3
FEWEST_WORDS, LONGEST_PASSAGE = 5, 400

_NAME = re.compile(r"\w*(?:_\w|[a-z][A-Z]|\d[A-Za-z]|[A-Za-z]\d|\d{3})\w*")
"""A code or the name of something in a program: what else than these tells a page from another?"""
_BORDER = re.compile(r"(?s)```.*?(?:```|\Z)|(?m:^#[^\n]*)|!\[[^\n]*|\n(?=\s*\n|\s*[|*-])")
"""What stands between passages of a page: code, headings, pictures, and the ends of paragraphs, items and rows."""


def plan(task: PlanTask) -> ResearchPlan:
    """Return what to look up for these notes."""
    topic = title_of(task.notes)[0]
    errors = [words for words, _ in error_texts("\n".join([task.notes, *task.pictures]))]
    asked = {text.casefold() for text in task.searched}
    wanted = (" ".join(text.split())[:LONGEST_QUERY] for text in (task.focus, *errors, topic))
    queries = [text for text in dict.fromkeys(wanted) if text and text.casefold() not in asked]
    told = {piece.section for piece in placed(task.notes)} | _MADE
    return ResearchPlan(
        topic=topic,
        gaps=[fixed_texts((name, ""), task.language)[0] for name in HEADINGS if name not in told],
        queries=queries[:MOST_QUERIES],
        urls=list(dict.fromkeys(bearing.addresses(task.notes))),
    )


def findings(task: FindingsTask) -> Findings:
    """Return the passages of a page that share most words with the topic, in the page's order.

    Where the topic has names or codes, a passage has one of them; else it shares most of what the topic says.
    """
    names = _words(_NAME.findall(task.topic))
    wanted = _words(text for text in words_in(task.topic) if len(text) > 3) | names
    fitting = [text for text in dict.fromkeys(_passages(task.text)) if _fits(text, names, wanted)]
    best = sorted(fitting, key=lambda text: -len(wanted & _words(words_in(text))))[:MOST_FINDINGS]
    found = [{"claim": plain(text), "quote": text} for text in fitting if text in best]
    return Findings.model_validate({"findings": found})


def _passages(text: str) -> Iterator[str]:
    for paragraph in map(str.strip, _BORDER.split(text)):
        yield from [paragraph] if paragraph.startswith("|") else split(paragraph, "capital")


def _fits(passage: str, names: set[str], wanted: set[str]) -> bool:
    said = words_in(passage)
    if len(said) < FEWEST_WORDS or len(passage) > LONGEST_PASSAGE or is_reserved(passage):
        return False
    if names:
        return not names.isdisjoint(_words(_NAME.findall(passage)))
    return bool(wanted) and 2 * len(wanted & _words(said)) >= len(wanted)


def _words(words: Iterable[str]) -> set[str]:
    return {word.casefold() for word in words}
