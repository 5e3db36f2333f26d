"""In which section of a guide the lines of raw notes belong: by cues, code, and the order of lines. Pure.

Every line fires signs: words, its form, its place among the others. ``cues.toml`` says how much each sign speaks for
each section, and how readily one section follows another; the best sequence of sections as a whole wins (Viterbi).
"""

import math
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Literal

from src.desks.tsg.artifacts import SectionName
from src.desks.tsg.blocks import NoteBlock, blocks
from src.grounding.sentences import sentences

Move = Literal["goes_on", "opens"]
"""Whether a line goes on with the one before, as code and lists do, or may open something new."""

_FILE = Path(__file__).parent / "cues.toml"

_LIST_SIGN = re.compile(r"\s*(?:[-*+•]\s+(?:\[[ xX]?\]\s+)?|\d{1,3}[.)]\s+|[>#]+\s*)*")
_FORMS: tuple[tuple[str, str], ...] = (
    ("form:step", r"\s*\d{1,3}[.)]\s"),
    ("form:first step", r"\s*1[.)]\s"),
    ("form:bullet", r"\s*[-*+•]\s"),
    ("form:indented", r"\s{2,}\S"),
    ("form:row", r"\s*\|"),
    ("form:note", r"\s*>"),
    ("form:rule", r"\s*(?:-{3,}|\*{3,}|_{3,})\s*$"),
    ("form:heading", r"\s*#{1,6}\s"),
    ("form:label", r"\s*(?:[-*+]\s+)?\*\*[^*]+\*\*:?\s*$"),
    ("form:bold opening", r"\s*(?:[-*+]\s+|\d+[.)]\s+)?\*\*"),
    ("form:colon", r".*:\**\s*$"),
    ("form:question", r".*\?\s*$"),
    ("form:link", r"\s*(?:[-*+]\s+)?(?:\[[^\]]*\]\([^)]*\)|<?https?://\S+)"),
    ("form:has link", r".*(?:\]\(|https?://)"),
    ("form:inline code", r".*`"),
    ("form:picture", r"\s*!\["),
    ("form:short", r".{1,40}$"),
    ("form:long", r".{200,}"),
)
_COMPILED_FORMS = [(name, re.compile(pattern)) for name, pattern in _FORMS]
_PLACES = ((0.1, "place:tenth"), (0.25, "place:quarter"), (0.5, "place:half"), (0.75, "place:late"))
_LONGEST_LABEL = 50
_READ = 3_000
"""Characters of a line or a block in which cues are looked for."""
_SHORT_NOTES = 30
"""Lines below which notes go from one section to the next sooner than published guides do."""
_TOLD_LINES = 8
_TOLD_CHARACTERS = 20_000
"""Lines and characters up to which notes are taken for running text."""
_GOES_ON = frozenset(("form:bullet", "form:indented", "form:row", "form:note", "form:picture"))


@dataclass(frozen=True)
class Cues:
    """What signs and sequences speak for."""

    patterns: Mapping[str, re.Pattern[str]]
    """By name of the sign; those of code begin with ``code:``."""
    weights: Mapping[str, Mapping[SectionName, float]]
    moves: Mapping[Move, Mapping[SectionName, Mapping[SectionName, float]]]
    """From whether a line goes on, and the section before, to how readily each section follows."""
    sections: tuple[SectionName, ...]


@dataclass(frozen=True)
class PlacedBlock:
    """A line or a block of code, with the section in which it belongs."""

    block: NoteBlock
    section: SectionName
    is_label: bool = False
    """Whether it is but a label over what follows."""


def placed(text: str) -> list[PlacedBlock]:
    """Return the lines and blocks of code of raw notes, in order, each with its section; empty lines are left out.

    Notes of few lines were told, not listed: there each sentence of a line has a section of its own.
    """
    kept = [one for one in blocks(text) if one.text.strip() or one.is_code]
    is_told = len(kept) <= _TOLD_LINES and len(text) <= _TOLD_CHARACTERS
    if is_told:
        kept = [sentence for one in kept for sentence in _sentences(one)]
    signs = list(signs_of(kept, is_told=is_told))
    sections = _best(signs, cues())
    return [
        PlacedBlock(block, section, is_label=any(map(_is_of_label, here)) and is_label(block.text))
        for block, section, here in zip(kept, sections, signs, strict=True)
    ]


def section_of(text: str) -> SectionName:
    """Return the section in which one sentence belongs, by its own words alone."""
    known = cues()
    signs = _words(NoteBlock(text, is_code=False, fence="", start=0), known)
    return max(known.sections, key=lambda one: _score(signs, one, known))


def is_label(text: str) -> bool:
    """Return whether a line is but a label over others, such as "Workaround:"."""
    known = cues()
    words = text.strip().strip("#*_:- ")
    block = NoteBlock(f"{words}:", is_code=False, fence="", start=0)
    return (
        any(map(_is_of_label, _words(block, known)))
        and len(words) <= _LONGEST_LABEL
        and ":" not in words
    )


def signs_of(every: Sequence[NoteBlock], *, is_told: bool = False) -> Iterator[frozenset[str]]:
    """Yield the signs of each block; what stands under a label has it as a sign until the next label."""
    known = cues()
    total = sum(_height(one) for one in every) or 1
    above, under = 0, set[str]()
    said = Counter(_bare(one) for one in every)
    for number, block in enumerate(every):
        words = _words(block, known, is_told=is_told)
        if (
            said[_bare(block)] > 1
        ):  # it comes back: a label within cases of a list, not of the notes
            words = {one for one in words if not _is_of_label(one)}
        labels = set(filter(_is_of_label, words))
        under = {one.replace("label:", "under:") for one in labels} or under
        yield frozenset({*words, *_forms(block), *under, _place(number, above / total)})
        above += _height(block)


def move_of(signs: frozenset[str]) -> Move:
    """Return whether a line goes on with what is above it."""
    is_later_step = "form:step" in signs and "form:first step" not in signs
    goes_on = "form:code" in signs or is_later_step or not _GOES_ON.isdisjoint(signs)
    return "goes_on" if goes_on else "opens"


@cache
def cues() -> Cues:
    """Return the cues that come along."""
    data = tomllib.loads(_FILE.read_text("utf-8"))
    return Cues(
        patterns={name: re.compile(one, re.IGNORECASE) for name, one in data["patterns"].items()},
        weights=data["weights"],
        moves=data["moves"],
        sections=tuple(data["sections"]),
    )


def _sentences(block: NoteBlock) -> list[NoteBlock]:
    """Return a line of running text as its sentences; code and what is in a list stay whole."""
    listed = _LIST_SIGN.match(block.text)
    if block.is_code or (listed and listed.group().strip()):
        return [block]
    ends = [end for _, end in sentences(block.text)][:-1]
    pieces = [block.text[start:end].strip() for start, end in pairwise([0, *ends, None])]
    return [replace(block, text=one) for one in pieces if one]


def _is_of_label(sign: str) -> bool:
    return sign.startswith("label:")


def _bare(block: NoteBlock) -> str:
    return block.text.strip(" \t*_#:").casefold()


def _height(block: NoteBlock) -> int:
    return block.text.count("\n") + 3 if block.fence else 1


def _words(block: NoteBlock, known: Cues, *, is_told: bool = False) -> set[str]:
    text = block.text[:_READ]
    if not block.is_code:
        text = _LIST_SIGN.sub("", text, count=1).lstrip("*_ ")
    return {
        name
        for name, pattern in known.patterns.items()
        if name.startswith("code:") == block.is_code
        and (is_told or not name.startswith("told:"))
        and pattern.search(text)
    }


def _forms(block: NoteBlock) -> set[str]:
    if block.is_code:
        long = {"form:long code"} if block.text.count("\n") > 8 else set()
        return {"form:code", "form:fenced" if block.fence else "form:loose", *long}
    return {name for name, pattern in _COMPILED_FORMS if pattern.match(block.text[:_READ])}


def _place(number: int, share: float) -> str:
    if number == 0:
        return "place:first"
    return next((name for most, name in _PLACES if share < most), "place:end")


def _score(
    signs: Sequence[str] | set[str] | frozenset[str], section: SectionName, known: Cues
) -> float:
    return sum(known.weights.get(one, {}).get(section, 0.0) for one in signs)


def _moving_sooner(
    moves: Mapping[SectionName, Mapping[SectionName, float]], sooner: float
) -> Mapping[SectionName, Mapping[SectionName, float]]:
    return {
        one: {to: weight + (sooner if to != one else 0.0) for to, weight in following.items()}
        for one, following in moves.items()
    }


def _best(signs: Sequence[frozenset[str]], known: Cues) -> list[SectionName]:
    """Return the sequence of sections for which most speaks."""
    if not signs:
        return []
    sooner = max(0.0, math.log(_SHORT_NOTES / len(signs)))
    scores = {one: _score(signs[0], one, known) for one in known.sections}
    came_from: list[dict[SectionName, SectionName]] = []
    for here in signs[1:]:
        moves = _moving_sooner(known.moves[move_of(here)], sooner)
        best = {
            to: max(known.sections, key=lambda one: scores[one] + moves[one][to])
            for to in known.sections
        }
        scores = {
            to: scores[best[to]] + moves[best[to]][to] + _score(here, to, known)
            for to in known.sections
        }
        came_from.append(best)
    path = [max(known.sections, key=lambda one: scores[one])]
    for best in reversed(came_from):
        path.append(best[path[-1]])
    return path[::-1]
