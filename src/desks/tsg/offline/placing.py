"""In which section of a guide pieces of raw notes belong: by labels, by what they say and what comes of it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, get_args

from src.desks.tsg.artifacts import SectionName
from src.desks.tsg.knowledge import compiled, knowledge, known
from src.desks.tsg.offline.pieces import READ, NotePiece, pieces
from src.grounding.units import words_in

Placed = SectionName | Literal["unplaced", "chatter"]
FEW, MANY = 3, 6
"""Words of a piece that goes on about the one before it; of one that is but the outcome of that."""
_OUTCOMES = ("bad", "denied", "good")
_DONE = ("actions", *_OUTCOMES)


@dataclass(frozen=True)
class PlacedPiece:
    """A piece of notes with the section in which it belongs."""

    piece: NotePiece
    section: Placed


def placed(text: str) -> list[PlacedPiece]:
    """Return the pieces of notes but titles, in order, each with its section."""
    said = [_trimmed(one) for one in pieces(text) if one.label != "title" and one.text.strip()]
    every = _joined(said, text)
    found: list[PlacedPiece] = []
    for at, piece in enumerate(every):
        follows = every[at + 1] if at + 1 < len(every) else None
        found.append(PlacedPiece(piece, _section(piece, follows, found)))
    return found


def _trimmed(piece: NotePiece) -> NotePiece:
    """Return a piece without small talk in its first clause."""
    first, comma, rest = piece.text.partition(", ")
    if piece.is_code or not (comma and len(first.split()) <= FEW and is_chatter(first)):
        return piece
    return replace(piece, text=rest, start=piece.end - len(rest))


def section_of(text: str) -> SectionName:
    """Return the section in which one sentence belongs, by its own words alone."""
    return told_by(text) or "symptoms"


def is_guess(text: str) -> bool:
    """Return whether words tell a guess."""
    return known("guesses", "words").search(text[:READ]) is not None


def is_chatter(text: str) -> bool:
    """Return whether words are what people say to each other, or tell of everyday life and of nothing else."""
    words = text[:READ]
    rest = words_in(known("chatter", "words").sub(" ", words))
    if not rest:
        return bool(words_in(words))
    if told_by(words) or any(_has(name, words) or any(map(str.isdigit, words)) for name in _DONE):
        return False
    talks = len(rest) < FEW and known("chatter", "words").match(words)
    is_of_life = len(rest) <= MANY and known("chatter", "life").search(words)
    return bool(talks or is_of_life) or len(words.strip(" .!")) <= FEW


@cache
def told_by(text: str) -> SectionName | Literal[""]:
    """Return the section that words tell; empty where they tell none."""
    text = text[:READ]
    came = _came_of(text)
    for one in knowledge("notes")["told"]:
        section: SectionName = one["section"]
        if came and section in ("cause", "symptoms"):
            return came
        if compiled(*one["words"]).search(text):
            return section
    return "resolution" if _has("steps", text) else ""


def _has(name: str, text: str) -> bool:
    return known("outcomes", name).search(text[:READ]) is not None


def _came_of(text: str) -> SectionName | Literal[""]:
    """Return where what was done belongs by what the same words tell of its outcome."""
    if not _has("actions", text):
        return ""
    if _has("bad", text) or _has("denied", text):
        return "not_apply"
    return "resolution" if _has("good", text) else ""


def _joined(every: Sequence[NotePiece], notes: str) -> list[NotePiece]:
    """Return pieces with outcomes behind what was done, and answers behind what was asked in a chat."""
    found: list[NotePiece] = []
    for piece in every:
        before = found[-1] if found else None
        if before and _is_one(before, piece) and (_ends(before, piece) or _replies(before, piece)):
            found[-1] = before.with_next(piece, notes)
        else:
            found.append(piece)
    return found


def _is_one(before: NotePiece, piece: NotePiece) -> bool:
    beside = (
        piece.is_code,
        before.is_code,
        piece.is_output,
        piece.listed and piece.line != before.line,
    )
    return not any(beside) and piece.label == before.label


def _ends(before: NotePiece, piece: NotePiece) -> bool:
    """Return whether a piece is but the outcome of what was done in the one before."""
    is_short = len(piece.text.split()) <= MANY and not _has("actions", piece.text)
    tells = any(_has(name, piece.text) for name in _OUTCOMES) and not piece.text.endswith("?")
    return is_short and tells and _has("actions", before.text) and not _came_of(before.text)


def _replies(before: NotePiece, piece: NotePiece) -> bool:
    asks = bool(before.speaker) and before.text.endswith("?") and before.line != piece.line
    return (
        asks
        and not piece.text.endswith("?")
        and not any(map(is_chatter, (before.text, piece.text)))
    )


def _section(piece: NotePiece, follows: NotePiece | None, found: Sequence[PlacedPiece]) -> Placed:
    """Return where a piece belongs, by the piece behind it and those before it."""
    if piece.label:
        return _labelled(piece)
    if piece.is_code or piece.is_output:
        return _of_code(piece, found)
    if is_chatter(piece.text):
        return "chatter"
    told = told_by(piece.text)
    if piece.text.endswith("?"):  # one in a chat is asked of a colleague, and not of a customer
        return "unplaced" if piece.speaker else "questions"
    is_about = told == "not_apply" and not _has("actions", piece.text)
    if not found and (told == "diagnosis" or is_about):  # what opens notes is seen
        return "symptoms"
    if not told and follows and follows.is_code:  # what stands over code belongs where that does
        return _of_code(follows, found)
    return told or _untold(piece, [one.section for one in found if one.section != "chatter"])


def _labelled(piece: NotePiece) -> Placed:
    """Return the section of the label over a piece; what did not help is no remedy, and no cause."""
    told = "" if piece.is_code or piece.listed == "step" else told_by(piece.text)
    if piece.label == "tried":
        return "resolution" if told == "resolution" else "not_apply"
    if piece.label in ("resolution", "cause") and told == "not_apply":
        return told
    section: SectionName = next(one for one in get_args(SectionName) if one == piece.label)
    return section


def _of_code(piece: NotePiece, found: Sequence[PlacedPiece]) -> Placed:
    """Return where code belongs: where the words over it do; what was typed and answered shows something."""
    if piece.is_output or not found:
        return "diagnosis" if found else "symptoms"
    before = found[-1].section
    return "diagnosis" if before in ("chatter", "unplaced", "symptoms", "cause") else before


def _untold(piece: NotePiece, before: Sequence[Placed]) -> Placed:
    """Return where a piece belongs that tells nothing itself: what opens notes is seen, a word or two go on."""
    if all(one == "symptoms" for one in before):
        return "symptoms"
    if _has("actions", piece.text):  # behind the cause it is what was done about it
        return "resolution" if "cause" in before or piece.listed == "step" else "unplaced"
    goes_on = len(words_in(piece.text)) <= FEW or piece.listed == "step"
    is_told = goes_on and before[-1] != "questions"
    return before[-1] if is_told or before[-1] in ("symptoms", "diagnosis") else "unplaced"
