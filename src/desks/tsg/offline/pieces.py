"""Raw notes in pieces: sentences, list items and blocks of code, without who said them and when. Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Literal

from src.desks.tsg.blocks import NoteBlock, blocks
from src.desks.tsg.knowledge import compiled, knowledge
from src.desks.tsg.marks import is_reserved
from src.language.sentences import sentences

READ = 1_000
"""Characters of a piece in which words are looked for."""
SHORT, FEW_WORDS, MANY_WORDS = 7, 4, 30
"""Words of a clause of a telegram; of a quote that needs the words around it; of a sentence that may be cut."""
FEWEST_CHAT_LINES, FEWEST_CLAUSES = 2, 3

_LIST_SIGN = re.compile(
    r"\s*(?:[-*+•–]\s+(?:\[[ xX]?\]\s+)?|\d{1,3}[.)]\s+|[>#]+\s+|\[[ xX]\]\s+)*"
)
_STEP = re.compile(r"\s*\d{1,3}[.)]\s")
_PROMPT = re.compile(r"\s*(?:\$|PS [^>]*>|[\w.-]+@[\w.-]+[^$#]{0,40}[$#])\s+\S")
_LABEL_SIGNS = "#*_:=-– \t"
_LONGEST_LABEL = 60


@dataclass(frozen=True)
class NotePiece:
    """A sentence, an item or a block of code of notes."""

    text: str
    """Without list signs, and without who said it."""
    start: int
    end: int
    """Where it stands, in characters."""
    line: int
    """Number of its first line, from 0."""
    code: NoteBlock | None = None
    speaker: str = ""
    label: str = ""
    """Name of the label over it, or before it."""
    is_label: bool = False
    listed: Literal["", "item", "step"] = ""
    is_output: bool = False
    """Whether it was typed at a prompt, or answered there."""
    goes_on: bool = False
    """Whether it is part of the sentence before it."""

    def with_next(self, other: "NotePiece", notes: str) -> "NotePiece":
        """Return this piece with the one behind it, as they stand in the notes."""
        is_one_line = self.line == other.line
        text = notes[self.start : other.end] if is_one_line else f"{self.text} {other.text}"
        return replace(self, text=text, end=other.end)


def pieces(text: str) -> list[NotePiece]:
    """Return the pieces of notes, in order."""
    return list(_labelled(_unlabelled(text)))


def without_fillers(text: str) -> str:
    """Return a sentence without what is said before it begins, and without small talk in its first or last clause."""
    return re.sub(
        knowledge("notes")["sentences"]["fillers"], "", text, count=1, flags=re.IGNORECASE
    )


def quote_of(piece: NotePiece, text: str) -> str:
    """Return the words of notes that a piece stands on: of a short one with the rest of its lines."""
    if len(text[piece.start : piece.end].split()) >= FEW_WORDS:
        return text[piece.start : piece.end]
    first, last = text.rfind("\n", 0, piece.start) + 1, text.find("\n", piece.end)
    whole = text[first : last if last >= 0 else len(text)].strip()
    return text[piece.start : piece.end] if is_reserved(whole) else whole


def _unlabelled(text: str) -> Iterator[NotePiece]:
    starts = [0, *(one.end() for one in re.finditer("\n", text))]
    said = _speakers(text.split("\n"))
    speaker, at_prompt = "", False
    for block in _blocks(text, said):
        start = starts[block.start]
        if block.is_code:
            end = start + len(block.text)
            yield NotePiece(block.text, start, end, block.start, code=block, is_output=at_prompt)
            continue
        speaker, behind = said.get(block.start, (speaker, 0))
        at_prompt = bool(block.text.strip()) and (at_prompt or bool(_PROMPT.match(block.text)))
        line = NotePiece("", start, start, block.start, None, speaker, is_output=at_prompt)
        yield from _of_line(block.text, behind, line)


def _blocks(text: str, said: Mapping[int, object]) -> Iterator[NoteBlock]:
    """Yield the blocks of notes; a chat with dates is no log of a program."""
    for block in blocks(text):
        lines = block.text.split("\n")
        if block.is_code and not block.fence and block.start in said:
            for number, line in enumerate(lines, start=block.start):
                yield NoteBlock(line, is_code=False, fence="", start=number)
        else:
            yield block


def _of_line(text: str, behind: int, line: NotePiece) -> Iterator[NotePiece]:
    """Yield the pieces of one line, from behind who said it."""
    listed = _LIST_SIGN.match(text, behind)
    first = listed.end() if listed else behind
    sign = listed_as(text[behind:])
    is_whole = sign == "step" or line.is_output or text.lstrip().startswith("|")
    line = replace(line, listed=sign)
    spans = [(first, len(text))] if is_whole else _sentences(text, first)
    for begin, end in spans:
        cuts = [begin, *([] if is_whole else _cuts(text[begin:end], begin)), end]
        for a, b in pairwise(cuts):
            if words := text[a:b].strip(" \t,;"):
                at = line.start + text.index(words, a)
                yield replace(line, text=words, start=at, end=at + len(words), goes_on=a > begin)


def listed_as(line: str) -> Literal["", "item", "step"]:
    """Return whether a line is a numbered step or an item of a list."""
    listed = _LIST_SIGN.match(line)
    return "step" if _STEP.match(line) else "item" if listed and listed.group().strip() else ""


def _sentences(text: str, first: int) -> list[tuple[int, int]]:
    """Return where the sentences of a line stand; in notes one may begin with a small letter."""
    short = re.compile(rf"(?i)\b(?:{knowledge('notes')['sentences']['abbreviations']})$")
    ends = [first + end for _, end in sentences(text[first:], "letter", short)]
    return [*pairwise(sorted({first, *ends, len(text)}))]


def _cuts(sentence: str, at: int) -> list[int]:
    """Return where a telegram, or a memo that was spoken without a point, goes on with something else."""
    commas = list(re.finditer(r"[,;]\s+", sentence))
    clauses = re.split(r"[,;]\s+", sentence)
    if len(clauses) >= FEWEST_CLAUSES and all(len(one.split()) <= SHORT for one in clauses):
        return [at + one.end() for one in commas]
    if len(sentence.split()) <= MANY_WORDS:
        return [at + one.end() for one in commas if one.group().startswith(";")]
    turns = compiled(knowledge("notes")["sentences"]["turns"])
    places = [0, *(one.start() for one in turns.finditer(sentence)), len(sentence)]
    return [
        at + place
        for before, place in pairwise(places[:-1])
        if len(sentence[before:place].split()) >= FEW_WORDS
    ]


# Chats


def _speakers(lines: Sequence[str]) -> Mapping[int, tuple[str, int]]:
    """Return who speaks in which lines, and behind how many characters what they say begins."""
    found: dict[int, tuple[str, int]] = {}
    filled = sum(1 for one in lines if one.strip())
    for form, is_timed in _forms():
        here = {
            number: match
            for number, line in enumerate(lines)
            if number not in found and (match := form.match(line[:READ]))
        }
        names = Counter(one["name"] for one in here.values())
        fewest = FEWEST_CHAT_LINES if is_timed else max(FEWEST_CHAT_LINES + 1, filled // 2)
        if len(here) >= fewest and (is_timed or max(names.values()) > 1):
            found |= {n: (one["name"], one.end() if one["name"] else 0) for n, one in here.items()}
    return found


@cache
def _forms() -> list[tuple[re.Pattern[str], bool]]:
    chat = knowledge("notes")["chat"]
    labels = [one for some in knowledge("notes")["labels"].values() for one in some]
    name = rf"(?!(?:{chat['no_name']}|{'|'.join(labels)})\b){chat['name']}"
    made: list[tuple[re.Pattern[str], bool]] = []
    for form in chat["forms"]:
        timed = re.sub(r"\btime\b", lambda _: f"(?:{chat['time']})", form)
        whole = re.sub(r"(?<!\?P<)\bname\b", lambda _: name, timed)
        made.append((re.compile(rf"[ \t]*{whole}"), "time" in form or r"\d" in form))
    return made


# Labels


def _labelled(every: Iterable[NotePiece]) -> Iterator[NotePiece]:
    """Yield pieces with the label that they stand under; what stands before a colon reaches over a list behind it."""
    above, reaches, line, inline = "", True, -1, ""
    for piece in every:
        if piece.code is None and piece.line != line:
            line, inline = piece.line, ""
            name, words = label_in(piece.text)
            if name and not (words or piece.speaker):
                above, reaches = name, True
                yield replace(piece, label=name, is_label=True)
                continue
            if name and words:
                inline, reaches = name, False
                above = "" if piece.listed else name
                if name != "not_apply":  # its "not" is part of what it says
                    piece = replace(piece, text=words, start=piece.end - len(words))
            elif not (reaches or piece.listed):
                above = ""
        yield replace(piece, label=inline or above)


def label_in(text: str) -> tuple[str, str]:
    """Return the name of the label that a line is or begins with, and the rest; the name is empty where it has none."""
    bare = text.strip(_LABEL_SIGNS)
    for name, labels in knowledge("notes")["labels"].items():
        whole = compiled(*labels)
        if len(bare) <= _LONGEST_LABEL and whole.fullmatch(bare) and name != "title":
            return name, ""
        before, colon, behind = text.lstrip(_LABEL_SIGNS).partition(":")
        words = re.sub(r"(?i)\s+(?:dus|is|was|so far|nu|now|then|toen)$", "", before.strip("*_ "))
        if (
            colon
            and behind.strip("*_ ")
            and len(words) <= _LONGEST_LABEL
            and whole.fullmatch(words)
        ):
            return name, behind.strip().lstrip("*_ ")
    return "", text
