"""In which section of a guide pieces of raw notes belong: by labels, by what they say and what comes of it. Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, get_args

from src.desks.tsg.artifacts import SectionName
from src.desks.tsg.knowledge import compiled, knowledge, known
from src.desks.tsg.offline.pieces import READ, NotePiece, pieces
from src.grounding.units import words_in

Placed = SectionName | Literal["unplaced", "chatter"]
OUTCOMES_AHEAD = 3
"""Pieces behind an action in which its outcome may be told."""
FEW = 3
"""Words of a piece that goes on about the one before it, where nothing tells otherwise."""
_ALONE = 6
_UNDONE = re.compile(r"(?i)(?:never|not|n['’]t|niet|nooit|geen) (?:been )?$")
_CLAUSE = re.compile(r"((?:[^,]|,(?=\S))+)(?:,\s+|$)")
_CHANGING = re.compile(
    r"(?i)\b(?:(?:Set|New|Remove|Re?start|Stop|Install|Enable|Disable|Update)-|rm |mv |restart|delete|create|apply)"
)


@dataclass(frozen=True)
class PlacedPiece:
    """A piece of notes with the section in which it belongs."""

    piece: NotePiece
    section: Placed


def placed(text: str) -> list[PlacedPiece]:
    """Return the pieces of notes but labels and titles, in order, each with its section."""
    every = _joined((_trimmed(one) for one in pieces(text) if one.text.strip()), text)
    subjects = Counter(word.casefold() for one in every for word in set(words_in(one.text[:READ])))
    found: list[PlacedPiece] = []
    for at, piece in enumerate(every):
        if piece.is_label or piece.label == "title":
            continue
        section = _section(every, at, found, subjects)
        before = found[-1] if found else None
        if piece.goes_on and before and section in (before.section, "unplaced"):
            found[-1] = replace(before, piece=before.piece.with_next(piece, text))
        else:
            found.append(PlacedPiece(piece, section))
    return found


def section_of(text: str) -> SectionName:
    """Return the section in which one sentence belongs, by its own words alone."""
    section = told_by(text)
    return section or "symptoms"


def is_guess(text: str) -> bool:
    """Return whether words tell a guess."""
    return known("guesses", "words").search(text[:READ]) is not None


def is_chatter(text: str, subjects: Counter[str] | None = None) -> bool:
    """Return whether words are what people say to each other beside the incident."""
    words = text[:READ]
    rest = known("chatter", "words").sub(" ", words)
    if not words_in(rest) and words_in(words):
        return True
    life = known("chatter", "life").search(words)
    if life is None or _has("chatter", "technical", words):
        return False
    is_subject = subjects is not None and subjects[life.group().casefold()] > 1
    told = told_by(words)
    return not is_subject and (
        not told or told == "questions" or (told == "cause" and is_guess(words))
    )


def _acts(text: str) -> bool:
    """Return whether words tell that something was done; what was not done is nothing."""
    done = known("outcomes", "actions").finditer(text[:READ])
    return any(not _UNDONE.search(text[: one.start()]) for one in done)


def _has(part: str, name: str, text: str) -> bool:
    return known(part, name).search(text) is not None


def _joined(every: Iterable[NotePiece], notes: str) -> list[NotePiece]:
    """Return pieces with outcomes behind what was done, and answers behind what was asked."""
    found: list[NotePiece] = []
    for piece in every:
        before = found[-1] if found else None
        if before and (_is_outcome(piece, before) or _is_answer(piece, before)):
            found[-1] = before.with_next(piece, notes)
        else:
            found.append(piece)
    return found


def _trimmed(piece: NotePiece) -> NotePiece:
    """Return a piece without small talk in its first or last clause."""
    clauses = [] if piece.code else list(_CLAUSE.finditer(piece.text[:READ]))
    kept = [one for one in clauses if not (is_chatter(one[1]) and not _tells_outcome(one[1]))]
    if not kept or len(piece.text) > READ or kept == clauses:
        return piece
    first, last = kept[0].start(1), kept[-1].end(1)
    text = piece.text[first:last]
    return replace(piece, text=text, start=piece.start + first, end=piece.start + last)


def _tells_outcome(words: str) -> bool:
    return any(_has("outcomes", name, words) for name in ("good", "bad", "denied"))


def _is_outcome(piece: NotePiece, before: NotePiece) -> bool:
    """Return whether a piece is but the outcome of what was done in the one before."""
    words, is_near = len(piece.text.split()), piece.line == before.line
    if words > _ALONE or not _is_told(piece, before) or (piece.listed and not is_near):
        return False
    alone = known("outcomes", "alone").fullmatch(piece.text.strip(" .!"))
    if _acts(before.text):
        return bool(alone) or (is_near and _has("outcomes", "bad", piece.text))
    return bool(alone) and is_near and words <= FEW


def _is_answer(piece: NotePiece, before: NotePiece) -> bool:
    """Return whether a piece answers a question that somebody asked in a chat."""
    asks = bool(before.speaker) and before.text.endswith("?") and before.line != piece.line
    asks = asks and _is_told(piece, before) and not piece.text.endswith("?")
    return asks and not any(is_chatter(one.text) for one in (before, piece))


def _is_told(piece: NotePiece, before: NotePiece) -> bool:
    beside = (piece.code, before.code, piece.is_label, before.is_label, piece.is_output)
    return not any(beside) and piece.label == before.label


def _section(
    every: Sequence[NotePiece], at: int, found: Sequence[PlacedPiece], subjects: Counter[str]
) -> Placed:
    piece = every[at]
    labelled = _labelled(piece)
    if labelled:
        return labelled
    if piece.code or piece.is_output:
        return _of_code(piece, found)
    signs = at == len(every) - 1 and found and found[-1].section == "chatter"
    if is_chatter(piece.text, subjects) or (signs and len(words_in(piece.text)) <= FEW):
        return "chatter"
    words = piece.text[:READ]
    told = told_by(words)
    if not found and (told == "diagnosis" or (told == "cause" and is_seen(words))):
        return "symptoms"
    if piece.text.endswith("?") and not (piece.speaker and told):
        return _of_question(piece)
    opens = not told or _acts(" ".join(words.split()[:FEW]))
    if opens and told in ("", "diagnosis", "symptoms") and _acts(words):
        return _outcome(every, at) or told or _of_action(piece, found)
    if told in ("", "diagnosis") and _has("outcomes", "steps", words):
        return "resolution"
    follows = every[at + 1] if at + 1 < len(every) else None
    if follows and follows.code and not told:  # what stands over code belongs where that does
        return _of_code(follows, found)
    return told or _unsaid(words, found, piece.listed)


def _labelled(piece: NotePiece) -> Placed | Literal[""]:
    """Return the section of the label over a piece; what did not help is no remedy, and no cause."""
    if not piece.label:
        return ""
    told = "" if piece.code or piece.listed == "step" else told_by(piece.text, strict=True)
    if piece.label == "tried":
        good = told == "resolution" or (not told and _has("outcomes", "good", piece.text))
        return "resolution" if good else "not_apply"
    if piece.label in ("resolution", "cause") and told == "not_apply":
        return told
    section: SectionName = next(one for one in get_args(SectionName) if one == piece.label)
    return section


@cache
def told_by(text: str, *, strict: bool = False) -> SectionName | Literal[""]:
    """Return the section that words tell; empty where they tell none. Strict: by what clearly says so."""
    text = text[:READ]
    does = _acts(text)
    for one in knowledge("notes")["told"]:
        section: SectionName = one["section"]
        if does and section == "cause" and _has("outcomes", "bad", text):
            return "not_apply"
        if strict and section == "cause":
            return ""
        if compiled(*one["words"]).search(text):
            return section
        if does and section == "cause" and (came := _came_of(text)):
            return came
    return ""


def _came_of(text: str) -> SectionName | Literal[""]:
    """Return where an action belongs by what the same words tell of its outcome."""
    if _has("outcomes", "lasting", text):
        return "resolution"
    if _has("outcomes", "bad", text) or _has("outcomes", "denied", text):
        return "not_apply"
    return "resolution" if _has("outcomes", "good", text) else ""


def _outcome(every: Sequence[NotePiece], at: int) -> SectionName | Literal[""]:
    """Return where an action belongs by what comes of it, told soon behind it; empty where nothing is told."""
    for piece in every[at + 1 : at + 1 + OUTCOMES_AHEAD]:
        if piece.code or piece.is_label or _acts(piece.text):
            return ""
        told = told_by(piece.text)
        if told == "resolution" or (told == "not_apply" and not piece.listed):
            return told
        is_short = len(piece.text.split()) <= FEW
        if _has("outcomes", "bad", piece.text) or (
            is_short and _has("outcomes", "denied", piece.text)
        ):
            return "not_apply"
        if is_short and _has("outcomes", "good", piece.text):
            return "resolution"
    return ""


def _of_action(piece: NotePiece, found: Sequence[PlacedPiece]) -> Placed:
    """Return where an action belongs of which no outcome is told: behind the cause it is what was done about it."""
    is_known = any(one.section == "cause" for one in found)
    return "resolution" if is_known or piece.listed == "step" else "unplaced"


def is_seen(words: str) -> bool:
    """Return whether words tell what goes wrong, beside all else that they tell."""
    seen = (one["words"] for one in knowledge("notes")["told"] if one["section"] == "symptoms")
    return any(compiled(*one).search(words) for one in seen)


def _of_question(piece: NotePiece) -> Placed:
    """Return where a question belongs: one in a chat is asked of a colleague, and not of a customer."""
    if piece.speaker:
        return "unplaced" if _has("chatter", "technical", piece.text) else "chatter"
    return "questions"


def _of_code(piece: NotePiece, found: Sequence[PlacedPiece]) -> Placed:
    """Return where code belongs: where the words over it do; what was typed and answered shows something."""
    if piece.is_output:
        return "diagnosis"
    before = found[-1].section if found else "symptoms"
    if _CHANGING.search(piece.text[:READ]):
        return "resolution"
    if before in ("chatter", "unplaced", "symptoms", "cause"):
        return "diagnosis" if found else "symptoms"
    return before


def _unsaid(words: str, found: Sequence[PlacedPiece], listed: str) -> Placed:
    """Return where a piece belongs that tells nothing itself: what opens notes is seen, a word or two go on."""
    told = [one.section for one in found if one.section != "chatter"]
    if all(one == "symptoms" for one in told):
        return "symptoms"
    is_short = told[-1] == "resolution" and (listed == "step" or len(words_in(words)) <= FEW)
    return told[-1] if is_short or told[-1] in ("symptoms", "diagnosis") else "unplaced"
