"""Raw notes in pieces, without who said them and when, and the section in which each belongs. Pure."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, pairwise
from typing import Literal, get_args

from src.desks.tsg.artifacts import SectionName
from src.desks.tsg.gate import names_notes
from src.desks.tsg.knowledge import compiled, knowledge, known
from src.desks.tsg.marks import blocks, is_reserved
from src.grounding.units import words_in
from src.language.sentences import sentences

READ = 1_000
"""Characters of a piece in which words are looked for."""
FEW_WORDS = 4
"""Words of a quote that needs the words around it."""

_LIST_SIGN = re.compile(r"\s*(?:[-*+•–]\s+|\d{1,3}[.)]\s+|[>#]+\s+|\[[ xX]?\]\s+)*")
_STEP = re.compile(r"\s*\d{1,3}[.)]\s")
_LABEL_SIGNS = "#*_:=-– \t"
_LONGEST_LABEL = 60

_KNOWN = knowledge("notes")
(_SYMPTOMS,) = (entry for entry in _KNOWN["told"] if entry["section"] == "symptoms")
_ABBREVIATION = re.compile(rf"(?i)\b(?:{_KNOWN['sentences']['abbreviations']})$")
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
    time: str = ""
    """When what stands in its line was noted; empty in a chat, where it was only said then."""
    label: str = ""
    """Name of the label over it, or before it."""
    listed: Literal["", "item", "step"] = ""

    @property
    def is_code(self) -> bool:
        return self.fence is not None

    def with_next(self, other: "NotePiece", notes: str) -> "NotePiece":
        """Return this piece with the one behind it, as they stand in the notes."""
        is_one_line = self.line == other.line
        text = notes[self.start : other.end] if is_one_line else f"{self.text} {other.text}"
        return replace(self, text=text, end=other.end)


def quote_of(piece: NotePiece, text: str) -> str:
    """Return the words of notes that a piece stands on: of a short one with the rest of its lines."""
    quote = text[piece.start : piece.end]
    first, last = text.rfind("\n", 0, piece.start) + 1, text.find("\n", piece.end)
    whole = text[first : last if last >= 0 else len(text)].strip()
    return quote if len(quote.split()) >= FEW_WORDS or is_reserved(whole) else whole


def pieces(text: str) -> Iterator[NotePiece]:
    """Yield the pieces of notes, in order; labels are none."""
    lines = text.split("\n")
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    turns, speaker, time, above, reaches = _turns(lines), "", "", "", True
    for number, code, fence in _lines(text, turns):
        start, line = starts[number], lines[number]
        if code is not None:
            yield NotePiece(code, start, start + len(code), number, fence, label=above)
            continue
        speaker, time, behind = turns.get(number, (speaker, time, 0))
        sign = _LIST_SIGN.match(line, behind)
        first = sign.end() if sign else behind
        listed: Literal["", "item", "step"] = "item" if line[behind:first].strip() else ""
        listed = "step" if _STEP.match(line[behind:]) else listed
        name, words = label_in(line[first:])
        if name == "notes":  # it names all of them, and no part
            name, first = "", len(line) - len(words)
        if name and not words and not speaker:
            above, reaches = name, True
            continue
        if name and words:  # a label before words reaches over a list behind them
            label, above, reaches = name, "" if listed else name, False
            # The "not" of a label is part of what is said behind it.
            first = first if name == "not_apply" else len(line) - len(words)
        else:
            label = above = above if reaches or listed or not line.strip() else ""
        piece = NotePiece("", 0, 0, number, None, speaker, time, label, listed)
        is_whole = listed == "step" or line.lstrip().startswith("|")
        for begin, end in [(first, len(line))] if is_whole else _spans(line, first):
            named, rest = label_in(line[begin:end]) if begin > first else ("", "")
            is_named = bool(rest) and named not in ("", "not_apply", "notes")
            said = (rest if is_named else line[begin:end]).strip(" \t\r,;")
            if said and not names_notes(said):
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
    """Yield where the sentences of a line stand; in notes one may begin with a small letter."""
    ends = [first + end for _, end in sentences(line[first:], "letter", _ABBREVIATION)]
    yield from pairwise(sorted({first, *ends, len(line)}))


def _turns(lines: Sequence[str]) -> Mapping[int, tuple[str, str, int]]:
    """Return who speaks in which lines of a chat, or when it was noted, and behind how many characters that begins."""
    every = ((n, _TURN.match(line[:READ])) for n, line in enumerate(lines))
    found = {n: turn for n, turn in every if turn and turn[0].strip()}
    timed = {n for n, turn in found.items() if turn["first"] or (turn["name"] and turn["then"])}
    names = Counter(turn["name"] for n, turn in found.items() if n not in timed)
    repeats = max(names.values(), default=0) > 1
    is_chat = repeats and sum(names.values()) > sum(map(bool, lines)) // 2
    counts = (timed if len(timed) > 1 else set()) | (found.keys() - timed if is_chat else set())
    turns = {n: found[n] for n in counts}
    return {
        n: (turn["name"] or "", "" if turn["name"] else turn["first"], turn.end())
        for n, turn in turns.items()
    }


def label_in(text: str) -> tuple[str, str]:
    """Return the name of the label that a line is or begins with, and the rest; the name is empty where it has none."""
    bare = text.strip(_LABEL_SIGNS)
    before, colon, behind = text.lstrip(_LABEL_SIGNS).partition(":")
    behind = behind.strip().lstrip("*_ ")
    for name, whole in _LABELS.items():
        if len(bare) <= _LONGEST_LABEL and whole.fullmatch(bare.rstrip(".")) and name != "title":
            return name, ""
        words = re.sub(r"\s+(?:dus|is|was)$", "", before.strip("*_ "))
        if colon and behind and len(words) <= _LONGEST_LABEL and whole.fullmatch(words):
            return name, behind
    return "", text


Placed = SectionName | Literal["unplaced", "chatter"]
FEW, MANY = 3, 6
"""Words of a piece that goes on about the one before it; of one that is but the outcome of that."""
_OUTCOMES = ("bad", "denied", "good")


@dataclass(frozen=True)
class PlacedPiece:
    """A piece of notes with the section in which it belongs."""

    piece: NotePiece
    section: Placed


def placed(text: str) -> list[PlacedPiece]:
    """Return the pieces of notes but titles, in order, each with its section."""
    every: list[NotePiece] = []
    for piece in map(_trimmed, pieces(text)):
        if every and _ends(every[-1], piece):
            every[-1] = every[-1].with_next(piece, text)
        elif piece.label != "title" and piece.text.strip():
            every.append(piece)
    found: list[PlacedPiece] = []
    for piece in every:
        found.append(PlacedPiece(piece, _section(piece, found)))
    return found


def _trimmed(piece: NotePiece) -> NotePiece:
    """Return a piece without small talk in its first clause."""
    first, comma, rest = piece.text.partition(", ")
    if piece.is_code or not (comma and len(first.split()) <= FEW and is_chatter(first)):
        return piece
    return replace(piece, text=rest, start=piece.end - len(rest))


def is_guess(text: str) -> bool:
    """Return whether words tell a guess."""
    return known("guesses", "words").search(text[:READ]) is not None


def is_chatter(text: str) -> bool:
    """Return whether words are said to somebody, tell of everyday life alone, or want something of an assistant."""
    words = text[:READ]
    if known("chatter", "orders").search(words):
        return True
    rest = words_in(known("chatter", "words").sub(" ", words))
    if not rest:
        return bool(words_in(words))
    if told_by(words) or any(map(str.isdigit, words)) or _has("actions", words):
        return False
    talks = len(rest) < FEW and known("chatter", "words").match(words)
    is_of_life = len(rest) <= MANY and known("chatter", "life").search(words)
    return bool(talks or is_of_life)


@cache
def told_by(text: str) -> SectionName | Literal[""]:
    """Return the section that words tell; empty where they tell none."""
    text, came = text[:READ], ""
    if _has("actions", text):
        is_bad = _has("bad", text) or _has("denied", text)
        came = "not_apply" if is_bad else "resolution" if _has("good", text) else ""
    for entry in knowledge("notes")["told"]:
        section: SectionName = entry["section"]
        if came and section in ("cause", "symptoms"):
            return "not_apply" if came == "not_apply" else "resolution"
        if compiled(*entry["words"]).search(text):
            return section
    return "resolution" if _has("steps", text) else ""


def _is_seen(text: str) -> bool:
    return compiled(*_SYMPTOMS["words"]).search(text[:READ]) is not None


def _has(name: str, text: str) -> bool:
    return known("outcomes", name).search(text[:READ]) is not None


def _ends(before: NotePiece, piece: NotePiece) -> bool:
    """Return whether a piece is but the outcome of what was done in the one before."""
    if before.is_code or piece.is_code or before.label != piece.label:
        return False
    is_short = len(piece.text.split()) <= MANY and not piece.text.endswith("?")
    tells = any(_has(name, piece.text) for name in _OUTCOMES) and not _has("actions", piece.text)
    is_behind = piece.line == before.line or not piece.listed
    tells = tells and not _is_seen(before.text)
    done = _has("actions", before.text) and not any(_has(text, before.text) for text in _OUTCOMES)
    return is_short and tells and is_behind and done


def _section(piece: NotePiece, found: Sequence[PlacedPiece]) -> Placed:
    """Return where a piece belongs, by its label, its own words and those before it."""
    if not piece.is_code and is_chatter(piece.text):
        return "chatter"
    told = "" if piece.is_code else told_by(piece.text)
    if piece.label == "tried":
        return "resolution" if told == "resolution" else "not_apply"
    if piece.label in ("resolution", "cause") and told == "not_apply" and piece.listed != "step":
        return told  # what did not help is no remedy, and no cause
    if piece.label:
        return next(arg for arg in get_args(SectionName) if arg == piece.label)
    before = [piece.section for piece in found if piece.section != "chatter"]
    if piece.is_code:
        last = before[-1] if before else "symptoms"
        return "diagnosis" if before and last in ("unplaced", "symptoms", "cause") else last
    if piece.text.endswith("?"):  # one in a chat is asked of a colleague, and not of a customer
        return "unplaced" if piece.speaker else "questions"
    if not before and (
        told == "diagnosis"
        or (told == "not_apply" and not _has("actions", piece.text))
        or (told == "cause" and _is_seen(piece.text))
    ):
        return "symptoms"  # what opens notes is seen
    return told or _untold(piece, before)


def _untold(piece: NotePiece, before: Sequence[Placed]) -> Placed:
    """Return where a piece belongs that tells nothing itself: what opens notes is seen, a word or two go on."""
    if all(text == "symptoms" for text in before):
        return "symptoms"
    if _has("actions", piece.text):
        return "resolution" if piece.listed == "step" else "unplaced"
    goes_on = len(words_in(piece.text)) <= FEW or before[-1] in ("symptoms", "diagnosis")
    return before[-1] if goes_on and before[-1] != "questions" else "unplaced"
