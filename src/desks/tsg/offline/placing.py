"""In which section of a guide pieces of raw notes belong: by labels, and by the cues of what they say. Pure."""

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


def _has(name: str, text: str) -> bool:
    return known("outcomes", name).search(text[:READ]) is not None


def _ends(before: NotePiece, piece: NotePiece) -> bool:
    """Return whether a piece is but the outcome of what was done in the one before."""
    if before.is_code or piece.is_code or before.label != piece.label:
        return False
    is_short = len(piece.text.split()) <= MANY and not piece.text.endswith("?")
    tells = any(_has(name, piece.text) for name in _OUTCOMES) and not _has("actions", piece.text)
    is_behind = piece.line == before.line or not piece.listed
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
        told == "diagnosis" or (told == "not_apply" and not _has("actions", piece.text))
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
