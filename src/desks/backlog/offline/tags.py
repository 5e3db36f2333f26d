"""Tags by rules: how many of a story's words its nearest work item has, and whether the two can both hold. Pure."""

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from src.desks.backlog.artifacts import TagName
from src.desks.backlog.forms_tags import TagCandidate, TagDecision, TagTask
from src.desks.backlog.knowledge import cues, has
from src.desks.backlog.source_index import in_english
from src.desks.backlog.words import BUILTIN
from src.grounding.polarity import reversal
from src.search.documents.analysers import dutch_term, english_term, language_of, words
from src.search.encoder import Rows

ABOUT, SAME = 2 / 3, 3 / 4
"""From which on an item is about a story, by its share of the story's words and its score together; and the share from
which on both say the same."""

NEAR = 0.5
"""Cosine from which on two words are near."""

_CLAUSE = re.compile(r"[^.;:!?\n]+")
_AMOUNT = re.compile(r"\b(\d+)\s+([^\W\d_]{3,})")


def decide(task: TagTask, rows: Rows | None = None) -> TagDecision:
    """Return how a story stands to the work item that has most of its words; a tag that is allowed."""
    story = task.story.whole
    wanted = " ; ".join(clauses(story))
    shares = {entry.id: share(wanted, entry.text, rows) + entry.score for entry in task.candidates}
    item = max(task.candidates, key=lambda candidate: shares[candidate.id], default=None)
    if item is None or shares[item.id] < ABOUT:
        return _decision("new", "", task)
    for ours, theirs in _clashes(story, item.text, rows):
        if "conflict" in task.allowed:
            return _decision("conflict", item.id, task, quotes=(ours, theirs))
    delta, is_more = _delta(story, item, rows), has("further", story)
    is_same = share(wanted, item.text, rows) >= SAME or not delta
    if "duplicate" in task.allowed and is_same and not is_more:
        return _decision("duplicate", item.id, task)
    tag: TagName = "gap" if has("limits", story) and not is_more else "extend"
    if tag in task.allowed and delta:
        return _decision(tag, item.id, task, delta=delta)
    return _decision("new", "", task)


TellingWords: TypeAlias = Mapping[str, frozenset[str]]
"""The words of a text that tell something, each with the stems that it is compared by."""


def telling(text: str) -> TellingWords:
    """Return the words of a text that tell something; a Dutch one is compared by its English too."""
    language = language_of(text)
    found = {}
    for word in words(text):
        ways = {english_term(word), dutch_term(word)} if language == "nl" else {english_term(word)}
        if len(word) > 2 and None not in ways and not cues()["frame"].fullmatch(word):
            ways |= {*map(english_term, in_english(word))} if language == "nl" else set()
            found[word] = frozenset(filter(None, ways))
    return found


def known(ours: TellingWords, theirs: TellingWords, rows: Rows | None) -> list[float]:
    """Return for each word how far another text has it: 1 for the same stem, less for one that is only near."""
    there = frozenset[str]().union(*theirs.values())
    same = [float(bool(stem & there)) for stem in ours.values()]
    if not (rows and ours and theirs):
        return same
    near = (rows([*ours]) @ rows([*theirs]).T).max(axis=1)
    return [
        max(each, float(two) if two >= NEAR else 0.0) for each, two in zip(same, near, strict=True)
    ]


def share(text: str, other: str, rows: Rows | None) -> float:
    """Return how much of the words of a text another one has."""
    found = known(telling(text), telling(other), rows)
    return sum(found) / len(found) if found else 0.0


def clauses(story: str) -> list[str]:
    """Return the parts of a story that say what is wanted, as they stand: without who asks and why."""
    parts = (cues()["beside"].sub("", match.group().strip()) for match in _CLAUSE.finditer(story))
    return [part.strip(" ,") for part in parts if re.search(r"\w", part)]


def _delta(story: str, item: TagCandidate, rows: Rows | None) -> list[str]:
    """Return the clauses of a story that have a word which the item has not, nothing twice."""
    there = telling(item.text)
    found: list[str] = []
    for clause in clauses(story):
        is_new = min(known(telling(clause), there, rows), default=1) < NEAR
        if is_new and not any(two.lower() in clause.lower() for two in found):
            found.append(clause)
    return found


def _clashes(story: str, item: str, rows: Rows | None) -> Iterator[tuple[str, str]]:
    """Yield words of a story and of an item that can't both hold."""
    lines = [text.strip() for text in item.splitlines() if text.strip()]
    for clause in clauses(story):
        for line in lines:
            turned = reversal(clause, [line]) or reversal(line, [clause])
            if turned not in ("", "rejected") or _other_amount(clause, line, rows):
                yield clause, line


def _other_amount(entry: str, other: str, rows: Rows | None) -> bool:
    """Tell whether two lines of much the same words name different amounts of one thing."""
    ours, theirs = ({unit: n for n, unit in _AMOUNT.findall(text)} for text in (entry, other))
    differ = any(ours[unit] != theirs[unit] for unit in ours.keys() & theirs.keys())
    return differ and share(entry, other, rows) >= ABOUT


def _decision(
    tag: TagName,
    related_id: str,
    task: TagTask,
    *,
    delta: list[str] | None = None,
    quotes: tuple[str, str] = ("", ""),
) -> TagDecision:
    return TagDecision(
        tag=tag,
        related_id=related_id,
        delta=delta or [],
        reason=BUILTIN[task.language].tag_reasons[tag],
        story_quote=quotes[0],
        item_quote=quotes[1],
    )
