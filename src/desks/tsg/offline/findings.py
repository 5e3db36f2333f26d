"""What a page says about a topic, by rules: its passages that have the names of the topic in them. Pure."""

import re
from collections.abc import Iterator

from src.answering.extract import Cutting, nearness
from src.desks.tsg.blocks import blocks
from src.desks.tsg.forms import FindingDraft, Findings, FindingsTask
from src.desks.tsg.gate import plain
from src.desks.tsg.marks import is_reserved
from src.grounding.units import words_in

MOST_FINDINGS = 3
FEWEST_WORDS, LONGEST_PASSAGE = 5, 400

_SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
_NAME = re.compile(r"\w*(?:_\w|[a-z][A-Z]|\d[A-Za-z]|[A-Za-z]\d|\d{3})\w*")
"""A code or the name of something in a program: what else than these tells a page from another?"""

_BEGINS = ("|", "#", "- ", "* ", "![")
_RULE = re.compile(r"[|\s:-]+")


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
        pieces = [paragraph] if whole else _SENTENCE_ENDS.split(paragraph)
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
