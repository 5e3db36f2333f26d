"""Raw notes in pieces: sentences, list items and blocks of code, without who said them and when. Pure."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Literal

from src.desks.tsg.blocks import blocks
from src.desks.tsg.knowledge import compiled, knowledge
from src.desks.tsg.marks import is_reserved
from src.grounding.polarity import turned_at
from src.language.sentences import sentences

READ = 1_000
"""Characters of a piece in which words are looked for."""
FEW_WORDS, MANY_WORDS = 4, 30
"""Words of a quote that needs the words around it; of a sentence that may be cut."""

_LIST_SIGN = re.compile(r"\s*(?:[-*+•–]\s+|\d{1,3}[.)]\s+|[>#]+\s+|\[[ xX]?\]\s+)*")
_STEP = re.compile(r"\s*\d{1,3}[.)]\s")
_PROMPT = re.compile(r"\s*(?:\$|PS [^>]*>|[\w.-]+@[\w.-]+[^$#]{0,40}[$#])\s+\S")
_LABEL_SIGNS = "#*_:=-– \t"
_LONGEST_LABEL = 60

_KNOWN = knowledge("notes")
_ABBREVIATION = re.compile(rf"(?i)\b(?:{_KNOWN['sentences']['abbreviations']})$")
_GOES_ON = re.compile(rf";\s+|,?\s+(?=(?:{_KNOWN['sentences']['turns']})\b)", re.IGNORECASE)
_LABELS = {name: compiled(*labels) for name, labels in _KNOWN["labels"].items()}
_TURN = re.compile(
    _KNOWN["chat"]["turn"].replace("LABELS", "|".join(chain(*_KNOWN["labels"].values())))
)
"""When somebody in a chat said what follows, and who, in whatever order."""


@dataclass(frozen=True)
class NotePiece:
    """A sentence, an item or a block of code of notes."""

    text: str
    """Without list signs, and without who said it; of code what is between the fences."""
    start: int
    end: int
    """Where it stands, in characters."""
    line: int
    """Number of its first line, from 0."""
    fence: str | None = None
    """The line that opens a block of code, empty where none does; None of words."""
    speaker: str = ""
    label: str = ""
    """Name of the label over it, or before it."""
    listed: Literal["", "item", "step"] = ""
    is_output: bool = False
    """Whether it was typed at a prompt, or answered there."""

    @property
    def is_code(self) -> bool:
        return self.fence is not None

    def with_next(self, other: "NotePiece", notes: str) -> "NotePiece":
        """Return this piece with the one behind it, as they stand in the notes."""
        is_one_line = self.line == other.line
        text = notes[self.start : other.end] if is_one_line else f"{self.text} {other.text}"
        return replace(self, text=text, end=other.end)


def pieces(text: str) -> list[NotePiece]:
    """Return the pieces of notes, in order; labels are none."""
    return list(_pieces(text))


def quote_of(piece: NotePiece, text: str) -> str:
    """Return the words of notes that a piece stands on: of a short one with the rest of its lines."""
    quote = text[piece.start : piece.end]
    first, last = text.rfind("\n", 0, piece.start) + 1, text.find("\n", piece.end)
    whole = text[first : last if last >= 0 else len(text)].strip()
    return quote if len(quote.split()) >= FEW_WORDS or is_reserved(whole) else whole


def listed_as(line: str) -> Literal["", "item", "step"]:
    """Return whether a line is a numbered step or an item of a list."""
    listed = _LIST_SIGN.match(line)
    return "step" if _STEP.match(line) else "item" if listed and listed.group().strip() else ""


def _pieces(text: str) -> Iterator[NotePiece]:
    lines = text.split("\n")
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    turns, speaker, at_prompt = _turns(lines), "", False
    above, reaches = "", True
    for number, code, fence in _lines(text, turns):
        start = starts[number]
        if code is not None:
            end, at_prompt = start + len(code), at_prompt or bool(_PROMPT.match(code))
            yield NotePiece(code, start, end, number, fence, label=above, is_output=at_prompt)
            continue
        line = lines[number]
        speaker, behind = turns.get(number, (speaker, 0))
        at_prompt = bool(line.strip()) and (at_prompt or bool(_PROMPT.match(line)))
        listed = listed_as(line[behind:])
        sign = _LIST_SIGN.match(line, behind)
        first = sign.end() if sign else behind
        name, words = label_in(line[first:]) if line.strip() else ("", "")
        if name and not words and not speaker:
            above, reaches = name, True
            continue
        name = name if words else ""
        label = name or (above if reaches or listed or not line.strip() else "")
        if name:  # a label before words reaches over a list behind them
            above, reaches = ("" if listed else name), False
            # The "not" of a label is part of what is said behind it.
            first = first if name == "not_apply" else len(line) - len(words)
        elif not label:
            above = ""
        piece = NotePiece("", 0, 0, number, None, speaker, label, listed, at_prompt)
        is_whole = listed == "step" or at_prompt or line.lstrip().startswith("|")
        for begin, end in [(first, len(line))] if is_whole else _spans(line, first):
            named, rest = label_in(line[begin:end]) if begin > first else ("", "")
            is_named = bool(rest) and named not in ("", "not_apply")
            if said := (rest if is_named else line[begin:end]).strip(" \t\r,;"):
                at = start + line.index(said, begin)
                own = named if is_named else label
                yield replace(piece, text=said, start=at, end=at + len(said), label=own)


def _lines(text: str, turns: Mapping[int, object]) -> Iterator[tuple[int, str | None, str]]:
    """Yield the number of each line of words, and each block of code; a chat with dates is no log of a program."""
    for block in blocks(text):
        if block.is_code and (block.fence or block.start not in turns):
            yield block.start, block.text, block.fence
        else:
            for number in range(block.text.count("\n") + 1):
                yield block.start + number, None, ""


def _spans(line: str, first: int) -> Iterator[tuple[int, int]]:
    """Yield where the pieces of a line stand; in notes a sentence may begin with a small letter.

    A long one is cut where it goes on with something else, and none between a "not" and what it denies.
    """
    ends = [first + end for _, end in sentences(line[first:], "letter", _ABBREVIATION)]
    for begin, end in pairwise(sorted({first, *ends, len(line)})):
        is_long = len(line[begin:end].split()) > MANY_WORDS
        places = [begin]
        for found in _GOES_ON.finditer(line, begin, end):
            is_short = len(line[places[-1] : found.start()].split()) < FEW_WORDS
            if found[0].startswith(";") or (is_long and not is_short):
                places.append(found.end())
        cuts = [at for at in places[1:] if not turned_at(line[at:end], line, at, end)]
        yield from pairwise([begin, *cuts, end])


def _turns(lines: Sequence[str]) -> Mapping[int, tuple[str, int]]:
    """Return who speaks in which lines, and behind how many characters what they say begins."""
    found = {
        n: turn
        for n, line in enumerate(lines)
        if (turn := _TURN.match(line[:READ])) and turn[0].strip()
    }
    timed = {n for n, turn in found.items() if turn["name"] and (turn["first"] or turn["then"])}
    timed |= {n for n, turn in found.items() if turn["first"] and not turn["name"]}
    names = Counter(turn["name"] for n, turn in found.items() if n not in timed)
    is_chat = (
        max(names.values(), default=0) > 1 and sum(names.values()) > sum(map(bool, lines)) // 2
    )
    counts = timed if len(timed) > 1 else set()
    counts |= found.keys() - timed if is_chat else set()
    return {n: (found[n]["name"] or "", found[n].end()) for n in counts}


def label_in(text: str) -> tuple[str, str]:
    """Return the name of the label that a line is or begins with, and the rest; the name is empty where it has none."""
    bare = text.strip(_LABEL_SIGNS)
    before, colon, behind = text.lstrip(_LABEL_SIGNS).partition(":")
    behind = behind.strip().lstrip("*_ ")
    for name, whole in _LABELS.items():
        if len(bare) <= _LONGEST_LABEL and whole.fullmatch(bare) and name != "title":
            return name, ""
        words = re.sub(r"\s+(?:dus|is|was)$", "", before.strip("*_ "))
        if colon and behind and len(words) <= _LONGEST_LABEL and whole.fullmatch(words):
            return name, behind
    return "", text
